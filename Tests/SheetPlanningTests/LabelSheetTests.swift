import SheetFixtures
import SheetLayout
import SheetModel
import SheetPictures
import TestSupport
import Testing

@testable import SheetPlanning
@testable import SheetPlans

/// Sheets of labels and stickers, which fill their paper exactly.
@Suite struct LabelSheetTests {
  /// A sheet of labels as its maker describes it; lengths are in millimetres.
  struct LabelSheet: Sendable, CustomStringConvertible {
    var paper = "A4"
    let columns, rows: Int
    let width, height: Double
    var gap = 0.0
    var margin = (horizontal: 0.0, vertical: 0.0)

    var description: String { "\(columns) x \(rows) of \(width) x \(height) mm on \(paper)" }

    /// A job that fills one page and starts the next.
    func job(dpi: Int, isShapeGiven: Bool = false) throws -> SheetJob {
      try SmallCellGapTests.job(paper, columns * rows + 1, of: PixelSize(width: 800, height: 600)) {
        let cell = Sheet.Extent(width: .millimetres(width), height: .millimetres(height))
        $0.layout =
          isShapeGiven ? .grid(columns: columns, rows: rows, cell: cell) : .grid(cell: cell)
        ($0.dpi, $0.scale) = (dpi, .fill)
        $0.gap = .init(horizontal: .millimetres(gap), vertical: 0)
        $0.margin = .init(
          horizontal: .millimetres(margin.horizontal), vertical: .millimetres(margin.vertical))
      }
    }
  }

  /// Common sheets, of which some leave a few millimetres free.
  private static let common = [
    LabelSheet(columns: 3, rows: 8, width: 70, height: 37),
    LabelSheet(columns: 3, rows: 7, width: 70, height: 42.3),
    LabelSheet(columns: 3, rows: 8, width: 70, height: 36),
    LabelSheet(columns: 2, rows: 8, width: 105, height: 37),
    LabelSheet(columns: 2, rows: 2, width: 105, height: 148.5),
    LabelSheet(columns: 4, rows: 10, width: 52.5, height: 29.7),
    LabelSheet(columns: 4, rows: 10, width: 48.5, height: 25.4, margin: (8, 21.5)),
    LabelSheet(columns: 3, rows: 7, width: 63.5, height: 38.1, gap: 2.54, margin: (7.21, 15.15)),
    LabelSheet(
      paper: "letter", columns: 3, rows: 10, width: 2.625 * 25.4, height: 25.4, gap: 3.175,
      margin: (4.7625, 12.7)),
  ]

  @Test("Common label sheets hold as many labels as their makers state, at every density")
  func commonSheets() throws {
    for sheet in Self.common {
      for dpi in Array(stride(from: 72, through: 600, by: 16)) + [96, 150, 203, 300, 301, 600] {
        let plan = try sheet.job(dpi: dpi).sheetPlan()
        let comment: Comment = "\(sheet) at \(dpi) dpi"
        #expect(
          plan.pages[0].grid == PageGrid(rows: sheet.rows, columns: sheet.columns), comment)
        #expect(plan.pages.map(\.tiles.count) == [sheet.columns * sheet.rows, 1], comment)
        let given = try sheet.job(dpi: dpi, isShapeGiven: true).sheetPlan()
        #expect(given.pages.map(\.tiles.count) == [sheet.columns * sheet.rows, 1], comment)
      }
    }
  }

  @Test(
    "On paper filled exactly, the edges of cells are within two pixels of their exact positions")
  func exactPlaces() throws {
    var random = SeededGenerator(seed: 83)
    for _ in 0..<80 {
      // Lengths are in tenths of a millimetre.
      func tenths(_ least: Int, _ number: Int) -> Int { least + random.number(below: number) }
      let (columns, rows) = (1 + random.number(below: 6), 1 + random.number(below: 9))
      let (width, height) = (tenths(120, 300), tenths(120, 300))
      let (gap, left, top) = (tenths(0, 40), tenths(0, 150), tenths(0, 150))
      let paper = (
        width: columns * width + (columns - 1) * gap + 2 * left, height: rows * height + 2 * top
      )
      func text(_ tenths: Int) -> String { "\(tenths / 10).\(tenths % 10)" }
      let name =
        "\(text(paper.width))x\(text(paper.height))mm"
        + (paper.width > paper.height ? "-landscape" : "-portrait")
      let sheet = LabelSheet(
        paper: name, columns: columns, rows: rows, width: Double(width) / 10,
        height: Double(height) / 10, gap: Double(gap) / 10,
        margin: (Double(left) / 10, Double(top) / 10))
      let dpi = 72 + random.number(below: 529)
      let comment: Comment = "\(sheet) at \(dpi) dpi"
      let plan = try sheet.job(dpi: dpi).sheetPlan()
      #expect(plan.pages.map(\.tiles.count) == [columns * rows, 1], comment)
      let page = plan.pages[0]
      let whole = PixelRect(x: 0, y: 0, width: page.size.width, height: page.size.height)
      for (index, tile) in page.tiles.enumerated() {
        #expect(tile.cell.isInside(whole), comment)
        func isNear(_ pixels: Int, _ tenths: Int) -> Bool {
          abs(Double(pixels) - Double(tenths) * Double(dpi) / 254) <= 2
        }
        let (x, y) = (
          left + index % columns * (width + gap), top + index / columns * height
        )
        #expect(isNear(tile.cell.x, x) && isNear(tile.cell.maxX, x + width), comment)
        #expect(isNear(tile.cell.y, y) && isNear(tile.cell.maxY, y + height), comment)
      }
      // Adjacent cells touch, or are a gap apart.
      for (one, next) in zip(page.tiles, page.tiles.dropFirst()) where one.cell.y == next.cell.y {
        #expect(
          gap == 0 ? one.cell.maxX == next.cell.x : one.cell.maxX <= next.cell.x, comment)
      }
    }
  }

  @Test("Cells that are too large by more than the tolerance do not fit")
  func tooLarge() throws {
    for dpi in [72, 150, 300, 600] {
      let sheet = LabelSheet(
        paper: "A4-portrait", columns: 3, rows: 8, width: 70.5, height: 37.2)
      let page = try sheet.job(dpi: dpi).sheetPlan().pages[0]
      #expect(page.grid == PageGrid(rows: 7, columns: 2))
    }
  }

  @Test("If there is no room for given columns or rows, the error says how much is needed")
  func errors() throws {
    func error(_ change: (inout LabelSheet) -> Void) throws -> ContactSheetError? {
      var sheet = Self.common[0]
      change(&sheet)
      let job = try sheet.job(dpi: 300, isShapeGiven: true)
      return #expect(throws: ContactSheetError.self) { try job.sheetPlan() }
    }
    let narrow = try error { $0.margin.horizontal = 5 }
    #expect(narrow?.code == .noRoom)
    #expect(
      narrow?.text == "cannot lay out the images: 3 cells 70 mm wide need 210 mm, "
        + "and the page has 200 mm between its margins")
    let low = try error { $0.margin.vertical = 5 }
    #expect(
      low?.text == "cannot lay out the images: 8 cells 37 mm high need 296 mm, "
        + "and the page has 287 mm between its margins")
    let apart = try error { $0.gap = 2 }
    #expect(
      apart?.text == "cannot lay out the images: 3 cells 70 mm wide, 2 mm apart, need 214 mm, "
        + "and the page has 210 mm")
    // Margins that are not there cannot become smaller.
    #expect(apart?.remedy?.contains("margin") == false)
    #expect(apart?.remedy?.contains("gap") == true)
  }

  @Test("The note on few cells states correctly how many cells a page would have without a margin")
  func note() throws {
    func job(_ change: @escaping (inout Sheet) -> Void) throws -> SheetJob {
      try SmallCellGapTests.job("A4-portrait", 50) {
        $0.layout = .grid(cell: .init(width: .millimetres(70), height: .millimetres(37)))
        ($0.scale, $0.gap) = (.fill, 0)
        change(&$0)
      }
    }
    #expect(
      try job { _ in }.planned().notes.of(.fewCells).map(\.description) == [
        "a page holds 14 images of this size; with margin 0, it holds 24"
      ])
    #expect(try job { $0.margin = 0 }.sheetPlan().pages[0].tiles.count == 24)
  }
}
