import CommandFixtures
import Foundation
import TestSupport
import Testing

@Suite struct KeepUnchangedTests {
  static let files = ["s-001.png", "s-002.png", "s-003.png", "plan.json"]
  static let options = ["pics", "--cell", "32", "--per-page", "4", "-o", "s.png"]
  static let manifest = ["--manifest", "plan.json"]

  func stamps(_ folder: TemporaryFolder) throws -> [FileStamp] {
    try Self.files.map { try FileStamp($0, in: folder) }
  }

  @Test(
    "Pages and manifests whose bytes would not change are left alone, along with their times",
    arguments: [
      options + manifest, options + manifest + ["--dry-run"],
      ["--from-plan", "plan.json"] + manifest,
    ])
  func same(options: [String]) throws {
    let folder = try PictureFolders.ten()
    try CommandRun(Self.options + Self.manifest, in: folder)
    let before = try stamps(folder)
    let names = folder.names
    let run = try CommandRun(options + ["--keep-unchanged"], in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    #expect(try stamps(folder) == before)
    #expect(folder.names == names)
    // Without the option, all files are rewritten, except by a dry run, which writes no pages.
    try CommandRun(options, in: folder)
    let isNew = zip(try stamps(folder), before).map { $0 != $1 }
    #expect(
      isNew
        == (options.contains("--dry-run")
          ? [false, false, false, true] : .init(repeating: true, count: 4)))
  }

  @Test("Only the page of a changed picture is rewritten, and the manifest is left alone")
  func changed() throws {
    let folder = try PictureFolders.ten()
    try CommandRun(Self.options + Self.manifest, in: folder)
    let before = try stamps(folder)
    try folder.writePicture("pics/6.png", width: 36, height: 40, color: [1, 2, 3])
    try CommandRun(Self.options + Self.manifest + ["--keep-unchanged"], in: folder)
    #expect(zip(try stamps(folder), before).map(==) == [true, false, true, true])
    let output = try CommandRun(Self.options + ["--keep-unchanged", "-v"], in: folder).standardError
    try folder.writePicture("pics/6.png", width: 36, height: 40, color: [3, 2, 1])
    let again = try CommandRun(Self.options + ["--keep-unchanged", "-v"], in: folder).standardError
    for page in Self.files.dropLast() {
      let message = "contactsheet: '\(page)' would not change, so it is kept\n"
      #expect(output.contains(message), "\(output)")
      #expect(again.contains(message) == (page != "s-002.png"), "\(again)")
    }
    let kept = folder.contents("s-002.png")
    try CommandRun(Self.options, in: folder)
    #expect(folder.contents("s-002.png") == kept)
  }
}
