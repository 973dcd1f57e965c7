import Foundation
import SheetFixtures
import SheetLayout
import SheetModel
import SheetText
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning
@testable import SheetPlans

/// Grids that try every number of columns or rows.
@Suite struct GridSearchPlanTests {
  static func plan(
    _ sizing: GridSizing, _ search: GridSearch, _ groups: [Int], paging: Paging = Paging()
  ) throws -> SheetPlan {
    try SheetPlanner(
      GridLayout(sizing, search: search), gap: PixelSpacing(0), margin: PixelSpacing(0),
      paging: paging
    ).sheetPlan(groups.map { Array(repeating: .stub(100, 100), count: $0) })
  }

  /// A grid without a size, without a ratio, or with only a width.
  static let searching: [GridSizing] = [
    .automatic(cellRatio: .automatic), .automatic(cellRatio: .fixed(1.5)),
    .width(900, cellRatio: .automatic), .width(900, cellRatio: .fixed(1.5)),
    .sheet(PixelSize(width: 900, height: 500), cellRatio: .automatic), .largestPicture,
  ]

  @Test(
    "Without a size or a ratio, a search by rows finds the default grid", arguments: searching)
  func byRows(sizing: GridSizing) throws {
    for count in [1, 2, 5, 10, 26, 41, 100, 317] {
      #expect(
        try Self.plan(sizing, .byRows, [count]) == Self.plan(sizing, .compact, [count]), "\(count)")
    }
  }

  @Test("Without a size, a search by columns finds the number that brings the sheet closest to 3:2")
  func byColumns() throws {
    var differing = 0
    for count in 1...120 {
      let page = try Self.plan(.automatic(cellRatio: .automatic), .byColumns, [count]).pages[0]
      func distance(_ columns: Int) -> Double {
        abs(log(Double(columns) / Double((count - 1) / columns + 1) / 1.5))
      }
      let grid = try #require(page.grid)
      let least = (1...count).map(distance).min() ?? 0
      #expect(distance(grid.columns) <= least + 1e-9, "\(count)")
      #expect(grid.rows == (count - 1) / grid.columns + 1)
      let usual = try Self.plan(.automatic(cellRatio: .automatic), .compact, [count]).pages[0].grid
      if grid != usual { differing += 1 }
    }
    // For example, 41 pictures are in 8 columns instead of 9.
    #expect(differing > 0)
  }

  @Test("All pages use the grid of the fullest page, including empty rows")
  func pages() throws {
    var paging = Paging()
    paging.picturesPerPage = 10
    let size = PixelSize(width: 100, height: 350)
    let pages = try Self.plan(
      .sheet(size, cellRatio: .fixed(1)), .byRows, [23], paging: paging
    ).pages
    #expect(pages.map(\.tiles.count) == [10, 10, 3])
    #expect(pages.allSatisfy { $0.grid == PageGrid(rows: 7, columns: 2) && $0.size == size })
    #expect(
      pages.flatMap(\.tiles).allSatisfy { $0.cell.size == PixelSize(width: 50, height: 50) })
  }

  @Test(
    "On paper, a search fills the pages with cells that are not too small",
    arguments: [GridSearch.byColumns, .byRows], [1, 7, 84, 157])
  func paper(search: GridSearch, count: Int) throws {
    let ratio = Sheet.CellRatio.fixed(1)
    let job = LargestGridPlanTests.job(ratio: ratio) {
      $0.layout = GridLayout(.sheet(LargestGridPlanTests.a4, cellRatio: ratio), search: search)
      ($0.paging.minimumHeight, $0.paging.maximumHeight) = (3508, 3508)
    }
    let pages = try LargestGridPlanTests.plan(job, [count]).pages
    #expect(pages.flatMap(\.tiles).map(\.index) == Array(0..<count))
    for page in pages {
      let grid = try #require(page.grid)
      #expect(grid.rows * grid.columns >= page.tiles.count)
      let cell = page.tiles[0].cell
      #expect(max(cell.width, cell.height) >= 412)
      #expect(abs(Double(grid.columns) * Double(cell.width + 35) - 35 - (2480 - 236)) < 8)
      #expect(abs(Double(grid.rows) * Double(cell.height + 35) - 35 - (3508 - 236)) < 8)
    }
    #expect(pages.allSatisfy { $0.grid == pages[0].grid })
  }

  @Test("With sections, by-columns tries every number of columns, and by-rows only compact grids")
  func sections() throws {
    var generator = SeededGenerator(seed: 74)
    let size = PixelSize(width: 900, height: 500)
    var differing = 0
    for _ in 0..<40 {
      let counts = (0..<Int.random(in: 2...4, using: &generator)).map { _ in
        Int.random(in: 1...40, using: &generator)
      }
      func plan(_ search: GridSearch) throws -> SheetPlan {
        var job = SheetJob()
        let ratio = Sheet.CellRatio.fixed(1)
        job.layout = GridLayout(.sheet(size, cellRatio: ratio), search: search)
        (job.gap, job.margin) = (PixelSpacing(0), PixelSpacing(0))
        (job.paging.groupKey, job.paging.groupBreak) = (.folder, .section)
        job.texts.font = .builtin
        return try SheetPlanner(job).sheetPlan(
          counts.map { Array(repeating: .stub(100, 100), count: $0) })
      }
      func distance(_ plan: SheetPlan) -> Double {
        let cell = plan.pages[0].tiles[0].cell
        return abs(log(Double(cell.width) / Double(cell.height)))
      }
      let (columns, rows) = (try plan(.byColumns), try plan(.byRows))
      #expect(distance(columns) <= distance(rows) + 0.05, "\(counts)")
      if columns != rows { differing += 1 }
      #expect(rows.pages.allSatisfy { $0.tiles.allSatisfy { $0.cell.maxY <= size.height } })
    }
    #expect(differing > 0)
  }
}
