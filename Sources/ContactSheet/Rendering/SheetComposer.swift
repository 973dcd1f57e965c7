internal import SheetImaging
internal import SheetLayout

/// The finished pixels of one tile, in the format of its sheet.
struct TilePixels: Sendable {
  /// The whole cell, on the sheet; painted with the cell's background.
  let cell: PixelRect
  /// The part of the cell that `bytes` cover, on the sheet.
  let image: PixelRect
  /// `image.height` rows of `image.width` pixels, without padding.
  let bytes: [UInt8]

  init(cell: PixelRect, image: PixelRect, bytes: [UInt8]) {
    self.cell = cell
    self.image = image
    self.bytes = bytes
  }

  /// A cell that shows its background only.
  init(emptyCell cell: PixelRect) {
    self.init(cell: cell, image: PixelRect(x: cell.x, y: cell.y, width: 0, height: 0), bytes: [])
  }
}

/// Puts tiles together to the rows of a sheet.
struct SheetComposer: Sendable {
  private let rowBytes: Int
  private let bytesPerPixel: Int
  private let background: BackdropRows
  private let cellBackground: BackdropRows?

  /// Creates a composer for a sheet of `width` pixels.
  ///
  /// `background` and `cellBackground` are rows of that width, in the sheet's format.
  init(width: Int, background: BackdropRows, cellBackground: BackdropRows?) {
    rowBytes = background[0].count
    bytesPerPixel = rowBytes / width
    self.background = background
    self.cellBackground = cellBackground
  }

  /// The bytes of some rows of the sheet, without padding.
  ///
  /// `tiles` are all that reach into the rows; others do no harm.
  func compose(_ rows: Range<Int>, of tiles: [TilePixels]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rows.count * rowBytes)
    for y in rows { bytes.append(contentsOf: background[y]) }
    for tile in tiles {
      if let cellBackground {
        let line = tile.cell.x * bytesPerPixel..<tile.cell.maxX * bytesPerPixel
        for y in tile.cell.lines(in: rows) {
          replace(&bytes, at: tile.cell.x, y - rows.lowerBound, with: cellBackground[y][line])
        }
      }
      let lineBytes = tile.image.width * bytesPerPixel
      for y in tile.image.lines(in: rows) {
        let start = (y - tile.image.y) * lineBytes
        replace(
          &bytes, at: tile.image.x, y - rows.lowerBound,
          with: tile.bytes[start..<start + lineBytes])
      }
    }
    return bytes
  }

  private func replace(
    _ bytes: inout [UInt8], at x: Int, _ row: Int, with pixels: ArraySlice<UInt8>
  ) {
    let start = row * rowBytes + x * bytesPerPixel
    bytes.replaceSubrange(start..<start + pixels.count, with: pixels)
  }
}

extension PixelRect {
  /// Those of the rows of a sheet that this area is a part of.
  fileprivate func lines(in rows: Range<Int>) -> Range<Int> {
    (y..<maxY).clamped(to: rows)
  }
}
