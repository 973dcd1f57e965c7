/// What a picture's samples mean: transfer curves, primaries and range.
///
/// Samples are decoded to linear light by ``curves`` and resampled in the source's own primaries;
/// ``RowColorConverter`` then converts each output pixel to sRGB primaries. PQ and HLG pixels are
/// converted to sRGB before resampling; see `ToneMapper`.
package struct ColorSpace: Hashable, Sendable {
  /// The transfer curves of red, green and blue; grey pictures use the curve of green.
  package let curves: ChannelCurves

  /// Which code values are black and white.
  private(set) var range: SampleRange

  /// The matrix from linear light in this space to linear sRGB.
  ///
  /// Nil if the primaries differ invisibly, or not at all, from those of sRGB.
  ///
  /// It includes chromatic adaptation, so that white stays white and grey stays grey.
  let matrixToSRGB: Matrix3?

  /// How PQ and HLG are rendered; nil for other curves.
  let highDynamicRange: HighDynamicRange?

  /// The colour space of sheets, and of files that do not specify one.
  package static let sRGB = ColorSpace(.sRGB)

  /// Adobe RGB (1998), which cameras offer as an alternative to sRGB.
  ///
  /// Source: Adobe RGB (1998) Color Image Encoding, 4.3.1 and 4.3.4.
  package static let adobeRGB: ColorSpace = {
    let primaries = Primaries((0.64, 0.33), (0.21, 0.71), (0.15, 0.06), white: .d65)
    do throws(UnusableData) {
      return try ColorSpace(.gamma(563.0 / 256), primaries: primaries)
    } catch {
      preconditionFailure("the primaries of Adobe RGB span XYZ")
    }
  }()

  /// A colour space with sRGB primaries and one curve for all channels.
  package init(_ curve: TransferCurve) {
    self.init(
      ChannelCurves(curve), matrixToSRGB: .identity,
      highDynamicRange: HighDynamicRange(curve, weights: Self.luminanceWeights, peak: nil))
  }

  /// A colour space with the given primaries and one curve for all channels.
  ///
  /// - Throws: ``UnusableData`` if the white point lies outside the triangle of the primaries.
  package init(
    _ curve: TransferCurve, primaries: Primaries, range: SampleRange = .full, peak: Double? = nil
  ) throws(UnusableData) {
    guard let matrixToXYZ = primaries.matrixToXYZ else {
      throw UnusableData("the white point lies outside the primaries")
    }
    let white = primaries.white
    let adaptation = ChromaticAdaptation.matrix(
      from: white.shares * (1 / white.y), to: ChromaticAdaptation.displayWhite)
    self.init(
      ChannelCurves(curve), range: range,
      matrixToSRGB: Self.matrixFromXYZ * adaptation * matrixToXYZ,
      highDynamicRange: HighDynamicRange(curve, weights: matrixToXYZ.rows[1], peak: peak))
  }

  /// A colour space whose primaries are given as XYZ relative to the white of ICC profiles.
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

  /// Scales rows whose sum is almost 1 so that it is exactly 1.
  ///
  /// ICC profiles store XYZ in steps of 2⁻¹⁶, and some profiles are less precise, which would tint
  /// some greys by one code value.
  private static func keepingGray(_ matrix: Matrix3) -> Matrix3 {
    let rows = matrix.rows.map { abs($0.total - 1) < 2e-3 ? $0 * (1 / $0.total) : $0 }
    return Matrix3(rows[0], rows[1], rows[2])
  }
}

extension ColorSpace {
  /// The largest difference in light that is invisible: at most two 8-bit code values.
  ///
  /// Where the sRGB curve is steepest, it amounts to 12.92 · 255 · 5e-4 = 1.6 code values.
  static let invisibleLight = 5e-4
}

extension Matrix3 {
  /// Whether two matrices to linear light give colours that look the same.
  func isVisiblyEqual(to other: Matrix3) -> Bool {
    zip(rows, other.rows).allSatisfy { row, wanted in
      max(abs(row.x - wanted.x), abs(row.y - wanted.y), abs(row.z - wanted.z))
        < ColorSpace.invisibleLight
    }
  }
}

extension ColorSpace {
  /// This space, but with two fractions of the maximum code value shown as black and white, and
  /// with a curve between them.
  package func stretched(
    _ black: Double, _ white: Double, by curve: SampleCurve = .linear
  ) -> ColorSpace {
    var space = self
    space.range = .stretched(black: black, white: white, curve)
    return space
  }

  /// The 8-bit code value of each 16-bit sample after stretching, and the colour space of these
  /// values; nil if samples are not stretched.
  var reducedStretch: (codes: [UInt8], space: ColorSpace)? {
    guard case .stretched = range else { return nil }
    var space = self
    space.range = .full
    let codes = (0...65_535).map { UInt8((range.sample($0, .sixteen) * 255).rounded()) }
    return (codes, space)
  }

  /// The value of a sample from 0 for black to 1 for white, before it is converted to light.
  package func encodedValue(_ code: Int, _ depth: SampleDepth) -> Double {
    range.sample(code, depth)
  }
}

/// The transfer curves of the three colour channels, usually all the same.
package struct ChannelCurves: Hashable, Sendable {
  package let red: TransferCurve
  /// The curve of green, and of grey.
  package let green: TransferCurve
  package let blue: TransferCurve

  init(red: TransferCurve, green: TransferCurve, blue: TransferCurve) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// The same curve for all channels.
  init(_ curve: TransferCurve) { (red, green, blue) = (curve, curve, curve) }
}

/// Which code values are black and white.
package enum SampleRange: Hashable, Sendable {
  /// The lowest code value is black, the highest white.
  case full
  /// The video range, with headroom at both ends: with 8 bits, 16 is black and 235 is white. Values
  /// outside are clamped.
  case narrow
  /// Code values between two limits, given as fractions of the maximum, with a curve between them.
  ///
  /// Values outside are clamped.
  case stretched(black: Double, white: Double, SampleCurve)

  /// The encoded value, from 0 for black to 1 for white, of a sample with this code value.
  ///
  /// Source: ITU-T H.273, 8.3, equations for R, G and B with a VideoFullRangeFlag of 0.
  func sample(_ code: Int, _ depth: SampleDepth) -> Double {
    switch self {
    case .full:
      return Double(code) / Double(depth.maximum)
    case .narrow:
      let step = Double(1 << (depth.bits - 8))
      return min(max((Double(code) / step - 16) / 219, 0), 1)
    case .stretched(let black, let white, let curve):
      let share = Double(code) / Double(depth.maximum)
      // The limits may be equal once rounded; max(0, NaN) is 0, and max(NaN, 0) is NaN.
      return curve.value(min(max(0, (share - black) / (white - black)), 1))
    }
  }
}

/// Why colour data, or text in a file, cannot be used.
package struct UnusableData: Error, Equatable, Sendable, CustomStringConvertible {
  /// The reason, as a fragment that follows the name of the data and a colon.
  package let description: String

  package init(_ description: String) { self.description = description }
}

extension ColorSpace {
  /// The common name of the colour space: `sRGB`, `Display P3`, `gamma 2.2, other primaries`.
  ///
  /// A colour space without a name is described by its curve, and by its primaries unless they are
  /// those of sRGB. Colour spaces count as equal if none of their colours differs visibly. The
  /// range of samples and the peak of PQ and HLG are ignored.
  package var name: String {
    if self == .sRGB { return "sRGB" }
    let known = Self.named.first { hasPrimaries(of: $0.space) && hasCurves(of: $0.space) }
    if let known { return known.name }
    let primaries = Self.named.first { hasPrimaries(of: $0.space) }?.name ?? "other primaries"
    return primaries == "sRGB" ? curveName : "\(curveName), \(primaries)"
  }

  /// The colour spaces that have names.
  ///
  /// Primaries are named after the first space that has them.
  ///
  /// Source: ITU-T H.273, tables 2 and 3, for the code points.
  private static let named: [(name: String, space: ColorSpace)] = {
    let codePoints: [(name: String, primaries: UInt8, transfer: UInt8)] = [
      ("sRGB", 1, 13), ("Rec. 709", 1, 1), ("Display P3", 12, 13), ("Display P3 PQ", 12, 16),
      ("Display P3 HLG", 12, 18), ("Rec. 2020", 9, 1), ("Rec. 2100 PQ", 9, 16),
      ("Rec. 2100 HLG", 9, 18), ("DCI-P3", 11, 17), ("Rec. 601", 6, 6), ("Rec. 601", 5, 6),
    ]
    return [("Adobe RGB", .adobeRGB)]
      + codePoints.compactMap { name, primaries, transfer in
        let space = try? ColorSpace(CodePoints(primaries: primaries, transfer: transfer))
        return space.map { (name, $0) }
      }
  }()

  private var curveName: String {
    if hasCurves(of: .sRGB) { return "sRGB curve" }
    guard curves.red == curves.green, curves.green == curves.blue else { return "other curves" }
    switch curves.green {
    case .linear: return "gamma 1"
    case .gamma(let exponent):
      let number = (exponent * 100).rounded() / 100
      return "gamma " + (number == number.rounded() ? "\(Int(number))" : "\(number)")
    case .perceptualQuantizer: return "PQ"
    case .hybridLogGamma: return "HLG"
    case .sRGB, .parametric, .sampled, .lightness: return "other curve"
    }
  }

  private func hasPrimaries(of other: ColorSpace) -> Bool {
    let (own, others) = (matrixToSRGB ?? .identity, other.matrixToSRGB ?? .identity)
    return own.isVisiblyEqual(to: others)
  }

  /// Whether greys are the same as in sRGB, whatever the primaries.
  package var hasGraysOfSRGB: Bool { hasCurves(of: .sRGB) }

  private func hasCurves(of other: ColorSpace) -> Bool {
    curves.red.isVisiblyEqual(to: other.curves.red)
      && curves.green.isVisiblyEqual(to: other.curves.green)
      && curves.blue.isVisiblyEqual(to: other.curves.blue)
  }
}

extension TransferCurve {
  /// Whether the curves produce light that looks the same.
  fileprivate func isVisiblyEqual(to other: TransferCurve) -> Bool {
    self == other
      || (0...32).allSatisfy { step in
        let sample = Double(step) / 32
        return abs(decoded(sample) - other.decoded(sample)) < ColorSpace.invisibleLight
      }
  }
}
