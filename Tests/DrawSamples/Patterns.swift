#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Surfaces filled by a rule.
enum Patterns {
  /// Rings whose frequency grows steadily from the centre, up to two pixels a ring at the sides.
  static func zonePlate() -> Canvas {
    let side = 256
    return Canvas(width: side, height: side, grid: 1) { place in
      let offset = (place - 0.5) * Double(side)
      return Light(gray: 0.5 + 0.5 * cos(.pi / Double(side) * offset.dot(offset)))
    }
  }

  /// Hues around, tints inward, on nothing.
  static func colorWheel() -> Canvas {
    Canvas(
      width: 320, height: 320, grid: 4,
      seeThrough: { place in
        let offset = place - 0.5
        let radius = offset.length
        guard radius > 0.085, radius < 0.48 else { return .zero }
        let turn = atan2(offset.x, -offset.y) / (2 * .pi) + 1
        let wedge = turn * 24
        let nearWedge = abs(wedge - wedge.rounded()) / 24 * 2 * .pi * radius
        let ring = (radius - 0.085) / 0.079
        let nearRing = min(ring - ring.rounded(.down), ring.rounded(.up) - ring) * 0.079
        guard nearWedge > 0.0045, nearRing > 0.0045 else { return .zero }
        let hue = ((wedge.rounded(.down) + 0.5) / 24).truncatingRemainder(dividingBy: 1)
        let level = ring.rounded(.down)
        let pure = Light(hue: hue) * 0.96 + 0.02
        let light =
          level < 3
          ? mix(Light(gray: 1), pure, [0.16, 0.38, 0.68][Int(level)])
          : pure * (level < 4 ? 1 : 0.42)
        return SIMD4(light, 1)
      })
  }

  /// A tartan in a two-and-two twill, thread by thread.
  static func tartan() -> Canvas {
    let sett: [(Light, Int)] = [
      (Light(hex: 0x14532D), 14), (Light(hex: 0x0B1B3A), 8), (Light(hex: 0xB91C1C), 3),
      (Light(hex: 0x0B1B3A), 8),
      (Light(hex: 0x14532D), 14), (Light(hex: 0xF5E6C8), 2), (Light(hex: 0xB91C1C), 10),
      (Light(hex: 0xF2B705), 2),
      (Light(hex: 0xB91C1C), 10), (Light(hex: 0xF5E6C8), 2),
    ]
    let threads = sett.flatMap { Array(repeating: $0.0, count: $0.1) }
    let pitch = 4.0
    return Canvas(width: 480, height: 360, grid: 4) { place in
      let weave = place * 360 / pitch
      let (column, row) = (Int(weave.x), Int(weave.y))
      let part = Point(weave.x - Double(column), weave.y - Double(row)) - 0.5
      let warpOnTop = ((column + row) % 4 + 4) % 4 < 2
      let thread = warpOnTop ? threads[column % threads.count] : threads[row % threads.count]
      let across = warpOnTop ? part.x : part.y
      let fibre = warpOnTop ? part.y + part.x * 0.6 : part.x + part.y * 0.6
      return thread * ((1.15 - 2.0 * across * across) * (0.93 + 0.07 * cos(fibre * 4 * .pi)))
    }
  }

  /// A window of coloured panes in lead, the sun behind it.
  static func stainedGlass() -> Canvas {
    let noise = Noise(seed: 66)
    let sun = Point(0.36, 0.36)
    let warm = Ramp(hex: [0xFFF3B0, 0xFFC83A, 0xF58A1F, 0xD9402A, 0x9B2148])
    let cool = Ramp(hex: [0x6A2C8C, 0x2B46A8, 0x1F7FB8, 0x1FA093, 0x2E8B4A])
    return Canvas(width: 420, height: 580, grid: 3) { place in
      let middle = Point(0.362, 0.5)
      let arch =
        place.y < 0.36
        ? (place - Point(middle.x, 0.36)).length - 0.32 : abs(place.x - middle.x) - 0.32
      let frame = max(arch, place.y - 0.965)
      guard frame < 0 else {
        let stone = 0.045 + 0.012 * noise.fractal(place * 22, octaves: 4)
        return Light(hex: 0xFFE8D0) * (stone + 0.05 * exp(-frame * 30))
      }
      let offset = place - sun
      let radius = offset.length
      let angle = atan2(offset.y, offset.x) / (2 * .pi) + 0.5
      let inSun = radius < 0.105
      // Panes follow rings and rays around the sun, so the lattice is laid in polar form there.
      let ringed = Point(angle * 20 + 0.5, log(radius / 0.02 + 0.4) * 3.4)
      let cells = noise.nearest(inSun ? place * 1 : ringed)
      let lead =
        inSun
        ? abs(radius - 0.105)
        : min((cells.second - cells.first) * radius * 0.26, abs(radius - 0.105))
      let column = ((cells.owner.x % 20) + 20) % 20
      let pick = noise.cell(column, cells.owner.y, 5)
      let far = bounded((radius - 0.10) / 0.52)
      var glass =
        inSun
        ? warm[0.10 + radius * 1.5]
        : pick < 0.68 - far * 0.42
          ? warm[0.15 + 1.1 * pick + far * 0.5] : cool[bounded(far * 1.05 - 0.25 + pick * 0.35)]
      glass *= 0.72 + 0.30 * noise.fractal(place * 13, octaves: 4) + 0.9 * bell(radius, 0.26)
      let solder = smoothstep(0.0042, 0.0068, min(lead, -frame))
      return mix(Light(hex: 0x0C0A10), glass, solder).filmed * 1.12
    }
  }
}
