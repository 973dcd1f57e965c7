import CommandFixtures
import Foundation
import TestSupport
import Testing

/// A page without readable pictures does not replace a good page.
@Suite struct UnreadablePageTests {
  /// Three readable pictures, one with truncated pixel data, and a file that is not a picture; and
  /// a sheet of each pair of them.
  static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for number in 1...6 { try folder.writePicture("\(number).png", width: 64, height: 64) }
    try CommandRun(pages, in: folder)
    #expect(folder.names.contains("s-003.png"))
    return folder
  }

  static let pages = (1...6).map { "\($0).png" } + ["--cell", "32", "--tile", "2x1", "-o", "s.png"]

  /// Truncates pictures: in their pixel data or in their headers.
  private func damage(_ numbers: [Int], to length: Int, in folder: TemporaryFolder) throws {
    for number in numbers {
      let whole = try #require(folder.contents("\(number).png"))
      try folder.write(Array(whole.prefix(length)), to: "\(number).png")
    }
  }

  @Test(
    "A page without readable pictures keeps its old file, while other pages are replaced",
    arguments: [0, 20, 60])
  func onePage(length: Int) throws {
    let folder = try Self.folder()
    let before = (1...3).map { folder.contents("s-00\($0).png") }
    try damage([3, 4, 5], to: length, in: folder)
    let run = try CommandRun(Self.pages + ["--background", "black"], in: folder)
    #expect(run.status == 1)
    #expect(
      run.standardError.contains(
        "contactsheet: none of the images on 's-002.png' can be read, so that page is not written, "
          + "and any older file stays\n"), "\(run.standardError)")
    let after = (1...3).map { folder.contents("s-00\($0).png") }
    #expect(after[0] != before[0] && after[2] != before[2])
    #expect(after[1] == before[1])
    #expect(!folder.names.contains { $0.hasPrefix(".s-") })
  }

  @Test(
    "If no picture of any page can be read, nothing is written and all files stay",
    arguments: [0, 20, 60], [[], ["--on-error", "skip"]])
  func allPages(length: Int, options: [String]) throws {
    let folder = try Self.folder()
    let names = folder.names
    let before = (1...3).map { folder.contents("s-00\($0).png") }
    try damage(Array(1...6), to: length, in: folder)
    for output in [[], ["--manifest", "m.json"], ["--page", "2"]] {
      let run = try CommandRun(Self.pages + options + output, in: folder)
      #expect(run.status == 2)
      #expect(run.standardError.contains("contactsheet: cannot read '3.png': "))
      #expect(run.standardError.hasSuffix("images can be read; name readable ones\n"))
      #expect(folder.names == names)
      #expect((1...3).map { folder.contents("s-00\($0).png") } == before)
    }
  }

  @Test(
    "If a mount is missing, a run from a list or a plan replaces no sheet and writes to no pipe"
  )
  func missing() throws {
    let folder = try Self.folder()
    try CommandRun(["1.png", "2.png", "-o", "a.png", "--manifest", "m.json"], in: folder)
    let before = folder.contents("a.png")
    for name in ["1.png", "2.png"] {
      try FileManager.default.removeItem(at: folder.url.appending(path: name))
    }
    let list = try CommandRun(["-", "-o", "a.png"], in: folder, input: Data("1.png\n2.png\n".utf8))
    let plan = try CommandRun(["--from-plan", "m.json"], in: folder)
    let pipe = try CommandRun(["-", "-o", "-"], in: folder, input: Data("1.png\n".utf8))
    let dryRun = try CommandRun(["-", "--dry-run"], in: folder, input: Data("1.png\n".utf8))
    for run in [list, plan, pipe, dryRun] {
      #expect(run.status == 2)
      #expect(run.standardOutput.isEmpty)
    }
    #expect(folder.contents("a.png") == before)
  }

  @Test("A dry run does not need the sheet's folder, but needs the manifest's")
  func dryRun() throws {
    let folder = try Self.folder()
    let run = try CommandRun(["1.png", "--dry-run", "-o", "no/s.png"], in: folder)
    #expect(run.status == 0)
    #expect(run.text.contains("no/s.png"))
    let manifest = try CommandRun(
      ["1.png", "--dry-run", "-o", "no/s.png", "--manifest", "no/m.json"], in: folder)
    #expect(manifest.status == 2)
    let input = try CommandRun(
      ["1.png", "--dry-run", "-o", "no/s.png", "--manifest", "1.png", "--force"], in: folder)
    #expect(input.standardError.contains("both an input and an output"))
    #expect(try CommandRun(["1.png", "-o", "no/s.png"], in: folder).status == 2)
  }
}
