import SheetPictures

/// The pixels of a sheet read from its file.
///
/// It is in this module because tests compare millions of pixels, and this module is optimised.
public struct DecodedSheet: Equatable, Sendable {
  /// The number of columns.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// The bits per channel in the file; fewer than 8 are read as 8.
  public let bitDepth: Int
  private let bytesPerPixel: Int
  private let bytes: [UInt8]

  /// Reads the pixels of a PNG.
  public init(_ file: [UInt8]) throws {
    var reader = try PNGReader(bytes: file)
    width = reader.header.width
    height = reader.header.height
    bitDepth = reader.header.bitDepth
    bytesPerPixel = reader.bytesPerRow / reader.header.width
    var bytes: [UInt8] = []
    var row = [UInt8](repeating: 0, count: reader.bytesPerRow)
    for _ in 0..<height {
      var span = row.mutableSpan
      try reader.readRow(into: &span)
      bytes += row
    }
    try reader.finish()
    self.bytes = bytes
  }

  /// A sheet with 8 bits per channel.
  public init(width: Int, height: Int, bytes: [UInt8]) {
    (self.width, self.height, bitDepth) = (width, height, 8)
    bytesPerPixel = bytes.count / (width * height)
    self.bytes = bytes
  }

  /// The size, as `WxH`.
  public var size: String { "\(width)x\(height)" }

  /// The bytes of one pixel.
  public func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    let start = (y * width + x) * bytesPerPixel
    return Array(bytes[start..<start + bytesPerPixel])
  }

  /// The red, green and blue of a pixel over white, in 8 bits.
  private func color(_ x: Int, _ y: Int) -> SIMD3<Double> {
    let start = (y * width + x) * bytesPerPixel
    let bytesPerSample = bitDepth == 16 ? 2 : 1
    let count = bytesPerPixel / bytesPerSample
    // The high byte of a 16-bit sample.
    func sample(_ index: Int) -> Double { Double(bytes[start + index * bytesPerSample]) }
    let color =
      count < 3
      ? SIMD3(repeating: sample(0)) : SIMD3(sample(0), sample(1), sample(2))
    guard count % 2 == 0 else { return color }
    let alpha = sample(count - 1)
    return (color * alpha + 255 * (255 - alpha)) / 255
  }

  /// The largest difference between samples of two sheets, ignoring some areas; nil if the sizes
  /// differ.
  public func difference(
    from other: DecodedSheet, outside areas: [(columns: Range<Double>, rows: Range<Double>)] = []
  ) -> Double? {
    guard (width, height) == (other.width, other.height) else { return nil }
    var largest = 0.0
    for y in 0..<height {
      let areas = areas.filter { $0.rows.contains(Double(y)) }
      for x in 0..<width where !areas.contains(where: { $0.columns.contains(Double(x)) }) {
        largest = max(largest, difference(from: other, x, y))
      }
    }
    return largest
  }

  /// The difference between a pixel and the same pixel of another sheet, in the channel that
  /// differs most.
  private func difference(from other: DecodedSheet, _ x: Int, _ y: Int) -> Double {
    let difference = color(x, y) - other.color(x, y)
    return max(difference.max(), -difference.min())
  }

  /// The mean difference between the pixels of two sheets in an area; each pixel counts with the
  /// channel that differs most.
  public func meanDifference(
    from other: DecodedSheet, columns: Range<Int>, rows: Range<Int>
  ) -> Double {
    var sum = 0.0
    for y in rows { for x in columns { sum += difference(from: other, x, y) } }
    return sum / Double(max(1, rows.count * columns.count))
  }

  /// The amount of ink in an area: a black pixel counts 1, a white one 0, and any other a fraction.
  public func ink(columns: Range<Int>, rows: Range<Int>) -> Double {
    var ink = 0.0
    for y in rows.clamped(to: 0..<height) {
      for x in columns.clamped(to: 0..<width) { ink += 1 - color(x, y).sum() / 765 }
    }
    return ink
  }

  /// The fraction of pixels that are neither nearly white nor nearly black.
  public var grayShare: Double {
    var count = 0
    for y in 0..<height {
      for x in 0..<width where (24...231).contains(color(x, y).x) { count += 1 }
    }
    return Double(count) / Double(width * height)
  }
}
