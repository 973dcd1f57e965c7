import CommandFixtures
import Foundation
import TestSupport
import Testing

/// One sheet made by several runs.
@Suite struct ShardTests {
  static let options = ["pics", "--cell", "32", "--per-page", "3", "-o", "s.png"]
  static let pages = (1...4).map { "s-00\($0).png" }

  /// A folder with the plan of ten pictures on four pages, and the files that a single run writes.
  static func folder() throws -> (folder: TemporaryFolder, whole: [[UInt8]?]) {
    let folder = try PictureFolders.ten()
    try CommandRun(options + ["--manifest", "plan.json"], in: folder)
    let whole = pages.map { folder.contents($0) }
    for page in pages { try folder.remove(page) }
    return (folder, whole)
  }

  @Test(
    "Shards make the same pages as one run, byte for byte, with and without a plan",
    arguments: [options, ["--from-plan", "plan.json"]])
  func sameBytes(options: [String]) throws {
    let (folder, whole) = try Self.folder()
    let shards = [["pics", "plan.json", "s-002.png"], ["s-003.png"], ["s-001.png", "s-004.png"]]
    var names: Set<String> = []
    for (shard, added) in zip([2, 3, 1], shards) {
      let run = try CommandRun(options + ["--shard", "\(shard)/3"], in: folder)
      #expect(run.status == 0, "\(run.standardError)")
      names.formUnion(added)
      #expect(folder.names == names)
    }
    #expect(Self.pages.map { folder.contents($0) } == whole)
  }

  @Test(
    "A shard with no pages left succeeds and writes nothing",
    arguments: [options, options + ["--dry-run"], ["--from-plan", "plan.json"]])
  func empty(options: [String]) throws {
    let (folder, _) = try Self.folder()
    // Pictures that the shard does not show make no difference.
    if options[0] == "--from-plan" { try folder.remove("pics") }
    let names = folder.names
    for shard in ["5/5", "7/1000"] {
      let run = try CommandRun(options + ["--shard", shard], in: folder)
      #expect(run.status == 0, "\(run.standardError)")
      #expect(run.standardError.isEmpty, "\(run.standardError)")
    }
    #expect(folder.names == names)
  }

  @Test("A shard of a plan reads only its own pictures")
  func ownPictures() throws {
    let (folder, whole) = try Self.folder()
    for picture in 1...9 { try folder.write([], to: "pics/\(picture).png") }
    let run = try CommandRun(["--from-plan", "plan.json", "--shard", "4/4"], in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    #expect(folder.contents("s-004.png") == whole[3])
  }

  @Test("Existing pages newer than the plan are kept; the rest are made")
  func skipExisting() throws {
    let (folder, whole) = try Self.folder()
    let options = ["--from-plan", "plan.json", "--skip-existing"]
    try CommandRun(options, in: folder)
    #expect(Self.pages.map { folder.contents($0) } == whole)
    // The pages on disk are newer than the plan, of the same age, older, and empty.
    try folder.touch("plan.json", -60)
    for (page, seconds) in zip(Self.pages, [-50.0, 0, -70, 0]) {
      try folder.touch(page, seconds)
    }
    let plan = try FileStamp("plan.json", in: folder)
    try FileManager.default.setAttributes(
      [.modificationDate: plan.modified],
      ofItemAtPath: folder.url.appending(path: Self.pages[1]).path)
    try folder.write([], to: Self.pages[3])
    let before = try Self.pages.map { try FileStamp($0, in: folder) }
    // The command does not even look for the pictures of pages that it keeps.
    try folder.write([], to: "pics/1.png")
    let run = try CommandRun(options, in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    let after = try Self.pages.map { try FileStamp($0, in: folder) }
    #expect(zip(before, after).map(==) == [true, false, false, false])
    #expect(Self.pages.map { folder.contents($0) } == whole)

    let verbose = try CommandRun(options + ["-v"], in: folder)
    for page in Self.pages {
      #expect(verbose.standardError.contains("'\(page)' is newer than the plan, so it is kept\n"))
    }
    let again = try CommandRun(options, in: folder)
    #expect(again.status == 0)
    #expect(again.standardError.isEmpty, "\(again.standardError)")
    #expect(try Self.pages.map { try FileStamp($0, in: folder) } == after)
  }

  @Test("A newer file that is not a contact sheet does not count as a page and is not replaced")
  func foreignPage() throws {
    let (folder, _) = try Self.folder()
    try folder.write(Array("notes".utf8), to: "s-002.png")
    try folder.touch("s-002.png", 60)
    let run = try CommandRun(["--from-plan", "plan.json", "--skip-existing"], in: folder)
    #expect(run.status == 2)
    #expect(run.standardError.contains("'s-002.png': it exists and is not a contact sheet"))
  }

  @Test("Only selected pages are kept or made")
  func keptShard() throws {
    let (folder, whole) = try Self.folder()
    let options = ["--from-plan", "plan.json", "--skip-existing", "--shard"]
    try folder.touch("plan.json", -60)
    for shard in ["1/2", "1/1"] {
      #expect(try CommandRun(options + [shard], in: folder).status == 0)
    }
    #expect(Self.pages.map { folder.contents($0) } == whole)
  }
}
