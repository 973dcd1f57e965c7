import SheetLayout
import Testing

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
      // T26 speaks of the default layers by a word instead of a list.
      input =
        unitsHeight == nil ? try container.decode(Input.self, forKey: .input) : Input()
    }
  }

  static let vectors = try! VectorFile<Vector>.vectors(in: "tiered")

  /// SwiftUI's names for our alignments; text baselines act as the centre.
  private static let alignments: [String: Alignment] = [
    "topLeading": .topLeft, "top": .top, "topTrailing": .topRight, "leading": .left,
    "center": .center, "trailing": .right, "bottomLeading": .bottomLeft, "bottom": .bottom,
    "bottomTrailing": .bottomRight, "leadingLastTextBaseline": .center,
  ]

  @Test("Every worked example comes out", arguments: vectors)
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
      expectClose(grid.frame(at: try #require(Int(index))), rect)
    }
    for (count, height) in (vector.unitsHeight ?? []).enumerated() {
      #expect(isClose(try TieredGrid(itemCount: count, width: 3).size.height, height))
    }
    if let item = input.item {
      let block = grid.frame(at: item)
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

  @Test("All vectors are there")
  func complete() {
    #expect(Self.vectors.count == 24)
  }
}
