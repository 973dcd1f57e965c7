import PNGFixtures
import SheetLayout
import SheetPNG
import SystemPackage
import Testing

@testable import ContactSheet

@Suite struct SheetPlannerTests {
  static func picture(_ width: Int, _ height: Int, _ name: String = "a.png") -> ProbedImage {
    ProbedImage(
      path: .init(name),
      header: .success(
        PNGHeader(
          width: width, height: height, bitDepth: 8, colorType: .rgb, isInterlaced: false,
          hasTransparency: false)))
  }

  static let broken = ProbedImage(path: "broken.png", header: .failure(.empty))

  static func planner(
    _ layout: LayoutChoice, style: TileStyle = TileStyle(), gap: Gap = .standard, margin: Int = 8,
    maximumPixels: PixelCount = .standard, policy: UnreadablePolicy = .placeholder
  ) -> SheetPlanner {
    SheetPlanner(
      layout: layout, style: style, gap: gap, margin: margin, maximumPixels: maximumPixels,
      policy: policy)
  }

  static let layouts: [LayoutChoice] = [
    .standard,
    .grid(.sheet(PixelSize(width: 1600, height: 1200), cellRatio: .automatic), search: .compact),
    .grid(.width(900, cellRatio: .automatic, sheetRatio: 1.5), search: .byColumns),
    .tiered(layers: TierLayer.standard, .standard),
  ]

  @Test(
    "Cells are disjoint and inside the sheet, images inside their cells, crops inside the picture",
    arguments: layouts, [1, 2, 7, 30, 201])
  func properties(layout: LayoutChoice, count: Int) throws {
    let sources = (0..<count).map { number in
      number % 11 == 10
        ? Self.broken : Self.picture(1 + number * 37 % 900, 1 + number * 91 % 700)
    }
    for scaling in Scaling.allCases {
      let plan = try Self.planner(layout, style: TileStyle(scaling: scaling)).plan(sources)
      let page = try #require(plan.pages.first)
      let sheet = PixelRect(x: 0, y: 0, width: page.size.width, height: page.size.height)
      #expect(plan.pages.count == 1)
      #expect(page.tiles.map(\.index) == Array(0..<count))
      for tile in page.tiles {
        #expect(tile.cell.isInside(sheet))
        guard let placement = tile.placement else {
          #expect(sources[tile.index] == Self.broken)
          continue
        }
        let size = try #require(sources[tile.index].size)
        #expect(placement.image.isInside(tile.cell))
        #expect(placement.image.width >= 1 && placement.image.height >= 1)
        #expect(placement.crop.minX >= 0 && placement.crop.maxX <= Double(size.width))
        #expect(placement.crop.minY >= 0 && placement.crop.maxY <= Double(size.height))
      }
      let rows = Dictionary(grouping: page.tiles, by: \.cell.y)
      for row in rows.values {
        for (left, right) in zip(row, row.dropFirst()) { #expect(left.cell.maxX <= right.cell.x) }
      }
    }
  }

  @Test("A sheet of a given size has exactly that size")
  func exactSize() throws {
    let plan = try Self.planner(
      .grid(.sheet(PixelSize(width: 997, height: 601), cellRatio: .automatic), search: .compact)
    ).plan(Array(repeating: Self.picture(40, 30), count: 23))
    #expect(plan.pages[0].size == PixelSize(width: 997, height: 601))
  }

  @Test("With the width alone, cells keep their ratio and the height follows")
  func widthAlone() throws {
    let plan = try Self.planner(
      .grid(.width(1000, cellRatio: .automatic, sheetRatio: 1.5), search: .compact), margin: 0
    ).plan(Array(repeating: Self.picture(300, 200), count: 20))
    let cell = plan.pages[0].tiles[0].cell
    #expect(plan.pages[0].size.width == 1000)
    #expect(abs(Double(cell.width) / Double(cell.height) - 1.5) < 0.02)
  }

  @Test("The automatic cell ratio is the median ratio of the pictures that can be read")
  func median() {
    let tall = Self.picture(100, 400)
    let wide = Self.picture(400, 100)
    let square = Self.picture(50, 50)
    #expect(CellRatio.automatic.value(for: [tall, wide, square, Self.broken]) == 1)
    #expect(CellRatio.automatic.value(for: [wide, tall]) == 1)
    #expect(CellRatio.automatic.value(for: [wide, wide, tall]) == 4)
    #expect(CellRatio.automatic.value(for: [Self.broken]) == 1)
  }

  @Test("The limit is on the whole sheet, and its error has the numbers")
  func limit() throws {
    let sources = Array(repeating: Self.picture(10, 10), count: 6)
    // Three by two cells of 256 with gaps and margins of 8: 800 x 536.
    _ = try Self.planner(.standard, maximumPixels: PixelCount(800 * 536)).plan(sources)
    let error = #expect(throws: SheetError.self) {
      try Self.planner(.standard, maximumPixels: PixelCount(800 * 536 - 1)).plan(sources)
    }
    let message = """
      sheet would be 800 x 536 = 0.4 MP, over --max-pixels 428799; raise it, or make cells smaller
      """
    #expect(error?.description == message)
  }

  @Test("Even absurd sizes are an error, not a crash")
  func absurd() {
    let huge = PixelSize(width: 2_147_483_647, height: 2_147_483_647)
    #expect(throws: SheetError.self) {
      try Self.planner(
        .grid(.cell(huge, sheetRatio: 1e300), search: .byRows),
        gap: Gap(horizontal: 2_147_483_647, vertical: 0)!, margin: 2_147_483_647
      ).plan(Array(repeating: Self.picture(1, 1_000_000), count: 50))
    }
    #expect(throws: SheetError.self) {
      try Self.planner(
        .grid(.sheet(PixelSize(width: 20, height: 20), cellRatio: .automatic), search: .compact),
        gap: Gap(horizontal: 0, vertical: 0)!, margin: 0
      ).plan(Array(repeating: Self.picture(5, 5), count: 5000))
    }
  }

  @Test("The policy decides about pictures that cannot be read")
  func policies() throws {
    let sources = [Self.picture(10, 10), Self.broken, Self.picture(20, 10)]
    let placeholders = try Self.planner(.standard).plan(sources)
    #expect(placeholders.sources == sources)
    #expect(placeholders.pages[0].tiles[1].placement == nil)
    let skipping = try Self.planner(.standard, policy: .skip).plan(sources)
    #expect(skipping.sources == [sources[0], sources[2]])
    #expect(skipping.skipped.map(\.path) == ["broken.png"])
    #expect(throws: SheetError.unreadable(skipping.skipped[0])) {
      try Self.planner(.standard, policy: .fail).plan(sources)
    }
    #expect(throws: SheetError.nothingReadable(count: 1)) {
      try Self.planner(.standard, policy: .skip).plan([Self.broken])
    }
  }
}

extension PixelRect {
  fileprivate func isInside(_ other: PixelRect) -> Bool {
    x >= other.x && y >= other.y && maxX <= other.maxX && maxY <= other.maxY
  }
}
