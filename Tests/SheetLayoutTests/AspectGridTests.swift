import SheetLayout
import TestSupport
import Testing

@Suite struct AspectGridTests {
  @Test("Grids are sound for any number of items, size, gap and search")
  func sound() throws {
    var generator = SeededGenerator(seed: 4)
    for count in itemCounts(from: 1, &generator) {
      for search in GridSearch.allCases {
        let size = Size(
          width: .random(in: 300...3_000, using: &generator),
          height: .random(in: 300...3_000, using: &generator))
        let gap = Size(
          width: .random(in: 0...3, using: &generator),
          height: .random(in: 0...3, using: &generator))
        let ratio = Double.random(in: 0.4...2.5, using: &generator)
        let grid = try AspectGrid(
          itemCount: count, filling: size, cellRatio: ratio, gap: gap, search: search)
        #expect(grid.rows * grid.columns >= count)
        if search != .byRows { #expect((grid.rows - 1) * grid.columns < count) }
        if search != .byColumns { #expect(grid.rows * (grid.columns - 1) < count) }
        #expect(grid.size == size)
        expectSound(grid.arrangement, itemCount: count, "\(count) \(search)")

        let turned = try AspectGrid(
          itemCount: count, cell: Size(width: 40 * ratio, height: 40), sheetRatio: 1.5, gap: gap,
          search: search)
        expectSound(turned.arrangement, itemCount: count, "\(count) \(search) with fixed cells")
      }
    }
  }

  @Test("Searching by rows is searching the transposed sheet by columns")
  func transposed() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<500 {
      let count = Int.random(in: 1...5_000, using: &generator)
      let size = Size(
        width: .random(in: 10...3_000, using: &generator),
        height: .random(in: 10...3_000, using: &generator))
      let ratio = Double.random(in: 0.1...10, using: &generator)
      let grid = try AspectGrid(
        itemCount: count, filling: size, cellRatio: ratio, search: .byColumns)
      let turned = try AspectGrid(
        itemCount: count, filling: Size(width: size.height, height: size.width),
        cellRatio: 1 / ratio, search: .byRows)
      #expect(grid.rows == turned.columns && grid.columns == turned.rows)
    }
  }

  @Test("Scaling the sheet and its gaps scales the frames")
  func scales() throws {
    let grid = try AspectGrid(
      itemCount: 23, filling: Size(width: 400, height: 300), cellRatio: 1,
      gap: Size(width: 4, height: 6))
    let double = try AspectGrid(
      itemCount: 23, filling: Size(width: 800, height: 600), cellRatio: 1,
      gap: Size(width: 8, height: 12))
    for (frame, scaled) in zip(grid.frames, double.frames) {
      expectClose(
        scaled, [frame.minX * 2, frame.minY * 2, frame.width * 2, frame.height * 2])
    }
  }

  @Test("A fixed cell keeps its size, and the sheet is as near to its ratio as possible")
  func fixedCell() throws {
    let grid = try AspectGrid(
      itemCount: 12, cell: Size(width: 256, height: 256), sheetRatio: 1.5,
      gap: Size(width: 8, height: 8))
    #expect(grid.rows == 3 && grid.columns == 4)
    #expect(grid.cell == Size(width: 256, height: 256))
    #expect(grid.size == Size(width: 1_048, height: 784))
    #expect(grid.frame(at: 5) == Rect(x: 264, y: 264, width: 256, height: 256))
    #expect(grid.center(at: 5) == Point(x: 392, y: 392))
  }

  @Test("No items give no rows, columns or cells", arguments: [0, -3])
  func empty(itemCount: Int) throws {
    let grids = [
      try AspectGrid(itemCount: itemCount, filling: Size(width: 3, height: 2), cellRatio: 1),
      try AspectGrid(itemCount: itemCount, cell: Size(width: 3, height: 2), sheetRatio: 1),
    ]
    for grid in grids {
      #expect(grid.rows == 0 && grid.columns == 0 && grid.itemCount == 0)
      #expect(grid.cell == .zero && grid.size == .zero && grid.frames.isEmpty)
      expectSound(grid.arrangement, itemCount: 0)
    }
  }

  @Test("Impossible numbers are named in the error")
  func impossible() {
    let size = Size(width: 300, height: 200)
    #expect(throws: LayoutError.notPositive(.cellRatio, 0)) {
      try AspectGrid(itemCount: 1, filling: size, cellRatio: 0)
    }
    #expect(throws: LayoutError.notFinite(.sheetRatio, .infinity)) {
      try AspectGrid(itemCount: 1, cell: size, sheetRatio: .infinity)
    }
    #expect(throws: LayoutError.notFinite(.sheetWidth, .infinity)) {
      try AspectGrid(itemCount: 1, filling: Size(width: .infinity, height: 1), cellRatio: 1)
    }
    #expect(throws: LayoutError.self) {
      try AspectGrid(itemCount: 0, filling: Size(width: 1, height: .nan), cellRatio: 1)
    }
    #expect(throws: LayoutError.tooLarge(.sheetHeight, 1e10)) {
      try AspectGrid(itemCount: 1, filling: Size(width: 1, height: 1e10), cellRatio: 1)
    }
    #expect(throws: LayoutError.negative(.horizontalGap, -1)) {
      try AspectGrid(
        itemCount: 1, filling: size, cellRatio: 1, gap: Size(width: -1, height: 0))
    }
    #expect(throws: LayoutError.notPositive(.cellHeight, 0)) {
      try AspectGrid(itemCount: 1, cell: Size(width: 1, height: 0), sheetRatio: 1)
    }
    let wide = Size(width: 400, height: 400)
    #expect(throws: LayoutError.noRoom(Shortage(size, gap: wide))) {
      try AspectGrid(itemCount: 5, filling: size, cellRatio: 1, gap: wide)
    }
  }

  @Test("A hundred thousand items are arranged fast", .timeLimit(.minutes(1)))
  func many() throws {
    for search in GridSearch.allCases {
      let grid = try AspectGrid(
        itemCount: 100_000, filling: Size(width: 4_000, height: 3_000), cellRatio: 1.5,
        search: search)
      #expect(grid.arrangement.frames.count == 100_000)
    }
  }
}

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
    "Every worked example gives its result",
    arguments: try! VectorFile<Vector>.vectors(in: "aspect-grid"))
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
