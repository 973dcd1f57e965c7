import Glibc

/// The weight of a source sample as a function of its distance from the centre of the output
/// sample.
///
/// Distances are in output samples when shrinking and in source samples when enlarging, so that
/// shrinking removes detail that the smaller picture cannot show.
public enum ResampleFilter: String, CaseIterable, Sendable {
  /// A sinc with three lobes on each side, windowed by the central lobe of a wider sinc. The
  /// sharpest; rings slightly at hard edges.
  case lanczos
  /// The cubic of Mitchell and Netravali with B = C = 1/3: soft, with hardly any ringing.
  ///
  /// Source: "Reconstruction filters in computer graphics", SIGGRAPH 1988.
  case mitchell
  /// The cubic of the same family with B = 0, C = 1/2. Interpolating: passes through the samples.
  case catmullRom = "catmull-rom"
  /// A weight that falls linearly; when enlarging, bilinear interpolation.
  case triangle
  /// The mean of the area that an output sample covers. Partly covered source samples count in
  /// part, also when enlarging.
  case box
  /// The one sample at the centre, unchanged.
  case nearest

  /// The distance beyond which the weight is 0.
  public var support: Double {
    switch self {
    case .lanczos: 3
    case .mitchell, .catmullRom: 2
    case .triangle: 1
    case .box, .nearest: 0.5
    }
  }

  /// The weight at `distance`, not normalised.
  ///
  /// ``FilterTaps`` does not use it for ``box`` and ``nearest``, which it weighs by covered area
  /// and by position.
  public func weight(at distance: Double) -> Double {
    let x = abs(distance)
    guard x < support else { return 0 }
    return switch self {
    case .lanczos: lanczos3(x)
    case .mitchell: cubic(x, b: 1 / 3, c: 1 / 3)
    case .catmullRom: cubic(x, b: 0, c: 1 / 2)
    case .triangle: 1 - x
    case .box, .nearest: 1
    }
  }
}

/// `sinc(x) * sinc(x / 3)`, where `sinc(x) = sin(πx) / πx`.
///
/// One sine gives both, because sin 3t = 3 sin t - 4 sin³ t.
private func lanczos3(_ x: Double) -> Double {
  guard x > 1e-8 else { return 1 }
  let angle = x * .pi / 3
  let sine = sin(angle)
  return sine * sine * (3 - 4 * sine * sine) / (3 * angle * angle)
}

/// The two-parameter family of Mitchell and Netravali, for 0 ≤ x < 2.
private func cubic(_ x: Double, b: Double, c: Double) -> Double {
  let sum =
    x < 1
    ? ((12 - 9 * b - 6 * c) * x + (-18 + 12 * b + 6 * c)) * x * x + (6 - 2 * b)
    : (((-b - 6 * c) * x + (6 * b + 30 * c)) * x + (-12 * b - 48 * c)) * x + (8 * b + 24 * c)
  return sum / 6
}
