internal import SheetPlans
internal import SheetText

/// The type of the headings of rows and columns, and the room that they need.
struct HeadingType: Sendable {
  /// The most lines of a heading over a column, so that a long one takes not all of the page.
  private static let maximumColumnLines = 3

  private let setter: TypeSetter
  let size: Double
  /// The height of the line over a matrix, with the gap below it.
  let positionHeight: Int
  let positionSize: Double
  /// The distance from the headings of columns to the frames below them.
  let gap: Double

  /// Prepares headings in the font of labels.
  init(_ font: FontChoice, _ scale: TypeScale, gap: Double) {
    setter = TypeSetter(font, size: scale.label)
    size = scale.label
    positionSize = scale.heading
    let line = TypeScale.lineHeight(scale.heading)
    positionHeight = line + line / 2
    self.gap = gap
  }

  /// The distance from one line to the next.
  var lineHeight: Int { setter.lineHeight }

  /// The width of the longest heading in one line, in pixels.
  func width(of headings: [Fact]) -> Int {
    headings.reduce(0) { max($0, setter.estimatedWidth(of: $1.text)) }
  }

  /// The number of lines that a heading takes at a width; at most as many as given.
  func lines(of heading: Fact, width: Int, maximum: Int = .max) -> Int {
    setter.estimatedLines(
      of: heading.text, width: width, maximum: min(maximum, Self.maximumRowLines))
  }

  /// The most lines of a heading beside a row.
  private static let maximumRowLines = 8

  /// The number of lines of a heading over a column of a width.
  func columnLines(of heading: Fact, width: Int) -> Int {
    lines(of: heading, width: width, maximum: Self.maximumColumnLines)
  }
}
