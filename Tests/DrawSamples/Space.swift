#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Skies at night, planets, the moon.
enum Space {
  /// Curtains of northern light over a fjord.
  static func aurora() -> Canvas {
    let noise = Noise(seed: 44)
    let shore = 0.80
    var sky = Canvas(width: 720, height: 480, grid: 1) { auroraSky($0, noise) }
    Stars.strew(over: &sky, count: 900, seed: 8) { $0.y < 370 ? 0.85 : 0.3 }
    let above = sky
    return Canvas(width: 720, height: 480, grid: 2) { place in
      func look(_ place: Point) -> Light {
        let ridge = 0.73 - 0.20 * (noise.ridged(Point(place.x * 1.7, 3), octaves: 6) - 0.42)
        if place.y > ridge {
          let snow = noise.ridged(Point(place.x * 9, place.y * 13), octaves: 4)
          return Light(hex: 0x050B14) + Light(hex: 0x1C4A48) * (smoothstep(0.5, 0.85, snow) * 0.55)
        }
        let x = min(max(Int(place.x * 480), 0), 719)
        let y = min(max(Int(place.y * 480), 0), 479)
        let pixel = above[x, y]
        return Light(pixel.x, pixel.y, pixel.z)
      }
      guard place.y > shore else { return look(place).filmed }
      let depth = place.y - shore
      let ripple = noise.fractal(Point(place.x * 14, 30 / (depth + 0.06)), octaves: 3)
      let mirrored = Point(
        place.x + ripple * 0.04 * depth, shore - depth * 2.6 - 0.02 + ripple * 0.12 * depth)
      return (look(mirrored) * 0.55 + Light(hex: 0x03101A) * 0.6).filmed
    }
  }

  private static func auroraSky(_ place: Point, _ noise: Noise) -> Light {
    var light = Ramp(hex: [0x040818, 0x08142C, 0x0D2440, 0x15394C])[place.y / 0.8]
    for (index, curtain) in [(0.30, 0.9, 1.0), (0.44, 0.55, 0.75), (0.56, 0.3, 0.55)].enumerated() {
      let offset = Double(index) * 31
      let fold = noise.fractal(Point(place.x * 1.4 + offset, 0.3), octaves: 3)
      let foot = curtain.0 + 0.26 * fold + 0.10 * sin(place.x * 3.1 + offset)
      let up = foot - place.y
      let rays =
        0.5 + 0.5 * noise.fractal(Point((place.x + up * 0.16) * 26 + offset, up * 0.7), octaves: 4)
      let patch = smoothstep(-0.35, 0.4, noise.value(Point(place.x * 1.9 + offset, 7)))
      let body = up > 0 ? exp(-up / (0.10 + 0.16 * rays * curtain.1)) : exp(up / 0.012)
      let tint = Ramp(hex: [0x4CFF9A, 0x35E8A0, 0x2FB7B0, 0x6C5CC8, 0x9A3FB0])[up / 0.36]
      light += tint * (body * (0.25 + rays * rays * 1.5) * patch * curtain.2 * 0.8)
    }
    return light
  }

  /// A ringed planet, lit from the left, its shadow across the ring.
  static func ringedPlanet() -> Canvas {
    let noise = Noise(seed: 9)
    let sun = Vector(-0.80, 0.42, -0.48).normalized
    let tilt = 0.42
    let pole = Vector(sin(0.38), cos(0.38), 0) * cos(tilt) + Vector(0, 0, -sin(tilt))
    let radius = 0.27
    var canvas = Canvas(width: 640, height: 420, grid: 1) { place in
      let cloud = noise.fractal(place * 2.1, octaves: 5)
      let veil = smoothstep(-0.1, 0.7, cloud) * 0.05
      return Light(hex: 0x02030A) + mix(Light(hex: 0x3A3F9E), Light(hex: 0x9E3A70), place.x / 1.5)
        * veil
    }
    Stars.strew(over: &canvas, count: 420, seed: 15) { _ in 0.7 }
    let backdrop = canvas
    return Canvas(width: 640, height: 420, grid: 3) { place in
      let eye = Vector(place.x - 0.76, 0.5 - place.y, -3)
      let pixel = backdrop[min(Int(place.x * 420), 639), min(Int(place.y * 420), 419)]
      var light = Light(pixel.x, pixel.y, pixel.z)

      let flat = Point(eye.x, eye.y).length
      let onBall = flat < radius
      let depth = onBall ? -(radius * radius - flat * flat).squareRoot() : .infinity
      let rim =
        bell(flat - radius, 0.006) * bounded(Vector(eye.x, eye.y, 0).normalized.dot(sun) + 0.25)
      light += Light(hex: 0xE8C890) * (flat > radius ? rim * 0.10 : 0)
      if onBall {
        let normal = Vector(eye.x, eye.y, depth) / radius
        let latitude = normal.dot(pole)
        let swirl = noise.fractal(Vector(normal.x * 2, latitude * 9, normal.z * 2), octaves: 4)
        let band = 0.5 + 0.5 * sin(latitude * 17 + swirl * 1.3 + 3 * sin(latitude * 4))
        let tone = Ramp(hex: [0xA8744A, 0xD9AC78, 0xF1DDB4, 0xE3BE8A, 0xC08E5E])[band]
        let lit = max(normal.dot(sun), 0)
        let shadow = ringDensity(hit(from: normal * radius, along: sun, pole), radius)
        light = tone * (0.012 + 1.3 * pow(lit, 1.35) * (1 - 0.72 * shadow))
      }
      let ahead = -eye.dot(pole) / pole.z
      let ringPlace = eye + Vector(0, 0, ahead)
      let density = ringDensity(ringPlace.length, radius)
      if density > 0, ringPlace.z < depth {
        let toSun = ringPlace - sun * ringPlace.dot(sun)
        let dark =
          ringPlace.dot(sun) < 0 ? smoothstep(radius * 1.01, radius * 0.98, toSun.length) : 0
        let grain = 0.75 + 0.25 * noise.value(ringPlace.length * 160)
        light = mix(
          light, Light(hex: 0xE6D2AE) * (0.95 * grain * (1 - dark * 0.97)), density * 0.92)
      }
      return light.filmed
    }
  }

  /// How far from the centre a ray meets the plane of the ring; 0 where it does not.
  private static func hit(from start: Vector, along direction: Vector, _ pole: Vector) -> Double {
    let distance = -start.dot(pole) / direction.dot(pole)
    return distance > 0 ? (start + direction * distance).length : 0
  }

  private static func ringDensity(_ distance: Double, _ radius: Double) -> Double {
    let out = distance / radius
    guard out > 1.22, out < 2.32 else { return 0 }
    let edges = smoothstep(1.22, 1.30, out) * smoothstep(2.32, 2.29, out)
    let division = 1 - smoothstep(1.93, 1.945, out) * smoothstep(2.02, 2.005, out) * 0.96
    let inner = mix(0.35, 1, smoothstep(1.35, 1.55, out))
    let grooves = 0.82 + 0.18 * sin(out * 71) * sin(out * 183)
    return edges * division * inner * grooves
  }
}
