/// Paints pictures that are shown at their own size, as icons are.
///
/// Pixels come out as the same bytes as by way of ``RowResampler`` and ``BackdropPainter``, but
/// only those that are seen through in part become light on that way.
///
/// An object, since handing it around for each row had better not count the references to
/// four arrays.
public final class SamplePainter: Sendable {
  /// What pixels with alpha are laid with; nil for pictures without, whose samples are copied.
  private let blending: Blending?

  /// A background, and the tables to light and back.
  private struct Blending {
    let background: [Float]
    let encoding = EncodingTable.sRGB(.eight)
    let light = DecodingTable.table(of: .sRGB, .eight).light
    let alphas = DecodingTable.table(of: .linear, .eight).light
  }

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
    blending =
      format.channels.hasAlpha
      ? Blending(background: RowPainter(from: format.channels, to: sheet, over: color).background)
      : nil
  }

  /// Paints the pixels of `row` into as many pixels of `bytes`.
  public func paint(_ row: Span<UInt8>, into bytes: inout MutableSpan<UInt8>) {
    guard let blending else {
      precondition(row.count == bytes.count, "a row of the wrong length")
      for index in 0..<row.count { bytes[index] = row[index] }
      return
    }
    blending.encoding.lay(
      row, decodedBy: blending.light, alphas: blending.alphas, over: blending.background,
      into: &bytes)
  }
}
