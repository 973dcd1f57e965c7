/// How much of each pixel a box with four like corners covers, row by row.
///
/// Rows and columns count from the top left pixel of the box, or of its shadow.
public struct BoxMask: Sendable {
  /// The number of columns.
  public let width: Int
  /// The number of rows.
  public let height: Int

  private let corner: BoxCorner

  /// Creates the mask of a box.
  ///
  /// - Precondition: the corners do not overlap: no side is shorter than two corners.
  public init(width: Int, height: Int, corner: BoxCorner) {
    precondition(
      min(width, height) >= 2 * corner.side, "a box that is smaller than its corners")
    self.width = width
    self.height = height
    self.corner = corner
  }

  /// The columns of a row that are covered at all.
  public func touchedColumns(ofRow y: Int) -> Range<Int> {
    let row = row(y)
    guard row.middle > 0 || !row.rim.isEmpty else { return row.first..<row.first }
    return row.first..<max(row.first, width - row.first)
  }

  /// The columns of a row behind its rims, which are all covered alike.
  public func middleColumns(ofRow y: Int) -> Range<Int> {
    let settled = row(y).settled
    return settled..<max(settled, width - settled)
  }

  /// How much of each of ``middleColumns(ofRow:)`` is covered.
  public func middleCoverage(ofRow y: Int) -> UInt8 {
    row(y).middle
  }

  /// The columns of a row that are wholly covered.
  public func fullColumns(ofRow y: Int) -> Range<Int> {
    let middle = middleColumns(ofRow: y)
    return middleCoverage(ofRow: y) == 255 ? middle : middle.lowerBound..<middle.lowerBound
  }

  /// Writes how much of some pixels of a row is covered, 255 for all of it.
  ///
  /// - Parameters:
  ///   - y: The row.
  ///   - columns: The columns, inside the box.
  ///   - coverage: One value for each column.
  public func coverage(
    ofRow y: Int, _ columns: Range<Int>, into coverage: inout MutableSpan<UInt8>
  ) {
    precondition(
      columns.lowerBound >= 0 && columns.upperBound <= width && columns.count == coverage.count,
      "columns that are not there")
    let row = row(y)
    for column in columns {
      // The right half is the left one, mirrored.
      let place = min(column, width - 1 - column)
      coverage[column - columns.lowerBound] =
        if place < row.first {
          0
        } else if place < row.settled {
          corner.values[row.rim.lowerBound + place - row.first]
        } else {
          row.middle
        }
    }
  }

  private func row(_ y: Int) -> BoxCorner.Row {
    precondition(y >= 0 && y < height, "a row that is not there")
    return corner.rows[min(y, height - 1 - y, corner.side)]
  }
}
