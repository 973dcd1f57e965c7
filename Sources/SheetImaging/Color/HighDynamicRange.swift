import Glibc

/// Tone mapping of PQ and HLG pictures to the range of an ordinary display.
///
/// Reference white, the level of graphics and of white paper, is 203 cd/m² and corresponds to 1.
/// Light up to three quarters of it is left unchanged. Anything brighter is compressed into the
/// last quarter, so that highlights keep their shape: reference white becomes 0.88, 8-bit code
/// 240, and the nominal peak of 1000 cd/m² becomes 1.
///
/// Channels are mapped separately, which is exact for greys and shifts the hue of highlights
/// towards white, as film does. It also means that pictures are resampled after tone mapping: a
/// lamp of 1000 cd/m² outshines its surroundings no more than it does on the display.
///
/// Source of the levels: ITU-R BT.2408, 2.1 (HDR reference white).
enum HighDynamicRange {
  private static let referenceWhite = 203.0
  private static let nominalPeak = 1000.0

  /// The light from which on it is compressed.
  private static let knee = 0.75

  /// The displayed light, 0 to 1, of a luminance in cd/m².
  ///
  /// Above the knee this is the extended curve of Reinhard and others ("Photographic tone
  /// reproduction for digital images", SIGGRAPH 2002), the one with a maximum luminance: it has
  /// a slope of 1 at the knee and reaches 1 at the peak.
  static func shown(_ luminance: Double) -> Double {
    let light = min(luminance, nominalPeak) / referenceWhite
    guard light > knee else { return light }
    let room = 1 - knee
    let excess = (light - knee) / room
    let largest = (nominalPeak / referenceWhite - knee) / room
    return knee + room * excess * (1 + excess / (largest * largest)) / (1 + excess)
  }

  /// The luminance of a PQ sample, 0 to 10,000 cd/m².
  ///
  /// Source: ITU-R BT.2100-2, table 4 (EOTF).
  static func luminance(quantized sample: Double) -> Double {
    let root = pow(sample, 1 / 78.84375)
    let quotient = max(root - 0.8359375, 0) / (18.8515625 - 18.6875 * root)
    return 10_000 * pow(quotient, 1 / 0.1593017578125)
  }

  /// The luminance of an HLG sample on the nominal display of 1000 cd/m², whose system gamma is
  /// 1.2.
  ///
  /// Source: ITU-R BT.2100-2, table 5 (inverse OETF and OOTF), the OOTF applied per channel.
  static func luminance(logGamma sample: Double) -> Double {
    let scene =
      sample <= 0.5
      ? sample * sample / 3
      : (exp((sample - 0.55991073) / 0.17883277) + 0.28466892) / 12
    return nominalPeak * pow(scene, 1.2)
  }
}
