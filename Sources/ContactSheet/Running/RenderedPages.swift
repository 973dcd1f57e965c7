internal import SheetFiles
internal import SheetPictures
internal import SheetPlans
internal import SheetRendering
internal import SystemPackage

extension SheetRun {
  /// The outcome of rendering.
  struct RenderedPages {
    var written: [WrittenPage] = []
    var unwritten: [SheetOutput] = []
    var found = TileFindings()
  }

  /// Renders the pages into files.
  ///
  /// - Throws: ``DamagedPictures`` after the first file with damaged pictures, if they can be left
  ///   out.
  func renderPages(
    into files: inout OutputSet, _ progress: (_ done: Int, _ total: Int) -> Void
  ) async throws -> RenderedPages {
    let total = renderedPages.reduce(0) { $0 + $1.page.tiles.count }
    var done = 0
    var result = RenderedPages()
    var renderer = SheetRenderer(
      plan, pictures, logo: logo, watermark: watermark, workers: request.workers,
      within: request.maximumMemory)
    renderer.findsVanishing = roomForHairlines != nil
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
        // Read errors are caught where they occur, so this is a write error.
        throw file.output.error(error)
      }
      if basis != nil, !result.found.unreadable.isEmpty {
        let rest = outputs.files[(number + 1)...].flatMap(\.pages)
        throw DamagedPictures(all: try await decoded(rest, result.found.unreadable))
      }
    }
    return result
  }

  /// Renders all pages of a file and writes it, unless none of their pictures can be read.
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
      let kept = KeptSheet(plan, in: pixels.descriptor)
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
      plan.showsAnything(page.page) { result.found.unreadable[$0]?.isIncomplete == false }
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

  /// The properties that a file states apart from its pixels, with another quality if one is given.
  func properties(of file: OutputJob, _ quality: SheetQuality? = nil) -> SheetProperties {
    var encoding = plan.encoding
    if let quality { encoding.quality = quality }
    var properties = SheetProperties(plan.with(encoding))
    if let path = file.output.names?.path {
      properties.name = String(decoding: path.nameBytes, as: UTF8.self)
    }
    properties.version = LibraryVersion.current
    properties.time = statedTime
    properties.memory = encoderMemory(for: file.pages.map(\.page))
    let links = RelativeLinks(from: file.output.names?.path)
    properties.link = { index in
      linkedPath(of: index).flatMap(links.linkInside).map { Array($0.utf8) }
    }
    return properties
  }

  /// The memory in bytes that is left for encoding pages while the largest picture is decoded.
  func encoderMemory(for pages: [SheetPage]) -> Int {
    max(0, request.maximumMemory.value - largestPicture(on: pages))
  }

  /// The memory in bytes for decoding the picture that needs the most.
  func largestPicture(on pages: [SheetPage]) -> Int {
    var most = 0
    for page in pages.indices {
      for tile in pages[page].tiles.indices {
        most = max(most, pictures[pages[page].tiles[tile].index]?.takenBytes ?? 0)
      }
    }
    return most
  }

  /// Why each picture of a page cannot be read, by index; nil if the header of at least one picture
  /// can be read.
  private func unreadableAlone(on page: SheetPage) -> [Int: UnreadablePicture]? {
    func unreadable(_ index: Int) -> UnreadablePicture? { pictures[index]?.unreadable }
    if plan.showsAnything(page, isUnreadable: { unreadable($0) != nil }) { return nil }
    let found = page.tiles.compactMap { tile in unreadable(tile.index).map { (tile.index, $0) } }
    return Dictionary(found) { first, _ in first }
  }
}
