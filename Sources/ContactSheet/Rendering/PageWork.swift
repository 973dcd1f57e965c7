internal import SheetImaging
internal import SheetLayout
internal import SheetPNG

/// What workers do for one page, in any order and at any time.
struct PageWork: Sendable {
  /// What a worker has done; the numbers are those of the order of the sheet.
  enum Result: Sendable {
    case tiles(Int, [RenderedTile])
    case band(Int, PNGEncodedBand)
  }

  /// What makes bands of rows.
  let encoder: PNGBandEncoder
  /// The tiles, in the order in which the sheet needs them.
  let tiles: [TileWork]

  private let pictures: [ProbedPicture]
  private let pageTiles: PageTiles
  private let composer: SheetComposer

  init(_ page: SheetPage, of plan: SheetPlan, for job: SheetJob, _ lettering: Lettering) {
    let style = job.style
    let format = job.encoding.format(
      ofGrayPictures: plan.isGray, on: style, textColor: job.texts.color)
    let cellBackdrop = style.cellBackground.map(style.background.covered(by:))
    encoder = PNGBandEncoder(page.size, format, job.encoding)
    tiles = TileWork.work(for: page, of: plan.pictures, in: format)
    pictures = plan.pictures
    let background = BackdropRows(style.background, width: page.size.width, in: format)
    let cellBackground = cellBackdrop.map { BackdropRows($0, width: page.size.width, in: format) }
    let room = style.furniture.room(label: plan.labelRoom)
    pageTiles = PageTiles(
      renderer: TileRenderer(
        format: format, filter: style.filter, sharpening: style.sharpening,
        backdrop: cellBackdrop ?? style.background),
      lettering: lettering, room: room, policy: job.unreadablePolicy)
    var furniture: TileFurniture?
    if !style.furniture.isInvisible {
      furniture = TileFurniture(
        style.furniture, room: room, in: format, background: background,
        cellBackground: cellBackground, cells: page.tiles.map(\.cell))
    }
    composer = SheetComposer(
      width: page.size.width, background: background, cellBackground: cellBackground,
      furniture: furniture, texts: page.texts.map { lettering.pageText($0, in: format) })
  }

  /// Decodes pictures.
  func rendered(_ work: TileWork) throws -> [RenderedTile] {
    switch work {
    case .batch(let tiles):
      try tiles.map { try pageTiles.rendered($0, of: pictures[$0.index]) }
    case .strip(let strip):
      [try pageTiles.rendered(strip)]
    }
  }

  /// Composes and encodes a band of which `tiles` are a part.
  func encoded(_ band: Int, of tiles: [TilePixels]) throws -> PNGEncodedBand {
    try Task.checkCancellation()
    let rows = composer.compose(encoder.rowsNeeded(forBand: band), of: tiles)
    return try encoder.encode(band: band, from: rows.span)
  }
}
