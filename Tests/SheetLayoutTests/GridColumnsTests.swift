import SheetLayout
import TestSupport
import Testing

/// Which numbers of columns are tried for a grid, and how the results are compared.
@Suite struct GridColumnsTests {
  @Test("Numbers of columns without room are skipped, and a target ratio of 0 is refused")
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

  @Test("The best usable number of columns is found, and only a few numbers are tried")
  func usable() throws {
    var random = SeededGenerator(seed: 71)
    var (asked, tried) = (0, 0)
    for _ in 0..<300 {
      let count = Int.random(in: 1...400, using: &random)
      let target = Double.random(in: 0.2...5, using: &random)
      let step = Int.random(in: 1...7, using: &random)
      func ratio(_ trial: GridColumns.Trial) -> Double {
        Double(trial.columns) / Double(trial.rows)
      }
      var all = GridColumns(for: [[count]], search: .byColumns)
      var best: GridCandidate?
      for columns in stride(from: step, through: count, by: step) {
        all.range = columns...columns
        guard let candidate = try all.nearest(to: target, .cellRatio, ratio: ratio) else {
          continue
        }
        if best.map({ candidate.cost < $0.cost }) ?? true { best = candidate }
      }
      all.range = 1...Int.max
      all.isUsable = { columns in
        asked += 1
        return columns % step == 0
      }
      let found = try all.nearest(to: target, .cellRatio, ratio: ratio)
      tried += count
      #expect(found?.cost == best?.cost, "\(count) at \(target), every \(step)")
    }
    #expect(asked * 4 < tried)
  }

  @Test("The largest cells of grids with a compact number of columns are the largest of all grids")
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

  @Test(
    "A grid that leaves the sides of a page empty gives way to one that fills them with cells at least 90 % as wide"
  )
  func sides() throws {
    var random = SeededGenerator(seed: 25)
    var replaced = 0
    for _ in 0..<600 {
      func length(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
      let size = Size(width: length(800...4000), height: length(800...4000))
      let gap = Size(width: length(0...40), height: length(0...90))
      let (ratio, room) = (length(0.4...2.5), length(30...200))
      let largest = [300, .infinity, .infinity].randomElement(using: &random)!
      let usualPage = try LargestGrid(page: size, gap: gap, ratio: ratio, largestWidth: largest)
      let page = try LargestGrid(
        page: size, gap: gap, ratio: ratio, largestWidth: largest, sideRoom: room)
      let count = Int.random(in: 1...100, using: &random)
      let least = [0, length(0...400)].randomElement(using: &random)!
      let columns = GridColumns(for: [[count]])
      let usual = try #require(columns.largest(on: usualPage, least: least))
      let best = try #require(columns.largest(on: page, least: least))
      func width(_ grid: GridCandidate) -> Double {
        page.width(columns: grid.columns, rows: grid.rows)
      }
      func fillsWidth(_ grid: GridCandidate) -> Bool {
        grid.rest + Double(grid.columns) <= room
      }
      let all = (1...count).compactMap { columns in
        let rows = (count - 1) / columns + 1
        return page.candidate(columns: columns, rows: rows, empty: columns * rows - count)
      }
      let widest = all.map(width).max() ?? 0
      let lowest = max(widest * 0.9, width(usual) < least ? 0 : least)
      let others = all.filter {
        $0.columns > usual.columns && width($0) >= lowest * (1 - 1e-8) && fillsWidth($0)
          && 4 * $0.empty <= $0.columns * $0.rows
      }
      let comment: Comment = "\(count) of \(ratio) on \(size)"
      // Pictures at their full size fill no page.
      if fillsWidth(usual) || others.isEmpty || widest >= largest * 0.999 {
        #expect(best == usual, comment)
        continue
      }
      replaced += 1
      #expect(others.contains(best), comment)
      let widestOther = others.map(width).max() ?? 0
      #expect(width(best) >= widestOther * 0.98 - 1e-9, comment)
      #expect(
        others.allSatisfy {
          width($0) < widestOther * 0.98 + 1e-9 || $0.empty >= best.empty
        }, comment)
    }
    #expect(replaced > 20)
  }
}
