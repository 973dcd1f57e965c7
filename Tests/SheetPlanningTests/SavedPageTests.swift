import SheetFixtures
import SheetLayout
import SheetModel
import SheetPictures
import TestSupport
import Testing

@testable import SheetPlanning
@testable import SheetPlans

/// Given columns on paper, whose rows become slightly lower if that saves a page.
@Suite struct SavedPageTests {
  private static func plan(
    _ count: Int, columns: Int, of size: PixelSize, _ change: (inout Sheet) -> Void = { _ in }
  ) throws -> SheetPlan {
    try SmallCellGapTests.job("A4-portrait", count, of: size) {
      ($0.layout, $0.font) = (.grid(columns: columns), "builtin")
      change(&$0)
    }.sheetPlan()
  }

  @Test("Pictures become at most a tenth narrower, and only if that saves a page")
  func properties() throws {
    var random = SeededGenerator(seed: 223)
    var savedCount = 0
    for _ in 0..<150 {
      let size = PixelSize(
        width: 1500 + random.number(below: 3000), height: 1500 + random.number(below: 3000))
      let (columns, count) = (2 + random.number(below: 4), 1 + random.number(below: 60))
      let plan = try Self.plan(count, columns: columns, of: size)
      // A given ratio is exact.
      let ratio = Double(size.width) / Double(size.height)
      let usual = try Self.plan(count, columns: columns, of: size) {
        $0.layout = .grid(columns: columns, ratio: .fixed(ratio))
      }
      let comment: Comment = "\(count) of \(size) in \(columns) columns"
      #expect(plan.pages.flatMap(\.tiles).map(\.index) == Array(0..<count), comment)
      let (width, full) = (
        try #require(plan.pages[0].tiles[0].placement?.image.width),
        try #require(usual.pages[0].tiles[0].placement?.image.width)
      )
      #expect(Double(width) >= 0.9 * Double(full) - 2, comment)
      if plan.pages.count == usual.pages.count {
        #expect(abs(width - full) <= 1, comment)
      } else {
        savedCount += 1
        #expect(plan.pages.count < usual.pages.count, comment)
      }
    }
    #expect(savedCount > 3)
  }

  @Test("Eighteen 4:3 pictures in three columns take one page, unless cells are given or filled")
  func saved() throws {
    let size = PixelSize(width: 4000, height: 3000)
    #expect(try Self.plan(18, columns: 3, of: size).pages.map(\.tiles.count) == [18])
    // A given ratio is kept, and so is the height of rows whose cells are filled.
    for change in [
      { $0.layout = .grid(columns: 3, ratio: .fixed(4.0 / 3)) }, { $0.scale = .fill },
    ] as [(inout Sheet) -> Void] {
      #expect(try Self.plan(18, columns: 3, of: size, change).pages.count == 2)
    }
  }
}
