#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Sand.
enum Desert {
  /// Dunes in low light from the side.
  static func dunes() -> Canvas {
    let noise = Noise(seed: 17)
    let ground = HeightMap(side: 1400, spacing: 0.018) { dune($0, noise) }
    let sun = Vector(-0.80, 0.36, 0.38).normalized
    let eye = Vector(11.5, 2.15, 0.3)
    return Canvas(width: 720, height: 480, grid: 2) { place in
      let view = Vector((place.x - 0.75) * 0.95, (0.40 - place.y) * 0.95, 1).normalized
      let sky =
        Ramp(hex: [0xFBD9A8, 0xF3BFA0, 0xC9A6B4, 0x8C95BE, 0x5B7BB4])[(0.40 - place.y) / 0.42]
        + Light(hex: 0xFFC070) * (0.5 * pow(max(view.dot(sun), 0), 8))
      guard let spot = ground.hit(from: eye, along: view, reach: 24) else {
        return sky.filmed * 1.1
      }
      let plan = Point(spot.x, spot.z)
      let distance = (spot - eye).length
      let ripple = sin(
        (plan.x * 0.85 + plan.y * 0.5) * 34 + 5 * noise.fractal(plan * 1.6, octaves: 3))
      let lean = ripple * 0.16 * smoothstep(9, 1.5, distance)
      let normal = (ground.normal(plan) + Vector(lean, 0, lean * 0.5)).normalized
      let lit = max(normal.dot(sun), 0) * ground.exposure(spot, to: sun, softness: 0.05)
      let sand = mix(
        Light(hex: 0xD98A4A), Light(hex: 0xEBB074), 0.5 + noise.fractal(plan * 0.7, octaves: 3))
      let light =
        sand
        * (Light(hex: 0xFFD2A0) * (lit * 2.3)
          + Light(hex: 0x6E78B4) * (0.42 + 0.25 * normal.y) + Light(hex: 0xC06040) * 0.06)
      return mix(light, Light(hex: 0xF6C9A0), 1 - exp(-pow(distance / 17, 2.0))).filmed * 1.1
    }
  }

  /// Long crests that wander: a slow climb on the windward side, a steep slip face behind.
  private static func dune(_ place: Point, _ noise: Noise) -> Double {
    func crest(_ across: Double, _ steepSide: Double) -> Double {
      let part = across - across.rounded(.down)
      let rise = part < steepSide ? part / steepSide : (1 - part) / (1 - steepSide)
      return rise * rise * (1.9 - 0.9 * rise)
    }
    let bend = noise.fractal(place * 0.20, octaves: 2) * 1.5
    let large = crest(place.x * 0.17 + place.y * 0.09 + bend, 0.70)
    let small = crest(place.x * 0.26 - place.y * 0.16 + bend * 0.8 + 0.4, 0.66)
    let swell = 0.65 + 0.5 * noise.value(place * 0.13 + 5)
    return large * 1.15 * swell + small * 0.42 * (1.1 - swell * 0.6)
  }
}
