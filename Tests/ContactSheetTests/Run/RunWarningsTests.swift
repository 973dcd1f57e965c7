import SheetFixtures
import SheetLayout
import SheetText
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet

/// What a run has to say before it renders.
@Suite struct RunWarningsTests {
  @Test("A plan that is checked again has the same warnings, each once")
  func again() async throws {
    let folder = TemporaryFolder()
    try folder.write(pictureFile(40, 30), to: "a.png")
    var job = SheetJob(inputs: [.path(folder["a.png"])])
    // The built-in font has no such letter.
    job.texts.label = try PictureTemplate("日本 {name}")
    job.texts.title = try PageTemplate("日本")
    job.texts.font = .builtin
    try folder.write(Array("b.png,B\n".utf8), to: "labels.csv")
    job.table = .file(folder["labels.csv"])
    let request = SheetRequest(output: .file(folder["s.png"]))
    let planned = try await job.plan()
    let first = try await SheetRun(planned, request)
    #expect(!first.warnings.isEmpty)
    #expect(Set(first.warnings).count == first.warnings.count)
    _ = try await first.render()
    for _ in 0..<2 {
      #expect(try await SheetRun(planned, request).warnings == first.warnings)
    }
    // A plan that was read has no notes of planning, and the same warnings otherwise.
    let read = PlannedSheet(try SheetManifest(json: first.sheet.plan.manifestJSON))
    let warnings = try await SheetRun(read, request).warnings
    #expect(!warnings.isEmpty && Set(warnings).isSubset(of: first.warnings))
    #expect(try await SheetRun(read, request).warnings == warnings)
  }
}

extension SheetPlan {
  fileprivate var manifestJSON: [UInt8] {
    SheetManifest(self, files: pages.map { "\($0.number).png" }).json()
  }
}
