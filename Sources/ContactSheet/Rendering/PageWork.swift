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
  private let renderer: TileRenderer
  private let composer: SheetComposer
  private let room: CellFurniture
  private let lettering: Lettering
  private let policy: UnreadablePolicy

  init(_ page: SheetPage, of plan: SheetPlan, for job: SheetJob, _ lettering: Lettering) {
    let style = job.style
    let format = job.encoding.format(
      ofGrayPictures: plan.isGray, on: style, textColor: job.texts.color)
    let cellBackdrop = style.cellBackground.map(style.background.covered(by:))
    encoder = PNGBandEncoder(page.size, format, job.encoding)
    tiles = TileWork.work(for: page, of: plan.pictures, in: format)
    pictures = plan.pictures
    renderer = TileRenderer(
      format: format, filter: style.filter, sharpening: style.sharpening,
      backdrop: cellBackdrop ?? style.background)
    let background = BackdropRows(style.background, width: page.size.width, in: format)
    let cellBackground = cellBackdrop.map { BackdropRows($0, width: page.size.width, in: format) }
    room = style.furniture.room(label: plan.labelRoom)
    var furniture: TileFurniture?
    if !style.furniture.isInvisible {
      furniture = TileFurniture(
        style.furniture, room: room, in: format, background: background,
        cellBackground: cellBackground, cells: page.tiles.map(\.cell))
    }
    composer = SheetComposer(
      width: page.size.width, background: background, cellBackground: cellBackground,
      furniture: furniture, texts: page.texts.map { lettering.pageText($0, in: format) })
    self.lettering = lettering
    policy = job.unreadablePolicy
  }

  /// Decodes pictures.
  func rendered(_ work: TileWork) throws -> [RenderedTile] {
    switch work {
    case .batch(let tiles):
      try tiles.map {
        try RenderedTile(
          $0, of: pictures[$0.index], with: renderer, lettering, room, policy)
      }
    case .strip(let strip):
      [try RenderedTile(strip, with: renderer, lettering, room, policy)]
    }
  }

  /// Composes and encodes a band of which `tiles` are a part.
  func encoded(_ band: Int, of tiles: [TilePixels]) throws -> PNGEncodedBand {
    try Task.checkCancellation()
    let rows = composer.compose(encoder.rowsNeeded(forBand: band), of: tiles)
    return try encoder.encode(band: band, from: rows.span)
  }
}
