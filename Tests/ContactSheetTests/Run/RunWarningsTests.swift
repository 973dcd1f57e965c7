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
  @Test("Checking a plan again gives the same notes, each once")
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
    let request = RenderRequest(output: .file(folder["s.png"]))
    let planned = try await job.plan()
    let first = try await SheetRun(planned, request)
    let notes = first.notes.all
    #expect(Set(notes.map(\.kind)) == [.unmatchedRows, .font])
    #expect(Set(notes).count == notes.count)
    _ = try await first.render()
    for _ in 0..<2 {
      #expect(try await SheetRun(planned, request).notes.all == notes)
    }
    // A plan read from JSON has no notes from planning, but otherwise the same ones.
    let read = PlannedSheet(try SheetManifest(json: first.plan.manifestJSON))
    let checked = try await SheetRun(read, request).notes.all
    #expect(checked == notes.filter { $0.kind == .font })
    #expect(try await SheetRun(read, request).notes.all == checked)
  }

  @Test(
    "The note about pictures without links in a PDF is a detail, unless other pictures have links",
    arguments: [(["in"], Sheet.Severity.detail), (["in", "out"], .note)])
  func unlinked(folders: [String], severity: Sheet.Severity) async throws {
    let folder = TemporaryFolder()
    try folder.write(pictureFile(40, 30), to: "in/a.png")
    try folder.write(pictureFile(40, 30), to: "out/b.png")
    let job = SheetJob(inputs: folders.map { .path(folder[$0]) })
    let run = try await SheetRun(
      try await job.plan(), RenderRequest(output: .file(folder["out/s.pdf"])))
    _ = try await run.render()
    let notes = run.notes.of(.unlinkedPictures)
    #expect(notes.map(\.severity) == [severity])
    #expect(notes.map(\.measures) == [[.count: 1]])
  }

  @Test("A failed run keeps its notes")
  func failed() async throws {
    let folder = TemporaryFolder()
    try folder.write(pictureFile(40, 30), to: "in/a.png")
    var job = SheetJob(inputs: [.path(folder["in"])])
    job.texts.label = try PictureTemplate("{text:Nothing}")
    job.maximumPixels = PixelCount(10)
    let notes = Notes()
    await #expect(throws: ContactSheetError.self) { try await job.plan(notes: notes) }
    #expect(notes.all.map(\.kind) == [.missingFacts])
  }

  @Test(
    "A lossless PDF of photographs that is too large to mail gets a note; other PDFs do not",
    .needs(.jpeg))
  func largeFile() async throws {
    let folder = TemporaryFolder()
    try folder.write(pictureFile(40, 30), to: "a.png")
    let size = PixelSize(width: 4000, height: 5000)
    for (name, quality, byteCount, isNoted) in [
      ("s.pdf", .exact, 12_000_000, true), ("s.pdf", .exact, 9_000_000, false),
      ("s.pdf", .level(90), 12_000_000, false), ("s.png", .exact, 12_000_000, false),
    ] as [(String, SheetQuality, Int64, Bool)] {
      var request = RenderRequest(output: .file(folder[name]))
      request.quality = quality
      let run = try await SheetRun(
        SheetJob(inputs: [.path(folder["a.png"])]).plan(), request)
      let page = WrittenPage(
        output: .file(folder[name]), size: size, pictureCount: 1, byteCount: byteCount)
      let note = run.largeFile(among: [page])
      #expect((note != nil) == isNoted, "\(name) \(quality) \(byteCount)")
      // The file size of a drawing does not grow with its pixels.
      #expect(run.largeFile(among: [page, page]) == nil)
    }
  }

  @Test("A font that is not installed gives an error or a warning before anything is drawn")
  func missingFamily() async throws {
    var job = SheetJob(
      sources: [StubPicture(name: "x", size: PixelSize(width: 30, height: 20))])
    job.texts.label = try PictureTemplate("{name}")
    job.texts.font = try #require(FontChoice("No Such Family At All 12"))
    do {
      let run = try await SheetRun(job.plan(), RenderRequest(output: .file("/tmp/s.png")))
      #expect(run.notes.of(.font).contains { $0.text.contains("No Such Family At All") })
    } catch let error as ContactSheetError where error.code == .missingLibrary {
      #expect("\(error)".contains("No Such Family At All"))
    }
  }

  @Test("If damage is found only while decoding, the placeholder leaves room for the label")
  func placeholder() async throws {
    let folder = TemporaryFolder()
    for position in [LabelPosition.below, .above] {
      // The headers can be read, but not the rows.
      var job = SheetJob(
        sources: [
          StubPicture(name: "x", size: PixelSize(width: 300, height: 90)),
          red("y", width: 300, height: 90),
        ])
      job.layout = GridLayout(.cell(PixelSize(width: 300, height: 300)))
      job.texts.label = try PictureTemplate("{name}")
      job.texts.labelPosition = position
      let plan = try job.sheetPlan()
      _ = try await job.run(to: .file(folder["s.png"]))
      let sheet = try SheetPixels(folder["s.png"])
      let area = try #require(plan.pages[0].tiles[0].label).area
      // The single letter is in the middle of the label, away from its sides.
      for y in area.y..<area.maxY { #expect(sheet.pixel(area.x, y) == [255, 255, 255]) }
      let beside = position == .below ? area.y - 10 : area.maxY + 10
      #expect(sheet.pixel(area.x + 4, beside) != [255, 255, 255])
    }
  }
}

extension SheetPlan {
  fileprivate var manifestJSON: [UInt8] {
    SheetManifest(self, files: pages.map { "\($0.number).png" }).json()
  }
}
