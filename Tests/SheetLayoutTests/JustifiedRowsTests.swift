import SheetLayout
import TestSupport
import Testing

@Suite struct JustifiedRowsTests {
  private func randomRatios(
    _ count: Int, in range: ClosedRange<Double>, _ generator: inout SeededGenerator
  ) -> [Double] {
    (0..<count).map { _ in Double.random(in: range, using: &generator) }
  }

  /// The sum of squared relative deviations of full rows from the requested height.
  private func deviation(_ heights: [Double], of rows: JustifiedRows) -> Double {
    heights.reduce(0) { $0 + ($1 / rows.rowHeight - 1) * ($1 / rows.rowHeight - 1) }
  }

  /// The heights of rows broken after the items whose bits are set, or nil
  /// where the gaps leave nothing.
  private func heights(_ ratios: [Double], breaks: Int, of rows: JustifiedRows) -> [Double]? {
    var heights: [Double] = []
    var sum = 0.0
    var count = 0
    for (index, ratio) in ratios.enumerated() {
      sum += ratio
      count += 1
      let isLast = index == ratios.count - 1
      guard isLast || breaks & (1 << index) != 0 else { continue }
      let gaps = Double(count - 1) * rows.gap.width
      let isLoose =
        isLast && rows.lastRow != .justified
        && sum * rows.rowHeight + gaps < 0.75 * rows.width
      let height = isLoose ? rows.rowHeight : (rows.width - gaps) / sum
      guard height > 0 else { return nil }
      heights.append(height)
      sum = 0
      count = 0
    }
    return heights
  }

  @Test("No other set of breaks has a lower total", arguments: JustifiedRows.LastRow.allCases)
  func bestOfAll(lastRow: JustifiedRows.LastRow) throws {
    var generator = SeededGenerator(seed: 14)
    for round in 0..<60 {
      let ratios = randomRatios(round % 12 + 1, in: 0.4...2.5, &generator)
      let rows = try JustifiedRows(
        width: .random(in: 500...1_600, using: &generator),
        rowHeight: .random(in: 120...200, using: &generator), gap: Size(width: 8, height: 6),
        lastRow: lastRow)
      let arrangement = try rows.arrangement(ofRatios: ratios)
      let total = deviation(arrangement.strips.map(\.height), of: rows)
      let best =
        (0..<1 << (ratios.count - 1)).compactMap {
          heights(ratios, breaks: $0, of: rows).map { deviation($0, of: rows) }
        }.min() ?? .nan
      #expect(abs(total - best) <= 1e-9, "\(ratios)")
    }
  }

  @Test("Rows are sound, items keep their ratios, and every full row fills the width")
  func sound() throws {
    var generator = SeededGenerator(seed: 15)
    for count in itemCounts(from: 0, &generator) {
      let ratios = randomRatios(count, in: 0.2...4, &generator)
      let rows = try JustifiedRows(
        width: 1_600, rowHeight: 240, gap: Size(width: 8, height: 5), lastRow: .center)
      let arrangement = try rows.arrangement(ofRatios: ratios)
      expectSound(arrangement, itemCount: count)
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

  @Test("A short last row keeps the requested height; one that is nearly full fills the width")
  func lastRow() throws {
    func lastFrames(
      _ ratios: [Double], _ lastRow: JustifiedRows.LastRow
    ) throws -> [Rect] {
      try JustifiedRows(width: 300, rowHeight: 100, lastRow: lastRow)
        .arrangement(ofRatios: ratios).frames
    }
    expectClose(try lastFrames([1, 1, 1, 1], .left)[3], [0, 100, 100, 100])
    expectClose(try lastFrames([1, 1, 1, 1], .center)[3], [100, 100, 100, 100])
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

  @Test("Very wide pictures each have a row instead of sharing a low one")
  func panoramas() throws {
    let rows = try JustifiedRows(width: 300, rowHeight: 100)
    let arrangement = try rows.arrangement(ofRatios: Array(repeating: 12, count: 50))
    #expect(arrangement.strips.map(\.items.count) == Array(repeating: 1, count: 50))
  }

  @Test("A very narrow picture beside a very wide one never has a row of its own")
  func narrowBesideWide() throws {
    for ratios in [[0.1, 7, 1, 1, 1], [1, 1, 1, 7, 0.1, 1, 1, 1], [7, 0.1, 1, 1, 1]] {
      let rows = try JustifiedRows(width: 300, rowHeight: 100)
      let strips = try rows.arrangement(ofRatios: ratios).strips
      #expect(strips.allSatisfy { $0.height < 110 }, "\(ratios)")
    }
  }

  @Test("Extreme ratios and gaps wider than the sheet still give sound rows")
  func extremes() throws {
    let ratios = [1e-5, 1e5, 1, 1e5, 1e-5, 1e-5, 3, 1e5]
    for gap in [0, 400] as [Double] {
      for lastRow in JustifiedRows.LastRow.allCases {
        let rows = try JustifiedRows(
          width: 300, rowHeight: 100, gap: Size(width: gap, height: 2), lastRow: lastRow)
        expectSound(try rows.arrangement(ofRatios: ratios), itemCount: ratios.count)
      }
    }
  }

  @Test("A hundred thousand items are broken in linear time", .timeLimit(.minutes(1)))
  func many() throws {
    var generator = SeededGenerator(seed: 17)
    let ratios = randomRatios(100_000, in: 0.5...2, &generator)
    let arrangement = try JustifiedRows(width: 1_600, rowHeight: 240).arrangement(ofRatios: ratios)
    #expect(arrangement.frames.count == 100_000)
  }

  @Test("Impossible numbers are named in the error")
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
