/// The weight of a source sample as a function of its distance from the
/// centre of the output sample.
///
/// Distances are in output samples when shrinking and in source samples when
/// enlarging, so that shrinking removes what the smaller picture cannot show.
public enum ResampleFilter: String, CaseIterable, Sendable {
  /// A sinc windowed by the middle lobe of a wider one, three lobes a side.
  /// Sharpest; rings a little at hard edges.
  case lanczos
  /// The cubic of Mitchell and Netravali with B = C = 1/3: soft, hardly rings.
  ///
  /// Source: "Reconstruction filters in computer graphics", SIGGRAPH 1988.
  case mitchell
  /// The same family's cubic with B = 0, C = 1/2. Passes through its samples.
  case catmullRom = "catmull-rom"
  /// A weight that falls in a straight line: bilinear when enlarging.
  case triangle
  /// The mean of the area an output sample covers. Source samples that are
  /// covered in part count in part, also when enlarging.
  case box
  /// The one sample at the centre, untouched.
  case nearest

  /// The distance from which on the weight is zero.
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
  /// For ``box`` and ``nearest`` this is the ideal shape only; ``FilterTaps``
  /// finds their samples by area and by position.
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
  let sine = sine(of: angle)
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
