import SheetLayout
import Testing

@Suite struct AdaptiveVectorTests {
  struct Vector: Decodable, Sendable {
    struct Input: Decodable, Sendable {
      var slot: Double
      var min: Double
      var max: Double?
      var spacing: Double
    }
    var id: String
    var `in`: Input
    var count: Int
    var cell: Double
  }

  @Test(
    "Every worked example comes out", arguments: try! VectorFile<Vector>.vectors(in: "adaptive"))
  func vector(_ vector: Vector) throws {
    let input = vector.in
    let track = ColumnTrack(
      .adaptive(minimum: input.min, maximum: input.max ?? .infinity), spacing: input.spacing)
    let columns = try ColumnTracks([track]).columns(width: input.slot, overflow: .clipped).columns
    #expect(columns.count == vector.count)
    #expect(columns.allSatisfy { isClose($0.width, vector.cell) })
  }
}
