import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SheetText
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning
@testable import SheetPlans

/// Grids on pages of a given size, without a given cell ratio.
@Suite struct LargestGridPlanTests {
  /// A4 at 300 pixels per inch, with the margins and gaps of paper.
  static let a4 = PixelSize(width: 2480, height: 3508)

  static func job(
    _ size: PixelSize = a4, ratio: Sheet.CellRatio = .automatic,
    _ change: (inout SheetJob) -> Void = { _ in }
  ) -> SheetJob {
    var job = SheetJob()
    job.layout = GridLayout(.sheet(size, cellRatio: ratio))
    job.gap = PixelSpacing(horizontal: 35, vertical: 35) ?? .standard
    job.margin = PixelSpacing(horizontal: 118, vertical: 118) ?? .standard
    job.paging.minimumPictureSide = 413
    change(&job)
    return job
  }

  static func plan(_ job: SheetJob, _ groups: [Int], _ picture: SheetPicture = .stub(3000, 2000))
    throws -> SheetPlan
  {
    try SheetPlanner(job).sheetPlan(groups.map { Array(repeating: picture, count: $0) })
  }

  @Test(
    "Gaps are as given in both directions, cells have the pictures' ratio, and the block is centred",
    arguments: 1...24,
    [(3000, 2000), (2000, 3000), (2000, 2000), (3200, 1800)])
  func gaps(count: Int, size: (Int, Int)) throws {
    let page = try Self.plan(Self.job(), [count], .stub(size.0, size.1)).pages[0]
    let cells = page.tiles.map(\.cell)
    let columns = Set(cells.map(\.x)).sorted()
    let rows = Set(cells.map(\.y)).sorted()
    let cell = cells[0]
    #expect(cells.allSatisfy { $0.width == cell.width && $0.height == cell.height })
    #expect(zip(columns, columns.dropFirst()).allSatisfy { $1 - $0 == cell.width + 35 })
    #expect(zip(rows, rows.dropFirst()).allSatisfy { $1 - $0 == cell.height + 35 })
    #expect(abs(Double(cell.width) - Double(cell.height * size.0) / Double(size.1)) <= 1.5)
    let grid = try #require(page.grid)
    let width = grid.columns * (cell.width + 35) - 35
    let height = grid.rows * (cell.height + 35) - 35
    #expect(abs(2 * cells[0].x + width - Self.a4.width) <= 1)
    #expect(abs(2 * cells[0].y + height - Self.a4.height) <= 1)
    #expect(columns.count == min(count, grid.columns) && cells[0].x >= 118 && cells[0].y >= 118)
  }

  @Test(
    "On paper, side margins exceed 1.5 times the usual only if that makes pictures over 10 % larger",
    arguments: ["A4", "A4-landscape", "A3", "A5", "letter-landscape"],
    [(3000, 2000), (2000, 3000), (3000, 3000), (4000, 3000)])
  func sides(paper: String, size: (Int, Int)) throws {
    var sheet = Sheet()
    sheet.paper = try Sheet.Paper(parsing: paper)
    let ratio = Double(size.0) / Double(size.1)
    for count in Array(1...50) + [71, 84, 100] {
      var job = try sheet.resolved()
      let picture = StubPicture(size: PixelSize(width: size.0, height: size.1))
      job.sources = Array(repeating: picture, count: count)
      let pages = try job.sheetPlan().pages
      let (page, most) = (pages[0], pages.map(\.tiles.count).max() ?? 0)
      let cell = page.tiles[0].cell
      let (margin, gap) = (job.margin.horizontal, Double(job.gap.horizontal))
      if 2 * cell.x <= 3 * margin { continue }
      let width = Double(page.size.width - 2 * margin)
      let height = Double(page.size.height - 2 * margin)
      func pictureWidth(_ columns: Int) -> Double {
        let (across, down) = (Double(columns), Double((most - 1) / columns + 1))
        return min(
          (width - (across - 1) * gap) / across, ratio * (height - (down - 1) * gap) / down)
      }
      let widest = (1...most).map(pictureWidth).max() ?? 0
      let grid = try #require(page.grid)
      for columns in 1...most where columns > grid.columns {
        let own = pictureWidth(columns)
        let isSparse = 4 * most < 3 * columns * ((most - 1) / columns + 1)
        let isSmall = own < 0.9 * widest + 1 || max(own, own / ratio) < 414
        let block = Double(columns) * (own + gap) - gap
        #expect(
          isSmall || isSparse || width - block > Double(margin - 2 * columns),
          "\(count) in \(columns)")
      }
    }
  }

  @Test(
    "In every layout, pictures begin one gap below a title, and spare space is at the bottom",
    arguments: [1, 2, 3, 7, 12, 40], [Sheet.TextAlignment.left, .center, .right])
  func slack(count: Int, alignment: Sheet.TextAlignment) throws {
    let extent = PixelExtent.pixels(Self.a4.width, Self.a4.height)
    let text = try PageTemplate("A title")
    for layout in [
      GridLayout(.sheet(Self.a4, cellRatio: .automatic)), RowLayout(extent: extent),
      MasonryLayout(extent: extent), TieredLayout(extent: extent), CollageLayout(extent: extent),
    ] as [any Layout] {
      let job = Self.job {
        $0.layout = layout
        $0.paging.minimumPictureSide = nil
        $0.texts.title = text
        $0.texts.alignment = alignment
      }
      let page = try Self.plan(job, [count]).pages[0]
      let title = try #require(page.texts.first { $0.role == .title }?.area)
      let cells = page.tiles.map(\.cell)
      let top = try #require(cells.map(\.y).min())
      #expect(abs(top - title.maxY - 35) <= 1, "\(layout)")
      #expect(cells.allSatisfy { $0.maxY <= Self.a4.height - 118 })
      let (left, right) = (cells.map(\.x).min() ?? 0, cells.map(\.maxX).max() ?? 0)
      if alignment == .left { #expect(abs(title.x - left) <= 1, "\(layout)") }
      if alignment == .right { #expect(abs(title.maxX - right) <= 1, "\(layout)") }
      // The block is centred horizontally.
      if !(layout is MasonryLayout) { #expect(abs(left + right - Self.a4.width) <= 2, "\(layout)") }
    }
  }

  @Test("Paper pages share a grid and are evenly filled, with longer sides of at least 35 mm")
  func pages() throws {
    let plan = try Self.plan(Self.job(), [84])
    #expect([[50, 34], [45, 39]].contains(plan.pages.map(\.tiles.count)))
    #expect(Set(plan.pages.map { $0.tiles[0].cell }).count == 1)
    #expect(plan.pages.flatMap(\.tiles).map(\.index) == Array(0..<84))
    #expect(plan.pages.allSatisfy { $0.tiles[0].cell.width >= 413 && $0.size == Self.a4 })
  }

  @Test("A given number of pages, or of pictures per page, is kept, and groups share one grid")
  func numbers() throws {
    let index = try Self.plan(Self.job { $0.paging.pageCount = 1 }, [205])
    #expect(index.pages.map(\.tiles.count) == [205])
    let three = try Self.plan(Self.job { $0.paging.pageCount = 3 }, [205])
    #expect(three.pages.count == 3)
    let tens = try Self.plan(Self.job { $0.paging.picturesPerPage = 10 }, [25])
    #expect(tens.pages.map(\.tiles.count) == [10, 10, 5])
    let groups = try Self.plan(Self.job { $0.paging.groupKey = .folder }, [3, 84, 20])
    #expect(groups.pages.count == 4)
    #expect(Set(groups.pages.map { $0.tiles[0].cell }).count == 1)
  }

  @Test(
    "Other layouts also make the given number of pages",
    arguments: [
      RowLayout(), MasonryLayout(), TieredLayout(), ColumnLayout(), CollageLayout(), GridLayout(),
    ] as [any Layout])
  func pageCounts(layout: any Layout) throws {
    let plan = try Self.plan(
      Self.job {
        $0.layout = layout
        $0.paging.pageCount = 3
      }, [10])
    #expect(plan.pages.map(\.tiles.count) == [3, 3, 4])
  }

  @Test("Small pictures are not enlarged to fill the page, and all of them fit on one page")
  func small() throws {
    let plan = try Self.plan(Self.job(), [200], .stub(64, 64))
    #expect(plan.pages.count == 1)
    #expect(plan.pages[0].tiles.allSatisfy { $0.cell.width == 64 && $0.cell.height == 64 })
    let enlarged = try Self.plan(Self.job { $0.style.enlargement = .allowed }, [200], .stub(64, 64))
    #expect(enlarged.pages.count > 1)
    #expect(enlarged.pages[0].tiles[0].cell.width >= 413)
  }

  @Test(
    "Cells fill the page if they are visible, or if pictures cover them",
    arguments: [
      { (job: inout SheetJob) in job.style.scaling = .fill },
      { (job: inout SheetJob) in job.style.scaling = .stretch },
      { (job: inout SheetJob) in job.style.cellBackground = .color(.white) },
      { (job: inout SheetJob) in job.style.decoration.frame = Border("2") },
    ] as [@Sendable (inout SheetJob) -> Void])
  func filling(change: @Sendable (inout SheetJob) -> Void) throws {
    let plan = try Self.plan(Self.job { change(&$0) }, [6])
    let cells = plan.pages[0].tiles.map(\.cell)
    #expect(cells[0].x == 118 && cells[0].y == 118)
    #expect(cells.map(\.maxX).max() == Self.a4.width - 118)
    #expect(cells.map(\.maxY).max() == Self.a4.height - 118)
  }

  @Test(
    "Among column counts with equally large pictures, the one with the fewest empty cells is used",
    arguments: [([46, 8, 36], 12, 134), ([20, 30, 9, 5], 10, 144)] as [([Int], Int, Double)])
  func sections(counts: [Int], columns: Int, width: Double) throws {
    var start = 0
    let parts = counts.enumerated().map { section, count in
      defer { start += count }
      return SectionPart(items: start..<start + count, section: section)
    }
    let picture = PixelSize(width: 3000, height: 2000)
    let space = LayoutRequest(
      pictures: Array(repeating: picture, count: start),
      weights: Array(repeating: 1, count: start), rooms: [], pages: [parts], minimumSide: nil,
      pageCount: nil, sections: HeadingSpacing(heading: 27, below: 8, above: 20),
      isSinglePage: true, gap: Size(width: 8, height: 8), outset: PixelInsets(0),
      edges: PixelInsets(0), pageHeight: 900, maximumHeight: nil, maximumPixels: .standard,
      style: TileStyle(), labelPosition: nil, labelWidth: 0, widthForLabels: 0, matrices: [],
      headingType: try PageMetrics(SheetJob(), tableLines: 0, TextChoice()).headingType)
    let size = PixelSize(width: 2000, height: 900)
    let page = try GridLayout(.sheet(size, cellRatio: .automatic)).pages(for: space).pages[0]
    #expect(page.arrangement.columns == columns)
    #expect(page.arrangement.frames[0].width == width)
  }

  /// Pictures of several ratios, in any order.
  private static func mixed(_ count: Int, _ seed: UInt64) -> [SheetPicture] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      [.stub(3000, 2000), .stub(2000, 3000), .stub(4000, 3000), .stub(3000, 900), .stub(64, 64)][
        random.number(below: 5)]
    }
  }

  @Test(
    "Cells are equally large, with the given ratio to within a pixel, for any number of pictures",
    arguments: [1, 2, 3, 7, 12, 84, 205, 700, 2000], ["1:1", "4:3", "2:3", "7:1"])
  func exactRatio(count: Int, ratio: String) throws {
    let wanted = try #require(Sheet.CellRatio(ratio))
    for scaling in [Scaling.fit, .fill] {
      for size in [Self.a4, PixelSize(width: 6000, height: 4000)] {
        let job = Self.job(size, ratio: wanted) {
          $0.style.scaling = scaling
          if count > 200 { $0.gap = PixelSpacing(horizontal: 2, vertical: 2)! }
        }
        let plan = try SheetPlanner(job).sheetPlan([Self.mixed(count, 3)])
        let cells = plan.pages.flatMap(\.tiles).map(\.cell)
        let cell = cells[0]
        #expect(plan.pages.flatMap(\.tiles).map(\.index) == Array(0..<count))
        #expect(cells.allSatisfy { $0.size == cell.size }, "\(count) at \(ratio)")
        let value = wanted.value(for: [])
        #expect(abs(Double(cell.width) - Double(cell.height) * value) < max(1, value), "\(cell)")
        if count >= 12 { #expect(max(cell.width, cell.height) >= 412) }
      }
    }
  }

  @Test("With given columns and rows, a given cell ratio is kept, and the block is centred")
  func exactShape() throws {
    let job = Self.job(ratio: .fixed(1 / 1.0)) {
      guard var grid = $0.layout as? GridLayout else { return }
      grid.shape = .exactly(columns: 4, rows: 5)
      $0.layout = grid
      $0.style.scaling = .fill
    }
    let plan = try Self.plan(job, [30])
    #expect(plan.pages.map(\.tiles.count) == [20, 10])
    for page in plan.pages {
      #expect(page.tiles.allSatisfy { $0.cell.width == $0.cell.height })
      let width = 4 * (page.tiles[0].cell.width + 35) - 35
      let height = 5 * (page.tiles[0].cell.width + 35) - 35
      #expect(abs(2 * page.tiles[0].cell.x + width - Self.a4.width) <= 1)
      #expect(abs(2 * page.tiles[0].cell.y + height - Self.a4.height) <= 1)
    }
  }

  @Test(
    "On a sheet of a given width, a cell's longer side is at least 150 pixels, unless pictures need less",
    arguments: [1, 2, 10, 40, 300, 2000], [300, 800, 1600])
  func legible(count: Int, width: Int) throws {
    for (pictures, own) in [
      (Self.mixed(count, 5), 150), (Array(repeating: .stub(48, 40), count: count), 48),
    ] {
      for hasSections in [false, true] {
        var job = SheetJob()
        job.layout = GridLayout(.width(width, cellRatio: .automatic))
        if hasSections { (job.paging.groupKey, job.paging.groupBreak) = (.folder, .section) }
        let least = min(own, pictures.compactMap(\.size).map { max($0.width, $0.height) }.max()!)
        let groups = hasSections ? [pictures, Array(pictures.prefix(3))] : [pictures]
        let page = try SheetPlanner(job).sheetPlan(groups).pages[0]
        #expect(page.size.width == width)
        let cell = page.tiles[0].cell.size
        #expect(max(cell.width, cell.height) >= min(least, width - 16) - 1, "\(cell)")
      }
    }
  }

  @Test("If a sheet has no room for its pictures, the error says that cells are too small")
  func noRoom() throws {
    let job = Self.job(PixelSize(width: 300, height: 300)) {
      $0.paging.minimumPictureSide = nil
      $0.gap = PixelSpacing(horizontal: 0, vertical: 0)!
    }
    #expect {
      try Self.plan(job, [20_000])
    } throws: { error in
      let reason = (error as? ContactSheetError)?.cause as? LayoutError
      guard case .cellsTooSmall? = reason else { return false }
      return true
    }
  }
}
