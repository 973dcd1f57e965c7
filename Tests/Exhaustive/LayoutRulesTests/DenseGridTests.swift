import LayoutFixtures
import SheetLayout
import TestSupport
import Testing

/// Items that span several cells of a grid.
@Suite struct DenseGridTests {
  private static func spans(
    _ count: Int, upTo most: Int = 4, _ generator: inout SeededGenerator
  ) -> [CellSpan] {
    (0..<count).map { _ in
      guard Int.random(in: 0..<4, using: &generator) == 0 else { return .one }
      return CellSpan(
        columns: .random(in: 1...most, using: &generator),
        rows: .random(in: 1...most, using: &generator))
    }
  }

  /// The cells that an item covers.
  private static func cells(_ place: DenseGrid.Place, columns: Int) -> [Int] {
    (place.row..<place.row + place.span.rows).flatMap { row in
      (place.column..<place.column + place.span.columns).map { row * columns + $0 }
    }
  }

  @Test("Each item in turn is placed at the first position where it fits")
  func firstFit() {
    var generator = SeededGenerator(seed: 445)
    for _ in 0..<300 {
      let columns = Int.random(in: 1...7, using: &generator)
      let pageRows = Bool.random(using: &generator) ? Int.random(in: 1...5, using: &generator) : nil
      let firstRows = pageRows.map { Int.random(in: 1...$0, using: &generator) }
      let spans = Self.spans(.random(in: 1...40, using: &generator), &generator)
      let grid = DenseGrid(spans, columns: columns, pageRows: pageRows, firstRows: firstRows)
      #expect(grid.places.map(\.item).sorted() == Array(spans.indices))
      var taken: Set<Int> = []
      for place in grid.places.sorted(by: { $0.item < $1.item }) {
        #expect(
          place.span == spans[place.item].scaledDown(toColumns: columns, rows: pageRows ?? .max))
        // Trying all earlier positions one by one finds none that is free.
        func hasRoom(_ cell: Int) -> Bool {
          let other = (row: cell / columns, column: cell % columns)
          guard other.column + place.span.columns <= columns else { return false }
          let rows = other.row..<other.row + place.span.rows
          if let pageRows, let firstRows {
            func page(_ row: Int) -> Int {
              row < firstRows ? 0 : 1 + (row - firstRows) / pageRows
            }
            if page(rows.lowerBound) != page(rows.upperBound - 1) { return false }
          }
          return rows.allSatisfy { row in
            (0..<place.span.columns).allSatisfy {
              !taken.contains(row * columns + other.column + $0)
            }
          }
        }
        let first = (0...).first(where: hasRoom)
        #expect(first == place.row * columns + place.column)
        let own = Self.cells(place, columns: columns)
        #expect(taken.isDisjoint(with: own))
        taken.formUnion(own)
      }
      #expect(grid.rows == (taken.max() ?? 0) / columns + 1)
    }
  }

  @Test(
    "Frames cover whole cells and the gaps between them, and each item is in one strip, in order"
  )
  func arrangement() {
    var generator = SeededGenerator(seed: 446)
    for _ in 0..<200 {
      let columns = Int.random(in: 1...8, using: &generator)
      let spans = Self.spans(.random(in: 1...60, using: &generator), &generator)
      let grid = DenseGrid(spans, columns: columns)
      let arrangement = grid.arrangement(
        cell: Size(width: 30, height: 20), gap: Size(width: 4, height: 6))
      #expect(arrangement.size.height == Double(grid.rows * 26 - 6))
      #expect((arrangement.rows, arrangement.columns) == (grid.rows, columns))
      for (place, frame) in zip(grid.places, arrangement.frames) {
        #expect(frame.minX == Double(place.column * 34) && frame.minY == Double(place.row * 26))
        #expect(frame.width == Double(place.span.columns * 34 - 4))
        #expect(frame.height == Double(place.span.rows * 26 - 6))
      }
      #expect(arrangement.strips.flatMap(\.items).elementsEqual(spans.indices))
      for strip in arrangement.strips {
        let frames = arrangement.frames[strip.items]
        #expect(frames.map(\.minY).min() == strip.minY && frames.map(\.maxY).max() == strip.maxY)
      }
      for (strip, next) in zip(arrangement.strips, arrangement.strips.dropFirst()) {
        #expect(strip.maxY < next.minY)
      }
    }
  }

  @Test("Items that cover one cell each make an ordinary grid")
  func plain() throws {
    for count in 1...30 {
      let grid = DenseGrid(Array(repeating: .one, count: count), columns: 4)
      let cell = Size(width: 33.3, height: 21.7)
      let gap = Size(width: 5, height: 8)
      let arrangement = grid.arrangement(cell: cell, gap: gap)
      #expect(grid.places.map(\.item) == Array(0..<count))
      #expect(
        arrangement.strips.map(\.items)
          == stride(from: 0, to: count, by: 4).map { $0..<min($0 + 4, count) })
      for (index, frame) in arrangement.frames.enumerated() {
        let (row, column) = index.quotientAndRemainder(dividingBy: 4)
        expectClose(
          frame, [Double(column) * 38.3, Double(row) * 29.7, cell.width, cell.height])
      }
    }
  }

  @Test(
    "One large picture among twelve leaves few empty cells and hardly moves the others"
  )
  func holes() {
    var generator = SeededGenerator(seed: 447)
    var (empty, all, moved, items) = (0, 0, 0, 0)
    for _ in 0..<200 {
      let spans = (0..<120).map { _ in
        Int.random(in: 0..<12, using: &generator) == 0 ? CellSpan(columns: 2, rows: 2) : .one
      }
      let grid = DenseGrid(spans, columns: 8)
      // The last row may be short, as in all grids.
      let last = grid.rows - 1
      let full = grid.places.reduce(0) { sum, place in
        sum + max(0, min(place.row + place.span.rows, last) - place.row) * place.span.columns
      }
      empty += last * 8 - full
      all += last * 8
      moved += grid.places.enumerated().reduce(0) { $0 + abs($1.offset - $1.element.item) }
      items += spans.count
    }
    #expect(Double(empty) / Double(all) < 0.009)
    #expect(Double(moved) / Double(items) < 2)
  }

  @Test(
    "A span that does not fit is scaled down in proportion, to at least one cell",
    arguments: [
      (2, 2, 1, nil, 1, 1), (99, 99, 5, nil, 5, 5), (6, 3, 4, nil, 4, 2), (9, 1, 4, nil, 4, 1),
      (2, 4, 8, 2, 1, 2), (.max, 1, 7, nil, 7, 1), (0, -3, 7, nil, 1, 1), (1, 20, 3, 1, 1, 1),
    ] as [(Int, Int, Int, Int?, Int, Int)])
  func fitted(columns: Int, rows: Int, most: Int, mostRows: Int?, width: Int, height: Int) {
    let span = CellSpan(columns: columns, rows: rows).scaledDown(
      toColumns: most, rows: mostRows ?? .max)
    #expect(span == CellSpan(columns: width, rows: height))
  }

  @Test("Ten thousand items of all sizes are placed, and none crosses a page break")
  func many() {
    var generator = SeededGenerator(seed: 448)
    let spans = Self.spans(10_000, upTo: 20, &generator)
    let grid = DenseGrid(spans, columns: 25, pageRows: 30, firstRows: 7)
    #expect(grid.places.count == spans.count)
    #expect(
      grid.places.allSatisfy { place in
        let last = place.row + place.span.rows - 1
        return place.row < 7 ? last < 7 : (place.row - 7) / 30 == (last - 7) / 30
      })
    let covered = grid.places.reduce(0) { $0 + $1.span.cells }
    #expect(covered <= 25 * grid.rows && covered > 22 * grid.rows)
  }
}
