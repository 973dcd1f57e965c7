internal import SheetLayout
internal import SheetModel
internal import SheetPlans
internal import SheetText

/// The type of row and column headings, and the room they need.
struct HeadingType: Sendable {
  /// The maximum number of lines of a heading above a column, so that a long one does not fill the
  /// page.
  fileprivate static let maximumColumnLines = 3

  /// The font that draws the headings; nil if there are none.
  let font: FontChoice?
  private let measure: TextMeasure?
  let size: Double
  /// The height of the line above a matrix, with the gap below it.
  let positionHeight: Int
  let positionSize: Double
  /// The distance from the headings of columns to the frames below them.
  let gap: Double
  /// The headings of columns as drawn if they are turned by 90°, by their texts; nil if they are
  /// not.
  private let upwards: [String: String]?
  /// The length to which headings that are turned are shortened, in pixels.
  private let longest: Int
  /// How many headings of columns are shortened because they would be too long even turned.
  let shortenedCount: Int
  /// The height that cells take above their frames, which headings would otherwise leave to them.
  let inset: Int

  /// Measures headings in a face, which is loaded only if there are headings.
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
    (upwards, longest) = (fitted?.upwards, columns?.longest ?? 0)
    shortenedCount =
      upwards?.count { text, shown in text.oneLine != shown } ?? 0
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
  /// The size is the largest possible, down to half of the usual one. Words are broken only if they
  /// would otherwise be much smaller.
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

  /// Whether the headings of columns are turned by 90°.
  var areColumnsTurned: Bool { upwards != nil }

  /// The heading of a column as drawn if it is turned by 90°; nil if it is not.
  func upwards(_ heading: Fact) -> String? { upwards.map { $0[heading.text] ?? heading.text } }

  /// The height of a heading above a column with this width.
  func columnHeight(of heading: Fact, width: Int) -> Int {
    if heading.text.isEmpty { return 0 }
    guard let shown = upwards(heading) else {
      return lineHeight * columnLines(of: heading, width: width)
    }
    return max(1, min(longest, (measure?.drawnWidth(of: shown[...]) ?? 0) + 1))
  }

  /// The smallest width at which every heading takes at most the maximum number of lines without a
  /// broken word, for each heading.
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

/// Columns of a given width, and the headings over them.
struct HeadedColumns {
  /// The headings of all columns, each once.
  let headings: [String]
  /// The width of all columns with their gaps, and of the headings of rows beside them, in pixels.
  private let whole: Double
  /// The number of columns.
  private let count: Int
  /// The gap between columns.
  private let gap: Double
  /// The width below which columns continue on another page; 0 if their width is given.
  private let least: Double
  /// Whether headings are turned at any width.
  private let areTurned: Bool
  /// The maximum width of the headings of rows at the left; nil if they are elsewhere.
  private let widestRow: Double?
  /// The maximum height of headings that are turned, in pixels: a third of the page, or the width of
  /// the matrix if the height of the page is not limited.
  let longest: Int

  /// The smallest size of headings, in points.
  private static let smallestPoints = 4.5
  /// The part of a page that headings may take if they are turned.
  private static let share = 3

  /// The length to which headings are shortened if nothing is given, in pixels.
  private static let usualLongest = 600

  /// Nil unless the layout is a matrix whose width, or whose cells, are given, or whose column
  /// headings are turned in any case; nil without column headings.
  ///
  /// - Parameters:
  ///   - matrices: The headings of the columns of each matrix.
  ///   - job: The job.
  ///   - edges: The distance of columns from the edges of a page.
  ///   - gap: The distance between columns.
  init?(of matrices: [[String]], in job: SheetJob, edges: PixelInsets, gap: Size) {
    let most = matrices.reduce(0) { max($0, $1.count) }
    guard let matrix = job.layout as? MatrixLayout, most > 0, matrix.columnHeading != .none
    else { return nil }
    areTurned = matrix.columnHeading == .up
    headings = Array(Set(matrices.joined())).sorted()
    (count, self.gap) = (most, gap.width)
    let height = job.paging.maximumHeight.map { $0 / Self.share }
    switch matrix.sizing {
    case .automatic:
      if !areTurned { return nil }
      (whole, widestRow, least) = (0, nil, 0)
      longest = height ?? Self.usualLongest
    case .cell(let cell):
      whole = Double(count) * (Double(cell.width) + gap.width) - gap.width
      (widestRow, least) = (nil, 0)
      longest = max(cell.height, height ?? Int(whole))
    case .sheet(let extent):
      whole = Double(extent.width - edges.horizontal)
      widestRow = matrix.rowHeading == .left ? MatrixPages.headingShare * whole : nil
      least = MatrixLayout.leastCell
      longest = max(1, extent.height.map { $0 / Self.share } ?? height ?? extent.width)
    }
  }

  /// The size in pixels at which no word is broken, and the headings by their texts if they must be
  /// turned by 90° for that.
  ///
  /// Headings have up to three lines at the largest possible size. If none is small enough, they are
  /// turned at the usual size, and shortened if they are too long even then.
  ///
  /// - Parameters:
  ///   - scale: The sizes of texts.
  ///   - font: The font of the headings.
  ///   - all: The headings of rows and columns.
  /// - Returns: The size, and the headings as drawn by their texts if they are turned.
  func fitted(
    _ scale: TypeScale, in font: FontChoice, among all: [String]
  ) -> (size: Double, upwards: [String: String]?) {
    var letters = LabelFitting(headings, beside: [], in: font)
    if areTurned { return (scale.label, turned(scale, &letters)) }
    let width = width(beside: Set(all).subtracting(headings), TypeSetter(font, size: scale.label))
    let boxes = headings.map { LabelBox($0, width: width) }
    let points = scale.font.size ?? 12
    let sizes = TypeScale.shrinking(from: scale.label).filter {
      $0 == scale.label || $0 >= Self.smallestPoints * scale.label / points
    }
    let lines = HeadingType.maximumColumnLines
    for size in sizes
    where letters.lines(for: boxes, size: size, from: 1, upTo: lines + 1) <= lines {
      return (size, nil)
    }
    guard TypeScale.lineHeight(scale.label) <= width else { return (sizes[sizes.count - 1], nil) }
    return (scale.label, turned(scale, &letters))
  }

  /// The headings as drawn if they are turned, by their texts.
  private func turned(_ scale: TypeScale, _ letters: inout LabelFitting) -> [String: String] {
    var turned = headings.map { LabelBox($0.oneLine, width: longest) }
    letters.fit(&turned, in: LabelType(size: scale.label, lines: 1))
    let shown = zip(headings, turned).map { ($0, $1.shown ?? $1.text) }
    return Dictionary(uniqueKeysWithValues: shown)
  }

  /// The number of row headings above which their width is not measured.
  private static let mostMeasured = 1000

  /// The width of a column beside the headings of rows.
  private func width(beside rows: Set<String>, _ setter: TypeSetter) -> Int {
    var rowWidth = 0.0
    if let widestRow {
      rowWidth = rows.count > Self.mostMeasured ? widestRow : 0
      for row in rows where rowWidth < widestRow {
        for line in row.split(separator: "\n") {
          rowWidth = max(rowWidth, Double(setter.drawnWidth(of: String(line))))
        }
      }
      rowWidth = min(rowWidth, widestRow.rounded(.down))
    }
    let columns = try? MatrixColumns(
      count: count, pageWidth: whole, headingWidth: rowWidth, gap: gap, minimum: least)
    return Int(columns?.width ?? 0)
  }
}
