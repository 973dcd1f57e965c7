internal import ArgumentParser
internal import CProcess
internal import ContactSheet
internal import Glibc
internal import SheetLayout
internal import SystemPackage

/// A run of the command: a plan to be made and rendered, its progress and its messages.
struct SheetRun: Sendable {
  /// Makes the plan, or reads it, with so many workers.
  let plan: @Sendable (_ workers: Int) async throws -> SheetPlan
  /// The number of workers, where so many files can be open.
  let workers: Int
  let isDryRun: Bool
  let progress: ProgressChoice
  let messages: Messages
  /// Where a report of the run goes; nil for none.
  let report: SheetOutput?
  let replacesForeignFiles: Bool

  /// Makes the sheet, or prints its plan, and tells how it went and what was noticed in planning.
  private func report(
    workers: Int
  ) async throws -> (report: SheetReport, warnings: [String]) {
    let clock = ContinuousClock()
    let start = clock.now
    let plan = try await plan(workers)
    for folder in plan.findings.emptyFolders { messages.note(described(folder)) }
    let warnings = plan.warnings
    for warning in warnings { messages.note(warning) }
    for path in plan.findings.ownPages {
      messages.detail("left out '\(path.printable)', which has the name of the output")
    }
    messages.detail("planned \(plan.summary) in \((clock.now - start).rounded)")
    if messages.isVerbose, let crop = plan.toldCrop {
      messages.detail("cropped pictures by \(crop)")
    }
    if isDryRun { return (try printPlan(plan), warnings) }
    guard !Terminal.standardOutput.isTerminal || !plan.goesToStandardOutput else {
      throw TerminalOutputError()
    }

    var bar = ProgressBar(isShown: progress.isShown && !messages.isQuiet)
    defer { bar.clear() }
    let report = try await plan.render(workers: workers) { bar.show(done: $0, total: $1) }
    bar.clear()
    for page in report.unwrittenPages {
      messages.error(
        "no picture of '\(page.printableName)' can be read, so it is not written, and what was "
          + "there stays")
    }
    noteOlder(report.olderFiles)
    let duration = clock.now - start
    messages.detail("done in \(duration.rounded) with \(workers.counted("worker"))")
    messages.result(
      "\(RunSummary(report: report, otherFiles: plan.findings.otherFiles, duration: duration))")
    return (report, warnings)
  }

  private func noteOlder(_ files: [FilePath]) {
    guard let first = files.first else { return }
    let others = files.count - 1
    messages.note(
      "'\(first.printable)'\(others > 0 ? " and \(others) more are" : " is") left from an earlier "
        + "run with other pages")
  }

  /// Prints the plan as a table, unless standard output is a report's, or writes the documents that
  /// were asked for.
  private func printPlan(_ plan: SheetPlan) throws -> SheetReport {
    if plan.documents.manifest != nil || plan.documents.html != nil {
      try plan.writeDocuments()
      noteOlder(plan.olderPlans)
    } else if report != .standardOutput {
      do { try StandardOutput.write("\(PlanTable(plan: plan))") } catch {
        throw SheetError.notWritten(error)
      }
    }
    return SheetReport(unreadable: plan.unreadable, times: plan.findings.times)
  }
}

extension SheetRun {
  /// Carries out the run, prints how it went, and reports it where that is asked for.
  ///
  /// - Throws: `ExitCode` where not all went well, once that has been printed.
  func make() throws {
    var told = RunReport(version: CommandDescription.version)
    let start = ContinuousClock.now
    var reportsFailure = true
    do {
      let workers = try OpenFiles.workers(upTo: workers)
      let (report, warnings) = try WorkerThreads(count: workers).run {
        try await self.report(workers: workers)
      }
      (told.sheet, told.warnings, told.unreadable) = (report, warnings, report.unreadable)
      for picture in report.unreadable { messages.error(picture) }
      told.exitStatus = report.unreadable.isEmpty ? 0 : 1
    } catch SheetError.notWritten(.system(_, .brokenPipe)), Errno.brokenPipe {
      cprocess_end(SIGPIPE)
    } catch {
      if case SheetError.nothingReadable(let pictures) = error {
        for picture in pictures { messages.error(picture) }
        told.unreadable = pictures
      }
      // Then there is no place of its own for a report.
      if case SheetError.sameOutput(.report, _) = error { reportsFailure = false }
      told.error = described(error)
      told.exitStatus = 2
      messages.error(described(error))
    }
    told.duration = .now - start
    if reportsFailure { write(&told) }
    guard told.exitStatus == 0 else { throw ExitCode(told.exitStatus) }
  }

  /// Writes the report, if one was asked for.
  private func write(_ told: inout RunReport) {
    guard let report else { return }
    do {
      // Of a run that failed early, nobody has checked that the report replaces no picture.
      try told.write(
        to: report, replacesForeignFiles: replacesForeignFiles && told.exitStatus != 2)
    } catch SheetError.notWritten(.system(_, .brokenPipe)) {
      cprocess_end(SIGPIPE)
    } catch {
      messages.error(described(error))
      told.exitStatus = 2
    }
  }
}

/// A sheet was to be shown by a terminal.
private struct TerminalOutputError: Error, CustomStringConvertible {
  let description =
    "a PNG is not written to a terminal; name a file with --output, or redirect standard output"
}

extension SheetPlan {
  /// Whether a page of those that are rendered goes to standard output.
  fileprivate var goesToStandardOutput: Bool {
    (try? selectedPages().contains { $0.output == .standardOutput }) ?? false
  }

  /// The plan in a few words.
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
