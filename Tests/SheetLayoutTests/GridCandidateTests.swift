import SheetLayout
import TestSupport
import Testing

/// The score of a number of columns, which all grids share.
@Suite struct GridCandidateTests {
  @Test("A single section has the columns of the nearest grid")
  func oneSection() throws {
    var generator = SeededGenerator(seed: 611)
    for _ in 0..<300 {
      let count = Int.random(in: 1...2_000, using: &generator)
      let size = Size(
        width: .random(in: 100...4_000, using: &generator),
        height: .random(in: 100...4_000, using: &generator))
      let targets: [Double] = [0.5, 2.0 / 3, 1, 1.5, 16.0 / 9]
      let target = try #require(targets.randomElement(using: &generator))
      let grid = try Arrangement(gridOf: count, filling: size, cellRatio: target)
      let best = try GridCandidate.nearest(to: target, .cellRatio, forSections: [[count]]) {
        (columns, lines) -> Double? in
        size.width / Double(columns) / (size.height / Double(lines[0].rows))
      }
      #expect(best?.columns == grid.columns && best?.rows == grid.rows, "\(count) in \(size)")
    }
  }

  @Test("Columns without room are skipped, and an impossible target is an error")
  func impossible() throws {
    #expect(try GridCandidate.nearest(to: 1, .cellRatio, forSections: [[9]]) { _, _ in nil } == nil)
    let wide = try GridCandidate.nearest(to: 1, .cellRatio, forSections: [[9]]) {
      (columns, lines) -> Double? in
      columns > 3 ? Double(columns) / Double(lines[0].rows) : nil
    }
    #expect(wide?.columns == 5)
    #expect(throws: LayoutError.notPositive(.sheetRatio, 0)) {
      try GridCandidate.nearest(to: 0, .sheetRatio, forSections: [[9]]) { _, _ in 1 }
    }
  }
}
