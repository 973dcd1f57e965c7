import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SheetPictures
import TestSupport
import Testing

@testable import SheetPlanning
@testable import SheetPlans

/// Matrices on paper that become narrower in order to take fewer pages.
@Suite struct MatrixPageCountTests {
  /// The pages of a matrix of two columns on A4.
  private static func pages(
    rows: Int, of size: PixelSize = PixelSize(width: 3000, height: 2000),
    _ change: (inout Sheet) -> Void = { _ in }
  ) throws -> [SheetPage] {
    var sheet = Sheet()
    sheet.layout = .matrix(rows: "{stem}", columns: "{width}")
    (sheet.paper, sheet.font) = (.a4, "builtin")
    change(&sheet)
    let pictures = (0..<2 * rows).map { index in
      let size = PixelSize(width: size.width + index % 2, height: size.height)
      return SheetPicture(StubPicture(name: "r\(100 + index / 2).png", size: size))
    }
    let planner = try SheetPlanner(sheet.resolved())
    return try planner.plan([PictureGroup(pictures: pictures)]).plan.pages
  }

  private static func width(of pages: [SheetPage]) throws -> Int {
    try #require(pages.flatMap(\.tiles).compactMap(\.placement?.image.width).max())
  }

  @Test("A matrix takes no more pages than requested, and is centred on them", arguments: 1...4)
  func requested(count: Int) throws {
    for rows in [6, 11, 20] {
      let pages = try Self.pages(rows: rows) { $0.pageCount = count }
      let usual = try Self.pages(rows: rows)
      #expect(pages.count == min(count, usual.count), "\(rows) rows")
      #expect(pages.flatMap(\.tiles).count == 2 * rows)
      for page in pages {
        #expect(page.size == usual[0].size)
        let cells = page.tiles.map(\.cell) + page.texts.map(\.area)
        let left = cells.reduce(Int.max) { min($0, $1.x) }
        let right = page.size.width - cells.reduce(0) { max($0, $1.maxX) }
        // Headings of rows are shorter than their areas.
        #expect(abs(left - right) <= 60, "\(left) and \(right)")
        let sheet = PixelRect(x: 0, y: 0, width: page.size.width, height: page.size.height)
        #expect(page.tiles.allSatisfy { $0.cell.isInside(sheet) })
      }
      // Images are as large as the number of pages allows.
      let (own, full) = (try Self.width(of: pages), try Self.width(of: usual))
      #expect(own <= full && (count < usual.count) == (own < full), "\(own) and \(full)")
    }
  }

  @Test("Without a number of pages, a matrix saves a page if it becomes at most 15 % narrower")
  func saved() throws {
    var saved = 0
    for height in stride(from: 1000, through: 4000, by: 100) {
      let size = PixelSize(width: 3000, height: height)
      let pages = try Self.pages(rows: 6, of: size)
      let wide = try Self.pages(rows: 6, of: size) { $0.pageCount = 99 }
      let (own, full) = (try Self.width(of: pages), try Self.width(of: wide))
      #expect(pages.count <= wide.count)
      if pages.count < wide.count {
        saved += 1
        #expect(own < full && Double(own) >= 0.8 * Double(full), "\(own) and \(full)")
      } else {
        #expect(own == full)
      }
    }
    #expect(saved > 3)
  }

  @Test(
    "The widest matrix is found even if wrapped headings make a narrower one take more pages")
  func widest() throws {
    func pages(_ change: (inout Sheet) -> Void) throws -> [SheetPage] {
      try Self.pages(rows: 24, of: PixelSize(width: 600, height: 300)) {
        $0.layout = .matrix(
          rows: "A fairly long description of the method and its parameters {stem}",
          columns: "{width}")
        change(&$0)
      }
    }
    for count in 1...2 {
      var best = 0
      for millimetres in stride(from: 10.0, through: 80, by: 2.5) {
        let narrower = try pages {
          $0.margin = .init(horizontal: .millimetres(millimetres), vertical: .millimetres(10))
          $0.pageCount = 99
        }
        if narrower.count <= count { best = max(best, try Self.width(of: narrower)) }
      }
      let own = try pages {
        ($0.margin, $0.pageCount) = (.init(.millimetres(10)), count)
      }
      #expect(own.count <= count)
      #expect(try Self.width(of: own) + 40 >= best, "\(count): \(best)")
    }
  }

  @Test("A matrix that needs more pages, however narrow it is, gives an error that says how many")
  func impossible() throws {
    #expect(throws: ContactSheetError.self) {
      try Self.pages(rows: 90) {
        ($0.paper, $0.pageCount) = (try? Sheet.Paper(parsing: "9x6cm"), 1)
      }
    }
  }

  @Test("Without paper, a matrix always has a single page")
  func offPaper() throws {
    let pages = try Self.pages(rows: 6) { ($0.paper, $0.pageCount) = (nil, 1) }
    #expect(pages.count == 1)
    #expect(
      try Self.width(of: pages) == Self.width(of: Self.pages(rows: 6) { $0.paper = nil }))
  }
}
