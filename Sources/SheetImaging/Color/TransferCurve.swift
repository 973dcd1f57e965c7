import Glibc

/// How stored samples relate to light, both from 0 to 1.
///
/// Averages must be taken over decoded samples, which are proportional to light; averages of
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
  /// The light of two or more equally spaced samples, interpolated linearly; 65,535 represents 1.
  case sampled([UInt16])
  /// Another curve, which gives lightness (CIE L* divided by 100) instead of light.
  ///
  /// Source: ISO/CIE 11664-4 (CIE 1976 L*a*b*).
  indirect case lightness(of: TransferCurve)
  /// The PQ curve of BT.2100 (EOTF): a light of 1 is 10,000 cd/m².
  case perceptualQuantizer
  /// The HLG curve of BT.2100 (inverse OETF): light of the scene, before the system gamma.
  case hybridLogGamma

  /// The light of a sample, which is clamped to 0 to 1; NaN counts as 0.
  package func decoded(_ sample: Double) -> Double {
    let sample = min(max(0, sample), 1)
    return switch self {
    case .sRGB: sample <= 0.04045 ? sample / 12.92 : pow((sample + 0.055) / 1.055, 2.4)
    case .linear: sample
    case .gamma(let exponent): pow(sample, exponent)
    case .parametric(let curve): curve.light(of: sample)
    case .sampled(let values): interpolated(values, at: sample)
    case .lightness(let curve): luminance(ofLightness: curve.decoded(sample))
    case .perceptualQuantizer: PerceptualQuantizer.light(of: sample)
    case .hybridLogGamma: HybridLogGamma.light(of: sample)
    }
  }

  /// The sample for `light`, which is clamped to 0 to 1 (NaN counts as 0); the inverse of
  /// ``decoded(_:)``.
  ///
  /// If a curve is not monotonic, several samples may come close to `light`; the result is one of
  /// them.
  package func encoded(_ light: Double) -> Double {
    let light = min(max(0, light), 1)
    return switch self {
    case .sRGB: light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    case .linear: light
    case .gamma(let exponent): pow(light, 1 / exponent)
    case .parametric, .sampled, .lightness: sample(for: light)
    case .perceptualQuantizer: PerceptualQuantizer.sample(for: light)
    case .hybridLogGamma: HybridLogGamma.sample(for: light)
    }
  }

  /// Finds the sample by bisection, to the precision of `Double`.
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

extension TransferCurve {
  /// The curve for samples encoded with an exponent, such as 0.45455 for 1/2.2.
  ///
  /// Any gamma above 0 is used as stated, however dark or bright it makes the picture.
  ///
  /// Source: PNG specification, third edition, 11.3.2.2 (gAMA).
  ///
  /// - Throws: ``UnusableData`` if the gamma is 0, which is meaningless.
  package init(gamma: Double) throws(UnusableData) {
    guard gamma > 0 else { throw UnusableData("a gamma of 0 has no meaning") }
    self = gamma == 1 ? .linear : .gamma(1 / gamma)
  }
}

/// The luminance, from 0 to 1, for a hundredth of CIE L*.
private func luminance(ofLightness lightness: Double) -> Double {
  lightness > 0.08
    ? pow((100 * lightness + 16) / 116, 3) : 100 * lightness * 27 / 24_389
}

/// The interpolated value of a table at `position`, where 0 is its first entry and 1 is its last.
private func interpolated(_ values: [UInt16], at position: Double) -> Double {
  let place = position * Double(values.count - 1)
  let index = min(Int(place), values.count - 2)
  let fraction = place - Double(index)
  let value = Double(values[index]) * (1 - fraction) + Double(values[index + 1]) * fraction
  return value / 65_535
}

/// A power with a linear segment near black, the foot: the ICC's parametric curve.
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
  /// The factor applied to samples before the power.
  package var scale = 1.0
  /// The number added to scaled samples, before the power.
  package var offset = 0.0
  /// The number added after the power.
  var lift = 0.0
  /// The slope of the foot.
  package var footScale = 0.0
  /// The light of the foot at sample 0.
  var footLift = 0.0
  /// The smallest sample that is not on the foot; by default, none is on it.
  package var start = 0.0

  func light(of sample: Double) -> Double {
    let light =
      sample >= start
      ? pow(max(scale * sample + offset, 0), exponent) + lift
      : footScale * sample + footLift
    return min(max(0, light), 1)
  }
}
