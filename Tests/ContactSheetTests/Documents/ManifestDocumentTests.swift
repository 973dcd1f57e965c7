import SheetFixtures
import SheetLayout
import SheetPictures
import SheetPlanning
import SheetPlans
import TestSupport
import Testing

@testable import ContactSheet

@Suite struct ManifestDocumentTests {
  @Test("A manifest is recognised by how it begins, whatever its length")
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

  @Test(
    "A matrix manifest is recognised by its first column, whatever that is called",
    arguments: ["a", "pages", "\"pages\" : 1}]", "}}}{\"", "columns"])
  func matrix(heading: String) throws {
    let folder = TemporaryFolder()
    let line =
      #"{"area" : {"height" : 1, "width" : 1, "x" : 0, "y" : 0}, "heading" : "#
      + String(decoding: heading.lineJSON, as: UTF8.self) + #", "page" : 1}"#
    let columns = Array(repeating: line, count: 1000).joined(separator: ",\n")
    let rest = #"], "layout" : "matrix", "options" : {"onError" : "skip"}, "pages" : []}"#
    for (count, columns) in [(1, line), (1000, columns)] {
      try folder.write(Array((#"{"columns" : ["# + columns + rest).utf8), to: "plan")
      #expect(SheetManifest.isManifest(folder["plan"]), "\(count) columns")
    }
    for foreign in [#"{"columns" : []}"#, #"{"columns" : [{"heading" : "a", "page" : 1}]}"#] {
      try folder.write(Array(foreign.utf8), to: "other")
      #expect(!SheetManifest.isManifest(folder["other"]))
    }
  }
}
