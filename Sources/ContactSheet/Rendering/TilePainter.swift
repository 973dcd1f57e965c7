internal import SheetImaging
internal import SheetLayout

/// Turns a tile's rows of light into its finished pixels: painted and upright.
struct TilePainter {
  private let image: PixelRect
  private let size: PixelSize
  private let orientation: Orientation
  private let painter: BackdropPainter
  private var upright: UprightPixels
  private var row: [UInt8]
  private var rowsPainted = 0

  /// A painter of one tile.
  ///
  /// - Parameters:
  ///   - image: Where the tile will be on the sheet, upright.
  ///   - size: The size of the tile as its rows come.
  ///   - orientation: What makes the tile upright.
  ///   - painter: Paints a row in the format of the sheet.
  ///   - bytesPerPixel: The size of a pixel of the sheet.
  init(
    _ image: PixelRect, from size: PixelSize, _ orientation: Orientation,
    _ painter: BackdropPainter, bytesPerPixel: Int
  ) {
    self.image = image
    self.size = size
    self.orientation = orientation
    self.painter = painter
    upright = UprightPixels(
      orientation, width: size.width, height: size.height, bytesPerPixel: bytesPerPixel)
    row = [UInt8](repeating: 0, count: size.width * bytesPerPixel)
  }

  /// The tile's pixels, in rows without padding; finished with the last row of light.
  var pixels: [UInt8] { upright.bytes }

  /// Paints the next row of light.
  mutating func paint(_ light: Span<Float>) {
    let line = orientation.line(ofRow: rowsPainted, width: size.width, height: size.height)
      .moved(x: image.x, y: image.y)
    let painter = painter
    var span = row.mutableSpan
    painter.paint(light, at: line, into: &span)
    let row = row
    upright.setRow(rowsPainted, to: row.span)
    rowsPainted += 1
  }
}
