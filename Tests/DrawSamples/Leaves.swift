import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Leaves, cut out.
enum Leaves {
  /// An autumn leaf with a soft shadow.
  static func autumn() -> Canvas {
    let noise = Noise(seed: 51)
    let base = Point(0.5, 0.70)
    let blade = (outline + outline.reversed().map { $0 * Point(-1, 1) })
      .map { Point(0.5, 0.818) + $0 * Point(0.74, -0.74) }
    func edge(_ place: Point) -> Double {
      let frayed = place + Point(noise.value(place * 30), noise.value(place * 30 + 50)) * 0.006
      let stalkEnd = Point(0.53, 0.925)
      return min(
        Distance.toPolygon(frayed, blade) - 0.004, Distance.toSegment(place, base, stalkEnd) - 0.009
      )
    }
    return Canvas(
      width: 400, height: 400, grid: 3,
      seeThrough: { place in
        let shadow = 0.40 * smoothstep(0.045, -0.05, edge(place - Point(0.018, 0.026)))
        let under = SIMD4(Light(hex: 0x1A0E08) * shadow, shadow)
        let distance = edge(place)
        guard distance < 0.003 else { return under }
        let spot = place - base
        var (vein, fold) = (0.0, 0.0)
        for (angle, length) in veins {
          let axis = Point(sin(angle), -cos(angle))
          let along = spot.dot(axis)
          let across = abs(spot.x * axis.y - spot.y * axis.x)
          guard along > 0, along < length else { continue }
          vein = max(vein, smoothstep(0.0085 * (1.1 - along / length), 0.001, across))
          let twig = (along - across * 1.1) * 17
          let reach = smoothstep(0.11, 0.03, across) * smoothstep(0.05, 0.12, along)
          vein = max(vein, smoothstep(0.10, 0.02, abs(twig - twig.rounded())) * reach * 0.6)
          fold = max(fold, bell(across, 0.035))
        }
        let ripe = bounded(spot.length * 1.5 + 0.45 * noise.fractal(place * 4.5, octaves: 4))
        var light = Ramp(hex: [0xF8CB46, 0xF29A2E, 0xE4612A, 0xC4321F, 0x8C1C1E])[ripe]
        light *= 0.84 + 0.22 * noise.fractal(place * 22, octaves: 3) + 0.18 * fold
        light = mix(light, Light(hex: 0xFBE3A0), vein * 0.7)
        light = mix(light, Light(hex: 0x6E1A14), smoothstep(-0.016, 0.0, distance) * 0.45)
        return over(SIMD4(light, 1) * smoothstep(0.003, -0.003, distance), under)
      })
  }

  /// The right half of a maple leaf from its tip down to the stalk, one unit tall.
  private static let outline = [
    Point(0, 1), Point(0.10, 0.81), Point(0.20, 0.86), Point(0.165, 0.57), Point(0.31, 0.73),
    Point(0.345, 0.64), Point(0.51, 0.68), Point(0.455, 0.52), Point(0.54, 0.46),
    Point(0.27, 0.235),
    Point(0.30, 0.13), Point(0.03, 0.165),
  ]

  /// Direction (from upright, clockwise) and length of the main veins.
  private static let veins = [
    (0.0, 0.58), (0.80, 0.46), (-0.80, 0.46), (1.62, 0.19), (-1.62, 0.19),
  ]

  /// Barnsley's fern: four affine maps played at random.
  ///
  /// M. F. Barnsley, "Fractals Everywhere", 1988.
  static func fern() -> Canvas {
    var random = SeededGenerator(seed: 77)
    let (width, height) = (300, 480)
    var hits = [Double](repeating: 0, count: width * height)
    var place = Point.zero
    for _ in 0..<3_000_000 {
      switch random.unit() {
      case ..<0.01: place = Point(0, 0.16 * place.y)
      case ..<0.86:
        place = Point(0.85 * place.x + 0.04 * place.y, -0.04 * place.x + 0.85 * place.y + 1.6)
      case ..<0.93:
        place = Point(0.20 * place.x - 0.26 * place.y, 0.23 * place.x + 0.22 * place.y + 1.6)
      default:
        place = Point(-0.15 * place.x + 0.28 * place.y, 0.26 * place.x + 0.24 * place.y + 0.44)
      }
      let column = Int(146 + place.x * 46)
      let row = Int(468 - place.y * 45.6)
      if (0..<width).contains(column), (0..<height).contains(row) {
        hits[row * width + column] += 1
      }
    }
    var canvas = Canvas(width: width, height: height, light: Light(gray: 1))
    for y in 0..<height {
      for x in 0..<width where hits[y * width + x] > 0 {
        let ink = 1 - exp(-hits[y * width + x] * 0.09)
        canvas[x, y] = SIMD4(Light(gray: mix(1, 0.03, ink)), 1)
      }
    }
    return canvas
  }
}
