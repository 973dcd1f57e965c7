internal import SheetPNG
public import SystemPackage

extension SheetJob {
  /// Plans the sheet, renders it and writes it.
  ///
  /// - Throws: ``SheetError``, and `CancellationError` when the task is cancelled.
  public func run() async throws -> SheetReport {
    try await render(plan())
  }

  /// Renders a plan of this job and writes its pages and its manifest.
  ///
  /// An older file is replaced only by a whole new one, page by page.
  ///
  /// - Parameters:
  ///   - plan: What ``plan()`` or a manifest gave.
  ///   - progress: Called with the number of tiles that are done, and of all.
  /// - Returns: What came of it.
  /// - Throws: ``SheetError``, and `CancellationError` when the task is cancelled.
  public func render(
    _ plan: SheetPlan, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws -> SheetReport {
    let pages = try selectedPages(of: plan)
    let total = pages.reduce(0) { $0 + $1.tiles.count }
    var done = 0
    var unreadable: [Int: UnreadablePicture] = [:]
    for page in pages {
      let bad = try await render(page, of: plan) { count in
        done += count
        progress(done, total)
      }
      unreadable.merge(bad) { first, _ in first }
    }
    if let manifest {
      try SheetManifest(plan, of: self, unreadable: unreadable).write(to: manifest)
    }
    let inOrder = unreadable.sorted { $0.key < $1.key }.map(\.value)
    return SheetReport(
      unreadable: plan.skipped + inOrder, olderPages: olderPages(than: plan))
  }

  /// Renders one page into its file.
  private func render(
    _ page: SheetPage, of plan: SheetPlan, tilesDone: (Int) -> Void
  ) async throws -> [Int: UnreadablePicture] {
    let renderer = SheetRenderer(
      style: style, encoding: encoding, policy: unreadablePolicy, workers: workers)
    do {
      let file = try page.output.opened()
      let unreadable = try await renderer.render(
        page, of: plan, into: file.descriptor.rawValue, tilesDone: tilesDone)
      try file.commit()
      return unreadable
    } catch let error as OutputError {
      throw SheetError.notWritten(error)
    } catch PNGError.system(let number) {
      // Reading has its own way to fail: this one was writing.
      throw SheetError.notWritten(page.output.error(Errno(rawValue: number)))
    }
  }

  /// Files with the names of pages that `plan` does not have, as a run of more pages leaves
  /// them.
  private func olderPages(than plan: SheetPlan) -> [FilePath] {
    guard let names = output.names else { return [] }
    let current = Set(plan.pages.map(\.output))
    return names.existingPages().filter { !current.contains(.file($0)) }
  }
}

/// What came of a job.
public struct SheetReport: Equatable, Sendable {
  /// The pictures that could not be read, those that were left out first.
  public let unreadable: [UnreadablePicture]
  /// Files that have names of pages of this sheet, but are left from an earlier run.
  public let olderPages: [FilePath]

  /// Creates a report.
  public init(unreadable: [UnreadablePicture], olderPages: [FilePath] = []) {
    self.unreadable = unreadable
    self.olderPages = olderPages
  }
}
