import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The moon by itself, near its first quarter.
enum Moon {
  private struct Crater {
    let centre: Vector
    let radius: Double
    let depth: Double
    let rayed: Bool
  }

  static func quarter() -> Canvas {
    var random = SeededGenerator(seed: 31)
    var craters = (0..<420).map { _ in
      let centre = Vector(random.between(-1, 1), random.between(-1, 1), -random.unit()).normalized
      let radius = 0.012 + 0.016 * pow(random.unit() + 0.02, -0.55)
      return Crater(
        centre: centre, radius: min(radius, 0.13), depth: random.between(0.5, 1), rayed: false)
    }
    craters.append(
      Crater(centre: Vector(0.28, -0.62, -0.73).normalized, radius: 0.06, depth: 1, rayed: true))
    craters.append(
      Crater(centre: Vector(0.05, 0.12, -0.99).normalized, radius: 0.055, depth: 1, rayed: true))
    let noise = Noise(seed: 40)
    let sun = Vector(0.88, 0.16, -0.34).normalized
    return Canvas(width: 400, height: 400, grid: 2) { place in
      let centred = (place - 0.5) / 0.45
      let squared = centred.dot(centred)
      guard squared < 1 else {
        let halo = exp((1 - squared.squareRoot()) * 14) * bounded(centred.x + 0.4)
        return Light(gray: 0.0016 + 0.006 * halo)
      }
      let up = Vector(centred.x, -centred.y, -(1 - squared).squareRoot())
      var slope =
        Vector(
          noise.fractal(up * 14, octaves: 4), noise.fractal(up * 14 + 30, octaves: 4),
          noise.fractal(up * 14 + 60, octaves: 4)) * 0.16
      let sea = smoothstep(-0.06, 0.16, noise.fractal(up * 1.35 + Vector(4.2, 0.4, 2), octaves: 5))
      var tone = mix(0.46, 0.15, sea)
      for crater in craters {
        let offset = up - crater.centre
        let distance = offset.length / crater.radius
        if crater.rayed, distance < 14 {
          let angle = atan2(offset.y, offset.x)
          let streak = pow(0.5 + 0.5 * noise.value(Point(angle * 5.5, crater.radius * 900)), 3)
          tone += 0.26 * streak * exp(-distance * 0.22) + 0.18 * exp(-distance * distance * 0.25)
        }
        guard distance < 1.6 else { continue }
        let wall = bell(distance - 0.82, 0.14) - 0.6 * bell(distance - 1.12, 0.16)
        let steepness = -0.85 * wall * crater.depth * (1 - sea * 0.55)
        slope += offset * (steepness / (distance * crater.radius))
      }
      let normal = (up + slope).normalized
      let lit = max(normal.dot(sun), 0) * smoothstep(-0.02, 0.10, up.dot(sun))
      return Light(gray: tone * (1.35 * lit + 0.004)).filmed
    }
  }
}
