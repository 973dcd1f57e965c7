import CommandFixtures
import Foundation
import PNGFixtures
import TestSupport
import Testing

/// Which pictures are compared with each other.
@Suite struct PairingTests {
  private struct Outcome {
    let status: Int32
    let text: String
    let pairs: [String]
  }

  /// A picture of the given colour for each path.
  private static func folder(_ pictures: [String: UInt16]) throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for (path, code) in pictures {
      try folder.writePicture(path, width: 6, height: 4, color: [code, code, code])
    }
    return folder
  }

  /// A run's pairs: the path, the old path, and the status.
  private static func run(_ arguments: [String], in folder: TemporaryFolder) throws -> Outcome {
    struct Report: Decodable {
      struct Pair: Decodable { var path, status: String; var from: String? }
      var pairs: [Pair]?
    }
    let run = try CommandRun(arguments + ["-o", "s.png", "--report", "r.json"], in: folder)
    let report = try folder.contents("r.json").map {
      try JSONDecoder().decode(Report.self, from: Data($0))
    }
    return Outcome(
      status: run.status, text: run.standardError,
      pairs: (report?.pairs ?? []).map {
        [$0.path, $0.from, $0.status].compactMap(\.self).joined(separator: " ")
      })
  }

  @Test("Two files form a pair, and a file cannot be compared with a folder or with several files")
  func files() throws {
    let folder = try Self.folder(["new.png": 1, "old.png": 200, "a/b.png": 1])
    let pair = try Self.run(["new.png", "--compare", "old.png"], in: folder)
    #expect(pair.status == 3 && pair.pairs == ["new.png old.png different"])
    let equal = try Self.run(["new.png", "--compare", "a/b.png"], in: folder)
    #expect(equal.status == 0 && equal.pairs == ["new.png a/b.png equal"])
    #expect(try Self.run(["a", "--compare", "old.png"], in: folder).status == 2)
    #expect(try Self.run(["new.png", "a/b.png", "--compare", "old.png"], in: folder).status == 2)
    #expect(try Self.run(["new.png", "--compare", "new.png"], in: folder).status == 64)
  }

  @Test("Paths that differ only in their extension form a pair, unless two pictures share the path")
  func extensions() throws {
    let folder = try Self.folder([
      "old/a.png": 1, "new/a.apng": 200, "old/b.png": 2, "new/b.apng": 3, "new/b.x.png": 4,
      "old/c.png": 5, "old/c.apng": 6, "new/c.png": 7, "old/d.png": 9, "old/d.apng": 8,
      "old/e.jpg": 10, "new/e.jpeg": 11, "old/e.png": 12, "new/e.png": 12,
    ])
    try folder.writePicture("new/d.jpg.png", width: 3, height: 3)
    let found = try Self.run(["new", "--compare", "old", "--tolerance", "0"], in: folder)
    #expect(
      found.pairs == [
        "a.apng a.png different", "b.apng b.png different", "b.x.png added", "c.apng removed",
        "c.png different", "d.apng removed", "d.png removed", "d.jpg.png added",
        "e.jpeg added", "e.jpg removed", "e.png equal",
      ])
  }

  @Test(
    "An added picture with the bytes of a removed one is a rename; copies are paired in path order")
  func renamed() throws {
    let folder = try Self.folder([
      "old/a.png": 1, "new/x/a.png": 1, "old/1.png": 2, "old/2.png": 2, "old/10.png": 2,
      "new/3.png": 2, "new/20.png": 2, "old/same.png": 9, "new/same.png": 9,
    ])
    let pairs = ["3.png 1.png renamed", "10.png removed", "20.png 2.png renamed", "same.png equal"]
    let found = try Self.run(["new", "--compare", "old"], in: folder)
    #expect(found.status == 3)
    #expect(found.pairs == pairs + ["x/a.png a.png renamed"])
    #expect(
      found.text.hasSuffix("the only pair does not differ; 1 removed and 3 renamed\n"),
      "\(found.text)")
    // A rule for all pairs does not allow a rename.
    let all = try Self.run(["new", "--compare", "old", "--allow", "100%"], in: folder)
    #expect(all.pairs == found.pairs)
    let allowed = try Self.run(
      ["new", "--compare", "old", "--allow", "x/a.png=0", "--manifest", "m.json"], in: folder)
    #expect(allowed.pairs == pairs + ["x/a.png a.png allowed"])
    let manifest = try Findings("m.json", in: folder)
    #expect(
      manifest.rows?.map(\.heading) == [
        "3.png (renamed from 1.png)", "10.png", "20.png (renamed from 2.png)",
      ])
    #expect(manifest.version == 5)
    let sheet = folder.contents("s.png")
    try CommandRun(["--from-plan", "m.json"], in: folder)
    #expect(folder.contents("s.png") == sheet)
  }

  @Test("--match pairs pictures of one folder or of two, and leaves out the rest")
  func names() throws {
    let folder = try Self.folder([
      "r/s/a-actual.png": 1, "r/s/a-expected.png": 200, "r/t/a-actual.png": 2,
      "r/t/a-expected.png": 2, "r/s/a-diff.png": 3, "r/s/b-actual.png": 4, "r/s/c-expected.png": 5,
      "e/s/a-expected.png": 1, "q/a.png": 1, "q/a-expected.png": 1,
    ])
    let templates = ["--match", "{test}-actual => {test}-expected"]
    let one = try Self.run(["r"] + templates, in: folder)
    #expect(one.status == 3)
    #expect(
      one.pairs == [
        "s/a-actual.png s/a-expected.png different", "s/b-actual.png added",
        "s/c-expected.png removed", "t/a-actual.png t/a-expected.png equal",
      ])
    let two = try Self.run(["r/s", "--compare", "e/s"] + templates, in: folder)
    #expect(two.pairs == ["a-actual.png a-expected.png equal", "b-actual.png added"])
    // A picture that matches both templates counts as an old one.
    let both = try Self.run(
      ["q", "--match", "{test} => {test}-expected"], in: folder)
    #expect(both.pairs == ["a.png a-expected.png equal"])
  }

  @Test("A note suggests exchanging the templates if the old images seem to be on the left")
  func exchangedNames() throws {
    let folder = try Self.folder(["r/ann_before.png": 1, "r/ann_after.png": 200])
    let note = "use --match '{who}_after => {who}_before'"
    let wrong = try Self.run(["r", "--match", "{who}_before => {who}_after"], in: folder)
    #expect(wrong.status == 3 && wrong.text.contains(note), "\(wrong.text)")
    let right = try Self.run(["r", "--match", "{who}_after => {who}_before"], in: folder)
    #expect(right.status == 3 && !right.text.contains("--match"), "\(right.text)")
  }

  @Test("If the second template has fewer parts, several pictures are compared with one")
  func manyWithOne() throws {
    let folder = try Self.folder([
      "r/hall_16.png": 1, "r/hall_64.png": 2, "r/hall_ref.png": 2, "r/moon_16.png": 3,
      "r/sun_ref.png": 4, "s/hall_16.png": 5, "e/hall_ref.png": 1,
    ])
    let match = ["--match", "{scene}_{spp:1} => {scene}_ref", "--tolerance", "0"]
    let one = try Self.run(["r"] + match, in: folder)
    #expect(
      one.pairs == [
        "hall_16.png hall_ref.png different", "hall_64.png hall_ref.png equal",
        "moon_16.png added", "sun_ref.png removed",
      ], "\(one.text)")
    let two = try Self.run(["r", "--compare", "e"] + match, in: folder)
    #expect(
      two.pairs == [
        "hall_16.png hall_ref.png equal", "hall_64.png hall_ref.png different",
        "moon_16.png added",
      ], "\(two.text)")
    // A name that matches both templates counts only as the name of an old picture.
    let all = try Self.run(["r", "--match", "{scene}_{spp} => {scene}_ref"], in: folder)
    #expect(all.pairs.count == one.pairs.count && !all.pairs.contains("hall_ref.png added"))
  }

  @Test(
    "Templates that pair one picture with two, match nothing or use different parts are refused",
    arguments: [
      ("{test}-*", "{test}-expected", 2, "'r/a-diff.png' and 'r/a-new.png'"),
      (
        "{test}-none", "{test}-expected", 2,
        "cannot match '{test}-none': no image has such a name"
      ),
      ("{test}", "{name}-expected", 64, "{name} occurs only after =>"),
      ("{test}", "expected", 2, "cannot match 'expected': no image has such a name"),
      ("{test", "{test}-expected", 64, "write two templates with ' => ' between them"),
      ("{test} => a", "b", 64, "write two templates with ' => ' between them"),
      ("{test}-new", "x{test}-expected", 2, "no path occurs in both folders"),
    ] as [(String, String, Int32, String)])
  func mistakes(match: String, with other: String, status: Int32, message: String) throws {
    let folder = try Self.folder([
      "r/a-diff.png": 1, "r/a-new.png": 2, "r/a-expected.png": 3, "r/xb-expected.png": 3,
    ])
    let run = try Self.run(["r", "--match", "\(match) => \(other)"], in: folder)
    #expect(run.status == status && run.text.contains(message), "\(run.text)")
    #expect(try Self.run(["r", "--match", match], in: folder).status != 0)
  }

  /// The rows of a sheet of several folders: their headings, and the content of each column.
  private static func table(_ manifest: String, in folder: TemporaryFolder) throws -> [String:
    [String]]
  {
    struct Manifest: Decodable {
      struct Note: Decodable { var text: String }
      struct Place: Decodable { var row, column: String }
      struct Tile: Decodable { var facts: Place; var source: String; var comparedWith: String? }
      struct Empty: Decodable { var row, column: String; var text: Note? }
      struct Page: Decodable { var tiles: [Tile]; var emptyCells: [Empty]? }
      var pages: [Page]
    }
    let pages = try JSONDecoder().decode(
      Manifest.self, from: Data(try #require(folder.contents(manifest)))
    ).pages
    var table: [String: [String]] = [:]
    for page in pages {
      for tile in page.tiles {
        let from = tile.comparedWith.map { " from \($0)" } ?? ""
        table[tile.facts.row, default: []].append("\(tile.facts.column): \(tile.source)\(from)")
      }
      for cell in page.emptyCells ?? [] {
        guard let text = cell.text else { continue }
        table[cell.row, default: []].append("\(cell.column): \(text.text)")
      }
    }
    return table
  }

  @Test("Several folders become columns beside their reference, even when transposed")
  func methods() throws {
    let folder = try Self.folder([
      "reference/1.png": 1, "reference/2.png": 90, "reference/s/3.png": 90, "reference/4.png": 7,
      "m/b/1.png": 200, "m/a/1.png": 1, "m/b/2.png": 90, "m/a/s/3.png": 200, "m/b/s/3.png": 201,
      "m/b/new.png": 90, "m/a/2.png": 90, "m/a/4.png": 9, "m/b/4.png": 9,
    ])
    let arguments = [
      "m/b", "m/a", "--compare", "reference", "--tolerance", "0", "--allow", "4.png=100%",
    ]
    for options in [[], ["--transpose"], ["--max-height", "300"], ["--group-by", "{status}"]] {
      let run = try CommandRun(
        arguments + options + ["-o", "s.png", "--manifest", "m.json", "--force", "--cell", "120"],
        in: folder)
      #expect(run.status == 3, "\(run.standardError)")
      var table = try Self.table("m.json", in: folder)
      if options == ["--group-by", "{status}"] { continue }
      if options == ["--transpose"] {
        #expect(
          table.keys.sorted() == ["a", "a difference", "b", "b difference", "reference"])
        continue
      }
      // Equal and allowed pairs are named, but get no row of their own.
      #expect(
        table.removeValue(forKey: "1.png (100.0 %, equal)")?.sorted() == [
          "a: equal", "b difference: m/b/1.png from reference/1.png", "b: m/b/1.png",
          "reference: reference/1.png",
        ])
      #expect(
        table.removeValue(forKey: "s/3.png (100.0 %, 100.0 %)")?.sorted() == [
          "a difference: m/a/s/3.png from reference/s/3.png", "a: m/a/s/3.png",
          "b difference: m/b/s/3.png from reference/s/3.png", "b: m/b/s/3.png",
          "reference: reference/s/3.png",
        ])
      #expect(
        table.removeValue(forKey: "new.png (added, –)")?.sorted() == [
          "b: m/b/new.png", "reference: added",
        ])
      #expect(table.isEmpty, "\(table)")
      guard options.isEmpty else { continue }
      // The sheet's plan renders the same bytes.
      try CommandRun(["--from-plan", "m.json", "-o", "t.png"], in: folder)
      #expect(folder.contents("t.png") == folder.contents("s.png"))
    }
  }

  @Test("A new name for a folder also renames its column of differences, which need not be listed")
  func renamedColumns() throws {
    let folder = try Self.folder([
      "gt/1.png": 1, "m/a/1.png": 90, "m/b/1.png": 200,
    ])
    for (list, columns, note) in [
      (
        "gt=Truth,b=Ours,a", ["Truth", "Ours", "Ours difference", "a"], "'a difference' is left out"
      ),
      (
        "b=Ours,gt,a=A", ["Ours", "Ours difference", "gt", "A", "A difference"], nil
      ),
      ("b=Ours,b difference", ["Ours", "Ours difference"], nil),
      ("a difference=Error,b=Ours,a=A", ["Error", "Ours", "A"], "'b difference' is left out"),
      ("a,b", ["a", "b"], nil),
    ] as [(String, [String], String?)] {
      let run = try CommandRun(
        [
          "m/a", "m/b", "--compare", "gt", "--column-values", list, "-o", "s.png", "--manifest",
          "m.json", "--force",
        ], in: folder)
      #expect(run.status == 3, "\(run.standardError)")
      let cells = try Self.table("m.json", in: folder).values.flatMap(\.self)
      let shown = cells.map { $0.prefix { $0 != ":" } }
      #expect(shown.map(String.init) == columns, "\(list)")
      #expect(run.standardError.contains("left out") == (note != nil), "\(run.standardError)")
      if let note { #expect(run.standardError.contains(note), "\(run.standardError)") }
    }
    let two = try CommandRun(
      ["m/a", "--compare", "gt", "--column-values", "after=Ours,before=Truth", "--dry-run"],
      in: folder)
    #expect(
      two.standardError.contains(
        "the column 'difference' is left out, because it is not listed; add it to --column-values"),
      "\(two.standardError)")
  }

  @Test(
    "A rename is found only within one folder, because each folder is paired separately"
  )
  func renamedInOne() throws {
    let folder = try Self.folder([
      "reference/1.png": 1, "reference/2.png": 90, "m/a/1.png": 1, "m/b/1.png": 1, "m/b/2.png": 90,
      "m/b/copy.png": 90, "m/a/moved.png": 90,
    ])
    let run = try Self.run(["m/a", "m/b", "--compare", "reference"], in: folder)
    #expect(
      run.pairs == [
        "m/a/1.png equal", "m/b/1.png equal", "m/b/2.png equal", "m/b/copy.png added",
        "m/a/moved.png m/a/2.png renamed",
      ])
  }

  @Test(
    "If no folder has a namesake in the reference, each is compared with the whole reference")
  func wholeFolder() throws {
    let folder = try Self.folder([
      "m/a/1.png": 1, "m/b/1.png": 200, "m/b/2.png": 3, "reference/1.png": 1, "other/m/a/1.png": 1,
    ])
    let whole = try Self.run(["m/a", "m/b", "--compare", "reference"], in: folder)
    #expect(whole.status == 3)
    #expect(whole.pairs == ["m/a/1.png equal", "m/b/1.png different", "m/b/2.png added"])
    #expect(
      whole.text.contains("'reference' contains none of the compared folders, so each is compared"))
    // If the reference contains a folder with the name of an input folder, paths are compared as
    // usual.
    let below = try Self.run(["m/a", "m/b", "--compare", "other"], in: folder)
    #expect(below.pairs == ["m/a/1.png equal", "m/b/1.png added", "m/b/2.png added"])
  }
}
