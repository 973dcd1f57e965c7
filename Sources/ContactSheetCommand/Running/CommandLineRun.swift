internal import ArgumentParser
internal import CProcess
internal import ContactSheet
internal import Glibc
internal import SheetFiles
internal import SheetLayout
internal import SheetText
internal import SystemPackage

/// A run of the command: what is asked for, its progress and its messages.
struct CommandLineRun: Sendable {
  let job: SheetJob
  let request: SheetRequest
  /// What is wrong with the request; nil for nothing.
  let fault: (any Error)?
  /// The manifest that is rendered instead of the job; nil for none.
  let planFile: FilePath?
  let progress: ProgressChoice
  let messages: Messages
  /// What lengths are counted in that have no room.
  let lengthUnit: LengthUnit

  /// What a run came to: the sheet, and what was noticed on the way.
  private struct Finished {
    let run: SheetRun
    let report: SheetReport
    let warnings: [String]
  }

  /// Makes the sheet, or prints its plan, and tells how it went and what was noticed in planning.
  private func finished(_ request: SheetRequest) async throws -> Finished {
    let clock = ContinuousClock()
    let start = clock.now
    let sheet =
      if let planFile {
        try PlannedSheet(contentsOf: planFile, root: request.root)
      } else {
        try await job.plan(for: request.output, workers: request.workers)
      }
    let run = try await SheetRun(sheet, request)
    let warnings =
      run.warnings
      + [
        sheet.notes.shortenedLabels.map(described),
        sheet.notes.largePage.map { described($0, in: job.layout) },
      ].compactMap(\.self)
    tell(sheet, run, warnings, in: clock.now - start)
    if request.isDryRun {
      let report = try run.writeDocuments()
      noteOlder(report.olderFiles)
      try printTable(of: sheet, run, request)
      return Finished(run: run, report: report, warnings: warnings)
    }
    if Terminal.standardOutput.isTerminal, let format = run.formatOnStandardOutput {
      throw TerminalOutputError(format: format)
    }

    var bar = ProgressBar(isShown: progress.isShown && !messages.isQuiet)
    defer { bar.clear() }
    let report = try await run.render { bar.show(done: $0, total: $1) }
    bar.clear()
    for page in report.unwrittenPages {
      messages.error(
        "no picture of \(page.quoted) can be read, so it is not written, and what was "
          + "there stays")
    }
    for output in report.pages.filter(\.isUnchanged).map(\.output).withoutRepetitions {
      messages.detail("\(output.quoted) has the same bytes already, so it stays")
    }
    noteOlder(report.olderFiles)
    if report.heldPlaces > 0 {
      messages.note(
        "\(report.heldPlaces.counted("picture")) to be skipped \(report.heldPlaces == 1 ? "has" : "have") "
          + "a placeholder: the tiles of a plan, and of some of the pages, stay in their places")
    }
    let duration = clock.now - start
    messages.detail("done in \(duration.rounded) with \(request.workers.counted("worker"))")
    messages.result(
      "\(RunSummary(report: report, duration: duration))")
    return Finished(run: run, report: report, warnings: warnings)
  }

  /// Tells what was noticed before rendering.
  private func tell(
    _ sheet: PlannedSheet, _ run: SheetRun, _ warnings: [String], in duration: Duration
  ) {
    messages.tell(sheet.findings, warnings, ofLibraries: run.libraryWarnings)
    for path in sheet.findings.ownPages {
      messages.detail("left out \(path.quoted), which has the name of the output")
    }
    for page in run.keptPages.withoutRepetitions {
      messages.detail("\(page.quoted) is newer than the plan, so it stays")
    }
    messages.detail("planned \(sheet.plan.summary) in \(duration.rounded)")
    if messages.isVerbose, let crop = sheet.plan.toldCrop {
      messages.detail("cropped pictures by \(crop)")
    }
  }

  private func noteOlder(_ files: [FilePath]) {
    guard let first = files.first else { return }
    messages.note(
      "\(first.quoted(ofCount: files.count)) \(files.count > 1 ? "are" : "is") left from an earlier "
        + "run with other pages")
  }

  /// Prints the plan as a table, unless a document tells it or takes standard output.
  private func printTable(
    of sheet: PlannedSheet, _ run: SheetRun, _ request: SheetRequest
  ) throws {
    guard
      !request.documents.contains(where: {
        $0.kind.scope == .sheet || $0.output == .standardOutput
      })
    else { return }
    do {
      try StandardOutput.write("\(PlanTable(run: run, cells: sheet.notes.cells))")
    } catch {
      throw SheetError.notWritten(error)
    }
  }
}

extension CommandLineRun {
  /// Carries out the run, prints how it went, and writes what is to be told of it afterwards.
  ///
  /// - Throws: `ExitCode` where not all went well, once that has been printed.
  func make() throws {
    var outcome = RunOutcome(version: CommandDescription.version)
    let start = ContinuousClock.now
    var writesDocuments = true
    var comparison: ComparisonSummary?
    do {
      if let fault { throw fault }
      var request = request
      request.workers = try OpenFiles.workers(upTo: request.workers)
      let finished: Finished = try WorkerThreads(count: request.workers).run { [request] in
        try await self.finished(request)
      }
      (outcome.run, outcome.sheet) = (finished.run, finished.report)
      outcome.warnings = finished.run.libraryWarnings + finished.warnings
      outcome.unreadable = finished.report.unreadable
      for picture in outcome.unreadable { messages.error(picture) }
      comparison = finished.run.comparison.map { ComparisonSummary($0.pairs) }
      let isIncomplete = !outcome.unreadable.isEmpty || comparison?.isAnyUnread == true
      outcome.exitStatus = isIncomplete ? 1 : comparison?.isAnyDifferent == true ? 3 : 0
    } catch SheetError.notWritten(.system(_, .brokenPipe)), Errno.brokenPipe {
      cprocess_end(SIGPIPE)
    } catch {
      if case PictureError.nothingReadable(let pictures) = error {
        for picture in pictures { messages.error(picture) }
        outcome.unreadable = pictures
      }
      if case SheetError.notWritten(.partlyReplaced(_, let new, let old)) = error {
        outcome.partlyReplaced = (new, old)
      }
      // Then there is no place of its own for what tells of the run.
      if case SheetError.sameOutput(let kind, _) = error, kind.scope == .run {
        writesDocuments = false
      }
      let message = described(error, in: lengthUnit)
      outcome.error = message
      outcome.exitStatus = error.isWrongUsage ? ExitCode.validationFailure.rawValue : 2
      messages.error(message)
    }
    outcome.duration = .now - start
    if writesDocuments { writeDocuments(about: &outcome) }
    // Last, where people and programs look for it.
    if let comparison { messages.note("\(comparison)") }
    guard outcome.exitStatus == 0 else { throw ExitCode(outcome.exitStatus) }
  }

  /// Writes the documents that tell of the run, if any were asked for.
  private func writeDocuments(about outcome: inout RunOutcome) {
    do {
      try outcome.writeDocuments(request)
    } catch SheetError.notWritten(.system(_, .brokenPipe)) {
      cprocess_end(SIGPIPE)
    } catch {
      // The pages took their places before, together.
      let isWritten = outcome.sheet?.pages.isEmpty == false
      // The run may have failed for the same reason.
      if outcome.error != described(error) {
        messages.error(described(error) + (isWritten ? "; the sheet is written" : ""))
      }
      outcome.exitStatus = 2
    }
  }
}

extension Error {
  /// Whether what was asked for cannot be meant, whatever the pictures are.
  fileprivate var isWrongUsage: Bool {
    if case .notFound(.comparedWithItself)? = self as? SheetError { true } else { false }
  }
}

/// A sheet was to be shown by a terminal.
private struct TerminalOutputError: Error, CustomStringConvertible {
  let format: SheetFormat

  var description: String {
    "\(format.noun) is not written to a terminal; name a file with --output, or redirect standard "
      + "output"
  }
}

extension SheetRun {
  /// The format in which pages go to standard output; nil where none does.
  fileprivate var formatOnStandardOutput: SheetFormat? {
    sheet.renderedPages.first { $0.output == .standardOutput }?.format
  }
}

extension [SheetOutput] {
  /// Each output once: a file may hold several pages.
  fileprivate var withoutRepetitions: [SheetOutput] {
    var known: Set<SheetOutput> = []
    return filter { known.insert($0).inserted }
  }
}

extension SheetPlan {
  fileprivate var summary: String {
    var parts = [pictures.count.counted("picture")]
    if let grid { parts.append("\(grid.rows.counted("row")) of \(grid.columns)") }
    if pages.count == 1 {
      parts.append("a sheet of \(pages[0].size.width) x \(pages[0].size.height)")
    } else {
      parts.append("\(pages.count) pages")
    }
    return parts.joined(separator: ", ")
  }
}
