/// Paints rows of pictures over a backdrop, in the format of the sheet.
///
/// Pixels are mixed as browsers mix them: as encoded sRGB, rounded to the depth of the sheet. Sharp
/// filters produce light outside 0 to 1 at edges. It is clamped, and so is premultiplied colour that
/// exceeds its alpha.
///
/// A class, so that passing it along for each row does not retain and release its arrays.
package final class RowPainter: Sendable {
  /// The format of encoded rows before they are laid over the backdrop.
  private let source: PixelFormat
  private let format: PixelFormat
  private let table: EncodingTable
  private let mixer: PixelMixer
  /// A pixel for each colour of the backdrop.
  private let grounds: [[UInt8]]
  /// Whether encoded rows are painted rows.
  private let isPlain: Bool

  /// A painter onto a backdrop.
  ///
  /// - Parameters:
  ///   - channels: The channels of the rows.
  ///   - format: The format to paint in; grey only for grey rows and a grey backdrop.
  ///   - backdrop: The ground to paint over. A format without alpha takes it as opaque.
  ///   - light: The values of rows of light.
  package init(
    from channels: PixelFormat.Channels, to format: PixelFormat, over backdrop: Backdrop,
    _ light: ResampleLight = .linear
  ) {
    precondition(
      !format.channels.isGray || channels.isGray, "colour cannot be painted as grey")
    source = PixelFormat(channels, format.depth)
    self.format = format
    table = .table(from: light, format.depth)
    mixer = PixelMixer(format)
    grounds = backdrop.colors.map { $0.pixel(in: format) }
    isPlain =
      source == format && (!channels.hasAlpha || backdrop.colors.allSatisfy { $0.alpha == 0 })
  }

  /// Paints pixels.
  ///
  /// - Parameters:
  ///   - row: The light of the pixels, premultiplied.
  ///   - line: Their positions on the sheet, which are not negative.
  ///   - bytes: The painted pixels, as many as `row` has.
  package func paint(
    _ row: Span<Float>, at line: PixelLine, into bytes: inout MutableSpan<UInt8>
  ) {
    guard !isPlain else { return encode(row, into: &bytes) }
    var samples = [UInt8](repeating: 0, count: row.count * source.depth.bytes)
    var span = samples.mutableSpan
    encode(row, into: &span)
    paint(samples.span, at: line, into: &bytes)
  }

  /// Paints pixels that have the depth and the colours of the sheet, with straight alpha.
  package func paint(
    _ samples: Span<UInt8>, at line: PixelLine, into bytes: inout MutableSpan<UInt8>
  ) {
    let (pixelBytes, sheetBytes) = (source.bytesPerPixel, format.bytesPerPixel)
    let count = samples.count / pixelBytes
    precondition(
      samples.count == count * pixelBytes && bytes.count == count * sheetBytes,
      "a row of the wrong length")
    guard grounds.count > 1 else { return lay(samples, over: grounds[0], into: &bytes) }
    var (x, y) = (line.x, line.y)
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
      lay(part, over: grounds[square], into: &target)
      start = end
    }
  }

  /// Encodes light as pixels of ``source``.
  private func encode(_ row: Span<Float>, into samples: inout MutableSpan<UInt8>) {
    precondition(samples.count == row.count * source.depth.bytes, "a row of the wrong length")
    let channels = source.channels
    switch source.depth {
    case .eight where channels.hasAlpha:
      table.encode(row, colors: channels.colorCount, into: &samples)
    case .eight:
      table.encode(row, into: &samples)
    case .sixteen:
      for pixel in stride(from: 0, to: row.count, by: channels.count) {
        let end = pixel + channels.colorCount
        var alpha = channels.hasAlpha ? (row[end] > 0 ? min(row[end], 1) : 0) : 1
        let opacity = UInt16(alpha * 65_535 + 0.5)
        // Sums of weights may miss 1 by some units in the last place.
        if opacity == 65_535 { alpha = 1 }
        for index in pixel..<end {
          let code = opacity == 0 ? 0 : table.code(for: row[index] / alpha)
          PixelMixer.put(code, into: &samples, at: 2 * index, .sixteen)
        }
        if channels.hasAlpha { PixelMixer.put(opacity, into: &samples, at: 2 * end, .sixteen) }
      }
    }
  }

  /// Lays pixels of ``source`` over one colour.
  private func lay(
    _ samples: Span<UInt8>, over ground: [UInt8], into bytes: inout MutableSpan<UInt8>
  ) {
    if source == format, !source.channels.hasAlpha {
      for index in 0..<samples.count { bytes[index] = samples[index] }
    } else if format.depth == .eight, source.channels.hasAlpha,
      source.channels.colorCount == format.channels.count
    {
      SheetImaging.lay(samples, over: ground, into: &bytes)
    } else {
      mixer.lay(samples, source.channels, over: ground, into: &bytes)
    }
  }
}
