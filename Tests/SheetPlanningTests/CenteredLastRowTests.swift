import SheetFixtures
import SheetLayout
import SheetModel
import SheetPlans
import Testing

@testable import SheetPlanning

/// Grids whose last row is centred.
@Suite struct CenteredLastRowTests {
  private static func pages(
    _ count: Int, columns: Int, centered: Bool, _ change: (inout SheetJob) throws -> Void = { _ in }
  ) throws -> [SheetPage] {
    let cell = PixelSize(width: 61, height: 40)
    var job = try PlannedTextTests.job(
      GridLayout(.cell(cell), shape: .columns(columns), centersLastRow: centered), count: count)
    try change(&job)
    return try job.sheetPlan().pages
  }

  @Test("A short last row is centred, and no other cell moves", arguments: 1...13, 1...5)
  func lastRow(count: Int, columns: Int) throws {
    let page = try Self.pages(count, columns: columns, centered: true)[0]
    let centered = page.tiles.map(\.cell)
    let plain = try Self.pages(count, columns: columns, centered: false)[0].tiles.map(\.cell)
    let short = count % columns
    #expect(centered.dropLast(short) == plain.dropLast(short))
    guard let first = centered.suffix(short).first, let last = centered.last else { return }
    #expect(abs(first.x - (page.size.width - last.maxX)) <= 1)
    let distance = first.x - plain[count - short].x
    for (before, after) in zip(plain.suffix(short), centered.suffix(short)) {
      #expect(after.y == before.y && after.size == before.size)
      #expect(after.x == before.x + distance)
    }
  }

  @Test("With a given number of images per page, the last row of every page is centred")
  func pages() throws {
    let pages = try Self.pages(15, columns: 3, centered: true) { $0.paging.picturesPerPage = 5 }
    #expect(pages.map(\.tiles.count) == [5, 5, 5])
    for page in pages {
      let (left, right) = (page.tiles[3].cell.x, page.size.width - page.tiles[4].cell.maxX)
      #expect(left > page.tiles[0].cell.x && abs(left - right) <= 1)
    }
  }

  @Test(
    "Below an image with a row of its own, the last row is centred, but not beside a taller image")
  func spans() throws {
    func cells(_ span: String, centered: Bool) throws -> [PixelRect] {
      try Self.pages(6, columns: 3, centered: centered) { job in
        job.spans = [try #require(try PictureRule("picture 0*=\(span)", as: .span))]
      }[0].tiles.map(\.cell)
    }
    let (plain, centered) = (try cells("row", centered: false), try cells("row", centered: true))
    #expect(centered.dropLast(2) == plain.dropLast(2))
    #expect(centered[4].x > plain[4].x && centered[5].x - centered[4].x == plain[5].x - plain[4].x)
    #expect(try cells("2x5", centered: true) == cells("2x5", centered: false))
  }
}
