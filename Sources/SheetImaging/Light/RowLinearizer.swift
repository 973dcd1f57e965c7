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

/// Converts rows of light from a source's primaries to the primaries of sRGB.
///
/// Works on the output of ``RowResampler``, linear and premultiplied by alpha. So it runs once per
/// output pixel rather than per source pixel. Colours outside sRGB come out below 0 or above 1, and
/// ``RowPainter`` clamps them.
package struct RowColorConverter: Sendable {
  private let pixelStride: Int
  private let matrix: LightMatrix

  /// A converter for rows of `channels`; nil if none is needed.
  ///
  /// None is needed for grey pictures and for pictures with the primaries of sRGB. Nor is one for
  /// PQ and HLG, which the resampler converts.
  package init?(from space: ColorSpace, _ channels: PixelFormat.Channels) {
    guard let matrix = space.matrixToSRGB, !channels.isGray, space.highDynamicRange == nil
    else { return nil }
    pixelStride = channels.count
    self.matrix = LightMatrix(matrix)
  }

  /// Converts all pixels of `row` in place.
  package func convert(_ row: inout MutableSpan<Float>) {
    precondition(row.count % pixelStride == 0, "a row of the wrong length")
    for pixel in stride(from: 0, to: row.count, by: pixelStride) {
      (row[pixel], row[pixel + 1], row[pixel + 2]) = matrix.light(
        row[pixel], row[pixel + 1], row[pixel + 2])
    }
  }
}

/// A matrix from linear light to linear light, by which greys stay exactly grey.
struct LightMatrix: Sendable {
  /// One row of the matrix.
  ///
  /// It is written for green and for the differences of red and blue from green. So greys stay
  /// exactly grey in spite of rounding.
  struct Row: Sendable {
    /// The factors of green, and of the differences of red and blue from it.
    let factors: (Float, Float, Float)

    init(_ row: Triple) { factors = (Float(row.total), Float(row.x), Float(row.z)) }

    @inline(__always)
    func light(_ red: Float, _ green: Float, _ blue: Float) -> Float {
      factors.0 * green + factors.1 * (red - green) + factors.2 * (blue - green)
    }
  }

  let red, green, blue: Row

  init(_ matrix: Matrix3) {
    red = Row(matrix.rows[0])
    green = Row(matrix.rows[1])
    blue = Row(matrix.rows[2])
  }

  @inline(__always)
  func light(_ r: Float, _ g: Float, _ b: Float) -> (Float, Float, Float) {
    (red.light(r, g, b), green.light(r, g, b), blue.light(r, g, b))
  }
}
