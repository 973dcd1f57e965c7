import SheetFixtures
import SheetLayout
import SheetModel
import SheetPictures
import TestSupport
import Testing

@testable import SheetPlanning
@testable import SheetPlans

/// Justified rows on paper, which share the height that a full page has left.
@Suite struct RowsOnPaperTests {
  private static func job(_ paper: String, _ sizes: [PixelSize]) throws -> SheetJob {
    var job = try SmallCellGapTests.job(paper, 0) { $0.layout = .rows() }
    job.sources = sizes.enumerated().map { StubPicture(name: "\($0.offset).png", size: $0.element) }
    return job
  }

  /// The top and bottom edges of the rows of a page.
  private static func rows(of page: SheetPage) -> [(top: Int, bottom: Int)] {
    Dictionary(grouping: page.tiles.map(\.cell), by: \.y).values.map { cells in
      (cells[0].y, cells.reduce(0) { max($0, $1.maxY) })
    }.sorted { $0.top < $1.top }
  }

  @Test("Every page but the last is full, unless its gaps would more than double")
  func pages() throws {
    var random = SeededGenerator(seed: 50)
    var full = 0
    for _ in 0..<20 {
      let sizes = (0..<40 + random.number(below: 60)).map { _ in
        random.number(below: 3) == 0
          ? PixelSize(width: 4000, height: 6000) : PixelSize(width: 6000, height: 4000)
      }
      let paper = ["A4", "A4-landscape", "A3"][random.number(below: 3)]
      let pages = try Self.job(paper, sizes).sheetPlan().pages
      #expect(pages.flatMap(\.tiles).map(\.index) == Array(sizes.indices))
      for page in pages {
        let rows = Self.rows(of: page)
        let margin = page.tiles[0].cell.y
        let limit = page.size.height - margin
        let bottom = try #require(rows.last?.bottom)
        let gaps = zip(rows, rows.dropFirst()).map { $1.top - $0.bottom }
        #expect(bottom <= limit + 1, "\(paper)")
        #expect((gaps.max() ?? 0) - (gaps.min() ?? 0) <= 2, "\(paper)")
        #expect(gaps.allSatisfy { 34...72 ~= $0 }, "\(paper)")
        guard page.number < pages.count else { continue }
        if bottom >= limit - 2 {
          full += 1
        } else {
          #expect(gaps.allSatisfy { $0 >= 68 }, "\(paper)")
        }
      }
    }
    #expect(full > 5)
  }

  @Test(
    "The rows of a single page keep their gaps"
  )
  func lastPage() throws {
    let wide = PixelSize(width: 6000, height: 4000)
    let single = try Self.job("A4", Array(repeating: wide, count: 4)).sheetPlan()
    let gaps = zip(Self.rows(of: single.pages[0]), Self.rows(of: single.pages[0]).dropFirst())
    #expect(single.pages.count == 1 && gaps.allSatisfy { 34...36 ~= $1.top - $0.bottom })
  }
}
