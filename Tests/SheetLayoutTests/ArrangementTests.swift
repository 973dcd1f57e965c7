import LayoutFixtures
import SheetLayout
import TestSupport
import Testing

@Suite struct PagesTests {
  struct Sample: CustomTestStringConvertible {
    var testDescription: String
    var arrangement: Arrangement

    var tallest: Double { arrangement.strips.map(\.height).max() ?? 0 }
  }

  static let samples: [Sample] = {
    var generator = SeededGenerator(seed: 20)
    let ratios = (0..<200).map { _ in Double.random(in: 0.4...2.5, using: &generator) }
    let halves = (0..<200).map { _ in Bool.random(using: &generator) ? 1.0 : 0.5 }
    let gap = Size(width: 8, height: 6)
    return [
      Sample(
        testDescription: "grid",
        arrangement: DenseGrid(Array(repeating: .one, count: 200), columns: 7)
          .arrangement(cell: Size(width: 90, height: 60), gap: gap)),
      Sample(
        testDescription: "tiered",
        arrangement: try! TieredGrid(itemCount: 200, width: 500, gap: 4).arrangement),
      Sample(
        testDescription: "columns",
        arrangement: try! ColumnTracks([ColumnTrack(.adaptive(minimum: 70))]).columns(width: 500)
          .arrangement(ofRatios: ratios)),
      Sample(
        testDescription: "rows",
        arrangement: try! JustifiedRows(width: 500, rowHeight: 90, gap: gap)
          .arrangement(ofRatios: ratios)),
      Sample(
        testDescription: "masonry",
        arrangement: try! MasonryColumns(width: 500, count: 2).arrangement(ofRatios: halves)),
    ]
  }()

  @Test(
    "Pages show every item once and in order, moved only vertically, and keep to the height limit",
    arguments: samples)
  func pages(sample: Sample) throws {
    let arrangement = sample.arrangement
    for limit in [sample.tallest, sample.tallest * 2.5] {
      let pages = try arrangement.pages(maximumHeight: limit)
      #expect(pages.count > 1)
      var next = 0
      for page in pages {
        #expect(page.items.lowerBound == next && !page.items.isEmpty)
        next = page.items.upperBound
        expectValid(page.arrangement, itemCount: page.items.count)
        let first = arrangement.frames[page.items.lowerBound]
        let distance = page.arrangement.frames[0].minY - first.minY
        for (frame, original) in zip(page.arrangement.frames, arrangement.frames[page.items]) {
          expectClose(
            frame, [original.minX, original.minY + distance, original.width, original.height])
        }
        #expect(page.arrangement.strips[0].minY == 0)
        #expect(page.arrangement.size.width == arrangement.size.width)
        #expect(page.arrangement.size.height <= limit + 1e-6)
      }
      #expect(next == 200)
    }
  }

  @Test("The first strip of a page does not fit on the previous page", arguments: samples)
  func filled(sample: Sample) throws {
    let limit = sample.tallest * 2
    let strips = sample.arrangement.strips
    let pages = try sample.arrangement.pages(maximumHeight: limit)
    for (page, next) in zip(pages, pages.dropFirst()) {
      let first = try #require(strips.first { $0.items.contains(page.items.lowerBound) })
      let following = try #require(strips.first { $0.items.contains(next.items.lowerBound) })
      #expect(following.maxY - first.minY > limit)
    }
  }

  @Test("A page has as many rows as fit, not counting the gap below the last one")
  func exactHeights() throws {
    let grid = DenseGrid(Array(repeating: .one, count: 10), columns: 2)
      .arrangement(cell: Size(width: 50, height: 40), gap: Size(width: 0, height: 10))
    let pages = try grid.pages(maximumHeight: 90)
    #expect(pages.map(\.items) == [0..<4, 4..<8, 8..<10])
    #expect(pages.map(\.arrangement.size.height) == [90, 90, 40])
    #expect(pages.map(\.arrangement.rows) == [2, 2, 1])
    #expect(pages[1].arrangement.frames[2] == Rect(x: 0, y: 50, width: 50, height: 40))
    #expect(pages[1].arrangement.strips[1] == Strip(items: 2..<4, minY: 50, maxY: 90))
  }

  @Test("Items that fit on one page are unchanged; without items, there are no pages")
  func onePage() throws {
    let tall = try TieredGrid(itemCount: 10, width: 300, height: 1_000).arrangement
    let isUnchanged =
      try tall.pages(maximumHeight: 1_000) == [Page(items: 0..<10, arrangement: tall)]
    #expect(isUnchanged, "a sheet of exactly the height of a page")
    let cut = try tall.pages(maximumHeight: 800)
    #expect(cut.count == 1 && cut[0].arrangement.size.height == 700)
    #expect(try TieredGrid(itemCount: 0, width: 300).arrangement.pages(maximumHeight: 1).isEmpty)
  }

  @Test("With an exact number of items per page, the remainder goes on the last page")
  func ranges() throws {
    func ranges(_ count: Int, itemsPerPage: Int) throws -> [Range<Int>] {
      let all = count > 0 ? [0..<count] : []
      return try SectionPart.pages(of: all, itemsPerPage: itemsPerPage).map { $0[0].items }
    }
    #expect(try ranges(7, itemsPerPage: 3) == [0..<3, 3..<6, 6..<7])
    #expect(try ranges(6, itemsPerPage: 3) == [0..<3, 3..<6])
    #expect(try ranges(2, itemsPerPage: .max) == [0..<2])
    #expect(try ranges(0, itemsPerPage: 3).isEmpty)
    #expect(throws: LayoutError.notPositive(.itemsPerPage, 0)) {
      try ranges(1, itemsPerPage: 0)
    }
  }

  @Test("Items keep their frames and strips when other items are removed", arguments: samples)
  func removing(sample: Sample) {
    let all = sample.arrangement
    #expect(all.removing { _ in false } == all)
    let rest = all.removing { $0 < 5 || $0 % 3 == 0 }
    let kept = (5..<200).filter { $0 % 3 != 0 }
    #expect(rest.frames == kept.map { all.frames[$0] } && rest.size == all.size)
    #expect(rest.strips.flatMap(\.items) == Array(kept.indices))
    for strip in rest.strips {
      let whole = all.strips.first { $0.items.contains(kept[strip.items.lowerBound]) }
      #expect(whole?.minY == strip.minY && whole?.maxY == strip.maxY)
      #expect(strip.items.allSatisfy { whole?.items.contains(kept[$0]) == true })
    }
  }

  @Test("A row taller than the page is an error, and so is a page height of 0")
  func impossible() throws {
    let arrangement = DenseGrid(Array(repeating: .one, count: 10), columns: 4)
      .arrangement(cell: Size(width: 50, height: 40), gap: .zero)
    #expect(throws: LayoutError.rowTooTall(40, limit: 39)) {
      try arrangement.pages(maximumHeight: 39)
    }
    #expect(throws: LayoutError.notPositive(.pageHeight, 0)) {
      try arrangement.pages(maximumHeight: 0)
    }
  }
}
