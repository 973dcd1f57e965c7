import SheetLayout
import TestSupport
import Testing

/// The cutter of pages, which all layouts share, over bands of given heights.
@Suite struct PageCutterTests {
  /// Cuts sections of bands, none of which is taller than a page.
  private func pages(
    _ heights: [[Double]], _ spacing: HeadingSpacing?, height: Double
  ) -> [[PageCutter.Block]] {
    var start = 0
    let parts = heights.enumerated().map { section, bands in
      defer { start += bands.count }
      return SectionPart(items: start..<start + bands.count, section: section)
    }
    let all = heights.flatMap(\.self)
    return PageCutter(height: height, spacing).pages(of: parts) { rest, room, _ in
      var (count, bottom) = (0, 0.0)
      for band in all[rest.items] {
        guard bottom + band <= room else { break }
        (count, bottom) = (count + 1, bottom + band)
      }
      return (count, bottom)
    }
  }

  @Test("A heading stands over at least one band, and a section goes on under its heading")
  func headings() {
    let spacing = HeadingSpacing(heading: 20, below: 5, above: 10)
    let cut = pages([[30, 30], [30], [30, 30, 30, 30]], spacing, height: 120)
    #expect(cut.map { $0.map(\.part.items) } == [[0..<2], [2..<3, 3..<4], [4..<7]])
    #expect(cut.map { $0.map(\.top) } == [[25], [25, 90], [25]])
    #expect(cut.map { $0.map(\.part.isContinued) } == [[false], [false, false], [true]])
    // A pixel less, and no part of the third section fits below its heading.
    let less = pages([[30, 30], [30], [30, 30, 30, 30]], spacing, height: 119)
    #expect(less.map { $0.map(\.part.items) } == [[0..<2], [2..<3], [3..<6], [6..<7]])
  }

  @Test("Without headings every section starts a page, and no section makes no page")
  func groups() {
    let cut = pages([[30, 30, 30], [10], []], nil, height: 60)
    #expect(cut.map { $0.map(\.part.items) } == [[0..<2], [2..<3], [3..<4]])
    #expect(cut.joined().map(\.part.section) == [0, 0, 1])
    #expect(pages([], nil, height: 60).isEmpty)
  }
}
