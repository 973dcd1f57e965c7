import SheetLayout
import TestSupport
import Testing

/// Blocks of rows, side by side, for matrices that are much taller than wide.
@Suite struct MatrixBlocksTests {
  @Test(
    "The blocks contain all rows in order, and together are about as tall as wide",
    arguments: 1...200)
  func square(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let rows = MatrixRows(
      columns: HeadingSpacing(heading: Double(random.number(below: 30)), below: 5),
      rows: HeadingSpacing(above: Double(random.number(below: 20))))
    let heights = (0...random.number(below: 900)).map { _ in 10 + Double(random.number(below: 60)) }
    let (width, gap) = (100 + Double(random.number(below: 300)), Double(random.number(below: 40)))
    let blocks = rows.blocks(of: heights, width: width, gap: gap)
    #expect(blocks.flatMap { Array($0) } == Array(heights.indices))
    func height(_ rows: Range<Int>, _ matrix: MatrixRows) -> Double {
      matrix.height(of: [SectionPart(items: rows)], heights: [heights])
    }
    let whole = height(heights.indices, rows)
    #expect((blocks.count > 1) == (whole > 4 * width))
    guard blocks.count > 1 else { return }
    let own = blocks.map { height($0, rows) }
    let all = (width: Double(blocks.count) * (width + gap) - gap, height: own.max() ?? 0)
    #expect(all.height / all.width < 2 && all.width / all.height < 2.5, "\(all)")
    // All blocks but the last are full, to within a row.
    #expect(own.dropLast().allSatisfy { $0 > all.height - 70 - 20 }, "\(own)")
  }

  @Test("In a narrow matrix, rows that are much taller than wide form blocks side by side")
  func highRows() {
    let rows = MatrixRows(rows: HeadingSpacing(above: 3))
    let blocks = rows.blocks(of: [500, 500, 20, 500], width: 100, gap: 6)
    #expect(blocks.flatMap { Array($0) } == [0, 1, 2, 3] && blocks.count >= 3)
    #expect(rows.blocks(of: [900], width: 100, gap: 6) == [0..<1])
  }

  @Test("Blocks are side by side, aligned at the top, and keep their items in order")
  func beside() throws {
    let matrix = try Matrix(
      columns: try MatrixColumns(widths: [30, 40], headingWidth: 20, gap: 5),
      rows: MatrixRows(
        columns: HeadingSpacing(heading: 16, below: 4), rows: HeadingSpacing(above: 3)),
      rowHeights: [10, 20, 30])
    let blocks = [0..<2, 2..<3].map { rows in
      matrix.arrangement(
        of: rows.flatMap { row in (0..<2).map { Matrix.Place(row: row, column: $0) } }, rows: rows,
        columns: 0..<2)
    }
    let whole = Arrangement(beside: blocks, gap: 15)
    #expect(whole.size == Size(width: 215, height: 53) && whole.matrices.count == 2)
    #expect(whole.frames.map(\.minX) == [25, 60, 25, 60, 140, 175])
    #expect(whole.frames.map(\.minY) == [20, 20, 33, 33, 20, 20])
    #expect(whole.matrices[1].columns.map(\.heading?.minX) == [140, 175])
    #expect(whole.matrices[1].rows[0].heading?.minX == 115)
    #expect(whole.rows == 2 && whole.columns == 4 && whole.strips.map(\.items) == [0..<6])
  }
}
