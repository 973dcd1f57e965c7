import SheetFixtures
import TestSupport
import Testing

@testable import ContactSheet

@Suite struct ManifestDocumentTests {
  @Test("A manifest is known by its beginning, however long it is")
  func recognized() throws {
    let folder = TemporaryFolder()
    let json = try Self.manifest(300).json()
    #expect(json.count > 1 << 17)
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
