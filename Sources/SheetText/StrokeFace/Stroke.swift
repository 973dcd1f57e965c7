/// A position in the design grid or in pixels, y upwards.
struct StrokePoint: Equatable, Sendable {
  var x: Double
  var y: Double
}

/// The middle line of one movement of the pen.
enum Stroke: Equatable, Sendable {
  case line(StrokePoint, StrokePoint)
  /// A quarter of a rounded shape, which leaves its first point horizontally and arrives
  /// vertically, or the other way round.
  case quarter(StrokePoint, StrokePoint, leavesHorizontally: Bool)
  /// A cubic Bézier curve with its two control points in the middle.
  case curve(StrokePoint, StrokePoint, StrokePoint, StrokePoint)
  case dot(StrokePoint)

  /// The stroke with each of its points moved by `move`.
  func mapped(_ move: (StrokePoint) -> StrokePoint) -> Stroke {
    switch self {
    case .line(let start, let end): .line(move(start), move(end))
    case .quarter(let start, let end, let leavesHorizontally):
      .quarter(move(start), move(end), leavesHorizontally: leavesHorizontally)
    case .curve(let start, let first, let second, let end):
      .curve(move(start), move(first), move(second), move(end))
    case .dot(let center): .dot(move(center))
    }
  }

  /// The points that the stroke passes through: its ends.
  var ends: [StrokePoint] {
    switch self {
    case .line(let start, let end), .quarter(let start, let end, _),
      .curve(let start, _, _, let end):
      [start, end]
    case .dot(let center): [center]
    }
  }
}
