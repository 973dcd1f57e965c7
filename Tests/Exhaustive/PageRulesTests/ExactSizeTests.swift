import SheetFixtures
import SheetLayout
import SheetModel
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning
@testable import SheetPlans

/// Every layout makes pages of exactly the size that `--size WxH` or `--paper` gives.
@Suite struct ExactSizeTests {
  static func layouts(_ size: PixelSize) -> [any Layout] {
    let extent = PixelExtent.pixels(size.width, size.height)
    return [
      GridLayout(.sheet(size, cellRatio: .automatic)),
      TieredLayout(extent: extent),
      TieredLayout([.mediumRight, .threeSmall], extent: extent),
      ColumnLayout(extent: extent),
      ColumnLayout([ColumnTrack(.fixed(40)), ColumnTrack(.flexible())], extent: extent),
      RowLayout(extent: extent),
      RowLayout(rowHeight: 70, extent: extent, lastRow: .center),
      RowLayout(extent: extent, lastRow: .justified),
      MasonryLayout(extent: extent),
      MasonryLayout(extent: extent, bottom: .flush),
      MasonryLayout(Array(repeating: ColumnTrack(.flexible()), count: 3), extent: extent),
      CollageLayout(extent: extent),
    ]
  }

  static let sizes = [
    PixelSize(width: 1600, height: 1200), PixelSize(width: 701, height: 1203),
    PixelSize(width: 1920, height: 400),
  ]

  @Test(
    "Whatever its pictures, gaps and decoration, a page has the given size, and cells are disjoint",
    arguments: sizes)
  func size(size: PixelSize) throws {
    var generator = SeededGenerator(seed: 50)
    for count in [1, 2, 3, 5, 12, 40] {
      let pictures = (0..<count).map { index in
        index % 11 == 10
          ? SheetPicture.broken
          : .stub(
            .random(in: 300...3000, using: &generator), .random(in: 300...3000, using: &generator))
      }
      let gap = PixelSpacing(
        horizontal: .random(in: 0...12, using: &generator),
        vertical: .random(in: 0...12, using: &generator))!
      for layout in Self.layouts(size) {
        var style = TileStyle()
        style.scaling = Scaling.allCases.randomElement(using: &generator)!
        style.enlargement = Bool.random(using: &generator) ? .allowed : .never
        if count < 12 { style.decoration.border = Border("1") }
        for perPage in [nil, 7] {
          var paging = Paging()
          paging.picturesPerPage = perPage
          let even = layout is TieredLayout ? PixelSpacing.standard : gap
          let plan = try SheetPlanner(layout, style: style, gap: even, paging: paging)
            .sheetPlan([pictures])
          #expect(plan.pages.flatMap(\.tiles).map(\.index) == Array(0..<count))
          #expect(plan.pages.count == (perPage.map { (count + $0 - 1) / $0 } ?? 1))
          for page in plan.pages {
            #expect(page.size == size, "\(layout)")
            check(page, margin: 8, "\(count) in \(layout)")
            if style.scaling == .fill, style.decoration.border == nil {
              #expect(
                page.tiles.allSatisfy { $0.placement?.image == $0.cell || $0.placement == nil })
            }
          }
        }
      }
    }
  }

  private func check(_ page: SheetPage, margin: Int, _ comment: Comment) {
    let area = PixelRect(x: 0, y: 0, width: page.size.width, height: page.size.height)
      .outset(by: -margin)
    let cells = page.tiles.map(\.cell)
    #expect(cells.allSatisfy { $0.isInside(area) }, comment)
    let areDisjoint = cells.enumerated().allSatisfy { index, cell in
      !cells[(index + 1)...].contains(where: cell.overlaps)
    }
    #expect(areDisjoint, comment)
  }

  /// The smallest area that contains the cells of a page.
  private func block(_ page: SheetPage) -> PixelRect {
    let cells = page.tiles.map(\.cell)
    let x = cells.map(\.x).min() ?? 0
    let y = cells.map(\.y).min() ?? 0
    return PixelRect(
      x: x, y: y, width: (cells.map(\.maxX).max() ?? 0) - x,
      height: (cells.map(\.maxY).max() ?? 0) - y)
  }

  private func photographs(_ count: Int) -> [SheetPicture] {
    (0..<count).map { [.stub(3000, 2000), .stub(2000, 3000), .stub(4000, 3000)][$0 % 3] }
  }

  @Test(
    "Rows of pictures that fill their frames cover a sheet of the given size", arguments: sizes,
    [1, 2, 5, 12, 37])
  func coveringRows(size: PixelSize, count: Int) throws {
    let extent = PixelExtent.pixels(size.width, size.height)
    for lastRow in LastRow.allCases {
      let page = try SheetPlanner(
        RowLayout(extent: extent, lastRow: lastRow), style: TileStyle(scaling: .fill)
      ).sheetPlan([photographs(count) + [.stub(40, 30)]]).pages[0]
      #expect(
        block(page) == PixelRect(x: 8, y: 8, width: size.width - 16, height: size.height - 16))
      let rows = Dictionary(grouping: page.tiles.map(\.cell), by: \.y).values
      #expect(rows.allSatisfy { $0.map(\.x).min() == 8 && $0.map(\.maxX).max() == size.width - 8 })
    }
  }

  @Test("The block of pictures on a full page is centred", arguments: sizes, [5, 12, 37])
  func centred(size: PixelSize, count: Int) throws {
    for layout in Self.layouts(size) where !(layout is GridLayout || layout is ColumnLayout) {
      let plan = try SheetPlanner(layout).sheetPlan([photographs(count)])
      let block = block(plan.pages[0])
      if let first = plan.tracks.first, let last = plan.tracks.last {
        // At its sides, masonry may have pictures narrower than the columns.
        #expect(abs(first.x + last.x + last.width - Double(size.width - 16)) <= 1e-6, "\(layout)")
      } else {
        #expect(abs(block.x + block.maxX - size.width) <= 2, "\(layout)")
      }
      #expect(abs(block.y + block.maxY - size.height) <= 2, "\(layout)")
    }
  }

  @Test("The blocks of rows and of masonry cover over half of any page, and 85 % of most pages")
  func coverage() throws {
    var worst = 1.0
    var shares: [Double] = []
    for size in Self.sizes {
      let extent = PixelExtent.pixels(size.width, size.height)
      for layout in [RowLayout(extent: extent), MasonryLayout(extent: extent)] as [any Layout] {
        for count in 12...60 {
          let block = block(try SheetPlanner(layout).sheetPlan([photographs(count)]).pages[0])
          let share =
            Double(block.width * block.height) / Double((size.width - 16) * (size.height - 16))
          worst = min(worst, share)
          shares.append(share)
        }
      }
    }
    #expect(worst > 0.55, "\(worst)")
    let median = shares.sorted()[shares.count / 2]
    #expect(median > 0.85, "\(median)")
  }

  @Test(
    "Even if one picture is a tall strip, masonry covers over half of the page on average",
    arguments: [8, 20, 40])
  func strip(ratio: Int) throws {
    var generator = SeededGenerator(seed: 41)
    var shares: [Double] = []
    for (index, count) in [12, 20, 40, 100].enumerated() {
      for size in Self.sizes.dropLast() {
        var pictures = (0..<count).map { _ in
          SheetPicture.stub(
            .random(in: 600...1500, using: &generator), .random(in: 600...1500, using: &generator))
        }
        pictures[.random(in: 0..<count, using: &generator)] = .stub(400, 400 * ratio)
        let layout = MasonryLayout(extent: .pixels(size.width, size.height))
        let page = try SheetPlanner(layout).sheetPlan([pictures]).pages[0]
        let covered = page.tiles.reduce(0) {
          $0 + ($1.placement.map { $0.image.width * $0.image.height } ?? 0)
        }
        let share = Double(covered) / Double((size.width - 16) * (size.height - 16))
        #expect(share > (index == 0 ? 0.3 : 0.4), "\(count) on \(size)")
        shares.append(share)
      }
    }
    #expect(shares.reduce(0, +) > 0.55 * Double(shares.count), "\(shares)")
  }

  @Test("Tiers fill the given width or the given height, whichever they reach first")
  func tiers() throws {
    let layout = TieredLayout(extent: .pixels(2000, 716))
    let page = try SheetPlanner(layout).sheetPlan([photographs(10)]).pages[0]
    // Seven units with six gaps of 8 in 700 pixels; three units with two gaps are 295 wide.
    #expect(block(page) == PixelRect(x: 852, y: 8, width: 296, height: 700))
    let low = TieredLayout(extent: .pixels(316, 2000))
    #expect(block(try SheetPlanner(low).sheetPlan([photographs(10)]).pages[0]).width == 300)
  }

  @Test("The cells of columns share the height equally, and may be filled column by column")
  func columns() throws {
    let tracks = Array(repeating: ColumnTrack(.flexible()), count: 4)
    var paging = Paging()
    paging.readingOrder = .columns
    let layout = ColumnLayout(tracks, extent: .pixels(840, 640))
    let cells = try SheetPlanner(layout, paging: paging).sheetPlan([photographs(9)]).pages[0].tiles
      .map(\.cell)
    #expect(
      Set(cells.map(\.size)) == [
        PixelSize(width: 200, height: 203), PixelSize(width: 200, height: 202),
      ])
    #expect(cells.map(\.maxY).max()! == 632)
  }

  @Test("Masonry can end flush, whether or not the height of the sheet is given")
  func flush() throws {
    for height in [nil, 900, 500] {
      let layout = MasonryLayout(
        Array(repeating: ColumnTrack(.flexible()), count: 4),
        extent: .pixels(1000, height), bottom: .flush)
      let loose = MasonryLayout(
        Array(repeating: ColumnTrack(.flexible()), count: 4), extent: .pixels(1000))
      for scaling in [Scaling.fit, .fill] {
        let style = TileStyle(scaling: scaling)
        let page = try SheetPlanner(layout, style: style).sheetPlan([photographs(21)]).pages[0]
        let columns = Dictionary(grouping: page.tiles.map(\.cell), by: \.x)
        #expect(columns.count == 4)
        #expect(columns.values.allSatisfy { $0.map(\.maxY).max() == page.size.height - 8 })
        #expect(columns.values.allSatisfy { $0.map(\.y).min() == 8 })
        #expect(columns.values.joined().allSatisfy { $0.width >= 239 && $0.width <= 240 })
        if let height {
          #expect(page.size.height == height)
        } else {
          let tallest = try SheetPlanner(loose, style: style).sheetPlan([photographs(21)]).pages[0]
          #expect(page.size == tallest.size)
        }
        let isCovered = page.tiles.allSatisfy { $0.placement?.image == $0.cell }
        #expect(isCovered == (scaling == .fill))
      }
    }
  }

  @Test("Masonry uses the number of columns that brings it closest to the given height")
  func masonryColumns() throws {
    let pictures = Array(repeating: SheetPicture.stub(2000, 2000), count: 12)
    func columns(_ width: Int, _ height: Int) throws -> Int {
      let extent = PixelExtent.pixels(width, height)
      return try SheetPlanner(MasonryLayout(extent: extent)).sheetPlan([pictures]).tracks.count
    }
    #expect(try columns(1216, 916) == 4)
    #expect(try columns(916, 1216) == 3)
    #expect(try columns(2416, 816) == 6)
  }

  @Test("On a last page that is not full, rows, blocks and columns are no larger than elsewhere")
  func lastPage() throws {
    var paging = Paging()
    paging.picturesPerPage = 20
    for layout in Self.layouts(Self.sizes[0]) {
      // A justified row fills the width, however tall the row becomes.
      if (layout as? RowLayout)?.lastRow == .justified { continue }
      // A collage fills every page.
      if layout is CollageLayout { continue }
      let pages = try SheetPlanner(layout, paging: paging).sheetPlan([photographs(43)]).pages
      #expect(pages.map(\.tiles.count) == [20, 20, 3])
      let heights = pages.map { $0.tiles.map(\.cell.height).max()! }
      #expect(heights[2] <= max(heights[0], heights[1]) * 4 / 3, "\(heights) in \(layout)")
      #expect(block(pages[2]).y <= block(pages[0]).y + 1)
    }
  }

  @Test("Small pictures keep their size on a sheet of a given size, each in a cell made for it")
  func small() throws {
    let icons = (0..<60).map { SheetPicture.stub(16 + $0 % 3 * 16, 16 + $0 % 2 * 16) }
    for layout in Self.layouts(Self.sizes[0]) where layout is RowLayout || layout is MasonryLayout {
      guard (layout as? MasonryLayout)?.bottom != .flush else { continue }
      let page = try SheetPlanner(layout).sheetPlan([icons]).pages[0]
      #expect(page.size == Self.sizes[0])
      for tile in page.tiles {
        let size = icons[tile.index].size
        #expect(tile.placement?.image.size == size && tile.cell.width == size?.width, "\(layout)")
        // The cells of a row are equally tall.
        #expect(layout is RowLayout || tile.cell.height == size?.height, "\(layout)")
      }
    }
  }

  @Test(
    "When a sheet is divided into pages, the size of its rows and columns follows the size of a page"
  )
  func paper() throws {
    let page = PixelSize(width: 2480, height: 3508)
    var paging = Paging()
    (paging.minimumHeight, paging.maximumHeight) = (page.height, page.height)
    let extent = PixelExtent.pixels(page.width)
    for layout in [
      RowLayout(extent: extent), MasonryLayout(extent: extent),
      MasonryLayout(extent: extent, bottom: .flush), ColumnLayout(extent: extent),
      TieredLayout(extent: extent),
    ] as [any Layout] {
      let pages = try SheetPlanner(layout, paging: paging).sheetPlan([photographs(120)]).pages
      #expect(pages.count > 1 && pages.allSatisfy { $0.size == page })
      #expect(pages.flatMap(\.tiles).map(\.index) == Array(0..<120))
      for page in pages { check(page, margin: 8, "\(layout)") }
      if layout is RowLayout {
        let rows = pages.dropLast().map { Set($0.tiles.map(\.cell.y)).count }
        #expect(rows.allSatisfy { 4...6 ~= $0 }, "\(rows)")
      }
      if layout is MasonryLayout || layout is ColumnLayout {
        #expect(pages[0].tiles.allSatisfy { 496...620 ~= $0.cell.width })
      }
      if (layout as? MasonryLayout)?.bottom == .flush {
        for page in pages.dropLast() {
          let columns = Dictionary(grouping: page.tiles.map(\.cell), by: \.x)
          #expect(columns.values.allSatisfy { $0.map(\.maxY).max() == 3500 })
        }
      }
    }
  }

  @Test("No picture is too tall for a page in layouts that determine its cell")
  func tall() throws {
    var paging = Paging()
    paging.maximumHeight = 300
    let pictures = photographs(9) + [.stub(100, 5000), .stub(500, 5000)] + photographs(3)
    let extent = PixelExtent.pixels(900)
    for layout in [
      RowLayout(extent: extent, lastRow: .justified), MasonryLayout(extent: extent),
      ColumnLayout(extent: extent), TieredLayout(extent: extent),
    ] as [any Layout] {
      let pages = try SheetPlanner(layout, paging: paging).sheetPlan([pictures]).pages
      #expect(pages.allSatisfy { $0.size.height <= 300 }, "\(layout)")
      #expect(pages.flatMap(\.tiles).map(\.index) == Array(0..<14))
    }
  }

  @Test("Sizes that leave no room give errors, not crashes", arguments: [1, 17, 20, 40])
  func tiny(side: Int) throws {
    for layout in Self.layouts(PixelSize(width: side, height: side)) {
      for count in [1, 3, 500] {
        #expect(throws: ContactSheetError.self, "\(layout)") {
          let page = try SheetPlanner(layout).sheetPlan([photographs(count)]).pages[0]
          // A page of the maximum size is made.
          #expect(page.size == PixelSize(width: side, height: side))
          throw ContactSheetError.noColumnOrder
        }
      }
    }
  }
}
