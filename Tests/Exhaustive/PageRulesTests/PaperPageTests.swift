import SheetFixtures
import SheetLayout
import SheetModel
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning
@testable import SheetPlans

/// Rows, masonry and collages on paper pages, which hold as many pictures as a minimum size allows.
@Suite struct PaperPageTests {
  static func plan(
    _ layout: any Layout, _ pictures: [SheetPicture], keeping side: Int, _ scaling: Scaling = .fit
  ) throws -> SheetPlan {
    let job = LargestGridPlanTests.job {
      $0.layout = layout
      ($0.paging.minimumHeight, $0.paging.maximumHeight) = (3508, 3508)
      $0.paging.minimumPictureSide = side
      $0.style.scaling = scaling
    }
    return try SheetPlanner(job).sheetPlan([pictures])
  }

  static func photographs(_ count: Int) -> [SheetPicture] {
    (0..<count).map { [.stub(3000, 2000), .stub(2000, 3000), .stub(4000, 3000)][$0 % 3] }
  }

  /// The lower edge of a page's cells.
  private func foot(_ page: SheetPage) -> Int { page.tiles.map(\.cell.maxY).max() ?? 0 }

  @Test(
    "Rows take as many pages as rows of 35 mm would take, and fill them",
    arguments: [1, 6, 40, 157])
  func rows(count: Int) throws {
    let pictures = Self.photographs(count)
    let extent = PixelExtent(width: 2480, height: nil) ?? .standard
    let plan = try Self.plan(RowLayout(extent: extent), pictures, keeping: 413)
    let usual = try Self.plan(RowLayout(rowHeight: 413, extent: extent), pictures, keeping: 413)
    #expect(plan.pages.count == usual.pages.count)
    let (least, before) = (plan.pages.map(foot).min() ?? 0, usual.pages.map(foot).min() ?? 0)
    #expect(Double(least) >= 0.95 * Double(before))
    let rows = Dictionary(grouping: plan.pages[0].tiles.map(\.cell), by: \.y).values
    #expect(rows.allSatisfy { $0[0].height >= 413 * 4 / 5 })
    #expect(plan.pages.flatMap(\.tiles).map(\.index) == Array(0..<count))
  }

  @Test(
    "Masonry columns are at least 35 mm wide, on as many pages as that needs",
    arguments: [1, 6, 40, 157])
  func masonry(count: Int) throws {
    let extent = PixelExtent(width: 2480, height: nil) ?? .standard
    let plan = try Self.plan(MasonryLayout(extent: extent), Self.photographs(count), keeping: 413)
    let five = try Self.plan(
      MasonryLayout(Array(repeating: ColumnTrack(.flexible()), count: 5), extent: extent),
      Self.photographs(count), keeping: 413)
    #expect(plan.pages.count == five.pages.count)
    #expect(plan.pages.flatMap(\.tiles).allSatisfy { $0.cell.width >= 413 })
    if count == 6 { #expect(plan.pages[0].tiles[0].cell.width > 600) }
  }

  @Test(
    "The longer side of each picture of a collage is at least 20 mm, on evenly filled pages",
    arguments: [3, 60, 157])
  func collage(count: Int) throws {
    let layout = CollageLayout(extent: PixelExtent(width: 2480, height: 3508) ?? .standard)
    let pictures = Self.photographs(count)
    let plan = try Self.plan(layout, pictures, keeping: 236)
    let sides = plan.pages.flatMap(\.tiles).map { max($0.cell.width, $0.cell.height) }
    #expect(sides.allSatisfy { $0 >= 235 })
    let counts = plan.pages.map(\.tiles.count)
    #expect((counts.max() ?? 0) - (counts.min() ?? 0) <= 1 && counts.reduce(0, +) == count)
    #expect(count > 3 || counts == [3])
    let icons = try Self.plan(layout, Array(repeating: .stub(64, 64), count: 30), keeping: 236)
    #expect(icons.pages.count == 1)
  }

  @Test(
    "Cells with a given ratio or cropped pictures are at least 35 mm long, and fill pages evenly",
    arguments: [1, 2, 12, 39, 40, 84, 157, 205], [1.0, 1.5, 0.6])
  func filled(count: Int, ratio: Double) throws {
    for isWanted in [true, false] {
      let wanted = try #require(Sheet.CellRatio("\(ratio)"))
      let layout = GridLayout(
        .sheet(
          PixelSize(width: 2480, height: 3508), cellRatio: isWanted ? wanted : .automatic))
      let pictures = Self.photographs(count)
      let pages = try Self.plan(layout, pictures, keeping: 413, isWanted ? .fit : .fill).pages
      #expect(pages.flatMap { $0.tiles.map(\.index) } == Array(0..<count))
      let cells = pages.flatMap { $0.tiles.map(\.cell) }
      #expect(cells.allSatisfy { max($0.width, $0.height) >= 412 })
      let columns = Set(cells.map(\.x)).count
      let rows = pages.map { ($0.tiles.count - 1) / columns + 1 }
      #expect(rows.max()! - rows.min()! <= 1)
      #expect(pages.dropLast().allSatisfy { $0.tiles.count.isMultiple(of: columns) })
      // No page has fewer than half of the 40 squares of 35 mm that fit on it.
      #expect(pages.count <= (count - 1) / 20 + 1)
      if count <= 12 { #expect(pages.count == 1) }
      if count >= 157 { #expect(pages.count > 1) }
    }
  }

  @Test(
    "Cells in sections are at least 35 mm long, even with a given ratio or cropped pictures",
    arguments: [[1, 2], [20, 30], [157], [3, 60, 1, 90]], [1.0, 1.5, 0.6])
  func filledSections(counts: [Int], ratio: Double) throws {
    for isWanted in [true, false] {
      let wanted = try #require(Sheet.CellRatio("\(ratio)"))
      let job = LargestGridPlanTests.job(ratio: isWanted ? wanted : .automatic) {
        ($0.paging.minimumHeight, $0.paging.maximumHeight) = (3508, 3508)
        ($0.paging.groupKey, $0.paging.groupBreak) = (.folder, .section)
        if !isWanted { $0.style.scaling = .fill }
      }
      let groups = counts.map { PictureGroup(name: "\($0)", pictures: Self.photographs($0)) }
      let pages = try SheetPlanner(job).plan(groups).plan.pages
      let tiles = pages.flatMap(\.tiles)
      #expect(tiles.map(\.index) == Array(0..<counts.reduce(0, +)))
      #expect(tiles.allSatisfy { max($0.cell.width, $0.cell.height) >= 412 })
      if tiles.count == 3 { #expect(pages.count == 1) }
      if tiles.count >= 154 { #expect(pages.count > 1) }
      #expect(pages.allSatisfy { $0.size == PixelSize(width: 2480, height: 3508) })
    }
  }

  @Test("Tiers keep the full width of the paper, and pages end between layers")
  func tiers() throws {
    let extent = PixelExtent(width: 2480, height: nil) ?? .standard
    let plan = try Self.plan(TieredLayout(extent: extent), Self.photographs(20), keeping: 413)
    #expect(plan.pages.count > 1)
    #expect(plan.pages[0].tiles.map(\.cell.maxX).max() == 2480 - 118)
  }

  @Test(
    "A PDF without a given size is on paper only if a picture has a side of more than 413 pixels")
  func documents() throws {
    let job = try Sheet(folder: "a").resolved(for: SheetDestination(isDocument: true))
    for pictures in [[.stub(413, 200), .broken], []] as [[SheetPicture]] {
      #expect(try job.placedOnPaper(ifLarge: pictures).pagePixelsPerInch == nil)
    }
    let onPaper = try job.placedOnPaper(ifLarge: [.stub(20, 20), .stub(100, 414)])
    #expect(onPaper.pagePixelsPerInch == 300 && onPaper.paging.maximumHeight == 3508)
    // Lengths follow the density of the paper, in tracks as well.
    var columns = Sheet(folder: "a")
    (columns.layout, columns.writtenTracks) = (.columns(), "fixed(40mm)")
    let tracks =
      try columns.resolved(for: SheetDestination(isDocument: true))
      .placedOnPaper(ifLarge: [.stub(100, 414)]).layout as? ColumnLayout
    #expect(tracks?.tracks == [.fixed(472)])
    let picture = try Sheet(folder: "a").resolved()
    #expect(try picture.placedOnPaper(ifLarge: [.stub(999, 999)]).pagePixelsPerInch == nil)
  }
}
