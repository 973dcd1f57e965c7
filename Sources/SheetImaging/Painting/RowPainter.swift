/// Paints rows of pictures over a backdrop, in the format of the sheet.
///
/// Pixels are composited as encoded sRGB, as in browsers, and rounded to the depth of the sheet.
/// Sharp filters overshoot the range from 0 to 1 at edges. Such values are clamped, as is
/// premultiplied colour that exceeds its alpha.
///
/// This is a class, so that passing an instance along for each row does not retain and release its
/// arrays.
package final class RowPainter: Sendable {
  /// The format of encoded rows before they are painted over the backdrop.
  private let source: PixelFormat
  private let format: PixelFormat
  private let table: EncodingTable
  /// One encoded pixel for each colour of the backdrop.
  private let backgrounds: [[UInt8]]
  /// Where on the sheet a checkerboard starts.
  private let origin: (x: Int, y: Int)
  /// Whether encoded rows need no further painting.
  private let isPlain: Bool

  /// Creates a painter for a backdrop.
  ///
  /// - Parameters:
  ///   - channels: The channels of the rows.
  ///   - format: The format to paint in. It may be grey only if the rows and the backdrop are.
  ///   - backdrop: The background to paint over. In a format without alpha, the background counts
  ///   as opaque.
  ///   - origin: Where on the sheet a checkerboard starts; nothing is painted above it or to its
  ///     left.
  ///   - light: What kind of light the rows contain.
  package init(
    from channels: PixelFormat.Channels, to format: PixelFormat, over backdrop: Backdrop,
    startingAt origin: (x: Int, y: Int) = (0, 0), _ light: ResampleLight = .linear
  ) {
    precondition(
      !format.channels.isGray || channels.isGray, "colour cannot be painted as grey")
    source = PixelFormat(channels, format.depth)
    self.format = format
    table = .table(from: light, format.depth)
    backgrounds = backdrop.colors.map { $0.pixel(in: format) }
    self.origin = origin
    isPlain =
      source == format && (!channels.hasAlpha || backdrop.colors.allSatisfy { $0.alpha == 0 })
  }

  /// The size of the samples that are painted.
  var sheetDepth: SampleDepth { format.depth }

  /// Paints pixels.
  ///
  /// - Parameters:
  ///   - row: The light of the pixels, premultiplied.
  ///   - line: The positions of the pixels on the sheet.
  ///   - bytes: The painted pixels, as many as `row` has.
  package func paint(
    _ row: Span<Float>, at line: PixelLine, into bytes: inout MutableSpan<UInt8>
  ) {
    guard !isPlain else { return table.encode(row, source.channels, into: &bytes) }
    var samples = [UInt8](repeating: 0, count: row.count * source.depth.bytes)
    var span = samples.mutableSpan
    table.encode(row, source.channels, into: &span)
    paint(samples.span, at: line, into: &bytes)
  }

  /// Paints pixels that are already in the depth and colour space of the sheet, with straight
  /// alpha.
  package func paint(
    _ samples: Span<UInt8>, at line: PixelLine, into bytes: inout MutableSpan<UInt8>
  ) {
    let (pixelBytes, sheetBytes) = (source.bytesPerPixel, format.bytesPerPixel)
    let count = samples.count / pixelBytes
    precondition(
      samples.count == count * pixelBytes && bytes.count == count * sheetBytes,
      "a row of the wrong length")
    guard backgrounds.count > 1 else {
      return blend(samples, source, over: backgrounds[0], into: &bytes, format)
    }
    var (x, y) = (line.x - origin.x, line.y - origin.y)
    var start = 0
    while start < count {
      let square = Backdrop.square(x: x, y: y)
      var end = start
      repeat {
        (x, y) = (x + line.stepX, y + line.stepY)
        end += 1
      } while end < count && Backdrop.square(x: x, y: y) == square
      var target = bytes._mutatingExtracting(start * sheetBytes..<end * sheetBytes)
      let part = samples.extracting(start * pixelBytes..<end * pixelBytes)
      blend(part, source, over: backgrounds[square], into: &target, format)
      start = end
    }
  }
}
