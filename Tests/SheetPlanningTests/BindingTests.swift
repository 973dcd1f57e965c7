import SheetFixtures
import SheetLayout
import SheetModel
import SheetPictures
import TestSupport
import Testing

@testable import SheetPlanning
@testable import SheetPlans

/// `--binding`: extra space at the inner side of pages.
@Suite struct BindingTests {
  private static let layouts: [Sheet.Layout] = [
    .grid(), .rows(height: 90), .masonry([.fixed(90), .fixed(90)]), .collage, .tiered(),
    .columns([.flexible(), .flexible()]),
  ]

  private static func plan(
    _ layout: Sheet.Layout, binding: Sheet.Length, _ change: (inout Sheet) -> Void
  ) throws -> SheetPlan {
    var sheet = Sheet()
    (sheet.layout, sheet.binding, sheet.font) = (layout, binding, "builtin")
    (sheet.title, sheet.footer, sheet.label) = ("Title", "Page {page}", "{name}")
    sheet.perPage = 5
    change(&sheet)
    var random = SeededGenerator(seed: 4)
    let pictures = (0..<13).map { _ in
      SheetPicture.stub(60 + random.number(below: 200), 60 + random.number(below: 200))
    }
    return try SheetPlanner(try sheet.resolved()).sheetPlan([pictures])
  }

  @Test(
    "Pages look like those of a narrower sheet, moved to the right if their numbers are odd",
    arguments: layouts.indices)
  func pages(index: Int) throws {
    let layout = Self.layouts[index]
    let bound = try Self.plan(layout, binding: 50) {
      $0.size = Sheet.Extent(width: 500, height: 400)
    }
    let narrow = try Self.plan(layout, binding: 0) {
      $0.size = Sheet.Extent(width: 450, height: 400)
    }
    #expect(bound.pages.count == narrow.pages.count && bound.pages.count >= 3)
    for (page, other) in zip(bound.pages, narrow.pages) {
      let distance = page.number % 2 == 1 ? 50 : 0
      #expect(page.size.width == other.size.width + 50 && page.size.height == other.size.height)
      #expect(page.tiles.map(\.cell.x) == other.tiles.map { $0.cell.x + distance })
      #expect(page.texts.map(\.area.x) == other.texts.map { $0.area.x + distance })
      let room = PixelRect(x: distance, y: 0, width: 450, height: page.size.height)
      let areas = page.tiles.map(\.cell) + page.texts.map(\.area)
      #expect(areas.allSatisfy { $0.isInside(room) })
    }
  }

  @Test("Without a given width, pages become wider, and their contents stay as they are")
  func unsized() throws {
    let bound = try Self.plan(.grid(), binding: 50) { _ in }
    let plain = try Self.plan(.grid(), binding: 0) { _ in }
    #expect(bound.pages.map(\.size.width) == plain.pages.map { $0.size.width + 50 })
    #expect(
      bound.pages.flatMap(\.tiles).map(\.cell.size) == plain.pages.flatMap(\.tiles).map(\.cell.size)
    )
  }

  @Test("With a binding, paper keeps its size and its default margin")
  func paper() throws {
    var sheet = Sheet()
    (sheet.paper, sheet.dpi) = (.a4, 254)
    let plain = try sheet.resolved()
    sheet.binding = .millimetres(20)
    let job = try sheet.resolved()
    #expect(job.binding == 200 && job.margin == plain.margin && job.gap == plain.gap)
    #expect(job.paging == plain.paging && job.texts.medium == plain.texts.medium)
    let plan = try SheetPlanner(job).sheetPlan([[SheetPicture.stub(3000, 2000)]])
    #expect(plan.pages.map(\.size) == [PixelSize(width: 2100, height: 2970)])
  }

  @Test("A binding as wide as the page is refused, and so is one that makes a page too large")
  func tooWide() throws {
    for binding in [500, 501, 100_000] as [Sheet.Length] {
      let error = #expect(throws: SettingError.self) {
        _ = try Self.plan(.grid(), binding: binding) { $0.size = Sheet.Extent(width: 500) }
      }
      #expect(error?.setting == .binding)
    }
    #expect(throws: ContactSheetError.self) {
      _ = try Self.plan(.grid(), binding: 10_000) { $0.maxPixels = 4_000_000 }
    }
  }
}
