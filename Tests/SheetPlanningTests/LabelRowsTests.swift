import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SheetPictures
import SheetText
import SystemPackage
import TestSupport
import Testing

@testable import SheetPlanning
@testable import SheetPlans

/// Labels are next to their pictures, and on one line in a row.
@Suite struct LabelRowsTests {
  static let layouts = PlannedTextTests.layouts
  static let decoration = [
    Decoration(), Decoration(padding: 5, border: Border("2"), shadow: Shadow("12")),
    Decoration(padding: 3, frame: Border("1"), shadow: Shadow("6")),
  ]

  /// The tiles of a page by row: the tiles of a row share the edge at which labels are.
  static func rows(
    of page: SheetPage, _ position: LabelPosition
  ) -> [[PlannedTile]] {
    Array(
      Dictionary(grouping: page.tiles) { position == .above ? $0.cell.y : $0.cell.maxY }.values)
  }

  @Test("A row's labels are on one line, right below its lowest picture")
  func below() async throws {
    try await check(.below) { image, label in label.y - image.maxY }
  }

  @Test("Labels above pictures are on one line, right above the highest picture")
  func above() async throws {
    try await check(.above) { image, label in image.y - label.maxY }
  }

  private func check(
    _ position: LabelPosition, distance: (PixelRect, PixelRect) -> Int
  ) async throws {
    for layout in Self.layouts {
      for decoration in Self.decoration {
        for alignment in [Alignment.center, .topLeft, .bottom] {
          var job = try PlannedTextTests.job(layout)
          job.texts.labelPosition = position
          job.style.decoration = decoration
          job.style.alignment = alignment
          let plan = try job.sheetPlan()
          let room = decoration.room(label: plan.type.label)
          let reach = room.shadow?.owner == .picture ? try #require(room.shadow).reach : .init(0)
          let gap = max(
            try #require(room.label).gap, position == .below ? reach.bottom : reach.top)
          for row in Self.rows(of: plan.pages[0], position) {
            #expect(Set(row.compactMap(\.label?.area.y)).count == 1)
            let distances = try row.map {
              distance(try #require($0.placement).image, try #require($0.label).area)
            }
            #expect(distances.min() == room.borderWidth + gap)
            // Pictures move from the middle of their cells to their labels, except in justified rows.
            if alignment == .center, !(layout is RowLayout) { #expect(Set(distances).count == 1) }
          }
        }
      }
    }
  }

  @Test("Lines that no label needs leave no gap below a title")
  func titled() throws {
    func top(lines: Int) throws -> Int {
      let plan = try SmallCellGapTests.job("A4-landscape", 6) {
        ($0.title, $0.label, $0.labelLines) = ("Scenes", "{name}", lines)
        $0.layout = .grid(columns: 3, rows: 2)
      }.sheetPlan()
      return try #require(plan.pages[0].tiles.map(\.cell.y).min())
    }
    #expect(try top(lines: 5) == top(lines: 1))
  }

  @Test(
    "In a grid of pictures of any shape, the labels of rows are equally far apart",
    arguments: [LabelPosition.below, .above])
  func evenRows(position: LabelPosition) throws {
    var random = SeededGenerator(seed: 22)
    var moved = 0
    for _ in 0..<20 {
      let sizes = (0..<30).map { number in
        // Some row probably contains only landscapes.
        number < 20 || random.number(below: 2) == 0
          ? PixelSize(width: 3000, height: 2000) : PixelSize(width: 2000, height: 3000)
      }
      var job = SheetJob(sources: sizes.map { StubPicture(name: "a.png", size: $0) })
      job.layout = GridLayout(.cell(PixelSize(width: 240, height: 300)), shape: .columns(4))
      job.texts.label = try PictureTemplate("{name}")
      job.texts.labelPosition = position
      let tiles = try job.sheetPlan().pages[0].tiles
      let lines = Set(tiles.compactMap(\.label?.area.y)).sorted()
      #expect(Set(zip(lines, lines.dropFirst()).map { $1 - $0 }).count == 1, "\(lines)")
      for tile in tiles {
        let (image, label) = (try #require(tile.placement).image, try #require(tile.label).area)
        #expect(position == .below ? image.maxY <= label.y : label.maxY <= image.y)
      }
      if lines.count > 1, Set(sizes).count > 1 { moved += 1 }
    }
    #expect(moved == 20)
  }

  @Test(
    "Small and large pictures in a row are equally far from their labels, which are level",
    arguments: [LabelPosition.below, .above])
  func smallBesideLarge(position: LabelPosition) async throws {
    let tracks = try ColumnTrack.list(parsing: "3 * flexible")
    let layouts: [any Layout] = [
      ColumnLayout(tracks, extent: .pixels(800)), GridLayout(shape: .columns(3)),
      GridLayout(.cell(PixelSize(width: 240, height: 300)), shape: .columns(3)),
    ]
    for layout in layouts {
      var job = SheetJob(
        sources: [(300, 200), (50, 40), (90, 200)].map {
          StubPicture(name: "a.png", size: PixelSize(width: $0, height: $1))
        })
      job.layout = layout
      job.texts.label = try PictureTemplate("{name}")
      job.texts.labelPosition = position
      let tiles = try job.sheetPlan().pages[0].tiles
      let distances = try tiles.map { tile in
        let (image, label) = (try #require(tile.placement).image, try #require(tile.label).area)
        return position == .below ? label.y - image.maxY : image.y - label.maxY
      }
      #expect(Set(distances).count == 1 && 0...6 ~= distances[0], "\(layout.name): \(distances)")
      #expect(Set(tiles.compactMap(\.label?.area.y)).count == 1, "\(layout.name)")
    }
  }

  @Test(
    "In justified rows, small pictures are centred vertically, and labels are level",
    arguments: [nil, LabelPosition.below, .above, .over])
  func middle(position: LabelPosition?) throws {
    var random = SeededGenerator(seed: 6)
    for round in 0..<40 {
      let sizes = (0...random.number(below: 20)).map { _ in
        PixelSize(width: 8 + random.number(below: 400), height: 8 + random.number(below: 400))
      }
      var job = SheetJob(sources: sizes.map { StubPicture(name: "a.png", size: $0) })
      job.layout = RowLayout(
        rowHeight: round % 2 == 0 ? 200 : nil, extent: .pixels(800, round % 3 == 0 ? 600 : nil))
      job.texts.label = try position.map { _ in try PictureTemplate("{name}") }
      job.texts.labelPosition = position ?? .below
      job.style.decoration = Self.decoration[round % 3]
      let tiles = try job.sheetPlan().pages.flatMap(\.tiles)
      for row in Dictionary(grouping: tiles, by: \.cell.y).values {
        #expect(Set(row.map(\.cell.height)).count == 1)
        let images = try row.map { try #require($0.placement).image }
        let middles = images.map { $0.y + $0.maxY }
        #expect((middles.max() ?? 0) - (middles.min() ?? 0) <= 1)
        if position != .over { #expect(Set(row.map(\.label?.area.y)).count == 1) }
      }
    }
  }

  @Test("In rows, the style may put small pictures at the top or at the bottom")
  func edgesOfRows() throws {
    let sizes = [PixelSize(width: 300, height: 200), PixelSize(width: 50, height: 40)]
    for alignment in [Alignment.top, .bottom] {
      var job = SheetJob(sources: sizes.map { StubPicture(name: "a.png", size: $0) })
      job.layout = RowLayout(rowHeight: 200, extent: .pixels(800))
      job.style.alignment = alignment
      let images = try job.sheetPlan().pages[0].tiles.map { try #require($0.placement).image }
      #expect(
        alignment == .top ? images[0].y == images[1].y : images[0].maxY == images[1].maxY)
    }
  }

  @Test("Pictures without a label, and placeholders, stay in line with their neighbours")
  func unlabelled() async throws {
    var job = SheetJob(
      sources: [
        StubPicture(name: "low.png", size: PixelSize(width: 200, height: 50)),
        StubPicture(name: "tall.png", size: PixelSize(width: 50, height: 180)),
      ])
    job.layout = GridLayout(.cell(PixelSize(width: 200, height: 200)))
    job.table = .table(
      try PictureTable(
        Array("path,label\nlow.png,Low\n".utf8), path: "labels.csv"))
    let tiles = try job.sheetPlan().pages[0].tiles
    let label = try #require(tiles[0].label)
    #expect(tiles[1].label == nil)
    let gap = label.area.y - (try #require(tiles[1].placement).image.maxY)
    #expect(0...6 ~= gap)
    job.sources[1] = StubPicture(name: "broken.png", size: nil)
    let beside = try job.sheetPlan().pages[0].tiles[0]
    #expect(beside.label?.area.maxY == beside.cell.maxY)
  }

  @Test("Cells of icons have room for a short name beside them", arguments: layouts)
  func icons(layout: any Layout) async throws {
    var job = try PlannedTextTests.job(layout)
    job.sources = (0..<9).map { number in
      StubPicture(name: "icon\(number).png", size: PixelSize(width: 16, height: 12 + number))
    }
    job.texts.label = try PictureTemplate("{name}")
    job.texts.font = .builtin
    let page = try job.sheetPlan().pages[0]
    let face = StrokeFace(size: 12)
    let line = PixelSize(width: 200, height: face.lineHeight)
    let coverage = face.raster(TextBox("icon0.png", size: line, alignment: .left)).coverage
    let name = coverage.indices.filter { coverage[$0] > 0 }.map { $0 % line.width }.max() ?? 0
    let isOfPictures =
      layout is RowLayout || layout is MasonryLayout
      || (layout as? GridLayout)?.sizing == GridLayout().sizing
    for tile in page.tiles where isOfPictures {
      #expect(try #require(tile.label).area.width > name)
      #expect(tile.placement?.image.size.width == 16)
      #expect(tile.cell.height < 16 + 12 + 30)
    }
  }

  @Test(
    "A single page ends below its last row's labels, and a footer is at least a line further down")
  func pageEnd() async throws {
    for layout in Self.layouts {
      var job = try PlannedTextTests.job(layout)
      job.style.decoration = Decoration(padding: 3, border: Border("2"))
      job.layout = layout
      let plan = try job.sheetPlan()
      let page = plan.pages[0]
      let end = page.tiles.compactMap(\.label?.area.maxY).max()
      #expect(page.tiles.allSatisfy { $0.cell.maxY <= page.size.height - 8 })
      if layout.traits.pageHeight == nil, layout.name != TieredLayout.name {
        #expect(end == page.size.height - 8 - 3)
      }
      job.texts.footer = try PageTemplate("{page}")
      let footed = try job.sheetPlan().pages[0]
      let footer = try #require(footed.texts.last)
      #expect(footer.area.maxY == footed.size.height - 8)
      #expect(
        footed.tiles.allSatisfy { footer.area.y - $0.cell.maxY >= footer.area.height })
    }
  }

  @Test(
    "Cells keep their height on sheets with a given height, frames, cell backgrounds or several pages"
  )
  func cellsThatStay() throws {
    let size = PixelSize(width: 900, height: 700)
    func job(_ layout: any Layout) throws -> SheetJob {
      var job = SheetJob(
        sources: Array(
          repeating: StubPicture(name: "low.png", size: PixelSize(width: 300, height: 30)),
          count: 8))
      job.layout = layout
      job.texts.label = try PictureTemplate("{name}")
      return job
    }
    let fixed = try job(GridLayout(.sheet(size, cellRatio: .automatic))).sheetPlan()
    #expect(fixed.pages[0].size == size)
    let tiers = try job(TieredLayout(extent: try #require(PixelExtent("900x3000")))).sheetPlan()
    #expect(tiers.pages[0].size.height == 3000)

    let grid = GridLayout(.cell(PixelSize(width: 100, height: 100)), shape: .columns(3))
    let plain = try job(grid).sheetPlan()
    let label = try #require(plain.type.label)
    let full = 16 + 3 * (100 + label.height + label.gap) + 2 * 8
    #expect(plain.pages[0].size.height < full - 30)
    var framed = try job(grid)
    framed.style.decoration.frame = Border("1")
    #expect(try framed.sheetPlan().pages[0].size.height == full)
    var backed = try job(grid)
    backed.style.cellBackground = .color(.white)
    #expect(try backed.sheetPlan().pages[0].size.height == full)
    var paged = try job(grid)
    paged.paging.picturesPerPage = 4
    let pages = try paged.sheetPlan().pages
    #expect(
      pages.map(\.size.height) == Array(repeating: full - 108 - label.height - label.gap, count: 2))
  }
}
