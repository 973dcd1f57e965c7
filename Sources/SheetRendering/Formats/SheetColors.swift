internal import SheetImaging
internal import SheetLayout

/// The colours of a sheet that has few of them.
package struct SheetColors: Equatable, Sendable {
  /// The bytes of each distinct pixel, with the first one most significant.
  private(set) var pixels: Set<UInt32> = []
  /// The pixel in the upper left corner, which is background on most sheets; nil before the first
  /// row.
  private(set) var corner: UInt32?
  /// The size of a pixel in bytes, 1 to 4.
  let bytesPerPixel: Int

  /// The maximum number of colours for which fewer bits per pixel are enough.
  ///
  /// For pixels of one byte, it is 16, the number of values of half a byte; for larger pixels, it
  /// is 256, the number of colours of a PNG palette.
  private var most: Int { bytesPerPixel == 1 ? 16 : 256 }

  init(bytesPerPixel: Int) { self.bytesPerPixel = bytesPerPixel }

  /// Adds all pixels of some rows.
  ///
  /// - Throws: ``TooManyColors``. The value cannot be used after that.
  mutating func add(_ rows: Span<UInt8>) throws(TooManyColors) {
    var last: UInt32?
    if corner == nil, !rows.isEmpty { corner = rows.pixel(at: 0, byteCount: bytesPerPixel) }
    for start in stride(from: 0, to: rows.count, by: bytesPerPixel) {
      let pixel = rows.pixel(at: start, byteCount: bytesPerPixel)
      // Most pixels equal their neighbour.
      if pixel == last { continue }
      last = pixel
      pixels.insert(pixel)
      guard pixels.count <= most else { throw TooManyColors() }
    }
  }

  /// Adds the colours of a lower part of the sheet.
  ///
  /// - Throws: ``TooManyColors``. The value cannot be used after that.
  mutating func add(_ other: SheetColors) throws(TooManyColors) {
    corner = corner ?? other.corner
    pixels.formUnion(other.pixels)
    guard pixels.count <= most else { throw TooManyColors() }
  }
}

/// A sheet has too many colours: its pixels need all of their bits.
struct TooManyColors: Error {}

/// Reads the rows of a sheet only to collect their colours.
struct ColorSurvey: BandEncoder {
  let height: Int
  /// The size of a pixel in bytes.
  let bytesPerPixel: Int
  let rowsPerBand: Int

  /// The approximate size of a band in bytes.
  private static let bandBytes = 128 * 1024

  /// Creates a survey of a sheet with this size, from rows in `format`, which must have 8 bits per
  /// sample.
  init(_ size: PixelSize, _ format: PixelFormat) {
    precondition(format.depth == .eight, "samples of 16 bits have too many colours")
    height = size.height
    bytesPerPixel = format.bytesPerPixel
    rowsPerBand = max(1, Self.bandBytes / (size.width * bytesPerPixel))
  }

  func encode(band: Int, from rows: Span<UInt8>) throws(TooManyColors) -> SheetColors {
    var colors = SheetColors(bytesPerPixel: bytesPerPixel)
    try colors.add(rows)
    return colors
  }
}

extension Span<UInt8> {
  /// The bytes of a pixel, with the first one most significant.
  func pixel(at start: Int, byteCount: Int) -> UInt32 {
    var pixel: UInt32 = 0
    for index in start..<start + byteCount { pixel = pixel << 8 | UInt32(self[index]) }
    return pixel
  }
}
