import CommandFixtures
import Foundation
import SheetPictures
import TestSupport
import Testing

@Suite struct PluginTests {
  @Test("The build plugin knows the formats that can be read; UPDATE_GOLDEN=1 rewrites them")
  func extensions() throws {
    let url = Repository.root.appending(path: "Sources/ResourceSheetPlugin/PictureExtensions.swift")
    let source = try String(contentsOf: url, encoding: .utf8)
    let read = FormatTable.standard.formats.filter { $0.reader != nil }.flatMap(\.extensions)
    let list = "\(read.sorted())"
    let start = try #require(source.range(of: "Set = ")).upperBound
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      try "\(source[..<start])\(list)\n".write(to: url, atomically: true, encoding: .utf8)
    } else {
      // swift-format wraps the list, and puts a comma after its last element.
      let written = source[start...].filter { !$0.isWhitespace }.replacing(",]", with: "]")
      #expect(written == list.filter { !$0.isWhitespace })
    }
  }
}
