/// Decodes rows of bytes to rows of light: linear or encoded as sRGB, premultiplied by alpha.
///
/// Linear light has the primaries of the source. For PQ and HLG pictures, it is the light of an sRGB
/// display, from 0 to 1.
///
/// A class, so that passing it along for each row does not retain and release its tables.
final class RowLinearizer: Sendable {
  private let format: PixelFormat
  private let tables: ChannelTables

  /// The mapper of decoded samples of PQ and HLG pictures with colours.
  private let toneMapper: ToneMapper?

  /// Encodes pixels whose channels are converted together; nil if the tables encode, or none does.
  private let encoder: LightEncoder?

  /// A linearizer for rows of `format` in the colours of `space`, as linear light or as sRGB.
  init(_ format: PixelFormat, _ space: ColorSpace, as kind: ResampleLight = .linear) {
    let curves = space.curves
    self.format = format
    let toneMapper = ToneMapper(space)
    let mapper = format.channels.isGray ? toneMapper : nil
    let converter = RowColorConverter(from: space, format.channels)
    let convertsPixels = converter != nil || toneMapper != nil && mapper == nil
    func light(_ curve: TransferCurve) -> [Float] {
      var light = DecodingTable.table(of: curve, format.depth, space.range).light
      if let mapper { light = mapper.shown(grays: light) }
      return kind == .encoded && !convertsPixels ? light.map(LightEncoder.encoded) : light
    }
    encoder =
      kind == .encoded && convertsPixels ? LightEncoder(format.channels, converter) : nil
    self.toneMapper = mapper == nil ? toneMapper : nil
    let green = light(curves.green)
    let isUniform = curves == ChannelCurves(curves.green)
    tables = ChannelTables(
      red: isUniform ? green : light(curves.red), green: green,
      blue: isUniform ? green : light(curves.blue),
      alpha: DecodingTable.table(of: .linear, format.depth).light)
  }

  /// Decodes the pixels of `bytes` into `row`, which has an equal number of pixels.
  func linearize(_ bytes: Span<UInt8>, into row: inout MutableSpan<Float>) {
    tables.decode(bytes, of: format, isStraight: toneMapper != nil, into: &row)
    toneMapper?.map(&row, format.channels)
    encoder?.encode(&row)
  }
}

/// Converts rows of linear light to samples encoded as sRGB, premultiplied by alpha.
private struct LightEncoder {
  private let channels: PixelFormat.Channels
  private let converter: RowColorConverter?

  init(_ channels: PixelFormat.Channels, _ converter: RowColorConverter?) {
    (self.channels, self.converter) = (channels, converter)
  }

  /// The nearest sample of 16 bits, from 0 to 1.
  static func encoded(_ light: Float) -> Float {
    Float(EncodingTable.table(.sixteen).code(for: light)) / 65_535
  }

  /// Converts and encodes pixels; colours outside sRGB are clamped.
  func encode(_ row: inout MutableSpan<Float>) {
    converter?.convert(&row)
    for pixel in stride(from: 0, to: row.count, by: channels.count) {
      let end = pixel + channels.colorCount
      let alpha = channels.hasAlpha ? row[end] : 1
      for index in pixel..<end where alpha > 0 {
        row[index] = Self.encoded(row[index] / alpha) * alpha
      }
    }
  }
}
