internal import SheetFiles
package import SheetModel
internal import SheetPictures
package import SheetPlanning
internal import SheetPlans
internal import SheetRendering

// From a plan to files: `SheetRendering` renders, composes and encodes pages, and the files are put
// in place together. `Planning.swift` makes the plan.

extension SheetRun {
  /// Renders the pages, and writes them and the documents about them.
  ///
  /// Existing files are replaced only when all new ones are complete, and then all together. On
  /// failure they remain unchanged, except for files named by
  /// ``ContactSheetError/partlyReplaced(_:new:old:)``. The existing file of a page also remains if
  /// none of the page's pictures can be read.
  ///
  /// - Parameter progress: Called with the number of finished tiles and the total number of tiles.
  /// - Returns: The pages, and the pictures that could not be read.
  /// - Throws: ``ContactSheetError``, and `CancellationError` when the task is cancelled.
  package func render(
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws -> SheetReport {
    precondition(!request.isDryRun, "a dry run renders nothing")
    // Pictures may turn out to be damaged when they are decoded. If such pictures are to be left
    // out, everything is repeated once without them. All others have been decoded by then, so one
    // repetition is enough.
    var run = self
    while true {
      do {
        try await run.checkPicturesForPipes()
        return try await run.write(progress)
      } catch let error as ContactSheetError where plan.unreadablePolicy == .fail {
        throw try await run.namingAll(besides: error)
      } catch let damaged as DamagedPictures {
        run = try await run.planned(again: damaged.all)
      }
    }
  }

  /// Renders the pages, and puts the files in place.
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
    let embedded = try await embeddedPage(rendered.found, files)
    times.end(.rendering)
    try addDocuments(to: &files, with: rendered.found, embedded)
    if !request.replacesForeignFiles { try outputs.checkReplaced(\.newlyReplacedFile) }
    try files.commit()
    times.end(.committing)
    let report = SheetReport(
      unreadable: unreadable(with: rendered.found.unreadable), pages: rendered.written,
      unwrittenPages: rendered.unwritten, keptPages: keptPages, times: times)
    noteRendering(report, rendered.found, embedded)
    return report
  }

  /// Writes the documents about a sheet that will be rendered later, possibly elsewhere.
  ///
  /// - Returns: The pictures known to be unreadable.
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

  /// Adds the documents that are made together with the pages.
  func addDocuments(
    to files: inout OutputSet, with found: TileFindings, _ embedded: EmbeddedPage?
  ) throws(ContactSheetError) {
    for document in documents {
      guard let prepared = document.prepared else { continue }
      try files.add(to: document.output) { (output) throws(ContactSheetError) in
        try prepared.write(found, embedded, output)
      }
      if let error = embedded?.readError { throw document.output.output.error(error) }
    }
  }
}

extension SheetJob {
  /// Plans, renders and writes the sheet.
  ///
  /// - Parameters:
  ///   - output: The destination of the sheet.
  ///   - workers: The number of pictures to decode at once, at least 1.
  ///   - notes: Receives the notes, even if the run fails.
  /// - Returns: The pages, and the pictures that could not be read.
  /// - Throws: ``ContactSheetError``, and
  ///   `CancellationError` when the task is cancelled.
  package func run(
    to output: SheetOutput, workers: Int = 2, notes: Notes = Notes()
  ) async throws -> SheetReport {
    var request = RenderRequest(output: output)
    request.workers = workers
    (request.maximumPixels, request.maximumMemory) = (maximumPixels, maximumMemory)
    let planned = try await plan(for: output, workers: workers, notes: notes)
    return try await SheetRun(planned, request).render()
  }
}
