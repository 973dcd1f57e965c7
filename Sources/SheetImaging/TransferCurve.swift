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

  /// The light that `sample` stands for.
  ///
  /// Samples outside 0 to 1 are taken as the nearer end.
  public func decoded(_ sample: Double) -> Double {
    let sample = min(max(sample, 0), 1)
    return switch self {
    case .sRGB: sample <= 0.04045 ? sample / 12.92 : power((sample + 0.055) / 1.055, 2.4)
    case .linear: sample
    case .gamma(let exponent): power(sample, exponent)
    }
  }

  /// The sample that stands for `light`; the inverse of ``decoded(_:)``.
  ///
  /// Light outside 0 to 1 is taken as the nearer end.
  public func encoded(_ light: Double) -> Double {
    let light = min(max(light, 0), 1)
    return switch self {
    case .sRGB: light <= 0.0031308 ? light * 12.92 : 1.055 * power(light, 1 / 2.4) - 0.055
    case .linear: light
    case .gamma(let exponent): power(light, 1 / exponent)
    }
  }
}
