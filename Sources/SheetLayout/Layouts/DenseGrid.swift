/// The number of columns and rows that an item spans.
package struct CellSpan: Hashable, Sendable {
  /// The number of columns, at least 1.
  package let columns: Int
  /// The number of rows, at least 1.
  package let rows: Int

  /// A single cell.
  package static let one = CellSpan(columns: 1, rows: 1)

  /// Creates a span; numbers below 1 become 1.
  package init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (max(1, columns), max(1, rows))
  }

  /// The number of cells.
  package var cells: Int { columns * rows }

  /// The largest span with about these proportions and at most the given numbers of columns and
  /// rows.
  package func scaledDown(toColumns most: Int, rows mostRows: Int = .max) -> CellSpan {
    func scaled(_ side: Int, _ limit: Int, _ other: Int) -> Int {
      Int((Double(side) * Double(limit) / Double(other)).rounded())
    }
    var span = self
    if span.columns > most {
      span = CellSpan(columns: most, rows: scaled(span.rows, most, span.columns))
    }
    if span.rows > mostRows {
      span = CellSpan(columns: scaled(span.columns, mostRows, span.rows), rows: mostRows)
    }
    return span
  }
}

/// A grid in which some items span several cells.
///
/// Each item, in order, takes the first place with room for it, row by row; later items fill gaps
/// left by earlier ones, as with `grid-auto-flow: dense` in CSS. If pages have a fixed number of
/// rows, no item crosses a page break.
package struct DenseGrid: Equatable, Sendable {
  /// The cells taken by an item.
  package struct Place: Equatable, Sendable {
    /// The index of the item in the list.
    package let item: Int
    /// The first row, from 0.
    package let row: Int
    /// The first column, from 0.
    package let column: Int
    /// The number of columns and rows that the item spans.
    package let span: CellSpan

    fileprivate var end: Int { row + span.rows }
  }

  /// The number of columns.
  package let columns: Int
  /// The number of rows.
  package private(set) var rows = 0
  /// The places of all items, row by row.
  package private(set) var places: [Place] = []
  /// Whether each cell is taken, row by row.
  private var taken: [Bool] = []

  /// Places items.
  ///
  /// - Parameters:
  ///   - spans: The span of each item; one wider than the grid, or taller than a page, is scaled
  ///     down.
  ///   - columns: The number of columns, at least 1.
  ///   - pageRows: The number of rows of a page, at least 1; nil if there are no pages.
  ///   - firstRows: The number of rows on the first page, if it has fewer rows than other pages.
  /// - Complexity: O(n · k) for k different spans; each span takes at most as many steps as there
  ///   are cells.
  package init(
    _ spans: [CellSpan], columns: Int, pageRows: Int? = nil, firstRows: Int? = nil
  ) {
    precondition(columns > 0 && (pageRows ?? 1) > 0, "a grid without cells")
    self.columns = columns
    let firstRows = firstRows ?? pageRows ?? 0
    func endOfPage(_ row: Int) -> Int {
      guard let pageRows else { return .max }
      return row < firstRows
        ? firstRows : firstRows + ((row - firstRows) / pageRows + 1) * pageRows
    }
    // A place without room for a span has no room for a later span that is at least as large.
    var next: [CellSpan: (row: Int, column: Int)] = [:]
    for (item, span) in spans.enumerated() {
      let span = span.scaledDown(toColumns: columns, rows: pageRows ?? .max)
      var (row, column) = (0, 0)
      for (other, place) in next
      where other.columns <= span.columns && other.rows <= span.rows && place > (row, column) {
        (row, column) = place
      }
      while true {
        if column + span.columns > columns { (row, column) = (row + 1, 0) }
        let end = endOfPage(row)
        if row + span.rows > end { (row, column) = (end, 0) }
        guard let hindrance = lastTaken(span, row, column) else { break }
        column = hindrance + 1
      }
      next[span] = (row, column + span.columns)
      take(Place(item: item, row: row, column: column, span: span))
    }
    places.sort { ($0.row, $0.column) < ($1.row, $1.column) }
    taken = []
  }

  /// The last column of a place in which a cell is taken; nil if the place is free.
  private func lastTaken(_ span: CellSpan, _ row: Int, _ column: Int) -> Int? {
    var last: Int?
    for row in row..<max(row, min(row + span.rows, taken.count / columns)) {
      let start = row * columns + column
      if let index = taken[start..<start + span.columns].lastIndex(of: true) {
        last = max(last ?? 0, index - row * columns)
      }
    }
    return last
  }

  private mutating func take(_ place: Place) {
    places.append(place)
    rows = max(rows, place.end)
    let missing = place.end * columns - taken.count
    if missing > 0 { taken += repeatElement(false, count: missing) }
    for row in place.row..<place.end {
      let start = row * columns + place.column
      for cell in start..<start + place.span.columns { taken[cell] = true }
    }
  }
}

extension DenseGrid {
  /// The number of cells; in a single row, only those that an item covers.
  package var cells: Int {
    rows == 1 ? places.reduce(0) { $0 + $1.span.columns } : rows * columns
  }

  /// The frames of the items, row by row; no item crosses from one strip to the next.
  ///
  /// - Parameters:
  ///   - cell: The size of a cell.
  ///   - gap: The distance between cells.
  /// - Returns: The frames in the order of ``places``.
  package func arrangement(cell: Size, gap: Size) -> Arrangement {
    let step = Size(width: cell.width + gap.width, height: cell.height + gap.height)
    func length(_ count: Int, _ side: Double, _ gap: Double) -> Double {
      Double(count) * side + Double(count - 1) * gap
    }
    let frames = places.map {
      Rect(
        x: Double($0.column) * step.width, y: Double($0.row) * step.height,
        width: length($0.span.columns, cell.width, gap.width),
        height: length($0.span.rows, cell.height, gap.height))
    }
    var strips = Strip.strips(between: frames)
    for (index, strip) in strips.enumerated() {
      strips[index].rows = Int(((strip.height + gap.height) / step.height).rounded())
    }
    return Arrangement(
      size: Size(
        width: max(0, length(columns, cell.width, gap.width)),
        height: max(0, length(rows, cell.height, gap.height))),
      frames: frames, strips: strips, rows: rows, columns: columns)
  }
}
