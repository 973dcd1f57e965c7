import SheetFixtures
import SheetLayout
import SheetPlanning
import SheetPlans
import TestSupport
import Testing

@testable import ContactSheet

@Suite struct ManifestDocumentTests {
  @Test("A manifest is known by its beginning, however long it is")
  func recognized() throws {
    let folder = TemporaryFolder()
    let pictures = (0..<300).map {
      StubPicture(name: "\($0)", size: PixelSize(width: 4, height: 3))
    }
    let json = SheetManifest(try SheetJob(sources: pictures).sheetPlan(), files: ["s.png"]).json()
    #expect(json.count > 100_000)
    try folder.write(json, to: "whole")
    try folder.write(Array(json.prefix(70_000)), to: "beginning")
    #expect(SheetManifest.isManifest(folder["whole"]))
    #expect(SheetManifest.isManifest(folder["beginning"]))
    for text in [
      #"{"pages" : []}"#, #"{"layout" : 1, "options" : {}, "pages" : []}"#, "\"pages\"", "",
    ] {
      try folder.write(Array(text.utf8), to: "other")
      #expect(!SheetManifest.isManifest(folder["other"]))
    }
  }
}
