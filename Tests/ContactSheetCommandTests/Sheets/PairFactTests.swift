import Foundation
import PNGFixtures
import TestSupport
import Testing

/// What is known of pairs, in orders, conditions and labels.
@Suite struct PairFactTests {
  private static func run(
    _ options: [String], in folder: TemporaryFolder
  ) throws -> (run: CommandRun, found: CompareTests.Findings) {
    let run = try CommandRun(
      CompareTests.arguments + ["--manifest", "m.json"] + options, in: folder)
    return (run, try CompareTests.Findings("m.json", in: folder))
  }

  private static func folder() throws -> TemporaryFolder {
    let folder = try AllowedPairTests.folders(["a": 20, "b": 300, "same": 0])
    try folder.writePicture("after/new.png", width: 9, height: 9)
    return folder
  }

  @Test("The share puts the most changed first; what was added is all new")
  func order() throws {
    let folder = try Self.folder()
    let (_, found) = try Self.run(["--sort", "share", "--reverse"], in: folder)
    #expect(
      found.rows?.map(\.heading) == [
        "new.png", "wide.png (resized from 40 x 30 to 50 x 30, 20.0 %)", "b.png (3.0 %)",
        "a.png (0.2 %)",
      ])
    let added = try #require(found.pairs.first { $0.path == "new.png" })
    #expect(added.share == 1 && added.changed == nil)
    #expect(try Self.run(["--report", "r.json"], in: folder).run.status == 3)
    #expect(
      try CompareTests.Findings("r.json", in: folder).pairs.first { $0.path == "new.png" } == added)
  }

  @Test(
    "Conditions on facts of pairs choose what is shown, and never what is counted",
    arguments: [
      ("share > 1%", ["b.png", "new.png", "wide.png"]), ("status = resized", ["wide.png"]),
      ("changed >= 20 and changed < 30", ["a.png"]), ("largest > 2", []),
      ("share > 1% and width < 20", ["new.png"]), ("not changed", ["new.png"]),
    ])
  func conditions(condition: String, shown: [String]) throws {
    let folder = try Self.folder()
    let all = try Self.run([], in: folder)
    let some = try Self.run(["--where", condition], in: folder)
    #expect(some.run.status == 3)
    #expect(some.run.standardError == all.run.standardError)
    #expect(some.found.pairs == all.found.pairs)
    let headings = (some.found.rows ?? []).map { String($0.heading.prefix { $0 != " " }) }
    #expect(headings == shown)
  }

  @Test("Labels and groups have them, and only where pictures are compared")
  func templates() throws {
    let folder = try Self.folder()
    let label = ["--label", "{status} {share} {changed}", "--group-by", "{status}"]
    let run = try Self.run(label + ["--group-break", "section"], in: folder).run
    #expect(
      run.status == 3 && !run.standardError.contains("no picture has"), "\(run.standardError)")
    let manifest = String(decoding: try #require(folder.contents("m.json")), as: UTF8.self)
    for text in ["\"different 3.0 % 300\"", "\"added 100.0 % \"", "\"different 0.2 % 20\""] {
      #expect(manifest.contains(text), "no label is \(text)")
    }
    let alone = try CommandRun(["after", "--where", "share > 1%"], in: folder)
    #expect(alone.status != 0 && alone.standardError.contains("there is no fact 'share'"))
  }
}
