import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Points of light for night skies.
enum Stars {
  /// Adds stars, few bright and many faint, each as strong as `visibility` says (0…1).
  static func strew(
    over canvas: inout Canvas, count: Int, seed: UInt64, visibility: (Point) -> Double
  ) {
    var random = SeededGenerator(seed: seed)
    let tints = Ramp(hex: [0xFFC9A0, 0xFFF1E0, 0xFFFFFF, 0xC4D6FF, 0x9DBBFF])
    for _ in 0..<count {
      let place = Point(
        random.unit() * Double(canvas.width), random.unit() * Double(canvas.height))
      let brightness = 0.04 * pow(random.unit() + 0.004, -0.95)
      let tint = tints[random.unit()]
      let seen = visibility(place)
      guard seen > 0.02 else { continue }
      let strength = min(brightness, 3) * seen
      canvas.glow(at: place, deviation: 0.55 + min(strength, 1.2) * 0.35, tint * strength)
      if strength > 1 { canvas.glow(at: place, deviation: 3.5, tint * 0.09 * strength) }
    }
  }
}
