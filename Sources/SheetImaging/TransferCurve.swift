/// The relation between stored samples and light.
///
/// Both sides run from 0 to 1. Averages of light are averages of decoded
/// samples; averages of encoded ones come out too dark.
public enum TransferCurve: Hashable, Sendable {
  /// The curve of sRGB, close to a power of 2.2 with a straight foot.
  ///
  /// Source: IEC 61966-2-1:1999.
  case sRGB
  /// Samples that are proportional to light.
  case linear
  /// Light is the sample raised to a power, 2.2 for example.
  ///
  /// PNG's gAMA chunk holds the reciprocal of this exponent times 100,000.
  case gamma(Double)
  /// A power with a straight foot.
  case parametric(ParametricCurve)
  /// The light of equally spaced samples, 65,535 being 1; between them it runs
  /// straight. There are at least two.
  case sampled([UInt16])
  /// The PQ curve of BT.2100, brought into the range of ordinary displays.
  case perceptualQuantizer
  /// The HLG curve of BT.2100, brought into the range of ordinary displays.
  case hybridLogGamma

  /// The light that `sample` stands for.
  ///
  /// Samples outside 0 to 1 are taken as the nearer end.
  public func decoded(_ sample: Double) -> Double {
    let sample = min(max(sample, 0), 1)
    return switch self {
    case .sRGB: sample <= 0.04045 ? sample / 12.92 : power((sample + 0.055) / 1.055, 2.4)
    case .linear: sample
    case .gamma(let exponent): power(sample, exponent)
    case .parametric(let curve): curve.light(of: sample)
    case .sampled(let values): interpolated(values, at: sample)
    case .perceptualQuantizer: HighDynamicRange.shown(HighDynamicRange.luminance(quantized: sample))
    case .hybridLogGamma: HighDynamicRange.shown(HighDynamicRange.luminance(logGamma: sample))
    }
  }

  /// The sample that stands for `light`; the inverse of ``decoded(_:)``.
  ///
  /// Light outside 0 to 1 is taken as the nearer end. A curve that does not rise
  /// everywhere has one of the samples that come close.
  public func encoded(_ light: Double) -> Double {
    let light = min(max(light, 0), 1)
    return switch self {
    case .sRGB: light <= 0.0031308 ? light * 12.92 : 1.055 * power(light, 1 / 2.4) - 0.055
    case .linear: light
    case .gamma(let exponent): power(light, 1 / exponent)
    case .parametric, .sampled, .perceptualQuantizer, .hybridLogGamma: sample(for: light)
    }
  }

  /// Halves the range of samples until it is as narrow as a `Double` can tell.
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

/// The value of a table at `position`, where 0 is its first entry and 1 its last.
private func interpolated(_ values: [UInt16], at position: Double) -> Double {
  let place = position * Double(values.count - 1)
  let index = min(Int(place), values.count - 2)
  let fraction = place - Double(index)
  let value = Double(values[index]) * (1 - fraction) + Double(values[index + 1]) * fraction
  return value / 65_535
}
