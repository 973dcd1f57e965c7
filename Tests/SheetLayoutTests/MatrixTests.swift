import LayoutFixtures
import SheetLayout
import TestSupport
import Testing

@Suite struct MatrixVectorTests {
  struct Vector: Decodable, Sendable {
    struct Input: Decodable, Sendable {
      let columns: Int
      let pageWidth: Double?
      let width: Double?
      let headingWidth: Double?
      let gap: [Double]
      let minimum: Double?
      let columnHeading: [Double]?
      let rowHeading: [Double]?
      let heights: [[Double]]
      let places: [[Int]]?
      let maximumHeight: Double?
      let fill: Double?
    }
    struct Page: Decodable, Sendable {
      let rows: [Int]
      let columns: [Int]
      let size: [Double]
      let cells: [[Double]]
      let rowHeadings: [[Double]]?
      let columnHeadings: [[Double]]?
      let empty: [[Double]]?
    }
    let id: String
    let `in`: Input
    let columnWidth: Double
    let pages: [Page]
  }

  @Test(
    "Every worked example gives the expected result",
    arguments: try! VectorFile<Vector>.vectors(in: "matrix"))
  func vector(_ vector: Vector) throws {
    let input = vector.in
    let columns =
      if let pageWidth = input.pageWidth {
        try MatrixColumns(
          count: input.columns, pageWidth: pageWidth, headingWidth: input.headingWidth ?? 0,
          gap: input.gap[0], minimum: input.minimum ?? 1)
      } else {
        try MatrixColumns(
          widths: [Double](repeating: try #require(input.width), count: input.columns),
          headingWidth: input.headingWidth ?? 0, gap: input.gap[0])
      }
    #expect(columns.width == vector.columnWidth)
    let rows = MatrixRows(
      columns: HeadingSpacing(
        heading: input.columnHeading?[0] ?? 0, below: input.columnHeading?[1] ?? 0),
      rows: HeadingSpacing(
        heading: input.rowHeading?[0] ?? 0, below: input.rowHeading?[1] ?? 0, above: input.gap[1]))
    var heights = input.heights
    var blocks = try rows.pages(of: heights, maximumHeight: input.maximumHeight ?? .infinity)
    if let fill = input.fill {
      let (pages, scale) = try rows.pages(
        of: heights, filling: fill, minimum: input.minimum ?? 1)
      blocks = pages
      heights = heights.map { $0.map { ($0 * scale).rounded(.down) } }
    }
    let matrix = try Matrix(columns: columns, rows: rows, rowHeights: heights[0])
    let pages = blocks.flatMap { parts in
      columns.pages(of: input.columns).map { (rows: parts[0].items, columns: $0) }
    }
    #expect(pages.map { [$0.rows.lowerBound, $0.rows.upperBound] } == vector.pages.map(\.rows))
    #expect(
      pages.map { [$0.columns.lowerBound, $0.columns.upperBound] } == vector.pages.map(\.columns))
    let places =
      input.places?.map { Matrix.Place(row: $0[0], column: $0[1]) }
      ?? heights[0].indices.flatMap { row in
        (0..<input.columns).map { Matrix.Place(row: row, column: $0) }
      }
    for (page, expected) in zip(pages, vector.pages) {
      let own = places.filter { page.rows.contains($0.row) && page.columns.contains($0.column) }
      let found = matrix.arrangement(of: own, rows: page.rows, columns: page.columns)
      #expect(areClose([found.size.width, found.size.height], expected.size))
      let block = found.matrices[0]
      expect(found.frames, expected.cells, vector.id)
      expect(block.rows.compactMap(\.heading), expected.rowHeadings ?? [], vector.id)
      expect(block.columns.compactMap(\.heading), expected.columnHeadings ?? [], vector.id)
      expect(block.emptyCells, expected.empty ?? [], vector.id)
    }
  }

  private func expect(_ rects: [Rect], _ expected: [[Double]], _ id: String) {
    #expect(rects.count == expected.count, "\(id)")
    for (rect, numbers) in zip(rects, expected) { expectClose(rect, numbers, "\(id)") }
  }
}

@Suite struct MatrixTests {
  @Test(
    "Below headings, cells have their row's top and height, and their column's left edge and width")
  func lines() throws {
    var generator = SeededGenerator(seed: 401)
    for _ in 0..<300 {
      let count = Int.random(in: 1...12, using: &generator)
      let heading =
        Bool.random(using: &generator) ? Double.random(in: 1...90, using: &generator) : 0
      let gap = Double.random(in: 0...9, using: &generator)
      let columns =
        Bool.random(using: &generator)
        ? try MatrixColumns(
          count: count, pageWidth: .random(in: 200...900, using: &generator),
          headingWidth: heading, gap: gap, minimum: .random(in: 1...120, using: &generator))
        : try MatrixColumns(
          widths: (0..<count).map { _ in Double(Int.random(in: 1...90, using: &generator)) },
          pageWidth: 1400, headingWidth: heading, gap: gap)
      let rows = MatrixRows(
        columns: HeadingSpacing(heading: .random(in: 1...30, using: &generator), below: 5),
        rows: HeadingSpacing(
          heading: Bool.random(using: &generator) ? 14 : 0, below: 3, above: 6))
      let heights = (0..<Int.random(in: 1...9, using: &generator)).map { _ in
        Double.random(in: 1...80, using: &generator)
      }
      let matrix = try Matrix(columns: columns, rows: rows, rowHeights: heights)
      let pages = try rows.pages(of: [heights], maximumHeight: 180)
      #expect(pages.flatMap { $0.flatMap(\.items) }.elementsEqual(heights.indices))
      #expect(columns.pages(of: count).flatMap(\.self).elementsEqual(0..<count))
      var filled = 0
      for parts in pages {
        for shown in columns.pages(of: count) {
          let places = parts[0].items.flatMap { row in
            shown.filter { _ in Bool.random(using: &generator) }.map {
              Matrix.Place(row: row, column: $0)
            }
          }
          let page = matrix.arrangement(of: places, rows: parts[0].items, columns: shown)
          expectValid(page, itemCount: places.count)
          #expect(page.size.height <= 180 + 1e-6)
          let block = page.matrices[0]
          filled += places.count + block.emptyCells.count
          for (place, frame) in zip(places, page.frames) {
            let row = block.rows[place.row - parts[0].items.lowerBound]
            let column = block.columns[place.column - shown.lowerBound]
            #expect(frame.minY == row.cells.minY && frame.height == row.cells.height)
            #expect(frame.minX == column.cells.minX && frame.width == column.cells.width)
            #expect(frame.width == columns.widths[place.column])
            let over = try #require(column.heading)
            #expect(over.maxY <= frame.minY && over.minX == frame.minX && over.width == frame.width)
            if let beside = row.heading {
              #expect(beside.maxX <= frame.minX || beside.maxY <= frame.minY)
            }
          }
        }
      }
      #expect(filled == heights.count * count)
    }
  }

  @Test("Columns with their own widths are side by side, centred on a wider page")
  func ownWidths() throws {
    let columns = try MatrixColumns(widths: [16, 256, 7], pageWidth: 320, headingWidth: 20, gap: 2)
    #expect(columns.width == 256 && columns.perPage == 3 && columns.start == 7)
    let matrix = try Matrix(
      columns: columns, rows: MatrixRows(rows: HeadingSpacing(above: 3)), rowHeights: [16, 30])
    let places = [(0, 0), (0, 1), (1, 2)].map { Matrix.Place(row: $0.0, column: $0.1) }
    let found = matrix.arrangement(of: places, rows: 0..<2, columns: 0..<3)
    #expect(
      found.frames == [
        Rect(x: 29, y: 0, width: 16, height: 16), Rect(x: 47, y: 0, width: 256, height: 16),
        Rect(x: 305, y: 19, width: 7, height: 30),
      ])
    #expect(found.matrices[0].rows.map(\.cells.maxX) == [312, 312])
    #expect(try MatrixColumns(widths: [3, 4], headingWidth: 5, gap: 1).pageWidth == 14)
    #expect(throws: LayoutError.notPositive(.cellWidth, 0)) {
      try MatrixColumns(widths: [3, 0], gap: 1)
    }
    #expect(throws: LayoutError.self) { try MatrixColumns(widths: [], gap: 1) }
  }

  @Test("A transposed matrix has the same items")
  func transposed() throws {
    let rows = MatrixRows(rows: HeadingSpacing(above: 3))
    let places = [(0, 1), (1, 0), (1, 2)].map { Matrix.Place(row: $0.0, column: $0.1) }
    let matrix = try Matrix(
      columns: MatrixColumns(widths: [20, 20, 20], gap: 3), rows: rows, rowHeights: [20, 20])
    let other = try Matrix(
      columns: MatrixColumns(widths: [20, 20], gap: 3), rows: rows, rowHeights: [20, 20, 20])
    let frames = matrix.arrangement(of: places, rows: 0..<2, columns: 0..<3).frames
    let turned = places.map { Matrix.Place(row: $0.column, column: $0.row) }.sorted()
    let turnedFrames = other.arrangement(of: turned, rows: 0..<3, columns: 0..<2).frames
    #expect(
      Set(frames.map { [$0.minX, $0.minY] }) == Set(turnedFrames.map { [$0.minY, $0.minX] }))
  }

  @Test("Sections follow each other on a page, each with its own heading row")
  func sections() throws {
    let rows = MatrixRows(
      columns: HeadingSpacing(heading: 16, below: 4), rows: HeadingSpacing(above: 6),
      sections: HeadingSpacing(heading: 20, below: 4, above: 12))
    let heights = [[30.0, 30], [30]]
    // Headings of sections take 2 x 24 + 12, headings of columns 2 x 20. A gap and three rows
    // follow.
    let one = try rows.pages(of: heights, maximumHeight: 196)
    #expect(one == [[SectionPart(items: 0..<2), SectionPart(items: 0..<1, section: 1)]])
    #expect(rows.height(of: one[0], heights: heights) == 196)
    let two = try rows.pages(of: heights, maximumHeight: 195)
    #expect(two == [[SectionPart(items: 0..<2)], [SectionPart(items: 0..<1, section: 1)]])
  }

  @Test("A page that is too short for a row or headings, or too narrow for columns, gives an error")
  func errors() throws {
    let rows = MatrixRows(
      columns: HeadingSpacing(heading: 16, below: 4), rows: HeadingSpacing(above: 6))
    #expect(throws: LayoutError.rowTooTall(30, limit: 20)) {
      try rows.pages(of: [[30]], maximumHeight: 40)
    }
    #expect(throws: LayoutError.noRoom(Shortage(height: 20, gap: .zero, headings: 20))) {
      try rows.pages(of: [[30]], filling: 20, minimum: 1)
    }
    #expect(
      throws: LayoutError.noRoom(
        Shortage(width: 40, gap: Size(width: 3, height: 0), headings: 37))
    ) {
      try MatrixColumns(count: 2, pageWidth: 40, headingWidth: 37, gap: 3, minimum: 1)
    }
  }
}

extension MatrixBlock {
  /// The cells without an item.
  fileprivate var emptyCells: [Rect] {
    let filled = Set(places)
    return rows.flatMap { row in
      columns.filter { !filled.contains(Matrix.Place(row: row.index, column: $0.index)) }.map {
        Rect(
          x: $0.cells.minX, y: row.cells.minY, width: $0.cells.width, height: row.cells.height)
      }
    }
  }
}
