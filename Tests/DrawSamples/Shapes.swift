#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Signed distances from a place to the edge of a shape: negative inside.
enum Distance {
  static func toDisc(_ place: Point, centre: Point, radius: Double) -> Double {
    (place - centre).length - radius
  }

  /// To a segment, which has no inside.
  static func toSegment(_ place: Point, _ start: Point, _ end: Point) -> Double {
    let along = end - start
    let squared = along.dot(along)
    guard squared > 0 else { return (place - start).length }
    let amount = bounded((place - start).dot(along) / squared)
    return (place - start - along * amount).length
  }

  /// To a rectangle of the given half extent around zero, with rounded corners.
  static func toRoundedBox(_ place: Point, half: Point, corner: Double) -> Double {
    let outside = Point(abs(place.x), abs(place.y)) - half + corner
    let far = Point(max(outside.x, 0), max(outside.y, 0)).length
    return far + min(max(outside.x, outside.y), 0) - corner
  }

  /// To a closed polygon, whichever way round its corners go.
  static func toPolygon(_ place: Point, _ corners: [Point]) -> Double {
    var (nearest, inside) = (Double.infinity, false)
    var previous = corners[corners.count - 1]
    for corner in corners {
      nearest = min(nearest, toSegment(place, previous, corner))
      if (corner.y > place.y) != (previous.y > place.y) {
        let rise = (place.y - corner.y) / (previous.y - corner.y)
        if place.x < corner.x + rise * (previous.x - corner.x) { inside.toggle() }
      }
      previous = corner
    }
    return inside ? -nearest : nearest
  }

  /// To a heart about one unit tall, whose tip is at zero and whose lobes are up, at positive y.
  ///
  /// Quarter arcs on top of a square that stands on a corner.
  static func toHeart(_ place: Point) -> Double {
    let place = Point(abs(place.x), place.y)
    if place.x + place.y > 1 {
      return (place - Point(0.25, 0.75)).length - 0.125.squareRoot()
    }
    let diagonal = 0.5 * max(place.x + place.y, 0)
    let nearest = min(
      (place - Point(0, 1)).length, (place - Point(diagonal, diagonal)).length)
    return place.x < place.y ? -nearest : nearest
  }
}

/// How much of a pixel lies inside an edge at the given signed distance, in pixels.
func coverage(_ distance: Double) -> Double { bounded(0.5 - distance) }

extension Canvas {
  mutating func disc(_ centre: Point, radius: Double, _ light: Light, opacity: Double = 1) {
    lay(light, in: Box(around: centre, radius: radius + 1)) {
      coverage(Distance.toDisc($0, centre: centre, radius: radius)) * opacity
    }
  }

  /// A filled rectangle with rounded corners.
  mutating func slab(_ box: Box, corner: Double, _ light: Light, opacity: Double = 1) {
    let half = (box.greatest - box.least) / 2
    let centre = box.least + half
    lay(light, in: Box(box.least - 1, box.greatest + 1)) {
      coverage(Distance.toRoundedBox($0 - centre, half: half, corner: corner)) * opacity
    }
  }

  /// A line through `points` with round ends and joints.
  ///
  /// Joints stay even where the line is translucent: coverage is taken from the nearest segment.
  mutating func stroke(_ points: [Point], width: Double, _ light: Light, opacity: Double = 1) {
    let reach = width / 2 + 1
    var nearest: [Int: Double] = [:]
    for (start, end) in zip(points, points.dropFirst()) {
      let least = Point(min(start.x, end.x), min(start.y, end.y)) - reach
      let greatest = Point(max(start.x, end.x), max(start.y, end.y)) + reach
      let columns =
        max(0, Int(least.x))..<max(0, min(self.width, Int(greatest.x) + 1), Int(least.x))
      let rows = max(0, Int(least.y))..<max(0, min(height, Int(greatest.y) + 1), Int(least.y))
      for y in rows {
        for x in columns {
          let place = Point(Double(x) + 0.5, Double(y) + 0.5)
          let distance = Distance.toSegment(place, start, end)
          guard distance < reach else { continue }
          nearest[y * self.width + x] = min(nearest[y * self.width + x] ?? reach, distance)
        }
      }
    }
    for (index, distance) in nearest {
      let amount = coverage(distance - width / 2) * opacity
      let (x, y) = (index % self.width, index / self.width)
      self[x, y] = self[x, y] * (1 - amount) + SIMD4(light * amount, amount)
    }
  }

  /// A soft round light, added to what is there.
  mutating func glow(at centre: Point, deviation: Double, _ light: Light) {
    add(light, in: Box(around: centre, radius: deviation * 4)) {
      bell(($0 - centre).length, deviation)
    }
  }
}
