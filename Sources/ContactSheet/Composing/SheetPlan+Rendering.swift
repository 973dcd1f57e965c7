internal import SheetLayout
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
    var times = plan.findings.times
    guard !pages.isEmpty else { return SheetReport(unreadable: [], keptPages: kept, times: times) }
    let start = ContinuousClock.now
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
          let digest = plan.documents.report == nil ? nil : try file.digest
          let isUnchanged = try files.add(file)
          written.append(
            WrittenPage(
              page, unreadableCount: bad, byteCount: byteCount, digest: digest,
              isUnchanged: isUnchanged))
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
    times.add(.rendering, since: start)
    let end = ContinuousClock.now
    do throws(OutputError) {
      let manifest = SheetManifest(plan, unreadable: unreadable)
      for (document, output) in zip(plan.writtenDocuments, outputs.documents) {
        try files.add(document.contents(manifest), to: output)
      }
      try files.commit()
    } catch {
      throw SheetError.notWritten(error)
    }
    times.add(.placing, since: end)
    return SheetReport(
      unreadable: plan.unreadable(with: unreadable), pages: written, unwrittenPages: unwritten,
      keptPages: kept,
      olderFiles: (pageNames?.existingPages(
        besides: plan.pages.map(\.output), where: SheetFormat.isOwnSheet) ?? []) + olderPlans,
      times: times)
  }

  /// Plans of single pages that are left from an earlier run with more pages.
  public var olderPlans: [FilePath] {
    guard pageNames != nil, let manifest = documents.manifest, let names = manifest.names,
      names.hasPattern
    else { return [] }
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
}
