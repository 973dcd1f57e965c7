#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A carved head on a plinth, in the light of one window.
enum Sculpture {
  static func head() -> Canvas {
    let lamp = Vector(-0.78, 0.55, -0.50).normalized
    let rim = Vector(0.85, 0.25, 0.40).normalized
    let turn = 0.52
    let noise = Noise(seed: 19)
    return Canvas(width: 390, height: 540, grid: 2) { place in
      let eye = Vector(0, 0, -6)
      let target = Vector((place.x - 0.361) * 3.1, (0.47 - place.y) * 3.1, 0)
      let view = (target - eye).normalized
      let dim = (place - Point(0.20, 0.35)).length
      let wall = Light(gray: 0.055 + 0.13 * exp(-dim * dim * 3.5))
      var distance = 3.8
      for _ in 0..<90 {
        let step = solid(turned(eye + view * distance, turn))
        distance += step * 0.8
        if step < 0.0008 || distance > 8 { break }
      }
      guard distance < 8 else { return wall.filmed }
      let spot = eye + view * distance
      let normal = slope(spot, turn)
      let vein = noise.ridged(Point(spot.x * 1.5 + spot.z, spot.y * 1.1 + spot.z * 0.5), octaves: 5)
      let stone = 0.80 - 0.16 * smoothstep(0.70, 0.95, vein)
      var open = 1.0
      var along = 0.03
      for _ in 0..<40 where along < 2.5 && open > 0 {
        let clear = solid(turned(spot + normal * 0.01 + lamp * along, turn))
        open = min(open, 0.5 + 0.5 * clear / (0.09 * along))
        along += max(0.02, abs(clear) * 0.8)
      }
      var closed = 0.0
      for step in 1...5 {
        let reach = 0.07 * Double(step)
        closed += max(0, reach - solid(turned(spot + normal * reach, turn))) * 0.9 / Double(step)
      }
      let ambient = max(0.15, 1 - closed * 1.3)
      // Marble lets light seep around the edge of a shadow.
      let wrapped = bounded((normal.dot(lamp) + 0.18) / 1.18)
      let lit = pow(wrapped, 1.2) * (0.05 + 0.95 * smoothstep(0, 1, open))
      let edge = max(normal.dot(rim), 0) * pow(1 + normal.dot(view), 1.4) * 0.9
      let gloss =
        pow(max(view.reflected(by: normal).dot(lamp), 0), 28) * 0.30 * smoothstep(0, 1, open)
      return Light(
        gray: stone * (1.15 * lit + ambient * (0.055 + 0.03 * normal.y) + edge * 0.5) + gloss
      ).filmed
    }
  }

  private static func turned(_ place: Vector, _ angle: Double) -> Vector {
    let flat = Point(place.x, place.z).rotated(by: angle)
    return Vector(flat.x, place.y, flat.y)
  }

  private static func slope(_ spot: Vector, _ turn: Double) -> Vector {
    let step = 0.002
    func height(_ offset: Vector) -> Double { solid(turned(spot + offset, turn)) }
    return Vector(
      height(Vector(step, 0, 0)) - height(Vector(-step, 0, 0)),
      height(Vector(0, step, 0)) - height(Vector(0, -step, 0)),
      height(Vector(0, 0, step)) - height(Vector(0, 0, -step))
    ).normalized
  }

  /// Distance to the stone; the face looks along negative z.
  private static func solid(_ place: Vector) -> Double {
    let sided = Vector(abs(place.x), place.y, place.z)
    let skull = egg(place, Vector(0, 0.42, 0.10), Vector(0.60, 0.74, 0.74))
    let jaw = egg(place, Vector(0, -0.02, -0.16), Vector(0.43, 0.56, 0.46))
    var head = blend(skull, jaw, 0.22)
    head = carve(head, egg(sided, Vector(0.235, 0.28, -0.70), Vector(0.155, 0.085, 0.13)), 0.13)
    head = blend(head, egg(sided, Vector(0.225, 0.245, -0.545), Vector(0.125, 0.075, 0.075)), 0.035)
    head = blend(
      head, rod(place, Vector(0, 0.37, -0.63), Vector(0, 0.05, -0.80), 0.045, 0.085), 0.09)
    head = blend(head, egg(sided, Vector(0.065, 0.03, -0.71), Vector(0.055, 0.05, 0.07)), 0.05)
    head = blend(head, egg(place, Vector(0, -0.175, -0.625), Vector(0.145, 0.034, 0.07)), 0.035)
    head = blend(head, egg(place, Vector(0, -0.245, -0.615), Vector(0.115, 0.040, 0.07)), 0.035)
    head = blend(head, egg(place, Vector(0, -0.47, -0.52), Vector(0.13, 0.10, 0.10)), 0.14)
    head = blend(head, egg(sided, Vector(0.57, 0.20, 0.10), Vector(0.06, 0.17, 0.11)), 0.05)
    head = blend(head, egg(place, Vector(0, 0.70, 0.66), Vector(0.26, 0.25, 0.24)), 0.10)
    let neck = rod(place, Vector(0, -0.1, 0.22), Vector(0, -1.05, 0.20), 0.29, 0.33)
    let chest = egg(place, Vector(0, -1.42, 0.24), Vector(0.80, 0.46, 0.50))
    return blend(blend(head, neck, 0.16), chest, 0.26)
  }

  private static func egg(_ place: Vector, _ centre: Vector, _ radii: Vector) -> Double {
    let scaled = (place - centre) / radii
    let steep = (scaled / radii).length
    return steep > 0 ? scaled.length * (scaled.length - 1) / steep : -radii.min()
  }

  private static func rod(
    _ place: Vector, _ top: Vector, _ bottom: Vector, _ thin: Double, _ thick: Double
  ) -> Double {
    let along = bottom - top
    let amount = bounded((place - top).dot(along) / along.dot(along))
    return (place - top - along * amount).length - mix(thin, thick, amount)
  }

  /// The union of two solids with a fillet of size `round`.
  private static func blend(_ one: Double, _ other: Double, _ round: Double) -> Double {
    let overlap = max(round - abs(one - other), 0) / round
    return min(one, other) - overlap * overlap * round * 0.25
  }

  /// `solid` without `tool`, the edge rounded by `round`.
  private static func carve(_ solid: Double, _ tool: Double, _ round: Double) -> Double {
    -blend(-solid, tool, round)
  }
}
