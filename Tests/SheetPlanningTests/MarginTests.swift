import SheetFixtures
import SheetLayout
import SheetModel
import SheetPictures
import TestSupport
import Testing

@testable import SheetPlanning
@testable import SheetPlans

/// `--margin` with a length for each edge.
@Suite struct MarginTests {
  private static let layouts: [Sheet.Layout] = [
    .grid(), .grid(columns: 3), .rows(height: 90), .masonry([.fixed(90), .fixed(90)]), .collage,
    .tiered(), .columns([.flexible(), .flexible()]),
  ]

  private static func plan(
    _ layout: Sheet.Layout, _ margin: Sheet.Margins, _ change: (inout Sheet) -> Void
  ) throws -> SheetPlan {
    var sheet = Sheet()
    (sheet.layout, sheet.margin, sheet.font) = (layout, margin, "builtin")
    sheet.label = "{name}"
    change(&sheet)
    var random = SeededGenerator(seed: 4)
    let pictures = (0..<13).map { _ in
      SheetPicture.stub(60 + random.number(below: 200), 60 + random.number(below: 200))
    }
    return try SheetPlanner(try sheet.resolved()).sheetPlan([pictures])
  }

  @Test(
    "A page looks like one of a smaller sheet with equal margins, moved by the difference",
    arguments: layouts.indices)
  func pages(index: Int) throws {
    var random = SeededGenerator(seed: UInt64(index))
    for _ in 0..<8 {
      let edges = (0..<4).map { _ in random.number(below: 60) }
      let (top, right, bottom, left) = (edges[0], edges[1], edges[2], edges[3])
      let (across, down) = (min(left, right), min(top, bottom))
      let further = (width: left + right - 2 * across, height: top + bottom - 2 * down)
      func plan(_ margin: Sheet.Margins, width: Int, height: Int) throws -> SheetPlan {
        try Self.plan(Self.layouts[index], margin) {
          $0.size = Sheet.Extent(width: .pixels(width), height: .pixels(height))
          ($0.title, $0.header, $0.footer) = ("Title", "a\tb", "Page {page}")
          $0.perPage = 5
        }
      }
      let four = try plan(
        .init(
          top: .pixels(top), right: .pixels(right), bottom: .pixels(bottom), left: .pixels(left)),
        width: 600, height: 700)
      let two = try plan(
        .init(horizontal: .pixels(across), vertical: .pixels(down)),
        width: 600 - further.width, height: 700 - further.height)
      #expect(four.pages.count == two.pages.count && four.pages.count >= 3)
      let (x, y) = (left - across, top - down)
      func moved(_ area: PixelRect) -> PixelRect {
        PixelRect(x: area.x + x, y: area.y + y, width: area.width, height: area.height)
      }
      for (page, other) in zip(four.pages, two.pages) {
        #expect(page.size == PixelSize(width: 600, height: 700))
        #expect(page.tiles.map(\.cell) == other.tiles.map { moved($0.cell) }, "\(edges)")
        #expect(page.texts.map(\.area) == other.texts.map { moved($0.area) }, "\(edges)")
      }
    }
  }

  @Test("Without a given size, pages grow by the margins, and cells stay as they are")
  func unsized() throws {
    let none = try Self.plan(.grid(columns: 4), 0) { _ in }.pages[0]
    let page = try Self.plan(.grid(columns: 4), .init(top: 1, right: 20, bottom: 300, left: 4)) {
      _ in
    }.pages[0]
    #expect(page.size.width == none.size.width + 24 && page.size.height == none.size.height + 301)
    #expect(page.tiles.map(\.cell.x) == none.tiles.map { $0.cell.x + 4 })
    #expect(page.tiles.map(\.cell.y) == none.tiles.map { $0.cell.y + 1 })
  }

  @Test("A binding adds to the margin at the inner side")
  func binding() throws {
    let pages = try Self.plan(.grid(columns: 2), .init(top: 0, right: 30, bottom: 0, left: 10)) {
      ($0.size, $0.perPage, $0.binding) = (.init(width: 500), 4, 50)
    }.pages
    for page in pages.prefix(3) {
      let left = try #require(page.tiles.map(\.cell.x).min())
      let right = try #require(page.tiles.map(\.cell.maxX).max())
      let isOdd = page.number % 2 == 1
      #expect(left == (isOdd ? 60 : 10) && page.size.width - right == (isOdd ? 30 : 80))
    }
  }

  @Test("Each cut mark takes up three fifths of the margin that it is in")
  func cutMarks() throws {
    func marks(_ margin: Sheet.Margins) throws -> (marks: [PixelRect], size: PixelSize) {
      let page = try Self.plan(
        .grid(cell: .init(width: .millimetres(20), height: .millimetres(20))), margin
      ) { ($0.paper, $0.dpi, $0.label) = (Sheet.Paper("A6"), 254, nil) }.pages[0]
      return (page.cutMarks, page.size)
    }
    let (found, size) = try marks(.init(top: 50, right: 100, bottom: 150, left: 200))
    #expect(size == PixelSize(width: 1050, height: 1480))
    let (columns, rows) = (found.filter { $0.height > 1 }, found.filter { $0.width > 1 })
    #expect(
      Set(columns.map { [$0.y, $0.maxY] }) == [[10, 40], [size.height - 120, size.height - 30]])
    #expect(
      Set(rows.map { [$0.x, $0.maxX] }) == [[40, 160], [size.width - 80, size.width - 20]])
    #expect(try marks(.init(top: 50, right: 100, bottom: 4, left: 200)).marks.isEmpty)
  }

  @Test("Margins that leave no room are refused, and the remedy names them")
  func noRoom() throws {
    for margin in [
      Sheet.Margins(top: 0, right: 0, bottom: 0, left: 500),
      .init(top: 250, right: 0, bottom: 150, left: 0),
    ] {
      let error = #expect(throws: ContactSheetError.self) {
        try Self.plan(.grid(), margin) { $0.size = .init(width: 500, height: 400) }
      }
      #expect(error?.code == .noRoom && error?.remedy?.contains("margin") == true)
    }
    var sheet = Sheet()
    sheet.margin = .init(top: 0, right: 0, bottom: .millimetres(1e11), left: 0)
    let error = #expect(throws: SettingError.self) { try sheet.resolved() }
    #expect(error?.setting == .margin)
  }
}
