public import SystemPackage

extension SheetPlan {
  /// Renders the selected pages and writes them, with the documents about them.
  ///
  /// Older files are replaced only when everything is whole, and then all of them: on any failure
  /// they stay as they were.
  ///
  /// - Parameters:
  ///   - workers: How many pictures are decoded at once, at least 1.
  ///   - progress: Called with the number of tiles that are done, and of all.
  /// - Returns: What came of it.
  /// - Throws: ``SheetError``, and `CancellationError` when the task is cancelled.
  public func render(
    workers: Int = 2, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws -> SheetReport {
    let plan = isChecked ? self : try await checked(workers: workers)
    let outputs = try plan.resolvedOutputs()
    let pages = try plan.selectedPages()
    let total = pages.reduce(0) { $0 + $1.tiles.count }
    var done = 0
    var unreadable: [Int: UnreadablePicture] = [:]
    let renderer = SheetRenderer(plan, workers: workers)
    var files = OutputSet()
    for (page, output) in zip(pages, outputs.pages) {
      do {
        let file = try output.opened()
        let found = try await renderer.render(
          page, as: SheetFormat.named(page.output), into: file.descriptor
        ) { count in
          done += count
          progress(done, total)
        }
        unreadable.merge(found) { first, _ in first }
        try files.add(file)
      } catch let error as OutputError {
        throw SheetError.notWritten(error)
      } catch let error as Errno {
        // Reading has its own way to fail: this one was writing.
        throw SheetError.notWritten(page.output.error(error))
      }
    }
    do throws(OutputError) {
      let manifest = SheetManifest(plan, unreadable: unreadable)
      for (document, output) in zip(plan.documents, outputs.documents) {
        let file = try output.opened()
        try file.write(document.contents(manifest))
        try files.add(file)
      }
      try files.commit()
    } catch {
      throw SheetError.notWritten(error)
    }
    return SheetReport(
      unreadable: skipped.compactMap(\.unreadable)
        + unreadable.sorted { $0.key < $1.key }.map(\.value),
      olderPages: pageNames?.existingPages(besides: Set(plan.pages.map(\.output))) ?? [])
  }

  /// The files about the sheet that are written beside its pages.
  var documents: [SheetDocument] {
    [manifest.map(SheetDocument.manifest(to:))].compactMap(\.self)
  }
}

/// A file about a sheet, which is written when its pages are whole.
///
/// Another kind is a function here, and an entry in ``SheetPlan/documents``.
struct SheetDocument: Sendable {
  let output: SheetOutput
  /// What the file holds, after what came of rendering.
  let contents: @Sendable (SheetManifest) -> [UInt8]

  /// The plan as JSON, with what came of it.
  static func manifest(to output: SheetOutput) -> SheetDocument {
    SheetDocument(output: output) { $0.json() }
  }
}

/// What came of rendering a plan.
public struct SheetReport: Equatable, Sendable {
  /// The pictures that could not be read, those that were left out first.
  public let unreadable: [UnreadablePicture]
  /// Files that have names of pages of this sheet, but are left from an earlier run of more pages.
  public let olderPages: [FilePath]

  /// Creates a report.
  public init(unreadable: [UnreadablePicture], olderPages: [FilePath] = []) {
    self.unreadable = unreadable
    self.olderPages = olderPages
  }
}
