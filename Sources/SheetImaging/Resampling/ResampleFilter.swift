/// Whether pixels are resampled as linear light or as encoded samples, in both cases premultiplied
/// by alpha.
///
/// Raw values are the names used on the command line and in plans.
public enum ResampleLight: String, CaseIterable, Sendable {
  /// Linear light, whose mean is the colour seen from a distance.
  case linear
  /// Encoded sRGB, as in libvips and Pillow. Thin dark lines on white stay darker than with linear
  /// light.
  case encoded
}

/// The weight of a source sample as a function of its distance from the centre of the output
/// sample.
///
/// Distances are in output samples when shrinking and in source samples when enlarging, so
/// shrinking removes detail that the smaller picture cannot show.
public enum ResampleFilter: String, CaseIterable, Sendable {
  /// A sinc with three lobes on each side, windowed by the central lobe of a wider sinc. The
  /// sharpest filter, but it rings slightly at hard edges.
  case lanczos
  /// The cubic of Mitchell and Netravali with B = C = 1/3: soft, with hardly any ringing.
  ///
  /// Source: "Reconstruction filters in computer graphics", SIGGRAPH 1988.
  case mitchell
  /// The cubic of the Mitchell and Netravali family with B = 0, C = 1/2. It interpolates: the curve
  /// passes through the samples.
  case catmullRom = "catmull-rom"
  /// A linearly decreasing weight; when enlarging, bilinear interpolation.
  case triangle
  /// The mean over the area covered by an output sample. Partly covered source samples count in
  /// proportion, even when enlarging.
  case box
  /// The sample at the centre, unchanged.
  case nearest

  /// The distance beyond which the weight is 0.
  package var support: Double {
    switch self {
    case .lanczos: 3
    case .mitchell, .catmullRom: 2
    case .triangle: 1
    case .box, .nearest: 0.5
    }
  }

  /// The weight at `distance`, not normalised.
  ///
  /// ``FilterTaps`` does not use this weight for ``box``, which it weighs by covered area, or for
  /// ``nearest``, which it weighs by position.
  package func weight(at distance: Double) -> Double {
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

  /// Sets `weights` to the weights of consecutive source samples.
  ///
  /// - Parameters:
  ///   - first: The centre of the first source sample.
  ///   - centre: The centre of the output sample.
  ///   - scale: What distances are divided by.
  ///   - weights: The weights, not normalised.
  func weigh(
    from first: Double, around centre: Double, scale: Double,
    into weights: inout MutableSpan<Double>
  ) {
    guard self == .lanczos else {
      for index in 0..<weights.count {
        weights[index] = weight(at: (first + Double(index) - centre) / scale)
      }
      return
    }
    // Free of branches, so that the loop can be vectorised, and with few divisions, which are slow.
    let inverse = 1 / scale
    for index in 0..<weights.count {
      // There is no vector conversion from `Int`.
      let x = abs((first + Double(Int32(truncatingIfNeeded: index)) - centre) * inverse)
      let weight = lanczos3(x)
      weights[index] = x < 3 ? weight : 0
    }
  }
}

/// `sinc(x) * sinc(x / 3)` for 0 ≤ x < 3, with `sinc(x) = sin(πx) / πx`.
///
/// A single sine is enough for both, because sin 3t = 3 sin t - 4 sin³ t.
@inline(__always)
private func lanczos3(_ x: Double) -> Double {
  let third = x * (1.0 / 3)
  let angle = third * .pi
  let sine = sineOfHalfTurns(third)
  let weight = sine * sine * (3 - 4 * sine * sine) / (3 * angle * angle)
  return x > 1e-8 ? weight : 1
}

/// sin πt for 0 ≤ t ≤ 1, to the precision of `Double`.
///
/// The Taylor series; the first omitted term is below 2⁻⁵⁹. The C library's sine cannot be
/// vectorised, and differs between machines.
@inline(__always)
func sineOfHalfTurns(_ turns: Double) -> Double {
  let t = turns < 0.5 ? turns : 1 - turns
  let square = t * t
  var sum = 5.392664662608129e-10
  sum = sum * square - 2.2948428997269873e-08
  sum = sum * square + 7.952054001475513e-07
  sum = sum * square - 2.1915353447830217e-05
  sum = sum * square + 0.00046630280576761255
  sum = sum * square - 0.0073704309457143504
  sum = sum * square + 0.08214588661112823
  sum = sum * square - 0.5992645293207921
  sum = sum * square + 2.5501640398773455
  sum = sum * square - 5.16771278004997
  return (sum * square + .pi) * t
}

/// The two-parameter family of Mitchell and Netravali, for 0 ≤ x < 2.
private func cubic(_ x: Double, b: Double, c: Double) -> Double {
  let sum =
    x < 1
    ? ((12 - 9 * b - 6 * c) * x + (-18 + 12 * b + 6 * c)) * x * x + (6 - 2 * b)
    : (((-b - 6 * c) * x + (6 * b + 30 * c)) * x + (-12 * b - 48 * c)) * x + (8 * b + 24 * c)
  return sum / 6
}
