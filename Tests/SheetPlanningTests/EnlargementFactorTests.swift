import SheetFixtures
import SheetImaging
import SheetLayout
import SheetPlans
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning

/// `--upscale=3`: every picture is enlarged by the same factor.
@Suite struct EnlargementFactorTests {
  private static func plan(
    _ layout: any Layout, _ factor: Int, _ sizes: [PixelSize], _ style: TileStyle = TileStyle()
  ) throws -> SheetPlan {
    var job = SheetJob()
    (job.layout, job.enlargementFactor, job.style) = (layout, factor, style)
    return try SheetPlanner(job)
      .plan([PictureGroup(pictures: sizes.map { .stub($0.width, $0.height) })]).plan
  }

  private static func sizes(_ random: inout SeededGenerator, _ most: Int) -> [PixelSize] {
    (0...random.number(below: 20)).map { _ in
      PixelSize(width: 1 + random.number(below: most), height: 1 + random.number(below: most))
    }
  }

  @Test("Every picture is as large as its pixels times the factor", arguments: 1...30)
  func exact(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let (factor, sizes) = (2 + random.number(below: 5), Self.sizes(&random, 70))
    var style = TileStyle()
    if seed % 2 == 0 { style.filter = .nearest }
    if seed % 3 == 0 { style.scaling = .none }
    for layout in [GridLayout(), RowLayout(), MasonryLayout(), ColumnLayout()] as [any Layout] {
      let plan = try Self.plan(layout, factor, sizes, style)
      for tile in plan.pages.flatMap(\.tiles) {
        let size = sizes[tile.index]
        let whole = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        #expect(tile.placement?.crop == whole, "\(layout.name)")
        #expect(
          tile.placement?.image.size
            == PixelSize(width: factor * size.width, height: factor * size.height),
          "\(layout.name), \(factor) x \(size)")
      }
    }
  }

  @Test("In cells that are too small, squares keep the largest integer factor", arguments: 1...20)
  func smallCells(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let sizes = Self.sizes(&random, 30)
    let cell = GridLayout(.cell(PixelSize(width: 64, height: 64)))
    var style = TileStyle()
    style.filter = .nearest
    for tile in try Self.plan(cell, 5, sizes, style).pages.flatMap(\.tiles) {
      let size = sizes[tile.index]
      let most = min(5, 64 / max(size.width, size.height))
      #expect(tile.placement?.image.width == most * size.width)
      #expect(tile.placement?.image.height == most * size.height)
    }
    style.filter = .lanczos
    for tile in try Self.plan(cell, 5, sizes, style).pages.flatMap(\.tiles) {
      let (size, image) = (sizes[tile.index], tile.placement?.image.size)
      let longer = max(size.width, size.height)
      #expect(image.map { max($0.width, $0.height) } == min(5 * longer, 64))
    }
  }

  @Test("A factor of 1 changes nothing, and a crop is in the picture's own pixels")
  func others() throws {
    let sizes = [PixelSize(width: 40, height: 20), PixelSize(width: 9, height: 30)]
    #expect(try Self.plan(GridLayout(), 1, sizes) == Self.plan(GridLayout(), 1, sizes, TileStyle()))
    let cell = GridLayout(.cell(PixelSize(width: 60, height: 60)))
    let fill = try Self.plan(cell, 3, sizes, TileStyle(scaling: .fill, alignment: .center))
    #expect(
      fill.pages[0].tiles.map { $0.placement?.crop } == [
        Rect(x: 10, y: 0, width: 20, height: 20), Rect(x: 0, y: 10.5, width: 9, height: 9),
      ])
    let none = try Self.plan(cell, 3, sizes, TileStyle(scaling: .none, alignment: .topLeft))
    #expect(
      none.pages[0].tiles.map { $0.placement?.crop } == [
        Rect(x: 0, y: 0, width: 20, height: 20), Rect(x: 0, y: 0, width: 9, height: 20),
      ])
    #expect(none.pages[0].tiles[1].placement?.image.size == PixelSize(width: 27, height: 60))
  }
}
