/// A point of the CIE 1931 xy diagram.
public struct Chromaticity: Hashable, Sendable {
  /// The share of X in X + Y + Z.
  public let x: Double
  /// The share of Y in X + Y + Z.
  public let y: Double

  /// A point of the diagram, or off it.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The XYZ of this chromaticity whose shares sum to 1.
  var shares: Triple {
    Triple(x, y, 1 - x - y)
  }
}

/// The colours that red, green and blue are, and the white they make together.
public struct Primaries: Hashable, Sendable {
  /// The red primary.
  public let red: Chromaticity
  /// The green primary.
  public let green: Chromaticity
  /// The blue primary.
  public let blue: Chromaticity
  /// What equal amounts of all three are.
  public let white: Chromaticity

  /// Primaries that may turn out to be impossible; see
  /// ``ColorSpace/init(_:primaries:)``.
  public init(red: Chromaticity, green: Chromaticity, blue: Chromaticity, white: Chromaticity) {
    self.red = red
    self.green = green
    self.blue = blue
    self.white = white
  }

  /// The primaries of sRGB and BT.709, with the white D65.
  ///
  /// Source: IEC 61966-2-1:1999.
  public static let sRGB = Primaries(
    red: Chromaticity(x: 0.64, y: 0.33), green: Chromaticity(x: 0.3, y: 0.6),
    blue: Chromaticity(x: 0.15, y: 0.06), white: .d65)
}

extension Chromaticity {
  /// The white of daylight at 6500 K, as the standards for displays round it.
  public static let d65 = Chromaticity(x: 0.3127, y: 0.329)
}

extension Primaries {
  /// The matrix from linear red, green and blue to XYZ, where white has a Y of 1.
  ///
  /// Nil where there is no such matrix that a display could have: the white
  /// must lie inside the triangle of the primaries.
  ///
  /// Source: SMPTE RP 177-1993, which solves for the amounts of the primaries
  /// that sum to the white.
  var matrixToXYZ: Matrix3? {
    let shares = Matrix3(red.shares, green.shares, blue.shares).transposed
    // A white of almost no Y would make amounts without bounds.
    guard white.y > 0.01, let inverse = shares.inverse else { return nil }
    let amounts = inverse * (white.shares * (1 / white.y))
    guard min(amounts.x, amounts.y, amounts.z) > 0 else { return nil }
    return shares * .diagonal(amounts)
  }
}
