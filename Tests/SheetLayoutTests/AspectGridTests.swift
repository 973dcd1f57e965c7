import LayoutFixtures
import SheetLayout
import TestSupport
import Testing

@Suite struct AspectGridTests {
  @Test("Grids are valid for any number of items, and for any size, gap and search")
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
        let grid = try Arrangement(
          gridOf: count, filling: size, cellRatio: ratio, gap: gap, search: search)
        let (rows, columns) = (try #require(grid.rows), try #require(grid.columns))
        #expect(rows * columns >= count)
        if search != .byRows { #expect((rows - 1) * columns < count) }
        if search != .byColumns { #expect(rows * (columns - 1) < count) }
        #expect(grid.size == size)
        expectValid(grid, itemCount: count, "\(count) \(search)")
      }
    }
  }

  @Test("Searching by rows gives the same result as searching the transposed sheet by columns")
  func transposed() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<500 {
      let count = Int.random(in: 1...5_000, using: &generator)
      let size = Size(
        width: .random(in: 10...3_000, using: &generator),
        height: .random(in: 10...3_000, using: &generator))
      let ratio = Double.random(in: 0.1...10, using: &generator)
      let grid = try Arrangement(
        gridOf: count, filling: size, cellRatio: ratio, search: .byColumns)
      let turned = try Arrangement(
        gridOf: count, filling: Size(width: size.height, height: size.width),
        cellRatio: 1 / ratio, search: .byRows)
      #expect(grid.rows == turned.columns && grid.columns == turned.rows)
    }
  }

  @Test("Scaling the sheet and its gaps scales the frames")
  func scales() throws {
    let grid = try Arrangement(
      gridOf: 23, filling: Size(width: 400, height: 300), cellRatio: 1,
      gap: Size(width: 4, height: 6))
    let double = try Arrangement(
      gridOf: 23, filling: Size(width: 800, height: 600), cellRatio: 1,
      gap: Size(width: 8, height: 12))
    for (frame, scaled) in zip(grid.frames, double.frames) {
      expectClose(
        scaled, [frame.minX * 2, frame.minY * 2, frame.width * 2, frame.height * 2])
    }
  }

  @Test("Without items, there are no rows, columns or cells", arguments: [0, -3])
  func empty(itemCount: Int) throws {
    let grid = try Arrangement(
      gridOf: itemCount, filling: Size(width: 3, height: 2), cellRatio: 1)
    #expect(grid.rows == 0 && grid.columns == 0 && grid.size == .zero && grid.frames.isEmpty)
    expectValid(grid, itemCount: 0)
  }

  @Test("The error about an invalid number says which number is invalid")
  func impossible() {
    let size = Size(width: 300, height: 200)
    #expect(throws: LayoutError.notPositive(.cellRatio, 0)) {
      try Arrangement(gridOf: 1, filling: size, cellRatio: 0)
    }
    #expect(throws: LayoutError.notFinite(.sheetWidth, .infinity)) {
      try Arrangement(gridOf: 1, filling: Size(width: .infinity, height: 1), cellRatio: 1)
    }
    #expect(throws: LayoutError.self) {
      try Arrangement(gridOf: 0, filling: Size(width: 1, height: .nan), cellRatio: 1)
    }
    #expect(throws: LayoutError.tooLarge(.sheetHeight, 1e10)) {
      try Arrangement(gridOf: 1, filling: Size(width: 1, height: 1e10), cellRatio: 1)
    }
    #expect(throws: LayoutError.negative(.horizontalGap, -1)) {
      try Arrangement(
        gridOf: 1, filling: size, cellRatio: 1, gap: Size(width: -1, height: 0))
    }
    let wide = Size(width: 400, height: 400)
    #expect(throws: LayoutError.noRoom(Shortage(size, gap: wide))) {
      try Arrangement(gridOf: 5, filling: size, cellRatio: 1, gap: wide)
    }
  }

  @Test("A hundred thousand items are arranged quickly", .timeLimit(.minutes(1)))
  func many() throws {
    for search in GridSearch.allCases {
      let grid = try Arrangement(
        gridOf: 100_000, filling: Size(width: 4_000, height: 3_000), cellRatio: 1.5,
        search: search)
      #expect(grid.frames.count == 100_000)
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
    "Every worked example gives the expected result",
    arguments: try! VectorFile<Vector>.vectors(in: "aspect-grid"))
  func vector(_ vector: Vector) throws {
    let terms = vector.in.ratio.split(separator: "/").map { Double($0)! }
    let ratio = terms[0] / (terms.count > 1 ? terms[1] : 1)
    func grid(_ search: GridSearch) throws -> Arrangement {
      try Arrangement(
        gridOf: vector.in.n, filling: Size(width: vector.in.width, height: vector.in.height),
        cellRatio: ratio, gap: Size(width: vector.in.gap ?? 0, height: vector.in.gap ?? 0),
        search: search)
    }
    func dimensions(_ grid: Arrangement) throws -> [Int] {
      [try #require(grid.rows), try #require(grid.columns)]
    }
    let (byColumns, byRows) = (try grid(.byColumns), try grid(.byRows))
    let (across, down) = (try dimensions(byColumns), try dimensions(byRows))
    #expect(across == vector.A)
    if let expected = vector.B { #expect(down == expected) }
    if let expected = vector.compact { #expect(try dimensions(grid(.compact)) == expected) }
    if let cell = vector.cell ?? vector.cellA {
      let first = byColumns.frames.first?.size ?? .zero
      #expect(isClose(first.width, cell[0]) && isClose(first.height, cell[1]))
    }
    if let empty = vector.emptyCellsA { #expect(across[0] * across[1] - vector.in.n == empty) }
    if let empty = vector.emptyCellsB { #expect(down[0] * down[1] - vector.in.n == empty) }
    if let empty = vector.emptyRowsB { #expect(down[0] - byRows.strips.count == empty) }
    if let center = vector.lastCenterA {
      let last = try #require(byColumns.frames.last).center
      #expect(isClose(last.x, center[0]) && isClose(last.y, center[1]))
    }
  }
}
