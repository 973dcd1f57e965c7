public import SystemPackage

extension SheetPlan {
  /// Renders the selected pages and writes them and the manifest.
  ///
  /// Existing files are replaced, all together, only when all new ones are complete: on any failure
  /// they stay as they were.
  ///
  /// - Parameters:
  ///   - workers: The number of pictures to decode at once, at least 1.
  ///   - progress: Called with the number of finished tiles and the number of all tiles.
  /// - Returns: The pictures that could not be read, and pages left from an earlier run.
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
        // Errors in reading are caught where they happen, so this one is from writing.
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

  /// The documents that are written with the pages.
  var documents: [SheetDocument] {
    [manifest.map(SheetDocument.manifest(to:))].compactMap(\.self)
  }
}

/// A file about a sheet, written when the pages are complete.
///
/// To add a kind, add a function here and an entry in ``SheetPlan/documents``.
struct SheetDocument: Sendable {
  let output: SheetOutput
  /// Makes the contents of the file from the plan and the outcome of rendering it.
  let contents: @Sendable (SheetManifest) -> [UInt8]

  /// The plan and its outcome as JSON.
  static func manifest(to output: SheetOutput) -> SheetDocument {
    SheetDocument(output: output) { $0.json() }
  }
}

/// The outcome of rendering a plan.
public struct SheetReport: Equatable, Sendable {
  /// The pictures that could not be read, skipped ones first.
  public let unreadable: [UnreadablePicture]
  /// Files with names of pages of this sheet, left from an earlier run with more pages.
  public let olderPages: [FilePath]

  /// Creates a report.
  public init(unreadable: [UnreadablePicture], olderPages: [FilePath] = []) {
    self.unreadable = unreadable
    self.olderPages = olderPages
  }
}
