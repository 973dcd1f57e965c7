internal import SheetImaging
package import SheetLayout
package import SheetModel
package import SheetPictures
package import SheetPlans

/// Renders the pages of a plan into files.
package struct SheetRenderer: Sendable {
  private let plan: SheetPlan
  private let pictures: [SheetPicture?]
  private let logo: SheetPicture?
  private let watermark: WatermarkPicture?
  private let workers: Int
  private let memory: ByteLimit
  private let lettering: Lettering
  /// Whether all readable pictures have few colours.
  private let haveFewColors: Bool
  /// How many bytes of finished tiles may wait for earlier tiles; a quarter of the memory budget if
  /// that is more.
  private static let pixelsAhead = 16 << 20
  /// Whether to find the pictures that blend into the background even if the plan does not mark
  /// their edges.
  package var findsVanishing = false

  /// Creates a renderer.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - pictures: The pictures of the plan; nil for pictures whose pages are not rendered.
  ///   - logo: The picture to the right of titles; nil if there is none.
  ///   - watermark: The watermark picture; nil if there is none.
  ///   - workers: The number of tiles or bands to work on at once, at least 1.
  ///   - memory: The maximum number of bytes that all pictures in progress may hold.
  package init(
    _ plan: SheetPlan, _ pictures: [SheetPicture?], logo: SheetPicture? = nil,
    watermark: WatermarkPicture? = nil, workers: Int, within memory: ByteLimit = .standardMemory
  ) {
    self.plan = plan
    (self.pictures, self.logo, self.watermark) = (pictures, logo, watermark)
    (self.workers, self.memory) = (workers, memory)
    lettering = Lettering(plan)
    haveFewColors = pictures.lazy.compactMap(\.self).haveFewColors
  }

  /// Decodes the page's tiles, and writes each band of the sheet as soon as it is finished.
  ///
  /// - Parameters:
  ///   - page: The page to render.
  ///   - file: The file to write to, to which more pages may be added.
  ///   - format: The format of the file.
  ///   - tilesDone: Called with the number of tiles finished since the last call.
  /// - Returns: What was found out about the pictures.
  /// - Throws: `Errno` if the sheet cannot be written, ``ContactSheetError/unreadable(_:)`` if a
  ///   picture cannot be read and the settings make that an error, and `CancellationError` if the
  ///   task is cancelled.
  package func render(
    _ page: SheetPage, into file: some SheetFile, of format: SheetFormat, tilesDone: (Int) -> Void
  ) async throws -> TileFindings {
    let lettering = format.drawsOutlines ? lettering.leavingOutlines : lettering
    var colors: SheetColors?
    if format.takesColors(plan, haveFewColors) {
      colors = try await self.colors(of: page, lettering)
    }
    let encoder = try file.begin(page, colors)
    let found = try await render(
      page, with: encoder, lettering, tilesDone: tilesDone, add: { try file.add($0) },
      write: { try file.write($0) })
    try file.end(page, unreadable: found.unreadable, lettering)
    return found
  }

  /// The colours of a page; nil if there are too many, which most pages reveal in their first rows.
  private func colors(of page: SheetPage, _ lettering: Lettering) async throws -> SheetColors? {
    let survey = ColorSurvey(page.size, plan.format)
    var colors = SheetColors(bytesPerPixel: survey.bytesPerPixel)
    do {
      _ = try await render(page, with: survey, lettering, write: { try colors.add($0) })
    } catch is TooManyColors {
      return nil
    }
    return colors
  }

  /// The pixels of the logo on a page, over the page's background; nil if there is none.
  private func pixels(ofLogoOn page: SheetPage) throws -> TilePixels? {
    guard let area = page.logo?.area, let logo else { return nil }
    return try logo.drawnWhole(in: area, plan.format, over: plan.style.background, as: .logo)
  }

  // Workers decode tiles and encode bands. Bands come first, because they release tiles. Tiles and
  // bands are consumed in the order of the sheet, so the file does not depend on the number of
  // workers.
  private func render<Encoder: BandEncoder>(
    _ page: SheetPage, with encoder: Encoder, _ lettering: Lettering,
    tilesDone: (Int) -> Void = { _ in },
    add: (DetachedPicture) throws -> Void = { _ in }, write: (Encoder.Band) throws -> Void
  ) async throws -> TileFindings {
    let logo = try pixels(ofLogoOn: page)
    let texts = try lettering.pageTexts(page.drawnTexts, in: plan.format, within: memory)
    // These bytes are held until the end of the page, in addition to all tiles.
    let heldBytes =
      encoder.heldBytes + (logo?.bytes.count ?? 0) + texts.heldBytes
      + (try watermark?.prepare(for: page) ?? 0)
    let left = ByteLimit(max(memory.value / 4, memory.value - heldBytes, 1))
    let work = PageWork(
      page, of: plan, pictures, with: encoder, lettering, texts, logo: logo, watermark: watermark,
      findsVanishing: findsVanishing, within: left)
    var memory = MemoryBudget(left.value)
    let workers = workers
    let mostAhead = max(Self.pixelsAhead, memory.limit / 4)
    let bandBytes = encoder.bytesInProgress(rowBytes: plan.format.bytesPerPixel * page.size.width)
    var bands = SheetBands(encoder, reach: work.reach)
    var found = TileFindings()

    try await withThrowingTaskGroup(of: PageWork<Encoder>.Result.self) { group in
      var waiting = WaitingTiles(work.tiles)
      var tiles = OrderedResults<(rendered: [RenderedTile], pixels: Int)>(workers: workers)
      /// The number of bytes in the pixels of tiles that were started but not yet taken by a band.
      var ahead = 0
      var encoded = OrderedResults<(band: Encoder.Band, bytes: Int)>(workers: workers)
      var running = 0

      func startMore() {
        while running < workers {
          if bands.hasNext {
            // If there is not enough memory for a band, do not start a tile instead: tiles would
            // pile up, because all later bands wait for this one. One band may always proceed,
            // however much memory tiles hold, since it releases tiles.
            guard encoded.hasRoom, case let isTaken = memory.take(bandBytes),
              isTaken || encoded.isEmpty, let (band, tiles) = bands.next()
            else { return }
            let bytes = isTaken ? bandBytes : 0
            let number = encoded.start()
            group.addTask { .band(number, try work.encoded(band, of: tiles), bytes: bytes) }
          } else if tiles.hasRoom,
            case let pixels = waiting.nextPixelBytes(in: plan.format),
            tiles.isEmpty || ahead + pixels <= mostAhead,
            let next = waiting.next(within: &memory, canWait: running > 0)
          {
            let number = tiles.start()
            ahead += pixels
            group.addTask {
              .tiles(number, try work.rendered(next), bytes: next.givenBytes, pixels: pixels)
            }
          } else {
            return
          }
          running += 1
        }
      }

      if waiting.isEmpty { bands.finish() }
      startMore()
      while let result = try await group.next() {
        try Task.checkCancellation()
        running -= 1
        switch result {
        case .tiles(let number, let rendered, let bytes, let pixels):
          memory.giveBack(bytes)
          for tile in rendered { waiting.finish(tile.index) }
          tiles.finish(number, (rendered, pixels))
        case .band(let number, let band, let bytes): encoded.finish(number, (band, bytes))
        }
        while let (rendered, pixels) = tiles.next() {
          ahead -= pixels
          for tile in rendered {
            found.unreadable[tile.index] = tile.unreadable
            if let crop = tile.pixels.crop { found.crops[tile.index] = crop }
            if tile.pixels.isFaint { found.faint.insert(tile.index) }
            if tile.pixels.isClipped { found.clipped.insert(tile.index) }
            if findsVanishing, tile.pixels.vanishes { found.vanishing.insert(tile.index) }
            if let picture = tile.picture { try add(picture) }
            bands.add(tile.pixels)
          }
          tilesDone(rendered.count { $0.endsTile })
        }
        if waiting.isEmpty, tiles.isEmpty { bands.finish() }
        startMore()
        while let (band, bytes) = encoded.next() {
          try write(band)
          memory.giveBack(bytes)
        }
        startMore()
      }
    }
    return found
  }
}

/// What was found out about the pictures of a sheet while decoding them.
package struct TileFindings: Sendable {
  /// Unreadable pictures, by index.
  package var unreadable: [Int: UnreadablePicture] = [:]
  /// The crops found around subjects, by index.
  package var crops: [Int: Rect] = [:]
  /// The indices of pictures whose samples are far below full scale.
  package var faint: Set<Int> = []
  /// The indices of pictures at least half of whose samples exceed full scale.
  package var clipped: Set<Int> = []
  /// The indices of pictures that blend into the background, if they were looked for.
  package var vanishing: Set<Int> = []

  package init() {}

  /// Adds the findings about other pictures.
  package mutating func merge(_ others: TileFindings) {
    unreadable.merge(others.unreadable) { first, _ in first }
    crops.merge(others.crops) { first, _ in first }
    faint.formUnion(others.faint)
    clipped.formUnion(others.clipped)
    vanishing.formUnion(others.vanishing)
  }
}

/// The work on one page, which workers may do in any order and at any time.
struct PageWork<Encoder: BandEncoder>: Sendable {
  /// A finished piece of work, with its number in the order of the sheet.
  enum Result: Sendable {
    case tiles(Int, [RenderedTile], bytes: Int, pixels: Int)
    case band(Int, Encoder.Band, bytes: Int)
  }

  private let encoder: Encoder
  /// The tiles, in the order in which the sheet needs them.
  let tiles: [TileWork]

  /// The number of rows that may be drawn above and below a tile.
  let reach: Int

  private let pictures: [SheetPicture?]
  private let pageTiles: PageTiles
  private let composer: SheetComposer

  init(
    _ page: SheetPage, of plan: SheetPlan, _ pictures: [SheetPicture?], with encoder: Encoder,
    _ lettering: Lettering, _ texts: PageTexts, logo: TilePixels? = nil,
    watermark: WatermarkPicture? = nil, findsVanishing: Bool = false, within memory: ByteLimit
  ) {
    let (style, format) = (plan.style, plan.format)
    self.encoder = encoder
    tiles = TileWork.work(
      for: page, of: pictures, in: format, isWhole: encoder.pictures != nil,
      within: memory.value)
    self.pictures = pictures
    let background = BackdropRows(style.background, width: page.size.width, in: format)
    let cellBackground = style.cellColor.map {
      BackdropRows(style.background.covered(by: $0), width: page.size.width, in: format)
    }
    let room = style.decoration.room(label: plan.type.label)
    let found = VanishingEdges(plan, areFound: findsVanishing)
    // Edges that are found but need not be marked are not drawn.
    let edges = style.marksEdges ? found : nil
    reach = edges?.width ?? 0
    pageTiles = PageTiles(
      style: style,
      renderer: TileRenderer(
        format: format, filter: style.filter, light: style.light, isGrayscale: style.isGrayscale,
        sharpening: style.sharpening, backdrop: style.pictureBackdrop,
        startsBackdropAtPictures: style.startsBackdropAtPictures,
        missing: plan.showsIncomplete ? lettering.placeholderColors.paper : nil,
        missingStripes: lettering.placeholderColors.stripes,
        edges: found,
        growsByWholeFactors: style.growth == .byWholeFactors && style.scaling == .fit
          && plan.comparison == nil),
      lettering: lettering, room: room, radius: style.decoration.radius,
      policy: plan.unreadablePolicy, watermark: watermark)
    var decoration: TileDecoration?
    if !style.decoration.isInvisible {
      decoration = TileDecoration(
        style.decoration, room: room, in: format, background: background,
        cellBackground: cellBackground)
    }
    let ground = style.background.colors[0]
    let bars: [(any PageMark)?] = page.bars.map { ColorBar($0, of: plan, in: format) }
    let marks: [(any PageMark)?] = [
      EmptyCells(page.emptyCells, of: plan, on: cellBackground),
      PageLines(page.cutMarks, ground.inkToReadOn, in: format),
      PageLines(page.rules, PageLines.ruleColor(on: ground), in: format), logo,
    ]
    composer = SheetComposer(
      width: page.size.width, background: background, cellBackground: cellBackground,
      decoration: decoration, edges: edges, marks: (bars + marks).compactMap(\.self),
      texts: texts)
  }

  /// Renders tiles, or a strip of one.
  func rendered(_ work: TileWork) throws -> [RenderedTile] {
    switch work {
    case .batch(let tiles, _):
      try tiles.map {
        try pageTiles.rendered($0, of: pictures.probed($0.index)).detached(by: encoder.pictures)
      }
    case .strip(let strip):
      [try pageTiles.rendered(strip)]
    }
  }

  /// Composes and encodes a band; `tiles` are all the tiles that reach into it.
  func encoded(_ band: Int, of tiles: [TilePixels]) throws -> Encoder.Band {
    try Task.checkCancellation()
    let rows = composer.compose(encoder.rowsNeeded(forBand: band), of: tiles)
    return try encoder.encode(band: band, from: rows.span)
  }
}

extension [SheetPicture?] {
  /// The picture at an index, which must be on a page being rendered.
  func probed(_ index: Int) -> SheetPicture {
    guard let picture = self[index] else {
      preconditionFailure("the pictures of rendered pages are probed")
    }
    return picture
  }
}
