import Foundation
import SheetLayout
import TestSupport
import Testing

@testable import SheetPlanning

@Suite struct SectionColumnsTests {
  /// The numbers of items in each band of sections side by side, and in every other section.
  private static func counts(inBandsOf counts: [Int], columns: Int) -> [Int] {
    SectionPart.bands(of: counts.map(Double.init), limit: Double(columns)).map { band in
      counts[band].reduce(0, +)
    }
  }

  /// The cheapest number of columns.
  ///
  /// Each number is tried, with its cost calculated from scratch.
  private static func slowly(
    _ cell: Size, gap: Size, _ spacing: HeadingSpacing, _ sheetRatio: Double, _ pages: [[Int]]
  ) -> Int {
    let all = pages.joined().reduce(0, +)
    var best = (columns: 1, cost: Double.infinity)
    for columns in 1...pages.reduce(1, { max($0, $1.reduce(0, +)) }) {
      let width = Double(columns) * cell.width + Double(columns - 1) * gap.width
      var (highest, rows) = (0.0, 0)
      for page in pages {
        let counts = counts(inBandsOf: page, columns: columns)
        let own = counts.map { ($0 - 1) / columns + 1 }
        rows += own.reduce(0, +)
        let height = own.reduce(spacing.height(of: own.count)) {
          $0 + Double($1) * cell.height + Double($1 - 1) * gap.height
        }
        highest = max(highest, height)
      }
      let empty = 1 - Double(all) / Double(rows * columns)
      let distance = abs(log(width / highest / sheetRatio)) / 2
      let cost = distance + 0.3 * empty + 2 * empty * empty
      if cost < best.cost - 1e-12 { best = (columns, cost) }
    }
    return best.columns
  }

  @Test(
    "The number of columns for sections matches the best one found by trying every number",
    arguments: 1...300)
  func search(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let most = [1, 3, 40][random.number(below: 3)]
    let pages = (0...random.number(below: 3)).map { _ in
      (0...random.number(below: 60)).map { _ in 1 + random.number(below: most) }
    }
    func length(_ limit: Int) -> Double { Double(random.number(below: limit)) }
    let cell = Size(width: 1 + length(400), height: 1 + length(400))
    let gap = Size(width: length(30), height: length(30))
    let spacing = HeadingSpacing(heading: length(60), below: length(20), above: length(60))
    let ratio = [0.2, 0.7, 1.5, 8][random.number(below: 4)]
    let best = try GridColumns(for: pages, search: .byColumns).nearest(
      to: ratio, .sheetRatio, countsEmpty: true
    ) { trial -> Double? in
      let size = CellGrid(columns: trial.columns, cell: cell, gap: gap)
        .largestPage(trial.lines, spacing).size
      return size.width / size.height
    }
    #expect(best?.columns == Self.slowly(cell, gap: gap, spacing, ratio, pages), "\(pages)")
  }

  @Test(
    "The numbers of bands and rows match those counted in a list of all bands", arguments: 1...100)
  func lines(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let counts = (0...random.number(below: 40)).map { _ in 1 + random.number(below: 12) }
    for columns in 1...20 {
      let listed = Self.counts(inBandsOf: counts, columns: columns)
      let lines = SectionPart.lines(ofSections: counts, columns: columns)
      #expect(lines.bands == listed.count)
      #expect(lines.rows == listed.reduce(0) { $0 + ($1 - 1) / columns + 1 })
    }
  }
}
