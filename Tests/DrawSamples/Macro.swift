import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Small things seen from near.
enum Macro {
  /// Drops of dew on a leaf, each a lens for the veins below it.
  static func dew() -> Canvas {
    var random = SeededGenerator(seed: 23)
    var drops: [(centre: Point, radius: Double)] = [(Point(0.56, 0.50), 0.215)]
    for _ in 0..<900 where drops.count < 60 {
      let radius = 0.014 + 0.028 * pow(random.unit() + 0.02, -0.45)
      let centre = Point(random.between(0, 1.2), random.between(0, 1))
      if drops.allSatisfy({ ($0.centre - centre).length > $0.radius + radius + 0.012 }) {
        drops.append((centre, radius))
      }
    }
    let noise = Noise(seed: 25)
    let lamp = Vector(-0.5, 0.66, 0.56).normalized
    return Canvas(width: 540, height: 450, grid: 3) { place in
      var light = leaf(place, noise)
      for drop in drops {
        let reach = Point(drop.radius * 0.42, drop.radius * 0.55)
        light *=
          1 - 0.62
          * smoothstep(1.18, 0.62, (place - drop.centre - reach * 0.55).length / drop.radius)
      }
      for drop in drops {
        let centred = (place - drop.centre) / drop.radius
        let squared = centred.dot(centred)
        guard squared < 1 else { continue }
        let height = (1 - squared).squareRoot()
        let normal = Vector(centred.x, -centred.y, height)
        let lens = drop.centre + centred * (drop.radius * (0.25 + 0.62 * squared))
        // Light enters at the upper left and gathers at the lower right.
        let gathered = smoothstep(-0.65, 0.95, (centred.x * 0.5 + centred.y * 0.66) / 0.83)
        var inside = leaf(lens, noise) * (0.32 + 1.7 * gathered * gathered)
        inside += Light(hex: 0xE8FFB8) * (0.30 * bell((centred - Point(0.38, 0.50)).length, 0.25))
        let fresnel = 0.03 + 0.85 * pow(1 - height, 3.2)
        let sky = mix(Light(hex: 0x2A4A20), Light(hex: 0xE8F6FF), bounded(0.5 + normal.y * 0.6))
        inside = mix(inside, sky, fresnel * 0.75)
        let shine = smoothstep(0.972, 0.985, normal.dot(Vector(lamp.x, lamp.y, lamp.z)))
        inside += Light(
          gray: shine * 1.6 + 0.35 * bell((centred - Point(-0.42, -0.52)).length, 0.22))
        light = mix(light, inside, smoothstep(1, 0.97, squared))
      }
      return (light * 1.25).filmed
    }
  }

  private static func leaf(_ place: Point, _ noise: Noise) -> Light {
    let bent = place + Point(noise.value(place * 2), noise.value(place * 2 + 9)) * 0.02
    let axis = (bent - Point(0.1, 1.05)).rotated(by: 0.86)
    let side = abs(axis.y)
    let rib = smoothstep(0.014, 0.004, side - 0.004)
    let along = (axis.x - side * 0.75) * 6.2
    let toVein = abs(along - along.rounded()) / 6.2
    let vein = smoothstep(0.0075, 0.001, toVein) * 0.8
    let cells = noise.nearest(axis * 44)
    let mesh = smoothstep(0.16, 0.02, cells.second - cells.first)
    let swell = smoothstep(0, 0.06, toVein)
    let base = mix(
      Light(hex: 0x2E7A1C), Light(hex: 0x72B52C), 0.5 + 0.5 * noise.fractal(bent * 2.4, octaves: 3))
    let body = base * (0.62 + 0.45 * swell)
    return mix(body, Light(hex: 0xB4DB62), max(rib, vein) * 0.75 + mesh * 0.10)
  }
}
