#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Icons with soft edges on nothing.
enum Icons {
  /// A glossy round button that plays.
  static func playButton() -> Canvas {
    Canvas(
      width: 192, height: 192, grid: 4,
      seeThrough: { place in
        let shadow =
          0.55 * smoothstep(0.49, 0.36, ((place - Point(0.5, 0.545)) * Point(1, 1.02)).length)
        let under = SIMD4(Light.zero, shadow)
        let offset = place - Point(0.5, 0.48)
        let radius = offset.length
        guard radius < 0.42 else { return under }
        if radius > 0.385 {
          let rim = Ramp(hex: [0xFFFFFF, 0xB8C4D6, 0x6B7A94, 0xD5DDEA])[
            bounded(offset.y / 0.84 + 0.5)]
          return SIMD4(rim, 1)
        }
        var light = Ramp(hex: [0x3AA0FF, 0x1667E0, 0x0B3FA8, 0x1C7CF0, 0x6FD0FF])[
          bounded(offset.y / 0.77 + 0.5)]
        light *= mix(1, 0.55, smoothstep(0.30, 0.385, radius))
        let play =
          Distance.toPolygon(
            offset, [Point(-0.10, -0.165), Point(0.19, 0), Point(-0.10, 0.165)]) - 0.022
        let playShadow =
          Distance.toPolygon(
            offset - Point(0, 0.018), [Point(-0.10, -0.165), Point(0.19, 0), Point(-0.10, 0.165)])
          - 0.022
        light *= 1 - 0.45 * smoothstep(0.03, -0.02, playShadow)
        if play < 0 { light = Ramp(hex: [0xFFFFFF, 0xE4ECF8])[offset.y * 2 + 0.5] }
        let gloss = (offset - Point(0, -0.36)) / Point(0.42, 0.30)
        if gloss.length < 1 {
          light = mix(light, Light(gray: 1), 0.34 * bounded(1.15 + offset.y * 2.2))
        }
        return SIMD4(light, 1)
      })
  }

  /// A heart that floats above its shadow.
  static func heart() -> Canvas {
    Canvas(
      width: 256, height: 256, grid: 3,
      seeThrough: { place in
        func edge(_ place: Point) -> Double {
          Distance.toHeart((Point(0.5, 0.86) - place) / 0.70) * 0.70 - 0.012
        }
        let shadow = 0.42 * smoothstep(0.055, -0.07, edge(place - Point(0.0, 0.045)))
        let under = SIMD4(Light(hex: 0x4A0418) * shadow, shadow)
        let distance = edge(place)
        guard distance < 0.003 else { return under }
        let swell = bounded(-distance / 0.20)
        let height = sqrt(swell * (2 - swell))
        let step = 0.004
        let slope =
          Point(
            edge(place + Point(step, 0)) - edge(place - Point(step, 0)),
            edge(place + Point(0, step)) - edge(place - Point(0, step))) / (2 * step)
        let normal = Vector(slope.x * (1 - height), -slope.y * (1 - height), 0.25 + height * 0.75)
          .normalized
        let lit = bounded(normal.dot(Vector(-0.4, 0.7, 0.6).normalized))
        var light = Ramp(hex: [0x6E0524, 0xB80F36, 0xE8264E, 0xFF5C7A])[
          lit * 0.72 + 0.28 * (1 - place.y)]
        let glint = ((place - Point(0.31, 0.30)).rotated(by: 0.7) / Point(0.10, 0.052)).length
        light = mix(light, Light(gray: 1), 0.72 * smoothstep(1, 0.35, glint))
        light +=
          Light(hex: 0xFF8098) * (0.25 * bell(distance + 0.022, 0.012) * bounded(place.y * 2 - 0.9))
        return over(SIMD4(light, 1) * smoothstep(0.003, -0.003, distance), under)
      })
  }
}
