/// The meaning of a picture's samples: transfer curves, primaries and range.
///
/// Samples are decoded to linear light by ``curves`` and resampled in the source's own
/// primaries; ``RowColorConverter`` then converts each output pixel to the primaries of sRGB.
/// Pixels of PQ and HLG are converted to sRGB before they are resampled; see `ToneMapper`.
package struct ColorSpace: Hashable, Sendable {
  /// The transfer curves of red, green and blue; grey pictures use the one of green.
  package let curves: ChannelCurves

  /// The codes of black and white.
  let range: SampleRange

  /// The matrix from linear light in this space to linear sRGB.
  ///
  /// Nil if the primaries cannot be distinguished from sRGB's.
  ///
  /// Includes chromatic adaptation, so that white stays white and grey stays grey.
  let matrixToSRGB: Matrix3?

  /// The rendering of PQ and HLG; nil if the curve is another.
  let highDynamicRange: HighDynamicRange?

  /// The space of sheets, and of files that state none.
  package static let sRGB = ColorSpace(.sRGB)

  /// Adobe RGB (1998), which cameras offer beside sRGB.
  ///
  /// Source: Adobe RGB (1998) Color Image Encoding, 4.3.1 and 4.3.4.
  package static let adobeRGB: ColorSpace = {
    let primaries = Primaries((0.64, 0.33), (0.21, 0.71), (0.15, 0.06), white: .d65)
    do throws(ColorSpaceError) {
      return try ColorSpace(.gamma(563.0 / 256), primaries: primaries)
    } catch {
      preconditionFailure("the primaries of Adobe RGB span XYZ")
    }
  }()

  /// A space with the primaries of sRGB and one curve for all channels.
  package init(_ curve: TransferCurve) {
    self.init(
      ChannelCurves(curve), matrixToSRGB: .identity,
      highDynamicRange: HighDynamicRange(curve, weights: Self.luminanceWeights, peak: nil))
  }

  /// A space with the given primaries and one curve for all channels.
  ///
  /// - Throws: ``ColorSpaceError/impossiblePrimaries`` if the white point does not lie inside
  ///   the triangle of the primaries.
  package init(_ curve: TransferCurve, primaries: Primaries) throws(ColorSpaceError) {
    try self.init(curve, primaries: primaries, range: .full)
  }

  init(
    _ curve: TransferCurve, primaries: Primaries, range: SampleRange, peak: Double? = nil
  ) throws(ColorSpaceError) {
    guard let matrixToXYZ = primaries.matrixToXYZ else { throw .impossiblePrimaries }
    let white = primaries.white
    let adaptation = ChromaticAdaptation.matrix(
      from: white.shares * (1 / white.y), to: ChromaticAdaptation.displayWhite)
    self.init(
      ChannelCurves(curve), range: range,
      matrixToSRGB: Self.matrixFromXYZ * adaptation * matrixToXYZ,
      highDynamicRange: HighDynamicRange(curve, weights: matrixToXYZ.rows[1], peak: peak))
  }

  /// A space whose primaries are given as XYZ relative to the white of ICC profiles.
  init(_ curves: ChannelCurves, matrixToProfileXYZ: Matrix3) {
    let adaptation = ChromaticAdaptation.matrix(
      from: ChromaticAdaptation.profileWhite, to: ChromaticAdaptation.displayWhite)
    self.init(curves, matrixToSRGB: Self.matrixFromXYZ * adaptation * matrixToProfileXYZ)
  }

  private init(
    _ curves: ChannelCurves, range: SampleRange = .full, matrixToSRGB: Matrix3,
    highDynamicRange: HighDynamicRange? = nil
  ) {
    self.curves = curves
    self.range = range
    self.highDynamicRange = highDynamicRange
    let matrix = Self.keepingGray(matrixToSRGB)
    self.matrixToSRGB = matrix.isVisiblyEqual(to: .identity) ? nil : matrix
  }

  private static let sRGBMatrices: (toXYZ: Matrix3, fromXYZ: Matrix3) = {
    guard let matrix = Primaries.sRGB.matrixToXYZ, let inverse = matrix.inverse else {
      preconditionFailure("the primaries of sRGB span XYZ")
    }
    return (matrix, inverse)
  }()

  private static var matrixFromXYZ: Matrix3 { sRGBMatrices.fromXYZ }

  /// The luminances of the primaries of sRGB.
  static var luminanceWeights: Triple { sRGBMatrices.toXYZ.rows[1] }

  /// Scales rows that almost sum to 1 so that they do.
  ///
  /// ICC profiles store XYZ in steps of 2⁻¹⁶, some less exactly. That would tint some greys by a code.
  private static func keepingGray(_ matrix: Matrix3) -> Matrix3 {
    let rows = matrix.rows.map { abs($0.total - 1) < 2e-3 ? $0 * (1 / $0.total) : $0 }
    return Matrix3(rows[0], rows[1], rows[2])
  }
}

extension ColorSpace {
  /// The largest difference in light that is invisible: at most two 8-bit codes.
  ///
  /// At its steepest, the sRGB curve turns it into 12.92 · 255 · 5e-4 = 1.6 codes.
  static let invisibleLight = 5e-4
}

extension Matrix3 {
  /// Whether two matrices to linear light give colours that look alike.
  func isVisiblyEqual(to other: Matrix3) -> Bool {
    zip(rows, other.rows).allSatisfy { row, wanted in
      max(abs(row.x - wanted.x), abs(row.y - wanted.y), abs(row.z - wanted.z))
        < ColorSpace.invisibleLight
    }
  }
}

extension ColorSpace {
  /// The space of a picture with a gAMA chunk, a cHRM chunk or both; whatever is missing is as
  /// in sRGB.
  ///
  /// Source: PNG specification, third edition, 11.3.2.1 (cHRM) and 11.3.2.2 (gAMA).
  ///
  /// - Parameters:
  ///   - gamma: The exponent that encoded the samples, such as 0.45455 for 1/2.2.
  ///   - primaries: The primaries and the white point.
  /// - Throws: ``ColorSpaceError/impossibleGamma(_:)`` unless the gamma is 0.1 to 10, and
  ///   ``ColorSpaceError/impossiblePrimaries``.
  package init(gamma: Double?, primaries: Primaries?) throws(ColorSpaceError) {
    guard gamma != nil || primaries != nil else {
      // Most icons state nothing, and computing a matrix takes longer than reading a header.
      self = .sRGB
      return
    }
    try self.init(try Self.curve(gamma: gamma), primaries: primaries ?? .sRGB)
  }

  private static func curve(gamma: Double?) throws(ColorSpaceError) -> TransferCurve {
    guard let gamma else { return .sRGB }
    guard gamma >= 0.1 && gamma <= 10 else { throw .impossibleGamma(gamma) }
    return gamma == 1 ? .linear : .gamma(1 / gamma)
  }
}

/// The transfer curves of the three colour channels, usually one curve.
package struct ChannelCurves: Hashable, Sendable {
  /// The curve of red.
  package let red: TransferCurve
  /// The curve of green, and of grey.
  package let green: TransferCurve
  /// The curve of blue.
  package let blue: TransferCurve

  init(red: TransferCurve, green: TransferCurve, blue: TransferCurve) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// One curve for all channels.
  init(_ curve: TransferCurve) { (red, green, blue) = (curve, curve, curve) }
}

/// The codes of a sample that are black and white.
enum SampleRange: Hashable, Sendable {
  /// The lowest code is black, the highest white.
  case full
  /// The range of video, with headroom at both ends: with 8 bits, 16 is black and 235 white.
  /// Codes beyond are clamped.
  case narrow

  /// The encoded value of a code, 0 to 1.
  ///
  /// Source: ITU-T H.273, 8.3, equations for R, G and B with a VideoFullRangeFlag of 0.
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

/// A reason why a stated colour space cannot be used.
package enum ColorSpaceError: Error, Equatable, Sendable {
  /// The white point lies outside the triangle of the primaries.
  case impossiblePrimaries
  /// A gamma outside 0.1 to 10, which no display has.
  case impossibleGamma(Double)
  /// H.273 colour primaries that are reserved, unspecified or not supported.
  case unknownPrimaries(UInt8)
  /// An H.273 transfer function that is reserved, unspecified or not supported.
  case unknownTransfer(UInt8)
  /// H.273 matrix coefficients other than 0: the picture would not be RGB.
  case notRGB(matrix: UInt8)
}

extension ColorSpaceError: CustomStringConvertible {
  /// Names the value, as a fragment of a sentence.
  package var description: String {
    switch self {
    case .impossiblePrimaries: "the white point lies outside the primaries"
    case .impossibleGamma(let gamma): "a gamma of \(gamma) is out of range"
    case .unknownPrimaries(let code): "colour primaries \(code) are not known"
    case .unknownTransfer(let code): "transfer function \(code) is not known"
    case .notRGB(let matrix): "matrix coefficients \(matrix) are not those of RGB"
    }
  }
}
