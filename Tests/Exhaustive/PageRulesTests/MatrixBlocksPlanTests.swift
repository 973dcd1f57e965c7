import SheetFixtures
import SheetLayout
import SheetModel
import Testing

@testable import SheetPictures
@testable import SheetPlanning
@testable import SheetPlans

/// Plans of matrices that are much taller than wide.
@Suite struct MatrixBlocksPlanTests {
  private static func plan(
    rows: Int, columns: Int = 2, _ change: (inout SheetJob) throws -> Void = { _ in }
  ) throws -> SheetPlan {
    var job = try MatrixPlanTests.job(.nothing)
    try change(&job)
    let pictures = (0..<rows * columns).filter { $0 % 7 != 3 }.map { index in
      SheetPicture(
        StubPicture(
          name: "r\(1000 + index / columns)_c\(index % columns)_\(index).png",
          size: PixelSize(width: 60, height: 40)))
    }
    let known = PictureFactsBuilder(
      pictures, table: nil, parsing: [try NameTemplate("{r}_{c}_{i}")])
    return try SheetPlanner(job).plan([PictureGroup(name: "", pictures: known.pictures)]).plan
  }

  @Test("A tall matrix is split into blocks, each with the headings of its rows and all columns")
  func blocks() throws {
    let plan = try Self.plan(rows: 300)
    let page = plan.pages[0]
    #expect(plan.pages.count == 1 && page.tiles.map(\.index) == Array(plan.pictures.indices))
    let ratio = Double(page.size.height) / Double(page.size.width)
    #expect(0.5...2 ~= ratio, "\(page.size)")
    #expect(page.rows.map(\.heading) == (1000..<1300).map { "r\($0)" })
    let count = Set(page.rows.map(\.cells.x)).count
    #expect(count > 1 && page.columns.map(\.heading).count == 2 * count)
    #expect(page.columns.allSatisfy { $0.headingArea != nil })
    #expect(page.tiles.count + page.emptyCells.count == 600)
    for tile in page.tiles {
      let name = plan.pictures[tile.index].name
      let row = try #require(page.rows.first { name.hasPrefix("\($0.heading)_") })
      #expect(tile.cell.isInside(row.cells))
      let column = page.columns.filter { tile.cell.isInside($0.cells) }.map(\.heading)
      #expect(column.count == 1 && name.contains("_\(column[0])_"))
    }
    for (index, tile) in page.tiles.enumerated() {
      #expect(page.tiles[..<index].allSatisfy { !$0.cell.overlaps(tile.cell) })
    }
    let json = SheetManifest(plan, files: ["a.png"]).json()
    #expect(try SheetManifest(json: json).plan == plan)
  }

  @Test("A matrix with few rows, a given width, several pages or sections is a single block")
  func oneBlock() throws {
    func starts(_ plan: SheetPlan) -> Int { Set(plan.pages.flatMap(\.rows).map(\.cells.x)).count }
    #expect(try starts(Self.plan(rows: 5)) == 1)
    #expect(
      try starts(
        Self.plan(rows: 300) { job in
          var layout = try MatrixPlanTests.layout(.nothing)
          layout.sizing = .sheet(.pixels(330))
          job.layout = layout
        }) == 1)
    let paged = try Self.plan(rows: 300) { $0.paging.maximumHeight = 900 }
    #expect(starts(paged) == 1 && paged.pages.count > 1)
    let sections = try Self.plan(rows: 300) {
      ($0.paging.groupKey, $0.paging.groupBreak) = (.folder, .section)
    }
    #expect(starts(sections) == 1)
  }
}
