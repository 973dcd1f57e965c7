/// The numbers of rows and columns that a grid chooses between.
///
/// Of equally good candidates the first one wins.
public enum GridSearch: CaseIterable, Hashable, Sendable {
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

struct GridDimensions: Equatable {
  var rows: Int
  var columns: Int
}

extension GridSearch {
  /// The candidate whose ratio is closest to `target` as a factor.
  ///
  /// In all three searches the ratio strictly rises or strictly falls from candidate to
  /// candidate, so the distance has a single minimum and the search ends at the first candidate
  /// that is no better.
  ///
  /// - Parameters:
  ///   - target: The requested ratio.
  ///   - itemCount: The number of items, at least one.
  ///   - ratio: The ratio of a candidate, or nil to skip it.
  /// - Returns: The winner, or nil when all candidates were skipped.
  /// - Complexity: O(itemCount); O(√itemCount) for ``compact``.
  func nearest(
    to target: Double, itemCount: Int, ratio: (GridDimensions) -> Double?
  ) -> GridDimensions? {
    var best: GridDimensions?
    var bestDistance = Double.infinity
    var candidate: GridDimensions? = first(itemCount: itemCount)
    while let dimensions = candidate {
      if let ratio = ratio(dimensions) {
        // Factors are compared directly: rounding in a logarithm would break exact ties.
        let factor = ratio / target
        let distance = max(factor, 1 / factor)
        guard distance < bestDistance * (1 - 1e-12) else { break }
        best = dimensions
        bestDistance = distance
      }
      candidate = next(after: dimensions, itemCount: itemCount)
    }
    return best
  }

  private func first(itemCount: Int) -> GridDimensions {
    switch self {
    case .compact, .byColumns: GridDimensions(rows: itemCount, columns: 1)
    case .byRows: GridDimensions(rows: 1, columns: itemCount)
    }
  }

  private func next(after dimensions: GridDimensions, itemCount: Int) -> GridDimensions? {
    switch self {
    case .compact:
      guard dimensions.rows > 1 else { return nil }
      let columns = lines(for: itemCount, of: dimensions.rows - 1)
      return GridDimensions(rows: lines(for: itemCount, of: columns), columns: columns)
    case .byColumns:
      guard dimensions.columns < itemCount else { return nil }
      let columns = dimensions.columns + 1
      return GridDimensions(rows: lines(for: itemCount, of: columns), columns: columns)
    case .byRows:
      guard dimensions.rows < itemCount else { return nil }
      let rows = dimensions.rows + 1
      return GridDimensions(rows: rows, columns: lines(for: itemCount, of: rows))
    }
  }
}

/// The number of rows, of columns or of both that a grid must have.
public enum GridShape: Hashable, Sendable {
  /// This many columns, even if there are fewer items, and as many rows as the items need.
  case columns(Int)
  /// This many rows, even if there are fewer items, and as many columns as the items need.
  case rows(Int)
  /// This many columns and rows, which together must hold all items.
  case exactly(columns: Int, rows: Int)
}

extension GridShape {
  /// The rows and columns for a number of items; a number that is not given is zero without
  /// items.
  ///
  /// - Throws: ``LayoutError/notPositive(_:_:)`` for a given number, and
  ///   ``LayoutError/tooManyItems(_:columns:rows:)``.
  func dimensions(itemCount: Int) throws(LayoutError) -> GridDimensions {
    switch self {
    case .columns(let columns):
      try check(columns, positive: .columns)
      return GridDimensions(
        rows: itemCount > 0 ? lines(for: itemCount, of: columns) : 0, columns: columns)
    case .rows(let rows):
      try check(rows, positive: .rows)
      return GridDimensions(
        rows: rows, columns: itemCount > 0 ? lines(for: itemCount, of: rows) : 0)
    case .exactly(let columns, let rows):
      try check(columns, positive: .columns)
      try check(rows, positive: .rows)
      guard itemCount <= 0 || lines(for: itemCount, of: columns) <= rows else {
        throw .tooManyItems(itemCount, columns: columns, rows: rows)
      }
      return GridDimensions(rows: rows, columns: columns)
    }
  }
}

extension GridShape {
  /// The number of columns, the same for all sections of some pages, which may share rows.
  ///
  /// For a number of rows, the fewest columns that need no more on any page.
  ///
  /// - Throws: ``LayoutError/notPositive(_:_:)`` for a given number.
  public func columns(forSections pages: [[Int]]) throws(LayoutError) -> Int {
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

  /// The number of rows of the page that has most, where sections that fit one row together share it.
  public static func rows(ofSections pages: [[Int]], inColumns columns: Int) -> Int {
    pages.reduce(0) { max($0, SectionPart.lines(ofSections: $1, columns: columns).rows) }
  }
}

/// The number of lines that `count` items, at least one, fill in lines of `length`.
private func lines(for count: Int, of length: Int) -> Int {
  (count - 1) / length + 1
}
