#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Things lit by rays: spheres and surfaces of revolution.
enum Studio {
  private struct Ball {
    let centre: Vector
    let radius: Double
    let tone: Light
    let shine: Double
  }

  private static let balls = [
    Ball(centre: Vector(-0.95, 0.80, 0.35), radius: 0.80, tone: Light(hex: 0xE2553A), shine: 0.05),
    Ball(centre: Vector(0.72, 0.95, 0.75), radius: 0.95, tone: Light(hex: 0xF2F2F2), shine: 0.85),
    Ball(centre: Vector(0.02, 0.38, -0.75), radius: 0.38, tone: Light(hex: 0xF0B429), shine: 0.07),
    Ball(centre: Vector(1.25, 0.28, -0.75), radius: 0.28, tone: Light(hex: 0x2A7F9E), shine: 0.06),
    Ball(centre: Vector(-0.52, 0.20, -1.12), radius: 0.20, tone: Light(hex: 0x3B8F5A), shine: 0.06),
  ]

  /// Balls on a pale floor under one broad lamp.
  static func spheres() -> Canvas {
    Canvas(width: 640, height: 480, grid: 3) { place in
      let eye = Vector(0.08, 1.75, -5.0)
      let view = Vector((place.x - 0.667) * 0.74, (0.5 - place.y) * 0.74 - 0.175, 1).normalized
      return (seen(from: eye, along: view, bounces: 3) * 1.05).filmed
    }
  }

  private static let lamp = Vector(-0.55, 0.78, -0.42).normalized

  private static func seen(from eye: Vector, along view: Vector, bounces: Int) -> Light {
    guard let (distance, ball) = nearest(from: eye, along: view) else {
      guard view.y < -0.0005 else { return backdrop(view) }
      let spot = eye - view * (eye.y / view.y)
      let open = shadow(spot) * 0.95 + 0.05
      let closeness = balls.reduce(1.0) { open, ball in
        let apart = Point(spot.x - ball.centre.x, spot.z - ball.centre.z).length / ball.radius
        return open * (1 - 0.75 * exp(-apart * apart * 1.6))
      }
      let squares =
        Int((spot.x * 1.25 + 50).rounded(.down)) + Int((spot.z * 1.25 + 50).rounded(.down))
      let tile = squares % 2 == 0 ? Light(hex: 0xE8E0D4) : Light(hex: 0xC9BDB0)
      let lit =
        tile * (Light(hex: 0xFFF0DC) * (lamp.y * open) + Light(hex: 0x8FA8D0) * (0.40 * closeness))
      let away = Point(spot.x, spot.z).length
      return mix(lit, backdrop(Vector(view.x, 0, view.z)), smoothstep(3, 13, away))
    }
    let spot = eye + view * distance
    let normal = (spot - ball.centre) / ball.radius
    let open = shadow(spot + normal * 0.002, except: ball.centre)
    let lit = smoothstep(-0.05, 1, normal.dot(lamp)) * open
    let bounce = Light(hex: 0xD8C8B8) * (0.22 * max(-normal.y, 0))
    let diffuse =
      ball.tone
      * (Light(hex: 0xFFF0DC) * lit * 1.15
        + Light(hex: 0x8FA8D0) * (0.28 + 0.16 * normal.y) + bounce)
    let facing = 1 + view.dot(normal)
    let fresnel = ball.shine + (1 - ball.shine) * pow(max(facing, 0), 5)
    let mirrored = view.reflected(by: normal)
    let highlight = pow(max(mirrored.dot(lamp), 0), 260) * 5 * open
    guard bounces > 0 else { return diffuse }
    let reflected = seen(from: spot + normal * 0.001, along: mirrored, bounces: bounces - 1)
    return mix(diffuse, reflected, fresnel) + Light(gray: highlight)
  }

  private static func nearest(from eye: Vector, along view: Vector) -> (Double, Ball)? {
    var found: (Double, Ball)?
    for ball in balls {
      let offset = eye - ball.centre
      let half = offset.dot(view)
      let inside = half * half - offset.dot(offset) + ball.radius * ball.radius
      guard inside > 0 else { continue }
      let distance = -half - inside.squareRoot()
      if distance > 1e-4, distance < found?.0 ?? .infinity { found = (distance, ball) }
    }
    return found
  }

  /// How much of the lamp a place sees, by how far the ray to the lamp passes clear of each ball.
  private static func shadow(_ spot: Vector, except own: Vector? = nil) -> Double {
    balls.reduce(1.0) { open, ball in
      let offset = ball.centre - spot
      let along = offset.dot(lamp)
      guard along > 0, ball.centre != own else { return open }
      let clear = (offset - lamp * along).length - ball.radius
      return open * smoothstep(-0.11, 0.11, clear / along)
    }
  }

  private static func backdrop(_ view: Vector) -> Light {
    let up = bounded(view.y * 1.6 + 0.12)
    let box = smoothstep(0.80, 0.9, view.normalized.dot(Vector(-0.5, 0.62, -0.6).normalized)) * 1.6
    return Ramp(hex: [0xC3C8D2, 0x9BA9C4, 0x566C98, 0x2C3E68])[up] + Light(gray: box)
  }
}
