import SheetLayout
import TestSupport
import Testing

@Suite struct TieredGridTests {
  private static let patterns: [[TierLayer]] =
    [
      TierLayer.standard, [.oneLarge], [.mediumRight, .mediumLeft],
      [.threeSmall, .mediumRight, .oneLarge],
    ]

  @Test("Tiered grids are sound for any number of items and gap", arguments: patterns)
  func sound(layers: [TierLayer]) throws {
    var generator = SeededGenerator(seed: 31)
    for count in itemCounts(from: 0, &generator) {
      for gap in [0, 7.5] {
        let grid = try TieredGrid(itemCount: count, width: 1_000, layers: layers, gap: gap)
        expectSound(grid.arrangement, itemCount: count, "\(count) items, gap \(gap)")
      }
    }
  }

  @Test("One more item moves no other and never makes the sheet less tall", arguments: patterns)
  func prefix(layers: [TierLayer]) throws {
    var previous = try TieredGrid(itemCount: 0, width: 333, layers: layers, gap: 2)
    for count in 1...60 {
      let grid = try TieredGrid(itemCount: count, width: 333, layers: layers, gap: 2)
      #expect(grid.frames.dropLast() == previous.frames[...])
      #expect(grid.size.height >= previous.size.height)
      previous = grid
    }
  }

  @Test("A full set tiles its whole area")
  func fullSet() throws {
    let grid = try TieredGrid(itemCount: 10, width: 300)
    let area = grid.frames.reduce(0) { $0 + $1.width * $1.height }
    #expect(area == 21 * 100 * 100)
    #expect(area == grid.size.width * grid.size.height)
  }

  @Test("Scaling the width and the gap scales the frames")
  func scales() throws {
    let grid = try TieredGrid(itemCount: 27, width: 310, gap: 5)
    let triple = try TieredGrid(itemCount: 27, width: 930, gap: 15)
    for (frame, scaled) in zip(grid.frames, triple.frames) {
      expectClose(scaled, [frame.minX, frame.minY, frame.width, frame.height].map { $0 * 3 })
    }
  }

  @Test(
    "At the width that fits a height, the highest layer has that height, and none is higher",
    arguments: patterns + [[.threeSmall]])
  func fitting(layers: [TierLayer]) throws {
    for (height, gap) in [(100.0, 0.0), (310, 7.5), (3, 0.5), (12_345, 8)] {
      let width = TieredGrid.width(of: layers, gap: gap, fitting: height)
      let grid = try TieredGrid(itemCount: 30, width: width, layers: layers, gap: gap)
      let highest = grid.arrangement.strips.map(\.height).max() ?? 0
      #expect(abs(highest - height) < 1e-9)
    }
  }

  @Test("Gaps lie between all blocks and inside larger ones")
  func gaps() throws {
    let grid = try TieredGrid(itemCount: 11, width: 320, gap: 10)
    #expect(grid.frame(at: 1) == Rect(x: 110, y: 0, width: 100, height: 100))
    #expect(grid.frame(at: 3) == Rect(x: 0, y: 110, width: 210, height: 210))
    #expect(grid.frame(at: 5) == Rect(x: 220, y: 220, width: 100, height: 100))
    #expect(grid.frame(at: 9) == Rect(x: 0, y: 440, width: 320, height: 320))
    #expect(grid.frame(at: 10) == Rect(x: 0, y: 770, width: 100, height: 100))
    #expect(grid.size == Size(width: 320, height: 870))
  }

  @Test("The sheet may be cut between layers")
  func cuts() throws {
    let arrangement = try TieredGrid(itemCount: 12, width: 300).arrangement
    #expect(arrangement.cuts == [100, 300, 400, 700])
    #expect(arrangement.strips.map(\.items) == [0..<3, 3..<6, 6..<9, 9..<10, 10..<12])
    #expect(arrangement.rows == nil && arrangement.columns == nil)
  }

  @Test(
    "Widths that mean nothing give an empty sheet", arguments: [nil, 0, -30, .nan] as [Double?])
  func noWidth(width: Double?) throws {
    let grid = try TieredGrid(itemCount: 5, width: width, height: 400)
    #expect(grid.size == .zero && grid.frames.isEmpty)
  }

  @Test("Impossible numbers are named in the error")
  func impossible() {
    #expect(throws: LayoutError.noLayers) { try TieredGrid(itemCount: 1, width: 9, layers: []) }
    #expect(throws: LayoutError.notFinite(.sheetWidth, .infinity)) {
      try TieredGrid(itemCount: 1, width: .infinity)
    }
    #expect(throws: LayoutError.negative(.horizontalGap, -2)) {
      try TieredGrid(itemCount: 1, width: 9, gap: -2)
    }
    #expect(throws: LayoutError.gapTooLarge(50, sheetWidth: 100)) {
      try TieredGrid(itemCount: 1, width: 100, gap: 50)
    }
    #expect(TierLayer(rawValue: "twoMedium") == nil)
  }
}
