/// Decodes rows of bytes to rows of light: linear or encoded as sRGB, premultiplied by alpha.
///
/// Linear light has the primaries of the source, but the light of PQ and HLG pictures is that which an
/// sRGB display shows for them, from 0 to 1.
///
/// A class, so that passing it along for each row does not retain and release its tables.
final class RowLinearizer: Sendable {
  private let format: PixelFormat
  private let red: [Float]
  private let green: [Float]
  private let blue: [Float]
  private let alpha: [Float]

  /// Whether red, green and blue share one table.
  private let isUniform: Bool

  /// The mapper of decoded samples of PQ and HLG pictures with colours.
  private let toneMapper: ToneMapper?

  /// Encodes pixels whose channels are converted together; nil if the tables encode, or none does.
  private let encoder: LightEncoder?

  /// A linearizer for rows of `format` in the colours of `space`, as linear light or as sRGB.
  init(_ format: PixelFormat, _ space: ColorSpace, as kind: ResampleLight = .linear) {
    let curves = space.curves
    self.format = format
    isUniform = curves == ChannelCurves(curves.green)
    let toneMapper = ToneMapper(space)
    let mapper = format.channels.isGray ? toneMapper : nil
    let converter = RowColorConverter(from: space, format.channels)
    let convertsPixels = converter != nil || toneMapper != nil && mapper == nil
    func light(_ curve: TransferCurve) -> [Float] {
      var light = DecodingTable.table(of: curve, format.depth, space.range).light
      if let mapper { light = light.map { mapper.shown($0, $0, $0).0 } }
      return kind == .encoded && !convertsPixels ? light.map(LightEncoder.encoded) : light
    }
    encoder =
      kind == .encoded && convertsPixels ? LightEncoder(format.channels, converter) : nil
    self.toneMapper = mapper == nil ? toneMapper : nil
    green = light(curves.green)
    red = isUniform ? green : light(curves.red)
    blue = isUniform ? green : light(curves.blue)
    alpha = DecodingTable.table(of: .linear, format.depth).light
  }

  /// Decodes the pixels of `bytes` into `row`, which has an equal number of pixels.
  func linearize(_ bytes: Span<UInt8>, into row: inout MutableSpan<Float>) {
    precondition(bytes.count == row.count * format.depth.bytes, "a row of the wrong length")
    switch format.depth {
    case .eight where toneMapper != nil:
      toneMap(into: &row) { Int(bytes[$0]) }
    case .sixteen where toneMapper != nil:
      toneMap(into: &row) { Int(bytes[2 * $0]) << 8 | Int(bytes[2 * $0 + 1]) }
    case .eight where !format.channels.hasAlpha && isUniform:
      decode(bytes, by: green, into: &row)
    case .eight where isUniform:
      decode(
        bytes, colors: format.channels.colorCount, by: green, alphas: alpha, into: &row)
    case .eight:
      linearize(into: &row) { Int(bytes[$0]) }
    case .sixteen:
      linearize(into: &row) { Int(bytes[2 * $0]) << 8 | Int(bytes[2 * $0 + 1]) }
    }
    encoder?.encode(&row)
  }

  @inline(__always)
  private func linearize(into row: inout MutableSpan<Float>, sample: (Int) -> Int) {
    // A span of a class's array would not outlive the expression.
    let arrays = (red: self.red, green: self.green, blue: self.blue, alpha: self.alpha)
    let (red, green) = (arrays.red.span, arrays.green.span)
    let (blue, alpha) = (arrays.blue.span, arrays.alpha.span)
    let maximum = format.depth.maximum
    precondition(red.count > maximum && green.count > maximum)
    precondition(blue.count > maximum && alpha.count > maximum)
    switch format.channels {
    case .rgb where !isUniform:
      for index in stride(from: 0, to: row.count, by: 3) {
        row[index] = red[sample(index)]
        row[index + 1] = green[sample(index + 1)]
        row[index + 2] = blue[sample(index + 2)]
      }
    case .gray, .rgb:
      for index in 0..<row.count {
        row[index] = green[sample(index)]
      }
    case .grayAlpha:
      for index in stride(from: 0, to: row.count, by: 2) {
        let coverage = alpha[sample(index + 1)]
        row[index] = green[sample(index)] * coverage
        row[index + 1] = coverage
      }
    case .rgba:
      for index in stride(from: 0, to: row.count, by: 4) {
        let coverage = alpha[sample(index + 3)]
        row[index] = red[sample(index)] * coverage
        row[index + 1] = green[sample(index + 1)] * coverage
        row[index + 2] = blue[sample(index + 2)] * coverage
        row[index + 3] = coverage
      }
    }
  }

  /// Decodes colours of PQ and HLG pictures, which have one curve for all channels.
  @inline(__always)
  private func toneMap(into row: inout MutableSpan<Float>, sample: (Int) -> Int) {
    guard let toneMapper else { return }
    let arrays = (light: green, alpha: self.alpha)
    let (light, alpha) = (arrays.light.span, arrays.alpha.span)
    let (maximum, stride) = (format.depth.maximum, format.channels.count)
    precondition(light.count > maximum && alpha.count > maximum && row.count % stride == 0)
    for index in Swift.stride(from: 0, to: row.count, by: stride) {
      let (red, green, blue) = toneMapper.shown(
        light[sample(index)], light[sample(index + 1)], light[sample(index + 2)])
      let coverage = stride == 4 ? alpha[sample(index + 3)] : 1
      row[index] = red * coverage
      row[index + 1] = green * coverage
      row[index + 2] = blue * coverage
      if stride == 4 { row[index + 3] = coverage }
    }
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
