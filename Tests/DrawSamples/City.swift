import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Lamps at night.
enum City {
  /// A harbour town out of focus, every lamp a disc, mirrored in wet dark.
  static func bokeh() -> Canvas {
    var random = SeededGenerator(seed: 71)
    let noise = Noise(seed: 2)
    let (width, height) = (720, 480)
    let shore = 300.0
    let towers = (0..<26).map { _ in
      (
        x: random.between(-20, 740), half: random.between(14, 42),
        top: shore - 40 - 190 * pow(random.unit(), 1.6)
      )
    }
    var canvas = Canvas(width: width, height: height, grid: 1) { place in
      let y = place.y * Double(height)
      let x = place.x * Double(height)
      let sky = Ramp(hex: [0x050716, 0x0A1030, 0x1B1B4A, 0x42285C, 0x7A3C5A])[y / shore]
      guard y < shore else {
        let depth = (y - shore) / 180
        return mix(Light(hex: 0x2A1B3C), Light(hex: 0x03040C), sqrt(depth))
      }
      let dark = towers.reduce(0.0) { most, tower in
        let inside =
          smoothstep(7, -7, abs(x - tower.x) - tower.half) * smoothstep(-7, 7, y - tower.top)
        return max(most, inside)
      }
      return mix(sky, Light(hex: 0x0A0A1E), dark * 0.88)
    }
    let tints = [0xFFB45A, 0xFF8A3C, 0xFFD9A0, 0xFF5A4A, 0x5AC8FF, 0xFF62B0, 0xFFE8C8, 0x58E0C0]
      .map { Light(hex: $0) }
    for _ in 0..<230 {
      let tower = towers[random.index(below: towers.count)]
      let near = random.unit()
      let centre = Point(
        tower.x + random.between(-1, 1) * tower.half,
        mix(tower.top + 12, shore - 6, pow(random.unit(), 0.6)))
      let radius = mix(4, 9, near)
      let light = tints[random.index(below: tints.count)] * random.between(0.16, 0.62)
      lamp(&canvas, centre, radius, light)
      let depth = shore - centre.y
      let below = Point(centre.x, shore + 10 + depth * 0.62)
      canvas.add(light * 0.5, in: Box(below - Point(24, 60), below + Point(24, 60))) { place in
        let sway = 5 * noise.value(Point(place.y * 0.11, centre.x))
        return bell(place.x - below.x - sway, radius * 0.6) * bell(place.y - below.y, 22)
      }
    }
    for _ in 0..<26 {
      let centre = Point(random.between(0, 720), random.between(215, 440))
      let light = tints[random.index(below: tints.count)] * random.between(0.05, 0.22)
      lamp(&canvas, centre, random.between(18, 44), light)
    }
    canvas.develop { light, _ in light.filmed }
    return canvas
  }

  /// A point of light out of focus: an even disc, a little brighter towards its edge.
  private static func lamp(
    _ canvas: inout Canvas, _ centre: Point, _ radius: Double, _ light: Light
  ) {
    canvas.add(light, in: Box(around: centre, radius: radius + 2)) { place in
      let distance = (place - centre).length
      return smoothstep(radius + 0.9, radius - 0.9, distance)
        * (0.72 + 0.5 * pow(distance / radius, 6))
    }
  }
}
