/// The number of rows, columns or both that a grid is required to have.
package enum GridShape: Hashable, Sendable {
  /// This many columns, even if there are fewer items, and as many rows as the items need.
  case columns(Int)
  /// This many rows, even if there are fewer items, and as many columns as the items need.
  case rows(Int)
  /// This many columns and rows, which together must hold all items.
  case exactly(columns: Int, rows: Int)

  /// The required number of rows; nil if only columns are given.
  package var rows: Int? {
    switch self {
    case .rows(let rows), .exactly(_, let rows): rows
    case .columns: nil
    }
  }

  /// The required number of columns; nil if only rows are given.
  package var columns: Int? {
    switch self {
    case .columns(let columns), .exactly(let columns, _): columns
    case .rows: nil
    }
  }

  /// Whether both columns and rows are given.
  package var isFull: Bool { if case .exactly = self { true } else { false } }

  /// The number of columns for all sections of some pages, where sections may share rows.
  ///
  /// If a number of rows is given, this is the smallest number of columns at which no page needs
  /// more rows than that.
  ///
  /// - Throws: ``LayoutError/notPositive(_:_:)`` if a given number is not positive.
  package func columns(forSections pages: [[Int]]) throws(LayoutError) -> Int {
    switch self {
    case .columns(let columns), .exactly(let columns, _):
      try check(columns, positive: .columns)
      return columns
    case .rows(let rows):
      try check(rows, positive: .rows)
      let enough = max(1, pages.map { $0.reduce(0, +) }.max() ?? 1)
      return (0..<enough).lastMeeting { Self.rows(ofSections: pages, inColumns: $0) > rows } + 1
    }
  }

  /// The largest number of rows on any page; sections that fit side by side into one row share it.
  package static func rows(ofSections pages: [[Int]], inColumns columns: Int) -> Int {
    pages.reduce(0) { max($0, SectionPart.lines(ofSections: $1, columns: columns).rows) }
  }
}
