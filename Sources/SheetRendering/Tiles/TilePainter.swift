internal import SheetImaging
internal import SheetLayout

/// Collects a tile's painted rows and turns them upright.
///
/// Rows come in strips, from the top of the stored picture down.
struct TilePainter {
  private let image: PixelRect
  private let size: PixelSize
  private let orientation: Orientation
  private let bytesPerPixel: Int
  private var strip: UprightPixels
  private var stripRows: Range<Int>
  private var row: [UInt8]
  /// The number of rows painted so far.
  private(set) var rowsPainted = 0
  private let overlay: DifferenceOverlay?

  /// Creates a painter for one tile.
  ///
  /// - Parameters:
  ///   - image: The area of the sheet that the upright tile covers.
  ///   - size: The size of the tile before it is rotated.
  ///   - orientation: The orientation that makes the tile upright.
  ///   - bytesPerPixel: The size of a pixel of the sheet.
  ///   - overlay: What is drawn over the rows; nil for nothing.
  init(
    _ image: PixelRect, from size: PixelSize, _ orientation: Orientation, bytesPerPixel: Int,
    overlay: DifferenceOverlay? = nil
  ) {
    self.overlay = overlay
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
  /// - Precondition: The previous strip is full. The strip is the whole tile unless the orientation
  ///   preserves the order of rows.
  mutating func startStrip(of count: Int) {
    precondition(isFull && rowsPainted + count <= size.height, "a strip out of turn")
    precondition(count == size.height || orientation.keepsRowOrder, "part of a turned tile")
    strip = UprightPixels(
      orientation, width: size.width, height: count, bytesPerPixel: bytesPerPixel)
    stripRows = rowsPainted..<rowsPainted + count
  }

  /// Whether the strip has all of its rows.
  var isFull: Bool { rowsPainted == stripRows.upperBound }

  /// The pixels of the strip, upright, in rows without padding.
  var pixels: [UInt8] { strip.bytes }

  /// The pixels of some rows of the strip, which must be the whole tile.
  func pixels(ofRows rows: Range<Int>) -> [UInt8] {
    let rowBytes = image.width * bytesPerPixel
    return Array(strip.bytes[rows.lowerBound * rowBytes..<rows.upperBound * rowBytes])
  }

  /// Reads the overlay for the next row.
  ///
  /// This way, the two pictures of a difference are read in step.
  ///
  /// - Throws: Errors of the pictures of a difference.
  func prepareRow() throws { try overlay?.prepare(rowsPainted) }

  /// Paints the next row, after it has been prepared.
  ///
  /// - Parameter body: Writes the row as stored, in the format of the sheet; receives its position
  ///   on the sheet.
  mutating func paint(_ body: (PixelLine, inout MutableSpan<UInt8>) -> Void) {
    let line = orientation.line(ofRow: rowsPainted, width: size.width, height: size.height)
      .moved(x: image.x, y: image.y)
    var span = row.mutableSpan
    body(line, &span)
    overlay?.draw(rowsPainted, into: &span)
    let row = row
    strip.setRow(rowsPainted - stripRows.lowerBound, to: row.span)
    rowsPainted += 1
  }
}

extension Orientation {
  /// Whether stored rows appear as rows, in stored order.
  var keepsRowOrder: Bool { !swapsSides && !reversesRowOrder }
}
