/// Cells in rows and columns with headings; a cell may be empty.
///
/// Cells in a column share their left edge and width; cells in a row share their top and height.
package struct Matrix: Hashable, Sendable {
  /// The widths of the columns, and the gaps between them.
  package let columns: MatrixColumns
  /// The headings of rows and columns, and the gaps between rows.
  package let rows: MatrixRows
  /// The height of the cells of each row.
  package let rowHeights: [Double]
  /// The grid of items that share a cell.
  package let stack: CellStack

  /// Creates a matrix.
  ///
  /// - Throws: ``LayoutError/notPositive(_:_:)`` if a row has no height.
  package init(
    columns: MatrixColumns, rows: MatrixRows, rowHeights: [Double],
    stack: CellStack = CellStack()
  ) throws(LayoutError) {
    for height in rowHeights { try check(height, positive: .cellHeight) }
    (self.columns, self.rows, self.rowHeights) = (columns, rows, rowHeights)
    self.stack = stack
  }

  /// How many of `count` items fit into one cell; at least one.
  package func room(for count: Int, at place: Place) -> Int {
    stack.room(
      for: count,
      in: Size(width: columns.widths[place.column], height: rowHeights[place.row]))
  }

  /// The position of a cell.
  package struct Place: Hashable, Comparable, Sendable {
    /// The row, from 0.
    package var row: Int
    /// The column, from 0.
    package var column: Int

    package init(row: Int, column: Int) { (self.row, self.column) = (row, column) }

    /// Orders places row by row, from left to right.
    package static func < (one: Place, other: Place) -> Bool {
      (one.row, one.column) < (other.row, other.column)
    }
  }

  /// Lays out part of the matrix on a page.
  ///
  /// - Parameters:
  ///   - places: The place of each item, row by row; only stacks have several items.
  ///   - stacks: The places of stacks, which have a line of text that says how many items they
  ///     hold.
  ///   - shownRows: The rows on the page; there is at least one.
  ///   - shownColumns: The columns on the page; there is at least one.
  /// - Returns: The frames of the items, and one block with the headings.
  package func arrangement(
    of places: [Place], stacks: Set<Place> = [], rows shownRows: Range<Int>,
    columns shownColumns: Range<Int>
  ) -> Arrangement {
    let firstX = columns.firstX
    var x = firstX
    var block = MatrixBlock()
    block.columns = shownColumns.map { column in
      let cells = Rect(x: x, y: rows.columns.room, width: columns.widths[column], height: 0)
      x = cells.maxX + columns.gap
      var heading = cells
      (heading.origin.y, heading.size.height) = (0, rows.columns.heading)
      return HeadedArea(
        SectionPart(items: 0..<0, section: column), heading: heading.height > 0 ? heading : nil,
        cells: cells)
    }
    let right = x - columns.gap
    var arrangement = Arrangement(
      size: Size(width: columns.pageWidth, height: 0), frames: [], strips: [],
      rows: shownRows.count, columns: shownColumns.count)
    arrangement.frames.reserveCapacity(places.count)
    var (y, next) = (rows.columns.room, 0)
    for row in shownRows {
      let cells = Rect(
        x: firstX, y: y + rows.rows.room, width: right - firstX, height: rowHeights[row])
      var heading: Rect?
      if rows.rows.heading > 0 {
        heading = Rect(
          x: columns.start, y: y, width: columns.pageWidth - columns.start,
          height: rows.rows.heading)
      } else if columns.headingWidth > 0 {
        heading = Rect(
          x: columns.start, y: cells.minY, width: columns.headingWidth, height: cells.height)
      }
      let first = next
      while next < places.count, places[next].row == row {
        let place = places[next]
        var frame = block.columns[place.column - shownColumns.lowerBound].cells
        (frame.origin.y, frame.size.height) = (cells.minY, cells.height)
        let count = places[next...].prefix { $0 == place }.count
        arrangement.frames +=
          stacks.contains(place) ? stack.frames(of: count, in: frame) : [frame]
        if stacks.contains(place) { block.stackLines[place] = stack.line(in: frame) }
        block.places.append(place)
        next += count
      }
      let part = SectionPart(items: first..<next, section: row)
      block.rows.append(HeadedArea(part, heading: heading, cells: cells))
      if next > first {
        arrangement.strips.append(Strip(items: part.items, minY: y, maxY: cells.maxY))
      }
      y = cells.maxY + rows.rows.above
    }
    precondition(next == places.count, "the places are in order, each in the part of the matrix")
    arrangement.size.height = y - rows.rows.above
    for index in block.columns.indices {
      block.columns[index].cells.size.height = arrangement.size.height - rows.columns.room
    }
    arrangement.matrices = [block]
    return arrangement
  }
}

/// The headings of a matrix on a page.
package struct MatrixBlock: Hashable, Sendable {
  /// The rows from top to bottom.
  package var rows: [HeadedArea] = []
  /// The columns from left to right.
  package var columns: [HeadedArea] = []
  /// The places of cells with items, row by row, each once.
  package var places: [Matrix.Place] = []
  /// The lines that say how many items the cells of stacks hold, for the cells that have room for
  /// such a line.
  package var stackLines: [Matrix.Place: Rect] = [:]
  /// The numbers of the block of rows and of the block of columns that are on this page, counted
  /// from 0.
  package var page = Matrix.Place(row: 0, column: 0)

  func moved(by distance: Point) -> MatrixBlock {
    var block = self
    block.rows = rows.map { $0.moved(by: distance) }
    block.columns = columns.map { $0.moved(by: distance) }
    block.stackLines = stackLines.mapValues { $0.moved(by: distance) }
    return block
  }
}

/// The columns of a matrix: all of the same width on all pages, in whole pixels, or each with its
/// own width.
///
/// Row headings are at the left, or take no width.
package struct MatrixColumns: Hashable, Sendable {
  /// The width of the widest column, or of every column; a whole number of pixels unless it was
  /// given.
  package let width: Double
  /// The width of each column.
  package let widths: [Double]
  /// The number of columns on a full page, at least 1.
  package let perPage: Int
  /// The width of the row headings at the left; 0 if there are none.
  package let headingWidth: Double
  /// The distance between columns, and from the row headings to the first column.
  package let gap: Double
  /// The width of every page: the given one, or the total of all columns.
  package let pageWidth: Double
  /// The left edge of the headings, or of the columns if there are no headings.
  ///
  /// It is half of the width that is left over because columns are whole pixels wide.
  package let start: Double

  /// Divides a width into as many columns as fit.
  ///
  /// - Parameters:
  ///   - count: The number of columns of the matrix with the most columns.
  ///   - pageWidth: The width of a page.
  ///   - headingWidth: The width of the row headings at the left; 0 if there are none.
  ///   - gap: The distance between columns, and from headings to the first.
  ///   - minimum: The width below which columns move to another page. One column always stays,
  ///     however narrow.
  /// - Throws: ``LayoutError/noRoom(_:)`` if there is no room even for a column one pixel wide, or
  ///   an error for a number that is not a valid length.
  package init(
    count: Int, pageWidth: Double, headingWidth: Double = 0, gap: Double, minimum: Double
  ) throws(LayoutError) {
    try check(count, positive: .columns)
    try check(pageWidth, positive: .sheetWidth)
    try check(headingWidth, notNegative: .cellWidth)
    try check(gap, notNegative: .horizontalGap)
    let heading = Self.room(ofHeadings: headingWidth, gap: gap)
    func width(of columns: Int) -> Double {
      let free = pageWidth - heading - Double(columns - 1) * gap
      return ((free / Double(columns)) + 1e-9).rounded(.down)
    }
    // Each additional column makes all columns narrower.
    let fitting = (1..<count + 1).lastMeeting { width(of: $0) >= max(1, minimum) }
    self.width = width(of: fitting)
    guard self.width >= 1 else {
      throw .noRoom(
        Shortage(width: pageWidth, gap: Size(width: gap, height: 0), headings: headingWidth))
    }
    (widths, perPage) = ([Double](repeating: self.width, count: count), fitting)
    (self.headingWidth, self.gap, self.pageWidth) = (headingWidth, gap, pageWidth)
    let used = heading + Double(fitting) * (self.width + gap) - gap
    start = ((pageWidth - used) / 2).rounded(.down)
  }

  /// Puts columns of the given widths side by side.
  ///
  /// - Parameters:
  ///   - widths: The width of each column; there is at least one column.
  ///   - pageWidth: The width of the page on which they are centred; nil for just their own width.
  ///   - headingWidth: The width of the headings at the left; 0 if there are none.
  ///   - gap: The distance between columns, and from headings to the first.
  /// - Throws: An error for a number that is not a valid length.
  package init(
    widths: [Double], pageWidth: Double? = nil, headingWidth: Double = 0, gap: Double
  ) throws(LayoutError) {
    try check(widths.count, positive: .columns)
    for width in widths { try check(width, positive: .cellWidth) }
    try check(headingWidth, notNegative: .cellWidth)
    try check(gap, notNegative: .horizontalGap)
    (self.widths, width) = (widths, widths.reduce(0, max))
    (perPage, self.headingWidth, self.gap) = (widths.count, headingWidth, gap)
    let used =
      Self.room(ofHeadings: headingWidth, gap: gap) + widths.reduce(-gap) { $0 + $1 + gap }
    self.pageWidth = pageWidth ?? used
    start = ((self.pageWidth - used) / 2).rounded(.down)
  }

  /// The width that row headings take from the columns, with the gap beside them; 0 if there are
  /// none.
  package static func room(ofHeadings width: Double, gap: Double) -> Double {
    width > 0 ? width + gap : 0
  }

  /// The columns of each page, for a matrix of `count` columns.
  package func pages(of count: Int) -> [Range<Int>] {
    stride(from: 0, to: count, by: perPage).map { $0..<min($0 + perPage, count) }
  }

  /// The mean of the widths of columns.
  package var meanWidth: Double { widths.reduce(0, +) / Double(widths.count) }

  /// The left edge of the first column of a page.
  var firstX: Double { start + Self.room(ofHeadings: headingWidth, gap: gap) }
}
