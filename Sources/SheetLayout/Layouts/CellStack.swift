/// A grid of several items in one cell of a matrix, under a line that says how many there are.
///
/// All frames are the same size, and none is smaller than the minimum unless the cell itself is
/// smaller.
package struct CellStack: Hashable, Sendable {
  /// The height of the line.
  package let line: Double
  /// The distance between frames, and from the line to the frames.
  package let gap: Size
  /// The minimum size of a frame; positive.
  package let minimum: Size
  /// The number of items in the fullest cell of the matrix.
  ///
  /// Items are equally small in all cells, so that a cell with more items looks fuller.
  package var fullest = 1

  /// Creates a grid; without arguments, one that has no line.
  package init(
    line: Double = 0, gap: Size = .zero, minimum: Size = Size(width: 1, height: 1)
  ) { (self.line, self.gap, self.minimum) = (line, gap, minimum) }

  /// How many of `count` items fit into a cell; at least one.
  package func room(for count: Int, in cell: Size) -> Int {
    let grid = grid(of: count, in: cell)
    return min(count, grid.columns * grid.rows)
  }

  /// Where the line of a cell goes; nil if items would be shorter than the line.
  package func line(in cell: Rect) -> Rect? {
    guard line > 0, cell.height >= 2 * line + gap.height else { return nil }
    return Rect(x: cell.minX, y: cell.minY, width: cell.width, height: line)
  }

  /// The frames of the items that fit, row by row.
  package func frames(of count: Int, in cell: Rect) -> [Rect] {
    let grid = grid(of: count, in: cell.size)
    let top = top(in: cell)
    func side(_ length: Double, _ count: Int, _ gap: Double) -> Double {
      ((length - Double(count - 1) * gap) / Double(count) + 1e-9).rounded(.down)
    }
    let width = side(cell.width, grid.columns, gap.width)
    let height = side(cell.height - top, grid.rows, gap.height)
    return Arrangement(
      gridOf: count, columns: grid.columns, cell: Size(width: width, height: height), gap: gap
    ).frames.map { $0.moved(by: Point(x: cell.minX, y: cell.minY + top)) }
  }

  private func top(in cell: Rect) -> Double { line(in: cell).map { $0.height + gap.height } ?? 0 }

  /// The numbers of columns and rows, roughly equal so that items keep the ratio of the cell.
  private func grid(of count: Int, in cell: Size) -> (columns: Int, rows: Int) {
    let count = max(count, fullest)
    func most(_ length: Double, _ least: Double, _ gap: Double) -> Int {
      max(1, Int(SheetLayout.count(ofLength: least, in: length, gap: gap)))
    }
    let height = cell.height - top(in: Rect(x: 0, y: 0, width: cell.width, height: cell.height))
    let columnLimit = most(cell.width, minimum.width, gap.width)
    let rowLimit = most(height, minimum.height, gap.height)
    let square = Int(Double(count).squareRoot().rounded(.up))
    let columns = min(columnLimit, max(square, (count - 1) / rowLimit + 1))
    return (columns, min(rowLimit, (count - 1) / columns + 1))
  }
}
