internal import SheetImaging
internal import SheetLayout

/// One of two pictures that are compared: its rows in the direction of the comparison.
final class ComparedPicture {
  /// The size in the direction of the comparison.
  let size: PixelSize
  /// The form of the pixels in its rows.
  let pixels: ComparablePixels
  private let source: any PictureSource
  private let rows: any PictureRows

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
    size = header.orientation.upright(header.size)
    rows = try naming(source) { try stored.turned(header) }
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

extension PictureRows {
  /// The rows of the picture turned upright.
  ///
  /// The picture is held whole for that.
  fileprivate func turned(_ header: PictureHeader) throws -> MemoryRows {
    let (size, bytesPerPixel) = (header.size, header.format.bytesPerPixel)
    var pixels = UprightPixels(
      header.orientation, width: size.width, height: size.height, bytesPerPixel: bytesPerPixel)
    for row in 0..<size.height {
      if row % 64 == 0 { try Task.checkCancellation() }
      try next { pixels.setRow(row, to: $0) }
    }
    try finish()
    let width = header.orientation.upright(size).width
    return MemoryRows(bytes: pixels.bytes, rowBytes: width * bytesPerPixel)
  }
}

/// The rows of pixels in memory.
package final class MemoryRows: PictureRows {
  private let bytes: [UInt8]
  private let rowBytes: Int
  private var start = 0

  /// Rows without padding, from the top down.
  package init(bytes: [UInt8], rowBytes: Int) {
    self.bytes = bytes
    self.rowBytes = rowBytes
  }

  /// Hands out the next row.
  package func next(_ body: (Span<UInt8>) -> Void) {
    let bytes = bytes
    body(bytes.span.extracting(start..<start + rowBytes))
    start += rowBytes
  }
}
