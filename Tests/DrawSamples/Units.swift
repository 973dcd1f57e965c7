#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A place or a direction in the plane.
typealias Point = SIMD2<Double>

/// A place or a direction in space.
typealias Vector = SIMD3<Double>

/// Linear-light red, green and blue; 1 is display white, more is brighter than that.
typealias Light = SIMD3<Double>

extension SIMD2<Double> {
  var length: Double { (x * x + y * y).squareRoot() }

  func dot(_ other: Self) -> Double { x * other.x + y * other.y }

  func rotated(by angle: Double) -> Self {
    let (sine, cosine) = (sin(angle), cos(angle))
    return Self(x * cosine - y * sine, x * sine + y * cosine)
  }
}

extension SIMD3<Double> {
  var length: Double { (x * x + y * y + z * z).squareRoot() }

  var normalized: Self { self / length }

  func dot(_ other: Self) -> Double { x * other.x + y * other.y + z * other.z }

  func cross(_ other: Self) -> Self {
    Self(
      y * other.z - z * other.y,
      z * other.x - x * other.z,
      x * other.y - y * other.x)
  }

  /// The direction of a ray `self` mirrored at a surface with the unit `normal`.
  func reflected(by normal: Self) -> Self { self - normal * (2 * dot(normal)) }

  /// The direction of a ray `self` after entering a medium, by Snell's law.
  ///
  /// `ratio` is the refractive index left behind divided by the one entered. Nil where all of the
  /// light is thrown back.
  func refracted(by normal: Self, ratio: Double) -> Self? {
    let cosine = -dot(normal)
    let remainder = 1 - ratio * ratio * (1 - cosine * cosine)
    guard remainder >= 0 else { return nil }
    return self * ratio + normal * (ratio * cosine - remainder.squareRoot())
  }
}

/// Moves from `start` to `end` as `amount` goes from 0 to 1.
func mix(_ start: Double, _ end: Double, _ amount: Double) -> Double {
  start + (end - start) * amount
}

/// Moves from `start` to `end` as `amount` goes from 0 to 1.
func mix(_ start: Light, _ end: Light, _ amount: Double) -> Light {
  start + (end - start) * amount
}

func bounded(_ value: Double, _ low: Double = 0, _ high: Double = 1) -> Double {
  min(max(value, low), high)
}

/// An S-curve: 0 below `low`, 1 above `high`, level at both ends; `low` may be the greater one.
func smoothstep(_ low: Double, _ high: Double, _ value: Double) -> Double {
  let amount = bounded((value - low) / (high - low))
  return amount * amount * (3 - 2 * amount)
}

/// A bell of height 1 and the given standard deviation, around zero.
func bell(_ distance: Double, _ deviation: Double) -> Double {
  exp(-0.5 * (distance * distance) / (deviation * deviation))
}
