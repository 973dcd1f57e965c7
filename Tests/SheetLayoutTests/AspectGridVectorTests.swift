import SheetLayout
import Testing

@Suite struct AspectGridVectorTests {
  struct Vector: Decodable, Sendable {
    struct Input: Decodable, Sendable {
      var n: Int
      var width: Double
      var height: Double
      var ratio: String
      var gap: Double?
    }
    var id: String
    var `in`: Input
    var A: [Int]?
    var B: [Int]?
    var compact: [Int]?
    var cell: [Double]?
    var cellA: [Double]?
    var emptyCellsA: Int?
    var emptyCellsB: Int?
    var emptyRowsB: Int?
    var lastCenterA: [Double]?
  }

  @Test(
    "Every worked example comes out", arguments: try! VectorFile<Vector>.vectors(in: "aspect-grid"))
  func vector(_ vector: Vector) throws {
    let terms = vector.in.ratio.split(separator: "/").map { Double($0)! }
    let ratio = terms[0] / (terms.count > 1 ? terms[1] : 1)
    func grid(_ search: GridSearch) throws -> AspectGrid {
      try AspectGrid(
        itemCount: vector.in.n, filling: Size(width: vector.in.width, height: vector.in.height),
        cellRatio: ratio, gap: Size(width: vector.in.gap ?? 0, height: vector.in.gap ?? 0),
        search: search)
    }
    let byColumns = try grid(.byColumns)
    let byRows = try grid(.byRows)
    let compact = try grid(.compact)
    #expect([byColumns.rows, byColumns.columns] == vector.A)
    if let expected = vector.B { #expect([byRows.rows, byRows.columns] == expected) }
    if let expected = vector.compact { #expect([compact.rows, compact.columns] == expected) }
    if let cell = vector.cell ?? vector.cellA {
      #expect(isClose(byColumns.cell.width, cell[0]) && isClose(byColumns.cell.height, cell[1]))
    }
    if let empty = vector.emptyCellsA {
      #expect(byColumns.rows * byColumns.columns - vector.in.n == empty)
    }
    if let empty = vector.emptyCellsB {
      #expect(byRows.rows * byRows.columns - vector.in.n == empty)
    }
    if let empty = vector.emptyRowsB {
      #expect(byRows.rows - byRows.arrangement.strips.count == empty)
    }
    if let center = vector.lastCenterA {
      let last = byColumns.center(at: vector.in.n - 1)
      #expect(isClose(last.x, center[0]) && isClose(last.y, center[1]))
    }
  }
}
