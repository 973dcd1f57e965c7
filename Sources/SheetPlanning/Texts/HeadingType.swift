internal import SheetLayout
internal import SheetModel
internal import SheetPlans
internal import SheetText

/// The type of row and column headings, and the room they need.
struct HeadingType: Sendable {
  /// The maximum number of lines of a heading above a column, so that a long one does not fill the
  /// page.
  static let maximumColumnLines = 3

  /// The font that draws the headings; nil if there are none.
  let font: FontChoice?
  private let measure: TextMeasure?
  let size: Double
  /// The height of the line above a matrix, with the gap below it.
  let positionHeight: Int
  let positionSize: Double
  /// The distance from the headings of columns to the frames below them.
  let gap: Double
  /// The headings of columns as drawn, by their text, if they are shortened or turned by 90°.
  private let shown: [String: String]
  /// Whether the headings of columns are turned by 90°.
  let areColumnsTurned: Bool
  /// The length to which headings that are turned are shortened, in pixels.
  private let longest: Int
  /// The height of the parts of cells above their frames, which need room of their own if there are
  /// no headings above the cells.
  let inset: Int

  /// Measures headings in a font, which is loaded only if there are headings.
  ///
  /// Over columns of a given width, headings shrink, or else are turned by 90°, so that no word is
  /// broken.
  init(
    _ headings: [String], in font: FontChoice, _ scale: TypeScale, gap: Double, inset: Int = 0,
    over columns: HeadedColumns? = nil
  ) {
    self.font = headings.isEmpty ? nil : font
    let fitted = self.font.flatMap { columns?.fitted(scale, in: $0, among: headings) }
    let size = fitted?.size ?? scale.label
    (shown, areColumnsTurned) = (fitted?.shown ?? [:], fitted?.areTurned == true)
    longest = columns?.longest ?? 0
    // Lines may be joined by a space.
    measure = self.font.map { TypeSetter($0, size: size).measure(for: headings + [" "]) }
    self.size = size
    positionSize = scale.heading
    positionHeight = Self.positionHeight(scale)
    (self.gap, self.inset) = (gap, inset)
  }

  /// The height of the line above the headings, with the gap below it.
  static func positionHeight(_ scale: TypeScale) -> Int {
    let line = TypeScale.lineHeight(scale.heading)
    return line + line / 2
  }

  /// The distance from one line to the next.
  var lineHeight: Int { TypeScale.lineHeight(size) }

  /// The width of the longest heading on one line, in pixels.
  func width(of headings: [Fact]) -> Int {
    headings.lazy.flatMap { $0.text.split(separator: "\n") }.reduce(0) {
      max($0, measure?.drawnWidth(of: $1) ?? 0)
    }
  }

  /// The length in pixels of a heading that is turned by 90°, on one line.
  func upwardsLength(of heading: Fact) -> Int {
    heading.text.isEmpty ? 0 : (measure?.drawnWidth(of: heading.text.oneLine[...]) ?? 0) + 1
  }

  /// The number of lines that a heading takes at a width, at most `maximum`.
  func lines(of heading: Fact, width: Int, maximum: Int = .max) -> Int {
    let lines = measure?.lines(
      of: heading.text, width: width, limit: min(maximum, Self.maximumRowLines), overflow: .wrap)
    return max(1, lines?.count ?? 1)
  }

  /// A heading as drawn, if it contains line breaks, and its lines do not all fit.
  ///
  /// Lines that do not fit are joined to the last one, which is shortened if it is too long.
  ///
  /// - Returns: The lines; nil if the heading has one line, or if all of its lines fit.
  func shownLines(of heading: String, width: Int, maximum: Int) -> String? {
    guard let measure, heading.utf8.contains(UInt8(ascii: "\n")) else { return nil }
    let limit = min(maximum, Self.maximumRowLines)
    var shown = ""
    for count in stride(from: limit, through: 1, by: -1) {
      shown = measure.lines(
        of: heading.inLines(atMost: count), width: width, limit: limit, overflow: .wrap
      ).joined(separator: "\n")
      let isWhole = Self.isWhole(shown, of: heading)
      if isWhole || shown.contains("…") { return isWhole && count == limit ? nil : shown }
    }
    return shown
  }

  /// Whether what is shown of a heading has all of its letters; spaces do not count, nor do the
  /// direction marks that lines may contain.
  private static func isWhole(_ shown: String, of heading: String) -> Bool {
    func letters(_ text: String) -> String {
      text.filter { !$0.isWhitespace && $0 != "\u{200E}" && $0 != "\u{200F}" }
    }
    return letters(shown) == letters(heading)
  }

  /// Whether the heading of a row is shortened in an area because it contains too many line breaks.
  func isCut(_ heading: String, in area: PixelSize) -> Bool {
    let shown = shownLines(
      of: heading, width: area.width, maximum: max(1, area.height / lineHeight))
    return shown.map { !Self.isWhole($0, of: heading) } ?? false
  }

  /// The size and number of lines at which a note is complete in a cell.
  ///
  /// The size is the largest possible, down to half of the usual one. Words are broken only if the
  /// size would otherwise be less than 70 % of the usual one.
  func fitting(_ note: String, in cell: PixelSize) -> (size: Double, lines: Int) {
    for (smallest, breaksWords) in [(0.7, false), (0.5, true)] {
      for step in 0...10 {
        let size = self.size * (1 - (1 - smallest) * Double(step) / 10)
        let limit = cell.height / TypeScale.lineHeight(size)
        guard limit > 0 else { continue }
        let lines = TypeSetter(font ?? .builtin, size: size).measure(for: [note])
          .lines(of: note, width: cell.width, limit: limit, overflow: .wrap)
        if breaksWords
          ? lines.joined().withoutWhitespace == note.withoutWhitespace
          : lines.joined(separator: " ") == note
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
    if heading.text.isEmpty { return 0 }
    if let shown = shown[heading.text] { return shown.count(where: \.isNewline) + 1 }
    return lines(of: heading, width: width, maximum: Self.maximumColumnLines)
  }

  /// The heading of a column as drawn if it is turned by 90°; nil if it is not.
  func upwards(_ heading: Fact) -> String? {
    areColumnsTurned ? shown[heading.text] ?? heading.text : nil
  }

  /// The lines of the heading of a column, if it is shortened without being turned; otherwise nil.
  func shortened(_ heading: Fact) -> String? { areColumnsTurned ? nil : shown[heading.text] }

  /// Whether the heading of a column with this width is not drawn in full.
  func isCut(_ heading: String, width: Int) -> Bool {
    if let shown = shown[heading] { return shown.withoutWhitespace != heading.withoutWhitespace }
    guard !areColumnsTurned, let measure else { return false }
    if let shown = shownLines(of: heading, width: width, maximum: Self.maximumColumnLines) {
      return !Self.isWhole(shown, of: heading)
    }
    let lines = measure.lines(
      of: heading, width: width, limit: Self.maximumColumnLines, overflow: .wrap)
    return lines.joined().withoutWhitespace != heading.withoutWhitespace
  }

  /// The height of a heading above a column with this width.
  func columnHeight(of heading: Fact, width: Int) -> Int {
    if heading.text.isEmpty { return 0 }
    guard let shown = upwards(heading) else {
      return lineHeight * columnLines(of: heading, width: width)
    }
    return max(1, min(longest, (measure?.drawnWidth(of: shown[...]) ?? 0) + 1))
  }

  /// For each heading, the smallest width at which it takes at most the maximum number of lines,
  /// without a broken word.
  func columnWidths(of headings: [Fact]) -> [Int] {
    guard let font else { return headings.map { _ in 0 } }
    var letters = LabelFitting(headings.lazy.map(\.text), beside: [], in: font)
    return headings.map { heading in
      // Edges are rounded, and letters may overhang.
      let most = width(of: [heading]) + 4
      let less = (0..<most).lastMeeting { less in
        let box = LabelBox(heading.text, width: most - less)
        return letters.lines(for: [box], size: size, from: 1, upTo: Self.maximumColumnLines + 1)
          <= Self.maximumColumnLines
      }
      return most - less
    }
  }
}
