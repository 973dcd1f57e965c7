import SheetFixtures
import SheetLayout
import SheetModel
import SheetText
import SystemPackage
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning
@testable import SheetPlans

/// Pictures that span several cells of a grid, or a whole row.
@Suite struct SpanPlanTests {
  /// `count` pictures, each named by its index.
  private static func pictures(_ count: Int, from first: Int = 0) -> [SheetPicture] {
    (first..<first + count).map {
      SheetPicture(
        StubPicture(
          name: "\($0).png",
          size: $0 % 3 == 0
            ? PixelSize(width: 400, height: 600)
            : PixelSize(width: 600, height: 400)))
    }
  }

  private static func job(
    _ layout: any Layout, _ spans: [String], _ change: (inout SheetJob) throws -> Void = { _ in }
  ) throws -> SheetJob {
    var job = SheetJob()
    job.layout = layout
    job.spans = try spans.map { try #require(try PictureRule($0, as: .span)) }
    job.texts.font = .builtin
    try change(&job)
    return job
  }

  private static func cell(_ side: Int, _ shape: GridShape? = nil) -> GridLayout {
    GridLayout(.cell(PixelSize(width: side, height: side)), shape: shape)
  }

  /// The number in the name of each picture of a plan.
  private static func numbers(_ plan: SheetPlan) -> [Int] {
    plan.pictures.compactMap { Int($0.name.dropLast(4)) }
  }

  @Test(
    "On a sheet of a given size, no other number of columns would show pictures larger",
    arguments: [
      ["*0.png=row"], ["*5.png=2x2"], ["*1.png=3x1", "*7.png=row"], ["0.png=2x1"],
    ])
  func largest(spans: [String]) throws {
    for (count, size, enlargement) in [
      (9, (700, 500), Enlargement.allowed), (40, (500, 900), .allowed), (83, (1200, 800), .never),
      (160, (2400, 900), .never),
    ] {
      func width(_ shape: GridShape?) throws -> Int? {
        let job = try Self.job(
          GridLayout(
            .sheet(PixelSize(width: size.0, height: size.1), cellRatio: .automatic), shape: shape),
          spans
        ) { $0.style.enlargement = enlargement }
        let groups = [
          PictureGroup(
            pictures: PictureFactsBuilder(Self.pictures(count), table: nil, parsing: []).pictures)
        ]
        guard let planned = try? SheetPlanner(job).plan(groups).plan, planned.pages.count == 1
        else { return nil }
        expectAllPlaced(planned, count: count, "\(spans) \(count)")
        return planned.pages[0].tiles.map(\.cell.width).min()
      }
      let widest = try (1...count).compactMap { try width(.columns($0)) }.max()
      let chosen = try #require(try width(nil))
      #expect(Double(chosen) >= Double(try #require(widest)) * 0.98 - 1, "\(spans) \(count)")
    }
  }

  /// Expects every picture once, in the order of the tiles, inside its page and apart from all
  /// others.
  private func expectAllPlaced(_ plan: SheetPlan, count: Int, _ what: String) {
    #expect(Self.numbers(plan).sorted() == Array(0..<count), "\(what)")
    #expect(plan.pages.flatMap(\.tiles).map(\.index).elementsEqual(0..<count), "\(what)")
    for page in plan.pages {
      let cells = page.tiles.map(\.cell)
      let areInside = cells.allSatisfy {
        $0.x >= 0 && $0.y >= 0 && $0.maxX <= page.size.width && $0.maxY <= page.size.height
      }
      #expect(areInside, "\(what)")
      for (index, cell) in cells.enumerated() {
        #expect(!cells[..<index].contains(where: cell.overlaps), "\(what)")
      }
    }
  }

  private static let forms: [(name: String, layout: GridLayout)] = [
    ("nothing", GridLayout()), ("cell", cell(60)), ("columns", cell(60, .columns(5))),
    ("rows", cell(60, .rows(4))), ("tiles", cell(60, .exactly(columns: 5, rows: 4))),
    ("size", GridLayout(.sheet(PixelSize(width: 900, height: 700), cellRatio: .automatic))),
    (
      "filled",
      GridLayout(
        .sheet(
          PixelSize(width: 900, height: 700), cellRatio: Sheet.CellRatio("13:10") ?? .automatic))
    ),
    (
      "filled rows",
      GridLayout(
        .sheet(PixelSize(width: 900, height: 700), cellRatio: Sheet.CellRatio("1:1") ?? .automatic),
        shape: .rows(6))
    ),
    (
      "tiles of a size",
      GridLayout(
        .sheet(PixelSize(width: 900, height: 700), cellRatio: .automatic),
        shape: .exactly(columns: 6, rows: 5))
    ),
    ("width", GridLayout(.width(700, cellRatio: Sheet.CellRatio("3:2") ?? .automatic))),
  ]

  @Test(
    "Grids of all kinds show each picture once, without overlap, with labels, sections and pages",
    arguments: forms.map(\.name), [false, true])
  func sound(name: String, hasSections: Bool) throws {
    let layout = try #require(Self.forms.first { $0.name == name }).layout
    for (spans, limit) in [
      (["1*=2x2", "7.png=3x1"], nil), (["*=2x2"], 500), (["*5.png=2x3", "3*=row"], 500),
      (["1*=2x2", "7.png=3x1"], 13), (["0.png=20x20"], nil),
    ] as [([String], Int?)] {
      let job = try Self.job(layout, spans) {
        $0.texts.label = try PictureTemplate("{name}")
        if hasSections { ($0.paging.groupKey, $0.paging.groupBreak) = (.folder, .section) }
        if let limit, limit < 100 { $0.paging.picturesPerPage = limit }
        if let limit, limit >= 100, layout.traits.pageHeight == nil {
          $0.paging.maximumHeight = limit
        }
      }
      let groups = [(7, 0), (26, 7), (2, 33), (8, 35)].map { count, first in
        PictureGroup(name: "G\(first)", pictures: Self.pictures(count, from: first))
      }
      let whole = [PictureGroup(pictures: Self.pictures(43))]
      let what = "\(name) \(spans)"
      let plan: SheetPlan
      do {
        plan = try SheetPlanner(job).plan(hasSections ? groups : whole).plan
      } catch let error as ContactSheetError where error.cause is LayoutError {
        // Spans larger than all other cells together may leave them no room.
        let isFull = spans == ["0.png=20x20"] || hasSections && spans.contains("3*=row")
        #expect(layout.traits.pageHeight != nil && isFull, "\(what): \(error)")
        continue
      }
      expectAllPlaced(plan, count: 43, what)
      for page in plan.pages {
        if let height = layout.traits.pageHeight { #expect(page.size.height == height) }
        if let height = job.paging.maximumHeight { #expect(page.size.height <= height, "\(what)") }
      }
      if case .exactly(let columns, let rows) = layout.shape, !hasSections {
        #expect(plan.pages.allSatisfy { $0.grid?.columns == columns && $0.grid?.rows ?? 0 <= rows })
      }
      if hasSections { plan.pages.forEach(SectionPlanTests.expectSections) }
      #expect(
        try SheetManifest(json: SheetManifest(plan, files: Self.files(plan)).json()).plan == plan)
    }
  }

  private static func files(_ plan: SheetPlan) -> [String] { plan.pages.map { "\($0.number).png" } }

  @Test(
    "A large picture takes its cells with the gaps between them, and later pictures fill the hole"
  )
  func places() throws {
    let job = try Self.job(Self.cell(50, .columns(3)), ["2.png=2x2"])
    let plan = try SheetPlanner(job).plan([PictureGroup(pictures: Self.pictures(6))]).plan
    #expect(Self.numbers(plan) == [0, 1, 3, 2, 4, 5])
    let cells = plan.pages[0].tiles.map(\.cell)
    #expect(cells.map(\.x) == [8, 66, 124, 8, 124, 124])
    #expect(cells.map(\.y) == [8, 8, 8, 66, 66, 124])
    #expect(cells[3].size == PixelSize(width: 108, height: 108))
    #expect(plan.pages[0].grid == PageGrid(rows: 3, columns: 3))
  }

  @Test(
    "After a section that ends at the bottom of a page, spans are placed as on a first page",
    arguments: [1, 2, 3])
  func pageFoot(pages: Int) throws {
    let job = try Self.job(Self.cell(50, .columns(3)), ["106.png=2x2", "108.png=3x2"]) {
      ($0.paging.groupKey, $0.paging.groupBreak) = (.folder, .section)
    }
    let full = PictureGroup(name: "full", pictures: Self.pictures(12))
    var limited = job
    limited.paging.maximumHeight = try SheetPlanner(job).plan([full]).plan.pages[0].size.height
    let before = PictureGroup(name: "before", pictures: Self.pictures(12 * pages))
    let after = PictureGroup(name: "after", pictures: Self.pictures(10, from: 100))
    let both = try SheetPlanner(limited).plan([before, after]).plan
    let alone = try SheetPlanner(limited).plan([after]).plan
    #expect(both.pages.prefix(pages).map(\.tiles.count) == Array(repeating: 12, count: pages))
    #expect(Self.numbers(both).dropFirst(12 * pages) == Self.numbers(alone)[...])
    let cells = both.pages.dropFirst(pages).map { $0.tiles.map(\.cell) }
    #expect(cells == alone.pages.map { $0.tiles.map(\.cell) })
  }

  @Test("If no picture has a span, the plan is the same as without spans")
  func none() throws {
    for form in Self.forms {
      let groups = [PictureGroup(pictures: Self.pictures(20))]
      let with = try SheetPlanner(Self.job(form.layout, ["x*=2x2"])).plan(groups).plan
      let without = try SheetPlanner(Self.job(form.layout, [])).plan(groups).plan
      #expect(with == without, "\(form.name)")
    }
  }

  @Test(
    "The last matching span rule applies, or else the table's column; conditions can use facts")
  func choice() throws {
    let table = try PictureTable(
      Array("path,score,span\n0.png,5,2x1\n1.png,3,row\n2.png,9,\n3.png,4,3x1\n".utf8), path: "t")
    let job = try Self.job(
      Self.cell(50, .columns(4)), ["3.png=2x2", "{score} >= 5=2x2", "2*=1x2"])
    let spans = try JobRules(job, table).spans
    #expect(spans.keys.map(\.name) == ["score"])
    let known = PictureFactsBuilder(Self.pictures(5), table: table, parsing: [])
    let rooms = known.pictures.map { spans.value(of: $0) ?? $0.row?.span }
    let square = PictureRoom.cells(CellSpan(columns: 2, rows: 2))
    #expect(rooms == [square, .row, .cells(CellSpan(columns: 1, rows: 2)), square, nil])
    #expect(throws: ContactSheetError.self) {
      let wrong = try Self.job(Self.cell(50), ["{rating} > {nonsense}=2x2"])
      _ = try JobRules(wrong, nil)
    }
  }

  @Test(
    "An invalid span is refused",
    arguments: [
      "", "=", "2x2", "=2x2", "a=", "a=2", "a=0x2", "a=2x0", "a=99x99", "a=21x1", "a=-1x2",
      "a=2x2x2",
      "a=2.5x2", "a=rows", "a=9223372036854775808x1",
    ])
  func noSpan(text: String) throws {
    #expect(try PictureRule(text, as: .span) == nil)
  }

  @Test("Spans wider than the grid, and spans of several cells in rows, get a note")
  func notes() throws {
    let groups = [PictureGroup(pictures: Self.pictures(9))]
    let grid = try SheetPlanner(
      Self.job(Self.cell(50, .columns(2)), ["1*=3x3", "2*=2x2", "3*=row"])
    )
    .plan(groups)
    #expect(
      grid.notes.of(.reducedSpans).map(\.text) == [
        "1 image takes fewer cells than asked for, because the grid has fewer columns or rows"
      ])
    let rows = try SheetPlanner(Self.job(RowLayout(), ["1*=3x3", "2*=2x2", "3*=row"])).plan(groups)
    #expect(rows.notes.of(.vainSpans).map { $0.measures[.count] } == [2])
    let tiers = try SheetPlanner(Self.job(TieredLayout(), ["1*=3x3"])).plan(groups)
    #expect(tiers.notes.isEmpty)
  }

  @Test("Pictures cannot span several cells if the grid is filled column by column")
  func columns() throws {
    let job = try Self.job(Self.cell(50, .columns(4)), ["1*=2x2"]) {
      $0.paging.readingOrder = .columns
    }
    #expect(throws: ContactSheetError.noColumnOrder) {
      try SheetPlanner(job).plan([PictureGroup(pictures: Self.pictures(9))])
    }
  }

  @Test(
    "In rows, a spanning picture has its own row, and fills it up to a height of two thirds of the width",
    arguments: [Scaling.fit, .fill, .none], [(nil, nil), (900, nil), (nil, 700)] as [(Int?, Int?)])
  func rows(scaling: Scaling, heights: (Int?, Int?)) throws {
    let (height, limit) = heights
    for count in [1, 2, 9, 30] {
      let job = try Self.job(
        RowLayout(rowHeight: 90, extent: .pixels(600, height)),
        ["1.png=row", "0.png=row", "8*=row"]
      ) {
        $0.style.scaling = scaling
        $0.texts.label = try PictureTemplate("{name}")
        if height == nil { $0.paging.maximumHeight = limit }
      }
      let plan = try SheetPlanner(job).plan([PictureGroup(pictures: Self.pictures(count))]).plan
      expectAllPlaced(plan, count: count, "\(scaling) \(count)")
      #expect(Self.numbers(plan) == Array(0..<count))
      for page in plan.pages {
        for tile in page.tiles where [0, 1, 8].contains(tile.index) {
          let others = page.tiles.filter { $0.index != tile.index }
          let isAlone = others.allSatisfy {
            $0.cell.maxY <= tile.cell.y || $0.cell.y >= tile.cell.maxY
          }
          #expect(isAlone, "\(tile.index)")
          let image = try #require(tile.placement?.image)
          if height == nil, limit == nil, scaling == .fit {
            // 584 pixels are left between margins.
            #expect(tile.index == 0 ? abs(image.height - 389) <= 1 : image.width == 584)
          }
          #expect(abs(image.x * 2 + image.width - page.size.width) <= 1)
        }
      }
    }
  }

  @Test(
    "A plan of ten thousand pictures of all sizes contains them all, and no picture crosses a page break"
  )
  func many() throws {
    let job = try Self.job(
      GridLayout(.cell(PixelSize(width: 20, height: 20)), shape: .columns(40)),
      ["*7.png=2x2", "*999.png=20x20"]
    ) { $0.paging.maximumHeight = 700 }
    let plan = try SheetPlanner(job).plan([PictureGroup(pictures: Self.pictures(10_000))]).plan
    #expect(Self.numbers(plan).sorted() == Array(0..<10_000))
    #expect(plan.pages.count > 10)
    #expect(plan.pages.allSatisfy { $0.size.height <= 700 })
  }
}
