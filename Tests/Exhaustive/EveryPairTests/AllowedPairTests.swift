import CommandFixtures
import Foundation
import PNGFixtures
import TestSupport
import Testing

/// The option `--allow` on the command line and in a project file.
@Suite struct AllowedPairTests {
  /// Pairs of 100 x 100 pixels, keyed by their number of changed pixels.
  ///
  /// In one more pair, the widths differ; one picture is added, and one is removed.
  static func folders(_ changed: [String: Int], wide: Bool = true) throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for (name, count) in changed {
      var picture = PNGFixture.plain(width: 100, height: 100, color: [240, 240, 240])
      try folder.write(picture.encoded(), to: "before/\(name).png")
      for index in 0..<3 * count { picture.samples[index] = 0 }
      try folder.write(picture.encoded(), to: "after/\(name).png")
    }
    if wide {
      try folder.writePicture("before/wide.png", width: 40, height: 30)
      try folder.writePicture("after/wide.png", width: 50, height: 30)
    }
    return folder
  }

  private static func run(
    _ options: [String], in folder: TemporaryFolder
  ) throws -> (run: CommandRun, statuses: [String: String], rows: [String]) {
    let run = try CommandRun(
      ComparedFolders.arguments + ["--report", "r.json", "--manifest", "m.json"] + options,
      in: folder)
    let report = try Findings("r.json", in: folder)
    let manifest = try Findings("m.json", in: folder)
    #expect(report.pairs == manifest.pairs)
    return (run, report.statuses, manifest.rows?.map(\.heading) ?? [])
  }

  @Test(
    "Allowed pairs are counted separately, shown only if all pairs are, and do not cause status 3"
  )
  func allowed() throws {
    let folder = try Self.folders(["charts/a": 20, "charts/b": 21, "login": 150, "same": 0])
    let rules = ["charts/*=0.2%", "login.png=150", "wide.png=20%"].flatMap { ["--allow", $0] }
    var (run, statuses, rows) = try Self.run(rules, in: folder)
    #expect(run.status == 3)
    #expect(run.standardError == "contactsheet: 1 of 5 pairs differs; 3 changed (allowed)\n")
    #expect(
      statuses == [
        "charts/a.png": "allowed", "charts/b.png": "different", "login.png": "allowed",
        "same.png": "equal", "wide.png": "allowed",
      ])
    #expect(rows == ["charts/b.png (0.2 %)"])
    #expect(try Findings("m.json", in: folder).version == 5)
    let sheet = try #require(folder.contents("s.png"))
    try CommandRun(["--from-plan", "m.json"], in: folder)
    #expect(folder.contents("s.png") == sheet)
    // The rules may be in a project file, for everyone in the project.
    let lines = (["charts/b.png=21"] + rules).filter { $0 != "--allow" }.map { "--allow=\($0)\n" }
    try folder.write(
      Array((lines.joined() + "--allow 0.21%\n--allow wide.png=20%\n").utf8), to: ".contactsheet")
    (run, statuses, rows) = try Self.run(["--compare-show", "all", "--allow", "100%"], in: folder)
    #expect(run.status == 0)
    #expect(run.standardError == "contactsheet: none of 5 pairs differs; 4 changed (allowed)\n")
    #expect(rows.contains("wide.png (allowed, 20.0 %)") && rows.contains("same.png (equal)"))
    // In a project file, too, the last rule decides.
    (run, statuses, rows) = try Self.run([], in: folder)
    #expect(statuses.filter { $0.value == "different" }.map(\.key) == ["login.png"])
  }

  @Test("Allowed pairs alone never cause status 3, but any other changed pair does")
  func property() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<8 {
      let counts = (0..<3).map { _ in Int.random(in: 0...40, using: &generator) }
      let most = Int.random(in: 0...40, using: &generator)
      let folder = try Self.folders(
        Dictionary(uniqueKeysWithValues: counts.enumerated().map { ("\($0)", $1) }))
      let (run, statuses, _) = try Self.run(
        ["--allow", "\(most)", "--allow", "wide.png=100%"], in: folder)
      #expect(run.status == (counts.allSatisfy { $0 <= most } ? 0 : 3), "\(counts) \(most)")
      for (index, count) in counts.enumerated() {
        let expected = count == 0 ? "equal" : count <= most ? "allowed" : "different"
        #expect(statuses["\(index).png"] == expected, "\(counts) \(most)")
      }
    }
  }

  @Test("Limits never allow added, removed, unreadable or resized pictures")
  func never() throws {
    for (name, status) in [
      ("new.png", "added"), ("bad.png", "unreadable"), ("tall.png", "resized"),
    ] {
      let folder = try Self.folders(["same": 0])
      var picture = PNGFixture.plain(width: 9, height: 9, color: [1, 2, 3])
      try folder.write(picture.encoded(), to: "after/\(name)")
      picture.chunksBeforeData = [.density(x: 1, y: 2, perMetre: false)]
      let older = ["added": nil, "unreadable": [1], "resized": picture.encoded()][status] ?? nil
      if let older { try folder.write(older, to: "before/\(name)") }
      let (run, statuses, _) = try Self.run(["--allow", "100%"], in: folder)
      #expect(run.status == (status == "unreadable" ? 1 : 3) && statuses[name] == status, "\(name)")
    }
  }

  @Test("A rule that matches no pair gets a note")
  func stale() throws {
    let folder = try Self.folders(["a": 0])
    let (run, _, _) = try Self.run(["--allow", "old/*=5", "--allow", "wide.png=20%"], in: folder)
    #expect(run.status == 0)
    #expect(
      run.standardError.contains("no pair matches 'old/*=5', which allows changes"),
      "\(run.standardError)")
  }
}
