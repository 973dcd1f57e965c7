/// A point of the CIE 1931 xy diagram.
package struct Chromaticity: Hashable, Sendable {
  /// The fraction of X in X + Y + Z.
  package let x: Double
  /// The fraction of Y in X + Y + Z.
  package let y: Double

  /// Creates a point, which may lie outside the diagram.
  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The XYZ of this chromaticity, scaled so that X + Y + Z = 1.
  var shares: Triple {
    Triple(x, y, 1 - x - y)
  }
}

/// The chromaticities of red, green and blue, and of the white they make together.
package struct Primaries: Hashable, Sendable {
  package let red: Chromaticity
  package let green: Chromaticity
  package let blue: Chromaticity
  package let white: Chromaticity

  /// Creates primaries without checking them; ``ColorSpace/init(_:primaries:)`` does that.
  package init(red: Chromaticity, green: Chromaticity, blue: Chromaticity, white: Chromaticity) {
    self.red = red
    self.green = green
    self.blue = blue
    self.white = white
  }

  init(
    _ red: (Double, Double), _ green: (Double, Double), _ blue: (Double, Double),
    white: Chromaticity
  ) {
    self.init(
      red: Chromaticity(x: red.0, y: red.1), green: Chromaticity(x: green.0, y: green.1),
      blue: Chromaticity(x: blue.0, y: blue.1), white: white)
  }

  /// The primaries of sRGB and BT.709, with the D65 white point.
  ///
  /// Source: IEC 61966-2-1:1999.
  package static let sRGB = Primaries((0.64, 0.33), (0.3, 0.6), (0.15, 0.06), white: .d65)
}

extension Chromaticity {
  /// Daylight at 6500 K, rounded as in display standards.
  package static let d65 = Chromaticity(x: 0.3127, y: 0.329)
}

extension Primaries {
  /// The matrix from linear red, green and blue to XYZ, with a white of Y = 1; nil if the white
  /// point lies outside the triangle of the primaries.
  ///
  /// Source: SMPTE RP 177-1993, which solves for the amounts of the primaries that sum to white.
  var matrixToXYZ: Matrix3? {
    let shares = Matrix3(red.shares, green.shares, blue.shares).transposed
    // With a Y close to 0 the amounts would be unbounded.
    guard white.y > 0.01, let inverse = shares.inverse else { return nil }
    let amounts = inverse * (white.shares * (1 / white.y))
    guard min(amounts.x, amounts.y, amounts.z) > 0 else { return nil }
    return shares * .diagonal(amounts)
  }
}

/// Converts XYZ under one white to the XYZ that looks the same under another.
enum ChromaticAdaptation {
  /// The white of the ICC profile connection space, close to daylight at 5000 K.
  ///
  /// Source: ICC.1:2022, 7.2.16 (PCS illuminant field).
  static let profileWhite = Triple(0.9642, 1, 0.8249)

  /// The white of sRGB, with a Y of 1.
  static let displayWhite = Chromaticity.d65.shares * (1 / Chromaticity.d65.y)

  /// The linear Bradford transform, from XYZ under the white `source` to XYZ under `target`.
  ///
  /// Source: ICC.1:2022, annex E (chromatic adaptation tag).
  static func matrix(from source: Triple, to target: Triple) -> Matrix3 {
    let factors = (cones * target) / (cones * source)
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
