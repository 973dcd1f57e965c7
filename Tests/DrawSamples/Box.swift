/// An upright rectangle in pixels.
struct Box {
  var least: Point
  var greatest: Point

  init(_ least: Point, _ greatest: Point) {
    self.least = least
    self.greatest = greatest
  }

  init(around centre: Point, radius: Double) {
    least = centre - radius
    greatest = centre + radius
  }
}
