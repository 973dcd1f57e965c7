import SheetFixtures
import SheetLayout
import SheetModel
import SheetPictures
import SheetPlans
import TestSupport
import Testing

@testable import SheetPlanning

/// `--first-cell`: sheets whose first cells stay empty.
@Suite struct FirstCellTests {
  private static let size = PixelSize(width: 300, height: 200)

  private static func plan(
    _ sizes: [PixelSize], firstCell: Int, _ change: (inout Sheet) -> Void
  ) throws -> PlannedPictures {
    var sheet = Sheet()
    (sheet.font, sheet.firstCell) = ("builtin", firstCell)
    change(&sheet)
    var job = try sheet.resolved()
    job.sources = sizes.enumerated().map {
      StubPicture(name: "\(100 + $0.offset).png", size: $0.element)
    }
    return try job.planned()
  }

  /// Sheets whose cells do not depend on the shapes of single pictures.
  private static let changes: [@Sendable (inout Sheet) -> Void] = [
    { $0.layout = .grid() },
    { $0.layout = .grid(columns: 7) },
    { $0.layout = .grid(columns: 4, rows: 3, cell: .init(width: 60, height: 40)) },
    { ($0.layout, $0.order) = (.grid(columns: 5), .columns) },
    { ($0.layout, $0.perPage, $0.order) = (.grid(), 9, .columns) },
    { ($0.layout, $0.pageCount) = (.grid(columns: 3), 2) },
    { ($0.layout, $0.maxHeight) = (.grid(cell: .init(width: 50)), 200) },
    { ($0.layout, $0.size) = (.grid(), .init(width: 700, height: 500)) },
    { ($0.layout, $0.paper, $0.title) = (.grid(columns: 4, rows: 5), .a4, "Title") },
    {
      $0.layout = .grid(cell: .init(width: .millimetres(60), height: .millimetres(40)))
      $0.paper = .a4
    },
    { $0.layout = .grid(columns: 4, lastRow: .center) },
    { ($0.layout, $0.span) = (.grid(columns: 6), ["*=1x1"]) },
    { $0.layout = .columns([.flexible(), .flexible(), .flexible()]) },
    { ($0.layout, $0.perPage) = (.columns([.fixed(90), .fixed(90)], ratio: 1.0), 6) },
    {
      ($0.layout, $0.size) = (.columns([.flexible(), .flexible()]), .init(width: 500, height: 900))
    },
  ]

  @Test("If the first picture's span does not fit after the empty cells, the error says so")
  func spans() throws {
    for (span, rows, firstCell) in [
      (Sheet.Span.span(2, 2), 2, 3), (.span(2, 2), 2, 6), (.row, 3, 8),
    ] {
      let error = #expect(throws: ContactSheetError.self) {
        try Self.plan(Array(repeating: Self.size, count: 2), firstCell: firstCell) {
          $0.layout = .grid(columns: 3, rows: rows)
          $0.span = [Sheet.Rule(.name("*"), span)]
        }
      }
      #expect(
        error?.text
          == "cannot put the first image into cell \(firstCell): its span does not fit there")
    }
  }

  @Test(
    "Pictures after empty cells are where they would be after as many other pictures",
    arguments: changes.indices)
  func places(index: Int) throws {
    var random = SeededGenerator(seed: UInt64(index))
    for _ in 0..<12 {
      let (count, empty) = (1 + random.number(below: 25), 1 + random.number(below: 12))
      let sizes = Array(repeating: Self.size, count: count + empty)
      let all = try Self.plan(sizes, firstCell: 1, Self.changes[index]).plan
      let onFirstPage = all.pages[0].tiles.count
      func planned() throws -> PlannedPictures {
        try Self.plan(Array(sizes.prefix(count)), firstCell: empty + 1, Self.changes[index])
      }
      guard empty < onFirstPage else {
        let error = #expect(throws: ContactSheetError.self) { try planned() }
        #expect(error?.text.contains("the first page has only \(onFirstPage) cell") == true)
        continue
      }
      let rest = try planned()
      #expect(rest.plan.pages.map(\.size) == all.pages.map(\.size), "\(count) after \(empty)")
      #expect(rest.plan.pages.map(\.grid) == all.pages.map(\.grid))
      for (page, whole) in zip(rest.plan.pages, all.pages) {
        let tiles = whole.tiles.filter { $0.index >= empty }
        #expect(page.tiles.map(\.cell) == tiles.map(\.cell), "\(count) after \(empty)")
        #expect(page.tiles.map(\.index) == tiles.map { $0.index - empty })
        #expect(page.texts.map(\.area) == whole.texts.map(\.area))
      }
      #expect(rest.plan.pictures.count == count && rest.cells.takenCount == count)
    }
  }

  @Test("Both the first cell and the pictures are counted in reading order")
  func orders() throws {
    func rows(_ order: Sheet.ReadingOrder) throws -> [[Int]] {
      let sizes = Array(repeating: Self.size, count: 5)
      let page = try Self.plan(sizes, firstCell: 3) {
        ($0.layout, $0.order) = (.grid(columns: 4, cell: .init(width: 50)), order)
      }.plan.pages[0]
      return page.tiles.map { [($0.cell.x - 8) / 58, ($0.cell.y - 8) / 58] }
    }
    #expect(try rows(.rows) == [[2, 0], [3, 0], [0, 1], [1, 1], [2, 1]])
    #expect(try rows(.columns) == [[1, 0], [1, 1], [2, 0], [2, 1], [3, 0]])
  }

  @Test("Cells of a given size have the same positions whatever the shapes of pictures")
  func shapes() throws {
    var random = SeededGenerator(seed: 5)
    let sizes = (0..<30).map { _ in
      PixelSize(width: 1 + random.number(below: 900), height: 1 + random.number(below: 900))
    }
    func cells(_ sizes: [PixelSize], _ firstCell: Int) throws -> [PixelRect] {
      try Self.plan(sizes, firstCell: firstCell) {
        $0.layout = .grid(columns: 7, cell: .init(width: 80, height: 50))
      }.plan.pages[0].tiles.map(\.cell)
    }
    #expect(try cells(Array(sizes.dropFirst(9)), 10) == Array(cells(sizes, 1).dropFirst(9)))
  }

  @Test("An empty cell in a wide column does not make the row of the first picture taller")
  func rowsOfColumns() throws {
    let sizes = Array(repeating: PixelSize(width: 600, height: 300), count: 2)
    let cells = try Self.plan(sizes, firstCell: 2) {
      ($0.layout, $0.gap, $0.margin) = (.columns([.fixed(300), .fixed(60)]), 10, 0)
      $0.size = .init(width: 370)
    }.plan.pages[0].tiles.map(\.cell)
    #expect(cells[0] == PixelRect(x: 310, y: 0, width: 60, height: 30))
    #expect(cells[1] == PixelRect(x: 0, y: 40, width: 300, height: 150))
  }

  @Test("Only the first page has empty cells, whatever the groups")
  func groups() throws {
    for layout in [
      GridLayout(.cell(Self.size), shape: .columns(4)),
      ColumnLayout([ColumnTrack(.flexible()), ColumnTrack(.flexible())], extent: .pixels(300)),
    ] as [any Layout] {
      var paging = Paging()
      paging.firstCell = 2
      let plan = try SheetPlanner(layout, paging: paging)
        .sheetPlan([[.stub(90, 90), .stub(90, 90)], [.stub(90, 90)], [.stub(90, 90)]])
      let (left, right) = (plan.pages[1].tiles[0].cell.x, plan.pages[0].tiles[0].cell.x)
      #expect(plan.pages.map(\.tiles.count) == [2, 1, 1] && left < right)
      #expect(plan.pages[2].tiles[0].cell.x == left)
      #expect(plan.pages.flatMap(\.tiles).map(\.index) == [0, 1, 2, 3])
    }
  }

  @Test("A layout that does not fill cells in order, and a number out of range, are refused")
  func refused() throws {
    func code(_ change: (inout Sheet) -> Void) -> ContactSheetError.Code? {
      var sheet = Sheet()
      sheet.firstCell = 2
      change(&sheet)
      do {
        _ = try sheet.resolved()
        return nil
      } catch {
        return (error as? ContactSheetError)?.code
      }
    }
    let layouts: [Sheet.Layout] = [.rows(), .masonry(), .collage, .tiered(), .matrix()]
    for layout in layouts { #expect(code { $0.layout = layout } == .invalidValue, "\(layout)") }
    #expect(code { ($0.groupBy, $0.groupBreak) = (.folder, .section) } == .invalidValue)
    #expect(code { $0.groupBy = .folder } == nil)
    #expect(code { ($0.layout, $0.firstCell) = (.rows(), 1) } == nil)
    for number in [0, -1, 10_001, .max] {
      var sheet = Sheet()
      sheet.firstCell = number
      let error = #expect(throws: SettingError.self) { try sheet.resolved() }
      #expect(error?.setting == .firstCell)
    }
  }

  @Test("A sheet with the largest allowed number of empty cells is within its limit")
  func most() throws {
    let plan = try Self.plan([Self.size, Self.size], firstCell: 10_000) { $0.layout = .grid() }.plan
    #expect(plan.tileCount == 2 && plan.pages.count == 1)
    let size = plan.pages[0].size
    #expect(size.width * size.height <= PixelCount.standard.value)
  }
}
