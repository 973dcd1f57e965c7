/// Turns rows of light into rows of the sheet, over whatever lies there.
///
/// Does what ``RowPainter`` does; a checker is painted square by square.
///
/// An object, since handing it around for each row had better not count the references to the
/// arrays of its painters.
public final class BackdropPainter: Sendable {
  private let painter: RowPainter
  /// For the other squares of a checker.
  private let otherPainter: RowPainter?

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
    let painters = backdrop.colors.map { RowPainter(from: channels, to: format, over: $0) }
    painter = painters[0]
    otherPainter = painters.count > 1 ? painters[1] : nil
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
    guard let otherPainter else { return painter.paint(row, into: &bytes) }
    let (samples, pixelBytes) = (painter.channels.count, painter.format.bytesPerPixel)
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
      let part = row.extracting(start * samples..<end * samples)
      (square == 0 ? painter : otherPainter).paint(part, into: &target)
      start = end
    }
  }
}
