/// Turns rows of light into rows of the sheet, over whatever lies there.
///
/// Does what ``RowPainter`` does; a checker is painted square by square.
public struct BackdropPainter: Sendable {
  /// One for each colour of the backdrop.
  private let painters: [RowPainter]

  /// A painter onto a backdrop.
  ///
  /// - Parameters:
  ///   - channels: The channels of the rows of light.
  ///   - format: The format to paint in; grey only for grey light and a grey
  ///     backdrop.
  ///   - backdrop: What pictures lie on. A format without alpha takes it as opaque.
  public init(
    from channels: PixelFormat.Channels, to format: PixelFormat, over backdrop: Backdrop
  ) {
    painters = backdrop.colors.map { RowPainter(from: channels, to: format, over: $0) }
  }

  /// Paints the pixels of `row` into as many pixels of `bytes`.
  ///
  /// - Parameters:
  ///   - row: The light of the pixels.
  ///   - line: Where on the sheet they will be, on no negative row or column.
  ///   - bytes: The painted pixels.
  public func paint(
    _ row: Span<Float>, at line: PixelLine, into bytes: inout MutableSpan<UInt8>
  ) {
    guard painters.count > 1 else { return painters[0].paint(row, into: &bytes) }
    let (samples, pixelBytes) = (painters[0].channels.count, painters[0].format.bytesPerPixel)
    let count = row.count / samples
    var (x, y) = (line.x, line.y)
    var start = 0
    while start < count {
      let square = Backdrop.square(x: x, y: y)
      var end = start
      repeat {
        (x, y) = (x + line.stepX, y + line.stepY)
        end += 1
      } while end < count && Backdrop.square(x: x, y: y) == square
      var target = bytes._mutatingExtracting(start * pixelBytes..<end * pixelBytes)
      painters[square].paint(row.extracting(start * samples..<end * samples), into: &target)
      start = end
    }
  }
}
