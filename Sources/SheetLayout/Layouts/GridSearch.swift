/// The numbers of rows and columns that a grid chooses between.
///
/// Of equally good candidates the first one wins.
package enum GridSearch: CaseIterable, Hashable, Sendable {
  /// Pairs of which neither number can be smaller, which gives the fewest empty cells.
  ///
  /// Candidates go from one column to many.
  case compact
  /// Every number of columns, with as many rows as the items then need.
  ///
  /// Candidates go from one column to as many as there are items. The last columns of the winner
  /// may be empty.
  case byColumns
  /// Every number of rows, with as many columns as the items then need.
  ///
  /// Candidates go from one row to as many as there are items. The last rows of the winner may be
  /// empty.
  case byRows
}

typealias GridDimensions = (rows: Int, columns: Int)

extension GridSearch {
  /// The candidate whose ratio is closest to `target` as a factor.
  ///
  /// - Parameters:
  ///   - target: The requested ratio.
  ///   - itemCount: The number of items; without any there is no candidate.
  ///   - ratio: The ratio of a candidate, or nil to skip it.
  /// - Returns: The winner, or nil if all candidates are skipped.
  func nearest(
    to target: Double, itemCount: Int, ratio: (GridDimensions) -> Double?
  ) -> GridDimensions? {
    var best: GridDimensions?
    var least = Double.infinity
    for number in 1..<max(0, itemCount) + 1 {
      let other = lines(for: itemCount, of: number)
      if self == .compact, lines(for: itemCount, of: other) != number { continue }
      let grid = self == .byRows ? (rows: number, columns: other) : (rows: other, columns: number)
      guard let ratio = ratio(grid) else { continue }
      // Factors are compared directly: rounding in a logarithm would break exact ties.
      let distance = max(ratio / target, target / ratio)
      if distance < least * (1 - 1e-12) { (best, least) = (grid, distance) }
    }
    return best
  }
}

/// The number of rows, of columns or of both that a grid must have.
package enum GridShape: Hashable, Sendable {
  /// This many columns, even if there are fewer items, and as many rows as the items need.
  case columns(Int)
  /// This many rows, even if there are fewer items, and as many columns as the items need.
  case rows(Int)
  /// This many columns and rows, which together must hold all items.
  case exactly(columns: Int, rows: Int)
}

extension GridShape {
  /// The number of columns for all sections of some pages, which may share rows.
  ///
  /// For a number of rows, the fewest columns that need no more on any page.
  ///
  /// - Throws: ``LayoutError/notPositive(_:_:)`` for a given number.
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

  /// The largest number of rows of a page; sections that fit one row together share it.
  package static func rows(ofSections pages: [[Int]], inColumns columns: Int) -> Int {
    pages.reduce(0) { max($0, SectionPart.lines(ofSections: $1, columns: columns).rows) }
  }
}

/// The number of lines that `count` items, at least one, fill in lines of `length`.
private func lines(for count: Int, of length: Int) -> Int {
  (count - 1) / length + 1
}
