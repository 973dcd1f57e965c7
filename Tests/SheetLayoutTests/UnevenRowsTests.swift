import SheetLayout
import TestSupport
import Testing

/// Justified rows of items with maximum sizes.
@Suite struct UnevenRowsTests {
  @Test(
    "A row is uneven if it is not full or its items differ in height; the last row need not be full"
  )
  func definition() throws {
    var random = SeededGenerator(seed: 77)
    var (even, uneven) = (0, 0)
    for _ in 0..<400 {
      let items = (0...random.number(below: 14)).map { _ in
        LayoutItem(
          ratio: 0.4 + Double(random.number(below: 200)) / 100,
          maximumWidth: random.number(below: 3) == 0
            ? Double(100 + random.number(below: 400)) : .infinity)
      }
      let lastRow = LastRow.allCases[random.number(below: LastRow.allCases.count)]
      let rows = try JustifiedRows(
        width: 1000, rowHeight: Double(100 + random.number(below: 300)),
        gap: Size(width: 8, height: 8), lastRow: lastRow)
      let arrangement = try rows.arrangement(of: items)
      let found = arrangement.unevenRows(of: items, lastRow: lastRow)
      for (number, strip) in arrangement.strips.enumerated() {
        let frames = arrangement.frames[strip.items]
        let heights = frames.map(\.height)
        let width = frames.reduce(-8) { $0 + $1.width + 8 }
        let isFull = width > 999.5
        let isUneven = (heights.max() ?? 0) - (heights.min() ?? 0) > 0.5
        let isLooseLast = number == arrangement.strips.count - 1 && lastRow != .justified
        if isUneven && isFull || !isFull && !isLooseLast { uneven += 1 } else { even += 1 }
        #expect(
          found.contains(strip) == (isFull ? isUneven : !isLooseLast),
          "\(heights) over \(width), \(lastRow)")
      }
    }
    #expect(even > 100 && uneven > 100)
  }

  @Test(
    "At the width that makes a row even, its items all have the smallest of their maximum heights")
  func evenWidth() {
    let items = [
      LayoutItem(ratio: 1.5, maximumWidth: 600), LayoutItem(ratio: 2), LayoutItem(ratio: 0.5),
      LayoutItem(ratio: 1, maximumWidth: 500),
    ]
    #expect(JustifiedRows.evenWidth(of: items, gap: 10) == 5 * 400 + 30)
    #expect(JustifiedRows.evenWidth(of: items.prefix(1), gap: 10) == 600)
  }
}
