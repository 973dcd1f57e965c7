private import Glibc

/// Converts rows of any kind of picture to comparable pixels: 8-bit sRGB with alpha.
///
/// Pixels that look the same become equal: fully transparent pixels are all 0.
package final class ComparablePixels: Sendable {
  private let format: PixelFormat
  private let space: ColorSpace
  /// How samples are converted; nil for 8-bit sRGB samples, which are used unchanged.
  private let conversion: Conversion?

  private struct Conversion {
    let linearizer: RowLinearizer
    let converter: RowColorConverter?
    let painter: RowPainter
  }

  /// A converter for rows of `format` in the colours of `space`.
  package init(_ format: PixelFormat, _ space: ColorSpace) {
    (self.format, self.space) = (format, space)
    conversion =
      format.depth == .eight && space == .sRGB
      ? nil
      : Conversion(
        linearizer: RowLinearizer(format, space),
        converter: RowColorConverter(from: space, format.channels),
        painter: RowPainter(
          from: format.channels, to: PixelFormat(.rgba, .eight), over: .color(.clear)))
  }

  /// The size of a pixel of the rows, in bytes.
  package var bytesPerPixel: Int { format.bytesPerPixel }

  /// Whether pixels may be translucent.
  var haveAlpha: Bool { format.channels.hasAlpha }

  /// Whether rows of both converters have the same format and colour space, so that equal bytes
  /// mean equal pixels.
  func areEncoded(as other: ComparablePixels) -> Bool {
    format == other.format && space == other.space
  }

  /// Converts the pixels of a row.
  ///
  /// - Parameters:
  ///   - row: The row as it is stored.
  ///   - pixels: The same number of pixels: red in the low byte, then green, blue and straight
  ///     alpha.
  package func convert(_ row: Span<UInt8>, into pixels: inout MutableSpan<UInt32>) {
    precondition(row.count == pixels.count * bytesPerPixel, "a row of the wrong length")
    guard let conversion else { return copy(row, format.channels, into: &pixels) }
    var light = [Float](repeating: 0, count: pixels.count * format.channels.count)
    var codes = [UInt8](repeating: 0, count: pixels.count * 4)
    var lightSpan = light.mutableSpan
    conversion.linearizer.linearize(row, into: &lightSpan)
    conversion.converter?.convert(&lightSpan)
    var codeSpan = codes.mutableSpan
    conversion.painter.paint(light.span, at: PixelLine(x: 0, y: 0), into: &codeSpan)
    copy(codes.span, .rgba, into: &pixels)
  }

  private func copy(
    _ row: Span<UInt8>, _ channels: PixelFormat.Channels, into pixels: inout MutableSpan<UInt32>
  ) {
    let opaque: UInt32 = 0xFF00_0000
    switch channels {
    case .gray:
      for index in 0..<pixels.count { pixels[index] = UInt32(row[index]) &* 0x01_0101 | opaque }
    case .grayAlpha:
      for index in 0..<pixels.count {
        pixels[index] = Self.pixel(UInt32(row[2 * index]) &* 0x01_0101, row[2 * index + 1])
      }
    case .rgb:
      for index in 0..<pixels.count {
        pixels[index] = Self.color(row, 3 * index) | opaque
      }
    case .rgba:
      for index in 0..<pixels.count {
        pixels[index] = Self.pixel(Self.color(row, 4 * index), row[4 * index + 3])
      }
    }
  }

  @inline(__always)
  private static func color(_ row: Span<UInt8>, _ start: Int) -> UInt32 {
    UInt32(row[start]) | UInt32(row[start + 1]) << 8 | UInt32(row[start + 2]) << 16
  }

  @inline(__always)
  private static func pixel(_ color: UInt32, _ alpha: UInt8) -> UInt32 {
    alpha == 0 ? 0 : color | UInt32(alpha) << 24
  }
}

/// The rows of a picture around the row being compared, as pixels.
struct ComparedWindow {
  /// How far the antialiasing test looks: to neighbours of neighbours.
  static let reach = 2
  static let rowCount = 2 * reach + 1

  /// The width of the rows.
  let width: Int
  private let pixels: ComparablePixels
  /// The rows as stored, in a ring buffer indexed by row number.
  ///
  /// Empty before the first row: a small file may claim to be very wide, and allocating memory for
  /// that takes longer than finding out that the file has no rows.
  private var stored: [UInt8] = []
  private var converted: [UInt32] = []
  private var areConverted = [Bool](repeating: false, count: rowCount)

  init(width: Int, _ pixels: ComparablePixels) {
    (self.width, self.pixels) = (width, pixels)
  }

  /// Sets a row, replacing one that is out of reach.
  mutating func set(_ row: Int, to bytes: Span<UInt8>) {
    let count = width * pixels.bytesPerPixel
    precondition(bytes.count == count, "a row of the wrong length")
    if stored.isEmpty {
      stored = [UInt8](repeating: 0, count: Self.rowCount * count)
      converted = [UInt32](repeating: 0, count: Self.rowCount * width)
    }
    let slot = row % Self.rowCount
    areConverted[slot] = false
    var span = stored.mutableSpan
    var target = span._mutatingExtracting(slot * count..<(slot + 1) * count)
    target.copy(bytes)
  }

  /// Converts a row of the window, unless that has already been done.
  mutating func convert(_ row: Int) {
    let slot = row % Self.rowCount
    if areConverted[slot] { return }
    areConverted[slot] = true
    let (pixels, stored, width) = (pixels, stored, width)
    let count = width * pixels.bytesPerPixel
    var span = converted.mutableSpan
    var target = span._mutatingExtracting(slot * width..<(slot + 1) * width)
    pixels.convert(stored.span.extracting(slot * count..<(slot + 1) * count), into: &target)
  }

  /// A pixel of a converted row.
  @inline(__always)
  func pixel(_ x: Int, _ y: Int) -> UInt32 { converted[y % Self.rowCount * width + x] }

  /// The first pixels of a converted row.
  func pixels(inRow row: Int, columns: Int) -> [UInt32] {
    let start = row % Self.rowCount * width
    return Array(converted[start..<start + columns])
  }

  /// Whether the first stored bytes of a row equal the bytes of another picture's row.
  func hasBytes(of other: ComparedWindow, inRow row: Int, columns: Int) -> Bool {
    let (own, others) = (byteRange(row, columns), other.byteRange(row, columns))
    return stored.span.extracting(own).isEqual(to: other.stored.span.extracting(others))
  }

  /// Collects the columns, among the first `columns`, in which a row differs from another
  /// picture's.
  ///
  /// - Precondition: The row has been converted in both windows.
  func collectDifferences(
    from other: ComparedWindow, inRow row: Int, columns: Int, ignoring ignored: [Bool],
    into differences: inout PixelDistances
  ) {
    let slot = row % Self.rowCount
    differences.collect(
      converted.span.extracting(slot * width..<slot * width + columns),
      other.converted.span.extracting(slot * other.width..<slot * other.width + columns),
      ignoring: ignored)
  }

  private func byteRange(_ row: Int, _ columns: Int) -> Range<Int> {
    let start = row % Self.rowCount * width * pixels.bytesPerPixel
    return start..<start + columns * pixels.bytesPerPixel
  }
}

extension Span<UInt8> {
  func isEqual(to other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    return unsafe withUnsafeBytes { one in
      unsafe other.withUnsafeBytes { two in
        guard let one = one.baseAddress, let two = two.baseAddress else { return true }
        return unsafe memcmp(one, two, count) == 0
      }
    }
  }
}
