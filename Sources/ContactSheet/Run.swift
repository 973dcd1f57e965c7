internal import SheetFiles
package import SheetModel
internal import SheetPictures
package import SheetPlanning
internal import SheetRendering

// The way from a plan to files: render, in which `SheetRendering` also composes and encodes, and put in
// place. The way to the plan is in `Planning.swift`.

extension SheetRun {
  /// Renders the pages and writes them and the documents about them.
  ///
  /// Existing files are replaced, all together, only when all new ones are complete. On any failure
  /// they stay unchanged, except for files that an ``ContactSheetError/partlyReplaced(_:new:old:)``
  /// names. The file of a page also stays if none of the page's pictures can be read.
  ///
  /// - Parameter progress: Called with the number of finished tiles and the number of all tiles.
  /// - Returns: The pages, and the pictures that could not be read.
  /// - Throws: ``ContactSheetError``, and `CancellationError` when the task is cancelled.
  package func render(
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws -> SheetReport {
    precondition(!request.isDryRun, "a dry run renders nothing")
    // Pictures may turn out to be damaged when they are decoded. If they are to be left out, the way is
    // gone once more without them. Before that, all others are decoded, so twice is enough.
    var run = self
    while true {
      do {
        try await run.checkPicturesForPipes()
        return try await run.write(progress)
      } catch let damaged as DamagedPictures {
        run = try await run.planned(again: damaged.all)
      }
    }
  }

  /// Renders the pages, and puts the files in their places.
  private func write(
    _ progress: (_ done: Int, _ total: Int) -> Void
  ) async throws -> SheetReport {
    var times = times
    times.begin()
    let oldFiles = outputs.removeLeftovers(kept: keptPages, pageNames)
    guard !renderedPages.isEmpty else {
      // No page is rendered, and all kept pages are in place.
      for file in oldFiles { try? file.unlink() }
      return SheetReport(keptPages: keptPages, times: times)
    }
    var files = OutputSet(removing: oldFiles, keepsUnchanged: request.keepsUnchangedFiles)
    let rendered = try await renderPages(into: &files, progress)
    guard !rendered.written.isEmpty else {
      throw ContactSheetError.nothingReadable(unreadable(with: rendered.found.unreadable))
    }
    let inside = try await embeddedPage(rendered.found, files)
    times.end(.rendering)
    try addDocuments(to: &files, with: rendered.found, inside)
    try files.commit()
    times.end(.committing)
    let report = SheetReport(
      unreadable: unreadable(with: rendered.found.unreadable), pages: rendered.written,
      unwrittenPages: rendered.unwritten, keptPages: keptPages, times: times)
    noteRendering(report, rendered.found, inside)
    return report
  }

  /// Writes the documents about a sheet that will be rendered later, perhaps elsewhere.
  ///
  /// - Returns: The pictures that are known to be unreadable.
  /// - Throws: ``ContactSheetError``.
  package func writeDocuments() throws(ContactSheetError) -> SheetReport {
    let oldFiles = Leftovers.remove(of: documents.filter { $0.prepared != nil }.map(\.output))
    var files = OutputSet(removing: oldFiles, keepsUnchanged: request.keepsUnchangedFiles)
    try addDocuments(to: &files, with: TileFindings(), nil)
    try files.commit()
    noteOlder(olderDocuments)
    notes.add(unreadable.map(\.note))
    return SheetReport(unreadable: unreadable, times: times)
  }

  /// Adds the documents that are made with the pages.
  func addDocuments(
    to files: inout OutputSet, with found: TileFindings, _ inside: EmbeddedPage?
  ) throws(ContactSheetError) {
    for document in documents {
      guard let prepared = document.prepared else { continue }
      try files.add(to: document.output) { (output) throws(ContactSheetError) in
        try prepared.write(found, inside, output)
      }
      if let error = inside?.readError { throw document.output.output.error(error) }
    }
  }
}

extension SheetJob {
  /// Plans, renders and writes the sheet.
  ///
  /// - Parameters:
  ///   - output: The destination of the sheet.
  ///   - workers: The number of pictures to decode at once, at least 1.
  ///   - notes: Gets the notes, also if the run fails.
  /// - Returns: The pages, and the pictures that could not be read.
  /// - Throws: ``ContactSheetError``, and
  ///   `CancellationError` when the task is cancelled.
  package func run(
    to output: SheetOutput, workers: Int = 2, notes: Notes = Notes()
  ) async throws -> SheetReport {
    var request = RenderOptions(output: output)
    request.workers = workers
    (request.maximumPixels, request.maximumMemory) = (maximumPixels, maximumMemory)
    let planned = try await plan(for: output, workers: workers, notes: notes)
    return try await SheetRun(planned, request).render()
  }
}
