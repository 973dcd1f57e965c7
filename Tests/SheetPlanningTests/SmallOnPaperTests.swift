import SheetFixtures
import SheetLayout
import SheetModel
import SheetPictures
import TestSupport
import Testing

@testable import SheetPlanning
@testable import SheetPlans

/// The note on pictures that look small on paper, because they are not enlarged.
@Suite struct SmallOnPaperTests {
  private static func notes(
    _ paper: String, _ count: Int, of size: PixelSize, _ change: (inout Sheet) -> Void = { _ in }
  ) throws -> [Note] {
    try SmallCellGapTests.job(paper, count, of: size, change).planned().notes.of(.smallPictures)
  }

  private static let plot = PixelSize(width: 640, height: 420)
  private static let grid = Sheet.Layout.grid(columns: 2, rows: 4)

  @Test("The note counts small pictures, and is left out if a setting explains their size")
  func plots() throws {
    let notes = try Self.notes("A4", 48, of: Self.plot) { $0.layout = Self.grid }
    #expect(
      notes.map(\.description) == [
        "48 images fill less than two thirds of the space they could, because they are not enlarged; "
          + "upscale enlarges them"
      ])
    let one = try Self.notes("A4", 1, of: Self.plot)
    #expect(
      one.map(\.description) == [
        "1 image fills less than two thirds of the space it could, because it is not enlarged; "
          + "upscale enlarges it"
      ])
    for change in [
      { $0.upscale = .toCells }, { $0.upscale = .factor(1) }, { $0.scale = Sheet.Scaling.none },
      { $0.scale = .fill }, { $0.dpi = 200 }, { $0.layout = .collage }, { $0.layout = .grid() },
    ] as [(inout Sheet) -> Void] {
      let silent = try Self.notes("A4", 48, of: Self.plot) {
        $0.layout = Self.grid
        change(&$0)
      }
      #expect(silent == [])
    }
    var sheet = try SmallCellGapTests.job("A4", 9, of: Self.plot) { $0.layout = Self.grid }
    sheet.pagePixelsPerInch = nil
    #expect(try sheet.planned().notes.of(.smallPictures) == [])
  }

  @Test(
    "The note counts pictures that could have 1.5 times their area, whether or not --dpi is given")
  func threshold() throws {
    // A cell is 1104 x 1067 pixels.
    for (side, count) in [(930, 0), (850, 8), (600, 8)] {
      for dpi in [nil, 300] {
        let notes = try Self.notes("A4", 8, of: PixelSize(width: side, height: side)) {
          ($0.layout, $0.dpi) = (.grid(columns: 2, rows: 3), dpi)
        }
        #expect(notes.map { $0.measures[.count] } == (count == 0 ? [] : [count]), "\(side)")
      }
    }
  }

  @Test("Neither icons nor photographs are ever said to be small", arguments: [16, 64, 200])
  func icons(side: Int) throws {
    let icon = PixelSize(width: side, height: side)
    #expect(try Self.notes("A4", 8, of: icon) { $0.layout = Self.grid } == [])
    let photograph = PixelSize(width: 30 * side + 1000, height: 20 * side + 700)
    #expect(try Self.notes("A4", 8, of: photograph) { $0.layout = Self.grid } == [])
  }

  @Test(
    "Following the note makes every picture at least 1.2 times as long as before, and removes the note"
  )
  func remedy() throws {
    var random = SeededGenerator(seed: 84)
    var count = 0
    for _ in 0..<60 {
      let size = PixelSize(
        width: 201 + random.number(below: 1500), height: 201 + random.number(below: 1000))
      let grid = Sheet.Layout.grid(
        columns: 1 + random.number(below: 4), rows: 1 + random.number(below: 5))
      let total = 1 + random.number(below: 30)
      if try Self.notes("A4", total, of: size, { $0.layout = grid }).isEmpty { continue }
      count += 1
      let enlarged = try SmallCellGapTests.job("A4", total, of: size) {
        ($0.layout, $0.upscale) = (grid, .toCells)
      }.planned()
      #expect(enlarged.notes.of(.smallPictures) == [])
      for tile in enlarged.plan.pages.flatMap(\.tiles) {
        let image = try #require(tile.placement?.image.size)
        #expect(Double(image.width) >= 1.2 * Double(size.width) - 1, "\(size) \(grid)")
      }
    }
    #expect(count > 5)
  }
}
