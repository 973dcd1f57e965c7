import PNGFixtures
import SheetFixtures
import SheetModel
import SheetPlans
import TestSupport
import Testing

@testable import ContactSheet
@testable import SheetPictures
@testable import SheetPlanning

@Suite struct PositionNoteTests {
  let folder = TemporaryFolder()
  let job: SheetJob

  /// Creates two pictures whose positions lack the hemisphere letters, and one with them.
  init() throws {
    for (name, hasLetters) in [("a.png", false), ("b.png", true), ("c.png", false)] {
      let angle = ExifFixture.Value.rationals([(33, 1), (0, 1), (0, 1)])
      var place = ExifFixture([2: angle, 4: angle])
      if hasLetters { place.entries += [(1, .ascii("S")), (3, .ascii("W"))] }
      var file = PNGFixture(width: 2, height: 2, colorType: .gray, samples: [1, 2, 3, 4])
      file.chunksBeforeData = [
        PNGChunk(type: "eXIf", data: ExifFixture([34853: .directory(place)]).encoded())
      ]
      try folder.write(file.encoded(), to: name)
    }
    job = SheetJob(inputs: [.path(folder.path)])
  }

  @Test("A note counts the pictures whose GPS positions lack the letters of their hemispheres")
  func counted() async throws {
    var job = job
    job.texts.label = try PictureTemplate("{position}")
    let planned = try await job.plan()
    #expect(
      planned.plan.pages[0].tiles.map { $0.label?.text } == [
        "33.0000, 33.0000", "-33.0000, -33.0000", "33.0000, 33.0000",
      ])
    let notes = planned.notes.of(.vaguePositions)
    #expect(notes.count == 1 && notes.first?.measures[.count] == 2)
    #expect(notes.first?.text.hasSuffix("the hemisphere is unknown") == true)
    #expect(notes.first?.text.contains("a.png") == true)
  }

  @Test("There is no note about missing hemispheres if nothing uses the position")
  func unasked() async throws {
    var job = job
    job.texts.label = try PictureTemplate("{name}")
    #expect(try await job.plan().notes.of(.vaguePositions).isEmpty)
  }
}
