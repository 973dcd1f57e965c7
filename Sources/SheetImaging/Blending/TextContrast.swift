private import Glibc

/// The share of its ground that text of one luminance replaces in a pixel of another.
///
/// Light is the right scale for areas, but small text consists mostly of pixels that are covered
/// in part, and is read by lightness. Half the light of white is still three quarters as light to
/// the eye, so dark text mixed by its coverage looks thin, and light text on black looks bold. With
/// this share, the lightness of the mixture goes from that of the ground to that of the ink in
/// proportion to the coverage, and text is as heavy as its font draws it on any ground. Font engines
/// embolden glyphs instead, which needs outlines and makes light text too bold.
///
/// Where ground and ink have the same luminance, the share is the coverage itself, which is also
/// the limit of the formula.
struct TextContrast {
  /// The luminance of the ground, from 0 to 1.
  let ground: Double

  private let groundLightness: Double
  /// The difference in lightness between ink and ground.
  private let lightnessRange: Double
  /// The luminance that ``groundLightness`` stands for.
  ///
  /// Unlike ``ground``, it makes the share of no coverage exactly 0.
  private let base: Double
  /// The difference in luminance between ink and ground.
  private let range: Double

  /// Creates the curve of a ground and an ink, given their luminances from 0 to 1.
  init(ground: Double, ink: Double) {
    self.ground = ground
    groundLightness = lightness(ofLuminance: ground)
    lightnessRange = lightness(ofLuminance: ink) - groundLightness
    base = luminance(ofLightness: groundLightness)
    range = luminance(ofLightness: groundLightness + lightnessRange) - base
  }

  /// The share of the ink in a pixel, for a coverage from 0 to 1; exact at both ends.
  func share(ofCoverage coverage: Double) -> Double {
    // Below this, rounding would do more harm than leaving the curve out.
    guard abs(range) > 1e-9 else { return coverage }
    return (luminance(ofLightness: groundLightness + coverage * lightnessRange) - base) / range
  }
}

// CIE 1976 lightness, L*: 0 is black, 100 is white, and equal steps look equal.
//
// Source: ISO/CIE 11664-4:2019, which is also in CIE 15:2018. The sheet's white is the reference
// white.

private func lightness(ofLuminance luminance: Double) -> Double {
  luminance > darkLimit ? 116 * cbrt(luminance) - 16 : luminance / darkSlope
}

private func luminance(ofLightness lightness: Double) -> Double {
  guard lightness > 8 else { return lightness * darkSlope }
  let root = (lightness + 16) / 116
  return root * root * root
}

/// Up to this luminance, and to a lightness of 8, one is proportional to the other.
private let darkLimit = (6.0 / 29) * (6.0 / 29) * (6.0 / 29)
private let darkSlope = (3.0 / 29) * (3.0 / 29) * (3.0 / 29)
