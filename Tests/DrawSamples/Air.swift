#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Air and what drifts in it.
enum Air {
  /// Small clouds in rows, lit from below by an evening sun.
  static func eveningClouds() -> Canvas {
    let noise = Noise(seed: 60)
    let tones = Ramp(hex: [0x1F2E66, 0x39509A, 0x6F7FBC, 0xB79CB8, 0xF2B48C, 0xFFD78A])
    let lining = Ramp(hex: [0x6A5C92, 0xB0688C, 0xF08468, 0xFFC078, 0xFFF0C0])
    return Canvas(width: 360, height: 240, grid: 2) { place in
      let low = 1.30 - place.y
      let plane = Point((place.x - 0.75) / low * 1.5 + 3, 1.35 / low) * 2.1
      let warp =
        Point(noise.fractal(plane, octaves: 2), noise.fractal(plane + 33, octaves: 2)) * 0.35
      func density(_ spot: Point) -> Double {
        let puffs = noise.fractal((spot + warp) * Point(1.3, 2.3), octaves: 5)
        return puffs + 0.55 * noise.fractal(spot * 0.35 + 8, octaves: 2)
      }
      let here = density(plane)
      let towardSun = density(plane + Point(0.01, 0.10))
      let cover = smoothstep(-0.04, 0.26, here) * smoothstep(1.0, 0.86, place.y)
      let lit = bounded(0.50 + (here - towardSun) * 2.2 - here * 0.55 + place.y * 0.30)
      let sky =
        tones[place.y] + Light(hex: 0xFFB050)
        * (0.6 * bell((place - Point(0.95, 1.02)).length, 0.3))
      return mix(sky, lining[lit], cover * 0.92).filmed * 1.1
    }
  }

  /// Ink falling through water, in greys on nothing.
  static func ink() -> Canvas {
    let noise = Noise(seed: 90)
    return Canvas(
      width: 280, height: 420, grid: 2,
      seeThrough: { place in
        var spot = (place - Point(0.345, 0)) * 2.4
        for turn in 0..<4 {
          let scale = 1.1 * pow(1.7, Double(turn))
          let pull = Point(
            noise.value(spot * scale + Double(turn) * 11),
            noise.value(spot * scale + 60 + Double(turn) * 7))
          spot += pull * (0.46 / scale) * smoothstep(-0.05, 0.35, place.y)
        }
        let down = place.y
        let spread = 0.035 + 0.42 * smoothstep(0.05, 0.75, down)
        let plume =
          bell(spot.x, spread) * smoothstep(0.0, 0.03, down) * smoothstep(0.97, 0.62, down)
        let veil = noise.ridged(spot * Point(2.2, 1.1), octaves: 5)
        let edge = smoothstep(0, 0.12, place.x) * smoothstep(0.667, 0.547, place.x)
        let alpha = bounded(plume * (0.35 + 2.2 * pow(veil, 2.2)) * 1.25) * edge
        let tone = mix(0.30, 0.008, bounded(alpha * 1.3))
        return SIMD4(Light(gray: tone) * alpha, alpha)
      })
  }
}
