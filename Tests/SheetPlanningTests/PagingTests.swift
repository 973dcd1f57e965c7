import SheetFixtures
import SheetLayout
import SheetModel
import SystemPackage
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning
@testable import SheetPlans

@Suite struct PagingTests {
  static let cell = GridLayout(
    .cell(PixelSize(width: 100, height: 80)))

  @Test("As in montage, columns and rows make pages of the same size")
  func montage() throws {
    let layout = GridLayout(
      .cell(PixelSize(width: 60, height: 60)),
      shape: .exactly(columns: 3, rows: 2))
    let plan = try SheetPlanner(
      layout, gap: PixelSpacing(horizontal: 8, vertical: 6)!,
      margin: PixelSpacing(horizontal: 4, vertical: 3)!
    ).sheetPlan([Array(repeating: .stub(50, 40), count: 8)])
    #expect(plan.pages.map(\.tiles.count) == [6, 2])
    // As `montage -tile 3x2 -geometry 60x60+4+3` makes it: cells of 68 x 66 side by side.
    #expect(plan.pages.allSatisfy { $0.size == PixelSize(width: 204, height: 132) })
  }

  @Test("Pages are numbered from 1")
  func names() throws {
    var paging = Paging()
    paging.picturesPerPage = 4
    let plan = try SheetPlanner(Self.cell, paging: paging)
      .sheetPlan([SheetPicture.stubs(9)])
    #expect(plan.pages.map(\.number) == [1, 2, 3])
  }

  @Test(
    "No page is taller than the maximum, and no tile is cut by a page break",
    arguments: [110, 250, 1000, 5000])
  func maximumHeight(limit: Int) throws {
    var paging = Paging()
    paging.maximumHeight = limit
    for layout in [Self.cell, RowLayout(rowHeight: 60, extent: .pixels(900))] as [any Layout] {
      let plan = try SheetPlanner(layout, paging: paging).sheetPlan([SheetPicture.stubs(100)])
      #expect(plan.pages.allSatisfy { $0.size.height <= limit })
      #expect(firstDifference(plan.pages.flatMap(\.tiles).map(\.index), 0..<100) == nil)
      for page in plan.pages {
        #expect(page.tiles.allSatisfy { $0.cell.maxY <= page.size.height - 8 })
        #expect(page.tiles.map(\.cell.y).min() == 8)
      }
    }
  }

  @Test(
    "On pages of a fixed height, tiers become smaller and are centred so that all blocks fit",
    arguments: [TierLayer.standard, [.mediumRight], [.threeSmall]])
  func tiersOnPages(layers: [TierLayer]) throws {
    var paging = Paging()
    paging.minimumHeight = 400
    paging.maximumHeight = 400
    let pages = try SheetPlanner(
      TieredLayout(layers, extent: .pixels(700)), paging: paging
    )
    .sheetPlan([SheetPicture.stubs(30), SheetPicture.stubs(2)]).pages
    #expect(pages.allSatisfy { $0.size == PixelSize(width: 700, height: 400) })
    let cells = pages.flatMap(\.tiles).map(\.cell)
    let left = try #require(cells.map(\.x).min())
    let right = try #require(cells.map(\.maxX).max())
    #expect(abs(left - (700 - right)) <= 1)
    // Three small blocks fill the width; other patterns are limited by the height.
    #expect((left == 8) == (layers == [.threeSmall]))
    let largest = try #require(cells.map(\.height).max())
    #expect(largest == (layers == [.threeSmall] ? (684 - 16) / 3 + 1 : 384))
    #expect(cells.allSatisfy { $0.y >= 8 && $0.maxY <= 392 })
  }

  @Test("Tiers that are shorter than the page fill its width, as they do without a page height")
  func tiersOnHighPages() throws {
    var paging = Paging()
    paging.minimumHeight = 900
    paging.maximumHeight = 900
    let pictures = [SheetPicture.stubs(6)]
    let layout = TieredLayout(extent: .pixels(700))
    let page = try SheetPlanner(layout, paging: paging).sheetPlan(pictures).pages[0]
    let endless = try SheetPlanner(layout).sheetPlan(pictures).pages[0]
    #expect(firstDifference(page.tiles, endless.tiles) == nil)
  }

  @Test("A row taller than the maximum page height gives an error that states both heights")
  func tooTall() {
    var paging = Paging()
    paging.maximumHeight = 90
    #expect(throws: ContactSheetError.layout(.rowTooTall(80, limit: 74))) {
      try SheetPlanner(Self.cell, paging: paging).sheetPlan([SheetPicture.stubs(5)])
    }
  }

  @Test("If pages are no taller than their margins, the error says so")
  func nothingButMargins() {
    var paging = Paging()
    for (limit, error) in [
      (15, ContactSheetError.pageTooLow(height: 15, taken: 16)),
      (16, .pageTooLow(height: 16, taken: 16)),
      (17, .layout(.rowTooTall(80, limit: 1))),
    ] {
      paging.maximumHeight = limit
      #expect(throws: error) {
        try SheetPlanner(Self.cell, paging: paging).sheetPlan([SheetPicture.stubs(5)])
      }
    }
  }

  @Test(
    "A page has no more pictures than its rows and columns hold, nor more than the given number")
  func picturesPerPage() throws {
    let layout = GridLayout(shape: .exactly(columns: 3, rows: 2))
    var paging = Paging()
    for (count, pages) in [(nil, [6, 2]), (4, [4, 4]), (6, [6, 2]), (7, [6, 2])] {
      paging.picturesPerPage = count
      let plan = try SheetPlanner(layout, paging: paging).sheetPlan([SheetPicture.stubs(8)])
      #expect(plan.pages.map(\.tiles.count) == pages)
    }
  }

  @Test("Every group starts a new page")
  func groups() throws {
    let plan = try SheetPlanner(Self.cell).sheetPlan([
      SheetPicture.stubs(3), SheetPicture.stubs(5), SheetPicture.stubs(1),
    ])
    #expect(plan.pages.map { $0.tiles.map(\.index) } == [[0, 1, 2], [3, 4, 5, 6, 7], [8]])
  }

  @Test(
    "All pages of a sheet have the same width, including pages of different groups and the last page"
  )
  func oneWidth() throws {
    let large = Array(repeating: SheetPicture.stub(900, 600), count: 40)
    let groups = [
      Array(large[..<3]), large, [.stub(30, 40)], (0..<7).map { .stub(20 + $0, 30) }, [.broken],
    ]
    var perPage = Paging()
    perPage.picturesPerPage = 12
    var low = Paging()
    low.maximumHeight = 700
    for paging in [Paging(), perPage, low] {
      for sizing in [
        GridSizing.automatic(cellRatio: .automatic),
        .cell(PixelSize(width: 100, height: 80)),
      ] {
        let plan = try SheetPlanner(GridLayout(sizing), paging: paging).sheetPlan(groups)
        #expect(Set(plan.pages.map(\.size.width)).count == 1, "\(plan.pages.map(\.size))")
        #expect(Set(plan.pages.flatMap(\.tiles).map(\.cell.size)).count == 1)
        #expect(plan.pages.flatMap(\.tiles).map(\.index) == Array(0..<52))
        #expect(plan.pages.count >= groups.count)
      }
      for layout in [
        RowLayout(), MasonryLayout(), ColumnLayout(), TieredLayout(), CollageLayout(),
        GridLayout(.width(900, cellRatio: .automatic)),
      ] as [any Layout] {
        // A cell as wide as the sheet may be taller than a page.
        if layout is GridLayout, paging == low { continue }
        let plan = try SheetPlanner(layout, paging: paging).sheetPlan(groups)
        #expect(Set(plan.pages.map(\.size.width)).count == 1, "\(layout)")
      }
    }
  }

  @Test("In rows, pictures shorter than their row are bottom-aligned, or top-aligned on request")
  func footOfRows() throws {
    let pictures = (0..<30).map {
      SheetPicture.stub($0 % 3 == 0 ? 48 : 900, $0 % 3 == 0 ? 32 : 600)
    }
    for (alignment, foot) in [(Alignment.center, true), (.left, true), (.top, false)] {
      for layout in [RowLayout(), RowLayout(extent: .pixels(1600, 1200))] {
        let plan = try SheetPlanner(layout, style: TileStyle(alignment: alignment))
          .sheetPlan([pictures])
        let cells = plan.pages[0].tiles.map(\.cell)
        // Pictures in a row with photographs are as tall as the row.
        for cell in cells where cell.height == 32 {
          let row = cells.filter { $0.y <= cell.y && cell.maxY <= $0.maxY && $0.height > 32 }
          #expect(row.allSatisfy { foot ? $0.maxY == cell.maxY : $0.y == cell.y })
          #expect(!row.isEmpty)
        }
      }
    }
  }

  @Test("With column order, cells are unchanged and pictures run downwards")
  func columnOrder() throws {
    var paging = Paging()
    paging.readingOrder = .columns
    let layout = GridLayout(
      .cell(PixelSize(width: 10, height: 10)), shape: .columns(3))
    let pictures = [Array(repeating: SheetPicture.stub(10, 10), count: 8)]
    let byRows = try SheetPlanner(layout).sheetPlan(pictures).pages[0]
    let byColumns = try SheetPlanner(layout, paging: paging).sheetPlan(pictures).pages[0]
    #expect(Set(byRows.tiles.map(\.cell)) == Set(byColumns.tiles.map(\.cell)))
    // Three rows; the last one has two cells, so the third column is shorter.
    #expect(byColumns.tiles.map(\.cell.x) == [8, 8, 8, 26, 26, 26, 44, 44])
    #expect(byColumns.tiles.map(\.cell.y) == [8, 26, 44, 8, 26, 44, 8, 26])
  }

  @Test("Column order is a permutation that runs down the columns", arguments: 1...7)
  func permutation(columns: Int) {
    for count in 0..<50 {
      let items = Sheet.ReadingOrder.columns.items(count: count, columns: columns)
      #expect(items.sorted() == Array(0..<count))
      for position in items.indices where position + columns < count {
        #expect(items[position + columns] == items[position] + 1)
      }
    }
  }

  @Test("If pages are read from right to left, each is the mirror image of the usual one")
  func rightToLeft() throws {
    var paging = Paging()
    paging.readingOrder = .rightToLeft
    let sizes = (0..<23).map { (300 + 7 * $0 % 100, 200 + 31 * $0 % 150) }
    let pictures = [sizes.map { SheetPicture.stub($0.0, $0.1) }]
    let layouts: [any Layout] = [
      GridLayout(.cell(PixelSize(width: 90, height: 60)), shape: .columns(5)), GridLayout(),
      RowLayout(rowHeight: 90, extent: .pixels(700)), MasonryLayout(extent: .pixels(700)),
      ColumnLayout(
        [ColumnTrack(.fixed(100)), ColumnTrack(.flexible(minimum: 0)), ColumnTrack(.fixed(90))],
        extent: .pixels(700)),
      TieredLayout(),
    ]
    for layout in layouts {
      let usual = try SheetPlanner(layout).sheetPlan(pictures)
      let mirrored = try SheetPlanner(layout, paging: paging).sheetPlan(pictures)
      #expect(usual.pages.map(\.size) == mirrored.pages.map(\.size), "\(layout.name)")
      for (page, other) in zip(usual.pages, mirrored.pages) {
        for (tile, mirror) in zip(page.tiles, other.tiles) {
          let x = page.size.width - tile.cell.maxX
          #expect(tile.index == mirror.index && tile.cell.y == mirror.cell.y, "\(layout.name)")
          #expect(abs(mirror.cell.x - x) <= 1, "\(layout.name): \(mirror.cell.x) for \(x)")
        }
      }
    }
  }

  @Test("Rows do not run from right to left in a matrix or in sections")
  func noRightToLeft() throws {
    var paging = Paging()
    paging.readingOrder = .rightToLeft
    #expect(throws: ContactSheetError.noRightToLeft) {
      try SheetPlanner(MatrixLayout(), paging: paging).sheetPlan([SheetPicture.stubs(5)])
    }
    (paging.groupKey, paging.groupBreak) = (.folder, .section)
    #expect(throws: ContactSheetError.noRightToLeft) {
      try SheetPlanner(GridLayout(), paging: paging).sheetPlan([SheetPicture.stubs(5)])
    }
  }

  @Test("A layout without equal cells has no column order")
  func noColumnOrder() {
    var paging = Paging()
    paging.readingOrder = .columns
    for layout in [TieredLayout(), RowLayout(rowHeight: 9, extent: .pixels(99))]
      as [any Layout]
    {
      #expect(throws: ContactSheetError.noColumnOrder) {
        try SheetPlanner(layout, paging: paging).sheetPlan([SheetPicture.stubs(5)])
      }
    }
  }

  @Test("Masonry needs columns of equal width and spacing")
  func unequalColumns() {
    let tracks = [ColumnTrack(.fixed(100)), ColumnTrack(.adaptive(minimum: 300))]
    #expect(throws: ContactSheetError.layout(.unequalColumns([100, 376]))) {
      try SheetPlanner(MasonryLayout(tracks, extent: .pixels(500))).sheetPlan([
        SheetPicture.stubs(5)
      ])
    }
    var three = Array(repeating: ColumnTrack(.fixed(100)), count: 3)
    three[1].spacing = 9
    #expect(throws: ContactSheetError.layout(.unequalColumns([100, 100, 100]))) {
      try SheetPlanner(MasonryLayout(three, extent: .pixels(500))).sheetPlan([
        SheetPicture.stubs(5)
      ])
    }
  }

  @Test(
    "Each cell of masonry has the position and the width of a track",
    arguments: [
      [ColumnTrack](repeating: ColumnTrack(.fixed(100)), count: 3),
      Array(repeating: ColumnTrack(.fixed(100), spacing: 40), count: 3),
      [ColumnTrack(.adaptive(minimum: 70), spacing: 0.5)],
      [ColumnTrack(.adaptive(minimum: 70, maximum: 80), spacing: 40)],
      [ColumnTrack(.fixed(500))],
    ])
  func masonryTracks(tracks: [ColumnTrack]) throws {
    let style = TileStyle(enlargement: .allowed)
    // Narrow strips are left out because they would be narrower than their tracks.
    let pictures = SheetPicture.stubs(120).filter { $0.size.ratio > 0.5 }
    let plan = try SheetPlanner(MasonryLayout(tracks, extent: .pixels(800)), style: style)
      .sheetPlan([pictures])
    let cells = plan.tracks.map { Rect(x: 8 + $0.x, y: 0, width: $0.width, height: 0).snapped }
    let page = plan.pages[0]
    #expect(page.size.width == 800)
    #expect(Set(page.tiles.map(\.cell.x)) == Set(cells.map(\.x)))
    #expect(
      page.tiles.allSatisfy { tile in
        cells.contains { $0.x == tile.cell.x && $0.width == tile.cell.width }
      })
  }
}
