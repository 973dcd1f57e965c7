internal import Glibc

/// How samples between black and white become lighter; black and white themselves do not change.
///
/// The curves are those of Astropy with its default constants: `LogStretch(1000)` and
/// `AsinhStretch(0.1)`.
public enum SampleCurve: String, CaseIterable, Sendable {
  /// Samples are unchanged.
  case linear
  /// The square root.
  case sqrt
  /// The logarithm, which shows differences between the darkest samples.
  case log
  /// The inverse hyperbolic sine, which is nearly linear for dark samples, and logarithmic for
  /// light ones.
  case asinh

  private static let logFactor = 1000.0
  private static let asinhFactor = 10.0
}

extension SampleCurve {
  /// The value of a sample, both from 0 for black to 1 for white.
  package func value(_ sample: Double) -> Double {
    switch self {
    case .linear: sample
    case .sqrt: sample.squareRoot()
    case .log: log1p(Self.logFactor * sample) / log1p(Self.logFactor)
    case .asinh: Glibc.asinh(Self.asinhFactor * sample) / Glibc.asinh(Self.asinhFactor)
    }
  }

  /// The sample with the given value; the inverse of ``value(_:)``.
  package func sample(_ value: Double) -> Double {
    switch self {
    case .linear: value
    case .sqrt: value * value
    case .log: expm1(value * log1p(Self.logFactor)) / Self.logFactor
    case .asinh: sinh(value * Glibc.asinh(Self.asinhFactor)) / Self.asinhFactor
    }
  }
}
