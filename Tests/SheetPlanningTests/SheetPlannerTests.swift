import SheetFixtures
import SheetLayout
import SheetModel
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning
@testable import SheetPlans

@Suite struct SheetPlannerTests {
  static let adaptive = [ColumnTrack(.adaptive(minimum: 240))]

  static let layouts: [any Layout] = [
    GridLayout(),
    GridLayout(.largestPicture),
    GridLayout(.sheet(PixelSize(width: 1600, height: 1200), cellRatio: .automatic)),
    GridLayout(.width(900, cellRatio: .automatic)),
    GridLayout(.width(900, cellRatio: .automatic), shape: .columns(7)),
    TieredLayout(),
    ColumnLayout(adaptive, extent: .pixels(1600)),
    ColumnLayout(adaptive, extent: .pixels(1600), cellRatio: .automatic),
    RowLayout(rowHeight: 120, extent: .pixels(1600)),
    MasonryLayout(adaptive, extent: .pixels(1600)),
    CollageLayout(),
    CollageLayout(extent: .pixels(1600, 900)),
  ]

  static func pagings() -> [Paging] {
    var paged = Paging()
    paged.picturesPerPage = 9
    return [Paging(), paged]
  }

  @Test(
    "Cells are disjoint and inside the sheet, images inside their cells, crops inside the picture",
    arguments: layouts, [1, 2, 7, 30, 201])
  func properties(layout: any Layout, count: Int) throws {
    let pictures = SheetPicture.stubs(count)
    for scaling in Scaling.allCases {
      for paging in Self.pagings() {
        let plan = try SheetPlanner(layout, style: TileStyle(scaling: scaling), paging: paging)
          .sheetPlan([pictures])
        #expect(firstDifference(plan.pages.flatMap(\.tiles).map(\.index), 0..<count) == nil)
        for page in plan.pages { try check(page, of: pictures) }
      }
    }
  }

  private func check(_ page: SheetPage, of pictures: [SheetPicture]) throws {
    let sheet = PixelRect(x: 0, y: 0, width: page.size.width, height: page.size.height)
    for tile in page.tiles {
      #expect(tile.cell.isInside(sheet))
      let size = pictures[tile.index].size
      guard let placement = tile.placement else {
        #expect(size == nil)
        continue
      }
      #expect(placement.image.isInside(tile.cell))
      #expect(placement.image.width >= 1 && placement.image.height >= 1)
      let whole = try #require(size)
      #expect(placement.crop.minX >= 0 && placement.crop.maxX <= Double(whole.width))
      #expect(placement.crop.minY >= 0 && placement.crop.maxY <= Double(whole.height))
    }
    let areDisjoint = page.tiles.enumerated().allSatisfy { index, tile in
      page.tiles[(index + 1)...].allSatisfy { other in
        tile.cell.maxX <= other.cell.x || other.cell.maxX <= tile.cell.x
          || tile.cell.maxY <= other.cell.y || other.cell.maxY <= tile.cell.y
      }
    }
    #expect(areDisjoint)
  }

  @Test(
    "A picture is aligned as its track says, or else as the style says", arguments: [false, true])
  func trackAlignment(isMasonry: Bool) throws {
    let tracks = [
      ColumnTrack(.fixed(300), alignment: .right), ColumnTrack(.fixed(300)),
      ColumnTrack(.fixed(300), alignment: .left),
    ]
    let layout: any Layout =
      isMasonry
      ? MasonryLayout(tracks, extent: .pixels(1000))
      : ColumnLayout(tracks, extent: .pixels(1000))
    let plan = try SheetPlanner(layout, style: TileStyle(alignment: .bottom))
      .sheetPlan([Array(repeating: .stub(65, 65), count: 7)])
    for (index, tile) in plan.pages[0].tiles.enumerated() {
      let image = try #require(tile.placement?.image)
      #expect(image == tile.cell && image.width == 65)
      // 1000 - 16 - 3 * 300 - 2 * 8: the slack of 68 is split between both sides.
      let column = 8 + 34 + index % 3 * 308
      #expect(image.x - column == [235, 118, 0][index % 3])
    }
  }

  @Test(
    "With fill or stretch, every picture covers its whole cell, even a small picture",
    arguments: layouts,
    [Scaling.fill, .stretch])
  func covers(layout: any Layout, scaling: Scaling) throws {
    // There are icons and photographs.
    let pictures = (0..<40).map { index -> SheetPicture in
      index % 3 == 0 ? .stub(3000, 2000) : .stub(9 + index % 7, 9 + index % 5)
    }
    for enlargement in [Enlargement.never, .allowed] {
      let style = TileStyle(scaling: scaling, enlargement: enlargement)
      let tiles = try SheetPlanner(layout, style: style).sheetPlan([pictures]).pages.flatMap(
        \.tiles)
      #expect(tiles.count == 40)
      #expect(tiles.allSatisfy { $0.placement?.image == $0.cell })
    }
  }

  @Test(
    "A picture that is not enlarged has a cell of its own width in rows, masonry and columns",
    arguments: [
      RowLayout(rowHeight: 240, extent: .pixels(1600)),
      MasonryLayout(adaptive, extent: .pixels(1600)),
      ColumnLayout(adaptive, extent: .pixels(1600)),
    ] as [any Layout])
  func ownCells(layout: any Layout) throws {
    let icons = (0..<30).map { SheetPicture.stub(16 + $0, 16 + $0 * 5 % 7) }
    let pictures = [icons + [.stub(200, 150), .broken, .stub(3000, 2000)] + icons]
    let plan = try SheetPlanner(layout).sheetPlan(pictures)
    for tile in plan.pages[0].tiles {
      guard let size = pictures[0][tile.index].size else { continue }
      let image = try #require(tile.placement).image
      #expect(image.size == size || size.width == 3000)
      // In rows, the frame is as tall as the row.
      #expect(image.x == tile.cell.x && image.width == tile.cell.width)
      #expect(image == tile.cell || layout is RowLayout)
    }
    // If enlargement is allowed, icons get cells as large as any picture of their ratio.
    let enlarged = try SheetPlanner(layout, style: TileStyle(enlargement: .allowed)).sheetPlan(
      pictures)
    let large = try SheetPlanner(layout).sheetPlan([
      pictures[0].map { picture in
        picture.size.map { .stub($0.width * 100, $0.height * 100) } ?? .broken
      }
    ])
    #expect(enlarged.pages[0].tiles.map(\.cell) == large.pages[0].tiles.map(\.cell))
  }

  @Test(
    "Automatic columns of small pictures that are not enlarged are about as wide as the pictures"
  )
  func usualColumns() throws {
    let icons = Array(repeating: SheetPicture.stub(48, 40), count: 50)
    for layout in [MasonryLayout(), ColumnLayout()] as [any Layout] {
      let plan = try SheetPlanner(layout).sheetPlan([icons])
      // 28 columns of 48 and 27 gaps of 8 in 1584; 29 would need 1616.
      #expect(plan.tracks.count == 28)
      #expect(plan.tracks.allSatisfy { $0.width < 50 })
      let enlarged = try SheetPlanner(layout, style: TileStyle(enlargement: .allowed)).sheetPlan([
        icons
      ])
      #expect(enlarged.tracks.count == 6)
    }
  }

  @Test(
    "Masonry of a few pictures has at least two in most columns, and is about as wide as it is tall"
  )
  func fewInMasonry() throws {
    for (width, height) in [(3000, 2000), (2000, 3000), (2000, 2000)] {
      for count in 4...40 {
        let pictures = Array(repeating: SheetPicture.stub(width, height), count: count)
        let plan = try SheetPlanner(MasonryLayout(isWidthGiven: false)).sheetPlan([pictures])
        let tiles = Dictionary(grouping: plan.pages[0].tiles, by: \.cell.x)
        #expect(tiles.values.count { $0.count >= 2 } * 2 > tiles.count, "\(count)")
        let size = plan.pages[0].size
        let ratio = Double(size.width) / Double(size.height)
        // With more pictures, columns keep their usual width.
        #expect(ratio < 2.4 && (ratio > 0.4 || tiles.count == 6), "\(count): \(size)")
      }
    }
    // A sheet without a given width gets narrower, so that columns are no wider than pictures.
    let small = Array(repeating: SheetPicture.stub(400, 300), count: 4)
    let narrow = try SheetPlanner(MasonryLayout(isWidthGiven: false)).sheetPlan([small]).pages[0]
    #expect(narrow.tiles.allSatisfy { $0.placement?.image.size.width == 400 })
    #expect(narrow.size == PixelSize(width: 824, height: 624))
    let icons = Array(repeating: SheetPicture.stub(48, 40), count: 8)
    let plan = try SheetPlanner(MasonryLayout(isWidthGiven: false)).sheetPlan([icons])
    #expect(plan.pages[0].tiles.allSatisfy { $0.placement?.image.size.width == 48 })
    #expect(Set(plan.pages[0].tiles.map(\.cell.y)).count == 1)
  }

  @Test("Masonry of a few pictures has its usual columns if it takes several pages")
  func fewOnPagesOfMasonry() throws {
    let pictures = Array(repeating: SheetPicture.stub(900, 600), count: 5)
    let layout = MasonryLayout(isWidthGiven: false)
    func widths(_ change: (inout Paging) -> Void, _ groups: [[SheetPicture]]) throws -> Set<Int?> {
      var paging = Paging()
      change(&paging)
      let pages = try SheetPlanner(layout, paging: paging).sheetPlan(groups).pages
      return Set(pages.flatMap(\.tiles).map(\.placement?.image.width))
    }
    let usual = try widths({ _ in }, [Array(repeating: SheetPicture.stub(900, 600), count: 200)])
    #expect(try widths({ _ in }, [pictures]) != usual)
    #expect(try widths({ $0.picturesPerPage = 2 }, [pictures]) == usual)
    #expect(try widths({ $0.maximumHeight = 500 }, [pictures]) == usual)
    #expect(try widths({ $0.groupKey = .folder }, [pictures, pictures]) == usual)
  }

  @Test("Pictures are inside their decoration", arguments: Scaling.allCases)
  func decoration(scaling: Scaling) throws {
    var style = TileStyle(scaling: scaling, enlargement: .allowed)
    style.decoration = Decoration(padding: 5, border: Border("2"), frame: Border("1"))
    let plan = try SheetPlanner(GridLayout(), style: style).sheetPlan([SheetPicture.stubs(10)])
    for tile in plan.pages[0].tiles {
      let image = try #require(tile.placement?.image)
      #expect(image.isInside(tile.cell.outset(by: -8)))
    }
  }

  @Test("A sheet of a given size has exactly that size, and so has every page")
  func exactSize() throws {
    let layout = GridLayout(
      .sheet(PixelSize(width: 997, height: 601), cellRatio: .automatic))
    var paging = Paging()
    paging.picturesPerPage = 10
    let plan = try SheetPlanner(layout, paging: paging)
      .sheetPlan([Array(repeating: .stub(40, 30), count: 23)])
    #expect(plan.pages.map(\.tiles.count) == [10, 10, 3])
    #expect(plan.pages.allSatisfy { $0.size == PixelSize(width: 997, height: 601) })
    // The cells of the last page equal the first page's.
    #expect(plan.pages[2].tiles.map(\.cell) == plan.pages[0].tiles.prefix(3).map(\.cell))
  }

  @Test("If only the width is given, cells keep their ratio and the height follows")
  func widthAlone() throws {
    let plan = try SheetPlanner(
      GridLayout(.width(1000, cellRatio: .automatic)),
      margin: PixelSpacing(horizontal: 0, vertical: 0)!
    ).sheetPlan([Array(repeating: .stub(300, 200), count: 20)])
    let cell = plan.pages[0].tiles[0].cell
    #expect(plan.pages[0].size.width == 1000)
    #expect(abs(Double(cell.width) / Double(cell.height) - 1.5) < 0.02)
  }

  @Test(
    "If only the width is given, cells have the same shape as without a size",
    arguments: [(164, 41), (4, 1), (7, 3), (3, 5), (6, 0)])
  func shapeWithWidth(landscapes: Int, portraits: Int) throws {
    let pictures =
      Array(repeating: SheetPicture.stub(1280, 800), count: landscapes)
      + Array(repeating: SheetPicture.stub(390, 844), count: portraits)
    func ratio(_ layout: GridLayout) throws -> Double {
      let cell = try SheetPlanner(layout).sheetPlan([pictures]).pages[0].tiles[0].cell
      return Double(cell.width) / Double(cell.height)
    }
    let usual = try ratio(GridLayout())
    for shape in [nil, GridShape.columns(4)] {
      let given = try ratio(GridLayout(.width(2000, cellRatio: .automatic), shape: shape))
      #expect(abs(given / usual - 1) < 0.02, "\(given), not \(usual)")
    }
  }

  @Test("The automatic cell ratio is the fair ratio of the readable pictures")
  func median() {
    let tall = PixelSize(width: 100, height: 400)
    let wide = PixelSize(width: 400, height: 100)
    #expect(
      Sheet.CellRatio.automatic.value(for: [tall, wide, PixelSize(width: 50, height: 50), nil]) == 1
    )
    #expect(Sheet.CellRatio.automatic.value(for: [wide, tall]) == 1)
    let mixed = Sheet.CellRatio.automatic.value(for: [wide, nil, wide, tall])
    #expect(abs(mixed - 1.5.squareRoot()) < 1e-3)
    #expect(Sheet.CellRatio.automatic.value(for: [nil]) == 1)
  }

  @Test("The pixel limit applies to the whole page, and the error states the size and the limit")
  func limit() throws {
    let pictures = Array(repeating: SheetPicture.stub(10, 10), count: 6)
    let layout = GridLayout(.cell(PixelSize(width: 256, height: 256)))
    // Three by two cells of 256 with gaps and margins of 8: 800 x 536.
    _ = try SheetPlanner(layout, maximumPixels: PixelCount(800 * 536)).sheetPlan([pictures])
    let error = #expect(throws: ContactSheetError.self) {
      try SheetPlanner(layout, maximumPixels: PixelCount(800 * 536 - 1)).sheetPlan([pictures])
    }
    let message = """
      cannot make a sheet of 800 x 536 pixels: it has 0.4 MP, over the limit of 428799 pixels
      """
    #expect(error?.text == message)
  }

  @Test("The pixel limit also applies to the minimum height of pages")
  func limitOfMinimumHeight() throws {
    var paging = Paging()
    paging.minimumHeight = 600
    let pictures = Array(repeating: SheetPicture.stub(10, 10), count: 6)
    let layout = GridLayout(.cell(PixelSize(width: 256, height: 256)))
    _ = try SheetPlanner(layout, paging: paging, maximumPixels: PixelCount(800 * 600))
      .sheetPlan([pictures])
    #expect(throws: ContactSheetError.self) {
      try SheetPlanner(layout, paging: paging, maximumPixels: PixelCount(800 * 600 - 1))
        .sheetPlan([pictures])
    }
  }

  @Test("No side of a sheet is longer than a PNG can be", arguments: [false, true])
  func longestSide(isHigh: Bool) throws {
    let longest = 2_147_483_647
    func plan(side: Int) throws -> SheetPlan {
      let cell = PixelSize(width: isHigh ? 1 : side - 2, height: isHigh ? side - 2 : 1)
      return try SheetPlanner(
        GridLayout(.cell(cell)),
        margin: try #require(PixelSpacing(horizontal: 1, vertical: 1)),
        maximumPixels: PixelCount(4 * longest)
      ).sheetPlan([[.stub(10, 10)]])
    }
    let size = try plan(side: longest).pages[0].size
    #expect(max(size.width, size.height) == longest)
    let error = #expect(throws: ContactSheetError.self) { try plan(side: longest + 1) }
    #expect(error?.code == .tooLarge)
  }

  @Test("A cell has at least one pixel, and so does the area inside the margins")
  func smallest() throws {
    let nothing = try #require(PixelSpacing(horizontal: 0, vertical: 0))
    func planSheet(_ side: Int, count: Int, margin: PixelSpacing) throws -> SheetPlan {
      try SheetPlanner(
        GridLayout(
          .sheet(PixelSize(width: side, height: side), cellRatio: .automatic),
          shape: .columns(count)), gap: nothing, margin: margin
      ).sheetPlan([Array(repeating: .stub(5, 5), count: count * count)])
    }
    let cells = try planSheet(10, count: 10, margin: nothing).pages[0].tiles.map(\.cell.size)
    #expect(Set(cells) == [PixelSize(width: 1, height: 1)])
    #expect(throws: ContactSheetError.layout(.cellsTooSmall(Size(width: 0.4, height: 0.4)))) {
      try planSheet(4, count: 10, margin: nothing)
    }
    #expect(try planSheet(17, count: 1, margin: .standard).pages[0].tiles[0].cell.width == 1)
    #expect(throws: ContactSheetError.layout(.edgesTooWide(16, side: 16))) {
      try planSheet(16, count: 1, margin: .standard)
    }
  }

  @Test(
    "If gaps leave no room for columns, the error states the width, the margins and the gaps"
  )
  func noRoomInWidth() throws {
    let job = try SheetPlanner(
      GridLayout(.width(20, cellRatio: .automatic), shape: .columns(4)),
      gap: #require(PixelSpacing(horizontal: 30, vertical: 30)),
      margin: #require(PixelSpacing(horizontal: 9, vertical: 9)))
    let error = #expect(throws: ContactSheetError.self) { try job.sheetPlan([[.stub(5, 5)]]) }
    guard case .noRoom(let shortage)? = error?.cause as? LayoutError else {
      Issue.record("the error is \(error.map { "\($0)" } ?? "none")")
      return
    }
    #expect(
      "\(shortage)"
        == "there is no room for images in a width of 20, because margins and text take 18 and gaps are 30"
    )
  }

  @Test("Absurd sizes give an error, not a crash")
  func absurd() {
    let most = 2_147_483_647
    #expect(throws: ContactSheetError.self) {
      try SheetPlanner(
        GridLayout(.cell(PixelSize(width: most, height: most))),
        gap: PixelSpacing(horizontal: most, vertical: 0)!,
        margin: PixelSpacing(horizontal: most, vertical: most)!
      ).sheetPlan([Array(repeating: .stub(1, 1_000_000), count: 50)])
    }
    let nothing = PixelSpacing(horizontal: 0, vertical: 0)!
    #expect(throws: ContactSheetError.self) {
      try SheetPlanner(
        GridLayout(.sheet(PixelSize(width: 20, height: 20), cellRatio: .automatic)), gap: nothing,
        margin: nothing
      ).sheetPlan([Array(repeating: .stub(5, 5), count: 5000)])
    }
  }

  @Test("Unreadable pictures get placeholders, are skipped or give an error, as the policy says")
  func policies() throws {
    let pictures = [SheetPicture.stub(10, 10), .broken, .stub(20, 10)]
    let placeholders = try SheetPlanner(GridLayout()).sheetPlan([pictures])
    #expect(placeholders.pictures.count == 3)
    #expect(placeholders.pages[0].tiles[1].placement == nil)
    let skipping = try SheetPlanner(GridLayout(), policy: .skip).plan([
      PictureGroup(pictures: pictures)
    ])
    #expect(skipping.plan.pictures.map(\.size?.width) == [10, 20])
    #expect(skipping.skipped.map(\.source.name) == ["stub.png"])
    let unreadable = skipping.skipped.compactMap(\.unreadable)
    #expect(throws: ContactSheetError.unreadable(unreadable[0])) {
      try SheetPlanner(GridLayout(), policy: .fail).sheetPlan([pictures])
    }
    #expect(throws: ContactSheetError.nothingReadable(unreadable)) {
      try SheetPlanner(GridLayout(), policy: .skip).sheetPlan([[.broken]])
    }
  }
}

extension PixelRect {
  fileprivate func isInside(_ other: PixelRect) -> Bool {
    x >= other.x && y >= other.y && maxX <= other.maxX && maxY <= other.maxY
  }
}
