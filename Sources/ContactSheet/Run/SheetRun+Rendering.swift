internal import SheetFiles
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans
internal import SheetRendering
internal import SystemPackage

extension SheetRun {
  /// Renders the pages and writes them and the documents about them.
  ///
  /// Existing files are replaced, all together, only when all new ones are complete. On any failure
  /// they stay unchanged, except for files that an ``OutputError/partlyReplaced(_:new:old:)``
  /// names. The file of a page also stays if none of the page's pictures can be read.
  ///
  /// Pictures may turn out to be damaged when they are decoded, and the policy may be to leave them
  /// out. Then the remaining pictures are decoded, planned and rendered once more. In a plan that was
  /// read, and if not all pages are rendered, damaged pictures have placeholders.
  ///
  /// - Parameter progress: Called with the number of finished tiles and the number of all tiles.
  /// - Returns: The pages, and the pictures that could not be read.
  /// - Throws: ``SheetError``, `PictureError`, and `CancellationError` when the task is cancelled.
  package func render(
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws -> SheetReport {
    precondition(!request.isDryRun, "a dry run renders nothing")
    guard let replanning else { return try await renderOnce(progress) }
    do {
      // Bytes that went into a pipe cannot be recalled.
      if outputs.files.contains(where: { $0.resolved?.isReplaceable == false }) {
        let pictures = try await decoded(sheet.renderedPages, [:])
        if pictures.contains(where: { $0.unreadable != nil }) {
          throw FoundDamage(pictures: pictures)
        }
      }
      return try await renderOnce(progress)
    } catch let damage as FoundDamage {
      var again = try await SheetRun(replanning(damage.pictures + sheet.skipped), request)
      again.notes = notes
      return try await again.renderOnce(progress, isLast: true)
    }
  }

  /// Pictures that must be left out are found to be damaged.
  private struct FoundDamage: Error {
    /// All pictures of the plan, each of which has been decoded once.
    let pictures: [SheetPicture]
  }

  /// The pictures of the plan, decoded if they are on some pages, or marked as damaged.
  private func decoded(
    _ pages: some Sequence<PageDestination>, _ found: [Int: UnreadablePicture]
  ) async throws -> [SheetPicture] {
    let left = Set(pages.flatMap(\.page.tiles).map(\.index))
    let pictures = sheet.pictures.enumerated().compactMap { index, picture in
      picture.map { ($0, found[index], left.contains(index)) }
    }
    return try await decoding(
      pictures, workers: request.workers, within: request.maximumMemory.value,
      held: { picture, damage, isLeft in isLeft && damage == nil ? picture.heldBytes : 0 }
    ) { picture, damage, isLeft in
      if let damage { return picture.damaged(damage) }
      return isLeft ? try picture.decoded() : picture
    }
  }

  /// Renders the pages.
  ///
  /// Stops after a file with damaged pictures that can be left out.
  private func renderOnce(
    _ progress: (_ done: Int, _ total: Int) -> Void, isLast: Bool = false
  ) async throws -> SheetReport {
    var times = times
    times.begin()
    let oldFiles = outputs.removeLeftovers(kept: keptPages, pageNames)
    guard !sheet.renderedPages.isEmpty else {
      // No page is rendered, and all kept pages are in place.
      for file in oldFiles { try? file.unlink() }
      return SheetReport(keptPages: keptPages, times: times)
    }
    var files = OutputSet(removing: oldFiles, keepsUnchanged: request.keepsUnchangedFiles)
    let rendered = try await renderPages(into: &files, stopsAtDamage: !isLast, progress)
    guard !rendered.written.isEmpty else {
      throw PictureError.nothingReadable(sheet.unreadable(with: rendered.found.unreadable))
    }
    let inside = try await embeddedPage(rendered.found, files)
    times.end(.rendering)
    try addDocuments(to: &files, with: rendered.found, inside)
    try files.commit()
    times.end(.committing)
    let report = SheetReport(
      unreadable: sheet.unreadable(with: rendered.found.unreadable), pages: rendered.written,
      unwrittenPages: rendered.unwritten, keptPages: keptPages, times: times)
    noteRendering(report, held: rendered.found.unreadable.count, inside)
    return report
  }

  /// Adds the notes on written files.
  private func noteRendering(_ report: SheetReport, held: Int, _ inside: EmbeddedPage?) {
    notes.add(
      report.unwrittenPages.map {
        Note(
          .unwrittenPage, as: .error, about: $0.name,
          "no picture of \($0.quoted) can be read, so it is not written, and an older file stays")
      })
    notes.add(
      report.pages.filter(\.isUnchanged).map(\.output).map {
        Note(
          .unchangedFile, as: .detail, about: $0.name,
          "\($0.quoted) has these bytes already, so it stays")
      })
    noteOlder(olderPages + olderDocuments)
    if sheet.plan.unreadablePolicy == .skip, held > 0 {
      notes.add(
        Note(
          .heldPlaces,
          "\(held.counted("picture")) to be skipped \(held == 1 ? "has" : "have") a placeholder, as a "
            + "plan, or a choice of pages, fixes the places of tiles", [.count: held]))
    }
    if let inside, inside.smallerCount + inside.missingCount > 0 {
      let (count, isOne) = (inside.smallerCount, inside.smallerCount == 1)
      notes.add(
        Note(
          .smallerEmbedded,
          "\(count.counted("picture")) \(isOne ? "is" : "are") smaller in the page than in "
            + (isOne ? "its file" : "their files")
            + (inside.missingCount > 0 ? ", and \(inside.missingCount) missing" : ""),
          [.count: count]))
    }
    notes.add(largeFile(among: report.pages))
    notes.add(report.unreadable.map(\.note))
  }

  private func noteOlder(_ files: [FilePath]) {
    guard let first = files.first else { return }
    notes.add(
      Note(
        .olderFiles, about: .path(first),
        "\(first.quoted(ofCount: files.count)) \(files.count > 1 ? "are" : "is") left from an earlier "
          + "run with other pages", [.count: files.count]))
  }

  /// The note on an exact file that is too large for many mails, and that a quality makes smaller.
  func largeFile(among pages: [WrittenPage]) -> Note? {
    guard sheet.plan.encoding.quality == .exact,
      let largest = pages.max(by: { $0.byteCount ?? 0 < $1.byteCount ?? 0 }),
      let byteCount = largest.byteCount, byteCount > 10_000_000,
      let first = sheet.renderedPages.first(where: { $0.output == largest.output }),
      let exactReason = first.format.exactReason,
      exactReason(first.page.size, sheet.plan.format) == nil
    else { return nil }
    let pixels = pages.filter { $0.output == largest.output }
      .reduce(0) { $0 + $1.size.width * $1.size.height }
    // Exact photographs take half a byte for each pixel and more, drawings less.
    guard byteCount > pixels / 2 else { return nil }
    return Note(
      .largeFile, about: largest.output.name,
      "\(largest.output.quoted) is \(ByteCount(UInt64(byteCount))), as its pixels are exact")
  }

  /// Writes the documents about a sheet that will be rendered later, perhaps elsewhere.
  ///
  /// - Returns: The pictures that are known to be unreadable.
  /// - Throws: ``OutputError``.
  package func writeDocuments() throws(OutputError) -> SheetReport {
    let oldFiles = Leftovers.remove(of: documents.filter { $0.prepared != nil }.map(\.output))
    var files = OutputSet(removing: oldFiles, keepsUnchanged: request.keepsUnchangedFiles)
    try addDocuments(to: &files, with: TileFindings(), nil)
    try files.commit()
    noteOlder(olderDocuments)
    notes.add(sheet.unreadable.map(\.note))
    return SheetReport(unreadable: sheet.unreadable, times: times)
  }

  /// Adds the documents that are made with the pages.
  private func addDocuments(
    to files: inout OutputSet, with found: TileFindings, _ inside: EmbeddedPage?
  ) throws(OutputError) {
    for document in documents {
      guard let prepared = document.prepared else { continue }
      try files.add(to: document.output) { (output) throws(OutputError) in
        try prepared.write(found, inside, output)
      }
      if let error = inside?.readError { throw document.output.output.error(error) }
    }
  }

  /// The outcome of rendering.
  private struct RenderedPages {
    var written: [WrittenPage] = []
    var unwritten: [SheetOutput] = []
    var found = TileFindings()
  }

  private func renderPages(
    into files: inout OutputSet, stopsAtDamage: Bool,
    _ progress: (_ done: Int, _ total: Int) -> Void
  ) async throws -> RenderedPages {
    let total = sheet.renderedPages.reduce(0) { $0 + $1.page.tiles.count }
    var done = 0
    var result = RenderedPages()
    let renderer = SheetRenderer(
      sheet.plan, sheet.pictures, logo: sheet.logo, workers: request.workers,
      within: request.maximumMemory)
    for (number, file) in outputs.files.enumerated() {
      let known = file.pages.map { unreadableAlone(on: $0.page) }
      guard known.contains(where: { $0 == nil }) else {
        for known in known.compactMap(\.self) {
          result.found.unreadable.merge(known) { first, _ in first }
        }
        result.unwritten.append(file.output)
        done += file.pages.reduce(0) { $0 + $1.page.tiles.count }
        progress(done, total)
        continue
      }
      do {
        try await render(file, with: renderer, into: &files, &result) { count in
          done += count
          progress(done, total)
        }
      } catch let error as Errno {
        // Errors in reading are caught at the reads, so this one is from writing.
        throw file.output.error(error)
      }
      if stopsAtDamage, replanning != nil, !result.found.unreadable.isEmpty {
        let rest = outputs.files[(number + 1)...].flatMap(\.pages)
        throw FoundDamage(pictures: try await decoded(rest, result.found.unreadable))
      }
    }
    return result
  }

  /// Renders all pages of a file, which is written unless none of their pictures can be read.
  private func render(
    _ file: OutputJob, with renderer: SheetRenderer, into files: inout OutputSet,
    _ result: inout RenderedPages, tilesDone: (Int) -> Void
  ) async throws {
    guard let resolved = file.resolved else {
      preconditionFailure("only a dry run has pages without a folder")
    }
    let output = try files.opened(resolved)
    func render(into sheetFile: some SheetFile) async throws {
      for page in file.pages.map(\.page) {
        result.found.merge(
          try await renderer.render(page, into: sheetFile, of: file.format, tilesDone: tilesDone))
      }
    }
    var quality: SheetQuality?
    if let limit = request.maximumBytes {
      let (pixels, trial) = try (files.scratch(for: resolved), files.scratch(for: resolved))
      let kept = KeptSheet(sheet.plan, in: pixels.descriptor)
      try await render(into: kept)
      quality = try await encode(
        kept, as: file, within: limit, trial: trial.descriptor, into: output.descriptor)
      withExtendedLifetime((pixels, trial)) {}
    } else {
      let sheetFile = try file.format.file(output.descriptor, properties(of: file))
      try await render(into: sheetFile)
      try sheetFile.finish()
    }
    let isWorthwhile = file.pages.contains { page in
      sheet.plan.showsAnything(page.page) { result.found.unreadable[$0]?.isIncomplete == false }
    }
    guard isWorthwhile else {
      result.unwritten.append(file.output)
      return
    }
    let byteCount = output.byteCount
    let needsDigests = documents.contains(where: \.kind.needsDigests)
    let digest = needsDigests ? try output.digest : nil
    let isUnchanged = try files.add(output)
    let unreadable = result.found.unreadable
    result.written += file.pages.map { page in
      WrittenPage(
        output: file.output, size: page.page.size, pictureCount: page.page.tiles.count,
        unreadableCount: page.page.tiles.count { unreadable[$0.index]?.isIncomplete == false },
        incompleteCount: page.page.tiles.count { unreadable[$0.index]?.isIncomplete == true },
        byteCount: byteCount, digest: digest, isUnchanged: isUnchanged, quality: quality)
    }
  }

  /// The properties that a file states besides its pixels, perhaps at another quality.
  func properties(of file: OutputJob, _ quality: SheetQuality? = nil) -> SheetProperties {
    var encoding = sheet.plan.encoding
    if let quality { encoding.quality = quality }
    var properties = SheetProperties(sheet.plan.with(encoding))
    if let path = file.output.names?.path {
      properties.name = String(decoding: path.nameBytes, as: UTF8.self)
    }
    properties.version = LibraryVersion.current
    properties.time = statedTime
    let links = RelativeLinks(from: file.output.names?.path)
    properties.link = { index in sheet.linkedPath(of: index).map { Array(links.link(to: $0).utf8) }
    }
    return properties
  }

  /// The reasons why no picture of a page can be read, by their index; nil if the header of some
  /// picture can be read.
  private func unreadableAlone(on page: SheetPage) -> [Int: UnreadablePicture]? {
    func unreadable(_ index: Int) -> UnreadablePicture? { sheet.pictures[index]?.unreadable }
    if sheet.plan.showsAnything(page, isUnreadable: { unreadable($0) != nil }) { return nil }
    let found = page.tiles.compactMap { tile in unreadable(tile.index).map { (tile.index, $0) } }
    return Dictionary(found) { first, _ in first }
  }

  /// Pages that are left from an earlier run with more of them.
  private var olderPages: [FilePath] {
    pageNames?.existingPages(except: sheet.pages.map(\.output), where: SheetFormat.isOwnSheet)
      ?? []
  }

  /// Documents of single pages that are left from an earlier run with more pages.
  private var olderDocuments: [FilePath] {
    guard pageNames != nil else { return [] }
    return request.documents.filter(\.isByPage).flatMap { document in
      document.output.names?.existingPages(
        except: document.output.pages(sheet.pages.map(\.page.number)),
        where: document.kind.maker.isOwn)
        ?? []
    }
  }
}
