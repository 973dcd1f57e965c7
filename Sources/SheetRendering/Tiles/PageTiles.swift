internal import SheetImaging
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans

/// Renders the tiles of a page: pictures with their labels, and placeholders for unreadable
/// pictures.
struct PageTiles: Sendable {
  let style: TileStyle
  let renderer: TileRenderer
  let lettering: Lettering
  /// The room for decoration in each cell.
  let room: CellDecoration
  /// The radius of the corners of pictures, including their decoration.
  let radius: Int
  let policy: Sheet.UnreadablePictures
  /// The watermark picture; nil if there is none.
  var watermark: WatermarkPicture?

  /// Renders a whole tile.
  ///
  /// - Throws: ``ContactSheetError/unreadable(_:)`` if the picture cannot be read and the settings
  ///   make that an error; ``ContactSheetError/unplanned(_:)`` if the picture could not be read
  ///   when the plan was made; `CancellationError` if the task is cancelled.
  func rendered(_ tile: PlannedTile, of picture: SheetPicture) throws -> RenderedTile {
    let rows = tile.cell.y..<tile.cell.maxY
    return try rendered(TileStrip(tile: StreamedTile(tile, of: picture, [rows]), rows: rows))
  }

  /// Renders the next strip of a tile, with its label, or a placeholder if that fails.
  ///
  /// A picture that turns out to be damaged keeps the strips already rendered.
  ///
  /// - Throws: The same errors as rendering a whole tile.
  func rendered(_ strip: TileStrip) throws -> RenderedTile {
    let rows = strip.rows
    let tile = strip.tile.tile
    let renderer = renderer(of: tile)
    let result = try strip.tile.pixels(inRows: rows, with: renderer)
    var pixels: TilePixels
    var unreadable: UnreadablePicture?
    switch (result, policy) {
    case (.success(let rendered), _):
      pixels = rendered
      if let watermark, let area = tile.watermark {
        try watermark.draw(in: area, over: &pixels, in: renderer.format)
      }
      for ring in tile.rings where rows.overlaps(ring.rows) {
        pixels.texts.append(PlacedText(ring: ring, on: rendered.image, in: renderer.format))
      }
      if let scaleBar = tile.scaleBar, rows.overlaps(scaleBar.outlined.rows) {
        pixels.texts += lettering.scaleBar(
          scaleBar, on: rendered.image, inRows: rows, in: renderer.format)
      }
      unreadable = rendered.missingReason.map {
        UnreadablePicture(strip.tile.picture.name, reason: $0, isIncomplete: true)
      }
      unreadable = unreadable ?? rendered.overlayDamage
      if policy == .fail, let unreadable { throw ContactSheetError.unreadable(unreadable) }
    case (.failure(let reason), _) where reason.isAbsent:
      pixels = placeholder(for: tile, rows, from: nil, because: reason)
    // Tiles keep their positions. Skipped pictures have no tile, since their damage was known when
    // the sheet was planned.
    case (.failure(let reason), .placeholder), (.failure(let reason), .skip):
      pixels = placeholder(for: tile, rows, from: strip.tile.brokenRow, because: reason)
      unreadable = reason
    case (.failure(let reason), .fail):
      throw ContactSheetError.unreadable(reason)
    }
    pixels.border = tile.border
    pixels.ground = ground(of: tile)
    // Only strips that the label reaches into need the label.
    if let label = tile.label, rows.overlaps(lettering.rows(ofLabel: label)) {
      pixels.texts += lettering.label(
        label, in: tile.cell, on: tile.cellBackground, format: renderer.format)
    }
    return RenderedTile(
      index: tile.index, pixels: pixels, unreadable: unreadable,
      endsTile: rows.upperBound == tile.cell.maxY)
  }

  /// The renderer of a tile, whose cell may have a background of its own.
  private func renderer(of tile: PlannedTile) -> TileRenderer {
    guard tile.cellBackground != nil else { return renderer }
    let style = style.inCell(with: tile.cellBackground)
    var own = renderer
    own.backdrop = style.pictureBackdrop
    own.startsBackdropAtPictures = style.startsBackdropAtPictures
    own.edges = own.edges?.inCell(on: style.cellBackgroundColor)
    let colors = lettering.placeholderColors(on: tile.cellBackground)
    if own.missing != nil { own.missing = colors.paper }
    own.missingStripes = colors.stripes
    return own
  }

  /// The background of a tile's cell; nil if the cell has the background of all cells.
  private func ground(of tile: PlannedTile) -> CellGround? {
    guard tile.cellBackground != nil else { return nil }
    let style = style.inCell(with: tile.cellBackground)
    return CellGround(
      backdrop: style.cellBackdrop,
      rows: style.cellColor.map { _ in
        BackdropRows(
          style.cellBackdrop, columns: tile.cell.x..<tile.cell.maxX, in: renderer.format)
      })
  }

  private func placeholder(
    for tile: PlannedTile, _ rows: Range<Int>, from brokenRow: Int?,
    because reason: UnreadablePicture
  ) -> TilePixels {
    let (image, area) = tile.placeholder(from: brokenRow, room)
    let shown = (area.y..<area.maxY).clamped(to: rows)
    // A placeholder below rendered strips has no rounded corners at the top.
    let radius = area == image ? max(0, radius - room.borderWidth - room.frameWidth) : 0
    let (box, text) = lettering.placeholder(
      for: reason, in: area, on: tile.cellBackground, radius: radius, format: renderer.format)
    let bytes = box.pixels(
      ofRows: shown.lowerBound - area.y..<shown.upperBound - area.y, in: renderer.format)
    var pixels = TilePixels(cell: tile.cell, rows: rows, image: image, bytes: bytes)
    pixels.texts += [text].compactMap(\.self)
    return pixels
  }
}

extension PlannedTile {
  /// Where a placeholder goes.
  ///
  /// - Parameters:
  ///   - brokenRow: The first row of the sheet that lacks pixels of the picture; nil if there are
  ///     no pixels at all.
  ///   - room: The decoration around pictures.
  /// - Returns: The area of the whole picture, and the part that the placeholder covers. If there
  ///   are no pixels, both are the cell's area for a picture, up to the label.
  fileprivate func placeholder(
    from brokenRow: Int?, _ room: CellDecoration
  ) -> (image: PixelRect, area: PixelRect) {
    guard let image = placement?.image, let brokenRow, brokenRow > cell.y else {
      let area = DecoratedCell(cell, room).pictureArea(besideLabel: label?.area)
      return (area, area)
    }
    var rest = image
    rest.y = min(max(image.y, brokenRow), image.maxY)
    rest.height = image.maxY - rest.y
    return (image, rest)
  }
}

/// The finished pixels of a tile, or of some of its rows, in the format of the sheet.
struct TilePixels: Sendable {
  /// The whole cell, on the sheet.
  let cell: PixelRect
  /// The finished rows of the cell, on the sheet.
  let rows: Range<Int>
  /// The whole area that the picture covers in its cell, on the sheet; empty if there is no
  /// picture.
  let image: PixelRect
  /// The rows of the image that are in ``rows``, without padding.
  var bytes: [UInt8]
  /// Whether the edges of the picture blend into the background, so that a hairline shows them.
  var vanishes = false
  /// Whether the picture is known to be opaque, so that it may have a hairline.
  var isOpaque = false
  /// The line around the picture; nil for the border of the sheet.
  var border: TileBorder?
  /// The background of the cell; nil for the background of the sheet's cells.
  var ground: CellGround?
  /// The enlarged details beside the picture.
  var details: [FramedDetail] = []
  /// The text on the tile.
  var texts: [PlacedText] = []
  /// Why rows of the picture are missing, as a fragment; nil if none are.
  var missingReason: String?
  /// Why the overlay of the picture is missing or incomplete; nil if it is not.
  var overlayDamage: UnreadablePicture?
  /// The crop around the picture's subject, if it was searched for.
  var crop: Rect?
  /// Whether the picture's samples are far below full scale, so that it looks black.
  var isFaint = false
  /// Whether at least half of the picture's samples exceed full scale, so that it looks white.
  var isClipped = false

  /// Whether the cell has no picture, and therefore nothing to draw a border around.
  var isEmpty: Bool { image.width == 0 }

  /// The finished rows of the image, on the sheet.
  var imageRows: Range<Int> { (image.y..<image.maxY).clamped(to: rows) }
}

/// The background of a single cell.
struct CellGround: Sendable {
  /// The cell's background, over the background of the sheet.
  let backdrop: Backdrop
  /// The rows of the background in the cell; nil if the background is only behind the picture.
  let rows: BackdropRows?
}

extension TilePixels {
  /// The pixels of the cell's background in a row of the sheet; nil if the cell has none.
  ///
  /// - Parameters:
  ///   - y: The row of the sheet.
  ///   - common: The rows of the background shared by all other cells; nil if these have no
  ///     background.
  /// - Returns: The pixels.
  func background(ofRow y: Int, _ common: BackdropRows?) -> SheetRows.Source? {
    if let ground { return ground.rows.map { .init(sheetRow: $0[y], from: cell.x) } }
    return common.map { .init(sheetRow: $0[y]) }
  }
}

/// A rendered tile or strip.
///
/// If it is a placeholder or lacks rows, `unreadable` says why.
struct RenderedTile: Sendable {
  /// The picture's index in ``SheetPlan/pictures``.
  let index: Int
  var pixels: TilePixels
  let unreadable: UnreadablePicture?
  /// Whether these pixels complete the tile.
  let endsTile: Bool
  /// The picture, if it was taken out of the page.
  var picture: DetachedPicture?
}

extension RenderedTile {
  /// The tile without its picture, if the picture can be taken out of the page.
  ///
  /// The picture must be whole, with nothing drawn over it.
  func detached(by pictures: PDFPagePictures?) throws -> RenderedTile {
    guard let pictures, !pixels.isEmpty, pixels.image.height > 0,
      pixels.imageRows.count == pixels.image.height,
      !pixels.texts.contains(where: { $0.area.overlaps(pixels.image) }),
      let picture = try pictures.picture(in: pixels.image, of: pixels.bytes)
    else { return self }
    var tile = self
    let count = pixels.image.width * pixels.image.height
    tile.pixels.bytes = repeatElement(picture.pixel, count: count).flatMap(\.self)
    tile.picture = picture
    return tile
  }
}
