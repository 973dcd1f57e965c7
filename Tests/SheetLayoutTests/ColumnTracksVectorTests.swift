import SheetLayout
import Testing

@Suite struct ColumnTracksVectorTests {
  struct Vector: Decodable, Sendable {
    struct Track: Decodable, Sendable {
      var kind: String
      var size: Double?
      var min: Double?
      var max: Double?
      var spacing: Double?
    }
    struct Input: Decodable, Sendable {
      var columns: [Track]
      var width: Double
      var align: String?
      var frame_align: String?
      var passes: Int?
      var consume: String?
      var rowSpacing: Double?
      var itemAlignment: String?
      var childSizes: [[Double]]?
    }
    var id: String
    var `in`: Input
    var pass1: [Double]?
    var gridWidth: Double?
    var widths: [Double]?
    var x: [Double]?
    var rowHeights: [Double]?
    var height: Double?
    var frames: [[Double]]?
  }

  static let vectors = try! VectorFile<Vector>.vectors(in: "columns")

  private static let alignments: [String: Alignment] = [
    "leading": .left, "center": .center, "trailing": .right, "bottomTrailing": .bottomRight,
  ]

  private func tracks(_ input: Vector.Input) throws -> ColumnTracks {
    let itemAlignment = input.itemAlignment.flatMap { Self.alignments[$0] }
    let tracks = try input.columns.map { track in
      let sizing: ColumnTrack.Sizing =
        switch track.kind {
        case "fixed": .fixed(try #require(track.size))
        case "flexible": .flexible(minimum: track.min ?? 10, maximum: track.max ?? .infinity)
        default: .adaptive(minimum: try #require(track.min), maximum: track.max ?? .infinity)
        }
      return ColumnTrack(sizing, spacing: track.spacing, alignment: itemAlignment)
    }
    return try ColumnTracks(
      tracks, alignment: input.align.map { try #require(Self.alignments[$0]) } ?? .center)
  }

  @Test(
    "Every worked example comes out",
    // L21 shows what other accounting of adaptive tracks would give.
    arguments: vectors.filter { $0.in.consume != "used" })
  func vector(_ vector: Vector) throws {
    let tracks = try tracks(vector.in)
    let columns = try tracks.columns(
      width: vector.in.width, overflow: vector.in.passes == 1 ? .clipped : .solvedAgain,
      overflowAlignment: vector.in.frame_align.map { try #require(Self.alignments[$0]) }
        ?? .center)
    if let pass1 = vector.pass1 {
      let first = try tracks.columns(width: vector.in.width, overflow: .clipped)
      #expect(areClose(first.columns.map(\.width), pass1))
    }
    if let widths = vector.widths { #expect(areClose(columns.columns.map(\.width), widths)) }
    if let x = vector.x { #expect(areClose(columns.columns.map(\.x), x)) }
    if let gridWidth = vector.gridWidth {
      #expect(isClose(columns.gridWidth, gridWidth))
    }
    if let sizes = vector.in.childSizes, let frames = vector.frames {
      let arrangement = try columns.arrangement(
        ofSizes: sizes.map { Size(width: $0[0], height: $0[1]) },
        rowGap: try #require(vector.in.rowSpacing))
      #expect(areClose(arrangement.strips.map(\.height), try #require(vector.rowHeights)))
      #expect(isClose(arrangement.size.height, try #require(vector.height)))
      #expect(arrangement.frames.count == frames.count)
      for (frame, expected) in zip(arrangement.frames, frames) { expectClose(frame, expected) }
    }
  }

  @Test("Only the example of other accounting is left out")
  func complete() {
    #expect(Self.vectors.count == 21)
    #expect(Self.vectors.filter { $0.in.consume == "used" }.map(\.id) == ["L21"])
  }
}
