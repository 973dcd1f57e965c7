internal import SheetFiles
internal import SheetPictures
internal import SheetRendering
internal import SystemPackage

extension SheetRun {
  /// Renders the pages and writes them and the documents about them.
  ///
  /// Existing files are replaced, all together, only when all new ones are complete: on any failure
  /// they stay as they were, but for those that an ``OutputError/partlyReplaced(_:new:old:)`` names.
  /// So does the file of a page if none of its pictures can be read.
  ///
  /// - Parameter progress: Called with the number of finished tiles and the number of all tiles.
  /// - Returns: The pictures that could not be read, and pages left from an earlier run.
  /// - Throws: ``SheetError``, `PictureError`, and `CancellationError` when the task is cancelled.
  public func render(
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws -> SheetReport {
    precondition(!request.isDryRun, "a dry run renders nothing")
    var times = times
    let start = ContinuousClock.now
    let oldFiles = outputs.removeLeftovers(kept: keptPages, pageNames)
    guard !sheet.renderedPages.isEmpty else {
      // The pages that stay are all in place.
      for path in oldFiles { try? path.unlink() }
      return SheetReport(unreadable: [], keptPages: keptPages, times: times)
    }
    var files = OutputSet(removing: oldFiles, keepsUnchanged: request.keepsUnchangedFiles)
    let rendered = try await renderPages(into: &files, progress)
    guard !rendered.written.isEmpty else {
      throw PictureError.nothingReadable(sheet.unreadable(with: rendered.unreadable))
    }
    times.add(.rendering, since: start)
    let end = ContinuousClock.now
    do throws(OutputError) {
      try addDocuments(to: &files, unreadable: rendered.unreadable)
      try files.commit()
    } catch {
      throw SheetError.notWritten(error)
    }
    times.add(.placing, since: end)
    return SheetReport(
      unreadable: sheet.unreadable(with: rendered.unreadable), pages: rendered.written,
      unwrittenPages: rendered.unwritten, keptPages: keptPages,
      olderFiles: olderPages + olderDocuments, times: times)
  }

  /// Writes the documents about a sheet that is still to be made, perhaps elsewhere.
  ///
  /// - Returns: The pictures that are known to be unreadable, and documents of pages left from an
  ///   earlier run.
  /// - Throws: ``SheetError/notWritten(_:)``.
  public func writeDocuments() throws(SheetError) -> SheetReport {
    try translating(SheetError.notWritten) { () throws(OutputError) in
      let oldFiles = Leftovers.remove(
        of: documents.filter { $0.prepared != nil }.map(\.output))
      var files = OutputSet(removing: oldFiles, keepsUnchanged: request.keepsUnchangedFiles)
      try addDocuments(to: &files, unreadable: [:])
      try files.commit()
    }
    return SheetReport(unreadable: sheet.unreadable, olderFiles: olderDocuments, times: times)
  }

  /// Adds the documents that are made with the pages.
  private func addDocuments(
    to files: inout OutputSet, unreadable: [Int: UnreadablePicture]
  ) throws(OutputError) {
    for document in documents {
      guard let prepared = document.prepared else { continue }
      try files.add(prepared.contents(unreadable), to: document.output)
    }
  }

  /// What rendering came to.
  private struct RenderedPages {
    var written: [WrittenPage] = []
    var unwritten: [SheetOutput] = []
    /// The pictures that could not be read, by their index.
    var unreadable: [Int: UnreadablePicture] = [:]
  }

  private func renderPages(
    into files: inout OutputSet, _ progress: (_ done: Int, _ total: Int) -> Void
  ) async throws -> RenderedPages {
    let total = sheet.renderedPages.reduce(0) { $0 + $1.page.tiles.count }
    var done = 0
    var result = RenderedPages()
    let renderer = SheetRenderer(sheet.plan, sheet.pictures, workers: request.workers)
    let needsDigests = documents.contains(where: \.kind.needsDigests)
    for (page, output) in zip(sheet.renderedPages, outputs.pages) {
      let (page, place) = (page.page, page.output)
      if let known = unreadableAlone(on: page) {
        result.unreadable.merge(known) { first, _ in first }
        result.unwritten.append(place)
        done += page.tiles.count
        progress(done, total)
        continue
      }
      guard let output else { preconditionFailure("only a dry run has pages without a folder") }
      do {
        let file = try files.opened(output)
        let found = try await renderer.render(
          page, as: SheetFormat.named(place.names?.path), into: file.descriptor
        ) { count in
          done += count
          progress(done, total)
        }
        result.unreadable.merge(found) { first, _ in first }
        let bad = page.tiles.count { found[$0.index] != nil }
        // Not with `continue`, at which Swift 6.3 compiles for ever while `file` is alive.
        if bad < page.tiles.count || page.tiles.isEmpty || sheet.plan.comparison != nil {
          let byteCount = file.byteCount
          let digest = needsDigests ? try file.digest : nil
          let isUnchanged = try files.add(file)
          result.written.append(
            WrittenPage(
              page, place, unreadableCount: bad, byteCount: byteCount, digest: digest,
              isUnchanged: isUnchanged))
        } else {
          result.unwritten.append(place)
        }
      } catch let error as OutputError {
        throw SheetError.notWritten(error)
      } catch let error as Errno {
        // Errors in reading are caught where they happen, so this one is from writing.
        throw SheetError.notWritten(place.error(error))
      }
    }
    return result
  }

  /// Why none of the pictures of a page can be read, by their index; nil where some header can.
  private func unreadableAlone(on page: SheetPage) -> [Int: UnreadablePicture]? {
    let found = page.tiles.compactMap { tile in
      sheet.pictures[tile.index]?.unreadable.map { (tile.index, $0) }
    }
    guard sheet.plan.comparison == nil, !found.isEmpty, found.count == page.tiles.count
    else { return nil }
    return Dictionary(found) { first, _ in first }
  }

  /// Pages that are left from an earlier run with more of them.
  private var olderPages: [FilePath] {
    pageNames?.existingPages(besides: sheet.pages.map(\.output), where: SheetFormat.isOwnSheet)
      ?? []
  }

  /// Documents of single pages that are left from an earlier run with more pages.
  private var olderDocuments: [FilePath] {
    guard pageNames != nil else { return [] }
    return request.documents.flatMap { document -> [FilePath] in
      guard document.kind.isByPage, let names = document.output.names, names.hasPattern else {
        return []
      }
      return names.existingPages(
        besides: document.output.pages(sheet.pages.map(\.page.number)), where: document.kind.isOwn)
    }
  }
}
