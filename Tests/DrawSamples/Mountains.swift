import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Mountains, ridges and air.
enum Mountains {
  /// A snow-capped volcano at dawn, mirrored in a lake.
  static func fuji() -> Canvas {
    let noise = Noise(seed: 7)
    let shore = 0.72
    return Canvas(width: 780, height: 520, grid: 2) { place in
      guard place.y > shore else { return fujiAboveWater(place, noise).filmed }
      let depth = place.y - shore
      let ripple = noise.fractal(Point(place.x * 9, 40 / (depth + 0.05)), octaves: 3)
      let mirrored = Point(
        place.x + ripple * 0.012 * depth * 4, shore - depth * 1.25 + ripple * 0.05 * depth)
      let water = fujiAboveWater(mirrored, noise) * 0.72 + Light(hex: 0x1A2440) * 0.25
      let mist = bell(depth, 0.018) * 0.55
      return mix(water, Light(hex: 0xF0C8B4), mist).filmed
    }
  }

  private static func fujiAboveWater(_ place: Point, _ noise: Noise) -> Light {
    let sky = Ramp(hex: [0x24386E, 0x52609C, 0xA882A8, 0xEBA090, 0xFFC98C, 0xFFDFA8])
    let streaks = noise.fractal(Point(place.x * 2.2, place.y * 15), octaves: 5)
    let glow = Light(hex: 0xFFB070) * (0.55 * bell((place - Point(1.32, 0.66)).length, 0.26))
    let cloud = smoothstep(0.05, 0.55, streaks + 0.1) * smoothstep(0, 0.5, place.y)
    var light = mix(sky[place.y / 0.7], Light(hex: 0xFFB9A0), cloud * 0.55) + glow

    let side = place.x - 0.70
    let flank = abs(side) + 0.006 * noise.fractal(Point(place.y * 18, side * 3), octaves: 3)
    let profile =
      0.235 + max(0, 0.46 * (1 - exp(-max(flank - 0.055, 0) / 0.30)))
      + 0.006 * noise.fractal(Point(place.x * 30, 2), octaves: 3)
    if place.y > profile {
      let gully = noise.ridged(
        Point(side / (0.12 + (place.y - 0.2) * 1.6) * 7, place.y * 2.2), octaves: 4)
      let lit = bounded(0.5 + side * 1.7 + (gully - 0.5) * 0.9)
      let rock = mix(Light(hex: 0x2A2C54), Light(hex: 0xA8656A), lit)
      let snow = mix(Light(hex: 0x6C7CB8), Light(hex: 0xFFE3D2), lit)
      let snowLine = 0.40 + (gully - 0.55) * 0.28
      let body = mix(snow, rock, smoothstep(snowLine - 0.02, snowLine + 0.025, place.y))
      light = mix(body, Light(hex: 0xE6A49A), smoothstep(0.38, 0.72, place.y) * 0.85)
    }
    for (index, ridge) in [(0.655, 0xA4708C), (0.685, 0x5F4A78), (0.708, 0x2C2A50)].enumerated() {
      let wave = noise.fractal(
        Point(place.x * (2.4 + Double(index) * 1.9), Double(index) * 9), octaves: 6)
      if place.y > ridge.0 - 0.055 * wave * (1 - Double(index) * 0.22) {
        let fade = bounded((place.y - ridge.0 + 0.03) * 12) * 0.4
        light = mix(Light(hex: ridge.1), Light(hex: 0xE0A098), fade)
      }
    }
    return light
  }

  /// A wide look over blue ridges, paler with each valley, into the morning sun.
  static func ridges() -> Canvas {
    let noise = Noise(seed: 21)
    let sky = Ramp(hex: [0x6FA2CC, 0xA9CBDD, 0xE4E4D2, 0xFFE9BE])
    let sun = Point(3.72, 0.30)
    let count = 9
    // A crest depends on x alone: worked out once for each of the looks at a column.
    let crests = (0..<count).map { index in
      let depth = Double(index) / Double(count - 1)
      return (0..<4800).map { column in
        let x = (Double(column) + 0.5) / 900
        let line = Point(x * mix(2.1, 0.9, depth), 5 + Double(index) * 13)
        let height =
          noise.fractal(line, octaves: 7) * 0.75 + noise.ridged(line * 2.3, octaves: 5) * 0.3
        return mix(0.40, 1.0, pow(depth, 1.15)) - (height - 0.1) * mix(0.16, 0.42, depth)
      }
    }
    return Canvas(width: 1600, height: 300, grid: 3) { place in
      let toSun = (place - sun).length
      var light = sky[place.y / 0.55]
      light +=
        Light(hex: 0xFFD890) * (0.8 * bell(toSun, 0.35) + 3 * smoothstep(0.062, 0.056, toSun))
      for index in 0..<count {
        let depth = Double(index) / Double(count - 1)
        let crest = crests[index][Int(place.x * 900)]
        guard place.y > crest else { continue }
        let body = Ramp(hex: [0xC4CFD0, 0x8FAFC0, 0x5A87A5, 0x2F5F82, 0x123A5A, 0x08233C])[depth]
        let mist =
          smoothstep(-0.12, 0.20, place.y - mix(0.40, 1.0, pow(depth, 1.15)))
          * mix(0.65, 0.35, depth)
        let warm = bell(place.x - sun.x, 0.9) * (1 - depth) * 0.55
        let haze = mix(Light(hex: 0xB9D0DA), Light(hex: 0xFFE2B0), bell(place.x - sun.x, 1.0))
        light = mix(mix(body, Light(hex: 0xFFD9A0), warm), haze, mist)
      }
      return light.filmed * 1.12
    }
  }

  /// A forest fading into fog, one flat tone to each row of trees.
  static func foggyForest() -> Canvas {
    var random = SeededGenerator(seed: 5)
    let noise = Noise(seed: 33)
    let rows = 6
    var trees: [[(x: Double, height: Double, seed: Double)]] = []
    for row in 0..<rows {
      let near = Double(row) / Double(rows - 1)
      var x = -0.1
      var line: [(x: Double, height: Double, seed: Double)] = []
      while x < 1.6 {
        let height = mix(0.12, 0.85, near * near * near) * random.between(0.6, 1.15)
        // The nearest trees stand aside and frame the view into the valley.
        if abs(x - 0.80) > 0.55 * near * near - 0.08 {
          line.append((x, height, random.between(0, 99)))
        }
        x += mix(0.020, 0.13, near * near) * random.between(0.5, 1.6)
      }
      trees.append(line)
    }
    return Canvas(width: 720, height: 480, grid: 3) { place in
      let inSun = (place - Point(0.92, 0.24)).length < 0.085
      var light = SRGB.light(inSun ? 1 : 0.93)
      for (row, line) in trees.enumerated() {
        let near = Double(row) / Double(rows - 1)
        let ground =
          mix(0.46, 0.96, pow(near, 1.2))
          - 0.16 * noise.fractal(Point(place.x * 1.1, Double(row) * 7), octaves: 4)
        let inside =
          place.y > ground
          || line.contains { tree in
            let up = (ground + 0.02 - place.y) / tree.height
            guard up > 0, up < 1 else { return false }
            let branch = (up * 15 + tree.seed).truncatingRemainder(dividingBy: 1)
            let ragged = noise.value(Point(up * 45, tree.seed + (place.x < tree.x ? 0 : 50)))
            let reach = tree.height * (1 - up) * (0.15 + 0.09 * branch + 0.05 * ragged) + 0.0015
            return abs(place.x - tree.x) < (up < 0.07 ? tree.height * 0.013 : reach)
          }
        if inside { light = SRGB.light(mix(0.84, 0.07, pow(near, 1.1))) }
      }
      return Light(gray: light)
    }
  }
}
