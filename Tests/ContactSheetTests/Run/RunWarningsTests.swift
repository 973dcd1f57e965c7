import JPEGFixtures
import SheetFixtures
import SheetLayout
import SheetModel
import SheetPictures
import SheetPlanning
import SheetPlans
import SheetText
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet

/// The notes of a run before it renders.
@Suite struct RunWarningsTests {
  @Test("A plan that is checked again has the same notes, each once")
  func again() async throws {
    let folder = TemporaryFolder()
    try folder.write(pictureFile(40, 30), to: "a.png")
    var job = SheetJob(inputs: [.path(folder["a.png"])])
    // The built-in font lacks these letters.
    job.texts.label = try PictureTemplate("日本 {name}")
    job.texts.title = try PageTemplate("日本")
    job.texts.font = .builtin
    try folder.write(Array("b.png,B\n".utf8), to: "labels.csv")
    job.table = .file(folder["labels.csv"])
    let request = RenderOptions(output: .file(folder["s.png"]))
    let planned = try await job.plan()
    let first = try await SheetRun(planned, request)
    let notes = first.notes.all
    #expect(Set(notes.map(\.kind)) == [.unmatchedRows, .font])
    #expect(Set(notes).count == notes.count)
    _ = try await first.render()
    for _ in 0..<2 {
      #expect(try await SheetRun(planned, request).notes.all == notes)
    }
    // A plan that was read has no notes of planning, and otherwise equal notes.
    let read = PlannedSheet(try SheetManifest(json: first.plan.manifestJSON))
    let checked = try await SheetRun(read, request).notes.all
    #expect(checked == notes.filter { $0.kind == .font })
    #expect(try await SheetRun(read, request).notes.all == checked)
  }

  @Test("A run that fails keeps its notes")
  func failed() async throws {
    let folder = TemporaryFolder()
    try folder.write(pictureFile(40, 30), to: "in/a.png")
    var job = SheetJob(inputs: [.path(folder["in"])])
    job.texts.label = try PictureTemplate("{text:Nothing}")
    job.maximumPixels = PixelCount(10)
    let notes = Notes()
    await #expect(throws: PlanningError.self) { try await job.plan(notes: notes) }
    #expect(notes.all.map(\.kind) == [.missingFacts])
  }

  @Test(
    "An exact PDF of photographs that is too large for mail has a note, and other PDFs have none",
    .needs(.jpeg))
  func largeFile() async throws {
    let folder = TemporaryFolder()
    try folder.write(pictureFile(40, 30), to: "a.png")
    let size = PixelSize(width: 4000, height: 5000)
    for (name, quality, byteCount, isNoted) in [
      ("s.pdf", .exact, 12_000_000, true), ("s.pdf", .exact, 9_000_000, false),
      ("s.pdf", .level(90), 12_000_000, false), ("s.png", .exact, 12_000_000, false),
    ] as [(String, SheetQuality, Int64, Bool)] {
      var request = RenderOptions(output: .file(folder[name]))
      request.quality = quality
      let run = try await SheetRun(
        SheetJob(inputs: [.path(folder["a.png"])]).plan(), request)
      let page = WrittenPage(
        output: .file(folder[name]), size: size, pictureCount: 1, byteCount: byteCount)
      let note = run.largeFile(among: [page])
      #expect((note != nil) == isNoted, "\(name) \(quality) \(byteCount)")
      // The file of a drawing does not grow with its pixels.
      #expect(run.largeFile(among: [page, page]) == nil)
    }
  }
}

extension SheetPlan {
  fileprivate var manifestJSON: [UInt8] {
    SheetManifest(self, files: pages.map { "\($0.number).png" }).json()
  }
}
