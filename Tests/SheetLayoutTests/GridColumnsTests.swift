import SheetLayout
import TestSupport
import Testing

/// The list of columns and the score that all grids share.
@Suite struct GridColumnsTests {
  @Test("Columns without room are skipped, and an impossible target is refused")
  func impossible() throws {
    let nine = GridColumns(for: [[9]])
    #expect(try nine.nearest(to: 1, .cellRatio) { _ in nil } == nil)
    let wide = try nine.nearest(to: 1, .cellRatio) { trial -> Double? in
      trial.columns > 3 ? Double(trial.columns) / Double(trial.rows) : nil
    }
    #expect(wide?.columns == 5)
    #expect(throws: LayoutError.notPositive(.sheetRatio, 0)) {
      try nine.nearest(to: 0, .sheetRatio) { _ in 1 }
    }
  }

  @Test("The largest cells among compact columns are the largest among all columns")
  func largestOfAll() throws {
    var random = SeededGenerator(seed: 12)
    for _ in 0..<300 {
      func length(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
      let page = try LargestGrid(
        page: Size(width: length(50...2000), height: length(50...2000)),
        gap: Size(width: length(0...20), height: length(0...20)), ratio: length(0.3...3),
        largestWidth: [40, 400, .infinity].randomElement(using: &random)!)
      let count = Int.random(in: 1...400, using: &random)
      let least = length(0...60)
      let all = (1...count).compactMap { columns in
        let rows = (count - 1) / columns + 1
        return page.candidate(columns: columns, rows: rows, empty: columns * rows - count)
      }
      let best = GridColumns(for: [[count]]).largest(on: page, least: least)
      #expect(best == page.best(of: all, least: least), "\(count) on \(page)")
    }
  }
}
