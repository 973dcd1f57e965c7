/// Cells in rows and columns that have headings; a cell may be empty.
///
/// Cells of one column share their left edge and their width, cells of one row their top and their
/// height.
public struct Matrix: Hashable, Sendable {
  /// The columns.
  public let columns: MatrixColumns
  /// The headings of rows and columns, and the gaps between rows.
  public let rows: MatrixRows
  /// The height of the cells of each row.
  public let rowHeights: [Double]

  /// Creates a matrix.
  ///
  /// - Throws: ``LayoutError/notPositive(_:_:)`` for a row without height.
  public init(
    columns: MatrixColumns, rows: MatrixRows, rowHeights: [Double]
  ) throws(LayoutError) {
    for height in rowHeights { try check(height, positive: .cellHeight) }
    (self.columns, self.rows, self.rowHeights) = (columns, rows, rowHeights)
  }

  /// The place of an item.
  public struct Place: Hashable, Comparable, Sendable {
    /// The row, from 0.
    public var row: Int
    /// The column, from 0.
    public var column: Int

    /// Creates a place.
    public init(row: Int, column: Int) { (self.row, self.column) = (row, column) }

    /// Row by row, from left to right.
    public static func < (one: Place, other: Place) -> Bool {
      (one.row, one.column) < (other.row, other.column)
    }
  }

  /// The part of the matrix that has some rows and columns.
  ///
  /// - Parameters:
  ///   - places: The places of the items in it, in order: row by row, each at most once.
  ///   - shownRows: The rows of the page, at least one.
  ///   - shownColumns: The columns of the page, at least one.
  /// - Returns: The frames of the items, and one block with the headings.
  public func arrangement(
    of places: [Place], rows shownRows: Range<Int>, columns shownColumns: Range<Int>
  ) -> Arrangement {
    let firstX = columns.firstX
    var x = firstX
    var block = MatrixBlock()
    block.columns = shownColumns.map { column in
      let width = columns.widths[column]
      defer { x += width + columns.gap }
      return MatrixLine(
        index: column,
        heading: rows.columnHeading > 0
          ? Rect(x: x, y: 0, width: width, height: rows.columnHeading) : nil,
        cells: Rect(x: x, y: rows.top, width: width, height: 0))
    }
    let right = x - columns.gap
    var arrangement = Arrangement(
      size: Size(width: columns.pageWidth, height: 0), frames: [], strips: [],
      rows: shownRows.count, columns: shownColumns.count)
    arrangement.frames.reserveCapacity(places.count)
    block.places = places
    var (y, next) = (rows.top, 0)
    for row in shownRows {
      let top = y + rows.lead
      let height = rowHeights[row]
      var heading: Rect?
      if rows.rowHeading > 0 {
        heading = Rect(
          x: columns.start, y: y, width: columns.pageWidth - columns.start, height: rows.rowHeading)
      } else if columns.headingWidth > 0 {
        heading = Rect(x: columns.start, y: top, width: columns.headingWidth, height: height)
      }
      block.rows.append(
        MatrixLine(
          index: row, heading: heading,
          cells: Rect(x: firstX, y: top, width: right - firstX, height: height)))
      let first = next
      while next < places.count, places[next].row == row {
        let line = block.columns[places[next].column - shownColumns.lowerBound]
        arrangement.frames.append(
          Rect(x: line.cells.minX, y: top, width: line.cells.width, height: height))
        next += 1
      }
      if next > first {
        arrangement.strips.append(Strip(items: first..<next, minY: y, maxY: top + height))
      }
      y = top + height + rows.gap
    }
    precondition(next == places.count, "the places are in order, each in the part of the matrix")
    arrangement.size.height = y - rows.gap
    for index in block.columns.indices {
      block.columns[index].cells.size.height = arrangement.size.height - rows.top
    }
    arrangement.matrices = [block]
    return arrangement
  }
}

/// A row or a column of a matrix on a page.
public struct MatrixLine: Hashable, Sendable {
  /// Its place among all rows, or columns, of the matrix, from 0.
  public var index: Int
  /// The area of its heading; nil where there is none.
  public var heading: Rect?
  /// The area of its cells.
  public var cells: Rect

  /// Creates a row or a column.
  public init(index: Int, heading: Rect?, cells: Rect) {
    (self.index, self.heading, self.cells) = (index, heading, cells)
  }
}

/// What a page shows of a matrix beside its items.
public struct MatrixBlock: Hashable, Sendable {
  /// The rows from top to bottom.
  public var rows: [MatrixLine] = []
  /// The columns from left to right.
  public var columns: [MatrixLine] = []
  /// The places of the items, row by row.
  public var places: [Matrix.Place] = []
  /// The place of the page among blocks of rows and of columns, from 0.
  public var page = Matrix.Place(row: 0, column: 0)

  /// Creates a block without lines.
  public init() {}

  func moved(by distance: Point) -> MatrixBlock {
    func moved(_ line: MatrixLine) -> MatrixLine {
      MatrixLine(
        index: line.index, heading: line.heading?.moved(by: distance),
        cells: line.cells.moved(by: distance))
    }
    var block = self
    block.rows = rows.map(moved)
    block.columns = columns.map(moved)
    return block
  }
}
