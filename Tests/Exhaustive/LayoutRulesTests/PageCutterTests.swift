import SheetLayout
import TestSupport
import Testing

/// The page cutter that all layouts share, applied to bands of given heights.
@Suite struct PageCutterTests {
  /// Cuts sections of bands, none of which is taller than a page.
  private func pages(
    _ heights: [[Double]], _ spacing: HeadingSpacing?, height: Double, leastBands: Int = 1
  ) -> [[PageCutter.Block]] {
    var start = 0
    let parts = heights.enumerated().map { section, bands in
      defer { start += bands.count }
      return SectionPart(items: start..<start + bands.count, section: section)
    }
    let all = heights.flatMap(\.self)
    return PageCutter(height: height, spacing, leastBands: leastBands).pages(of: parts) {
      rest, room, _ in
      var (count, bottom) = (0, 0.0)
      for band in all[rest.items] {
        guard bottom + band <= room else { break }
        (count, bottom) = (count + 1, bottom + band)
      }
      return (count, bottom)
    }
  }

  @Test("Each heading has at least one band below it, and is repeated where its section continues")
  func headings() {
    let spacing = HeadingSpacing(heading: 20, below: 5, above: 10)
    let cut = pages([[30, 30], [30], [30, 30, 30, 30]], spacing, height: 120)
    #expect(cut.map { $0.map(\.part.items) } == [[0..<2], [2..<3, 3..<4], [4..<7]])
    #expect(cut.map { $0.map(\.top) } == [[25], [25, 90], [25]])
    #expect(cut.map { $0.map(\.part.isContinued) } == [[false], [false, false], [true]])
    // With one pixel less, the third section's heading has no room for a row below it.
    let less = pages([[30, 30], [30], [30, 30, 30, 30]], spacing, height: 119)
    #expect(less.map { $0.map(\.part.items) } == [[0..<2], [2..<3], [3..<6], [6..<7]])
  }

  @Test(
    "Sections of up to three rows stay whole, and each part of a longer one has at least two rows",
    arguments: 1...200)
  func rows(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let longest = [2, 5, 40][random.number(below: 3)]
    let counts = (0...random.number(below: [3, 20, 150][random.number(below: 3)])).map { _ in
      1 + random.number(below: longest)
    }
    let spacing = HeadingSpacing(heading: 5, below: 1, above: 3)
    let rowsPerPage = 5 + random.number(below: 12)
    let heights = counts.map { Array(repeating: 10.0, count: $0) }
    let height = Double(10 * rowsPerPage)
    let greedy = pages(heights, spacing, height: height)
    let cut = pages(heights, spacing, height: height, leastBands: 2)
    #expect(
      cut.flatMap { $0.map(\.part.items) }.flatMap { Array($0) } == Array(0..<counts.reduce(0, +)))
    for block in cut.joined() {
      let own = block.part.items.count
      #expect(block.top + Double(10 * own) <= height + 1e-6)
      #expect(own >= min(2, counts[block.part.section]), "\(counts) on \(rowsPerPage)")
      if counts[block.part.section] <= 3 { #expect(own == counts[block.part.section]) }
    }
    // Sections kept whole leave some room empty, but less than three rows and a heading need.
    #expect(cut.count <= 2 * greedy.count)
    func bands(_ page: [PageCutter.Block]) -> Int { page.reduce(0) { $0 + $1.part.items.count } }
    if counts.allSatisfy({ $0 > 8 }), cut.count > 2 {
      let fullest = try #require(cut.map(bands).max())
      #expect(Double(bands(cut[cut.count - 1])) >= 0.4 * Double(fullest), "\(cut.map(bands))")
    }
  }

  @Test("A last page with a single row takes rows from the pages before it")
  func lastPage() {
    let spacing = HeadingSpacing(heading: 5, below: 0, above: 5)
    let one = pages([Array(repeating: 10, count: 21)], spacing, height: 105, leastBands: 2)
    let counts = one.map { $0.reduce(0) { $0 + $1.part.items.count } }
    #expect(counts.count == 3 && (counts.last ?? 0) * 5 >= (counts.max() ?? 0) * 2, "\(counts)")
  }

  @Test("Without headings, every section starts a new page, and without sections, there is no page")
  func groups() {
    let cut = pages([[30, 30, 30], [10], []], nil, height: 60)
    #expect(cut.map { $0.map(\.part.items) } == [[0..<2], [2..<3], [3..<4]])
    #expect(cut.joined().map(\.part.section) == [0, 0, 1])
    #expect(pages([], nil, height: 60).isEmpty)
  }
}
