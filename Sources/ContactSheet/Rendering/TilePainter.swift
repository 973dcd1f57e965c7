internal import SheetImaging
internal import SheetLayout

/// Turns a tile's rows into its finished pixels: painted and upright.
///
/// They come in strips, from the top of the stored picture down.
struct TilePainter {
  private let image: PixelRect
  private let size: PixelSize
  private let orientation: Orientation
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
  ///   - bytesPerPixel: The size of a pixel of the sheet.
  init(
    _ image: PixelRect, from size: PixelSize, _ orientation: Orientation, bytesPerPixel: Int
  ) {
    self.image = image
    self.size = size
    self.orientation = orientation
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

  /// Paints the next row.
  ///
  /// - Parameter body: Writes the row as it is stored, in the format of the sheet; told where on
  ///   the sheet it will be.
  mutating func paint(_ body: (PixelLine, inout MutableSpan<UInt8>) -> Void) {
    let line = orientation.line(ofRow: rowsPainted, width: size.width, height: size.height)
      .moved(x: image.x, y: image.y)
    var span = row.mutableSpan
    body(line, &span)
    let row = row
    strip.setRow(rowsPainted - stripRows.lowerBound, to: row.span)
    rowsPainted += 1
  }
}

extension Orientation {
  /// Whether stored rows are seen as rows, and in the same order.
  var keepsRowOrder: Bool { !swapsSides && !reversesRowOrder }
}
