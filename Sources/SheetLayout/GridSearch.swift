/// Which numbers of rows and columns a grid may choose between.
///
/// Candidates that are equally good are decided for the earlier one. Raw values are the
/// names used on the command line.
public enum GridSearch: String, CaseIterable, Hashable, Sendable {
  /// Pairs of which neither number can shrink: the fewest empty cells.
  ///
  /// Candidates go from one column to many.
  case compact
  /// Every number of columns, with as many rows as it takes.
  ///
  /// Candidates go from one column to as many as there are items. The last
  /// columns of the winner may be empty.
  case byColumns = "by-columns"
  /// Every number of rows, with as many columns as it takes.
  ///
  /// Candidates go from one row to as many as there are items. The last
  /// rows of the winner may be empty.
  case byRows = "by-rows"
}

/// The number of rows and columns of a grid.
struct GridDimensions: Equatable {
  var rows: Int
  var columns: Int
}

extension GridSearch {
  /// The candidate whose ratio is nearest to `target` as a factor.
  ///
  /// The ratios of all three searches rise or fall strictly from candidate to
  /// candidate, so the distance has a single minimum and the search ends at the
  /// first candidate that is not better.
  ///
  /// - Parameters:
  ///   - target: The ratio asked for.
  ///   - itemCount: The number of items, at least one.
  ///   - ratio: The ratio of a candidate, or nil to pass it over.
  /// - Returns: The winner, or nil when all candidates were passed over.
  /// - Complexity: O(itemCount), for ``compact`` O(√itemCount).
  func nearest(
    to target: Double, itemCount: Int, ratio: (GridDimensions) -> Double?
  ) -> GridDimensions? {
    var best: GridDimensions?
    var bestDistance = Double.infinity
    var candidate: GridDimensions? = first(itemCount: itemCount)
    while let dimensions = candidate {
      if let ratio = ratio(dimensions) {
        // A factor needs no logarithm, whose last bit would decide exact ties.
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

/// The number of lines that `count` items, at least one, take in lines of `length`.
func lines(for count: Int, of length: Int) -> Int {
  (count - 1) / length + 1
}
