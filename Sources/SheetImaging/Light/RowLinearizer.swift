/// Decodes rows of bytes to light, either linear or encoded as sRGB, premultiplied by alpha.
///
/// Linear light is in the primaries of the source. For PQ and HLG pictures, it is the light of an
/// sRGB display, from 0 to 1.
///
/// This is a class, so that passing an instance along for each row does not retain and release its
/// tables.
final class RowLinearizer: Sendable {
  private let format: PixelFormat
  private let tables: ChannelTables

  /// The tone mapper for PQ and HLG pictures in colour.
  private let toneMapper: ToneMapper?

  /// Converts and encodes pixels whose channels must be converted together; nil if the tables
  /// already encode, or if light stays linear.
  private let encoder: LightConversion?

  /// Creates a decoder that converts rows of `format` in the colours of `space` to linear light or
  /// to sRGB, and to grey if requested.
  init(
    _ format: PixelFormat, _ space: ColorSpace, as kind: ResampleLight = .linear,
    isGrayscale: Bool = false
  ) {
    let curves = space.curves
    self.format = format
    let toneMapper = ToneMapper(space)
    let mapper = format.channels.isGray ? toneMapper : nil
    let matrix = LightConversion.matrix(from: space, format.channels, isGrayscale: isGrayscale)
    let convertsPixels = matrix != nil || toneMapper != nil && mapper == nil
    let tableKind = convertsPixels ? .linear : kind
    func light(_ curve: TransferCurve) -> [Float] {
      guard let mapper else {
        return DecodingTable.table(of: curve, format.depth, space.range, as: tableKind).light
      }
      let light = mapper.shown(
        grays: DecodingTable.table(of: curve, format.depth, space.range).light)
      return tableKind == .encoded ? light.map(DecodingTable.encoded) : light
    }
    encoder =
      kind == .encoded && convertsPixels ? LightConversion(matrix: matrix, encodes: true) : nil
    self.toneMapper = mapper == nil ? toneMapper : nil
    let green = light(curves.green)
    let isUniform = curves == ChannelCurves(curves.green)
    tables = ChannelTables(
      red: isUniform ? green : light(curves.red), green: green,
      blue: isUniform ? green : light(curves.blue),
      alpha: DecodingTable.table(of: .linear, format.depth).light)
  }

  /// Decodes the pixels of `bytes` into `row`, which has the same number of pixels.
  func linearize(_ bytes: Span<UInt8>, into row: inout MutableSpan<Float>) {
    tables.decode(bytes, of: format, isStraight: toneMapper != nil, into: &row)
    toneMapper?.map(&row, format.channels)
    encoder?.convert(&row, format.channels)
  }
}

/// A conversion of premultiplied light, pixel by pixel.
struct LightConversion: Sendable {
  /// The matrix from the source's primaries to those of sRGB, or to grey; nil for no change.
  let matrix: LightMatrix?
  /// Whether light is encoded as sRGB, from 0 to 1.
  ///
  /// Colours outside sRGB are then clamped.
  let encodes: Bool

  /// The matrix from the primaries of `space` to those of sRGB or to grey; nil if none is needed.
  ///
  /// Grey pictures need no matrix. Unless colours become grey, no matrix is needed for pictures
  /// with sRGB primaries either, nor for pictures in PQ or HLG, whose colours are converted along
  /// with their tones.
  static func matrix(
    from space: ColorSpace, _ channels: PixelFormat.Channels, isGrayscale: Bool = false
  ) -> LightMatrix? {
    guard !channels.isGray else { return nil }
    let matrix = space.highDynamicRange == nil ? space.matrixToSRGB : nil
    guard isGrayscale else { return matrix.map(LightMatrix.init) }
    let weights = ColorSpace.luminanceWeights
    let luminance = Matrix3(weights, weights, weights)
    return LightMatrix(matrix.map { luminance * $0 } ?? luminance)
  }
}

/// Converts rows of light from a source's primaries to the primaries of sRGB, or to the grey of the
/// same luminance.
///
/// It works on the output of ``RowResampler``, linear and premultiplied by alpha, so it runs once
/// per output pixel rather than once per source pixel. Colours outside sRGB come out below 0 or
/// above 1; ``RowPainter`` clamps them.
package struct RowColorConverter: Sendable {
  private let channels: PixelFormat.Channels
  private let conversion: LightConversion

  /// Creates a converter for rows of `channels`, which makes them grey if requested; nil if no
  /// conversion is needed.
  package init?(
    from space: ColorSpace, _ channels: PixelFormat.Channels, isGrayscale: Bool = false
  ) {
    guard
      let matrix = LightConversion.matrix(from: space, channels, isGrayscale: isGrayscale)
    else { return nil }
    self.channels = channels
    conversion = LightConversion(matrix: matrix, encodes: false)
  }

  /// Converts all pixels of `row` in place.
  package func convert(_ row: inout MutableSpan<Float>) { conversion.convert(&row, channels) }
}

/// A matrix between kinds of linear light that keeps greys exactly grey.
struct LightMatrix: Sendable {
  /// One row of the matrix.
  ///
  /// It is expressed in terms of green and the differences of red and blue from green, so that
  /// greys stay exactly grey despite rounding.
  struct Row: Sendable {
    /// The factors of green, and of the differences of red and blue from it.
    let factors: (Float, Float, Float)

    init(_ row: Triple) { factors = (Float(row.total), Float(row.x), Float(row.z)) }
  }

  let red, green, blue: Row

  init(_ matrix: Matrix3) {
    red = Row(matrix.rows[0])
    green = Row(matrix.rows[1])
    blue = Row(matrix.rows[2])
  }
}
