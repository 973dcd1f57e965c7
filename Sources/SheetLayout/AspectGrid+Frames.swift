extension AspectGrid {
  /// The area of the item's cell.
  ///
  /// - Precondition: `index` is that of an item.
  public func frame(at index: Int) -> Rect {
    precondition(index >= 0 && index < itemCount && columns > 0, "no item of that index")
    let (row, column) = index.quotientAndRemainder(dividingBy: columns)
    return Rect(
      origin: Point(
        x: Double(column) * (cell.width + gap.width),
        y: Double(row) * (cell.height + gap.height)),
      size: cell)
  }

  /// The centre of the item's cell.
  ///
  /// - Precondition: `index` is that of an item.
  public func center(at index: Int) -> Point {
    frame(at: index).center
  }

  /// The areas of all cells with items; none in a grid without cells.
  public var frames: [Rect] {
    rows == 0 ? [] : (0..<itemCount).map(frame(at:))
  }

  /// The items' areas, with every row that has items as a strip.
  public var arrangement: Arrangement {
    Arrangement(size: size, frames: frames, strips: strips, rows: rows, columns: columns)
  }

  private var strips: [Strip] {
    guard rows > 0 else { return [] }
    return stride(from: 0, to: itemCount, by: columns).map { start in
      let frame = frame(at: start)
      return Strip(
        items: start..<start + min(columns, itemCount - start), minY: frame.minY, maxY: frame.maxY)
    }
  }
}

extension AspectGrid {
  init(itemCount: Int, dimensions: GridDimensions, size: Size, cell: Size, gap: Size) {
    self.itemCount = itemCount
    self.rows = dimensions.rows
    self.columns = dimensions.columns
    self.cell = cell
    self.gap = gap
    self.size = size
  }

  init(withoutCellsFor itemCount: Int, gap: Size) {
    self.init(
      itemCount: max(0, itemCount), dimensions: GridDimensions(rows: 0, columns: 0),
      size: .zero, cell: .zero, gap: gap)
  }

  /// The cell that fills a size; its sides are not positive where the gaps take all.
  static func cell(filling size: Size, _ dimensions: GridDimensions, gap: Size) -> Size {
    Size(
      width: share(of: size.width, dimensions.columns, gap: gap.width),
      height: share(of: size.height, dimensions.rows, gap: gap.height))
  }

  /// The size that cells and the gaps between them come to.
  static func size(of dimensions: GridDimensions, cell: Size, gap: Size) -> Size {
    Size(
      width: Double(dimensions.columns) * cell.width + Double(dimensions.columns - 1) * gap.width,
      height: Double(dimensions.rows) * cell.height + Double(dimensions.rows - 1) * gap.height)
  }

  private static func share(of length: Double, _ count: Int, gap: Double) -> Double {
    (length - Double(count - 1) * gap) / Double(count)
  }
}
