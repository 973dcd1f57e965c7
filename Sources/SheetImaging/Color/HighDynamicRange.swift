import Glibc

/// Data to show a PQ or HLG picture on a display with the range of sRGB.
///
/// The curve and the primaries are needed in addition.
///
/// Light is stated relative to reference white, the level of graphics and of white paper. White in an
/// sRGB picture is at that level.
struct HighDynamicRange: Hashable, Sendable {
  /// Reference white in cd/m².
  ///
  /// Source: ITU-R BT.2408, 2.1 (HDR reference white).
  static let referenceWhite = 203.0

  /// The peak of a picture that states none, in cd/m²: the one of the reference HLG display, and
  /// of most displays on which PQ is graded.
  static let nominalPeak = 1000.0

  /// The steps from the light of samples to the light of a display.
  let rendering: Rendering

  /// The luminance that becomes white, in cd/m².
  let peak: Double

  enum Rendering: Hashable {
    /// Samples stand for luminances, as in PQ.
    case absolute
    /// Samples stand for light of the scene, as in HLG; `weights` are the luminances of the
    /// primaries, whose sum is 1.
    case scene(weights: Triple)
  }

  /// The rendering of pictures in a space; nil if its curve is neither PQ nor HLG.
  ///
  /// - Parameters:
  ///   - curve: The transfer curve of samples.
  ///   - weights: The luminances of the primaries.
  ///   - peak: The maximum luminance of the picture in cd/m², or nil if it is not known.
  init?(_ curve: TransferCurve, weights: Triple, peak: Double?) {
    // A peak under reference white would compress nothing, like reference white itself.
    let peak = max(Self.referenceWhite, peak ?? Self.nominalPeak)
    switch curve {
    case .perceptualQuantizer:
      rendering = .absolute
      self.peak = min(peak, PerceptualQuantizer.maximum)
    case .hybridLogGamma:
      rendering = .scene(weights: weights)
      // Samples do not determine luminances before they are shown on a display, and ours is the
      // reference display.
      self.peak = min(peak, Self.nominalPeak)
    default:
      return nil
    }
  }
}

/// The PQ curve: samples stand for luminances of up to 10,000 cd/m².
///
/// Source: ITU-R BT.2100-2, table 4.
enum PerceptualQuantizer {
  /// The luminance of the maximum sample in cd/m².
  static let maximum = 10_000.0

  /// The luminance of a sample as a fraction of the maximum (EOTF).
  static func light(of sample: Double) -> Double {
    let root = pow(sample, 1 / m2)
    return pow(max(root - c1, 0) / (c2 - c3 * root), 1 / m1)
  }

  /// The sample for a luminance, which is a fraction of the maximum (inverse EOTF).
  static func sample(for light: Double) -> Double {
    let root = pow(light, m1)
    return pow((c1 + c2 * root) / (1 + c3 * root), m2)
  }

  private static let m1 = 2610.0 / 16_384
  private static let m2 = 2523.0 / 4096 * 128
  private static let c1 = 3424.0 / 4096
  private static let c2 = 2413.0 / 4096 * 32
  private static let c3 = 2392.0 / 4096 * 32
}

/// The HLG curve: samples stand for light of the scene, as a camera records it.
///
/// Source: ITU-R BT.2100-2, table 5.
enum HybridLogGamma {
  /// The exponent of the system for the reference display of 1000 cd/m².
  static let systemGamma = 1.2

  /// The light of the scene, 0 to 1, of a sample (inverse OETF).
  static func light(of sample: Double) -> Double {
    sample <= 0.5 ? sample * sample / 3 : min((exp((sample - c) / a) + b) / 12, 1)
  }

  /// The sample for light of the scene (OETF).
  static func sample(for light: Double) -> Double {
    light <= 1.0 / 12 ? sqrt(3 * light) : a * log(12 * light - b) + c
  }

  private static let a = 0.17883277
  private static let b = 1 - 4 * a
  private static let c = 0.5 - a * log(4 * a)
}

/// The luminances of a picture as its file states them, in cd/m².
package struct LightLevels: Hashable, Sendable {
  /// The maximum of the picture's own pixels (MaxCLL); nil or 0 if it is not known.
  package var maximumContentLight: Double?

  /// The maximum of the display on which the picture was made; nil or 0 if it is not known.
  package var masteringMaximum: Double?

  /// The levels of the cLLI and mDCV chunks.
  ///
  /// Source: PNG specification, third edition, 11.3.2.8 (cLLI) and 11.3.2.7 (mDCV). Both chunks
  /// count in steps of 0.0001 cd/m².
  package init(maximumContentLight: Double? = nil, masteringMaximum: Double? = nil) {
    self.maximumContentLight = maximumContentLight
    self.masteringMaximum = masteringMaximum
  }

  /// The luminance to show as white, for ``ColorSpace/init(_:peak:)``;
  /// nil if it is not known.
  ///
  /// It is the lower one of the known levels. No pixel is brighter than the maximum of the picture, and
  /// the mastering display could not show brighter light. ITU-R
  /// BT.2390 (5.4.1) maps the range of the mastering display; browsers prefer MaxCLL.
  ///
  /// Levels under 100 cd/m² are taken for mistakes, such as a wrong unit. If they are true,
  /// nothing is lost, because that light is shown unchanged whatever the peak.
  package var peak: Double? {
    [maximumContentLight, masteringMaximum].compactMap { $0 }.filter { $0 >= 100 }.min()
  }
}
