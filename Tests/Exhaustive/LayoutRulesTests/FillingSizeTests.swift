import LayoutFixtures
import SheetLayout
import TestSupport
import Testing

/// Rows, masonry and tiers that come as close to a size as possible.
@Suite struct FillingSizeTests {
  private let sizes = [
    Size(width: 1_600, height: 1_200), Size(width: 500, height: 1_400),
    Size(width: 1_900, height: 300),
  ]
  private let gap = Size(width: 8, height: 5)

  @Test("Rows fit into the given size, and fill nearly as much of it as rows of the best height do")
  func rows() throws {
    var generator = SeededGenerator(seed: 60)
    for count in [1, 2, 3, 7, 12, 25, 60, 200] {
      for size in sizes {
        let items = (0..<count).map { _ in
          LayoutItem(ratio: .random(in: 0.5...2, using: &generator))
        }
        func share(_ rows: JustifiedRows) throws -> Double {
          let block = try rows.arrangement(of: items)
          guard block.size.height <= size.height + 1e-6 else { return 0 }
          return block.frames.reduce(0) { $0 + $1.width * $1.height } / (size.width * size.height)
        }
        for lastRow in LastRow.allCases {
          let rows = try JustifiedRows.filling(
            size, withSections: [items], gap: gap, lastRow: lastRow)
          #expect(rows.width <= size.width)
          let best =
            try (1...100).map {
              try share(
                JustifiedRows(
                  width: size.width, rowHeight: size.height * Double($0) / 100, gap: gap,
                  lastRow: lastRow))
            }.max() ?? 0
          let found = try share(rows)
          #expect(found > best - 0.05, "\(count) in \(size), \(lastRow): \(found) of \(best)")
        }
      }
    }
  }

  @Test(
    "Rows that cover an area leave only the gaps empty, and stretch all items by one small factor")
  func covers() throws {
    var generator = SeededGenerator(seed: 91)
    var factors: [Double] = []
    for _ in 0..<200 {
      let count = Int.random(in: 1...60, using: &generator)
      let items = [LayoutItem].mixed(count, &generator)
      let size = Size(
        width: .random(in: 600...2_000, using: &generator),
        height: .random(in: 600...2_000, using: &generator))
      let gap = Size(width: 8, height: 6)
      let block = try JustifiedRows.covering(size, withSections: [items], gap: gap).sections[0]
      expectValid(block, itemCount: count)
      #expect(block.size.width == size.width && isClose(block.size.height, size.height))
      let covered = block.frames.reduce(0) {
        $0 + ($1.width + gap.width) * ($1.height + gap.height)
      }
      #expect(abs(covered / ((size.width + 8) * (size.height + 6)) - 1) < 1e-9)
      let stretches = zip(block.frames, items).map { $1.ratio * $0.height / $0.width }
      #expect((stretches.max() ?? 1) / (stretches.min() ?? 1) < 1 + 1e-6)
      if count >= 12 { factors.append(max(stretches[0], 1 / stretches[0])) }
    }
    #expect((factors.max() ?? 9) < 1.7)
    #expect(factors.sorted()[factors.count / 2] < 1.2)
    #expect(throws: LayoutError.self) {
      try JustifiedRows.covering(
        Size(width: 100, height: 100), withSections: [[LayoutItem](ratios: [1, 1, 1])],
        gap: Size(width: 200, height: 200))
    }
  }

  @Test("Columns scaled to a given height have exactly that height, whatever the width of the gaps")
  func flushColumns() throws {
    let columns = try MasonryColumns(width: 400, count: 8, gap: Size(width: 40, height: 6))
    let items = (0..<40).map { LayoutItem(ratio: 0.5 + Double($0 % 5) / 4) }
    let flush = try columns.flush(columns.arrangement(of: items), height: 300)
    expectValid(flush, itemCount: 40)
    let byColumn = Dictionary(grouping: flush.frames, by: \.minX)
    #expect(byColumn.count == 8)
    for (x, frames) in byColumn {
      #expect(abs((frames.map(\.maxY).max() ?? 0) - 300) < 1e-9, "the column at \(x)")
    }
  }

  @Test("If items can fill the given size exactly, they do")
  func exactRows() throws {
    let squares = Array(repeating: LayoutItem(ratio: 1), count: 12)
    let rows = try JustifiedRows.filling(
      Size(width: 430, height: 320), withSections: [squares], gap: Size(width: 10, height: 10))
    #expect(try rows.arrangement(of: squares).strips.map(\.items.count) == [4, 4, 4])
    #expect(rows.width == 430)
    let columns = try MasonryColumns.filling(
      Size(width: 430, height: 320), withSections: [squares], gap: Size(width: 10, height: 10))
    #expect(columns.count == 4)
  }

  @Test("Small items do not grow to fill the given size")
  func smallItems() throws {
    let icons = Array(repeating: LayoutItem(ratio: 1, maximumWidth: 48), count: 30)
    for size in sizes {
      let rows = try JustifiedRows.filling(size, withSections: [icons], gap: gap)
      let areWhole = try rows.arrangement(of: icons).frames.allSatisfy {
        $0.width <= 48 && $0.width > 47
      }
      #expect(areWhole, "\(size)")
    }
  }

  @Test("Masonry is narrowed until it fits the given height, and no further")
  func masonry() throws {
    var generator = SeededGenerator(seed: 61)
    for count in [1, 2, 5, 12, 60, 200] {
      for size in sizes {
        let items = (0..<count).map { _ in
          LayoutItem(ratio: .random(in: 0.5...2, using: &generator))
        }
        let nearest = try MasonryColumns.filling(size, withSections: [items], gap: gap)
        let columns = try nearest.narrowed(toFitSections: [items], height: size.height)
        #expect(nearest.width == size.width && columns.count == nearest.count)
        let block = try columns.arrangement(of: items)
        expectValid(block, itemCount: count)
        #expect(block.size.height <= size.height + 1e-5)
        #expect(columns.width == size.width || block.size.height > size.height * 0.97)
        // No other number of columns comes closer to the height.
        func distance(_ count: Int) throws -> Double {
          let height = try MasonryColumns(width: size.width, count: count, gap: gap)
            .arrangement(of: items).size.height
          return max(height / size.height, size.height / height)
        }
        let others = try (1...max(1, min(count, 60))).map(distance)
        #expect(try distance(nearest.count) <= others.min()! * 1.1, "\(count) in \(size)")
      }
    }
  }

  @Test("Flush columns have the same height, and items keep their columns, widths and order")
  func flush() throws {
    var generator = SeededGenerator(seed: 62)
    for count in [1, 2, 3, 4, 9, 50, 300] {
      let items = [LayoutItem].mixed(count, &generator)
      let columns = try MasonryColumns(width: 700, count: 4, gap: gap)
      let loose = try columns.arrangement(of: items)
      for height in [loose.size.height, loose.size.height * 1.3] {
        let flush = try columns.flush(loose, height: height)
        expectValid(flush, itemCount: count)
        #expect(flush.size == Size(width: loose.size.width, height: height))
        let kept = zip(loose.frames, flush.frames).allSatisfy {
          $0.minX == $1.minX && $0.width == $1.width
        }
        #expect(kept)
        let bottoms = Dictionary(grouping: flush.frames) { Int($0.center.x / 177) }.values
          .compactMap { $0.map(\.maxY).max() }
        #expect(bottoms.allSatisfy { isClose($0, height, tolerance: 1e-6) })
      }
    }
    let columns = try MasonryColumns(width: 100, count: 1, gap: Size(width: 0, height: 60))
    let two = try columns.arrangement(of: Array(repeating: LayoutItem(ratio: 1), count: 2))
    #expect(throws: LayoutError.self) { try columns.flush(two, height: 60) }
  }

  @Test(
    "Masonry pages contain all items in order, and only an item taller than a page exceeds its page"
  )
  func masonryPages() throws {
    var generator = SeededGenerator(seed: 63)
    for count in [0, 1, 5, 40, 300] {
      for bottom in MasonryColumns.Bottom.allCases {
        let items = (0..<count).map { _ in
          LayoutItem(ratio: .random(in: 0.4...2.5, using: &generator))
        }
        let columns = try MasonryColumns(width: 700, count: 4, gap: gap)
        let pages = try columns.pages(
          of: items, in: [SectionPart(items: items.indices)], nil, maximumHeight: 500,
          bottom: bottom)
        #expect(pages.flatMap(\.items) == Array(0..<count))
        for (index, page) in pages.enumerated() {
          expectValid(page.arrangement, itemCount: page.items.count)
          #expect(page.arrangement.size.height <= 500 + 1e-6)
          if index < pages.count - 1 {
            #expect(page.arrangement.size.height >= (bottom == .flush ? 500 : 200))
          }
        }
      }
    }
    let tall = try MasonryColumns(width: 100, count: 1).pages(
      of: [LayoutItem(ratio: 1), LayoutItem(ratio: 0.1), LayoutItem(ratio: 1)],
      in: [SectionPart(items: 0..<3)], nil, maximumHeight: 300)
    #expect(tall.map(\.items) == [0..<1, 1..<2, 2..<3])
  }

  @Test(
    "At the width found for a given height, tiers have that height, unless they are very narrow")
  func tiers() throws {
    for count in 1...40 {
      for height in [100.0, 700, 2_345] {
        let width = try TieredGrid.width(
          of: TierLayer.standard, sections: [count], gap: 6, fitting: height)
        guard width > 12 else { continue }
        let grid = try TieredGrid(itemCount: count, width: width, gap: 6)
        #expect(isClose(grid.size.height, height, tolerance: 1e-6), "\(count)")
      }
    }
    #expect(throws: LayoutError.noLayers) {
      try TieredGrid.width(of: [], sections: [1], gap: 6, fitting: 9)
    }
    #expect(
      try TieredGrid.width(of: TierLayer.standard, sections: [0], gap: 6, fitting: 9) == .infinity)
  }

  @Test("The cells of columns have the same height, in as many rows as requested")
  func columns() throws {
    let columns = try ColumnTracks(
      [ColumnTrack(.fixed(50)), ColumnTrack(.fixed(100))], spacing: 10
    )
    .columns(width: 160)
    for count in 0...9 {
      let rows = max(3, (count + 1) / 2)
      let arrangement = columns.arrangement(
        itemCount: count, cellHeight: 40, rows: rows, rowGap: 15)
      expectValid(arrangement, itemCount: count)
      #expect(arrangement.size == Size(width: 160, height: Double(rows) * 55 - 15))
      #expect(arrangement.rows == rows)
      #expect(arrangement.frames.allSatisfy { $0.height == 40 })
      if count > 1 { expectClose(arrangement.frames[1], [60, 0, 100, 40]) }
    }
  }

  @Test("The block of all frames is centred, and strips move with it")
  func centered() throws {
    let rows = try JustifiedRows(width: 300, rowHeight: 100).arrangement(ofRatios: [1, 0.5])
    let centered = rows.centered(on: Size(width: 400, height: 200))
    expectClose(centered.frames[0], [125, 50, 100, 100])
    expectClose(centered.frames[1], [225, 50, 50, 100])
    #expect(centered.strips == [Strip(items: 0..<2, minY: 50, maxY: 150)])
    #expect(centered.size == Size(width: 400, height: 200))
  }

  @Test("Sizes and gaps that leave no room are refused")
  func impossible() throws {
    let items = Array(repeating: LayoutItem(ratio: 1), count: 9)
    #expect(throws: LayoutError.notPositive(.sheetHeight, 0)) {
      try JustifiedRows.filling(Size(width: 9, height: 0), withSections: [items])
    }
    #expect(
      throws: LayoutError.noRoom(
        Shortage(width: 17, height: 17, gap: Size(width: 9, height: 9)))
    ) {
      try JustifiedRows.filling(
        Size(width: 17, height: 17), withSections: [items], gap: Size(width: 9, height: 9))
    }
    #expect(
      throws: LayoutError.noRoom(
        Shortage(width: 20, height: 20, gap: Size(width: 0, height: 9)))
    ) {
      try MasonryColumns(width: 20, count: 1, gap: Size(width: 0, height: 9))
        .narrowed(toFitSections: [items], height: 20)
    }
    #expect(throws: LayoutError.notPositive(.pictureWidth, 0)) {
      try JustifiedRows(width: 9, rowHeight: 9).arrangement(
        of: [LayoutItem(ratio: 1, maximumWidth: 0)])
    }
  }
}
