/// The rows and columns of a grid, where the user gives them.
public enum GridShape: Hashable, Sendable {
  /// So many columns, all of them even if there are fewer items, and as many
  /// rows as the items take.
  case columns(Int)
  /// So many rows, all of them even if there are fewer items, and as many
  /// columns as the items take.
  case rows(Int)
  /// So many columns and rows, which together must hold all items.
  case exactly(columns: Int, rows: Int)
}

extension GridShape {
  /// The rows and columns for so many items; a count that follows is zero
  /// without items.
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
