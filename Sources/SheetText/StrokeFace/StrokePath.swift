/// The strokes of a glyph, written as in the paths of SVG with a few commands more.
///
/// All numbers are absolute and whole. A letter is a command, its numbers follow:
///
/// - `M x y`, `L x y`, `H x`, `V y`, `C x y x y x y`: move, line, horizontal and vertical line,
///   cubic curve, as in SVG;
/// - `E x y`: a quarter of a rounded shape that leaves east- or westwards;
/// - `N x y`: a quarter that leaves north- or southwards;
/// - `P x y`: a dot;
/// - `Y y`: no stroke, but a height that small sizes put on a row of pixels.
///
/// The unit is a thousandth of an em. Strokes are `GlyphGrid.strokeWidth` wide, and the height
/// of their middle is counted from the middle of a stroke that lies on the base line, so that
/// 0 is where letters stand.
struct StrokePath: Equatable, Sendable {
  /// The strokes, each contour apart: what the pen draws without being lifted.
  private(set) var contours: [[Stroke]] = []
  /// Further heights for rows of pixels.
  private(set) var guides: [Double] = []

  /// Reads a path.
  ///
  /// - Precondition: the path is well-formed. Paths are part of the program, not of its input.
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

  /// The leftmost and the rightmost end of a stroke.
  var columns: (left: Double, right: Double) {
    let columns = contours.joined().flatMap(\.ends).map(\.x)
    return (columns.min() ?? 0, columns.max() ?? 0)
  }
}

/// The commands and numbers of a path, from first to last.
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
    precondition(rest.first.map(Self.isDigit) ?? false, "a number is missing in a path")
    var number = 0
    while let digit = rest.first, Self.isDigit(digit) {
      number = 10 * number + Int(digit - UInt8(ascii: "0"))
      rest.removeFirst()
    }
    return Double(isNegative ? -number : number)
  }

  private mutating func skipSpaces() {
    while rest.first == UInt8(ascii: " ") { rest.removeFirst() }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
