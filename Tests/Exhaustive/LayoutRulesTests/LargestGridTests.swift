import SheetLayout
import TestSupport
import Testing

/// Grids with the largest possible pictures, and how they are divided into pages.
@Suite struct LargestGridTests {
  /// A4 less margins of 10 mm, in millimetres, for 3:2 pictures.
  ///
  /// Gaps are 3 mm, and labels of 4.5 mm are between the frames.
  static let a4 = try! LargestGrid(
    page: Size(width: 190, height: 277 - 4.5), gap: Size(width: 3, height: 3 + 4.5), ratio: 1.5,
    outerDecoration: Size(width: 0, height: 4.5))

  @Test(
    "On A4, 3:2 pictures get the grid that shows them largest",
    arguments: [
      (1, 1, 1, 190), (2, 1, 2, 190), (3, 1, 3, 129), (4, 2, 2, 93), (5, 2, 3, 93), (6, 2, 3, 93),
      (7, 2, 4, 93), (11, 3, 4, 61), (12, 3, 4, 61), (20, 3, 7, 49), (24, 4, 6, 45), (30, 4, 8, 41),
      (36, 4, 9, 35), (40, 5, 8, 36),
    ] as [(Int, Int, Int, Double)])
  func table(count: Int, columns: Int, rows: Int, width: Double) throws {
    let grid = try #require(GridColumns(for: [[count]]).largest(on: Self.a4))
    #expect((grid.columns, grid.rows) == (columns, rows))
    #expect(abs(Self.a4.width(columns: columns, rows: rows) - width) < 0.75)
  }

  @Test(
    "Pages of A4 are evenly filled, with pictures of at least 35 mm on their longer side",
    arguments: [
      (84, [45, 39]), (100, [35, 35, 30]), (157, [40, 40, 40, 37]), (205, [45, 40, 40, 40, 40]),
      (45, [45]), (46, [24, 22]), (1, [1]),
    ])
  func pages(count: Int, pages: [Int]) throws {
    let paged = try #require(try Self.a4.evenPages(of: [count], keeping: 35))
    #expect(paged.counts == [pages])
    #expect(Self.a4.cell(of: paged).width >= 35)
  }

  @Test(
    "On A4, a grid with wide side margins gives way to one that fills the width",
    arguments: [
      (3, 1, 3), (12, 3, 4), (18, 3, 6), (19, 4, 5), (21, 4, 6), (24, 4, 6), (30, 4, 8), (35, 5, 7),
      (36, 5, 8), (40, 5, 8),
    ])
  func sides(count: Int, columns: Int, rows: Int) throws {
    try expect(count, in: (columns, rows), onPage: Size(width: 2480, height: 3508))
  }

  @Test(
    "On A4 in landscape orientation, a grid with wide side margins gives way to one without them",
    arguments: [(16, 4, 4), (20, 5, 4), (21, 6, 4), (25, 6, 5), (30, 6, 5), (36, 7, 6)])
  func sidesOfLandscape(count: Int, columns: Int, rows: Int) throws {
    try expect(count, in: (columns, rows), onPage: Size(width: 3508, height: 2480))
  }

  /// Expects a grid of 3:2 pictures with labels on paper at 300 pixels per inch.
  private func expect(_ count: Int, in grid: (Int, Int), onPage size: Size) throws {
    let page = try LargestGrid(
      page: Size(width: size.width - 236, height: size.height - 236 - 53),
      gap: Size(width: 35, height: 88), ratio: 1.5,
      outerDecoration: Size(width: 0, height: 53), sideRoom: 118)
    let best = try #require(GridColumns(for: [[count]]).largest(on: page))
    #expect((best.columns, best.rows) == grid)
  }

  @Test("On two pages of A4, 84 pictures are in 5 columns and 9 rows")
  func wedding() throws {
    let paged = try #require(try Self.a4.evenPages(of: [84], keeping: 35))
    #expect((paged.columns, paged.rows) == (5, 9))
  }

  @Test(
    "The requested number of pages is made, evenly filled, if there are enough pictures",
    arguments: [(100, 1), (100, 7), (5, 5), (10, 6), (3, 8), (84, 3)])
  func pageCount(count: Int, pageCount: Int) throws {
    let paged = try #require(try Self.a4.evenPages(of: [count], keeping: 35, pageCount: pageCount))
    #expect(paged.counts[0].count == min(count, pageCount))
    expectEven(paged, groups: [count], "\(count) on \(pageCount)")
  }

  @Test(
    "No picture is alone in its row if another column more or less keeps pictures nearly as large")
  func loneItems() throws {
    // 36 frames with a ratio of 3:2 are in 5 columns, with one frame alone in the last row, if
    // columns are given or if 4 columns would leave the sides of the page empty. Otherwise, they
    // are in 4 columns.
    for (sideRoom, columns) in [(118, 5), (.infinity, 4)] as [(Double, Int)] {
      let page = try LargestGrid(
        page: Size(width: 2244, height: 3508 - 236 - 53), gap: Size(width: 35, height: 88),
        ratio: 1.5, outerDecoration: Size(width: 0, height: 53), sideRoom: sideRoom)
      let paged = try #require(try page.evenPages(of: [36], pageCount: 1))
      #expect((paged.columns, paged.loneItemCount) == (columns, columns - 4))
      let five = try #require(try page.evenPages(of: [36], pageCount: 1, shape: .columns(5)))
      #expect((five.columns, five.loneItemCount) == (5, 1))
    }
    for size in Self.sizes {
      let grid = try LargestGrid(page: size, gap: Size(width: 3, height: 3), ratio: 1.5)
      for count in 1...150 {
        let pages = try #require(try grid.evenPages(of: [count], keeping: 35))
        guard pages.loneItemCount > 0 else { continue }
        let width = grid.cell(of: pages).width
        for columns in [pages.columns - 1, pages.columns + 1] where count % columns != 1 {
          let other = try #require(
            try grid.evenPages(
              of: [count], pageCount: pages.counts[0].count, shape: .columns(columns)))
          let otherWidth = grid.cell(of: other).width
          #expect(
            otherWidth < 0.95 * width || otherWidth < 35
              || other.counts[0].count != pages.counts[0].count,
            "\(count) on \(size)")
        }
      }
    }
  }

  @Test("Groups start new pages, and share the grid of the largest group")
  func groups() throws {
    let paged = try #require(try Self.a4.evenPages(of: [3, 84, 20], keeping: 35))
    #expect(paged.counts == [[3], [45, 39], [20]])
    #expect((paged.columns, paged.rows) == (5, 9))
  }

  @Test("Given columns or rows are kept, and cells are as large as they allow")
  func shapes() throws {
    let four = try #require(try Self.a4.evenPages(of: [10], shape: .columns(4)))
    #expect((four.columns, four.rows) == (4, 3))
    #expect(abs(Self.a4.cell(of: four).width - 45.25) < 1e-9)
    let paged = try #require(
      try Self.a4.evenPages(of: [10, 3], pageCount: 9, shape: .columns(4)))
    #expect(paged.columns == 4 && paged.counts == [[4, 4, 2], [3]])
    let rows = try #require(try Self.a4.evenPages(of: [10], shape: .rows(2)))
    #expect((rows.columns, rows.rows) == (5, 2))
    let both = try #require(try Self.a4.evenPages(of: [10], shape: .exactly(columns: 4, rows: 5)))
    #expect((both.columns, both.rows) == (4, 5))
    #expect(both.counts == [[10]])
  }

  @Test("Cells are at most as wide as the largest picture needs")
  func largestWidth() throws {
    let grid = try LargestGrid(
      page: Size(width: 190, height: 272.5), gap: Size(width: 3, height: 3), ratio: 1,
      largestWidth: 5)
    let paged = try #require(try grid.evenPages(of: [100], keeping: 35))
    #expect(paged.counts == [[100]])
    #expect(grid.cell(of: paged) == Size(width: 5, height: 5))
  }

  static let sizes = [
    Size(width: 190, height: 277), Size(width: 277, height: 190), Size(width: 195.9, height: 259.4),
    Size(width: 85, height: 128), Size(width: 80, height: 130), Size(width: 1904, height: 1064),
  ]

  @Test(
    "Cells of 35 mm or more take as few pages as possible, and are within 2 % of the largest size",
    arguments: sizes, [2.0 / 3, 1, 1.5, 16.0 / 9])
  func properties(size: Size, ratio: Double) throws {
    for label in [0, 4.5] {
      let grid = try LargestGrid(
        page: Size(width: size.width, height: size.height - label),
        gap: Size(width: 3, height: 3 + label), ratio: ratio,
        outerDecoration: Size(width: 0, height: label))
      let least = grid.width(ofLongerSide: 35)
      let counts = Array(1...30) + stride(from: 31, through: 2000, by: 179) + [2000]
      for count in counts {
        let comment: Comment = "\(count) of \(ratio) on \(size)"
        let paged = try #require(try grid.evenPages(of: [count], keeping: least), comment)
        let (cell, most) = (grid.cell(of: paged), grid.most(ofWidth: least))
        #expect(paged.counts[0].count == (count - 1) / (most.columns * most.rows) + 1, comment)
        #expect(
          cell.width >= least * (1 - 1e-9) || paged.counts[0].allSatisfy { $0 == 1 }, comment)
        #expect(abs(cell.width / cell.height - ratio) < 1e-9, comment)
        expectEven(paged, groups: [count], comment)
        let fullest = paged.counts[0].max()!
        let widest = (1...fullest).map { grid.width(columns: $0, rows: (fullest - 1) / $0 + 1) }
          .max()!
        // Without a picture that is alone in its row, cells may be a little smaller.
        let isLarge = cell.width >= widest * 0.98 - 1e-9
        let isNearlySo = cell.width >= widest * 0.98 * 0.95 - 1e-9 && paged.loneItemCount == 0
        #expect(isLarge || isNearlySo, comment)
        let (columns, rows) = (Double(paged.columns), Double(paged.rows))
        #expect(
          columns * (cell.width + grid.gap.width) - grid.gap.width <= size.width + 1e-6
            && rows * (cell.height + grid.gap.height) - grid.gap.height
              <= grid.page.height + 1e-6,
          comment)
      }
    }
  }

  /// Expects every picture once, pages that differ by at most one row, and at most one short row.
  private func expectEven(_ paged: EvenPages, groups: [Int], _ comment: Comment) {
    for (count, pages) in zip(groups, paged.counts) {
      #expect(pages.reduce(0, +) == count, comment)
      #expect(pages.dropLast().allSatisfy { $0 % paged.columns == 0 }, comment)
      let rows = pages.map { ($0 - 1) / paged.columns + 1 }
      #expect(rows.allSatisfy { 1...paged.rows ~= $0 }, comment)
      #expect((rows.max() ?? 0) - (rows.min() ?? 0) <= 1, comment)
    }
  }

  @Test("Without room for cells, there is no grid, and invalid numbers are refused")
  func impossible() throws {
    let narrow = try LargestGrid(
      page: Size(width: 10, height: 10), gap: Size(width: 20, height: 20), ratio: 1)
    #expect(try narrow.evenPages(of: [400], shape: .columns(20)) == nil)
    #expect(throws: LayoutError.notPositive(.sheetWidth, 0)) {
      try LargestGrid(page: Size(width: 0, height: 1), ratio: 1)
    }
    #expect(throws: LayoutError.notPositive(.cellRatio, 0)) {
      try LargestGrid(page: Size(width: 1, height: 1), ratio: 0)
    }
    #expect(throws: LayoutError.notPositive(.cellWidth, 0)) {
      try LargestGrid(page: Size(width: 1, height: 1), ratio: 1, largestWidth: 0)
    }
    #expect(throws: LayoutError.negative(.verticalGap, -1)) {
      try LargestGrid(page: Size(width: 1, height: 1), gap: Size(width: 0, height: -1), ratio: 1)
    }
  }
}

extension LargestGrid {
  fileprivate func cell(of pages: EvenPages) -> Size {
    let width = width(columns: pages.columns, rows: pages.rows)
    return Size(width: width, height: width / ratio)
  }
}
