internal import SheetLayout

/// The finished pixels of one tile or of some rows of it, in the format of its sheet.
struct TilePixels: Sendable {
  /// The whole cell, on the sheet; painted with the cell's background.
  let cell: PixelRect
  /// The rows of the cell, on the sheet, for which the pixels are there.
  let rows: Range<Int>
  /// The part of the cell that the picture covers, on the sheet; without pixels where there
  /// is none.
  let image: PixelRect
  /// The rows of the image that are among ``rows``, without padding.
  let bytes: [UInt8]
  /// What is written on the tile.
  var texts: [PlacedText]

  init(
    cell: PixelRect, rows: Range<Int>, image: PixelRect, bytes: [UInt8], texts: [PlacedText] = []
  ) {
    self.cell = cell
    self.rows = rows
    self.image = image
    self.bytes = bytes
    self.texts = texts
  }

  /// A whole tile.
  init(cell: PixelRect, image: PixelRect, bytes: [UInt8], texts: [PlacedText] = []) {
    self.init(cell: cell, rows: cell.y..<cell.maxY, image: image, bytes: bytes, texts: texts)
  }

  /// Rows of a cell that show its background only; all rows by default.
  init(emptyCell cell: PixelRect, rows: Range<Int>? = nil, texts: [PlacedText] = []) {
    self.init(
      cell: cell, rows: rows ?? cell.y..<cell.maxY,
      image: PixelRect(x: cell.x, y: cell.y, width: 0, height: 0), bytes: [], texts: texts)
  }

  /// Whether there is nothing in the cell that a border could stand around.
  var isEmpty: Bool { image.width == 0 }

  /// The rows of the image, on the sheet, whose pixels are there.
  var imageRows: Range<Int> { (image.y..<image.maxY).clamped(to: rows) }
}

/// A tile's pixels, or those of a strip of it, or what stands in for them, and why.
struct RenderedTile: Sendable {
  /// The picture's index in ``SheetPlan/pictures``.
  let index: Int
  let pixels: TilePixels
  let unreadable: UnreadablePicture?
  /// Whether nothing of the tile is left to render.
  let endsTile: Bool
}
