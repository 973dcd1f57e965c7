internal import SheetLayout

/// The finished pixels of one tile, in the format of its sheet.
struct TilePixels: Sendable {
  /// The whole cell, on the sheet; painted with the cell's background.
  let cell: PixelRect
  /// The part of the cell that `bytes` cover, on the sheet.
  let image: PixelRect
  /// `image.height` rows of `image.width` pixels, without padding.
  let bytes: [UInt8]
  /// The text that belongs to the tile; nil for none.
  let label: TileLabel?

  init(cell: PixelRect, image: PixelRect, bytes: [UInt8], label: TileLabel? = nil) {
    self.cell = cell
    self.image = image
    self.bytes = bytes
    self.label = label
  }

  /// A cell that shows its background only.
  init(emptyCell cell: PixelRect, label: TileLabel? = nil) {
    self.init(
      cell: cell, image: PixelRect(x: cell.x, y: cell.y, width: 0, height: 0), bytes: [],
      label: label)
  }

  /// Whether there is nothing in the cell that a border could stand around.
  var isEmpty: Bool { bytes.isEmpty }
}
