import SheetFixtures
import SheetLayout
import SheetModel
import SystemPackage
import Testing

@testable import SheetPictures
@testable import SheetPlanning
@testable import SheetPlans

/// The grid when no options are given.
@Suite struct AutomaticGridTests {
  private func cells(
    _ pictures: [SheetPicture], _ style: TileStyle = TileStyle(),
    ratio: Sheet.CellRatio = .automatic
  ) throws -> PixelSize {
    let layout = GridLayout(.automatic(cellRatio: ratio))
    let sizes = try SheetPlanner(layout, style: style).sheetPlan([pictures]).pages[0].tiles.map(
      \.cell.size)
    try #require(Set(sizes).count == 1)
    return sizes[0]
  }

  private func repeated(_ width: Int, _ height: Int, _ count: Int = 12) -> [SheetPicture] {
    Array(repeating: .stub(width, height), count: count)
  }

  @Test("The automatic grid is the default for grids and jobs")
  func standard() {
    let automatic = GridLayout(.automatic(cellRatio: .automatic))
    #expect(GridLayout() == automatic)
    #expect(SheetJob().layout as? GridLayout == automatic)
  }

  @Test(
    "Photographs with one ratio fill cells of that ratio, with the area of 256 x 256 pixels",
    arguments: [(3, 2), (2, 3), (4, 3), (16, 9), (1, 1), (10, 1)])
  func photographs(width: Int, height: Int) throws {
    let pictures = repeated(400 * width, 400 * height)
    let cell = try cells(pictures)
    #expect(abs(Double(cell.width * cell.height) / 65_536 - 1) < 0.01)
    #expect(abs(Double(cell.width * height) / Double(cell.height * width) - 1) < 0.01)
    let tiles = try SheetPlanner(GridLayout()).sheetPlan([pictures]).pages[0].tiles
    #expect(tiles.allSatisfy { $0.placement?.image == $0.cell })
  }

  @Test("Small pictures get cells as large as 80 % of them need")
  func icons() throws {
    #expect(try cells(repeated(48, 48)) == PixelSize(width: 48, height: 48))
    #expect(
      try cells([.stub(16, 16), .stub(64, 20), .stub(32, 48)]) == PixelSize(width: 64, height: 48))
    // A few large pictures do not determine the size of all cells, but stay recognisable.
    #expect(
      try cells(repeated(48, 48) + repeated(1000, 1000, 3)) == PixelSize(width: 64, height: 64))
    #expect(
      try cells(repeated(48, 48) + repeated(1000, 1000, 4)) == PixelSize(width: 256, height: 256))
    #expect(
      try cells(repeated(90, 90) + [.stub(1000, 1000)]) == PixelSize(width: 90, height: 90))
    #expect(try cells(repeated(16, 16) + [.stub(40, 20)]) == PixelSize(width: 40, height: 20))
    let enlarged = TileStyle(enlargement: .allowed)
    #expect(try cells(repeated(48, 48), enlarged) == PixelSize(width: 256, height: 256))
  }

  @Test("A few icons among photographs do not make the cells smaller")
  func photographsWithIcons() throws {
    let photographs = try cells(repeated(768, 512, 24))
    #expect(try cells(repeated(768, 512, 24) + repeated(48, 48, 3)) == photographs)
  }

  @Test(
    "Cell sides are the 0.8 quantile of what pictures need, but at least 64 if any picture needs 64",
    arguments: 2...40)
  func needed(count: Int) throws {
    let pictures = (0..<count).map { number in
      SheetPicture.stub(
        1 + number * 37 % (number % 5 == 0 ? 900 : 130),
        1 + number * 91 % (number % 3 == 0 ? 700 : 90))
    }
    let sizes = pictures.compactMap(\.size)
    let ratio = Sheet.CellRatio.automatic.value(for: sizes)
    let nominal = PixelSize(
      width: Int((256 * ratio.squareRoot()).rounded()),
      height: Int((256 / ratio.squareRoot()).rounded()))
    for enlargement in [Enlargement.never, .allowed] {
      let needs = try sizes.map { size in
        try PicturePlacement(
          of: size, in: PixelRect(x: 0, y: 0, width: nominal.width, height: nominal.height),
          nominal: nominal, scaling: .fit, alignment: .center, enlargement: enlargement
        ).image.size
      }
      func side(_ lengths: [Int]) -> Int {
        let sorted = lengths.sorted()
        return max(sorted[(4 * count + 4) / 5 - 1], min(64, sorted[count - 1]))
      }
      #expect(
        try cells(pictures, TileStyle(enlargement: enlargement))
          == PixelSize(width: side(needs.map(\.width)), height: side(needs.map(\.height))))
    }
  }

  @Test("A single picture gets a cell of its own size, up to 1,024 pixels on its longer side")
  func single() throws {
    let sizes = [
      (700, 500), (48, 48), (3000, 2000), (1000, 4000), (5000, 500), (801, 601), (3, 1024),
    ]
    for (width, height) in sizes {
      let cell = try cells([.stub(width, height)])
      let longer = max(width, height)
      if longer <= 1024 {
        #expect(cell == PixelSize(width: width, height: height))
      } else {
        // The other side is rounded to whole pixels.
        #expect(1015...1024 ~= max(cell.width, cell.height))
        #expect(abs(cell.width * height - cell.height * width) <= longer, "\(cell)")
      }
    }
    let square = Sheet.CellRatio.fixed(1)
    #expect(try cells([.stub(700, 500)], ratio: square) == PixelSize(width: 700, height: 700))
    let enlarged = TileStyle(enlargement: .allowed)
    #expect(try cells([.stub(48, 48)], enlarged) == PixelSize(width: 256, height: 256))
    #expect(try cells([.stub(700, 500)], enlarged) == PixelSize(width: 700, height: 500))
    #expect(
      try cells([.stub(3000, 2000)], TileStyle(scaling: .fill))
        == PixelSize(width: 1024, height: 683))
    // A picture that is alone on its page gets a cell of the common size.
    var paging = Paging()
    paging.picturesPerPage = 1
    let pages = try SheetPlanner(GridLayout(), paging: paging).sheetPlan([repeated(900, 900, 3)])
    #expect(pages.pages.allSatisfy { $0.tiles[0].cell.width == 256 })
    paging = Paging()
    paging.maximumHeight = 216
    let low = try SheetPlanner(GridLayout(), paging: paging).sheetPlan([repeated(900, 900, 1)])
    #expect(low.pages[0].size == PixelSize(width: 216, height: 216))
  }

  @Test(
    "With fill and stretch, the cell has the nominal size or the largest picture's, whichever is smaller"
  )
  func covered() throws {
    for scaling in [Scaling.fill, .stretch] {
      let style = TileStyle(scaling: scaling)
      #expect(
        try cells(repeated(900, 900) + repeated(900, 600, 3), style)
          == PixelSize(width: 256, height: 256))
      #expect(
        try cells(repeated(48, 48) + [.stub(100, 90)], style) == PixelSize(width: 100, height: 90))
    }
    // Pictures that keep their pixels are cropped to the cell, which is as large as the largest
    // picture.
    #expect(
      try cells(repeated(48, 48) + [.stub(200, 90)], TileStyle(scaling: .none))
        == PixelSize(width: 200, height: 90))
    #expect(
      try cells(repeated(900, 100), TileStyle(scaling: .none)) == PixelSize(width: 768, height: 85))
  }

  @Test("A given ratio is kept, in cells no larger than the pictures need")
  func fixedRatio() throws {
    let square = Sheet.CellRatio.fixed(1)
    let wide = Sheet.CellRatio.fixed(4 / 1.0)
    #expect(try cells(repeated(900, 600), ratio: square) == PixelSize(width: 256, height: 256))
    #expect(try cells(repeated(48, 48), ratio: square) == PixelSize(width: 48, height: 48))
    #expect(try cells(repeated(48, 48), ratio: wide) == PixelSize(width: 192, height: 48))
    #expect(try cells(repeated(900, 600), ratio: wide) == PixelSize(width: 512, height: 128))
  }

  @Test("Decoration is added outside the area that pictures need")
  func decoration() throws {
    let style = TileStyle(decoration: Decoration(padding: 5, border: Border("2")))
    #expect(try cells(repeated(48, 40), style) == PixelSize(width: 62, height: 54))
  }

  @Test(
    "Small pictures with labels get cells in which a short name is legible, and which are no wider than the widest label",
    arguments: [
      ("{index}", 48...48), ("tile_{index:3}.png", 50...90), ("a_very_long_name_{index}", 70...140),
    ] as [(String, ClosedRange<Int>)])
  func labels(label: String, widths: ClosedRange<Int>) throws {
    var job = SheetJob()
    job.texts.label = try PictureTemplate(label)
    for layout in [
      GridLayout(), RowLayout(), MasonryLayout(), ColumnLayout(),
    ] as [any Layout] {
      job.layout = layout
      let tiles = try SheetPlanner(job).sheetPlan([repeated(48, 40)]).pages[0].tiles
      #expect(tiles.allSatisfy { widths ~= $0.cell.width }, "\(layout)")
      #expect(tiles.allSatisfy { $0.placement?.image.size == PixelSize(width: 48, height: 40) })
      // The cell is as tall as the picture with its label.
      #expect(tiles.allSatisfy { $0.cell.height < 90 }, "\(layout)")
      if widths.upperBound <= 90 {
        #expect(tiles.allSatisfy { $0.label?.shown == nil }, "\(layout)")
      }
    }
    job.layout = GridLayout()
    job.texts.labelPosition = .over
    #expect(try SheetPlanner(job).sheetPlan([repeated(48, 40)]).pages[0].tiles[0].cell.width == 48)
  }

  @Test(
    "Unreadable pictures do not affect the size of cells; if no picture is readable, cells are square"
  )
  func unreadable() throws {
    #expect(try cells([.broken, .stub(20, 10), .broken]) == PixelSize(width: 20, height: 10))
    #expect(try cells([.broken, .broken]) == PixelSize(width: 256, height: 256))
  }

  @Test(
    "Cells shrink as little as the pixel limit allows, and a note says so",
    arguments: [1, 10, 200, 5000], [20_000, 300_000, 2_000_000])
  func limit(count: Int, pixels: Int) throws {
    let pictures = repeated(3000, 2000, count)
    let planner = try SheetPlanner(GridLayout(), maximumPixels: PixelCount(pixels))
    let free = try SheetPlanner(GridLayout()).sheetPlan([pictures]).pages[0]
    guard let planned = try? planner.plan([PictureGroup(pictures: pictures)]) else {
      // Even cells of 20 x 13 pixels, with their gaps, would exceed the limit.
      #expect(28 * 21 * count > pixels)
      return
    }
    let page = planned.plan.pages[0]
    let cell = page.tiles[0].cell.size
    #expect(page.size.width * page.size.height <= pixels)
    #expect(cell.width * cell.height >= 240)
    guard free.size.width * free.size.height > pixels else {
      #expect(page.size == free.size && planned.notes.of(.reducedCells).isEmpty)
      return
    }
    // If cells were half a pixel larger on each side, the sheet would exceed the limit. Different
    // numbers of rows and columns could change that.
    #expect(page.size.width * page.size.height > pixels / 2)
    #expect(
      planned.notes.of(.reducedCells).map(\.text) == [
        "cells are \(cell.width) x \(cell.height) pixels, so that the sheet stays within "
          + "\(PixelCount(pixels)) pixels"
      ])
  }

  @Test(
    "Cells never shrink below 16 x 16; if that is not enough, an error says that the sheet is too large"
  )
  func smallest() throws {
    let pictures = repeated(100, 100, 1000)
    let error = #expect(throws: ContactSheetError.self) {
      try SheetPlanner(GridLayout(), maximumPixels: PixelCount(100_000)).sheetPlan([pictures])
    }
    // 39 x 26 cells of 16 pixels, 8 apart.
    #expect(
      error == .tooLarge(Size(width: 944, height: 632), limit: PixelCount(100_000)), "\(error!)")
  }

  @Test("If there are several pages, each page is within the limit on pixels")
  func pages() throws {
    var paging = Paging()
    paging.picturesPerPage = 50
    let pictures = repeated(3000, 2000, 420)
    let perPage = try SheetPlanner(GridLayout(), paging: paging, maximumPixels: PixelCount(400_000))
      .sheetPlan([pictures])
    #expect(perPage.pages.count == 9)
    #expect(perPage.pages[0].tiles[0].cell.width > 80)
    paging = Paging()
    paging.maximumHeight = 200
    let cut = try SheetPlanner(GridLayout(), paging: paging, maximumPixels: PixelCount(400_000))
      .sheetPlan([pictures])
    let sizes = (perPage.pages + cut.pages).map(\.size)
    #expect(sizes.allSatisfy { $0.width * $0.height <= 400_000 })
    #expect(cut.pages.map(\.tiles.count).reduce(0, +) == 420)
  }

  @Test("Absurd ratios and sizes give cells of at least a pixel", arguments: ["1e-300", "1e300"])
  func absurd(text: String) throws {
    let ratio = Sheet.CellRatio.fixed(try #require(Double(text)))
    for scaling in Scaling.allCases {
      let cell = try cells([.stub(2_000_000_000, 1), .stub(1, 5)], TileStyle(scaling: scaling))
      #expect(cell.width >= 1 && cell.height >= 1)
      _ = try? cells([.stub(20_000, 1), .stub(1, 5)], TileStyle(scaling: scaling), ratio: ratio)
    }
    _ = try? cells([.broken], ratio: ratio)
  }
}
