internal import SheetFacts

/// The strokes of a glyph as short straight lines, in pixels.
struct StrokeOutline {
  /// A straight line with round ends; a dot if its ends are equal.
  struct Segment {
    let start: StrokePoint
    let end: StrokePoint
    /// Half the thickness.
    let radius: Double
  }

  private(set) var segments: [Segment] = []

  /// Draws a path with a pen: the ink starts at x = 0, the baseline is y = 0, y grows upwards.
  init(_ path: StrokePath, _ pen: PenSize) {
    let fitting = GlyphFitting(path, pen)
    for stroke in path.contours.joined() {
      add(stroke.mapped(fitting.callAsFunction), pen)
    }
  }

  /// The smallest and largest coordinates of ink; nil if there is none.
  var extent: (low: StrokePoint, high: StrokePoint)? {
    guard let first = segments.first else { return nil }
    return segments.reduce((first.start, first.start)) { extent, segment in
      (
        StrokePoint(
          x: min(extent.low.x, segment.start.x - segment.radius, segment.end.x - segment.radius),
          y: min(extent.low.y, segment.start.y - segment.radius, segment.end.y - segment.radius)),
        StrokePoint(
          x: max(extent.high.x, segment.start.x + segment.radius, segment.end.x + segment.radius),
          y: max(extent.high.y, segment.start.y + segment.radius, segment.end.y + segment.radius))
      )
    }
  }

  private mutating func add(_ stroke: Stroke, _ pen: PenSize) {
    let radius = pen.width / 2
    switch stroke.asCurve {
    case .line(let start, let end):
      segments.append(Segment(start: start, end: end, radius: radius))
    case .dot(let center):
      segments.append(Segment(start: center, end: center, radius: pen.dotDiameter / 2))
    case .curve(let start, let first, let second, let end):
      addCurve(start, first, second, end, radius)
    case .quarter: preconditionFailure("quarters are curves")
    }
  }

  /// Flattens a Bézier curve, with an error of less than a twentieth of a pixel.
  private mutating func addCurve(
    _ start: StrokePoint, _ first: StrokePoint, _ second: StrokePoint, _ end: StrokePoint,
    _ radius: Double
  ) {
    let length =
      start.distance(to: first) + first.distance(to: second) + second.distance(to: end)
    let count = 4 + Int((2 * length).squareRoot())
    var previous = start
    for index in 1...count {
      let t = Double(index) / Double(count)
      let u = 1 - t
      let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
      let next = StrokePoint(
        x: a * start.x + b * first.x + c * second.x + d * end.x,
        y: a * start.y + b * first.y + c * second.y + d * end.y)
      segments.append(Segment(start: previous, end: next, radius: radius))
      previous = next
    }
  }
}

extension StrokePoint {
  fileprivate func distance(to other: StrokePoint) -> Double {
    let (x, y) = (other.x - x, other.y - y)
    return (x * x + y * y).squareRoot()
  }
}
