/// Equal cells in rows and columns, whose numbers bring a ratio closest to the one requested.
///
/// Items fill rows from left to right and from top to bottom; the last row is packed to the left.
/// Ratios are width divided by height and are compared as factors: 1:3 and 3:1 are equally far
/// from 1:1.
public struct AspectGrid: Equatable, Sendable {
  /// The number of items, never negative.
  public let itemCount: Int
  /// The number of rows; zero in a grid without cells.
  public let rows: Int
  /// The number of columns; zero in a grid without cells.
  public let columns: Int
  /// The size of every cell.
  public let cell: Size
  /// The distance between neighbouring cells.
  public let gap: Size
  /// The size of the whole grid, empty cells included; zero without cells.
  public let size: Size

  /// Fills a size with cells whose ratio is as close as possible to `cellRatio`.
  ///
  /// The cells always fill the size, so they rarely have the ratio exactly. Without items, or
  /// where a side is not above zero, the grid has no cells, rows or columns.
  ///
  /// - Parameters:
  ///   - itemCount: The number of items.
  ///   - size: The size to fill.
  ///   - cellRatio: The ideal ratio of a cell.
  ///   - gap: The distance between neighbouring cells.
  ///   - search: Which rows and columns to choose between.
  /// - Throws: A ``LayoutError`` for a size or gap that is not finite, a negative gap, a ratio
  ///   that is not above zero, and gaps that leave no room for cells.
  /// - Complexity: O(itemCount); O(√itemCount) for ``GridSearch/compact``.
  public init(
    itemCount: Int, filling size: Size, cellRatio: Double, gap: Size = .zero,
    search: GridSearch = .compact
  ) throws(LayoutError) {
    try check(cellRatio, ratio: .cellRatio)
    try check(size.width, finite: .sheetWidth)
    try check(size.height, finite: .sheetHeight)
    try check(gap: gap)
    guard itemCount > 0, size.width > 0, size.height > 0 else {
      self.init(withoutCellsFor: itemCount, gap: gap)
      return
    }
    let best = search.nearest(to: cellRatio, itemCount: itemCount) { dimensions in
      let cell = size.cell(columns: dimensions.columns, rows: dimensions.rows, gap: gap)
      return cell.width > 0 && cell.height > 0 ? cell.width / cell.height : nil
    }
    guard let best else { throw .noRoom(Shortage(size, gap: gap)) }
    self.init(
      itemCount: itemCount, dimensions: best, size: size,
      cell: size.cell(columns: best.columns, rows: best.rows, gap: gap), gap: gap)
  }

  /// Arranges cells of a given size so that the ratio of the whole grid is as close as possible
  /// to `sheetRatio`.
  ///
  /// - Parameters:
  ///   - itemCount: The number of items; without any, the grid has no cells.
  ///   - cell: The size of every cell.
  ///   - sheetRatio: The ideal ratio of the whole grid.
  ///   - gap: The distance between neighbouring cells.
  ///   - search: Which rows and columns to choose between.
  /// - Throws: A ``LayoutError`` for a cell or a ratio that is not above zero or not finite, and
  ///   for a negative gap.
  /// - Complexity: O(itemCount); O(√itemCount) for ``GridSearch/compact``.
  public init(
    itemCount: Int, cell: Size, sheetRatio: Double, gap: Size = .zero,
    search: GridSearch = .compact
  ) throws(LayoutError) {
    try check(sheetRatio, ratio: .sheetRatio)
    try check(cell: cell)
    try check(gap: gap)
    let best =
      itemCount > 0
      ? search.nearest(to: sheetRatio, itemCount: itemCount) { dimensions in
        let size = Self.size(of: dimensions, cell: cell, gap: gap)
        return size.width / size.height
      } : nil
    guard let best else {
      self.init(withoutCellsFor: itemCount, gap: gap)
      return
    }
    self.init(
      itemCount: itemCount, dimensions: best,
      size: Self.size(of: best, cell: cell, gap: gap), cell: cell, gap: gap)
  }

  /// Fills a size with given numbers of rows and columns.
  ///
  /// Without items, or where a side is not above zero, the grid has no cells.
  ///
  /// - Parameters:
  ///   - itemCount: The number of items.
  ///   - size: The size to fill.
  ///   - shape: The number of rows, of columns, or both.
  ///   - gap: The distance between neighbouring cells.
  /// - Throws: A ``LayoutError`` for a size or gap that is not finite, a negative gap, a shape
  ///   with too few cells, and gaps that leave no room for cells.
  public init(
    itemCount: Int, filling size: Size, shape: GridShape, gap: Size = .zero
  ) throws(LayoutError) {
    try check(size.width, finite: .sheetWidth)
    try check(size.height, finite: .sheetHeight)
    try check(gap: gap)
    let dimensions = try shape.dimensions(itemCount: itemCount)
    guard itemCount > 0, size.width > 0, size.height > 0 else {
      self.init(withoutCellsFor: itemCount, gap: gap)
      return
    }
    let cell = size.cell(columns: dimensions.columns, rows: dimensions.rows, gap: gap)
    guard cell.width > 0, cell.height > 0 else { throw .noRoom(Shortage(size, gap: gap)) }
    self.init(itemCount: itemCount, dimensions: dimensions, size: size, cell: cell, gap: gap)
  }

  /// Arranges cells of a given size in given numbers of rows and columns.
  ///
  /// - Parameters:
  ///   - itemCount: The number of items; without any, the grid has no cells.
  ///   - cell: The size of every cell.
  ///   - shape: The number of rows, of columns, or both.
  ///   - gap: The distance between neighbouring cells.
  /// - Throws: A ``LayoutError`` for a cell that is not above zero or not finite, a negative gap,
  ///   and a shape with too few cells.
  public init(
    itemCount: Int, cell: Size, shape: GridShape, gap: Size = .zero
  ) throws(LayoutError) {
    try check(cell: cell)
    try check(gap: gap)
    let dimensions = try shape.dimensions(itemCount: itemCount)
    guard itemCount > 0 else {
      self.init(withoutCellsFor: itemCount, gap: gap)
      return
    }
    self.init(
      itemCount: itemCount, dimensions: dimensions,
      size: Self.size(of: dimensions, cell: cell, gap: gap), cell: cell, gap: gap)
  }
}

extension AspectGrid {
  /// The area of the item's cell.
  ///
  /// - Precondition: `index` is the index of an item.
  public func frame(at index: Int) -> Rect {
    precondition(index >= 0 && index < itemCount && columns > 0, "no item has that index")
    let (row, column) = index.quotientAndRemainder(dividingBy: columns)
    return Rect(
      origin: Point(
        x: Double(column) * (cell.width + gap.width),
        y: Double(row) * (cell.height + gap.height)),
      size: cell)
  }

  /// The centre of the item's cell.
  ///
  /// - Precondition: `index` is the index of an item.
  public func center(at index: Int) -> Point {
    frame(at: index).center
  }

  /// The areas of all cells with items; none in a grid without cells.
  public var frames: [Rect] {
    rows == 0 ? [] : (0..<itemCount).map(frame(at:))
  }

  /// The frames of the items, with every row that has items as a strip.
  public var arrangement: Arrangement {
    let frames = frames
    return Arrangement(
      size: size, frames: frames,
      strips: frames.isEmpty ? [] : Strip.rows(of: frames, columns: columns), rows: rows,
      columns: columns)
  }
}

extension AspectGrid {
  private init(itemCount: Int, dimensions: GridDimensions, size: Size, cell: Size, gap: Size) {
    self.itemCount = itemCount
    self.rows = dimensions.rows
    self.columns = dimensions.columns
    self.cell = cell
    self.gap = gap
    self.size = size
  }

  private init(withoutCellsFor itemCount: Int, gap: Size) {
    self.init(
      itemCount: max(0, itemCount), dimensions: GridDimensions(rows: 0, columns: 0),
      size: .zero, cell: .zero, gap: gap)
  }

  /// The size of all cells with the gaps between them.
  private static func size(of dimensions: GridDimensions, cell: Size, gap: Size) -> Size {
    Size(
      width: Double(dimensions.columns) * cell.width + Double(dimensions.columns - 1) * gap.width,
      height: Double(dimensions.rows) * cell.height + Double(dimensions.rows - 1) * gap.height)
  }
}

extension Size {
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
