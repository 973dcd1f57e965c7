import SheetLayout
import Testing

/// The score of a number of columns, which all grids share.
@Suite struct GridCandidateTests {
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
