import SheetFixtures
import SheetModel
import Testing

@testable import SheetPictures
@testable import SheetPlanning

/// The note that suggests `--sort taken`.
@Suite struct MixedCamerasTests {
  private static func notes(
    _ pictures: [(camera: String?, time: Double?)], _ change: (inout SheetJob) -> Void = { _ in }
  ) throws -> [Note] {
    var job = SheetJob()
    change(&job)
    let facts = pictures.map { camera, time in
      PictureFacts(.stub(30, 20)).with([
        "camera": camera.map { Fact($0) }, "taken": time.map { Fact("\($0)", number: $0) },
      ])
    }
    return try SheetPlanner(job).plan([PictureGroup(pictures: facts)]).notes.of(.mixedCameras)
  }

  @Test(
    "Two cameras whose times interleave get a note, unless pictures are in chronological order",
    arguments: [
      ([("A", 1), ("A", 5), ("B", 2), ("B", 9)], true),
      ([("A", 1), ("B", 2), ("A", 5), ("B", 9)], false),
      ([("B", 9), ("A", 5), ("B", 2), ("A", 1)], false),
      ([("B", 6), ("B", 7), ("A", 1), ("A", 5)], false),
      ([("A", 1), ("A", 5), ("A", 2), ("A", 9)], false),
      ([("A", 1), ("A", 5), (nil, 2), ("B", nil)], false),
      ([("A", 1), ("C", 20), ("A", 5), ("B", 3), ("B", 9)], true), ([], false),
    ] as [([(String?, Double?)], Bool)])
  func noted(pictures: [(String?, Double?)], hasNote: Bool) throws {
    if pictures.isEmpty { return }
    let notes = try Self.notes(pictures)
    #expect(notes.count == (hasNote ? 1 : 0))
    #expect(notes.allSatisfy { $0.text.hasPrefix("A and B were in use at the same time") })
  }

  @Test("There is no note on mixed cameras if an order was requested")
  func chosenOrder() throws {
    let pictures: [(String?, Double?)] = [("A", 1), ("A", 5), ("B", 2), ("B", 9)]
    for key in [SortKey.name, .natural, .shuffle(), try SortKey(parsing: "taken")] {
      #expect(try Self.notes(pictures) { $0.order.key = key }.isEmpty)
    }
  }
}

/// The note on pictures without a capture time, on a sheet sorted by capture time.
@Suite struct UntimedPicturesTests {
  private static func notes(_ times: [Double?], by key: SortKey) throws -> [Note] {
    var job = SheetJob()
    job.order.key = key
    let facts = times.map { time in
      PictureFacts(.stub(30, 20)).with(["taken": time.map { Fact("\($0)", number: $0) }])
    }
    return try SheetPlanner(job).plan([PictureGroup(pictures: facts)]).notes.of(.untimed)
  }

  @Test(
    "A note counts pictures that come last for lack of a time, unless every picture lacks one")
  func counted() throws {
    let taken = try SortKey(parsing: "taken")
    #expect(try Self.notes([nil, 1, nil], by: taken).map { $0.measures[.count] } == [2])
    #expect(try Self.notes([2, 1, nil], by: taken).map { $0.measures[.count] } == [1])
    #expect(try Self.notes([2, 1], by: taken).isEmpty)
    #expect(try Self.notes([nil, nil], by: taken).isEmpty)
    for key in [SortKey.auto, .takenIfKnown, .name] {
      #expect(try Self.notes([nil, 1], by: key).isEmpty, "\(key)")
    }
  }
}
