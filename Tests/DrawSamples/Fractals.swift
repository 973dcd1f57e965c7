#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Pictures of the complex plane.
enum Fractals {
  /// The seahorse valley of the Mandelbrot set.
  static func seahorses() -> Canvas {
    let tones = Ramp(hex: [
      0x0A0D2C, 0x123A78, 0x2E8FC4, 0xBFE9EE, 0xFFF4D0, 0xF6B03C, 0xB8481E, 0x4A1030, 0x0A0D2C,
    ])
    let centre = Point(-0.74543, 0.11301)
    return Canvas(width: 560, height: 420, grid: 3) { place in
      let start = centre + (place - Point(0.667, 0.5)) * 0.0075
      guard let steps = escape(start, limit: 900) else { return Light(hex: 0x05060F) }
      let phase = log(steps) * 0.95 + 0.55
      return tones[phase - phase.rounded(.down)]
    }
  }

  /// How many steps z² + c takes to leave a disc, made continuous; nil where it stays.
  private static func escape(_ start: Point, limit: Int) -> Double? {
    var (x, y) = (0.0, 0.0)
    for step in 0..<limit {
      let (squareX, squareY) = (x * x, y * y)
      if squareX + squareY > 256 {
        return max(0, Double(step) + 4 - log2(log2(squareX + squareY)) - 1)
      }
      (x, y) = (squareX - squareY + start.x, 2 * x * y + start.y)
    }
    return nil
  }
}
