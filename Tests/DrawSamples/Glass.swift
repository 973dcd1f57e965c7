#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Round things that let light through, alone on a transparent ground.
enum Glass {
  /// A glass marble with coloured ribbons inside, over its own shadow and the light it gathers.
  static func marble() -> Canvas {
    let noise = Noise(seed: 6)
    let (steps, density) = (56, 0.22)
    return Canvas(
      width: 300, height: 300, grid: 3,
      seeThrough: { place in
        let centred = (place - Point(0.5, 0.46)) / 0.40
        let shadowPlace = (place - Point(0.53, 0.83)) / Point(0.36, 0.10)
        let shadow = exp(-shadowPlace.dot(shadowPlace) * 2.2) * 0.55
        let pool = exp(-((place - Point(0.56, 0.84)) / Point(0.15, 0.035)).length * 2.2) * 0.5
        let under = SIMD4(Light(hex: 0x3FB8D8) * pool, shadow)
        let squared = centred.dot(centred)
        guard squared < 1 else { return under }
        let normal = Vector(centred.x, -centred.y, -(1 - squared).squareRoot())
        let view = Vector(0, 0, 1)
        let inward = view.refracted(by: normal, ratio: 1 / 1.5) ?? view
        var gathered = Light.zero
        var left = 1.0
        let through = -2 * normal.dot(inward)
        for step in 0..<steps {
          let spot = normal + inward * (through * (Double(step) + 0.5) / Double(steps))
          let axis = Point(spot.x, spot.z).rotated(by: spot.y * 2.1 + 0.6)
          let thickness = 0.085 + 0.03 * noise.value(spot * 3)
          let ribbon =
            smoothstep(
              thickness, thickness - 0.05, abs(axis.y + 0.16 * sin(axis.x * 4 + spot.y * 3)))
            * smoothstep(0.70, 0.60, abs(axis.x)) * smoothstep(0.86, 0.70, abs(spot.y))
          let tone = Ramp(hex: [0xF6E03A, 0xF58A1E, 0xE2304A, 0x7A2FB0, 0x1E63D8])[
            axis.x * 0.75 + 0.5]
          gathered += tone * (ribbon * left * density)
          left *= 1 - ribbon * density
        }
        let depth = bounded(0.5 - normal.y * 0.5)
        let body = mix(Light(hex: 0x0C4A66), Light(hex: 0x9FE6F2), pow(depth, 1.6)) * 0.55
        gathered += body * left
        let fresnel = 0.04 + 0.96 * pow(1 + normal.z, 4)
        let window = windowLight(normal)
        let light =
          gathered * (1 - fresnel * 0.6) + Light(hex: 0xDDF0FF) * (fresnel * 0.5)
          + Light(gray: window)
        return over(SIMD4(light.filmed, 1) * mix(0.90, 1, max(fresnel, 1 - left)), under)
      })
  }

  /// A soap bubble: almost nothing but the colours of its thin skin.
  static func bubble() -> Canvas {
    let noise = Noise(seed: 8)
    return Canvas(
      width: 250, height: 250, grid: 3,
      seeThrough: { place in
        let centred = (place - 0.5) / 0.47
        let squared = centred.dot(centred)
        guard squared < 1 else { return .zero }
        let normal = Vector(centred.x, -centred.y, -(1 - squared).squareRoot())
        let facing = -normal.z
        let drift = noise.fractal(
          centred * Point(1.6, 2.6) + Point(centred.y, centred.x) * 0.8, octaves: 4)
        let thickness = 240 + 330 * (centred.y * 0.5 + 0.5) + 130 * drift
        // Two-beam interference in a film of index 1.33, at one wavelength for each
        // of red, green and blue.
        let path = 2 * 1.33 * thickness * (1 - (1 - facing * facing) / 1.77).squareRoot()
        func beam(_ wavelength: Double) -> Double { 0.5 - 0.5 * cos(2 * .pi * path / wavelength) }
        let colours = Light(beam(640), beam(535), beam(450))
        let fresnel = 0.05 + 0.95 * pow(1 - facing, 2.6)
        let window = windowLight(normal) + 0.35 * windowLight(normal * Vector(-1, -1, 1))
        let light = colours * (0.10 + 0.75 * fresnel) + Light(gray: window * 0.8)
        let alpha = bounded(0.10 + 0.62 * fresnel + window)
        return SIMD4(light.filmed * (alpha / max(alpha, 0.7)), alpha)
          * smoothstep(1, 0.985, squared)
      })
  }

  /// A pearl in greys, over a soft shadow.
  static func pearl() -> Canvas {
    Canvas(
      width: 240, height: 240, grid: 3,
      seeThrough: { place in
        let shadowPlace = (place - Point(0.53, 0.82)) / Point(0.27, 0.085)
        let under = SIMD4(Light.zero, 0.6 * exp(-shadowPlace.dot(shadowPlace) * 2))
        let centred = (place - Point(0.5, 0.48)) / 0.37
        let squared = centred.dot(centred)
        guard squared < 1 else { return under }
        let normal = Vector(centred.x, -centred.y, -(1 - squared).squareRoot())
        let lamp = Vector(-0.45, 0.65, -0.62).normalized
        let wrapped = pow(bounded(normal.dot(lamp) * 0.5 + 0.5), 2.4)
        let sheen = pow(1 + normal.z, 2.2) * 0.38 + 0.10 * bell(normal.dot(lamp) - 0.42, 0.09)
        let shine = pow(max(Vector(0, 0, 1).reflected(by: normal).dot(lamp), 0), 60)
        let glow = pow(max(Vector(0, 0, 1).reflected(by: normal).dot(lamp), 0), 6) * 0.22
        return SIMD4(
          Light(gray: 0.012 + 0.80 * wrapped + sheen * bounded(normal.y * 0.4 + 0.6) + shine + glow)
            .filmed, 1)
      })
  }

  /// The reflection of a window with a cross, up on the left of a ball, curved with it.
  private static func windowLight(_ normal: Vector) -> Double {
    let bent = Point(normal.x, normal.y) / (0.35 - 0.65 * normal.z)
    let pane = Point(bent.x + 0.56, bent.y - 0.60) / 0.24
    let inside = smoothstep(1, 0.90, abs(pane.x)) * smoothstep(1, 0.90, abs(pane.y))
    let cross = smoothstep(0.04, 0.10, abs(pane.x)) * smoothstep(0.04, 0.10, abs(pane.y))
    return inside * cross * mix(1.5, 0.5, bounded(pane.x * 0.5 + 0.5))
  }
}
