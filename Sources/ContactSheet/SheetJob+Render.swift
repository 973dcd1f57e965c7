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
  /// An older file is replaced only by a whole new one, page by page. The last page takes its
  /// place when the manifest has been written too.
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
    let renderer = SheetRenderer(plan, of: self)
    for page in pages {
      let rendered = try await render(page, with: renderer) { count in
        done += count
        progress(done, total)
      }
      unreadable.merge(rendered.unreadable) { first, _ in first }
      let endsWithManifest = manifest != nil && page.number == pages.last?.number
      try commit(
        rendered, endsWithManifest ? SheetManifest(plan, of: self, unreadable: unreadable) : nil)
    }
    let inOrder = unreadable.sorted { $0.key < $1.key }.map(\.value)
    return SheetReport(
      unreadable: plan.skipped + inOrder, olderPages: olderPages(than: plan))
  }

  /// Renders one page into its file, which does not take its place yet.
  private func render(
    _ page: SheetPage, with renderer: SheetRenderer, tilesDone: (Int) -> Void
  ) async throws -> RenderedPage {
    do {
      let file = try page.output.opened()
      let unreadable = try await renderer.render(
        page, into: file.descriptor.rawValue, tilesDone: tilesDone)
      return RenderedPage(file: file, unreadable: unreadable)
    } catch let error as OutputError {
      throw SheetError.notWritten(error)
    } catch PNGError.system(let number) {
      // Reading has its own way to fail: this one was writing.
      throw SheetError.notWritten(page.output.error(Errno(rawValue: number)))
    }
  }

  /// Puts a page in its place, and with the last one the manifest.
  private func commit(
    _ page: consuming RenderedPage, _ contents: SheetManifest?
  ) throws(SheetError) {
    do throws(OutputError) {
      guard let manifest, let contents else { return try page.file.commit() }
      let file = try contents.written(to: manifest)
      try file.flush()
      try page.file.commit()
      try file.commit()
    } catch {
      throw .notWritten(error)
    }
  }

  /// Sheets with the names of pages that `plan` does not have, as a run of more pages leaves
  /// them.
  private func olderPages(than plan: SheetPlan) -> [FilePath] {
    guard origin == nil, let names = output.names else { return [] }
    return names.existingPages(besides: Set(plan.pages.map(\.output)))
  }
}

/// A page that has been written and is not in its place yet.
private struct RenderedPage: ~Copyable {
  let file: OutputFile
  let unreadable: [Int: UnreadablePicture]
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
