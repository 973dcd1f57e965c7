import CommandFixtures
import Foundation
import PNGFixtures
import TestSupport
import Testing

/// Facts of pairs in sorting, conditions and labels.
@Suite struct PairFactTests {
  private static func run(
    _ options: [String], in folder: TemporaryFolder
  ) throws -> (run: CommandRun, found: Findings) {
    let run = try CommandRun(
      ComparedFolders.arguments + ["--manifest", "m.json"] + options, in: folder)
    return (run, try Findings("m.json", in: folder))
  }

  private static func folder() throws -> TemporaryFolder {
    let folder = try AllowedPairTests.folders(["a": 20, "b": 300, "same": 0])
    try folder.writePicture("after/new.png", width: 9, height: 9)
    return folder
  }

  @Test(
    "Sorting by share in reverse puts the most changed pair first; an added picture counts as 100 %"
  )
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
      try Findings("r.json", in: folder).pairs.first { $0.path == "new.png" } == added)
  }

  @Test(
    "Conditions on facts of pairs choose which pairs are shown, but do not change the counts",
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

  @Test(
    "A pair with an unreadable picture is listed unless a condition definitely excludes it",
    arguments: [
      "width > 10", "not width > 10", "width > 10 and name = x.*", "rating or width",
      "sharpness > 0.5", "share > 1%", "width > 10 and share > 1%", "name = x.*",
    ])
  func unreadable(condition: String) throws {
    // The files have damaged bytes or an unsupported format, or are broken links.
    for name in ["x.png", "x.bmp", "x.webp"] {
      for side in ["before", "after"] {
        let folder = try Self.folder()
        for side in ["before", "after"] where name == "x.png" {
          try folder.writePicture("\(side)/x.png", width: 40, height: 30)
        }
        if name == "x.webp" {
          try FileManager.default.createSymbolicLink(
            atPath: folder.url.appending(path: "\(side)/\(name)").path,
            withDestinationPath: "nothing")
        } else {
          try folder.write(Array("no picture".utf8), to: "\(side)/\(name)")
        }
        func run(_ condition: String) throws -> CommandRun {
          try CommandRun(ComparedFolders.arguments + ["--where", condition], in: folder)
        }
        let comment: Comment = "\(side)/\(name)"
        let result = try run(condition.replacing("x.*", with: name))
        #expect(result.status == 1, comment)
        #expect(result.standardError.contains("\(side)/\(name)"), comment)
        #expect(try run("name = a.png and not width < 10").status == 3, comment)
      }
    }
  }

  @Test("A condition chooses a pair if either of its pictures meets it")
  func eitherSide() throws {
    let folder = try Self.folder()
    for condition in ["width = 40", "width = 50", "width > 45 and share > 1%"] {
      let run = try Self.run(["--where", condition + " and name = wide.png"], in: folder)
      #expect(run.found.rows?.count == 1, "\(condition)")
    }
  }

  @Test("Labels and groups can use the facts of pairs")
  func templates() throws {
    let folder = try Self.folder()
    let label = ["--label", "{status} {share} {changed}", "--group-by", "{status}"]
    let run = try Self.run(label + ["--group-break", "section"], in: folder).run
    #expect(
      run.status == 3 && !run.standardError.contains("no image has"), "\(run.standardError)")
    let manifest = String(decoding: try #require(folder.contents("m.json")), as: UTF8.self)
    for text in ["\"different 3.0 % 300\"", "\"added 100.0 %\"", "\"different 0.2 % 20\""] {
      #expect(manifest.contains(text), "no label is \(text)")
      // A label about a pair is below only one of the pair's pictures.
      #expect(manifest.ranges(of: text).count == 1, "\(text)")
    }
  }

  @Test(
    "Rows and columns of a comparison can be chosen and renamed, and unknown names are reported")
  func listed() throws {
    let folder = try Self.folder()
    let run = try Self.run(
      [
        "--column-values", "after=Ours,before=Ground truth", "--row-values", "wide,b.png=B",
      ], in: folder)
    #expect(run.run.status == 3, "\(run.run.standardError)")
    let manifest = String(decoding: try #require(folder.contents("m.json")), as: UTF8.self)
    for text in ["\"Ours\"", "\"Ground truth\"", "\"B\""] { #expect(manifest.contains(text)) }
    #expect(run.found.rows?.count == 2)
    let unknown = try Self.run(["--column-values", "after,heat"], in: folder).run
    #expect(
      unknown.standardError.contains(
        "no column of the sheet is called 'heat' (there are before, after and difference)"))
    // In a comparison, `limit:1` is read as the name of a column, not as a sample of the columns as
    // in other matrices.
    let sample = try Self.run(["--column-values", "limit:1"], in: folder).run
    #expect(sample.standardError.contains("no column of the sheet is called 'limit:1'"))
  }

  @Test(
    "In lists, `before` and `after` mean folders rather than sides, and no row is listed twice"
  )
  func listedNames() throws {
    let folder = try Self.folder()
    let swapped = try Manifest(
      dryRun: [
        "before", "--compare", "after", "--row-values", "a.png", "--column-values", "before,after",
      ], in: folder)
    #expect(swapped.tiles.count == 2)
    let arguments = [
      "after", "--compare", "before", "--rows-by", "{folder}", "--column-values", "after",
      "--row-values",
    ]
    #expect(try Manifest(dryRun: arguments + ["after"], in: folder).tiles.count == 4)
    let twice = try CommandRun(arguments + ["after,after=Again", "--dry-run"], in: folder)
    #expect(
      twice.standardError.contains("'after' names a row that is already listed"),
      "\(twice.standardError)")
  }

  @Test(
    "A listing has one line per pair on the sheet, in the same order, and does not change the exit status"
  )
  func listing() throws {
    let folder = try Self.folder()
    func list(_ options: String...) throws -> (lines: [String], run: CommandRun) {
      let run = try CommandRun(
        ["after", "--compare", "before", "--list={name} {status} {changed|-} {share}"]
          + options, in: folder)
      return (run.text.split(separator: "\n").map(String.init), run)
    }
    let all = [
      "new.png added - 100.0 %", "wide.png resized 300 20.0 %", "b.png different 300 3.0 %",
    ]
    var (lines, run) = try list("--sort", "share", "--reverse")
    #expect(lines == all + ["a.png different 20 0.2 %"] && run.status == 3)
    #expect(run.standardError == "contactsheet: 3 of 4 pairs differ; 1 added\n")
    (lines, run) = try list("--sort", "share", "--reverse", "--where", "share > 1%")
    #expect(lines == all && run.standardError == "contactsheet: 3 of 4 pairs differ; 1 added\n")
    (lines, run) = try list("--compare-show", "all", "--where", "status = equal")
    #expect(lines == ["same.png equal 0 0.0 %"] && run.status == 3)
    (lines, run) = try list("--compare-show", "none")
    #expect(lines.isEmpty && run.status == 3)
    (lines, run) = try list("--where", "name = same.png")
    #expect(lines.isEmpty && run.status == 0)
    #expect(try CommandRun(["after", "--compare", "after", "--list"], in: folder).status == 64)
    #expect(!folder.names.contains { $0.hasSuffix("sheet.png") })
  }

  @Test(
    "In JSON, a pair is listed as its later picture, or else its earlier picture, with the pair's facts"
  )
  func objects() throws {
    let folder = try Self.folder()
    try folder.writePicture("before/gone.png", width: 7, height: 9)
    try folder.write(
      Array(try #require(folder.contents("after/b.png")).prefix(60)), to: "after/b.png")
    let table = "path,status,exact\nafter/a.png,draft,3\n"
    try folder.write(Array(table.utf8), to: "t.csv")
    let run = try CommandRun(
      ["after", "--compare", "before", "--table", "t.csv", "--list"], in: folder)
    #expect(run.status == 1, "\(run.standardError)")
    let objects = try run.text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let pairs = Dictionary(uniqueKeysWithValues: objects.map { ($0["name"] as? String ?? "", $0) })
    #expect(pairs.keys.sorted() == ["a.png", "b.png", "gone.png", "new.png", "wide.png"])
    let one = try #require(pairs["a.png"])
    #expect(one["status"] as? String == "different" && one["changed"] as? Int == 20)
    #expect(one["share"] as? Double == 0.002 && one["largest"] as? Double ?? 0 > 0.9)
    // The table's column `status` gets a longer key because a fact has that name.
    #expect(one["column:status"] as? String == "draft" && one["exact"] as? Int == 3)
    let gone = try #require(pairs["gone.png"])
    #expect(gone["path"] as? String == "gone.png" && gone["width"] as? Int == 7)
    #expect(gone["share"] as? Int == 1 && gone["changed"] == nil)
    let damaged = try #require(pairs["b.png"])
    #expect(damaged["status"] as? String == "unreadable" && damaged["error"] != nil)
    #expect(run.standardError.contains("after/b.png"))
  }

  @Test("A table may have rows for pictures that conditions exclude")
  func table() throws {
    let folder = try Self.folder()
    let table = "path,exact\nafter/a.png,3\nafter/b.png,4\n"
    try folder.write(Array(table.utf8), to: "t.csv")
    let options = ["--table", "t.csv", "--where", "name = a.png"]
    let run = try Self.run(options, in: folder).run
    #expect(run.status == 3 && !run.standardError.contains("row"), "\(run.standardError)")
  }

  @Test("Facts of pairs are available only in comparisons")
  func alone() throws {
    let folder = try Self.folder()
    let alone = try CommandRun(["after", "--where", "share > 1%"], in: folder)
    #expect(alone.status != 0 && alone.standardError.contains("there is no fact 'share'"))
    let list = try CommandRun(["after", "--list={share}"], in: folder)
    #expect(list.status == 64 && list.standardError.contains("there is no token {share}"))
  }
}
