import Glibc

/// The numbers in a cICP chunk, which identify an RGB colour space.
package struct CodePoints: Hashable, Sendable {
  /// H.273 ColourPrimaries, table 2: 1 for BT.709 and sRGB, 9 for BT.2020, 12 for Display P3.
  package let primaries: UInt8
  /// H.273 TransferCharacteristics, table 3: 13 for sRGB, 16 for PQ, 18 for HLG.
  package let transfer: UInt8
  /// H.273 MatrixCoefficients: 0 for RGB, which is all that PNG allows.
  package let matrix: UInt8
  /// H.273 VideoFullRangeFlag: whether samples use their whole range.
  package let isFullRange: Bool

  /// Code points as stored in a file; by default full-range RGB.
  package init(primaries: UInt8, transfer: UInt8, matrix: UInt8 = 0, isFullRange: Bool = true) {
    self.primaries = primaries
    self.transfer = transfer
    self.matrix = matrix
    self.isFullRange = isFullRange
  }
}

extension ColorSpace {
  /// The colour space that code points identify.
  ///
  /// - Parameters:
  ///   - codePoints: The numbers of a cICP chunk.
  ///   - peak: The luminance in cd/m² to show as white if the curve is PQ or HLG, such as
  ///     ``LightLevels/peak``; nil for 1000. It is clamped to 10,000, and for HLG to 1000.
  /// - Throws: ``UnusableData`` for values that are reserved, mean "unspecified", or are not used
  ///   for still pictures: logarithmic curves (9, 10) and the BT.1361 curve with its negative light
  ///   (12).
  package init(_ codePoints: CodePoints, peak: Double? = nil) throws(UnusableData) {
    let (primaries, transfer) = (codePoints.primaries, codePoints.transfer)
    guard codePoints.matrix == 0 else {
      throw UnusableData("matrix coefficients \(codePoints.matrix) are not those of RGB")
    }
    guard let known = Primaries(codePoint: primaries) else {
      throw UnusableData("colour primaries \(primaries) are not known")
    }
    guard let curve = TransferCurve(codePoint: transfer) else {
      throw UnusableData("transfer function \(transfer) is not known")
    }
    try self.init(
      curve, primaries: known, range: codePoints.isFullRange ? .full : .narrow, peak: peak)
  }
}

extension Primaries {
  /// The primaries for a row of ITU-T H.273, table 2; nil if there is no such row.
  init?(codePoint: UInt8) {
    switch codePoint {
    case 1: self = .sRGB
    case 4: self.init((0.67, 0.33), (0.21, 0.71), (0.14, 0.08), white: Self.illuminantC)
    case 5: self.init((0.64, 0.33), (0.29, 0.6), (0.15, 0.06), white: .d65)
    case 6, 7: self.init((0.63, 0.34), (0.31, 0.595), (0.155, 0.07), white: .d65)
    case 8: self.init((0.681, 0.319), (0.243, 0.692), (0.145, 0.049), white: Self.illuminantC)
    case 9: self.init((0.708, 0.292), (0.17, 0.797), (0.131, 0.046), white: .d65)
    // XYZ itself: each primary is an axis.
    case 10: self.init((1, 0), (0, 1), (0, 0), white: Chromaticity(x: 1.0 / 3, y: 1.0 / 3))
    case 11:
      self.init(
        (0.68, 0.32), (0.265, 0.69), (0.15, 0.06), white: Chromaticity(x: 0.314, y: 0.351))
    case 12: self.init((0.68, 0.32), (0.265, 0.69), (0.15, 0.06), white: .d65)
    case 22: self.init((0.63, 0.34), (0.295, 0.605), (0.155, 0.077), white: .d65)
    default: return nil
    }
  }

  private static let illuminantC = Chromaticity(x: 0.31, y: 0.316)
}

extension TransferCurve {
  /// The display curve for a row of ITU-T H.273, table 3; nil if there is no such row.
  ///
  /// For rows 1, 6, 11, 14 and 15, the table gives the curve of a camera. Video is graded on
  /// displays that follow BT.1886, which with a black level of 0 is a power of 2.4. A note in
  /// H.273, 8.2, confirms this, and other software uses the same curve.
  init?(codePoint: UInt8) {
    switch codePoint {
    case 1, 6, 11, 14, 15: self = .gamma(2.4)
    case 4: self = .gamma(2.2)
    case 5: self = .gamma(2.8)
    case 7: self = .parametric(.smpte240M)
    case 8: self = .linear
    case 13: self = .sRGB
    case 16: self = .perceptualQuantizer
    case 17: self = .parametric(.smpte428)
    case 18: self = .hybridLogGamma
    default: return nil
    }
  }
}

extension ParametricCurve {
  /// The display curve of SMPTE 240M, which is the inverse of its camera curve.
  ///
  /// Source: ITU-T H.273, table 3, value 7, with the two constants that make the curve and its
  /// slope continuous.
  fileprivate static let smpte240M: ParametricCurve = {
    let alpha = 1.111572195921731
    return ParametricCurve(
      exponent: 1 / 0.45, scale: 1 / alpha, offset: (alpha - 1) / alpha, footScale: 0.25,
      start: 4 * 0.022821585529445)
  }()

  /// A power of 2.6 that reaches white, at 48 cd/m², below the maximum sample.
  ///
  /// Source: ITU-T H.273, table 3, value 17.
  fileprivate static let smpte428 = ParametricCurve(
    exponent: 2.6, scale: pow(52.37 / 48, 1 / 2.6))
}
