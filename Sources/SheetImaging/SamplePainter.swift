/// Paints pictures that are shown at their own size, as icons are.
///
/// Pixels come out as the same bytes as by way of ``RowResampler`` and ``BackdropPainter``, but
/// only those that are seen through in part become light on that way.
///
/// An object, since handing it around for each row had better not count the references to
/// four arrays.
public final class SamplePainter: Sendable {
  private let channels: PixelFormat.Channels
  private let background: [Float]
  private let encoding = EncodingTable.sRGB(.eight)
  private let light = DecodingTable.table(of: .sRGB, .eight).light
  private let alphas = DecodingTable.table(of: .linear, .eight).light

  /// A painter for pictures in sRGB with samples of 8 bits; nil for others.
  ///
  /// - Parameters:
  ///   - format: The format of the picture.
  ///   - space: What its colours mean.
  ///   - sheet: The format to paint in, of 8 bits, without alpha and grey for grey pictures only;
  ///     there is no painter for others.
  ///   - backdrop: What the picture lies on; there is no painter for a checker.
  public init?(
    from format: PixelFormat, _ space: ColorSpace, to sheet: PixelFormat, over backdrop: Backdrop
  ) {
    guard format.depth == .eight, space == .sRGB, sheet.depth == .eight,
      format.channels.colorCount == sheet.channels.count, case .color(let color) = backdrop
    else { return nil }
    channels = format.channels
    let painter = RowPainter(from: channels, to: sheet, over: color)
    background = painter.background
  }

  /// Paints the pixels of `row` into as many pixels of `bytes`.
  public func paint(_ row: Span<UInt8>, into bytes: inout MutableSpan<UInt8>) {
    guard channels.hasAlpha else {
      precondition(row.count == bytes.count, "a row of the wrong length")
      for index in 0..<row.count { bytes[index] = row[index] }
      return
    }
    encoding.lay(row, decodedBy: light, alphas: alphas, over: background, into: &bytes)
  }
}
