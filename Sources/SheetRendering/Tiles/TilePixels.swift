internal import SheetLayout
internal import SheetPictures

/// The finished pixels of a tile, or of some of its rows, in the format of the sheet.
struct TilePixels: Sendable {
  /// The whole cell, on the sheet.
  let cell: PixelRect
  /// The rows of the cell, on the sheet, that are finished.
  let rows: Range<Int>
  /// The whole part of the cell that the picture covers, on the sheet; empty if there is none.
  let image: PixelRect
  /// The rows of the image that are among ``rows``, without padding.
  var bytes: [UInt8]
  /// Whether the edges of the picture vanish on their ground, so that a hairline shows them.
  var vanishes = false
  /// The texts on the tile.
  var texts: [PlacedText] = []
  /// The reason why rows of the picture are missing, as a fragment; nil if none are.
  var missingReason: String?
  /// The crop around the subject of the picture, if it was searched for.
  var crop: Rect?

  /// Whether the cell has no picture, and so nothing to draw a border around.
  var isEmpty: Bool { image.width == 0 }

  /// The rows of the image, on the sheet, that are finished.
  var imageRows: Range<Int> { (image.y..<image.maxY).clamped(to: rows) }
}

/// A rendered tile or strip.
///
/// It has the reason if it is a placeholder, or lacks rows.
struct RenderedTile: Sendable {
  /// The picture's index in ``SheetPlan/pictures``.
  let index: Int
  var pixels: TilePixels
  let unreadable: UnreadablePicture?
  /// Whether the whole tile is rendered now.
  let endsTile: Bool
  /// The picture, if it was taken out of the page.
  var picture: DetachedPicture?
}

extension RenderedTile {
  /// The tile without its picture, if the picture can be taken out of the page.
  ///
  /// It must be whole, with nothing drawn over it.
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
