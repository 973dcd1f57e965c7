/// What becomes of pictures that are brighter than an ordinary display.
///
/// Reference white, the level of graphics and of a white sheet of paper, has 203
/// cd/m² and is measured as 1; up to three quarters of it, light is left as it is.
/// What is brighter is pressed into the last quarter, so that highlights keep
/// their shape: reference white becomes 0.88, code 240 of 8 bits, and 1000 cd/m²,
/// the nominal peak, becomes 1.
///
/// Each channel goes alone, which is exact for greys and shifts the hue of
/// highlights towards white, as film does. It also lets averages be taken of what
/// is seen in the end: a lamp of 1000 cd/m² does not outshine its surroundings
/// further than on the display.
///
/// Source of the levels: ITU-R BT.2408, 2.1 (HDR reference white).
enum HighDynamicRange {
  private static let referenceWhite = 203.0
  private static let nominalPeak = 1000.0

  /// Where light begins to be pressed together.
  private static let knee = 0.75

  /// Light from 0 to 1 for a luminance in cd/m².
  ///
  /// Above the knee this is the curve of Reinhard and others ("Photographic tone
  /// reproduction for digital images", SIGGRAPH 2002) in the form with a largest
  /// luminance: it leaves the knee with a slope of 1 and ends in 1 at the peak.
  static func shown(_ luminance: Double) -> Double {
    let light = min(luminance, nominalPeak) / referenceWhite
    guard light > knee else { return light }
    let room = 1 - knee
    let excess = (light - knee) / room
    let largest = (nominalPeak / referenceWhite - knee) / room
    return knee + room * excess * (1 + excess / (largest * largest)) / (1 + excess)
  }

  /// The luminance of a sample in PQ, up to 10,000 cd/m².
  ///
  /// Source: ITU-R BT.2100-2, table 4 (EOTF).
  static func luminance(quantized sample: Double) -> Double {
    let root = power(sample, 1 / 78.84375)
    let quotient = max(root - 0.8359375, 0) / (18.8515625 - 18.6875 * root)
    return 10_000 * power(quotient, 1 / 0.1593017578125)
  }

  /// The luminance of a sample in HLG on the display of 1000 cd/m² that it is
  /// defined for, whose system gamma is 1.2.
  ///
  /// Source: ITU-R BT.2100-2, table 5 (inverse OETF and OOTF), the latter taken for
  /// each channel.
  static func luminance(logGamma sample: Double) -> Double {
    let scene =
      sample <= 0.5
      ? sample * sample / 3
      : (exponential((sample - 0.55991073) / 0.17883277) + 0.28466892) / 12
    return nominalPeak * power(scene, 1.2)
  }
}
