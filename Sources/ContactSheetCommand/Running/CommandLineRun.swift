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
  let arguments: Arguments
  let job: SheetJob
  let request: SheetRequest
  /// What is wrong with the request; nil for nothing.
  let fault: (any Error)?
  let messages: Messages

  /// A run of what arguments ask for, which is a job where no plan has been made yet.
  init(_ arguments: Arguments, _ job: SheetJob) {
    (self.arguments, self.job, messages) = (arguments, job, Messages(arguments))
    (request, fault) = arguments.request()
  }

  /// Carries out the run, prints how it went, and writes what is to be told of it afterwards.
  ///
  /// - Throws: `ExitCode` where not all went well, once that has been printed.
  func make() throws {
    if let form = arguments[options.plan.list] { return try list(as: form) }
    var outcome = RunOutcome(version: CommandDescription.version)
    let start = ContinuousClock.now
    var writesDocuments = true
    do {
      if let fault { throw fault }
      outcome = try onWorkers { [outcome] in try await finished(outcome, $0) }
    } catch {
      error.endIfPipeBroke()
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
      let message = described(error, in: arguments.lengthUnit)
      outcome.error = message
      outcome.exitStatus = error.isWrongUsage ? ExitCode.validationFailure.rawValue : 2
      messages.error(message)
    }
    outcome.duration = .now - start
    if writesDocuments { writeDocuments(about: &outcome) }
    // Last, where people and programs look for it.
    if let comparison = outcome.run?.comparison {
      messages.note("\(ComparisonSummary(comparison.pairs))")
    }
    guard outcome.exitStatus == 0 else { throw ExitCode(outcome.exitStatus) }
  }

  /// Prints the facts of pictures, and makes no sheet.
  private func list(as form: ListingForm) throws {
    let report: ListingReport
    do {
      report = try onWorkers { request in
        try await job.list(as: form, for: request.output, workers: request.workers) {
          try StandardOutput.write($0)
        }
      }
    } catch {
      error.endIfPipeBroke()
      messages.error(described(error))
      throw error.isWrongUsage ? ExitCode.validationFailure : ExitCode(2)
    }
    messages.tell(report.findings, report.warnings)
    for picture in report.unreadable { messages.error(picture) }
    if let comparison = report.comparison { messages.note("\(comparison)") }
    let status = exitStatus(report.unreadable, report.comparison)
    if status != 0 { throw ExitCode(status) }
  }

  /// Does work with as many workers as can open files, on a thread for each.
  private func onWorkers<Result: Sendable>(
    _ work: @escaping @Sendable (SheetRequest) async throws -> Result
  ) throws -> Result {
    var request = request
    request.workers = try OpenFiles.workers(upTo: request.workers)
    return try WorkerThreads(count: request.workers).run { [request] in try await work(request) }
  }

  /// Makes the sheet, or prints its plan, and tells how it went and what was noticed in planning.
  private func finished(
    _ outcome: RunOutcome, _ request: SheetRequest
  ) async throws -> RunOutcome {
    let start = ContinuousClock.now
    let sheet =
      if let planFile = arguments[options.plan.fromPlan] {
        try PlannedSheet(contentsOf: FilePath(planFile), root: request.root)
      } else {
        try await plan(request)
      }
    let run = try await SheetRun(sheet, request)
    let notes = [
      sheet.notes.shortenedLabels.map(described),
      sheet.notes.largePage.map { described($0, in: job.layout) },
    ]
    let warnings = run.warnings + notes.compactMap(\.self)
    tell(sheet, run, warnings, in: .now - start)
    let report =
      if request.isDryRun {
        try dryReport(of: run, sheet.notes, request)
      } else {
        try await rendered(run, request, since: start)
      }
    var outcome = outcome
    (outcome.run, outcome.sheet) = (run, report)
    outcome.warnings = run.libraryWarnings + warnings
    outcome.unreadable = report.unreadable
    for picture in outcome.unreadable { messages.error(picture) }
    outcome.exitStatus = exitStatus(
      outcome.unreadable, run.comparison.map { ComparisonSummary($0.pairs) })
    return outcome
  }

  /// The exit status of what is done, with what cannot be read and what differs.
  private func exitStatus(
    _ unreadable: [UnreadablePicture], _ comparison: ComparisonSummary?
  ) -> Int32 {
    if !unreadable.isEmpty || comparison?.isAnyUnread == true { return 1 }
    return comparison?.isAnyDifferent == true ? 3 : 0
  }

  /// Lays out the pictures of the job, which may compare them first.
  private func plan(_ request: SheetRequest) async throws -> PlannedSheet {
    try request.checkFormat(of: job)
    return try await job.plan(for: request.output, workers: request.workers)
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

  /// Writes the documents of a plan, and prints it as a table unless one of them tells it or takes
  /// standard output.
  private func dryReport(
    of run: SheetRun, _ notes: PlanningNotes, _ request: SheetRequest
  ) throws -> SheetReport {
    let report = try run.writeDocuments()
    noteOlder(report.olderFiles)
    let isTold = request.documents.contains {
      $0.kind.scope == .sheet || $0.output == .standardOutput
    }
    if !isTold {
      try StandardOutput.write(
        "\(PlanTable(run: run, cells: notes.cells, takenCells: notes.takenCells))")
    }
    return report
  }

  /// Renders the pages, and tells how it went.
  private func rendered(
    _ run: SheetRun, _ request: SheetRequest, since start: ContinuousClock.Instant
  ) async throws -> SheetReport {
    if Terminal.standardOutput.isTerminal,
      let page = run.sheet.renderedPages.first(where: { $0.output == .standardOutput })
    {
      throw CommandError(
        "\(page.format.noun) is not written to a terminal; name a file with --output, or redirect "
          + "standard output")
    }
    var bar = ProgressBar(isShown: Terminal.standardError.isCapable && !messages.isQuiet)
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
    if report.smallerInside + report.notInside > 0 {
      let missing = report.notInside > 0 ? ", and \(report.notInside) missing" : ""
      messages.note(
        "\(report.smallerInside.counted("picture")) \(report.smallerInside == 1 ? "is" : "are") "
          + "smaller in the page than in \(report.smallerInside == 1 ? "its file" : "their files")"
          + "\(missing), as --embed is \(request.embeddingLimit?.description ?? "none")")
    }
    let duration = ContinuousClock.now - start
    messages.detail("done in \(duration.rounded) with \(request.workers.counted("worker"))")
    messages.result("\(RunSummary(report: report, duration: duration))")
    noteLargeFile(among: report.pages, of: run)
    return report
  }

  /// Names the option for an exact file that mail often does not take, if its pixels are photographs'.
  private func noteLargeFile(among pages: [WrittenPage], of run: SheetRun) {
    guard run.sheet.plan.encoding.quality == .exact,
      let largest = pages.max(by: { $0.byteCount ?? 0 < $1.byteCount ?? 0 }),
      let byteCount = largest.byteCount, byteCount > 10_000_000,
      run.sheet.renderedPages.contains(where: {
        $0.output == largest.output && $0.format.exactReason != nil
      })
    else { return }
    let pixels = pages.filter { $0.output == largest.output }
      .reduce(0) { $0 + $1.size.width * $1.size.height }
    // Exact photographs take half a byte for each pixel and more, drawings less.
    guard byteCount > pixels / 2 else { return }
    messages.note(
      "\(largest.output.quoted) is \(ByteCount(UInt64(byteCount))), as its pixels are exact; "
        + "--quality 90 makes it smaller")
  }

  private func noteOlder(_ files: [FilePath]) {
    guard let first = files.first else { return }
    messages.note(
      "\(first.quoted(ofCount: files.count)) \(files.count > 1 ? "are" : "is") left from an earlier "
        + "run with other pages")
  }

  /// Writes the documents that tell of the run, if any were asked for.
  private func writeDocuments(about outcome: inout RunOutcome) {
    do {
      try outcome.writeDocuments(request)
    } catch {
      error.endIfPipeBroke()
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

  /// Ends the program, as others end, where nobody reads what it writes.
  fileprivate func endIfPipeBroke() {
    switch self as any Error {
    case SheetError.notWritten(.system(_, .brokenPipe)), OutputError.system(_, .brokenPipe),
      Errno.brokenPipe:
      cprocess_end(SIGPIPE)
    default: break
    }
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
