import SheetFixtures
import SheetLayout
import SheetModel
import SheetPictures
import TestSupport
import Testing

@testable import SheetPlanning
@testable import SheetPlans

/// Cells of a fixed size on paper pages, with marks for cutting them out.
@Suite struct CutMarkTests {
  private static func job(
    count: Int, cell: PixelSize, page: PixelSize, shape: GridShape? = nil, gap: Int = 8,
    margin: Int = 40
  ) throws -> SheetJob {
    var job = try PlannedTextTests.job(
      GridLayout(.cellOnPage(cell, page: page), shape: shape), count: count)
    job.gap = try #require(PixelSpacing(horizontal: gap, vertical: gap))
    job.margin = try #require(PixelSpacing(horizontal: margin, vertical: margin))
    job.paging.minimumHeight = page.height
    job.paging.maximumHeight = page.height
    return job
  }

  @Test("A page has as many cells as fit, each of exactly the given size, with marks at each edge")
  func properties() throws {
    var random = SeededGenerator(seed: 62)
    for _ in 0..<60 {
      let page = PixelSize(
        width: 300 + random.number(below: 900), height: 300 + random.number(below: 900))
      let cell = PixelSize(
        width: 20 + random.number(below: 180), height: 20 + random.number(below: 180))
      let (gap, margin) = (random.number(below: 20), 5 + random.number(below: 40))
      let count = 1 + random.number(below: 70)
      var job = try Self.job(count: count, cell: cell, page: page, gap: gap, margin: margin)
      job.texts = SheetTexts()
      let plan = try job.sheetPlan()
      func fitting(_ side: Int, _ cell: Int) -> Int { (side - 2 * margin + gap) / (cell + gap) }
      let (columns, rows) = (
        fitting(page.width, cell.width), fitting(page.height, cell.height)
      )
      #expect(plan.pages.count == (count - 1) / (columns * rows) + 1)
      #expect(plan.pages.dropLast().allSatisfy { $0.tiles.count == columns * rows })
      for page in plan.pages {
        let sheet = PixelRect(x: 0, y: 0, width: page.size.width, height: page.size.height)
        #expect(page.size == PixelSize(width: sheet.width, height: sheet.height))
        #expect(page.tiles.allSatisfy { $0.cell.size == cell })
        let edges = Set(page.tiles.flatMap { [$0.cell.x, $0.cell.maxX] })
        let lines = Set(page.tiles.flatMap { [$0.cell.y, $0.cell.maxY] })
        #expect(page.cutMarks.count == 2 * (edges.count + lines.count))
        for mark in page.cutMarks {
          #expect(mark.isInside(sheet))
          #expect(page.tiles.allSatisfy { !$0.cell.overlaps(mark) })
          let isUpright = mark.y < margin || mark.y >= sheet.height - margin
          #expect(isUpright ? edges.contains(mark.x) : lines.contains(mark.y))
        }
      }
    }
  }

  @Test("A plan with marks can be decoded, and marks outside their page are refused")
  func coding() throws {
    let (cell, page) = (PixelSize(width: 90, height: 120), PixelSize(width: 500, height: 700))
    let plan = try Self.job(count: 30, cell: cell, page: page).sheetPlan()
    let files = plan.pages.map { "\($0.number).png" }
    let json = SheetManifest(plan, files: files).json()
    let read = try SheetManifest(json: json).plan
    #expect(read.pages.map(\.cutMarks) == plan.pages.map(\.cutMarks))
    #expect(read.pages[0].cutMarks.count > 4 && read.pages.allSatisfy { !$0.cutMarks.isEmpty })
    let text = String(decoding: json, as: UTF8.self)
    let wrong = text.replacing(/"cutMarks" : \[\s*\{[^}]*\}/) {
      $0.output.replacing(/"x" : [0-9]+/, with: "\"x\" : 9999")
    }
    #expect(wrong != text)
    #expect(throws: ManifestError.self) { try SheetManifest(json: Array(wrong.utf8)) }
  }

  @Test("Labels are outside the cells, and text on the page leaves room for fewer rows")
  func labels() throws {
    let (cell, page) = (PixelSize(width: 90, height: 120), PixelSize(width: 500, height: 700))
    let plan = try Self.job(count: 30, cell: cell, page: page).sheetPlan()
    for tile in plan.pages[0].tiles {
      let label = try #require(tile.label)
      #expect(tile.cell.width == 90 && tile.cell.height - 120 >= label.area.height)
    }
    var plain = try Self.job(count: 30, cell: cell, page: page)
    plain.texts = SheetTexts()
    #expect(try plain.sheetPlan().pages.count < plan.pages.count)
  }

  @Test("No mark leads a cut into a picture that spans several cells")
  func spans() throws {
    let (cell, page) = (PixelSize(width: 90, height: 120), PixelSize(width: 500, height: 700))
    var job = try Self.job(count: 12, cell: cell, page: page, shape: .columns(4))
    job.texts = SheetTexts()
    job.spans = [try #require(try PictureRule("picture 0*=2x2", as: .span))]
    let planned = try job.sheetPlan().pages[0]
    let large = try #require(planned.tiles.max { $0.cell.width < $1.cell.width }?.cell)
    #expect(large.width == 188 && planned.tiles.allSatisfy { large.y <= $0.cell.y })
    for mark in planned.cutMarks {
      let isUpright = mark.height > mark.width
      // The first picture that a cut meets on its way from the margin has an edge there.
      let met = planned.tiles.map(\.cell).filter {
        isUpright ? $0.x <= mark.x && mark.x <= $0.maxX : $0.y <= mark.y && mark.y <= $0.maxY
      }
      let isBefore = isUpright ? mark.y < page.height / 2 : mark.x < page.width / 2
      func place(_ cell: PixelRect) -> Int {
        isUpright ? (isBefore ? cell.y : -cell.maxY) : (isBefore ? cell.x : -cell.maxX)
      }
      let first = try #require(met.min { place($0) < place($1) })
      #expect(
        isUpright
          ? mark.x == first.x || mark.x == first.maxX : mark.y == first.y || mark.y == first.maxY)
    }
    // The only marks between the left and the right edge of the large picture are below it.
    let inner = planned.cutMarks.filter { large.x < $0.x && $0.x < large.maxX && $0.height > 1 }
    #expect(!inner.isEmpty && inner.allSatisfy { $0.y > large.maxY })
  }

  @Test(
    "On a page with cut marks, a short last row is not centred, and a note says so",
    arguments: 1...12)
  func lastRow(count: Int) throws {
    let (cell, page) = (PixelSize(width: 90, height: 120), PixelSize(width: 500, height: 700))
    var job = try Self.job(count: count, cell: cell, page: page)
    job.texts = SheetTexts()
    let (plain, notes) = (try job.sheetPlan().pages, try job.planned().notes)
    #expect(plain.count == 1 && notes.of(.uncenteredRow).isEmpty)
    job.layout = GridLayout(.cellOnPage(cell, page: page), centersLastRow: true)
    let centered = try job.planned()
    #expect(centered.plan.pages.map(\.cutMarks) == plain.map(\.cutMarks))
    #expect(centered.plan.pages[0].tiles.map(\.cell) == plain[0].tiles.map(\.cell))
    for mark in centered.plan.pages[0].cutMarks where mark.height > mark.width {
      #expect(plain[0].tiles.allSatisfy { mark.x <= $0.cell.x || mark.x >= $0.cell.maxX })
    }
    let hasShortRow = count > 4 && !count.isMultiple(of: 4)
    #expect(centered.notes.of(.uncenteredRow).count == (hasShortRow ? 1 : 0))
  }

  @Test("With cut marks, columns and rows can be given if they fit")
  func shapes() throws {
    let (cell, page) = (PixelSize(width: 90, height: 120), PixelSize(width: 500, height: 700))
    func job(_ shape: GridShape) throws -> SheetJob {
      var job = try Self.job(count: 12, cell: cell, page: page, shape: shape)
      job.texts = SheetTexts()
      return job
    }
    let plan = try job(.exactly(columns: 2, rows: 3)).sheetPlan()
    #expect(plan.pages.map(\.tiles.count) == [6, 6])
    #expect(Set(plan.pages[0].tiles.map(\.cell.x)).count == 2)
    #expect(try job(.columns(3)).sheetPlan().pages.map(\.tiles.count) == [12])
    for shape in [GridShape.columns(5), .exactly(columns: 2, rows: 9)] {
      #expect(throws: ContactSheetError.self) { try job(shape).sheetPlan() }
    }
  }

  @Test(
    "A cell larger than the page gives an error, and there are no marks if the margin is too narrow"
  )
  func limits() throws {
    let page = PixelSize(width: 300, height: 300)
    for cell in [PixelSize(width: 400, height: 20), PixelSize(width: 20, height: 400)] {
      #expect(throws: ContactSheetError.self) {
        try Self.job(count: 1, cell: cell, page: page).sheetPlan()
      }
    }
    let small = PixelSize(width: 20, height: 20)
    let plan = try Self.job(count: 1, cell: small, page: page, margin: 4).sheetPlan()
    #expect(plan.pages[0].cutMarks.isEmpty)
    var grid = try Self.job(count: 1, cell: small, page: page)
    grid.layout = GridLayout(.cell(small))
    #expect(try grid.sheetPlan().pages[0].cutMarks.isEmpty)
  }
}
