import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Charts without words.
enum Charts {
  /// Three curves on a dark ground, the first filled below.
  static func lines() -> Canvas {
    var canvas = Canvas(width: 560, height: 350, light: Light(hex: 0x131A2B))
    let noise = Noise(seed: 81)
    for row in 0...5 {
      let y = 40.0 + Double(row) * 54
      canvas.stroke([Point(44, y), Point(530, y)], width: 1, Light(hex: 0x2B3650))
      canvas.slab(Box(Point(22, y - 1.5), Point(36, y + 1.5)), corner: 1.5, Light(hex: 0x5A6785))
    }
    let curves: [(tint: Int, offset: Double, rise: Double)] = [
      (0x3DDC97, 2, 150), (0x4EA8FF, 31, 70), (0xFF7A90, 57, 15),
    ]
    for curve in curves.reversed() {
      let points = (0...24).map { step -> Point in
        let along = Double(step) / 24
        let wobble = noise.fractal(Point(along * 6 + curve.offset, 0.5), octaves: 3) * 88
        return Point(44 + along * 486, 250 - curve.rise * along - wobble + 20 * along)
      }
      let smooth = spline(points)
      if curve.offset == 2 {
        canvas.lay(Light(hex: curve.tint), in: Box(Point(44, 0), Point(530, 310))) { place in
          guard place.x >= 44, place.x <= 530, place.y < 310 else { return 0 }
          let index = min(Int((place.x - 44) / 486 * Double(smooth.count - 1)), smooth.count - 1)
          return place.y > smooth[index].y ? 0.22 * (1 - (place.y - smooth[index].y) / 300) : 0
        }
      }
      canvas.stroke(smooth, width: 3, Light(hex: curve.tint))
      for point in points.enumerated() where point.offset % 4 == 0 {
        canvas.disc(point.element, radius: 5.5, Light(hex: 0x131A2B))
        canvas.disc(point.element, radius: 3.8, Light(hex: curve.tint))
      }
    }
    return canvas
  }

  /// A Catmull-Rom curve through `points`.
  private static func spline(_ points: [Point]) -> [Point] {
    let steps = 10
    return (0..<(points.count - 1) * steps + 1).map { index in
      let segment = min(index / steps, points.count - 2)
      let part = Double(index - segment * steps) / Double(steps)
      let before = points[max(segment - 1, 0)]
      let (start, end) = (points[segment], points[segment + 1])
      let after = points[min(segment + 2, points.count - 1)]
      let linear = (end - before) * part
      let square = (before * 2 - start * 5 + end * 4 - after) * (part * part)
      let cube = (start * 3 - before - end * 3 + after) * (part * part * part)
      return start + (linear + square + cube) * 0.5
    }
  }

  /// Grouped bars on white.
  static func bars() -> Canvas {
    var random = SeededGenerator(seed: 14)
    var canvas = Canvas(width: 520, height: 360, light: Light(hex: 0xFFFFFF))
    for row in 0...5 {
      let y = 40.5 + Double(row) * 54
      canvas.stroke(
        [Point(40, y), Point(495, y)], width: 1, Light(hex: row == 5 ? 0x6B7280 : 0xE5E7EB))
      canvas.slab(Box(Point(18, y - 1.5), Point(32, y + 1.5)), corner: 1.5, Light(hex: 0xB6BCC8))
    }
    let tints = [0x264653, 0x2A9D8F, 0xE9A23B]
    for group in 0..<7 {
      for (index, tint) in tints.enumerated() {
        let left = 54 + Double(group) * 63 + Double(index) * 16
        let trend = 70 + 95 * sin(Double(group) * 0.55 + Double(index) * 0.8)
        let height = max(24, trend + 60 + random.between(-22, 22))
        canvas.slab(
          Box(Point(left, 310 - height), Point(left + 14, 310)), corner: 3, Light(hex: tint))
      }
      let middle = 54 + Double(group) * 63 + 23
      canvas.slab(
        Box(Point(middle - 14, 324), Point(middle + 14, 327)), corner: 1.5, Light(hex: 0xB6BCC8))
    }
    return canvas
  }

  /// A ring of shares, one drawn out, on white.
  static func ring() -> Canvas {
    let shares: [(part: Double, tint: Int)] = [
      (0.34, 0x3B5BDB), (0.22, 0x15AABF), (0.17, 0x40C057), (0.12, 0xFAB005), (0.09, 0xFD7E14),
      (0.06, 0xE03131),
    ]
    return Canvas(width: 360, height: 360, grid: 4) { place in
      var start = 0.0
      for (index, share) in shares.enumerated() {
        let middle = (start + share.part / 2) * 2 * .pi
        let outward = Point(sin(middle), -cos(middle)) * (index == 0 ? 0.028 : 0)
        let offset = place - 0.5 - outward
        let turn = atan2(-offset.x, offset.y) / (2 * .pi) + 0.5
        let radius = offset.length
        let gap = 0.006 / (2 * .pi * max(radius, 0.01))
        if radius > 0.235, radius < 0.44, turn > start + gap, turn < start + share.part - gap {
          return Light(hex: share.tint) * (radius < 0.262 ? 0.80 : 1)
        }
        start += share.part
      }
      return Light(hex: 0xFFFFFF)
    }
  }

  /// Clusters of translucent dots with their trend.
  static func scatter() -> Canvas {
    var random = SeededGenerator(seed: 37)
    var canvas = Canvas(width: 480, height: 360, light: Light(hex: 0xFBF7F0))
    for step in 0...6 {
      let (x, y) = (40.5 + Double(step) * 70, 30.5 + Double(step) * 50)
      canvas.stroke([Point(x, 30), Point(x, 330)], width: 1, Light(hex: 0xE9E1D4))
      canvas.stroke([Point(40, y), Point(460, y)], width: 1, Light(hex: 0xE9E1D4))
    }
    canvas.stroke(
      [Point(40.5, 30), Point(40.5, 330.5), Point(460, 330.5)], width: 1.6, Light(hex: 0x6B6258))
    let clusters: [(centre: Point, spread: Point, tint: Int)] = [
      (Point(140, 245), Point(40, 24), 0xD1495B), (Point(255, 185), Point(42, 26), 0x00798C),
      (Point(360, 105), Point(38, 24), 0xEDAE49),
    ]
    for _ in 0..<170 {
      let cluster = clusters[random.index(below: clusters.count)]
      let reach = (-2 * log(1 - random.unit())).squareRoot()
      let angle = random.between(0, 2 * .pi)
      let place = cluster.centre + cluster.spread * Point(cos(angle), sin(angle)) * reach
      guard place.x > 50, place.x < 455, place.y > 35, place.y < 320 else { continue }
      canvas.disc(place, radius: random.between(3, 10), Light(hex: cluster.tint), opacity: 0.55)
    }
    canvas.stroke([Point(60, 300), Point(440, 58)], width: 2, Light(hex: 0x3D3730), opacity: 0.8)
    return canvas
  }

  /// A year of days as rounded cells, from violet for little to yellow for much.
  static func heatMap() -> Canvas {
    let noise = Noise(seed: 28)
    let scale = Ramp(hex: [
      0x440154, 0x46327E, 0x365C8D, 0x277F8E, 0x1FA187, 0x4AC16D, 0xA0DA39, 0xFDE725,
    ])
    var canvas = Canvas(width: 560, height: 300, light: Light(hex: 0x1B1B24))
    for row in 0..<13 {
      for column in 0..<25 {
        let spot = Point(Double(column), Double(row))
        let much =
          0.46 + 0.62 * noise.fractal(spot * 0.16, octaves: 3) + 0.10 * noise.value(spot * 3.3)
          + 0.30 * bell((spot - Point(17, 5)).length, 4)
        let corner = Point(19, 17) + spot * Point(21, 20.6)
        canvas.slab(
          Box(corner, corner + Point(18, 17.6)), corner: 3.5,
          scale[(bounded(much) * 40).rounded() / 40])
      }
    }
    return canvas
  }

  /// Heights of an island as tints between lines.
  static func contours() -> Canvas {
    let noise = Noise(seed: 104)
    let tints = [
      0xA9D3E6, 0xC3E2EC, 0xB9D8A0, 0xD2E3A6, 0xE9E9B4, 0xEFDDA0, 0xE3C386, 0xD0A574, 0xBC8A66,
      0xF3EEE8,
    ].map { Light(hex: $0) }
    func height(_ place: Point) -> Double {
      let middle = place - Point(0.70, 0.52)
      let island = 1 - (middle * Point(0.85, 1.25)).length * 1.75
      return island * 5.2 + noise.fractal(place * 2.6, octaves: 4) * 5.4 + 2.0
    }
    return Canvas(width: 560, height: 400, grid: 3) { place in
      let here = height(place)
      let step = 0.0006
      let slope =
        Point(
          height(place + Point(step, 0)) - here, height(place + Point(0, step)) - here
        ).length / step
      let tint = tints[Int(bounded(here + 1, 0, 9))]
      let level = here * 2
      let toLine = abs(level - level.rounded()) / 2 / max(slope, 0.5)
      let major = Int(level.rounded()) % 2 == 0
      let ink = toLine < (major ? 0.0019 : 0.0009)
      let line = here < -0.2 ? Light(hex: 0x6FA8C4) : Light(hex: 0x8A5A3C)
      return ink ? line : tint
    }
  }
}
