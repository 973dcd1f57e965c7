internal import SheetModel

/// The strokes of a glyph, written like SVG paths, with a few additional commands.
///
/// A command is a letter followed by its numbers, which are absolute integers:
///
/// - `M x y`, `L x y`, `H x`, `V y`, `C x y x y x y`: move, line, horizontal and vertical line,
///   cubic curve, as in SVG;
/// - `E x y`: a quarter of a rounded shape that starts eastwards or westwards;
/// - `N x y`: a quarter that starts northwards or southwards;
/// - `P x y`: a dot;
/// - `Y y`: no stroke, but a height to be aligned with a row of pixels.
///
/// ``GlyphGrid`` defines units and heights.
struct StrokePath: Equatable, Sendable {
  /// The strokes by contour: a contour is drawn without lifting the pen.
  private(set) var contours: [[Stroke]] = []
  /// The heights of `Y` commands.
  private(set) var guides: [Double] = []

  /// Reads a path.
  ///
  /// - Precondition: The path is well-formed. Paths are part of the program, not input.
  init(_ text: String) {
    var pen = StrokePoint(x: 0, y: 0)
    var numbers = PathNumbers(text)
    while let command = numbers.nextCommand() {
      let start = pen
      switch command {
      case UInt8(ascii: "M"):
        pen = numbers.nextPoint()
        contours.append([])
      case UInt8(ascii: "P"):
        pen = numbers.nextPoint()
        contours.append([.dot(pen)])
      case UInt8(ascii: "L"):
        pen = numbers.nextPoint()
        append(.line(start, pen))
      case UInt8(ascii: "H"):
        pen.x = numbers.next()
        append(.line(start, pen))
      case UInt8(ascii: "V"):
        pen.y = numbers.next()
        append(.line(start, pen))
      case UInt8(ascii: "E"), UInt8(ascii: "N"):
        pen = numbers.nextPoint()
        append(.quarter(start, pen, leavesHorizontally: command == UInt8(ascii: "E")))
      case UInt8(ascii: "C"):
        let first = numbers.nextPoint()
        let second = numbers.nextPoint()
        pen = numbers.nextPoint()
        append(.curve(start, first, second, pen))
      case UInt8(ascii: "Y"): guides.append(numbers.next())
      default: preconditionFailure("an unknown command in the path '\(text)'")
      }
    }
  }

  private mutating func append(_ stroke: Stroke) {
    precondition(!contours.isEmpty, "a path starts with M or P")
    contours[contours.count - 1].append(stroke)
  }

  /// Adds another path, moved by `offset`.
  mutating func append(_ other: StrokePath, movedBy offset: StrokePoint) {
    for contour in other.contours {
      contours.append(
        contour.map { stroke in
          stroke.mapped { StrokePoint(x: $0.x + offset.x, y: $0.y + offset.y) }
        })
    }
    guides += other.guides.map { $0 + offset.y }
  }

  /// The x coordinates of the leftmost and the rightmost end of a stroke; 0 if there are no
  /// strokes.
  var columns: (left: Double, right: Double) {
    let columns = contours.joined().flatMap(\.ends).map(\.x)
    return (columns.min() ?? 0, columns.max() ?? 0)
  }
}

/// Reads the commands and numbers of a path.
private struct PathNumbers {
  private var rest: Substring.UTF8View

  init(_ text: String) {
    rest = text[...].utf8
  }

  mutating func nextCommand() -> UInt8? {
    skipSpaces()
    return rest.popFirst()
  }

  mutating func nextPoint() -> StrokePoint {
    let x = next()
    return StrokePoint(x: x, y: next())
  }

  mutating func next() -> Double {
    skipSpaces()
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest.removeFirst() }
    precondition(rest.first?.isDigit == true, "a number is missing in a path")
    var number = 0
    while let digit = rest.first, digit.isDigit {
      number = 10 * number + Int(digit - UInt8(ascii: "0"))
      rest.removeFirst()
    }
    return Double(isNegative ? -number : number)
  }

  private mutating func skipSpaces() {
    while rest.first == UInt8(ascii: " ") { rest.removeFirst() }
  }
}

/// A position in the design grid or in pixels, with y upwards.
package struct StrokePoint: Hashable, Sendable {
  /// The distance to the right.
  package var x: Double
  /// The distance upwards.
  package var y: Double
}

/// The centre line of one movement of the pen.
enum Stroke: Equatable, Sendable {
  case line(StrokePoint, StrokePoint)
  /// A quarter of a rounded shape, horizontal at one end and vertical at the other.
  case quarter(StrokePoint, StrokePoint, leavesHorizontally: Bool)
  /// A cubic Bézier curve: start, two control points, end.
  case curve(StrokePoint, StrokePoint, StrokePoint, StrokePoint)
  case dot(StrokePoint)

  /// The stroke with `move` applied to each of its points.
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

  /// The stroke, with a quarter converted to a Bézier curve.
  var asCurve: Stroke {
    guard case .quarter(let start, let end, let leavesHorizontally) = self else { return self }
    let across = (end.x - start.x) * GlyphGrid.roundness
    let along = (end.y - start.y) * GlyphGrid.roundness
    return .curve(
      start,
      StrokePoint(
        x: start.x + (leavesHorizontally ? across : 0),
        y: start.y + (leavesHorizontally ? 0 : along)),
      StrokePoint(
        x: end.x - (leavesHorizontally ? 0 : across),
        y: end.y - (leavesHorizontally ? along : 0)), end)
  }

  /// The ends of the stroke, without control points.
  var ends: [StrokePoint] {
    switch self {
    case .line(let start, let end), .quarter(let start, let end, _),
      .curve(let start, _, _, let end):
      [start, end]
    case .dot(let center): [center]
    }
  }
}
