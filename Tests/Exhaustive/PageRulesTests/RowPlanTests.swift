import SheetFixtures
import SheetImaging
import SheetLayout
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning
@testable import SheetPlans

/// Rows on sheets whose height depends on the pictures.
@Suite struct RowPlanTests {
  private static func pictures(_ count: Int, sides: ClosedRange<Int>) -> [SheetPicture] {
    var random = SeededGenerator(seed: UInt64(count))
    return (0..<count).map { _ in
      .stub(.random(in: sides, using: &random), .random(in: sides, using: &random))
    }
  }

  @Test(
    "A photograph is enlarged up to 1.3 times in its row, but icons and pixel art are not",
    arguments: [1, 2, 7, 40, 400, 2000])
  func enlarged(count: Int) throws {
    let pictures = Self.pictures(count, sides: 20...500)
    for filter in [ResampleFilter.lanczos, .nearest] {
      for layout in [
        RowLayout(), RowLayout(rowHeight: 400), RowLayout(extent: .pixels(1600, 1200)),
      ] {
        var style = TileStyle()
        style.filter = filter
        let tiles = try SheetPlanner(
          layout, style: style, gap: PixelSpacing(horizontal: 1, vertical: 1)!
        )
        .sheetPlan([pictures]).pages[0].tiles
        var enlargedCount = 0
        for tile in tiles {
          let own = try #require(pictures[tile.index].size)
          let image = try #require(tile.placement?.image.size)
          let isPhotograph = max(own.width, own.height) > 200 && filter != .nearest
          let most = isPhotograph ? 1.3 : 1
          #expect(
            Double(image.width) <= most * Double(own.width) + 1
              // A width that is rounded up makes narrow pictures taller by more than a pixel.
              && Double(image.height)
                <= most * Double(own.height) + 1 + Double(own.height) / Double(own.width),
            "\(own) as \(image)")
          if !isPhotograph { #expect(image.width <= own.width && image.height <= own.height) }
          if image.width > own.width { enlargedCount += 1 }
          // Without its label, the picture is as large as its cell.
          #expect(
            image.width == tile.cell.width || image.height == tile.cell.height, "\(own) as \(image)"
          )
        }
        if filter == .nearest { #expect(enlargedCount == 0) }
        if filter != .nearest, count == 40, layout.rowHeight == 400 { #expect(enlargedCount > 5) }
      }
    }
  }

  /// The ratio of the height of the tallest full row to the height of the shortest.
  private static func spread(_ page: SheetPage) -> Double {
    let rows = Dictionary(grouping: page.tiles.map(\.cell), by: \.maxY).values
    let heights = rows.filter { $0.contains { $0.maxX >= page.size.width - 9 } }.map {
      Double($0[0].height)
    }
    return (heights.max() ?? 1) / (heights.min() ?? 1)
  }

  @Test(
    "Full rows differ in height by at most 11 %, or hardly more than at row heights near 240",
    arguments: Array(1...60) + [100, 200])
  func even(count: Int) throws {
    var random = SeededGenerator(seed: 8)
    let pictures = (0..<count).map { _ in
      [SheetPicture.stub(3000, 2000), .stub(2000, 3000), .stub(4000, 3000)][random.number(below: 3)]
    }
    func page(_ layout: RowLayout) throws -> SheetPage {
      try SheetPlanner(layout).sheetPlan([pictures]).pages[0]
    }
    let own = try page(RowLayout())
    let spread = Self.spread(own)
    for height in [240, 247, 233, 254, 226, 276] where spread > 1.11 {
      // The heights that are tried differ in their last bits, and cells are in whole pixels.
      #expect(spread <= Self.spread(try page(RowLayout(rowHeight: height))) * 1.02)
    }
    #expect(own.tiles.map(\.index) == Array(0..<count))
    let heights = own.tiles.map(\.cell.height)
    #expect(count < 20 || heights.allSatisfy { 140...380 ~= $0 }, "\(heights.max()!)")
  }
}
