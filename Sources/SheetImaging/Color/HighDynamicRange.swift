import Glibc

/// How to show a PQ or HLG picture on a display with the range of sRGB.
///
/// Rendering also needs the curve and the primaries.
///
/// Light is relative to reference white, the level of graphics and white paper, and of white in an
/// sRGB picture.
struct HighDynamicRange: Hashable, Sendable {
  /// Reference white in cd/m².
  ///
  /// Source: ITU-R BT.2408, 2.1 (HDR reference white).
  static let referenceWhite = 203.0

  /// The peak of a picture that states none, in cd/m²: the peak of the reference HLG display, and
  /// of most displays on which PQ is graded.
  static let nominalPeak = 1000.0

  /// How the light of samples becomes the light of a display.
  let rendering: Rendering

  /// The luminance shown as white, in cd/m².
  let peak: Double

  enum Rendering: Hashable {
    /// Samples represent luminance, as in PQ.
    case absolute
    /// Samples represent light of the scene, as in HLG; `weights` are the luminances of the
    /// primaries, which sum to 1.
    case scene(weights: Triple)
  }

  /// Determines the rendering for a colour space; nil if its curve is neither PQ nor HLG.
  ///
  /// - Parameters:
  ///   - curve: The transfer curve of samples.
  ///   - weights: The luminances of the primaries.
  ///   - peak: The maximum luminance of the picture in cd/m²; nil if unknown.
  init?(_ curve: TransferCurve, weights: Triple, peak: Double?) {
    // With a peak at or below reference white, there is nothing to compress.
    let peak = max(Self.referenceWhite, peak ?? Self.nominalPeak)
    switch curve {
    case .perceptualQuantizer:
      rendering = .absolute
      self.peak = min(peak, PerceptualQuantizer.maximum)
    case .hybridLogGamma:
      rendering = .scene(weights: weights)
      // HLG samples only define luminances for a given display; here, that is the reference
      // display.
      self.peak = min(peak, Self.nominalPeak)
    default:
      return nil
    }
  }
}

/// The PQ curve: samples represent luminances up to 10,000 cd/m².
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

/// The HLG curve: samples represent light of the scene as recorded by a camera.
///
/// Source: ITU-R BT.2100-2, table 5.
enum HybridLogGamma {
  /// The system gamma of the reference display of 1000 cd/m².
  static let systemGamma = 1.2

  /// The light of the scene for a sample, from 0 to 1 (inverse OETF).
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

/// The luminances of a picture as stated in its file, in cd/m².
package struct LightLevels: Hashable, Sendable {
  /// The maximum of the picture's own pixels (MaxCLL); nil or 0 if unknown.
  package var maximumContentLight: Double?

  /// The maximum of the display on which the picture was made; nil or 0 if unknown.
  package var masteringMaximum: Double?

  /// The levels of the cLLI and mDCV chunks.
  ///
  /// Source: PNG specification, third edition, 11.3.2.8 (cLLI) and 11.3.2.7 (mDCV). Both chunks
  /// store luminances in units of 0.0001 cd/m².
  package init(maximumContentLight: Double? = nil, masteringMaximum: Double? = nil) {
    self.maximumContentLight = maximumContentLight
    self.masteringMaximum = masteringMaximum
  }

  /// The luminance to show as white, for ``ColorSpace/init(_:peak:)``; nil if unknown.
  ///
  /// It is the lower of the known levels: no pixel is brighter than the maximum of the picture, and
  /// the mastering display could not show anything brighter. ITU-R BT.2390 (5.4.1) maps the range
  /// of the mastering display; browsers prefer MaxCLL.
  ///
  /// Levels below 100 cd/m² are treated as mistakes, such as a wrong unit. If they are correct,
  /// nothing is lost, because that light is shown unchanged whatever the peak.
  package var peak: Double? {
    [maximumContentLight, masteringMaximum].compactMap { $0 }.filter { $0 >= 100 }.min()
  }
}

/// Compresses the highlights of a picture so that its peak becomes white.
///
/// Light is relative to reference white. The curve is applied to the largest of a pixel's red,
/// green and blue, and all three are scaled by the same factor. This preserves the chromaticity:
/// separate curves for each channel would turn orange highlights yellow.
///
/// Up to the knee, at four fifths of reference white or 162 cd/m², light is unchanged. Above it,
/// this is the curve of Reinhard et al. with a maximum luminance ("Photographic tone reproduction
/// for digital images", SIGGRAPH 2002, equation 4), applied to PQ samples because equal steps of PQ
/// look about equal. Its slope is 1 at the knee.
///
/// The curve of ITU-R BT.2390 (5.4.1, EETF), a Hermite spline in PQ, is not used because its knee
/// depends on the peak: 88 cd/m² for a peak of 1000, but 41 for one of 4000. The same face would be
/// darker next to a brighter lamp, and on a sheet, pictures are side by side. In 8-bit sRGB code
/// values, for peaks of 1000 and 4000 cd/m²:
///
///     cd/m²               100  152  203  400  1000 | 100  152  203  400  1000  4000
///     this curve          186  224  243  251   255 | 186  224  243  251   253   255
///     this curve on light 186  224  244  252   255 | 186  224  243  252   254   255
///     EETF of BT.2390     186  214  229  250   255 | 174  195  208  232   250   255
///
/// A lower knee would separate highlights more, but change more of the colours inside sRGB. With
/// this knee, the colours of sRGB change by 0.25 ΔE00 on average; with a knee of 0.6, by 1.2.
struct ToneCurve {
  /// The light up to which nothing changes.
  static let knee = 0.8

  private static let kneeSample = sample(for: knee)

  /// The range above the knee, in PQ.
  private static let room = sample(for: 1) - kneeSample

  /// The range of the picture above the knee, relative to the available range; at least 1.
  private let largest: Double

  /// Creates the curve that maps `peak`, in cd/m² and at least reference white, to 1.
  init(peak: Double) {
    let light = peak / HighDynamicRange.referenceWhite
    largest = (Self.sample(for: light) - Self.kneeSample) / Self.room
  }

  /// The light to show for `light`; above 1 for light above the peak.
  func shown(_ light: Double) -> Double {
    guard light > Self.knee else { return light }
    let excess = (Self.sample(for: light) - Self.kneeSample) / Self.room
    let compressed = excess * (1 + excess / (largest * largest)) / (1 + excess)
    return Self.light(of: Self.kneeSample + Self.room * compressed)
  }

  private static let scale = PerceptualQuantizer.maximum / HighDynamicRange.referenceWhite

  private static func sample(for light: Double) -> Double {
    PerceptualQuantizer.sample(for: light / scale)
  }

  private static func light(of sample: Double) -> Double {
    PerceptualQuantizer.light(of: sample) * scale
  }
}

/// Converts the light of PQ and HLG pixels to the light of an sRGB display.
///
/// It works on source pixels, before resampling, so that a lamp of 1000 cd/m² is averaged with its
/// surroundings at its tone-mapped brightness. Averaging the lamp's actual light would spread it
/// over neighbouring pixels. The three steps need all channels of a pixel, with straight alpha:
///
/// 1. Convert to the light of the display, which for HLG depends on the luminance of the pixel.
/// 2. Convert to the primaries of sRGB. A colour outside them, which has negative light, is mixed
///    with the grey of the same luminance until it is inside. Mixing preserves luminance and nearly
///    preserves hue: over the colours of BT.2020, CIELAB hues turn by 2° on average and 6° at the
///    95th percentile. Clamping turns them by 6° and 17°; reducing OKLab chroma, which needs
///    iteration, turns them by 3° and 16°.
/// 3. Apply the ``ToneCurve`` to the largest channel, and scale all three accordingly. This comes
///    last, so that only light that is shown is compressed, and the result fits into sRGB.
struct ToneMapper: Sendable {
  let matrix: LightMatrix

  /// The factor from decoded samples to light relative to reference white; for HLG, scene light.
  let scale: Float

  /// For HLG, the luminances of the primaries, and the factor of the OOTF as a function of the
  /// luminance of the scene's light.
  let scene: (luminance: LightMatrix.Row, factor: OctaveTable)?

  let luminance = LightMatrix.Row(ColorSpace.luminanceWeights)
  let curve: OctaveTable

  // Source: ITU-R BT.2100-2, table 5 (OOTF). Light under 2⁻²⁴ is black anyway.
  private static let sceneFactor = OctaveTable(-24...0) {
    pow($0, HybridLogGamma.systemGamma - 1)
  }

  /// The tone curves of recently used peaks.
  private static let curves = LRUCache<Double, OctaveTable>(limit: 8)

  /// Creates a mapper for pictures in `space`; nil if `space` is neither PQ nor HLG.
  init?(_ space: ColorSpace) {
    guard let range = space.highDynamicRange else { return nil }
    matrix = LightMatrix(space.matrixToSRGB ?? .identity)
    curve = Self.curves.value(of: range.peak) {
      let curve = ToneCurve(peak: range.peak)
      // From below the knee to above the maximum of PQ.
      return OctaveTable(-1...6) { curve.shown($0) }
    }
    switch range.rendering {
    case .absolute:
      scale = Float(PerceptualQuantizer.maximum / HighDynamicRange.referenceWhite)
      scene = nil
    case .scene(let weights):
      scale = Float(HighDynamicRange.nominalPeak / HighDynamicRange.referenceWhite)
      scene = (LightMatrix.Row(weights), Self.sceneFactor)
    }
  }

  /// The light to show for decoded grey samples.
  func shown(grays: [Float]) -> [Float] {
    var row = grays.flatMap { [$0, $0, $0] }
    var span = row.mutableSpan
    map(&span, .rgb)
    return stride(from: 0, to: row.count, by: 3).map { row[$0] }
  }
}
