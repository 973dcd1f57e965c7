import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Pictures of black lines on white, or two colours.
enum LineArt {
  /// A round maze: every cell reached by one way only.
  static func maze() -> Canvas {
    var random = SeededGenerator(seed: 99)
    let (side, pitch, wall, border) = (47, 11, 3, 14)
    func inside(_ x: Int, _ y: Int) -> Bool {
      let (dx, dy) = (x - side / 2, y - side / 2)
      return dx * dx + dy * dy < 23 * 23 + 12
    }
    let length = side * pitch + wall + 2 * border
    var canvas = Canvas(width: length, height: length, light: Light(gray: 1))
    func fill(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ gray: Double) {
      for row in y..<y + height {
        for column in x..<x + width { canvas[column, row] = SIMD4(Light(gray: gray), 1) }
      }
    }
    for y in 0..<side {
      for x in 0..<side where inside(x, y) {
        fill(border + x * pitch, border + y * pitch, pitch + wall, pitch + wall, 0)
      }
    }
    func dig(_ x: Int, _ y: Int, _ dx: Int, _ dy: Int) {
      let open = pitch - wall
      fill(
        border + wall + min(x, x + dx) * pitch, border + wall + min(y, y + dy) * pitch,
        open + abs(dx) * pitch, open + abs(dy) * pitch, 1)
    }
    var visited: Set<SIMD2<Int>> = [SIMD2(side / 2, 0)]
    var path = [SIMD2(side / 2, 0)]
    while let here = path.last {
      let ways = [SIMD2(1, 0), SIMD2(-1, 0), SIMD2(0, 1), SIMD2(0, -1)].filter { way in
        let next = here &+ way
        return inside(next.x, next.y) && !visited.contains(next)
      }
      guard !ways.isEmpty else {
        path.removeLast()
        continue
      }
      let way = ways[random.index(below: ways.count)]
      dig(here.x, here.y, way.x, way.y)
      visited.insert(here &+ way)
      path.append(here &+ way)
    }
    let gate = border + wall + side / 2 * pitch
    fill(gate, border, pitch - wall, wall, 1)
    fill(gate, border + side * pitch, pitch - wall, wall, 1)
    return canvas
  }

  /// Hilbert's curve of the sixth order, gold on blue.
  static func hilbert() -> Canvas {
    let (side, pitch, border) = (64, 8, 16)
    let points = (0..<side * side).map { distance -> Point in
      var (x, y, rest) = (0, 0, distance)
      var scale = 1
      while scale < side {
        let right = 1 & (rest / 2)
        let up = 1 & (rest ^ right)
        if up == 0 {
          if right == 1 { (x, y) = (scale - 1 - x, scale - 1 - y) }
          (x, y) = (y, x)
        }
        (x, y) = (x + scale * right, y + scale * up)
        rest /= 4
        scale *= 2
      }
      return Point(Double(border + x * pitch) + 4, Double(border + y * pitch) + 4)
    }
    let length = side * pitch + 2 * border
    var canvas = Canvas(width: length, height: length, light: Light(hex: 0x14213D))
    canvas.stroke(points, width: 4, Light(hex: 0xFCBF49))
    return canvas
  }

  /// An island in the sun, cut in lines that swell with the shade.
  static func engraving() -> Canvas {
    let noise = Noise(seed: 13)
    let sun = Point(1.03, 0.33)
    let shore = 0.66
    return Canvas(width: 900, height: 600, grid: 1) { place in
      func line(_ phase: Double, _ ink: Double) -> Light {
        let part = phase - phase.rounded(.down)
        if ink <= 0 { return Light(gray: 1) }
        return Light(gray: abs(part - 0.5) * 2 <= 1 - ink ? 1 : 0)
      }
      let frame = max(abs(place.x - 0.75) - 0.70, abs(place.y - 0.5) - 0.45)
      guard frame < 0 else { return Light(gray: abs(frame - 0.012) < 0.0035 ? 0 : 1) }
      let toSun = (place - sun).length
      if place.y < shore {
        let height =
          0.23 * bell(place.x - 0.52, 0.13) + 0.36 * bell(place.x - 0.34, 0.085)
          + 0.10 * bell(place.x - 0.80, 0.10)
        let crest =
          shore - height * (1 + 0.22 * noise.fractal(Point(place.x * 13, 4), octaves: 5)) - 0.004
        if place.y > crest {
          let cliff = noise.ridged(Point(place.x * 7 + place.y * 3, place.y * 4), octaves: 4)
          let slant = place.x * 0.9 + place.y * 0.55 + 0.035 * cliff
          let ink = bounded(1.18 - cliff * 1.25 + (0.42 - place.x) * 0.9, 0.10, 0.88)
          return line(slant * 92, ink)
        }
        if toSun < 0.10 { return Light(gray: abs(toSun - 0.095) < 0.002 ? 0 : 1) }
        let cloud =
          smoothstep(0.08, 0.30, noise.fractal(Point(place.x * 2.4, place.y * 7 + 3), octaves: 4))
          * smoothstep(0.12, 0.40, toSun)
        let ray = 0.5 + 0.5 * cos(atan2(place.y - sun.y, place.x - sun.x) * 36)
        let shade = bounded(
          0.14 + 0.34 * smoothstep(0.09, 0.75, toSun) + 0.16 * ray * smoothstep(0.5, 0.1, toSun))
        let level = place.y + 0.004 * noise.value(Point(place.x * 5, place.y * 9))
        return line(level * 84, bounded(shade * (1 - cloud * 0.85), 0.0, 0.7))
      }
      let depth = place.y - shore
      let swell = noise.fractal(
        Point(place.x * 3.2 / (0.25 + depth), 5 / (depth + 0.09)), octaves: 3)
      let glitter =
        bell(place.x - sun.x, 0.05 + depth * 0.45) * smoothstep(-0.35, 0.35, swell + 0.12)
      let shadow = bell(place.x - 0.38, 0.17) * smoothstep(0.17, 0.0, depth) * 0.42
      let ink = bounded(0.52 + swell * 0.45 - glitter * 0.75 + shadow, 0.06, 0.86)
      let phase = sqrt(depth + 0.02) * 60 + swell * 0.8
      return line(phase, ink)
    }
  }

  /// A rosette as on banknotes: closed curves of many loops, turned a little from one to the next.
  static func guilloche() -> Canvas {
    let side = 560
    var canvas = Canvas(width: side, height: side, light: Light(gray: 1))
    let middle = Point(repeating: Double(side) / 2)
    func curve(_ radius: Double, _ swing: Double, _ loops: Double, _ turn: Double) -> [Point] {
      (0...1440).map { step in
        let angle = Double(step) / 1440 * 2 * .pi
        let reach = radius + swing * cos(angle * loops + turn)
        return middle + Point(cos(angle), sin(angle)) * reach
      }
    }
    for index in 0..<12 {
      let turn = Double(index) / 12 * 2 * .pi
      canvas.stroke(curve(222, 44, 12, turn), width: 1.1, Light(gray: 0))
      canvas.stroke(curve(136, 40, 8, -turn), width: 1.1, Light(gray: 0))
      canvas.stroke(curve(58, 34, 6, turn), width: 1.0, Light(gray: 0))
    }
    for radius in [270.0, 274.0] {
      canvas.stroke(curve(radius, 0, 1, 0), width: 1.4, Light(gray: 0))
    }
    return canvas
  }
}
