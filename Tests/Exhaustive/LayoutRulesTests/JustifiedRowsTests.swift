import LayoutFixtures
import SheetLayout
import TestSupport
import Testing

@Suite struct JustifiedRowsTests {
  private func randomRatios(
    _ count: Int, in range: ClosedRange<Double>, _ generator: inout SeededGenerator
  ) -> [Double] {
    (0..<count).map { _ in Double.random(in: range, using: &generator) }
  }

  /// The cost of a row as documented, by bisection instead of the layout's sums; nil if the gaps
  /// leave no room.
  private func cost(_ items: ArraySlice<LayoutItem>, isLast: Bool, of rows: JustifiedRows)
    -> Double?
  {
    let gaps = Double(items.count - 1) * rows.gap.width
    func width(_ height: Double) -> Double {
      items.reduce(gaps) { $0 + min($1.ratio * height, $1.maximumWidth) }
    }
    let natural = width(rows.rowHeight)
    let isSmall = width(1e9) < rows.width
    if isSmall || isLast && rows.lastRow != .justified && natural < 0.75 * rows.width {
      return (1 - natural / rows.width) * (1 - natural / rows.width)
    }
    guard gaps < rows.width else { return nil }
    var (low, high) = (0.0, 1e9)
    for _ in 0..<100 {
      let middle = (low + high) / 2
      if width(middle) < rows.width { low = middle } else { high = middle }
    }
    return (low / rows.rowHeight - 1) * (low / rows.rowHeight - 1)
  }

  /// The cost of rows broken after the items whose bits are set; nil if a row has no room for its
  /// gaps.
  private func cost(_ items: [LayoutItem], breaks: Int, of rows: JustifiedRows) -> Double? {
    var total = 0.0
    var start = 0
    for index in items.indices {
      let isLast = index == items.count - 1
      guard isLast || breaks & (1 << index) != 0 else { continue }
      guard let cost = cost(items[start...index], isLast: isLast, of: rows) else { return nil }
      total += cost
      start = index + 1
    }
    return total
  }

  @Test("If items keep their sizes, a row ends where the next item does not fit")
  func keepsSizes() throws {
    var generator = SeededGenerator(seed: 421)
    for round in 0..<200 {
      let items: [LayoutItem] = (0..<(round % 20 + 1)).map { _ in
        LayoutItem(
          ratio: .random(in: 0.2...5, using: &generator),
          maximumWidth: .random(in: 1...400, using: &generator))
      }
      let highest = items.map { $0.maximumWidth / $0.ratio }.max() ?? 1
      let rows = try JustifiedRows(
        width: 300, rowHeight: highest, gap: Size(width: 4, height: 6), keepsSizes: true)
      let arrangement = try rows.arrangement(of: items)
      expectValid(arrangement, itemCount: items.count)
      for strip in arrangement.strips {
        for index in strip.items {
          let frame = arrangement.frames[index]
          let isWider = items[index].maximumWidth > 300
          #expect(abs(frame.width - (isWider ? 300 : items[index].maximumWidth)) < 1e-6)
          #expect(!isWider || strip.items.count == 1)
        }
        let heights = strip.items.map { arrangement.frames[$0].height }
        #expect(abs(strip.maxY - strip.minY - (heights.max() ?? 0)) < 1e-6)
      }
    }
    let sizes = [(100.0, 50.0), (196, 80), (200, 10), (30, 60)]
    let rows = try JustifiedRows(
      width: 300, rowHeight: 80, gap: Size(width: 4, height: 6), keepsSizes: true)
    let items = sizes.map { LayoutItem(ratio: $0.0 / $0.1, maximumWidth: $0.0) }
    #expect(try rows.arrangement(of: items).strips.map(\.items) == [0..<2, 2..<4])
  }

  @Test(
    "No other set of row breaks has a lower cost", arguments: LastRow.allCases,
    [false, true])
  func bestOfAll(lastRow: LastRow, hasSmall: Bool) throws {
    var generator = SeededGenerator(seed: 14)
    for round in 0..<40 {
      let count = round % 10 + 1
      let items: [LayoutItem] =
        hasSmall
        ? .mixed(count, &generator)
        : [LayoutItem](ratios: randomRatios(count, in: 0.4...2.5, &generator))
      let rows = try JustifiedRows(
        width: .random(in: 500...1_600, using: &generator),
        rowHeight: .random(in: 120...200, using: &generator), gap: Size(width: 8, height: 6),
        lastRow: lastRow)
      let breaks = try rows.arrangement(of: items).strips.dropLast()
        .reduce(0) { $0 | 1 << ($1.items.upperBound - 1) }
      let found = try #require(cost(items, breaks: breaks, of: rows))
      let best =
        (0..<1 << (items.count - 1)).compactMap { cost(items, breaks: $0, of: rows) }.min() ?? .nan
      #expect(abs(found - best) <= 1e-9, "\(items)")
    }
  }

  @Test("Among equal square pictures, no picture is alone in the last row")
  func balanced() throws {
    func counts(_ count: Int, inRow natural: Double) throws -> [Int] {
      try JustifiedRows(width: 100 * natural, rowHeight: 100)
        .arrangement(ofRatios: Array(repeating: 1, count: count)).strips.map(\.items.count)
    }
    #expect(try counts(15, inRow: 7) == [8, 7] || counts(15, inRow: 7) == [7, 8])
    #expect(try counts(15, inRow: 5.4) == [5, 5, 5])
    for natural in stride(from: 3, through: 9, by: 0.5) {
      for count in Int(natural) + 1...60 {
        let counts = try counts(count, inRow: natural)
        #expect(counts[counts.count - 1] > 1, "\(count) in \(counts), \(natural) per row")
      }
    }
  }

  @Test("No row of several pictures is below the minimum height, but a row of one may be")
  func leastHeight() throws {
    var rows = try JustifiedRows(width: 1000, rowHeight: 413)
    let items = Array(repeating: LayoutItem(ratio: 16.0 / 9), count: 6)
    #expect(try rows.arrangement(of: items).rows == 3)
    rows.minimumHeight = 351
    #expect(try rows.arrangement(of: items).rows == 6)
    let wide = try rows.arrangement(of: [LayoutItem(ratio: 10)] + items)
    #expect(wide.rows == 7 && wide.frames[0].height == 100)
  }

  @Test("In a row that larger items fill, small items keep their size and are aligned vertically")
  func smallItems() throws {
    let rows = try JustifiedRows(width: 620, rowHeight: 100, gap: Size(width: 10, height: 7))
    let items = [
      LayoutItem(ratio: 2), LayoutItem(ratio: 1, maximumWidth: 40), LayoutItem(ratio: 3),
      LayoutItem(ratio: 0.5, maximumWidth: 30),
    ]
    for (alignment, top) in [(Alignment.top, 0), (.center, 32), (.bottomLeft, 64)] {
      let arrangement = try rows.arrangement(of: items, alignment: alignment)
      #expect(arrangement.strips.count == 1)
      // 620 - 3 * 10 - 40 - 30 = 520 = 5 * 104.
      expectClose(arrangement.frames[0], [0, 0, 208, 104])
      expectClose(arrangement.frames[1], [218, Double(top), 40, 40])
      expectClose(arrangement.frames[2], [268, 0, 312, 104])
      expectClose(arrangement.frames[3], [590, Double(top) * 44 / 64, 30, 60])
    }
  }

  @Test(
    "Rows that contain only small items are aligned like a short last row, and waste little space")
  func onlySmall() throws {
    let items = Array(repeating: LayoutItem(ratio: 1.5, maximumWidth: 48), count: 100)
    for (lastRow, start) in [(LastRow.left, 0.0), (.center, 10), (.justified, 0)] {
      let rows = try JustifiedRows(
        width: 580, rowHeight: 240, gap: Size(width: 8, height: 8), lastRow: lastRow)
      let arrangement = try rows.arrangement(of: items)
      #expect(arrangement.frames.allSatisfy { $0.size == Size(width: 48, height: 32) })
      #expect(arrangement.strips.map(\.items.count) == Array(repeating: 10, count: 10))
      #expect(arrangement.frames[0].minX >= start && arrangement.frames[0].minX <= start + 4)
      #expect(arrangement.size.height == 10 * 32 + 9 * 8)
    }
  }

  @Test("Rows of mixed items are valid, keep the ratios, and make no item larger than allowed")
  func mixed() throws {
    var generator = SeededGenerator(seed: 41)
    for count in itemCounts(from: 1, &generator) {
      let items = [LayoutItem].mixed(count, &generator)
      for alignment in [Alignment.top, .center, .bottom] {
        let arrangement = try JustifiedRows(
          width: 1_584, rowHeight: 240, gap: Size(width: 8, height: 5)
        ).arrangement(of: items, alignment: alignment)
        expectValid(arrangement, itemCount: count)
        let areRight = zip(arrangement.frames, items).allSatisfy { frame, item in
          isClose(frame.width / frame.height, item.ratio) && frame.width <= item.maximumWidth + 1e-6
        }
        #expect(areRight, "\(count) items")
        // An item is as tall as its row, or as large as allowed.
        let fill = arrangement.strips.allSatisfy { strip in
          strip.items.allSatisfy { index in
            let frame = arrangement.frames[index]
            return isClose(frame.height, strip.height, tolerance: 1e-6)
              || isClose(frame.width, items[index].maximumWidth, tolerance: 1e-6)
          }
        }
        #expect(fill, "\(count) items")
      }
    }
  }

  @Test("Rows are valid, items keep their ratios, and every full row fills the width")
  func sound() throws {
    var generator = SeededGenerator(seed: 15)
    for count in itemCounts(from: 0, &generator) {
      let ratios = randomRatios(count, in: 0.2...4, &generator)
      let rows = try JustifiedRows(
        width: 1_600, rowHeight: 240, gap: Size(width: 8, height: 5), lastRow: .center)
      let arrangement = try rows.arrangement(ofRatios: ratios)
      expectValid(arrangement, itemCount: count)
      let keepRatios = zip(arrangement.frames, ratios).allSatisfy { frame, ratio in
        isClose(frame.width / frame.height, ratio)
      }
      #expect(keepRatios, "\(count) items")
      for strip in arrangement.strips {
        let first = arrangement.frames[strip.items.lowerBound]
        let last = arrangement.frames[strip.items.upperBound - 1]
        if isClose(strip.height, 240), strip == arrangement.strips.last {
          #expect(isClose(first.minX, 1_600 - last.maxX, tolerance: 1e-6))
        } else {
          #expect(isClose(first.minX, 0, tolerance: 1e-6))
          #expect(isClose(last.maxX, 1_600, tolerance: 1e-6))
        }
      }
      #expect(arrangement.rows == arrangement.strips.count && arrangement.columns == nil)
    }
  }

  @Test("A short last row keeps the requested height; a nearly full last row fills the width")
  func lastRow() throws {
    func lastFrames(
      _ ratios: [Double], _ lastRow: LastRow
    ) throws -> [Rect] {
      try JustifiedRows(width: 300, rowHeight: 100, lastRow: lastRow)
        .arrangement(ofRatios: ratios).frames
    }
    expectClose(try lastFrames([1, 1, 1, 1, 1], .left)[3], [0, 100, 100, 100])
    expectClose(try lastFrames([1, 1, 1, 1, 1], .center)[3], [50, 100, 100, 100])
    expectClose(try lastFrames([1], .justified)[0], [0, 0, 300, 300])
    expectClose(try lastFrames([2.24], .left)[0], [0, 0, 224, 100])
    expectClose(try lastFrames([2.5], .left)[0], [0, 0, 300, 120])
    expectClose(try lastFrames([6], .left)[0], [0, 0, 300, 50])
  }

  @Test("Scaling the width, the height and the gaps scales the frames")
  func scales() throws {
    var generator = SeededGenerator(seed: 16)
    let ratios = randomRatios(40, in: 0.4...2.5, &generator)
    let small = try JustifiedRows(width: 700, rowHeight: 110, gap: Size(width: 3, height: 4))
    let large = try JustifiedRows(width: 2_100, rowHeight: 330, gap: Size(width: 9, height: 12))
    for (frame, scaled) in zip(
      try small.arrangement(ofRatios: ratios).frames, try large.arrangement(ofRatios: ratios).frames
    ) {
      expectClose(scaled, [frame.minX, frame.minY, frame.width, frame.height].map { $0 * 3 })
    }
  }

  @Test("Each very wide picture gets its own row instead of sharing a low row")
  func panoramas() throws {
    let rows = try JustifiedRows(width: 300, rowHeight: 100)
    let arrangement = try rows.arrangement(ofRatios: Array(repeating: 12, count: 50))
    #expect(arrangement.strips.map(\.items.count) == Array(repeating: 1, count: 50))
  }

  @Test("A very narrow picture beside a very wide one never gets its own row")
  func narrowBesideWide() throws {
    for ratios in [[0.1, 7, 1, 1, 1], [1, 1, 1, 7, 0.1, 1, 1, 1], [7, 0.1, 1, 1, 1]] {
      let rows = try JustifiedRows(width: 300, rowHeight: 100)
      let strips = try rows.arrangement(ofRatios: ratios).strips
      #expect(strips.allSatisfy { $0.height < 110 }, "\(ratios)")
    }
  }

  @Test("Extreme ratios, and gaps wider than the sheet, still give valid rows")
  func extremes() throws {
    let ratios = [1e-5, 1e5, 1, 1e5, 1e-5, 1e-5, 3, 1e5]
    for gap in [0, 400] as [Double] {
      for lastRow in LastRow.allCases {
        let rows = try JustifiedRows(
          width: 300, rowHeight: 100, gap: Size(width: gap, height: 2), lastRow: lastRow)
        expectValid(try rows.arrangement(ofRatios: ratios), itemCount: ratios.count)
      }
    }
  }

  @Test("A hundred thousand items are broken into rows in linear time", .timeLimit(.minutes(1)))
  func many() throws {
    var generator = SeededGenerator(seed: 17)
    let ratios = randomRatios(100_000, in: 0.5...2, &generator)
    let arrangement = try JustifiedRows(width: 1_600, rowHeight: 240).arrangement(ofRatios: ratios)
    #expect(arrangement.frames.count == 100_000)
  }

  @Test("Errors name the numbers that are invalid")
  func impossible() throws {
    #expect(throws: LayoutError.notPositive(.sheetWidth, 0)) {
      try JustifiedRows(width: 0, rowHeight: 1)
    }
    #expect(throws: LayoutError.notPositive(.rowHeight, -1)) {
      try JustifiedRows(width: 1, rowHeight: -1)
    }
    #expect(throws: LayoutError.notPositive(.pictureRatio, -2)) {
      try JustifiedRows(width: 1, rowHeight: 1).arrangement(ofRatios: [1, -2])
    }
    #expect(throws: LayoutError.extremeRatio(.pictureRatio, 1e-300)) {
      try JustifiedRows(width: 1, rowHeight: 1).arrangement(ofRatios: [1e-300])
    }
  }
}
