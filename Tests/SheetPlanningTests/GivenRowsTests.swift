import SheetFixtures
import SheetLayout
import SheetModel
import SheetPictures
import TestSupport
import Testing

@testable import SheetPlanning
@testable import SheetPlans

/// Grids of given or automatic columns and rows on paper with a title.
@Suite struct GivenRowsTests {
  private static let photograph = PixelSize(width: 3000, height: 2000)

  private static func plan(
    _ count: Int, columns: Int, rows: Int?, _ change: (inout Sheet) -> Void = { _ in }
  ) throws -> SheetPlan {
    try SmallCellGapTests.job("A4-portrait", count, of: photograph) {
      ($0.layout, $0.title) = (.grid(columns: columns, rows: rows), "Supplement")
      change(&$0)
    }.sheetPlan()
  }

  /// The distances between the rows of a page, and from its last row to its bottom margin.
  private static func room(on page: SheetPage) throws -> (between: [Int], below: Int) {
    let tops = Set(page.tiles.map(\.cell.y)).sorted()
    let cell = try #require(page.tiles.first?.cell)
    let ends = page.tiles.map(\.cell.maxY)
    return (
      zip(tops, tops.dropFirst()).map { $1 - $0 - cell.height },
      page.size.height - Int(SmallCellGapTests.pixels(10).rounded()) - (ends.max() ?? 0)
    )
  }

  @Test(
    "Given rows move apart evenly towards the foot of the page, and a page with fewer rows starts the same way"
  )
  func full() throws {
    let plan = try Self.plan(25, columns: 4, rows: 5)
    #expect(plan.pages.count == 2)
    let (between, below) = try Self.room(on: plan.pages[0])
    #expect(between.count == 4 && Set(between).count == 1)
    let usual = try Self.room(on: Self.plan(25, columns: 4, rows: 5) { $0.title = nil }.pages[0])
    try Self.expectSpread(plan, between, below, from: usual.between[0])
    let short = Set(plan.pages[1].tiles.map(\.cell.y)).sorted()
    #expect(short == Array(Set(plan.pages[0].tiles.map(\.cell.y)).sorted().prefix(2)))
  }

  @Test(
    "Rows stay together if there is no title, or if only columns or a gap is given"
  )
  func together() throws {
    for plan in [
      try Self.plan(20, columns: 4, rows: nil),
      try Self.plan(20, columns: 4, rows: 5) { $0.title = nil },
      try Self.plan(20, columns: 4, rows: 5) { $0.gap = .init(.millimetres(4)) },
    ] {
      let (between, _) = try Self.room(on: plan.pages[0])
      #expect(between.allSatisfy { $0 < 60 }, "\(between)")
    }
  }

  /// Checks that rows have moved apart until the page is full, or by a quarter of their height.
  private static func expectSpread(
    _ plan: SheetPlan, _ between: [Int], _ below: Int, from usual: Int
  ) throws {
    let height = try #require(plan.pages[0].tiles.first?.cell.height)
    let added = between[0] - usual
    #expect(added > 0 && 4 * added <= height + 8, "\(added) of \(height)")
    #expect(0...4 ~= below || 4 * added >= height - 8, "\(below)")
  }

  /// A plan of upright photographs in a grid whose columns and rows are automatic.
  private static func automatic(
    _ count: Int, of size: PixelSize = PixelSize(width: 2400, height: 3000),
    _ change: (inout Sheet) -> Void = { _ in }
  ) throws -> SheetPlan {
    try SmallCellGapTests.job("A4-landscape", count, of: size) {
      $0.title = "Class 4b"
      change(&$0)
    }.sheetPlan()
  }

  @Test(
    "Rows of an automatic grid that is as wide as the page also move apart", arguments: [24, 58])
  func automatic(count: Int) throws {
    let plan = try Self.automatic(count)
    let (between, below) = try Self.room(on: plan.pages[0])
    #expect(between.count > 1 && Set(between).count == 1)
    let usual = try Self.room(on: Self.automatic(count) { $0.title = nil }.pages[0])
    try Self.expectSpread(plan, between, below, from: usual.between[0])
    let tops = plan.pages.map { Set($0.tiles.map(\.cell.y)).sorted() }
    #expect(tops.allSatisfy { $0 == Array(tops[0].prefix($0.count)) })
  }

  @Test("Rows of an automatic grid stay together if it is narrow, untitled, or has a given gap")
  func automaticTogether() throws {
    for plan in [
      try Self.automatic(30, of: PixelSize(width: 64, height: 64)),
      try Self.automatic(24) { $0.title = nil },
      try Self.automatic(24) { $0.gap = .init(.millimetres(4)) },
    ] {
      let (between, _) = try Self.room(on: plan.pages[0])
      #expect(between.allSatisfy { $0 < 60 }, "\(between)")
    }
  }
}
