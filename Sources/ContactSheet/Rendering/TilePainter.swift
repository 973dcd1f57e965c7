internal import SheetImaging
internal import SheetLayout

/// Turns a tile's rows of light into its finished pixels: painted and upright.
///
/// They come in strips, from the top of the stored picture down.
struct TilePainter {
  private let image: PixelRect
  private let size: PixelSize
  private let orientation: Orientation
  private let painter: BackdropPainter
  private let bytesPerPixel: Int
  private var strip: UprightPixels
  private var stripRows: Range<Int>
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
    self.bytesPerPixel = bytesPerPixel
    strip = UprightPixels(orientation, width: size.width, height: 0, bytesPerPixel: bytesPerPixel)
    stripRows = 0..<0
    row = [UInt8](repeating: 0, count: size.width * bytesPerPixel)
  }

  /// Starts a strip of the next `count` rows.
  ///
  /// - Precondition: the strip before it is full, and it is all of the tile unless the rows
  ///   of the tile are seen one above the other.
  mutating func startStrip(of count: Int) {
    precondition(isFull && rowsPainted + count <= size.height, "a strip out of turn")
    precondition(count == size.height || orientation.keepsRowOrder, "part of a turned tile")
    strip = UprightPixels(
      orientation, width: size.width, height: count, bytesPerPixel: bytesPerPixel)
    stripRows = rowsPainted..<rowsPainted + count
  }

  /// Whether the strip has all of its rows.
  var isFull: Bool { rowsPainted == stripRows.upperBound }

  /// The pixels of the strip, in rows without padding.
  var pixels: [UInt8] { strip.bytes }

  /// Paints the next row of light.
  mutating func paint(_ light: Span<Float>) {
    let line = orientation.line(ofRow: rowsPainted, width: size.width, height: size.height)
      .moved(x: image.x, y: image.y)
    let painter = painter
    var span = row.mutableSpan
    painter.paint(light, at: line, into: &span)
    let row = row
    strip.setRow(rowsPainted - stripRows.lowerBound, to: row.span)
    rowsPainted += 1
  }
}

extension Orientation {
  /// Whether stored rows are seen as rows, and in the same order.
  var keepsRowOrder: Bool { !swapsSides && !reversesRowOrder }
}
