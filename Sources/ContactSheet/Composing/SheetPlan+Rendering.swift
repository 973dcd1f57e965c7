public import SheetLayout
public import SystemPackage

extension SheetPlan {
  /// Renders the selected pages and writes them and the documents about them.
  ///
  /// Existing files are replaced, all together, only when all new ones are complete: on any failure
  /// they stay as they were. So does the file of a page if none of its pictures can be read.
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
    let kept = plan.pages.filter { plan.keptPages.contains($0.number) }.map(\.output)
    let pages = try plan.selectedPages()
    guard !pages.isEmpty else { return SheetReport(unreadable: [], keptPages: kept) }
    let outputs = try plan.resolvedOutputs()
    Leftovers.remove(of: outputs.pages + outputs.documents, pageNames)
    let total = pages.reduce(0) { $0 + $1.tiles.count }
    var done = 0
    var unreadable: [Int: UnreadablePicture] = [:]
    var (written, unwritten): ([WrittenPage], [SheetOutput]) = ([], [])
    let renderer = SheetRenderer(plan, workers: workers)
    var files = OutputSet(keepsUnchanged: plan.keepsUnchangedFiles)
    for (page, output) in zip(pages, outputs.pages) {
      if let known = plan.unreadableAlone(on: page) {
        unreadable.merge(known) { first, _ in first }
        unwritten.append(page.output)
        done += page.tiles.count
        progress(done, total)
        continue
      }
      do {
        let file = try files.opened(output)
        let found = try await renderer.render(
          page, as: SheetFormat.named(page.output), into: file.descriptor
        ) { count in
          done += count
          progress(done, total)
        }
        unreadable.merge(found) { first, _ in first }
        let bad = page.tiles.count { found[$0.index] != nil }
        // Not with `continue`, at which Swift 6.3 compiles for ever while `file` is alive.
        if bad < page.tiles.count || page.tiles.isEmpty {
          let byteCount = file.byteCount
          let isUnchanged = try files.add(file)
          written.append(
            WrittenPage(
              page, unreadableCount: bad, byteCount: byteCount, isUnchanged: isUnchanged))
        } else {
          unwritten.append(page.output)
        }
      } catch let error as OutputError {
        throw SheetError.notWritten(error)
      } catch let error as Errno {
        // Errors in reading are caught where they happen, so this one is from writing.
        throw SheetError.notWritten(page.output.error(error))
      }
    }
    guard !written.isEmpty else {
      throw SheetError.nothingReadable(plan.unreadable(with: unreadable))
    }
    do throws(OutputError) {
      let manifest = SheetManifest(plan, unreadable: unreadable)
      for (document, output) in zip(plan.documents, outputs.documents) {
        try files.add(document.contents(manifest), to: output)
      }
      try files.commit()
    } catch {
      throw SheetError.notWritten(error)
    }
    return SheetReport(
      unreadable: plan.unreadable(with: unreadable), pages: written, unwrittenPages: unwritten,
      keptPages: kept,
      olderFiles: (pageNames?.existingPages(
        besides: plan.pages.map(\.output), where: SheetFormat.isOwnSheet) ?? []) + olderPlans)
  }

  /// Plans of single pages that are left from an earlier run with more pages.
  public var olderPlans: [FilePath] {
    guard pageNames != nil, let manifest, let names = manifest.names, names.hasPattern else {
      return []
    }
    return names.existingPages(
      besides: manifest.pages(pages.map(\.number)), where: SheetManifest.isManifest)
  }

  /// Why none of the pictures of a page can be read, by their index; nil where some header can.
  private func unreadableAlone(on page: SheetPage) -> [Int: UnreadablePicture]? {
    let found = page.tiles.compactMap { tile in
      pictures[tile.index].unreadable.map { (tile.index, $0) }
    }
    guard !found.isEmpty, found.count == page.tiles.count else { return nil }
    return Dictionary(found) { first, _ in first }
  }

  /// The pictures that could not be read, those that were left out first.
  func unreadable(with found: [Int: UnreadablePicture]) -> [UnreadablePicture] {
    skipped.compactMap(\.unreadable) + found.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The documents that are written with the pages.
  var documents: [SheetDocument] {
    (manifest.map { SheetDocument.manifests(of: self, to: $0) } ?? [])
      + [
        (depfile?.output).map(SheetDocument.depfile(to:)), html.map(SheetDocument.html(to:)),
      ].compactMap(\.self)
  }
}

/// What a file about a sheet is.
public enum DocumentKind: String, Sendable {
  /// The plan and its outcome as JSON.
  case manifest
  /// What the sheet was made from, as a rule of Make.
  case depfile
  /// The sheets with links to their pictures, as a page for people.
  case html

  /// Whether it names the files of the pages, so that these need names.
  var namesSheet: Bool { self != .manifest }

  /// The kind in a message, as in `is not a depfile`.
  var noun: String {
    switch self {
    case .manifest, .depfile: "a \(rawValue)"
    case .html: "an HTML page"
    }
  }

  /// Whether the file at `path` is of this kind, and made by this library.
  func isOwn(_ path: FilePath) -> Bool {
    switch self {
    case .manifest: SheetManifest.isManifest(path)
    case .depfile: MakeRule.isRule(path)
    case .html: HTMLPieces.isPage(path)
    }
  }
}

/// A file about a sheet, written when the pages are complete.
///
/// To add a kind, add a case to ``DocumentKind``, a function here and an entry in
/// ``SheetPlan/documents``.
struct SheetDocument: Sendable {
  let kind: DocumentKind
  let output: SheetOutput
  /// Makes the contents of the file, piece by piece, from the plan and the outcome of rendering it.
  let contents: @Sendable (SheetManifest) -> AnySequence<ArraySlice<UInt8>>

  /// The plan and its outcome as JSON, or those of each selected page where the name says so.
  static func manifests(of plan: SheetPlan, to output: SheetOutput) -> [SheetDocument] {
    guard let names = output.names, names.hasPattern, let pages = try? plan.selectedPages() else {
      return [SheetDocument(kind: .manifest, output: output) { AnySequence(ManifestPieces($0)) }]
    }
    return zip(pages, output.pages(pages.map(\.number))).map { page, output in
      SheetDocument(kind: .manifest, output: output) {
        AnySequence(ManifestPieces($0.only(page)))
      }
    }
  }

  /// What the pages were made from, as a rule of Make.
  static func depfile(to output: SheetOutput) -> SheetDocument {
    SheetDocument(kind: .depfile, output: output) { $0.plan.rule?.pieces ?? AnySequence([]) }
  }

  /// The sheets with links to their pictures, as a page for people.
  static func html(to output: SheetOutput) -> SheetDocument {
    SheetDocument(kind: .html, output: output) { AnySequence(HTMLPieces($0, to: output)) }
  }
}

/// The outcome of rendering a plan.
public struct SheetReport: Equatable, Sendable {
  /// The pictures that could not be read, skipped ones first.
  public let unreadable: [UnreadablePicture]
  /// The pages that were written, in order.
  public let pages: [WrittenPage]
  /// The pages that were not written, because none of their pictures could be read; existing files
  /// stay as they were.
  public let unwrittenPages: [SheetOutput]
  /// The pages that were left as they are, because they were there and new enough.
  public let keptPages: [SheetOutput]
  /// Files with names of pages of this sheet or of their plans, left from an earlier run with more
  /// pages.
  public let olderFiles: [FilePath]

  /// Creates a report.
  public init(
    unreadable: [UnreadablePicture], pages: [WrittenPage] = [],
    unwrittenPages: [SheetOutput] = [], keptPages: [SheetOutput] = [], olderFiles: [FilePath] = []
  ) {
    self.unreadable = unreadable
    self.pages = pages
    self.unwrittenPages = unwrittenPages
    self.keptPages = keptPages
    self.olderFiles = olderFiles
  }
}

/// A page that was written.
public struct WrittenPage: Equatable, Sendable {
  /// Where it went.
  public let output: SheetOutput
  /// The size of the sheet, in pixels.
  public let size: PixelSize
  /// The number of pictures on it, those that could not be read among them.
  public let pictureCount: Int
  /// The number of pictures on it that could not be read.
  public let unreadableCount: Int
  /// The size of the file in bytes; nil for a pipe or device.
  public let byteCount: Int64?
  /// Whether the file that was there has the same bytes, and so was kept.
  public let isUnchanged: Bool

  init(_ page: SheetPage, unreadableCount: Int, byteCount: Int64?, isUnchanged: Bool) {
    output = page.output
    size = page.size
    pictureCount = page.tiles.count
    self.unreadableCount = unreadableCount
    self.byteCount = byteCount
    self.isUnchanged = isUnchanged
  }
}
