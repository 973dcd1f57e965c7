/// Turns rows of light into rows of the sheet.
///
/// Pixels are composed over a background in linear light, encoded as sRGB, and rounded to the
/// nearest sample. Light outside 0 to 1, as sharp filters produce it at edges, is clamped, and so
/// is premultiplied colour that exceeds its alpha.
public struct RowPainter: Sendable {
  /// The channels of the rows of light.
  public let channels: PixelFormat.Channels

  /// The format of the painted bytes.
  public let format: PixelFormat

  private let table: EncodingTable

  /// The background's premultiplied light: one value if the format is grey, else three.
  let background: [Float]

  private let backgroundAlpha: Float

  /// A painter over a background of one colour.
  ///
  /// - Parameters:
  ///   - channels: The channels of the rows of light.
  ///   - format: The format to paint in; grey only for grey light and a grey background.
  ///   - background: The ground to paint over. A format without alpha takes it as opaque.
  public init(
    from channels: PixelFormat.Channels, to format: PixelFormat, over background: Color
  ) {
    precondition(
      !format.channels.isGray || (channels.isGray && background.isGray),
      "colour cannot be painted as grey")
    let alpha = format.channels.hasAlpha ? background.alpha : 1
    let components = [background.red, background.green, background.blue]
    self.channels = channels
    self.format = format
    table = .sRGB(format.depth)
    self.background = components.prefix(format.channels.colorCount).map {
      Float(TransferCurve.sRGB.decoded($0) * alpha)
    }
    backgroundAlpha = Float(alpha)
  }

  /// Paints the pixels of `row` into `bytes`, which has an equal number of pixels.
  public func paint(_ row: Span<Float>, into bytes: inout MutableSpan<UInt8>) {
    precondition(
      row.count % channels.count == 0
        && bytes.count == row.count / channels.count * format.bytesPerPixel,
      "a row of the wrong length")
    switch format.depth {
    case .eight where channels == format.channels && !channels.hasAlpha:
      table.encode(row, into: &bytes)
    case .eight where channels.hasAlpha && channels.colorCount == format.channels.count:
      table.encode(row, over: background, into: &bytes)
    case .eight:
      paint(row) { bytes[$0] = UInt8(truncatingIfNeeded: $1) }
    case .sixteen:
      paint(row) {
        bytes[2 * $0] = UInt8(truncatingIfNeeded: $1 >> 8)
        bytes[2 * $0 + 1] = UInt8(truncatingIfNeeded: $1)
      }
    }
  }

  /// Calls `put` with the index and the code of each sample in order.
  @inline(__always)
  private func paint(_ row: Span<Float>, put: (Int, UInt16) -> Void) {
    if channels == format.channels, !channels.hasAlpha {
      for index in 0..<row.count {
        put(index, table.code(for: row[index]))
      }
      return
    }
    let background = background.span
    let maximum = Float(format.depth.maximum)
    var index = 0
    for pixel in stride(from: 0, to: row.count, by: channels.count) {
      let alpha = channels.hasAlpha ? min(max(row[pixel + channels.count - 1], 0), 1) : 1
      let shownBackground = 1 - alpha
      let total = backgroundAlpha == 1 ? 1 : alpha + shownBackground * backgroundAlpha
      for color in 0..<background.count {
        let light = row[pixel + (channels.isGray ? 0 : color)]
        let sum = min(max(light, 0), alpha) + shownBackground * background[color]
        put(index, total > 0 ? table.code(for: sum / total) : 0)
        index += 1
      }
      if format.channels.hasAlpha {
        put(index, UInt16(total * maximum + 0.5))
        index += 1
      }
    }
  }
}

/// Paints pictures that are shown at their own size, such as icons.
///
/// The bytes are those of ``RowResampler`` and ``BackdropPainter``, but only translucent pixels
/// are decoded to light.
///
/// A class, so that passing it along for each row does not retain and release four arrays.
public final class SamplePainter: Sendable {
  /// Blends pixels that have alpha; nil if the picture has no alpha, and samples are copied.
  private let blending: Blending?

  /// A background, and the tables for decoding and encoding.
  private struct Blending {
    let background: [Float]
    let encoding = EncodingTable.sRGB(.eight)
    let light = DecodingTable.table(of: .sRGB, .eight).light
    let alphas = DecodingTable.table(of: .linear, .eight).light
  }

  /// A painter for 8-bit sRGB pictures over one colour; nil if one of them is another.
  ///
  /// - Parameters:
  ///   - format: The format of the picture, with 8 bits.
  ///   - space: Its colour space, sRGB.
  ///   - sheet: The format to paint in: 8 bits, no alpha, and grey exactly if the picture is.
  ///   - backdrop: The ground to paint over, one colour.
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

  /// Paints the pixels of `row` into `bytes`, which has an equal number of pixels.
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
