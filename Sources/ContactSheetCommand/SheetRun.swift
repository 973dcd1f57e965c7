internal import ContactSheet
internal import SheetLayout

/// A job with its progress and its messages.
struct SheetRun: Sendable {
  let job: SheetJob
  let progress: ProgressChoice
  let messages: Messages

  /// Makes the sheet and says how it went.
  func report() async throws -> SheetReport {
    let clock = ContinuousClock()
    let start = clock.now
    let plan = try await job.plan()
    for folder in plan.emptyFolders { messages.note("\(folder)") }
    for path in plan.ownPages {
      messages.detail("left out '\(path.printable)', which has the name of the output")
    }
    messages.detail("planned \(plan.summary) in \(clock.now - start)")

    var bar = ProgressBar(isShown: progress.isShown && !messages.isQuiet)
    defer { bar.clear() }
    let report = try await job.render(plan) { bar.show(done: $0, total: $1) }
    messages.detail("done in \(clock.now - start) with \(job.workers) workers")
    return report
  }
}

extension SheetPlan {
  /// What a person wants to know of a plan.
  fileprivate var summary: String {
    var parts = ["\(sources.count) pictures"]
    if let rows, let columns { parts.append("\(rows) rows of \(columns)") }
    parts += pages.map { "a sheet of \($0.size.width) x \($0.size.height)" }
    return parts.joined(separator: ", ")
  }
}
