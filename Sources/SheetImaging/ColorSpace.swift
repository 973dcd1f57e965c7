/// What the samples of a picture mean: how much light each channel's are, and of
/// what colour.
///
/// Samples become light by ``curves``. Light is averaged in the source's own
/// primaries, and what comes of that becomes sRGB's light once per output pixel,
/// by ``RowColorConverter``.
public struct ColorSpace: Hashable, Sendable {
  /// The curves of red, green and blue; a grey picture has that of green.
  public let curves: ChannelCurves

  /// Which codes are black and white.
  public let range: SampleRange

  /// The matrix from linear light of this space to that of sRGB, or nil where the
  /// primaries are sRGB's as near as can be seen.
  ///
  /// Whites are adapted, so that white stays white and grey stays grey.
  let matrixToSRGB: Matrix3?

  /// What sheets are in, and files that say nothing.
  public static let sRGB = ColorSpace(.sRGB)

  /// A space with the primaries of sRGB.
  public init(_ curve: TransferCurve) {
    self.init(ChannelCurves(curve), matrixToSRGB: .identity)
  }

  /// A space of given primaries.
  ///
  /// - Throws: ``ColorSpaceError/impossiblePrimaries`` where the white does not
  ///   lie inside the triangle of the primaries.
  public init(_ curve: TransferCurve, primaries: Primaries) throws(ColorSpaceError) {
    try self.init(curve, primaries: primaries, range: .full)
  }

  init(
    _ curve: TransferCurve, primaries: Primaries, range: SampleRange
  ) throws(ColorSpaceError) {
    guard let matrixToXYZ = primaries.matrixToXYZ else { throw .impossiblePrimaries }
    let white = primaries.white
    let adaptation = ChromaticAdaptation.matrix(
      from: white.shares * (1 / white.y), to: ChromaticAdaptation.displayWhite)
    self.init(
      ChannelCurves(curve), range: range,
      matrixToSRGB: Self.matrixFromXYZ * adaptation * matrixToXYZ)
  }

  /// A space whose primaries are given as XYZ under the white of ICC profiles.
  init(_ curves: ChannelCurves, matrixToProfileXYZ: Matrix3) {
    let adaptation = ChromaticAdaptation.matrix(
      from: ChromaticAdaptation.profileWhite, to: ChromaticAdaptation.displayWhite)
    self.init(curves, matrixToSRGB: Self.matrixFromXYZ * adaptation * matrixToProfileXYZ)
  }

  private init(_ curves: ChannelCurves, range: SampleRange = .full, matrixToSRGB: Matrix3) {
    self.curves = curves
    self.range = range
    let matrix = Self.keepingGray(matrixToSRGB)
    self.matrixToSRGB = Self.isInvisible(matrix) ? nil : matrix
  }

  private static let matrixFromXYZ: Matrix3 = {
    guard let inverse = Primaries.sRGB.matrixToXYZ?.inverse else {
      preconditionFailure("the primaries of sRGB span XYZ")
    }
    return inverse
  }()

  /// Takes out what rounding in a profile does to grey.
  ///
  /// ICC profiles hold XYZ in steps of 2⁻¹⁶, some of them less exactly; a grey of
  /// equal samples would come out tinted by a code here and there.
  private static func keepingGray(_ matrix: Matrix3) -> Matrix3 {
    let rows = matrix.rows.map { abs($0.sum - 1) < 2e-3 ? $0 * (1 / $0.sum) : $0 }
    return Matrix3(rows[0], rows[1], rows[2])
  }

  /// Whether the matrix moves no colour by more than two codes of 8 bits.
  ///
  /// Source: the steepest part of the sRGB curve turns a difference in light of
  /// 5e-4 into 12.92 · 255 · 5e-4 = 1.6 codes.
  private static func isInvisible(_ matrix: Matrix3) -> Bool {
    zip(matrix.rows, Matrix3.identity.rows).allSatisfy { row, wanted in
      max(abs(row.x - wanted.x), abs(row.y - wanted.y), abs(row.z - wanted.z)) < 5e-4
    }
  }
}

/// The curves of the three colour channels, as a rule all the same.
public struct ChannelCurves: Hashable, Sendable {
  /// The curve of red.
  public let red: TransferCurve
  /// The curve of green, and of grey.
  public let green: TransferCurve
  /// The curve of blue.
  public let blue: TransferCurve

  /// One curve for each channel.
  public init(red: TransferCurve, green: TransferCurve, blue: TransferCurve) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The same curve for all channels.
  public init(_ curve: TransferCurve) {
    self.init(red: curve, green: curve, blue: curve)
  }
}

/// Which codes of a sample are black and white.
public enum SampleRange: Hashable, Sendable {
  /// The lowest code is black, the highest white.
  case full
  /// As in video, with room at both ends: of 8 bits, 16 is black and 235 white.
  ///
  /// What lies beyond is taken as black or white.
  case narrow

  /// The encoded value of a code, 0 to 1.
  ///
  /// Source: ITU-T H.273, 8.3, equations for R, G and B where VideoFullRangeFlag
  /// is 0.
  func sample(_ code: Int, _ depth: SampleDepth) -> Double {
    switch self {
    case .full:
      return Double(code) / Double(depth.maximum)
    case .narrow:
      let step = Double(1 << (depth.bits - 8))
      return min(max((Double(code) / step - 16) / 219, 0), 1)
    }
  }
}
