import SheetLayout
import TestSupport
import Testing

@testable import ContactSheet

@Suite struct TemporaryNameTests {
  @Test("A temporary name contains the name of its target and identifies its run")
  func parts() throws {
    let run = RunName.random()
    for target in ["sheet.png", "a", ".hidden", "a.b-c.d", "富士山.png"] {
      var name = TemporaryName(for: target.utf8, run)
      for kind in TemporaryName.Kind.allCases {
        name.kind = kind
        #expect(try #require(TemporaryName(name.bytes)) == name)
      }
      #expect(name.target.elementsEqual(target.utf8) && name.run == run)
      #expect(name.bytes.first == UInt8(ascii: "."))
    }
  }

  @Test("Temporary names for the longest file name fit the limit, and differ from each other")
  func long() {
    let run = RunName.random()
    let names = (1...2).map { _ in TemporaryName(for: [UInt8](repeating: 110, count: 255), run) }
    #expect(names.allSatisfy { $0.bytes.count == 255 })
    #expect(names[0].bytes != names[1].bytes)
    #expect(names[0].target == TemporaryName.target([UInt8](repeating: 110, count: 255)))
  }

  @Test(
    "No other file name is taken for a temporary one",
    arguments: [
      "", ".", "sheet.png", ".sheet.png.backup", ".sheet.png.aB3dE6", ".contactsheet-part",
      ".sheet.png.contactsheet-part", ".sheet.png.aB3dE6gH-i9k.contactsheet-part",
      ".sheet.png.aB3dE6gH-i9k_.contactsheet-part", ".sheet.png.aB3dE6g -i9kL.contactsheet-part",
      ".sheet.png.aB3dE6gH.i9kL.contactsheet-part", "sheet.png.aB3dE6gH-i9kL.contactsheet-part",
      ".sheet.png.aB3dE6gH-i9kL.contactsheet-parts",
      ".sheet.png.aB3dE6gH-i9kL.contactsheet-new", ".contactsheet-old",
      "..aB3dE6gH-i9kL.contactsheet-part",
    ])
  func others(name: String) {
    #expect(TemporaryName(Array(name.utf8)) == nil)
  }
}
