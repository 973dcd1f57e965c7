import LayoutFixtures
import SheetLayout
import TestSupport
import Testing

@Suite struct TieredGridTests {
  private static let patterns: [[TierLayer]] =
    [
      TierLayer.standard, [.oneLarge], [.mediumRight, .mediumLeft],
      [.threeSmall, .mediumRight, .oneLarge],
    ]

  @Test("Tiered grids are valid for any number of items and any gap", arguments: patterns)
  func sound(layers: [TierLayer]) throws {
    var generator = SeededGenerator(seed: 31)
    for count in itemCounts(from: 0, &generator) {
      for gap in [0, 7.5] {
        let grid = try TieredGrid(itemCount: count, width: 1_000, layers: layers, gap: gap)
        expectValid(grid.arrangement, itemCount: count, "\(count) items, gap \(gap)")
      }
    }
  }

  @Test("Adding an item moves no other item and never makes the sheet shorter", arguments: patterns)
  func prefix(layers: [TierLayer]) throws {
    var previous = try TieredGrid(itemCount: 0, width: 333, layers: layers, gap: 2)
    for count in 1...60 {
      let grid = try TieredGrid(itemCount: count, width: 333, layers: layers, gap: 2)
      let areUnmoved = grid.frames.dropLast().elementsEqual(previous.frames)
      #expect(areUnmoved, "\(count) items")
      #expect(grid.size.height >= previous.size.height)
      previous = grid
    }
  }

  @Test("The blocks of a complete pattern fill their whole area")
  func fullSet() throws {
    let grid = try TieredGrid(itemCount: 10, width: 300)
    let area = grid.frames.reduce(0) { $0 + $1.width * $1.height }
    #expect(area == 21 * 100 * 100)
    #expect(area == grid.size.width * grid.size.height)
  }

  @Test("Scaling the width and the gap of a tiered grid scales its frames")
  func scales() throws {
    let grid = try TieredGrid(itemCount: 27, width: 310, gap: 5)
    let triple = try TieredGrid(itemCount: 27, width: 930, gap: 15)
    for (frame, scaled) in zip(grid.frames, triple.frames) {
      expectClose(scaled, [frame.minX, frame.minY, frame.width, frame.height].map { $0 * 3 })
    }
  }

  @Test(
    "At the width calculated for a height, the tallest layer has exactly that height",
    arguments: patterns + [[.threeSmall]])
  func fitting(layers: [TierLayer]) throws {
    for (height, gap) in [(100.0, 0.0), (310, 7.5), (3, 0.5), (12_345, 8)] {
      let width = TieredGrid.width(of: layers, gap: gap, fitting: height)
      let grid = try TieredGrid(itemCount: 30, width: width, layers: layers, gap: gap)
      let highest = grid.arrangement.strips.map(\.height).max() ?? 0
      #expect(abs(highest - height) < 1e-9)
    }
  }

  @Test(
    "Blocks are separated by gaps, and larger blocks cover the gaps between the cells they span")
  func gaps() throws {
    let grid = try TieredGrid(itemCount: 11, width: 320, gap: 10)
    #expect(grid.frames[1] == Rect(x: 110, y: 0, width: 100, height: 100))
    #expect(grid.frames[3] == Rect(x: 0, y: 110, width: 210, height: 210))
    #expect(grid.frames[5] == Rect(x: 220, y: 220, width: 100, height: 100))
    #expect(grid.frames[9] == Rect(x: 0, y: 440, width: 320, height: 320))
    #expect(grid.frames[10] == Rect(x: 0, y: 770, width: 100, height: 100))
    #expect(grid.size == Size(width: 320, height: 870))
  }

  @Test("Each layer of a tiered grid is a strip")
  func strips() throws {
    let arrangement = try TieredGrid(itemCount: 12, width: 300).arrangement
    #expect(arrangement.strips.map(\.minY) == [0, 100, 300, 400, 700])
    #expect(arrangement.strips.map(\.items) == [0..<3, 3..<6, 6..<9, 9..<10, 10..<12])
    #expect(arrangement.rows == nil && arrangement.columns == nil)
  }

  @Test(
    "A tiered grid without a positive width is empty", arguments: [nil, 0, -30, .nan] as [Double?])
  func noWidth(width: Double?) throws {
    let grid = try TieredGrid(itemCount: 5, width: width, height: 400)
    #expect(grid.size == .zero && grid.frames.isEmpty)
  }

  @Test("The error about an invalid number says which number is invalid")
  func impossible() {
    #expect(throws: LayoutError.noLayers) { try TieredGrid(itemCount: 1, width: 9, layers: []) }
    #expect(throws: LayoutError.notFinite(.sheetWidth, .infinity)) {
      try TieredGrid(itemCount: 1, width: .infinity)
    }
    #expect(throws: LayoutError.negative(.horizontalGap, -2)) {
      try TieredGrid(itemCount: 1, width: 9, gap: -2)
    }
    #expect(
      throws: LayoutError.noRoom(Shortage(width: 100, gap: Size(width: 50, height: 50)))
    ) {
      try TieredGrid(itemCount: 1, width: 100, gap: 50)
    }
    #expect(TierLayer(rawValue: "twoMedium") == nil)
  }
}

@Suite struct TieredGridVectorTests {
  struct Vector: Decodable, Sendable {
    struct Input: Decodable, Sendable {
      var n: Int?
      var proposedWidth: Double?
      var proposedHeight: Double?
      var layers: [String]?
      var heightsInUnitsFor: String?
      var item: Int?
      var block: [Double]?
      var child: [Double]?
      var alignment: String?
      var boundsOrigin: [Double]?
      var boundsWidth: Double?
      var snap: String?
    }
    struct Placement: Decodable, Sendable {
      var alignment: String
      var child: [Double]
      var frame: [Double]
    }

    var id: String
    var input: Input
    var size: [Double]?
    var rects: [[Double]]?
    var rectsAt: [String: [Double]]?
    var unitsHeight: [Double]?
    var placements: [Placement]?
    var frame: [Double]?
    var pixelRects: [[Int]]?

    enum CodingKeys: String, CodingKey {
      case id, size, rects, rectsAt, unitsHeight, placements, frame, pixelRects
      case input = "in"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(String.self, forKey: .id)
      size = try container.decodeIfPresent([Double].self, forKey: .size)
      rects = try container.decodeIfPresent([[Double]].self, forKey: .rects)
      rectsAt = try container.decodeIfPresent([String: [Double]].self, forKey: .rectsAt)
      unitsHeight = try container.decodeIfPresent([Double].self, forKey: .unitsHeight)
      placements = try container.decodeIfPresent([Placement].self, forKey: .placements)
      frame = try container.decodeIfPresent([Double].self, forKey: .frame)
      pixelRects = try container.decodeIfPresent([[Int]].self, forKey: .pixelRects)
      // The example T26 names the default layers instead of listing them.
      input =
        unitsHeight == nil ? try container.decode(Input.self, forKey: .input) : Input()
    }
  }

  static let vectors = try! VectorFile<Vector>.vectors(in: "tiered")

  /// SwiftUI's names for our alignments; text baselines are treated as the centre.
  private static let alignments: [String: Alignment] = [
    "topLeading": .topLeft, "top": .top, "topTrailing": .topRight, "leading": .left,
    "center": .center, "trailing": .right, "bottomLeading": .bottomLeft, "bottom": .bottom,
    "bottomTrailing": .bottomRight, "leadingLastTextBaseline": .center,
  ]

  @Test("Every worked example gives the expected result", arguments: vectors)
  func vector(_ vector: Vector) throws {
    let input = vector.input
    let grid = try TieredGrid(
      itemCount: input.n ?? 0, width: input.proposedWidth ?? input.boundsWidth,
      height: input.proposedHeight,
      layers: input.layers.map { try $0.map { try #require(TierLayer(rawValue: $0)) } }
        ?? TierLayer.standard)
    if let size = vector.size {
      #expect(isClose(grid.size.width, size[0]) && isClose(grid.size.height, size[1]))
    }
    if let rects = vector.rects {
      let origin = input.boundsOrigin ?? [0, 0]
      #expect(grid.frames.count == rects.count)
      for (frame, rect) in zip(grid.frames, rects) {
        expectClose(frame.moved(by: Point(x: origin[0], y: origin[1])), rect)
      }
    }
    for (index, rect) in vector.rectsAt ?? [:] {
      expectClose(grid.frames[try #require(Int(index))], rect)
    }
    for (count, height) in (vector.unitsHeight ?? []).enumerated() {
      #expect(isClose(try TieredGrid(itemCount: count, width: 3).size.height, height))
    }
    if let item = input.item {
      let block = grid.frames[item]
      if let expected = input.block { expectClose(block, expected) }
      for placement in vector.placements ?? [] {
        let alignment = try #require(Self.alignments[placement.alignment])
        let child = Size(width: placement.child[0], height: placement.child[1])
        expectClose(block.aligned(child, alignment), placement.frame, "\(placement.alignment)")
      }
      if let child = input.child, let frame = vector.frame, let name = input.alignment {
        let alignment = try #require(Self.alignments[name])
        expectClose(block.aligned(Size(width: child[0], height: child[1]), alignment), frame)
      }
    }
    if let pixelRects = vector.pixelRects {
      let snapped = grid.frames.map(\.snapped)
      #expect(snapped.map { [$0.x, $0.y, $0.width, $0.height] } == pixelRects)
    }
  }

  @Test("The file of worked examples is complete")
  func complete() {
    #expect(Self.vectors.count == 24)
  }
}
