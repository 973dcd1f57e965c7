/// Equal cells in rows and columns, whose numbers bring a ratio closest to the one requested.
///
/// Items fill rows from left to right and from top to bottom; the last row is packed to the left.
/// Ratios are width divided by height and are compared as factors: 1:3 and 3:1 are equally far
/// from 1:1.
package struct AspectGrid: Equatable, Sendable {
  /// The number of items, never negative.
  package let itemCount: Int
  /// The number of rows; zero in a grid without cells.
  package let rows: Int
  /// The number of columns; zero in a grid without cells.
  package let columns: Int
  /// The size of every cell.
  package let cell: Size
  /// The distance between neighbouring cells.
  package let gap: Size
  /// The size of the whole grid, empty cells included; zero without cells.
  package let size: Size

  /// Fills a size with cells whose ratio is as close as possible to `cellRatio`.
  ///
  /// The cells always fill the size, so they rarely have the ratio exactly. Without items, or if a
  /// side is not above zero, the grid has no cells, rows or columns.
  ///
  /// - Parameters:
  ///   - itemCount: The number of items.
  ///   - size: The size to fill.
  ///   - cellRatio: The ideal ratio of a cell.
  ///   - gap: The distance between neighbouring cells.
  ///   - search: The rows and columns to choose between.
  /// - Throws: A ``LayoutError`` if a number is not finite, a gap negative, a ratio not positive,
  ///   or cells have no room.
  /// - Complexity: O(itemCount).
  package init(
    itemCount: Int, filling size: Size, cellRatio: Double, gap: Size = .zero,
    search: GridSearch = .compact
  ) throws(LayoutError) {
    try check(cellRatio, ratio: .cellRatio)
    try check(size.width, finite: .sheetWidth)
    try check(size.height, finite: .sheetHeight)
    try check(gap: gap)
    let hasCells = itemCount > 0 && size.width > 0 && size.height > 0
    let best = search.nearest(to: cellRatio, itemCount: hasCells ? itemCount : 0) {
      let cell = size.cell(columns: $0.columns, rows: $0.rows, gap: gap)
      return cell.width > 0 && cell.height > 0 ? cell.width / cell.height : nil
    }
    if hasCells, best == nil { throw .noRoom(Shortage(size, gap: gap)) }
    self.init(itemCount, best, gap) {
      (size.cell(columns: $0.columns, rows: $0.rows, gap: gap), size)
    }
  }

  /// Arranges cells of a given size in a grid whose ratio is as close as possible to `sheetRatio`.
  ///
  /// - Parameters:
  ///   - itemCount: The number of items; without any, the grid has no cells.
  ///   - cell: The size of every cell.
  ///   - sheetRatio: The ideal ratio of the whole grid.
  ///   - gap: The distance between neighbouring cells.
  ///   - search: The rows and columns to choose between.
  /// - Throws: A ``LayoutError`` if a cell or a ratio is not positive or not finite, or a gap is
  ///   negative.
  /// - Complexity: O(itemCount).
  package init(
    itemCount: Int, cell: Size, sheetRatio: Double, gap: Size = .zero,
    search: GridSearch = .compact
  ) throws(LayoutError) {
    try check(sheetRatio, ratio: .sheetRatio)
    try check(cell: cell)
    try check(gap: gap)
    func size(_ grid: GridDimensions) -> Size {
      Size(
        width: Double(grid.columns) * cell.width + Double(grid.columns - 1) * gap.width,
        height: Double(grid.rows) * cell.height + Double(grid.rows - 1) * gap.height)
    }
    let best = search.nearest(to: sheetRatio, itemCount: itemCount) {
      size($0).width / size($0).height
    }
    self.init(itemCount, best, gap) { (cell, size($0)) }
  }

  private init(
    _ itemCount: Int, _ grid: GridDimensions?, _ gap: Size,
    _ sizes: (GridDimensions) -> (cell: Size, size: Size)
  ) {
    (self.itemCount, self.gap) = (max(0, itemCount), gap)
    (rows, columns) = (grid?.rows ?? 0, grid?.columns ?? 0)
    (cell, size) = grid.map(sizes) ?? (.zero, .zero)
  }
}

extension AspectGrid {
  /// The area of the item's cell.
  ///
  /// - Precondition: `index` is the index of an item.
  package func frame(at index: Int) -> Rect {
    precondition(index >= 0 && index < itemCount && columns > 0, "no item has that index")
    return cell.frame(at: index, columns: columns, gap: gap)
  }

  /// The centre of the item's cell.
  ///
  /// - Precondition: `index` is the index of an item.
  package func center(at index: Int) -> Point {
    frame(at: index).center
  }

  /// The areas of all cells with items; none in a grid without cells.
  package var frames: [Rect] { arrangement.frames }

  /// The frames of the items, with every row that has items as a strip.
  package var arrangement: Arrangement {
    var arrangement = Arrangement(
      gridOf: rows == 0 ? 0 : itemCount, columns: columns, cell: cell, gap: gap)
    (arrangement.size, arrangement.rows) = (size, rows)
    return arrangement
  }
}

extension Arrangement {
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
  /// The frame of a cell of this size in a grid.
  fileprivate func frame(at index: Int, columns: Int, gap: Size) -> Rect {
    let (row, column) = index.quotientAndRemainder(dividingBy: columns)
    let origin = Point(
      x: Double(column) * (width + gap.width), y: Double(row) * (height + gap.height))
    return Rect(origin: origin, size: self)
  }

  /// The size of the cells that fill this size in some columns and rows; not positive if gaps leave no
  /// room.
  package func cell(columns: Int, rows: Int, gap: Size) -> Size {
    func share(of length: Double, _ count: Int, gap: Double) -> Double {
      (length - Double(count - 1) * gap) / Double(count)
    }
    return Size(
      width: share(of: width, columns, gap: gap.width),
      height: share(of: height, rows, gap: gap.height))
  }
}
