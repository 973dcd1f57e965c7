/// How colours seen under one white look the same under another.
enum ChromaticAdaptation {
  /// The white of the ICC's profile connection space, close to daylight at 5000 K.
  ///
  /// Source: ICC.1:2022, 7.2.16 (PCS illuminant field).
  static let profileWhite = Triple(0.9642, 1, 0.8249)

  /// The white of sRGB, with a Y of 1.
  static let displayWhite = Chromaticity.d65.shares * (1 / Chromaticity.d65.y)

  /// The matrix from XYZ under the white `source` to XYZ under the white `target`.
  ///
  /// Cone responses are scaled each by its own factor, the linear Bradford
  /// transform.
  ///
  /// Source: ICC.1:2022, annex E (chromatic adaptation tag).
  static func matrix(from source: Triple, to target: Triple) -> Matrix3 {
    let factors = (cones * target).divided(by: cones * source)
    return conesInverse * .diagonal(factors) * cones
  }

  private static let cones = Matrix3(
    Triple(0.8951, 0.2664, -0.1614), Triple(-0.7502, 1.7135, 0.0367),
    Triple(0.0389, -0.0685, 1.0296))

  private static let conesInverse: Matrix3 = {
    guard let inverse = cones.inverse else { preconditionFailure("the Bradford matrix is regular") }
    return inverse
  }()
}
