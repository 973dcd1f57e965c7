internal import ArgumentParser
internal import ContactSheet
internal import SheetLayout
internal import SystemPackage

/// A job with its progress and its messages.
struct SheetRun: Sendable {
  /// Where the plan comes from.
  enum Origin: Sendable {
    /// The job finds and lays out its pictures.
    case job
    /// A manifest has been made before.
    case manifest(SheetManifest, at: FilePath, overridingOutput: Bool)
  }

  let job: SheetJob
  let origin: Origin
  let isDryRun: Bool
  let progress: ProgressChoice
  let messages: Messages

  /// Makes the sheet, or prints its plan, and reports how it went.
  func report() async throws -> SheetReport {
    let clock = ContinuousClock()
    let start = clock.now
    let plan = try await plan()
    for folder in plan.emptyFolders { messages.note("\(folder)") }
    for warning in plan.warnings { messages.note(warning) }
    for path in plan.ownPages {
      messages.detail("left out '\(path.printable)', which has the name of the output")
    }
    messages.detail("planned \(plan.summary) in \(clock.now - start)")
    if isDryRun { return try printPlan(plan) }

    var bar = ProgressBar(isShown: progress.isShown && !messages.isQuiet)
    defer { bar.clear() }
    let report = try await job.render(plan) { bar.show(done: $0, total: $1) }
    bar.clear()
    if let first = report.olderPages.first {
      let others = report.olderPages.count - 1
      messages.note(
        "'\(first.printable)'\(others > 0 ? " and \(others) more are" : " is") left from an earlier "
          + "run with other pages")
    }
    messages.detail("done in \(clock.now - start) with \(job.workers.counted("worker"))")
    return report
  }

  private func plan() async throws -> SheetPlan {
    switch origin {
    case .job: return try await job.plan()
    case .manifest(let manifest, let path, let overridingOutput):
      do {
        return try await manifest.plan(for: job, overridingOutput: overridingOutput)
      } catch let error as ManifestError {
        throw SheetError.plan(path, error)
      }
    }
  }

  /// Prints the plan as a table, or as a manifest where one was asked for.
  private func printPlan(_ plan: SheetPlan) throws -> SheetReport {
    if let manifest = job.manifest {
      try SheetManifest(plan, of: job).write(to: manifest)
    } else {
      do throws(OutputError) {
        try OutputFile(writingTo: .standardOutput).write("\(PlanTable(plan: plan, job: job))".utf8)
      } catch {
        throw SheetError.notWritten(error)
      }
    }
    return SheetReport(unreadable: plan.skipped + plan.pictures.compactMap(\.unreadable))
  }
}

extension SheetRun {
  /// Carries out a run until it is done or a signal ends it, and prints how it went.
  ///
  /// - Parameters:
  ///   - messages: Where that is printed.
  ///   - run: Makes the run. It may read files; a signal ends that, too.
  /// - Throws: `ExitCode` where not all went well, once that has been printed.
  static func make(
    telling messages: Messages, _ run: @escaping @Sendable () throws -> SheetRun
  ) async throws {
    let outcome = await Outcome.first(
      of: { try await run().report() }, orSignal: Signals.arriving)
    switch outcome {
    case .finished(let report):
      for picture in report.unreadable { messages.error(picture) }
      guard report.unreadable.isEmpty else { throw ExitCode(1) }
    case .failed(SheetError.nothingReadable(let pictures)):
      for picture in pictures { messages.error(picture) }
      messages.error(described(SheetError.nothingReadable(pictures)))
      throw ExitCode(2)
    case .failed(SheetError.notWritten(.system(_, .brokenPipe))), .failed(Errno.brokenPipe):
      Signals.endWithBrokenPipe()
    case .failed(let error):
      messages.error(described(error))
      throw ExitCode(2)
    case .interrupted(let signal):
      Signals.end(with: signal)
    }
  }
}

extension SheetPlan {
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
