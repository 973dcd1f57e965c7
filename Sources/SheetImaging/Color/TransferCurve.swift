import Glibc

/// The relation between stored samples and light, both from 0 to 1.
///
/// Averages have to be taken of decoded samples, which are proportional to light; averages of
/// encoded samples come out too dark.
package enum TransferCurve: Hashable, Sendable {
  /// The curve of sRGB: close to a power of 2.2, with a linear segment near black.
  ///
  /// Source: IEC 61966-2-1:1999.
  case sRGB
  /// Samples that are proportional to light.
  case linear
  /// Light is the sample raised to this power, such as 2.2.
  ///
  /// PNG's gAMA chunk stores the reciprocal of this exponent times 100,000.
  case gamma(Double)
  /// A power with a linear segment near black.
  case parametric(ParametricCurve)
  /// The light of two or more equally spaced samples with linear interpolation between
  /// them; 65,535 stands for 1.
  case sampled([UInt16])
  /// The PQ curve of BT.2100 (EOTF): a light of 1 is 10,000 cd/m².
  case perceptualQuantizer
  /// The HLG curve of BT.2100 (inverse OETF): light of the scene, before the system gamma.
  case hybridLogGamma

  /// The light of a sample, which is clamped to 0 to 1.
  package func decoded(_ sample: Double) -> Double {
    let sample = min(max(sample, 0), 1)
    return switch self {
    case .sRGB: sample <= 0.04045 ? sample / 12.92 : pow((sample + 0.055) / 1.055, 2.4)
    case .linear: sample
    case .gamma(let exponent): pow(sample, exponent)
    case .parametric(let curve): curve.light(of: sample)
    case .sampled(let values): interpolated(values, at: sample)
    case .perceptualQuantizer: PerceptualQuantizer.light(of: sample)
    case .hybridLogGamma: HybridLogGamma.light(of: sample)
    }
  }

  /// The sample for `light`, which is clamped to 0 to 1; the inverse of ``decoded(_:)``.
  ///
  /// If a curve does not rise, the result is one of the samples that come close.
  package func encoded(_ light: Double) -> Double {
    let light = min(max(light, 0), 1)
    return switch self {
    case .sRGB: light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    case .linear: light
    case .gamma(let exponent): pow(light, 1 / exponent)
    case .parametric, .sampled: sample(for: light)
    case .perceptualQuantizer: PerceptualQuantizer.sample(for: light)
    case .hybridLogGamma: HybridLogGamma.sample(for: light)
    }
  }

  /// Bisects the samples, to the precision of `Double`.
  private func sample(for light: Double) -> Double {
    guard decoded(0) < light else { return 0 }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<53 {
      let middle = (low + high) / 2
      if decoded(middle) < light { low = middle } else { high = middle }
    }
    return high
  }
}

/// The interpolated value of a table at `position`; 0 is its first entry and 1 its last.
private func interpolated(_ values: [UInt16], at position: Double) -> Double {
  let place = position * Double(values.count - 1)
  let index = min(Int(place), values.count - 2)
  let fraction = place - Double(index)
  let value = Double(values[index]) * (1 - fraction) + Double(values[index + 1]) * fraction
  return value / 65_535
}

/// A power with a linear segment near black, the foot: the parametric curve of the ICC.
///
///     light = (scale · sample + offset)^exponent + lift    if sample ≥ start;
///     light = footScale · sample + footLift                elsewhere
///
/// Light is clamped to 0 to 1.
///
/// Source: ICC.1:2022, 10.18 (parametricCurveType), function 4; the other functions
/// are special cases of it.
package struct ParametricCurve: Hashable, Sendable {
  /// The exponent of the power.
  package let exponent: Double
  /// The factor of samples before the power.
  package var scale = 1.0
  /// The number that is then added, before the power.
  package var offset = 0.0
  /// The number that is added after the power.
  package var lift = 0.0
  /// The slope of the foot.
  package var footScale = 0.0
  /// The light of the foot at sample 0.
  package var footLift = 0.0
  /// The minimum sample that is not on the foot, on which no sample is by default.
  package var start = 0.0

  func light(of sample: Double) -> Double {
    let light =
      sample >= start
      ? pow(max(scale * sample + offset, 0), exponent) + lift
      : footScale * sample + footLift
    return min(max(light, 0), 1)
  }
}

/// Compresses the highlights of a picture so that its peak becomes white.
///
/// Light is relative to reference white. It is meant to be the largest of the red, green and blue light
/// of a pixel. All three are then scaled alike. This keeps the chromaticity: a curve for each channel
/// would turn orange highlights yellow.
///
/// Up to the knee, at four fifths of reference white or 162 cd/m², light is left unchanged. Above it
/// this is the curve of Reinhard et al. with a maximum luminance. Its source is "Photographic tone
/// reproduction for digital images", SIGGRAPH 2002, equation 4. It is applied to PQ samples because
/// equal steps of PQ look about equal. Its slope is 1 at the knee.
///
/// The curve of ITU-R BT.2390 (5.4.1, EETF), a Hermite spline in PQ, is not used. Its knee depends on
/// the peak: 88 cd/m² for a peak of 1000 but 41 for one of 4000. So one face would be shown darker next
/// to a brighter lamp. On a sheet, pictures stand side by side. In 8-bit sRGB codes, for peaks of 1000
/// and 4000 cd/m²:
///
///     cd/m²               100  152  203  400  1000 | 100  152  203  400  1000  4000
///     this curve          186  224  243  251   255 | 186  224  243  251   253   255
///     this curve on light 186  224  244  252   255 | 186  224  243  252   254   255
///     EETF of BT.2390     186  214  229  250   255 | 174  195  208  232   250   255
///
/// A lower knee would separate highlights more, and change more of the colours inside sRGB. With this
/// one their mean change is 0.25 ΔE00 over the codes of sRGB. With one of 0.6 it is 1.2.
struct ToneCurve {
  /// The light up to which nothing changes.
  static let knee = 0.8

  private static let kneeSample = sample(for: knee)

  /// The range above the knee, in PQ.
  private static let room = sample(for: 1) - kneeSample

  /// The range of the picture above the knee, as a multiple of the available range; at least 1.
  private let largest: Double

  /// A curve that takes `peak`, in cd/m² and not under reference white, to 1.
  init(peak: Double) {
    let light = peak / HighDynamicRange.referenceWhite
    largest = (Self.sample(for: light) - Self.kneeSample) / Self.room
  }

  /// The light that is shown for `light`, above 1 for light above the peak.
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
