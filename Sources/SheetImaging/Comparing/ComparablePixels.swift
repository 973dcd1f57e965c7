/// Converts rows of pictures of any kind to pixels that can be compared: sRGB of 8 bits with alpha.
///
/// Pixels that look equal are equal: fully transparent pixels are all 0.
package final class ComparablePixels: Sendable {
  private let format: PixelFormat
  private let space: ColorSpace
  /// Nil if pixels are 8-bit sRGB, whose samples are used unchanged.
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

  /// Whether equal bytes of both kinds of rows are equal pixels.
  package func areEncoded(as other: ComparablePixels) -> Bool {
    format == other.format && space == other.space
  }

  /// Converts the pixels of a row.
  ///
  /// - Parameters:
  ///   - row: The row as it is stored.
  ///   - pixels: As many pixels: red in the low byte, then green, blue and straight alpha.
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
