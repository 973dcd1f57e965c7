import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SheetPlans
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning

/// `--upscale=3` and `--scale 25%`: every picture has the same scale.
@Suite struct EnlargementFactorTests {
  private static func plan(
    _ layout: any Layout, _ scale: ExactScale, _ sizes: [PixelSize],
    _ style: TileStyle = TileStyle()
  ) throws -> SheetPlan {
    var job = SheetJob()
    (job.layout, job.exactScale, job.style) = (layout, scale, style)
    return try SheetPlanner(job)
      .plan([PictureGroup(pictures: sizes.map { .stub($0.width, $0.height) })]).plan
  }

  private static func sizes(_ random: inout SeededGenerator, _ most: Int) -> [PixelSize] {
    (0...random.number(below: 20)).map { _ in
      PixelSize(width: 1 + random.number(below: most), height: 1 + random.number(below: most))
    }
  }

  @Test("Every picture is as wide and as tall as its own size times the factor", arguments: 1...30)
  func exact(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let (factor, sizes) = (2 + random.number(below: 5), Self.sizes(&random, 70))
    var style = TileStyle()
    if seed % 2 == 0 { style.filter = .nearest }
    if seed % 3 == 0 { style.scaling = .none }
    for layout in [GridLayout(), RowLayout(), MasonryLayout(), ColumnLayout()] as [any Layout] {
      let plan = try Self.plan(layout, .enlarged(factor), sizes, style)
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

  @Test(
    "On a sheet of given width, every picture is still enlarged by the factor", arguments: 1...20)
  func width(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let sizes = Self.sizes(&random, 40)
    let factor = 1 + random.number(below: 3)
    var style = TileStyle()
    style.decoration.padding = random.number(below: 5)
    let layout = GridLayout(.width(400, cellRatio: .automatic))
    for tile in try Self.plan(layout, .enlarged(factor), sizes, style).pages.flatMap(\.tiles) {
      #expect(tile.placement?.image.size == sizes[tile.index].scaled(by: Double(factor)))
    }
  }

  @Test(
    "Every picture is shown at the given share of its own size, rounded, and fits in its cell",
    arguments: 1...30)
  func share(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let sizes = Self.sizes(&random, 900)
    let share = [0.001, 0.07, 0.25, 0.5, 1.0 / 3, 0.999, 1, 1.5][seed % 8]
    var style = TileStyle()
    if seed % 3 == 0 { style.filter = .nearest }
    func side(_ length: Int) -> Int { max(1, Int((Double(length) * share + 1e-6).rounded())) }
    var masonry = MasonryLayout()
    masonry.showsAllWhole = true
    for layout in [
      GridLayout(), RowLayout(isWidthGiven: false), masonry, ColumnLayout(),
    ] as [any Layout] {
      let plan = try Self.plan(layout, .share(share), sizes, style)
      for tile in plan.pages.flatMap(\.tiles) {
        let size = sizes[tile.index]
        let whole = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        let found = try #require(tile.placement)
        #expect(found.crop == whole, "\(layout.name), \(size): \(found.crop)")
        #expect(
          found.image.size == PixelSize(width: side(size.width), height: side(size.height)),
          "\(layout.name), \(share) of \(size)")
        #expect(found.image.isInside(tile.cell))
      }
    }
  }

  @Test("In a matrix, every picture has the given scale, and each column has its own width")
  func matrix() throws {
    var sheet = Sheet()
    sheet.layout = .matrix(rows: "{height}", columns: "{width}")
    (sheet.exactScale, sheet.font) = (0.25, "builtin")
    let sizes = [(1920, 1080), (390, 1080), (1920, 844), (390, 844)]
    let pictures = sizes.map { SheetPicture.stub($0.0, $0.1) }
    let plan = try SheetPlanner(try sheet.resolved()).sheetPlan([pictures])
    let tiles = plan.pages[0].tiles
    #expect(tiles.compactMap(\.placement?.image.width).sorted() == [98, 98, 480, 480])
    #expect(Set(tiles.map(\.cell.width)).count == 2)
  }

  @Test("Rows without a given width have room for the widest picture at the given scale")
  func wideRows() throws {
    let sizes = [PixelSize(width: 8_000, height: 900), PixelSize(width: 90, height: 60)]
    let plan = try Self.plan(RowLayout(isWidthGiven: false), .share(0.5), sizes)
    #expect(plan.pages[0].tiles.map { $0.placement?.image.width } == [4_000, 45])
    #expect(throws: ContactSheetError.self) { try Self.plan(RowLayout(), .share(0.5), sizes) }
  }

  @Test("If a cell, a size or a layout leaves no room for a scale, the error says what to change")
  func noRoomForShare() throws {
    let sizes = [PixelSize(width: 400, height: 200)]
    let small = GridLayout(.cell(PixelSize(width: 60, height: 60)))
    let error = #expect(throws: ContactSheetError.self) {
      try Self.plan(small, .share(0.25), sizes)
    }
    #expect(
      error?.text.hasSuffix("at 25%: that needs 100 x 50 pixels, but its cell has 60 x 60") == true,
      "\(error?.text ?? "")")
    #expect(error?.advice?.description == "make cell larger, or exactScale smaller")
    for (change, setting) in [
      ({ $0.paper = .a5 }, "paper"), ({ $0.maxHeight = 300 }, "maxHeight"),
      ({ $0.size = Sheet.Extent(width: 300) }, "size"),
    ] as [((inout Sheet) -> Void, String)] {
      var sheet = Sheet()
      sheet.exactScale = 1
      change(&sheet)
      let error = #expect(throws: ContactSheetError.self) {
        _ = try SheetPlanner(try sheet.resolved()).sheetPlan([[SheetPicture.stub(3_000, 4_000)]])
      }
      #expect(error?.advice?.description == "make \(setting) larger, or exactScale smaller")
    }
    let tiered = #expect(throws: ContactSheetError.self) {
      try Self.plan(TieredLayout(), .share(0.125), [PixelSize(width: 8_000, height: 4_000)])
    }
    #expect(tiered?.advice?.description.contains("layout to grid") == true)
  }

  @Test("If a picture has no room for the factor, the error names what to change")
  func noRoom() throws {
    let sizes = [PixelSize(width: 40, height: 20), PixelSize(width: 9, height: 30)]
    let small = PixelSize(width: 60, height: 60)
    let page = PixelExtent(width: 300, height: 200) ?? .standard
    for (layout, style, remedy) in [
      (GridLayout(.cell(small)), TileStyle(), "cell"),
      (GridLayout(.sheet(small, cellRatio: .automatic)), TileStyle(), "size"),
      (GridLayout(.cell(small)), TileStyle(scaling: .fill, alignment: .center), "scale"),
      (CollageLayout(extent: page), TileStyle(), "layout"),
      (TieredLayout(extent: page), TileStyle(), "layout"),
    ] as [(any Layout, TileStyle, String)] {
      let error = #expect(throws: ContactSheetError.self) {
        try Self.plan(layout, .enlarged(3), sizes, style)
      }
      #expect(error?.code == .layoutFailed, "\(layout.name)")
      #expect(error?.advice?.description.contains(remedy) == true, "\(layout.name)")
      if remedy == "layout" {
        #expect(error?.text.contains("a \(layout.name) page gives it") == true, "\(layout.name)")
      }
    }
    let error = #expect(throws: ContactSheetError.self) {
      try Self.plan(GridLayout(.cell(PixelSize(width: 30, height: 30))), .enlarged(1), sizes)
    }
    #expect(error?.text.contains("at full size: that needs 40 x 20 pixels") == true)
  }

  @Test("With a factor, crops are measured in the picture's own pixels")
  func crops() throws {
    let sizes = [PixelSize(width: 40, height: 20), PixelSize(width: 9, height: 30)]
    let cell = GridLayout(.cell(PixelSize(width: 60, height: 60)))
    let fill = try Self.plan(
      cell, .enlarged(3), [sizes[0]], TileStyle(scaling: .fill, alignment: .center))
    #expect(fill.pages[0].tiles[0].placement?.crop == Rect(x: 10, y: 0, width: 20, height: 20))
    let none = try Self.plan(
      cell, .enlarged(3), sizes, TileStyle(scaling: .none, alignment: .topLeft))
    #expect(
      none.pages[0].tiles.map { $0.placement?.crop } == [
        Rect(x: 0, y: 0, width: 20, height: 20), Rect(x: 0, y: 0, width: 9, height: 20),
      ])
    #expect(none.pages[0].tiles[1].placement?.image.size == PixelSize(width: 27, height: 60))
  }
}
