/// Ground as heights on a square grid, to march rays over.
struct HeightMap {
  let side: Int
  let spacing: Double
  private let heights: [Double]

  init(side: Int, spacing: Double, height: (Point) -> Double) {
    self.side = side
    self.spacing = spacing
    heights = (0..<side * side).map { index in
      height(Point(Double(index % side), Double(index / side)) * spacing)
    }
  }

  /// The height between the grid's points; beyond its border, that of the border.
  func height(_ place: Point) -> Double {
    let limit = Double(side) - 1.001
    let x = bounded(place.x / spacing, 0, limit)
    let y = bounded(place.y / spacing, 0, limit)
    let (column, row) = (Int(x), Int(y))
    let index = row * side + column
    let upper = mix(heights[index], heights[index + 1], x - Double(column))
    let lower = mix(heights[index + side], heights[index + side + 1], x - Double(column))
    return mix(upper, lower, y - Double(row))
  }

  func normal(_ place: Point) -> Vector {
    let step = spacing
    return Vector(
      height(place - Point(step, 0)) - height(place + Point(step, 0)),
      2 * step,
      height(place - Point(0, step)) - height(place + Point(0, step))
    ).normalized
  }

  /// Where a ray first meets the ground, or nil.
  func hit(from start: Vector, along direction: Vector, reach: Double) -> Vector? {
    var (distance, previous) = (0.0, 0.0)
    while distance < reach {
      let place = start + direction * distance
      let above = place.y - height(Point(place.x, place.z))
      if above < 0 {
        var (near, far) = (previous, distance)
        for _ in 0..<7 {
          let middle = (near + far) / 2
          let spot = start + direction * middle
          if spot.y > height(Point(spot.x, spot.z)) { near = middle } else { far = middle }
        }
        return start + direction * far
      }
      previous = distance
      distance += max(0.02 + distance * 0.004, above * 0.55)
    }
    return nil
  }

  /// How much of a soft-edged lamp in `direction` a place on the ground sees, 0…1.
  func exposure(_ place: Vector, to direction: Vector, softness: Double) -> Double {
    var (seen, distance) = (1.0, 0.06)
    while distance < 9, seen > 0 {
      let spot = place + direction * distance
      let above = spot.y - height(Point(spot.x, spot.z))
      seen = min(seen, 0.5 + above / (softness * distance))
      distance += max(0.05, abs(above) * 0.6)
    }
    return smoothstep(0, 1, seen)
  }
}
