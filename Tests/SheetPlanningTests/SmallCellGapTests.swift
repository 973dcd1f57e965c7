import SheetFixtures
import SheetLayout
import SheetModel
import SheetPictures
import TestSupport
import Testing

@testable import SheetPlanning
@testable import SheetPlans

/// Gaps of index prints on paper, which follow from their cells unless they are given.
@Suite struct SmallCellGapTests {
  static let photograph = PixelSize(width: 3000, height: 2000)

  static func job(
    _ paper: String, _ count: Int, of size: PixelSize = photograph,
    _ change: (inout Sheet) -> Void
  ) throws -> SheetJob {
    var sheet = Sheet()
    sheet.paper = try Sheet.Paper(parsing: paper)
    change(&sheet)
    var job = try sheet.resolved()
    job.sources = (0..<count).map { StubPicture(name: "IMG_\(4000 + $0).png", size: size) }
    return job
  }

  static func pixels(_ millimetres: Double) -> Double { millimetres * 300 / 25.4 }

  /// The distances between neighbouring columns and rows of a page, and the size of its cells.
  static func grid(of page: SheetPage) throws -> (gaps: [Int], cell: PixelSize) {
    let cell = try #require(page.tiles.first?.cell)
    let columns = Set(page.tiles.map(\.cell.x)).sorted()
    let rows = Set(page.tiles.map(\.cell.y)).sorted()
    return (
      zip(columns, columns.dropFirst()).map { $1 - $0 - cell.width }
        + zip(rows, rows.dropFirst()).map { $1 - $0 - cell.height }, cell.size
    )
  }

  @Test("Labels that are a little too wide at the smallest size are shrunk instead of shortened")
  func nearlyFitting() throws {
    let job = try Self.job("10x15cm", 157) { ($0.pageCount, $0.label) = (1, "P106{index:4}") }
    let planned = try job.planned()
    #expect(planned.notes.of(.shortenedLabels).isEmpty)
    let sizes = Set(planned.plan.pages[0].tiles.compactMap { $0.label?.size })
    #expect(sizes.count == 1 && sizes.allSatisfy { $0 >= 0.9 * 4.5 * 300 / 72 })
  }

  @Test(
    "The type size of titles and headings depends on the size of the paper",
    arguments: [("A6", 10, 14), ("A4", 12, 20), ("A3", 12, 20), ("A2", 18, 36)])
  func titles(paper: String, heading: Int, title: Int) throws {
    let scale = TypeScale(of: try Self.job(paper, 1) { $0.title = "x" })
    let pixelsPerPoint = 300.0 / 72
    #expect(scale.title == Double(title) * pixelsPerPoint)
    #expect(scale.heading == Double(heading) * pixelsPerPoint)
    #expect(scale.label == 8 * pixelsPerPoint)
  }

  @Test(
    "In an index print, gaps are at most a sixth of a cell, and at most 3 mm between large cells",
    arguments: ["10x15cm", "15x10cm", "A6", "9x13cm", "4x6in", "A4"],
    [nil, "{name}"])
  func index(paper: String, label: String?) throws {
    for size in [Self.photograph, PixelSize(width: 2000, height: 3000)] {
      for count in [2, 6, 24, 36, 60, 84, 150, 300] {
        let job = try Self.job(paper, count, of: size) { ($0.pageCount, $0.label) = (1, label) }
        let plan = try job.sheetPlan()
        let (gaps, cell) = try Self.grid(of: plan.pages[0])
        let comment: Comment = "\(count) of \(size) on \(paper): \(gaps.max() ?? 0) beside \(cell)"
        #expect(plan.pages.map(\.tiles.count) == [count], comment)
        let side = min(cell.width, cell.height)
        #expect(gaps.allSatisfy { $0 <= max(1, side / 6) || $0 == 1 }, comment)
        // The gaps are not narrower than they have to be.
        let least = min(Self.pixels(3), Double(side) / 6)
        #expect(gaps.allSatisfy { Double($0) >= least * 0.5 }, comment)
      }
    }
  }

  @Test("Thousands of pictures have room on a small print, where usual gaps would leave none")
  func tiny() throws {
    let job = try Self.job("10x15cm", 3000) { ($0.pageCount, $0.label) = (1, "{name}") }
    let page = try job.sheetPlan().pages[0]
    #expect(page.tiles.count == 3000)
    #expect(page.tiles.allSatisfy { $0.cell.width >= 20 })
    #expect(throws: ContactSheetError.self) {
      try Self.job("10x15cm", 3000) {
        ($0.pageCount, $0.gap) = (1, .init(.millimetres(3)))
      }.sheetPlan()
    }
  }

  @Test("An explicit gap is kept, as is the default gap if the longer sides are at least 35 mm")
  func kept() throws {
    for gap in [0, 20, 40] {
      let job = try Self.job("10x15cm", 60) {
        ($0.pageCount, $0.gap) = (1, .init(.pixels(gap)))
      }
      let gaps = try Self.grid(of: job.sheetPlan().pages[0]).gaps
      #expect(gaps.allSatisfy { $0 == gap })
    }
    // Panoramas 35 mm wide are less tall than six gaps together.
    let wide = PixelSize(width: 9000, height: 2000)
    for size in [Self.photograph, wide] {
      let plan = try Self.job("A4", 300, of: size) { _ in }.sheetPlan()
      #expect(try Self.grid(of: plan.pages[0]).gaps.allSatisfy { $0 == 35 })
    }
  }

  @Test("A title keeps its usual distance from pictures that are close together")
  func title() throws {
    let job = try Self.job("A6", 100) { ($0.pageCount, $0.title) = (1, "A roll") }
    let page = try job.sheetPlan().pages[0]
    let title = try #require(page.texts.first { $0.role == .title })
    let top = try #require(page.tiles.map(\.cell.y).min())
    #expect(top - title.area.maxY == 35)
    // Rows under a title move apart, columns do not.
    #expect(try #require(Self.grid(of: page).gaps.first) < 20)
  }

  @Test(
    "Rows, masonry, columns and collages on one small page also have narrow gaps",
    arguments: [Sheet.Layout.rows(), .masonry(), .columns(), .collage])
  func otherLayouts(layout: Sheet.Layout) throws {
    func widths(_ gap: Sheet.Spacing?) throws -> Double {
      let job = try Self.job("10x15cm", 84) {
        ($0.pageCount, $0.layout, $0.gap) = (1, layout, gap)
      }
      let tiles = try job.sheetPlan().pages[0].tiles
      return Double(tiles.reduce(0) { $0 + $1.cell.width }) / Double(tiles.count)
    }
    #expect(try widths(nil) > 1.05 * widths(.init(.millimetres(3))))
  }

  @Test("Among tiny pictures on small paper, labels become smaller instead of being shortened")
  func lines() throws {
    let job = try Self.job("10x15cm", 60) { ($0.pageCount, $0.label) = (1, "{name}") }
    let labels = try job.sheetPlan().pages[0].tiles.compactMap(\.label)
    #expect(labels.count == 60)
    #expect(labels.allSatisfy { $0.shown == nil && 4.4...5.5 ~= $0.size * 72 / 300 })
  }

  @Test("Labels shrink to 4.5 pt on paper up to A6, and to 5.5 pt on larger paper")
  func labels() throws {
    let name =
      "a name that is much too long for any cell of an index print, however small its letters are, {name}"
    for (paper, points) in [
      ("10x15cm", 4.5), ("15x10cm", 4.5), ("A6", 4.5), ("A6-landscape", 4.5), ("4x6in", 4.5),
      ("A5", 5.5), ("13x18cm", 5.5), ("A4", 5.5),
    ] {
      let count = paper == "A4" ? 120 : 60
      let job = try Self.job(paper, count) { ($0.pageCount, $0.label) = (1, name) }
      let labels = try job.sheetPlan().pages[0].tiles.compactMap(\.label)
      #expect(labels.count == count)
      #expect(labels.allSatisfy { abs($0.size * 72 / 300 - points) < 1e-9 }, "\(paper)")
      // Letters that have room keep their usual size.
      let few = try Self.job(paper, 2) { ($0.pageCount, $0.label) = (1, "{index}") }
      #expect(
        try few.sheetPlan().pages[0].tiles.compactMap(\.label).allSatisfy {
          abs($0.size * 72 / 300 - 8) < 1e-9
        })
    }
  }
}
