import SheetFixtures
import SheetLayout
import SheetModel
import SheetPictures
import TestSupport
import Testing

@testable import SheetPlanning
@testable import SheetPlans

/// Justified rows of small photographs, which are enlarged up to 1.3 times.
@Suite struct EvenRowsTests {
  private static let sizes = [
    (460, 307), (460, 307), (768, 307), (307, 460), (768, 512), (460, 307),
  ]

  private static func planned(
    _ sizes: [(Int, Int)], _ change: (inout Sheet) -> Void = { _ in }
  ) throws -> PlannedPictures {
    var sheet = Sheet()
    sheet.layout = .rows(height: .pixels(400))
    change(&sheet)
    var job = try sheet.resolved()
    job.sources = sizes.enumerated().map {
      StubPicture(
        name: "\($0.offset).png", size: PixelSize(width: $0.element.0, height: $0.element.1))
    }
    return try job.planned()
  }

  /// The images of each row of a page.
  private static func rows(of page: SheetPage) -> [[PixelRect]] {
    Dictionary(grouping: page.tiles, by: \.cell.y).sorted { $0.key < $1.key }.map {
      $0.value.compactMap(\.placement?.image).sorted { $0.x < $1.x }
    }
  }

  private static func isEven(_ row: [PixelRect], on page: SheetPage) -> Bool {
    let heights = row.map(\.height)
    return (heights.max() ?? 0) - (heights.min() ?? 0) <= 1
      && abs((row.last?.maxX ?? 0) + 8 - page.size.width) <= 1
  }

  @Test("A sheet without a given width becomes narrower if all its rows can then be justified")
  func narrower() throws {
    for (count, last) in [(4, LastRow.justified), (6, .left), (6, .justified)] {
      let planned = try Self.planned(Array(Self.sizes.prefix(count))) {
        $0.layout = .rows(height: .pixels(400), lastRow: last)
      }
      let page = planned.plan.pages[0]
      let rows = Self.rows(of: page)
      #expect(rows.count == 2 && rows.allSatisfy { Self.isEven($0, on: page) }, "\(rows)")
      #expect(page.size.width >= 1100)
      #expect(planned.notes.of(.unevenRows).isEmpty)
    }
  }

  @Test("On a sheet of a given width, rows become lower if all but the last can then be justified")
  func lower() throws {
    let page = try Self.planned(Self.sizes) { $0.size = Sheet.Extent(width: .pixels(1600)) }.plan
      .pages[0]
    let rows = Self.rows(of: page)
    #expect(page.size.width == 1600)
    #expect(rows.dropLast().allSatisfy { Self.isEven($0, on: page) }, "\(rows)")
    for tile in page.tiles {
      let (width, height) = Self.sizes[tile.index]
      let image = try #require(tile.placement?.image)
      #expect(Double(image.width) <= 1.3 * Double(width) + 1)
      #expect(Double(image.height) <= 1.3 * Double(height) + 2)
    }
  }

  @Test("If rows cannot be justified, a note suggests upscale, with which they can be")
  func note() throws {
    func planned(_ upscale: Sheet.Upscaling) throws -> PlannedPictures {
      try Self.planned(Self.sizes + [(300, 200), (3000, 2000), (3000, 2000)]) {
        $0.layout = .rows(height: .pixels(900))
        ($0.size, $0.upscale) = (Sheet.Extent(width: .pixels(1600)), upscale)
      }
    }
    let notes = try planned(.automatic).notes.of(.unevenRows)
    #expect(notes.count == 1 && notes[0].description.contains("upscale enlarges them"), "\(notes)")
    #expect(try planned(.none).notes.of(.unevenRows).isEmpty)
    let enlarged = try planned(.toCells)
    #expect(enlarged.notes.of(.unevenRows).isEmpty)
    let page = enlarged.plan.pages[0]
    #expect(Self.rows(of: page).dropLast().allSatisfy { Self.isEven($0, on: page) })
    // Nobody expects icons to be enlarged.
    let icons = try Self.planned(
      [(16, 16), (64, 64), (48, 48)].flatMap { Array(repeating: $0, count: 30) })
    #expect(icons.notes.of(.unevenRows).isEmpty)
  }
}
