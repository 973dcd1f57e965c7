import Foundation
import TestSupport
import Testing

@Suite struct PageTests {
  static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for number in 1...10 {
      try folder.writePicture(
        "pics/\(number).png", width: 30 + number, height: 40, color: [UInt16(20 * number), 90, 60])
    }
    return folder
  }

  @Test("Pages rendered one by one equal pages rendered together, byte for byte")
  func onePageAtATime() throws {
    let together = try Self.folder()
    let alone = try Self.folder()
    let options = ["pics", "--cell", "32", "--per-page", "4", "-o", "s.png"]
    #expect(try CommandRun(options, in: together).status == 0)
    #expect(together.names == ["pics", "s-001.png", "s-002.png", "s-003.png"])
    for page in ["3", "1-2"] {
      #expect(try CommandRun(options + ["--page", page], in: alone).status == 0)
    }
    #expect(alone.names == together.names)
    for name in ["s-001.png", "s-002.png", "s-003.png"] {
      #expect(alone.contents(name) == together.contents(name))
    }
  }

  @Test("%03d says where the number stands, also for one page")
  func pattern() throws {
    let folder = try Self.folder()
    try CommandRun(["pics", "-o", "a%02db.png"], in: folder)
    #expect(folder.names == ["pics", "a01b.png"])
  }

  @Test("One page of several can go to standard output")
  func standardOutput() throws {
    let folder = try Self.folder()
    let options = ["pics", "--cell", "32", "--per-page", "4"]
    try CommandRun(options, in: folder)
    let run = try CommandRun(options + ["--page", "2", "-o", "-"], in: folder)
    #expect([UInt8](run.standardOutput) == folder.contents("contact-sheet-002.png"))
  }

  @Test("A run of fewer pages says which files are left, and leaves them alone")
  func fewerPages() throws {
    let folder = try Self.folder()
    try CommandRun(["pics", "--cell", "32", "--per-page", "3", "-o", "s.png"], in: folder)
    let old = folder.contents("s-004.png")
    let run = try CommandRun(
      ["pics", "--cell", "32", "--per-page", "4", "-o", "s.png"], in: folder)
    #expect(run.status == 0)
    #expect(
      run.standardError
        == "contactsheet: 's-004.png' is left from an earlier run with other pages\n")
    #expect(folder.contents("s-004.png") == old)
    let single = try CommandRun(["pics", "--cell", "32", "-o", "s.png"], in: folder)
    #expect(single.standardError.contains("'s-001.png' and 3 more are left"))
  }

  @Test("Pages of an earlier run in the same folder are not pictures")
  func ownPages() throws {
    let folder = TemporaryFolder()
    for number in 1...5 { try folder.writePicture("\(number).png") }
    let options = [".", "--cell", "32", "--per-page", "2", "-o", "s.png"]
    try CommandRun(options, in: folder)
    let first = folder.contents("s-003.png")
    let again = try CommandRun(options, in: folder)
    #expect(again.standardError.isEmpty)
    #expect(folder.contents("s-003.png") == first)
    #expect(!folder.names.contains("s-004.png"))
  }
}
