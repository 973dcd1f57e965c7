import SheetLayout
import TestSupport
import Testing

@Suite struct GridSearchTests {
  /// Tries every candidate, in order.
  private func fullSearch(
    _ search: GridSearch, itemCount: Int, target: Double,
    ratio: (_ rows: Int, _ columns: Int) -> Double?
  ) -> [Int] {
    var best = [0, 0]
    var bestDistance = Double.infinity
    for number in 1...itemCount {
      let other = (itemCount + number - 1) / number
      let (rows, columns) = search == .byRows ? (number, other) : (other, number)
      if search == .compact, (itemCount + rows - 1) / rows != columns { continue }
      guard let ratio = ratio(rows, columns) else { continue }
      let distance = max(ratio / target, target / ratio)
      if distance < bestDistance * (1 - 1e-12) {
        best = [rows, columns]
        bestDistance = distance
      }
    }
    return best
  }

  @Test(
    "The search for a grid gives the same result as trying each candidate",
    arguments: GridSearch.allCases)
  func equalsFullSearch(search: GridSearch) throws {
    var generator = SeededGenerator(seed: 6)
    for round in 0..<260 {
      let count = round < 60 ? round + 1 : Int.random(in: 1...5_000, using: &generator)
      let size = Size(
        width: .random(in: 10...4_000, using: &generator),
        height: .random(in: 10...4_000, using: &generator))
      let target = [0.01, 0.5, 2.0 / 3, 1, 4.0 / 3, 16.0 / 9, 30].randomElement(using: &generator)!
      let gap = Size(
        width: Double(Int.random(in: 0...3, using: &generator)) * 2,
        height: Double(Int.random(in: 0...3, using: &generator)))
      let expected = fullSearch(search, itemCount: count, target: target) { rows, columns in
        let width = (size.width - Double(columns - 1) * gap.width) / Double(columns)
        let height = (size.height - Double(rows - 1) * gap.height) / Double(rows)
        return width > 0 && height > 0 ? width / height : nil
      }
      guard expected != [0, 0] else {
        #expect(throws: LayoutError.noRoom(Shortage(size, gap: gap))) {
          try Arrangement(
            gridOf: count, filling: size, cellRatio: target, gap: gap, search: search)
        }
        continue
      }
      let grid = try Arrangement(
        gridOf: count, filling: size, cellRatio: target, gap: gap, search: search)
      #expect([grid.rows, grid.columns] == expected, "\(count) items, \(size), \(target), \(gap)")
    }
  }
}
