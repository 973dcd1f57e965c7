/// Paints pictures that are shown at their own size, such as icons.
///
/// The bytes are those of ``RowResampler`` and ``BackdropPainter``, but only translucent pixels
/// are decoded to light.
///
/// A class, so that passing it along for each row does not retain and release four arrays.
public final class SamplePainter: Sendable {
  /// Blends pixels that have alpha; nil for pictures without alpha, whose samples are copied.
  private let blending: Blending?

  /// A background, and the tables for decoding and encoding.
  private struct Blending {
    let background: [Float]
    let encoding = EncodingTable.sRGB(.eight)
    let light = DecodingTable.table(of: .sRGB, .eight).light
    let alphas = DecodingTable.table(of: .linear, .eight).light
  }

  /// A painter for 8-bit sRGB pictures over one colour; nil for anything else.
  ///
  /// - Parameters:
  ///   - format: The format of the picture, with 8 bits.
  ///   - space: Its colour space, sRGB.
  ///   - sheet: The format to paint in: 8 bits, no alpha, and grey exactly if the picture is.
  ///   - backdrop: What to paint over, one colour.
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

  /// Paints the pixels of `row` into `bytes`, which has the same number of pixels.
  public func paint(_ row: Span<UInt8>, into bytes: inout MutableSpan<UInt8>) {
    guard let blending else {
      precondition(row.count == bytes.count, "a row of the wrong length")
      for index in 0..<row.count { bytes[index] = row[index] }
      return
    }
    blending.encoding.compose(
      row, decodedBy: blending.light, alphas: blending.alphas, over: blending.background,
      into: &bytes)
  }
}
