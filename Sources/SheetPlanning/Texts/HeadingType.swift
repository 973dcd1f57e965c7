internal import SheetLayout
internal import SheetPlans
internal import SheetText

/// The type of the headings of rows and columns, and the room that they need.
struct HeadingType: Sendable {
  /// The most lines of a heading over a column, so that a long one does not fill the page.
  private static let maximumColumnLines = 3

  /// The face that draws them; nil if there are none.
  let font: FontChoice?
  private let measure: TextMeasure?
  let size: Double
  /// The height of the line over a matrix, with the gap below it.
  let positionHeight: Int
  let positionSize: Double
  /// The distance from the headings of columns to the frames below them.
  let gap: Double

  /// Measures headings in a face, which is loaded only if there are headings.
  init(_ headings: [String], in font: FontChoice, _ scale: TypeScale, gap: Double) {
    self.font = headings.isEmpty ? nil : font
    measure = self.font.map { TypeSetter($0, size: scale.label).measure(for: headings) }
    size = scale.label
    positionSize = scale.heading
    let line = TypeScale.lineHeight(scale.heading)
    positionHeight = line + line / 2
    self.gap = gap
  }

  /// The distance from one line to the next.
  var lineHeight: Int { TypeScale.lineHeight(size) }

  /// The width of the longest heading in one line, in pixels.
  func width(of headings: [Fact]) -> Int {
    headings.reduce(0) { max($0, measure?.drawnWidth(of: $1.text[...]) ?? 0) }
  }

  /// The number of lines that a heading takes at a width; at most as many as given.
  func lines(of heading: Fact, width: Int, maximum: Int = .max) -> Int {
    let lines = measure?.lines(
      of: heading.text, width: width, limit: min(maximum, Self.maximumRowLines), overflow: .wrap)
    return max(1, lines?.count ?? 1)
  }

  /// The size and the number of lines at which a note fits a cell: a word a line if it is narrow, and
  /// in a size down to a half of the usual one.
  func fitting(_ note: String, in cell: PixelSize) -> (size: Double, lines: Int) {
    func width(_ text: Substring) -> Double { Double(measure?.drawnWidth(of: text) ?? 0) }
    if width(note[...]) <= Double(cell.width) { return (size, 1) }
    let words = note.split(separator: " ")
    let widest = words.reduce(1) { max($0, width($1)) }
    let scale = min(
      1, Double(cell.width) / widest, Double(cell.height) / Double(words.count * lineHeight))
    // Words of smaller letters may be a pixel wider than their share.
    return (max(size / 2, scale < 1 ? size * scale * 0.95 : size), words.count)
  }

  /// The most lines of a heading beside a row.
  private static let maximumRowLines = 8

  /// The number of lines of a heading over a column of a width.
  func columnLines(of heading: Fact, width: Int) -> Int {
    lines(of: heading, width: width, maximum: Self.maximumColumnLines)
  }
}
