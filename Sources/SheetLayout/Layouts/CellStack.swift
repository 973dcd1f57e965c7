/// A grid of several items in one cell of a matrix, under a line of text that says how many there
/// are.
///
/// All frames are the same size, and none is smaller than the minimum unless the cell itself is
/// smaller. The grid and its line are in the middle of the cell.
package struct CellStack: Hashable, Sendable {
  /// The height of the line of text.
  package let line: Double
  /// The distance between frames, and between the line of text and the frames.
  package let gap: Size
  /// The minimum size of a frame; positive.
  package let minimum: Size
  /// The width of a frame from which the width of cells is calculated if no cell size is given.
  package let usualSide: Double
  /// The shapes of the items; nil if items fill their frames.
  package let shapes: ItemShapes?
  /// The number of items in the fullest cell of the matrix.
  ///
  /// Items are equally small in all cells, so that a cell with more items looks fuller.
  package var fullest = 1

  /// Creates a grid; without arguments, one that has no line of text.
  package init(
    line: Double = 0, gap: Size = .zero, minimum: Size = Size(width: 1, height: 1),
    usualSide: Double? = nil, shapes: ItemShapes? = nil
  ) {
    (self.line, self.gap, self.minimum) = (line, gap, minimum)
    (self.usualSide, self.shapes) = (usualSide ?? minimum.height, shapes)
  }

  /// How many of `count` items fit into a cell; at least one.
  package func room(for count: Int, in cell: Size) -> Int {
    let grid = grid(of: count, in: cell)
    return min(count, grid.columns * grid.rows)
  }

  /// The area of the line of text in a cell; nil if items would be shorter than the line.
  package func line(in cell: Rect) -> Rect? {
    guard hasLine(cell.size) else { return nil }
    let y = cell.minY + grid(of: fullest, in: cell.size).top - gap.height - line
    return Rect(x: cell.minX, y: y, width: cell.width, height: line)
  }

  /// The frames of the items that fit, row by row.
  package func frames(of count: Int, in cell: Rect) -> [Rect] {
    let grid = grid(of: count, in: cell.size)
    let columns = min(count, grid.columns)
    let width = Double(columns) * (grid.frame.width + gap.width) - gap.width
    let left = max(0, ((cell.width - width) / 2).rounded(.down))
    return Arrangement(gridOf: count, columns: grid.columns, cell: grid.frame, gap: gap).frames.map
    { $0.moved(by: Point(x: cell.minX + left, y: cell.minY + grid.top)) }
  }

  private func hasLine(_ cell: Size) -> Bool {
    line > 0 && cell.height >= 2 * line + gap.height
  }

  /// The frames in a cell: the numbers of their columns and rows, their size, and how far below the
  /// top of the cell they begin.
  private struct Grid {
    let columns, rows: Int
    let frame: Size
    let top: Double
  }

  /// The numbers of columns and rows are roughly equal, so that items keep the ratio of the cell.
  private func grid(of count: Int, in cell: Size) -> Grid {
    let count = max(count, fullest)
    func most(_ length: Double, _ least: Double, _ gap: Double) -> Int {
      max(1, Int(SheetLayout.count(ofLength: least, in: length, gap: gap)))
    }
    let lineRoom = hasLine(cell) ? line + gap.height : 0
    let height = cell.height - lineRoom
    let columnLimit = most(cell.width, minimum.width, gap.width)
    let rowLimit = most(height, minimum.height, gap.height)
    let square = Int(Double(count).squareRoot().rounded(.up))
    let columns = min(columnLimit, max(square, (count - 1) / rowLimit + 1))
    let rows = min(rowLimit, (count - 1) / columns + 1)
    func side(_ length: Double, _ count: Int, _ gap: Double) -> Double {
      ((length - Double(count - 1) * gap) / Double(count) + 1e-9).rounded(.down)
    }
    let room = Size(
      width: side(cell.width, columns, gap.width), height: side(height, rows, gap.height))
    let frame = shapes?.frame(in: room) ?? room
    let unused = height - (Double(rows) * (frame.height + gap.height) - gap.height)
    return Grid(
      columns: columns, rows: rows, frame: frame,
      top: lineRoom + max(0, (unused / 2).rounded(.down)))
  }
}

/// The shapes of items that keep their ratios in frames of one size.
package struct ItemShapes: Hashable, Sendable {
  /// The ratios of the items, width divided by height.
  package let ratios: ClosedRange<Double>
  /// The maximum width and the maximum height of an item; infinite if items are enlarged.
  package let largest: Size
  /// The width and the height that a frame adds to its item.
  package let inset: Size
  /// Whether frames are as wide as possible, for labels.
  package let areWide: Bool

  /// Creates shapes; both ratios must be positive.
  package init(
    ratios: ClosedRange<Double>, largest: Size, inset: Size = .zero, areWide: Bool = false
  ) {
    (self.ratios, self.largest, self.inset) = (ratios, largest, inset)
    self.areWide = areWide
  }

  /// The smallest frame in which every item is as large as in a frame of the size `room`; in whole
  /// pixels if `room` is.
  func frame(in room: Size) -> Size {
    let (width, height) = (room.width - inset.width, room.height - inset.height)
    guard width > 0, height > 0 else { return room }
    let widest = min(largest.width, height * ratios.upperBound)
    let tallest = min(largest.height, width / ratios.lowerBound)
    return Size(
      width: areWide ? room.width : min(room.width, (widest - 1e-9).rounded(.up) + inset.width),
      height: min(room.height, (tallest - 1e-9).rounded(.up) + inset.height))
  }
}
