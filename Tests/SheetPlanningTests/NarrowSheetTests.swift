import SheetFixtures
import SheetLayout
import SheetModel
import SheetText
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning
@testable import SheetPlans

/// Sheets of few pictures, whose width is not given.
@Suite struct NarrowSheetTests {
  private static func layouts(isWidthGiven: Bool) -> [any Layout] {
    LastRow.allCases.map { RowLayout(lastRow: $0, isWidthGiven: isWidthGiven) } + [
      RowLayout(rowHeight: 90, isWidthGiven: isWidthGiven),
      MasonryLayout(isWidthGiven: isWidthGiven),
      MasonryLayout(bottom: .flush, isWidthGiven: isWidthGiven),
      ColumnLayout(isWidthGiven: isWidthGiven),
    ]
  }

  private static func page(
    _ layout: any Layout, _ pictures: [SheetPicture],
    _ change: (inout SheetJob) throws -> Void = { _ in }
  ) throws -> SheetPage {
    var job = SheetJob()
    job.layout = layout
    job.texts.font = .builtin
    try change(&job)
    return try SheetPlanner(job).plan([PictureGroup(pictures: pictures)]).plan.pages[0]
  }

  private static func pictures(
    _ count: Int, _ random: inout SeededGenerator
  ) -> [SheetPicture] {
    (0..<count).map { _ in
      let (width, height) = (random.number(below: 4), random.number(below: 4))
      let sides = [16, 60, 400, 2000]
      return .stub(
        sides[width] + random.number(below: 50), sides[height] + random.number(below: 50))
    }
  }

  @Test(
    "A sheet without a given width is no wider than its pictures, which shrink only to justify rows"
  )
  func narrow() throws {
    var random = SeededGenerator(seed: 2)
    var narrowCount = 0
    for _ in 0..<60 {
      let pictures = Self.pictures(1 + random.number(below: 8), &random)
      let given = Self.layouts(isWidthGiven: true)
      for (layout, wide) in zip(Self.layouts(isWidthGiven: false), given) {
        let (page, whole) = (try Self.page(layout, pictures), try Self.page(wide, pictures))
        #expect(whole.size.width == 1600 && page.size.width <= 1600)
        let cells = page.tiles.map(\.cell)
        let right = cells.map(\.maxX).max() ?? 0
        if layout is RowLayout {
          #expect(abs(page.size.width - 8 - right) <= 1 && cells.map(\.x).min() == 8)
        } else {
          #expect(page.size.width >= right + 8)
        }
        if page.size.width < 1600 { narrowCount += 1 }
        // Masonry of a few pictures also gets narrower so that it is not too tall.
        if layout is MasonryLayout { continue }
        let isSame = zip(cells, whole.tiles.map(\.cell)).allSatisfy {
          abs($0.width - $1.width) <= 1 && abs($0.height - $1.height) <= 1
        }
        if layout is RowLayout, !isSame {
          #expect(page.size.width >= 1100)
          continue
        }
        for (cell, other) in zip(cells, whole.tiles.map(\.cell)) {
          // Edges are rounded.
          #expect(abs(cell.width - other.width) <= 1 && abs(cell.height - other.height) <= 1)
        }
      }
    }
    #expect(narrowCount > 50)
  }

  @Test("Columns with pictures keep their width, and the sheet ends after the last of them")
  func columns() throws {
    for layout in [
      MasonryLayout(isWidthGiven: false), ColumnLayout(isWidthGiven: false),
    ] as [any Layout] {
      for count in 1...9 {
        let page = try Self.page(layout, Array(repeating: .stub(900, 600), count: count))
        #expect(abs(page.size.width - (page.tiles.map(\.cell.maxX).max() ?? 0) - 8) <= 1)
        if layout is MasonryLayout { continue }
        // Six columns of 257 pixels fit into 1600.
        let edges = Set(page.tiles.map(\.cell.x)).count
        #expect(edges == min(count, 6))
        #expect(page.tiles.allSatisfy { 256...259 ~= $0.cell.width })
      }
    }
    let tracks = try ColumnTrack.list(parsing: "4 * fixed(100)")
    let stated = MasonryLayout(tracks, isWidthGiven: false)
    #expect(try Self.page(stated, [.stub(900, 600)]).size.width == 1600)
  }

  @Test(
    "A title stands over the pictures, whether or not the width is given", arguments: [1, 2, 4])
  func title(count: Int) throws {
    let pictures = Array(repeating: SheetPicture.stub(600, 900), count: count)
    for isGiven in [false, true] {
      for text in ["A day", "A journey over all of the hills in the middle of the winter"] {
        let page = try Self.page(RowLayout(isWidthGiven: isGiven), pictures) {
          $0.texts.title = try PageTemplate(text)
        }
        let title = try #require(page.texts.first)
        let left = page.tiles.map(\.cell.x).min() ?? 0
        let right = page.tiles.map(\.cell.maxX).max() ?? 0
        if title.alignment == .center {
          #expect(abs(title.area.x + title.area.maxX - left - right) <= 1)
        } else {
          #expect(isGiven && text.count > 20 && title.alignment == .left && title.area.x == left)
          #expect(title.lineTexts == nil && title.area.maxX > right)
        }
      }
    }
  }

  @Test("A sheet of icons has room for each word of its text")
  func icons() throws {
    let icon = [SheetPicture.stub(16, 16)]
    let layout = RowLayout(isWidthGiven: false)
    #expect(try Self.page(layout, icon).size.width == 32)
    let titled = try Self.page(layout, icon) {
      $0.texts.title = try PageTemplate("Sprites of a game")
    }
    #expect(titled.size.width == 160 && titled.texts[0].lineTexts == nil)
  }

  @Test("Pages of different groups have the same width, and text at the same horizontal positions")
  func groups() throws {
    for layout in Self.layouts(isWidthGiven: false) {
      var job = SheetJob()
      job.layout = layout
      job.texts.font = .builtin
      job.paging.groupKey = .folder
      job.texts.title = try PageTemplate("Title")
      job.texts.footer = try PageTemplate("a\\tb")
      let plan = try SheetPlanner(job).plan(
        [1, 3, 2].map { count in
          PictureGroup(name: "G", pictures: Array(repeating: .stub(300, 200), count: count))
        }
      ).plan
      #expect(plan.pages.count == 3)
      #expect(Set(plan.pages.map(\.size.width)).count == 1 && plan.pages[0].size.width < 1200)
      let places = plan.pages.map { page in
        page.texts.filter { $0.role != .heading }.map { [$0.area.x, $0.area.width] }
      }
      #expect(Set(places).count == 1 && places[0].count == 3)
    }
  }

  @Test("A picture with a row to itself keeps the sheet wide")
  func alone() throws {
    var job = SheetJob()
    job.layout = RowLayout(isWidthGiven: false)
    job.spans = [try #require(try PictureRule("*=row", as: .span))]
    let plan = try SheetPlanner(job).plan([PictureGroup(pictures: [.stub(400, 600)])]).plan
    #expect(plan.pages[0].size.width == 1600)
  }

  @Test("The width of a sheet is given by its size or by paper")
  func given() throws {
    for (size, paper, isGiven) in [
      (nil, nil, false), (Sheet.Extent(width: 1600), nil, true), (nil, .a4, true),
    ] as [(Sheet.Extent?, Sheet.Paper?, Bool)] {
      var sheet = Sheet()
      (sheet.layout, sheet.size, sheet.paper) = (.rows(), size, paper)
      #expect((try sheet.resolved().layout as? RowLayout)?.isWidthGiven == isGiven)
    }
  }
}
