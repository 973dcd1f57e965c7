#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Water and the light on it.
enum Sea {
  /// Open water under a low sun, looked at along the glitter path.
  static func glitter() -> Canvas {
    let noise = Noise(seed: 3)
    let horizon = 0.40
    let sun = Vector(0.10, 0.115, 1).normalized
    return Canvas(width: 720, height: 480, grid: 3) { place in
      let across = place.x - 0.75
      guard place.y > horizon else {
        return sky(Vector(across, horizon - place.y, 1).normalized, sun, noise).filmed
      }
      let view = Vector(across, horizon - place.y, 1).normalized
      let distance = min(1 / -view.y, 220)
      let spot = Point(view.x, view.z) * distance
      let detail = 1 / (1 + distance * 0.022)
      let slope = swell(spot, noise) * detail
      let normal = Vector(-slope.x, 1, -slope.y).normalized
      var mirrored = view.reflected(by: normal)
      mirrored.y = abs(mirrored.y) + 0.01
      let facing = bounded(-view.dot(normal))
      let fresnel = 0.02 + 0.98 * pow(1 - facing, 5)
      let deep = mix(Light(hex: 0x04304A), Light(hex: 0x0E6A78), bounded(slope.y * 1.4 + 0.35))
      let spread = 0.035 + 0.05 * (1 - detail)
      let glint = pow(max(mirrored.normalized.dot(sun), 0), 1 / (spread * spread) * 0.55)
      var light = mix(deep, sky(mirrored.normalized, sun, noise, withDisc: false), fresnel)
      light += Light(hex: 0xFFC070) * glint * 2.6
      return mix(light, Light(hex: 0xF4B48A), smoothstep(90, 220, distance) * 0.6).filmed
    }
  }

  /// How steep the water is: a few long waves, and noise for the short ones.
  private static func swell(_ spot: Point, _ noise: Noise) -> Point {
    var slope = Point.zero
    let warped = spot + Point(noise.value(spot * 0.21), noise.value(spot * 0.21 + 40)) * 1.1
    for (angle, length, steepness) in [
      (0.25, 5.2, 0.16), (-0.45, 3.1, 0.12), (0.9, 1.7, 0.10), (-1.1, 0.9, 0.08), (0.1, 0.55, 0.06),
    ] {
      let direction = Point(sin(angle), cos(angle))
      slope += direction * (steepness * cos(warped.dot(direction) * 2 * .pi / length))
    }
    let chop = Point(
      noise.fractal(spot * 2.3, octaves: 3), noise.fractal(spot * 2.3 + 71, octaves: 3))
    return slope + chop * 0.22
  }

  private static func sky(
    _ direction: Vector, _ sun: Vector, _ noise: Noise, withDisc: Bool = true
  ) -> Light {
    let up = bounded(direction.y / 0.42)
    let air = Ramp(hex: [0xFFC890, 0xF5A27C, 0xC98A8E, 0x7A7FA6, 0x45639A, 0x2E4C86])[up]
    let near = direction.dot(sun)
    let around = pow(max(near, 0), 60) * 0.5 + pow(max(near, 0), 900) * 1.2
    let disc = withDisc ? smoothstep(0.99925, 0.99945, near) * 5 : 0
    let dome = Point(direction.x, direction.z) / (direction.y + 0.16)
    let cloud = smoothstep(0.02, 0.50, noise.fractal(dome * Point(0.9, 1.9), octaves: 5))
    let lit = mix(Light(hex: 0x9A7C94), Light(hex: 0xFFC49A), pow(max(near, 0), 6))
    return mix(air, lit, cloud * 0.75) + Light(hex: 0xFFC070) * (around + disc * (1 - cloud * 0.5))
  }

  /// From the sea up through clouds and thin air to the stars: a very tall picture.
  static func fromSeaToSpace() -> Canvas {
    let noise = Noise(seed: 12)
    let air = Ramp(hex: [
      0x01020A, 0x030617, 0x071233, 0x0D2560, 0x1B4690, 0x3A76BC, 0x78AEDB, 0xB9D8E8, 0xF3E3CF,
    ])
    var canvas = Canvas(width: 300, height: 1200, grid: 2) { place in
      if place.y > 0.93 {
        let depth = place.y - 0.93
        let wave = noise.fractal(
          Point(place.x * 6 / (0.02 + depth * 3), 9 / (depth + 0.02)), octaves: 3)
        let water = Ramp(hex: [0xCFE0DC, 0x5C9DB4, 0x1F6A90, 0x0B4468])[depth / 0.07]
        return water * (1 + wave * 0.45)
      }
      var light = air[place.y / 0.93]
      let veil = noise.fractal(Point(place.x * 5, place.y * 16), octaves: 5)
      light = mix(
        light, Light(hex: 0xE8F0F8), smoothstep(0.1, 0.6, veil) * bell(place.y - 0.50, 0.06) * 0.5)
      for (index, layer) in [(0.66, 0.030), (0.74, 0.045), (0.825, 0.055)].enumerated() {
        let spot = Point(place.x * 9 + Double(index) * 20, (place.y - layer.0) * 18)
        let puff =
          noise.fractal(spot, octaves: 6) + 0.22
          - abs(place.y - layer.0) / layer.1 * (place.y > layer.0 ? 0.9 : 0.35)
        let shade = noise.fractal(spot + Point(0.25, 0.45), octaves: 5)
        let body = mix(Light(hex: 0xFFF6EA), Light(hex: 0x8FA6C6), bounded(0.45 + shade * 0.9))
        light = mix(light, body, smoothstep(0, 0.30, puff))
      }
      let island =
        0.93 - 0.075 * bell(place.x - 0.175, 0.035)
        * (1 + 0.5 * noise.fractal(Point(place.x * 50, 1), octaves: 4))
      if place.y > island {
        light = mix(Light(hex: 0x3C5A6C), Light(hex: 0xA9BFC2), smoothstep(0.90, 0.935, place.y))
      }
      return light
    }
    Stars.strew(over: &canvas, count: 420, seed: 4) { $0.y < 480 ? pow(1 - $0.y / 480, 1.5) : 0 }
    canvas.disc(Point(214, 118), radius: 26, Light(hex: 0xF3EFE2))
    canvas.disc(Point(203, 110), radius: 25, Light(hex: 0x030617))
    return canvas
  }
}
