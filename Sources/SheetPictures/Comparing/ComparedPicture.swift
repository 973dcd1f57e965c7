internal import SheetImaging
internal import SheetLayout

/// One of two pictures that are compared: its rows in the direction in which that happens.
final class ComparedPicture {
  /// The size in that direction.
  let size: PixelSize
  /// What its rows are.
  let pixels: ComparablePixels
  private let source: any PictureSource
  private let rows: any PictureRows

  /// The most memory that a picture takes that is held whole, as for interlaced ones.
  private static let maximumBytes = 1 << 30

  /// Opens a picture.
  ///
  /// - Throws: ``UnreadablePicture`` and ``PictureError``.
  init(_ source: any PictureSource, _ header: PictureHeader, turned orientation: Orientation) throws
  {
    self.source = source
    pixels = ComparablePixels(header.format, header.colorSpace)
    let stored = try naming(source) { try source.rows(as: header) }
    guard header.orientation != orientation else {
      (size, rows) = (header.size, stored)
      return
    }
    let bytes = Double(header.size.width) * Double(header.size.height)
    guard bytes * Double(header.format.bytesPerPixel) <= Double(Self.maximumBytes) else {
      throw UnreadablePicture(
        name: source.name,
        reason: "it is stored in another direction than what it is compared with, and too large to "
          + "be turned in memory; save both in one direction")
    }
    let turned = try naming(source) { try TurnedRows(stored, header) }
    (size, rows) = (turned.size, turned)
  }

  /// Hands out the next row.
  func next(_ body: (Span<UInt8>) -> Void) throws {
    try naming(source) { try rows.next(body) }
  }

  /// Checks the end of the file.
  func finish() throws {
    try naming(source) { try rows.finish() }
  }
}

/// The rows of a picture that is turned upright, and held whole for that.
private final class TurnedRows: PictureRows {
  let size: PixelSize
  private let pixels: UprightPixels
  private let rowBytes: Int
  private var rowsTaken = 0

  /// Reads a picture to its end.
  init(_ rows: any PictureRows, _ header: PictureHeader) throws {
    let stored = header.size
    size =
      header.orientation.swapsSides
      ? PixelSize(width: stored.height, height: stored.width) : stored
    rowBytes = size.width * header.format.bytesPerPixel
    var pixels = UprightPixels(
      header.orientation, width: stored.width, height: stored.height,
      bytesPerPixel: header.format.bytesPerPixel)
    for row in 0..<stored.height {
      if row % 64 == 0 { try Task.checkCancellation() }
      try rows.next { pixels.setRow(row, to: $0) }
    }
    try rows.finish()
    self.pixels = pixels
  }

  func next(_ body: (Span<UInt8>) -> Void) {
    let start = rowsTaken * rowBytes
    rowsTaken += 1
    let bytes = pixels.bytes
    body(bytes.span.extracting(start..<start + rowBytes))
  }
}
