internal import SheetLayout
internal import SheetModel
internal import SheetPlans
internal import SheetText

/// The type of row and column headings, and the room they need.
struct HeadingType: Sendable {
  /// The maximum number of lines of a heading above a column, so that a long one does not fill the
  /// page.
  private static let maximumColumnLines = 3

  /// The font that draws the headings; nil if there are none.
  let font: FontChoice?
  private let measure: TextMeasure?
  let size: Double
  /// The height of the line above a matrix, with the gap below it.
  let positionHeight: Int
  let positionSize: Double
  /// The distance from the headings of columns to the frames below them.
  let gap: Double
  /// The height that cells take above their frames, which headings would otherwise leave to them.
  let inset: Int

  /// Measures headings in a face, which is loaded only if there are headings.
  ///
  /// Headings shrink, if necessary, so that words over columns of a given width are not broken.
  init(
    _ headings: [String], in font: FontChoice, _ scale: TypeScale, gap: Double, inset: Int = 0,
    over columns: HeadedColumns? = nil
  ) {
    self.font = headings.isEmpty ? nil : font
    let size =
      self.font.flatMap { font in columns.map { $0.largestSize(upTo: scale.label, in: font) } }
      ?? scale.label
    measure = self.font.map { TypeSetter($0, size: size).measure(for: headings) }
    self.size = size
    positionSize = scale.heading
    let line = TypeScale.lineHeight(scale.heading)
    positionHeight = line + line / 2
    (self.gap, self.inset) = (gap, inset)
  }

  /// The distance from one line to the next.
  var lineHeight: Int { TypeScale.lineHeight(size) }

  /// The width of the longest heading on one line, in pixels.
  func width(of headings: [Fact]) -> Int {
    headings.lazy.flatMap { $0.text.split(separator: "\n") }.reduce(0) {
      max($0, measure?.drawnWidth(of: $1) ?? 0)
    }
  }

  /// The number of lines that a heading takes at a width, at most `maximum`.
  func lines(of heading: Fact, width: Int, maximum: Int = .max) -> Int {
    let lines = measure?.lines(
      of: heading.text, width: width, limit: min(maximum, Self.maximumRowLines), overflow: .wrap)
    return max(1, lines?.count ?? 1)
  }

  /// The size and number of lines at which a note is complete in a cell.
  ///
  /// The size is the largest possible, down to half of the usual one. Words are broken only if the
  /// text would otherwise be much smaller.
  func fitting(_ note: String, in cell: PixelSize) -> (size: Double, lines: Int) {
    func letters(_ text: String) -> String { text.filter { !$0.isWhitespace } }
    for (smallest, breaksWords) in [(0.7, false), (0.5, true)] {
      for step in 0...10 {
        let size = self.size * (1 - (1 - smallest) * Double(step) / 10)
        let limit = cell.height / TypeScale.lineHeight(size)
        guard limit > 0 else { continue }
        let lines = TypeSetter(font ?? .builtin, size: size).measure(for: [note])
          .lines(of: note, width: cell.width, limit: limit, overflow: .wrap)
        if breaksWords
          ? letters(lines.joined()) == letters(note) : lines.joined(separator: " ") == note
        {
          return (size, lines.count)
        }
      }
    }
    return (size / 2, max(1, cell.height / TypeScale.lineHeight(size / 2)))
  }

  /// The maximum number of lines of a heading next to a row.
  private static let maximumRowLines = 8

  /// The number of lines of a heading above a column with this width; 0 if the heading is empty.
  func columnLines(of heading: Fact, width: Int) -> Int {
    heading.text.isEmpty
      ? 0 : lines(of: heading, width: width, maximum: Self.maximumColumnLines)
  }
}

/// Columns of a given width, and the headings over them.
struct HeadedColumns {
  /// The heading of each column.
  let headings: [String]
  /// The width of each column, in pixels.
  let width: Int

  /// Nil unless the layout is a matrix with column headings whose width or cell size is given.
  init?(of headings: [String], in layout: any Layout, edges: PixelInsets, gap: Size) {
    guard let matrix = layout as? MatrixLayout, matrix.columnHeading != .none, !headings.isEmpty
    else { return nil }
    self.headings = headings
    switch matrix.sizing {
    case .automatic: return nil
    case .cell(let cell): width = cell.width
    case .sheet(let extent):
      let count = Double(headings.count)
      let whole = Double(extent.width - edges.horizontal)
      let rows = matrix.rowHeading == .left ? MatrixPages.headingShare * whole + gap.width : 0
      width = Int(max((whole - rows + gap.width) / count - gap.width, MatrixLayout.leastCell))
    }
  }

  /// The largest size in pixels at which every word has room; the smallest size if there is none.
  func largestSize(upTo usual: Double, in font: FontChoice) -> Double {
    let words = Set(headings.flatMap { $0.split(whereSeparator: \.isWhitespace) }).map(String.init)
    let sizes = TypeScale.shrinking(from: usual)
    func fits(_ size: Double) -> Bool {
      let setter = TypeSetter(font, size: size)
      return words.allSatisfy { setter.drawnWidth(of: $0) <= width }
    }
    return sizes.first(where: fits) ?? sizes[sizes.count - 1]
  }
}
