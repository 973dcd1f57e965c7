/// Which numbers of columns and rows a grid tries.
///
/// The first of equally good candidates wins.
public enum GridSearch: String, CaseIterable, Hashable, Sendable {
  /// Pairs of a number of columns and a number of rows, neither of which can be reduced, so that
  /// few cells are empty.
  ///
  /// Candidates go from one column to many.
  case compact
  /// Every number of columns, with as many rows as the items need.
  ///
  /// Candidates go from one column to as many as there are items. The last columns of the chosen
  /// grid may be empty.
  case byColumns = "by-columns"
  /// Every number of rows, with as many columns as the items need.
  ///
  /// Candidates go from one row to as many as there are items. The last rows of the chosen grid may
  /// be empty.
  case byRows = "by-rows"
}

extension Arrangement {
  /// Fills an area with equal cells whose ratio is as close as possible to `cellRatio`.
  ///
  /// Items fill rows from left to right and top to bottom; a short last row is left-aligned. Ratios
  /// are width divided by height and are compared as factors: 1:3 and 3:1 are equally far from 1:1.
  /// The cells always fill the area, so they rarely have exactly this ratio. Without items, or if
  /// the width or height of the area is not above zero, the grid has no cells and a size of zero.
  ///
  /// - Parameters:
  ///   - itemCount: The number of items.
  ///   - size: The size of the area.
  ///   - cellRatio: The ideal ratio of a cell.
  ///   - gap: The distance between neighbouring cells.
  ///   - search: The columns and rows to try.
  /// - Throws: A ``LayoutError`` if a number is not finite, a gap is negative, a ratio is not
  ///   positive, or there is no room for cells.
  /// - Complexity: O(itemCount).
  package init(
    gridOf itemCount: Int, filling size: Size, cellRatio: Double, gap: Size = .zero,
    search: GridSearch = .compact
  ) throws(LayoutError) {
    try check(cellRatio, ratio: .cellRatio)
    try check(size.width, finite: .sheetWidth)
    try check(size.height, finite: .sheetHeight)
    try check(gap: gap)
    guard itemCount > 0, size.width > 0, size.height > 0 else {
      self.init(size: .zero, frames: [], strips: [], rows: 0, columns: 0)
      return
    }
    let best = try GridColumns(for: [[itemCount]], search: search).nearest(
      to: cellRatio, .cellRatio
    ) { trial in
      let cell = size.cell(columns: trial.columns, rows: trial.rows, gap: gap)
      return cell.width > 0 && cell.height > 0 ? cell.width / cell.height : nil
    }
    guard let best else { throw .noRoom(Shortage(size, gap: gap)) }
    let (columns, rows) = (best.columns, best.rows)
    let cell = size.cell(columns: columns, rows: rows, gap: gap)
    self.init(gridOf: itemCount, columns: columns, cell: cell, gap: gap)
    (self.size, self.rows) = (size, rows)
  }

  /// Puts equal cells into columns, row by row.
  package init(gridOf itemCount: Int, columns: Int, cell: Size, gap: Size) {
    let frames = (0..<itemCount).map { cell.frame(at: $0, columns: columns, gap: gap) }
    let strips = frames.isEmpty ? [] : Strip.rows(of: frames, columns: columns)
    self.init(
      size: Size(
        width: Double(columns) * (cell.width + gap.width) - gap.width,
        height: strips.last?.maxY ?? 0),
      frames: frames, strips: strips, rows: strips.count, columns: columns)
  }
}

extension Size {
  /// The frame of one cell of this size in a grid.
  fileprivate func frame(at index: Int, columns: Int, gap: Size) -> Rect {
    let (row, column) = index.quotientAndRemainder(dividingBy: columns)
    let origin = Point(
      x: Double(column) * (width + gap.width), y: Double(row) * (height + gap.height))
    return Rect(origin: origin, size: self)
  }

  /// The size of the cells that fill this area in this many columns and rows; not positive if gaps
  /// leave no room.
  package func cell(columns: Int, rows: Int, gap: Size) -> Size {
    func share(of length: Double, _ count: Int, gap: Double) -> Double {
      (length - Double(count - 1) * gap) / Double(count)
    }
    return Size(
      width: share(of: width, columns, gap: gap.width),
      height: share(of: height, rows, gap: gap.height))
  }
}
