import CommandFixtures
import Foundation
import TestSupport
import Testing

@testable import ContactSheetCommand

/// Rows of a table that name no existing image, but are shown with `--missing`.
@Suite struct MissingRowTests {
  let folder = TemporaryFolder()

  init() throws {
    for number in 1...2 { try folder.writePicture("in/\(number).png", width: 60, height: 80) }
    try folder.write(
      Array(
        "Foto;Nachname;Klasse\n1.png;Meier;4a\n;Becker;4a\n2.png;Adams;4b\n9.png;Zorn;4b\n".utf8),
      to: "class.csv")
  }

  private static let options = ["in", "--table", "class.csv", "--label", "{Nachname}"]

  /// The names of the pictures on each page.
  private func pages(_ options: String...) throws -> [[String]] {
    try Manifest(dryRun: Self.options + options, in: folder).pages.map { page in
      page.tiles.map { $0.source.split(separator: "/").last.map(String.init) ?? "" }
    }
  }

  @Test("Rows without an image have a cell and a label, and are sorted like images")
  func order() throws {
    let missing = ["--missing", "no photo", "--sort", "{Nachname}"]
    let run = try Manifest(dryRun: Self.options + missing, in: folder)
    #expect(run.pages[0].tiles.map { $0.label?.text } == ["Adams", "Becker", "Meier", "Zorn"])
    #expect(run.pages[0].tiles.map { $0.image == nil } == [false, true, false, true])
    #expect(try pages("--sort", "{Nachname}") == [["2.png", "1.png"]])
  }

  @Test("Rows without an image are grouped, filtered and limited like images, and never skipped")
  func choice() throws {
    let missing = ["--missing", "no photo", "--sort", "{Nachname}"]
    func pages(_ options: String...) throws -> [[String]] {
      try Manifest(dryRun: Self.options + missing + options, in: folder).pages.map { page in
        page.tiles.map { $0.label?.text ?? "" }
      }
    }
    #expect(try pages("--group-by", "{Klasse}") == [["Adams", "Zorn"], ["Becker", "Meier"]])
    #expect(try pages("--where", "Klasse = 4b") == [["Adams", "Zorn"]])
    #expect(try pages("--limit", "2") == [["Adams", "Becker"]])
    #expect(try pages("--on-error", "skip")[0].count == 4)
  }

  @Test(
    "Rows without an image are no error even with --on-error fail, and a plan gives the same bytes")
  func rendering() throws {
    let missing = Self.options + ["--cell", "200", "--missing", "no photo", "--on-error", "fail"]
    let run = try CommandRun(missing + ["-o", "a.png", "--manifest", "a.json"], in: folder)
    #expect(run.status == 0 && run.standardError == "", "\(run.standardError)")
    let again = try CommandRun(["--from-plan", "a.json", "-o", "b.png"], in: folder)
    #expect(again.status == 0, "\(again.standardError)")
    #expect(folder.contents("a.png") != nil && folder.contents("a.png") == folder.contents("b.png"))
    let other = try CommandRun(
      Self.options + ["--cell", "200", "--missing", "at home", "-o", "c.png"], in: folder)
    #expect(other.status == 0 && folder.contents("c.png") != folder.contents("a.png"))
  }

  @Test(
    "A table row whose image exists, but is not on the sheet, has no cell",
    arguments: [
      (["in", "--exclude", "1.png"], ["2.png"]), (["in", "--include", "*2.png"], ["2.png"]),
      (["in", "--files-from", "list"], ["2.png"]), (["in/2.png"], ["2.png"]),
      (["--files-from", "list2"], ["2.png"]), (["in"], ["1.png", "2.png"]),
    ])
  func existing(inputs: [String], shown: [String]) throws {
    try folder.write(Array("2.png\n".utf8), to: "list")
    try folder.write(Array("in/2.png\n".utf8), to: "list2")
    // An image in a folder that is not searched, and one beside the table.
    try folder.writePicture("in/sub/3.png", width: 60, height: 80)
    try folder.writePicture("4.png", width: 60, height: 80)
    try folder.write(
      Array("file,who\n1,a\n2.png,b\nsub/3.png,c\n4.png,d\n5.png,e\nin/1.png,f\n".utf8),
      to: "all.csv")
    let options = ["--table", "all.csv", "--missing", "no photo", "--label", "{who}"]
    let run = try Manifest(dryRun: inputs + options, in: folder)
    #expect(
      run.tiles.map { $0.source.split(separator: "/").last.map(String.init) } == shown + ["5.png"])
    let note = try CommandRun(inputs + options + ["-o", "a.png"], in: folder).standardError
    #expect(
      note.contains(shown.count == 1 ? "4 rows" : "3 rows") == true
        && note.contains("which exists, but matches no image of the sheet") == true, "\(note)")
  }

  @Test("Rows without an image are in the given folder, or in no folder if several are given")
  func folders() throws {
    try folder.writePicture("other/3.png", width: 60, height: 80)
    let options = ["--table", "class.csv", "--label", "{Nachname}", "--missing", "no photo"]
    func titles(_ arguments: String...) throws -> [[String]] {
      try Manifest(dryRun: arguments + options, in: folder).pages.map {
        ($0.texts ?? []).map(\.text)
      }
    }
    #expect(try titles("in", "--group-by", "folder") == [["in"]])
    #expect(
      try titles("in", "other", "--group-by", "folder") == [["in"], ["other"], ["no folder"]])
    #expect(
      try titles("in", "other", "--group-by", "{folder}") == [["in"], ["other"], ["no folder"]])
    let run = try Manifest(dryRun: ["in", "other", "--layout", "matrix"] + options, in: folder)
    #expect(run.tiles.map(\.source) == ["in/1.png", "in/2.png", "other/3.png"])
    let all = try Manifest(dryRun: ["in", "--layout", "matrix"] + options, in: folder)
    #expect(all.tiles.map(\.source) == ["in/1.png", "in/2.png", "in/9.png", "in/Becker, 4a"])
  }

  @Test("The text of --missing may be the word none, and empty text leaves the rows out")
  func none() throws {
    func count(_ text: String) throws -> Int {
      try Manifest(dryRun: Self.options + ["--missing", text], in: folder).tiles.count
    }
    #expect(try count("none") == 4)
    #expect(try count("") == 2)
  }

  @Test("The text of --missing is a template that may contain the facts of the row")
  func template() throws {
    try folder.write(
      Array("file,who,why\n1.png,Ada,\n8.png,Bo,\"ill\nsince May\"\n9.png,Cy,\n".utf8),
      to: "why.csv")
    let options = ["in/1.png", "--table", "why.csv", "--label", "{who}", "--cell", "200"]
    func run(_ others: String...) throws -> CommandRun {
      try CommandRun(options + others, in: folder)
    }
    let plan = try run("--missing", "{why|no photo}", "-o", "a.png", "--manifest", "a.json")
    #expect(plan.status == 0 && plan.standardError == "", "\(plan.standardError)")
    let json = String(decoding: folder.contents("a.json") ?? [], as: UTF8.self)
    #expect(json.contains(#""missing" : "ill\nsince May""#), "\(json)")
    #expect(json.contains(#""missing" : "no photo""#), "\(json)")
    let again = try CommandRun(["--from-plan", "a.json", "-o", "b.png"], in: folder)
    #expect(again.status == 0, "\(again.standardError)")
    #expect(folder.contents("a.png") == folder.contents("b.png"))
    // Only the texts differ.
    for (text, name) in [("{why|none}", "c.png"), ("{why|no}\\n{who}", "d.png")] {
      #expect(try run("--missing", text, "-o", name).status == 0)
      #expect(folder.contents(name) != folder.contents("a.png"))
    }
    for (text, message) in [
      ("{index}", "{index} is not known yet"), ("{wy}", "did you mean {why}?"),
      ("{wy}", "cannot read the template of the text for missing images, at character 1"),
      ("{", "--missing"),
    ] {
      let wrong = try run("--missing", text, "-o", "e.png")
      #expect(wrong.status != 0 && wrong.standardError.contains(message), "\(wrong.standardError)")
    }
  }

  @Test(
    "The text of --missing has the labels' colour if legible, and keeps line breaks from the table")
  func colors() throws {
    try folder.write(
      Array("file,who,why\n1.png,Ada,\n8.png,Bo,\"ill\nsince May\"\n9.png,Cy,\n".utf8),
      to: "why.csv")
    let options = [
      "in/1.png", "--table", "why.csv", "--label", "{who}", "--cell", "200", "--font", "builtin 14",
      "--missing", "{why|no photo}", "-o", "a.png", "--manifest", "a.json", "--force",
    ]
    // The number of lines of text in each box, found by their colour; the label is ignored.
    func lineCounts(_ color: String, _ isOfText: ([UInt8]) -> Bool) throws -> [Int] {
      let run = try CommandRun(options + ["--label-color", color], in: folder)
      #expect(run.status == 0, "\(run.standardError)")
      let sheet = try DecodedSheet(try #require(folder.contents("a.png")))
      let manifest = try Manifest(Data(#require(folder.contents("a.json"))))
      return try manifest.tiles.filter { $0.image == nil }.map { tile in
        let end = Int(try #require(tile.label?.area.y))
        let rows = (Int(tile.cell.y) + 4..<end - 4).map { y in
          (Int(tile.cell.x) + 4..<Int(tile.cell.x + tile.cell.width) - 4).contains {
            isOfText(sheet.pixel($0, y))
          }
        }
        return rows.indices.count { rows[$0] && ($0 == 0 || !rows[$0 - 1]) }
      }
    }
    let red = try lineCounts("red") { Int($0[0]) - Int($0[1]) > 100 }
    #expect(red == [2, 1])
    // The requested colour would be illegible on the box, so the text is darker.
    let dark = try lineCounts("#f0f0f0") { $0[0] < 150 }
    #expect(dark == [2, 1])
  }

  @Test("A --missing text with a fallback for its fact gets no note if no row has that fact")
  func lackingFacts() throws {
    try folder.write(Array("file,who,why\n1.png,Ada,\n8.png,Bo,\n".utf8), to: "why.csv")
    func notes(_ text: String, _ label: String = "{who}") throws -> String {
      try CommandRun(
        [
          "in/1.png", "--table", "why.csv", "--label", label, "--missing", text, "-o", "a.png",
          "--force",
        ], in: folder
      ).standardError
    }
    #expect(try notes("{why|no photo}") == "")
    #expect(try notes("{why}").contains("no image has {why}"))
    #expect(try notes("{why|no photo}{why}").contains("no image has {why}"))
    #expect(try notes("{why|no photo}", "{who} {why}").contains("no image has {why}"))
  }

  @Test("A listing has only images, and no note on rows without a path")
  func listing() throws {
    for list in ["--list", "--list={Nachname}"] {
      let run = try CommandRun(
        ["in", "--table", "class.csv", "--missing", "no photo", list], in: folder)
      #expect(run.status == 0, "\(run.standardError)")
      let lines = String(decoding: run.standardOutput, as: UTF8.self).split(separator: "\n")
      #expect(lines.count == 2)
      #expect(
        run.standardError.contains("a row of 'class.csv' is not used: line 5, '9.png', which"),
        "\(run.standardError)")
      #expect(!run.standardError.contains("Becker"), "\(run.standardError)")
    }
  }

  @Test(
    "A column that names most images identifies them, even beside a column called Name",
    arguments: ["Name", "Product"])
  func products(heading: String) throws {
    try folder.write(
      Array("SKU,\(heading),Price\n1,Mug,30\n2,Cup,50\n9,Bowl,70\n".utf8), to: "line.csv")
    let options = [
      "in", "--table", "line.csv", "--label", "{SKU} {\(heading)} {Price}", "--cell", "200",
    ]
    func labels(_ others: String...) throws -> [String] {
      try Manifest(dryRun: options + others, in: folder).tiles.map { $0.label?.text ?? "" }
    }
    #expect(try labels() == ["1 Mug 30", "2 Cup 50"])
    #expect(try labels("--missing", "no photo") == ["1 Mug 30", "2 Cup 50", "9 Bowl 70"])
    let run = try CommandRun(options + ["--missing", "no photo", "-o", "a.png"], in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    #expect(
      run.standardError.contains("'SKU' of 'line.csv' names the images, because no value of 'Name'")
        == (heading == "Name"), "\(run.standardError)")
  }

  @Test("Without --missing, notes report the rows without an image; --missing needs a table")
  func notes() throws {
    let run = try CommandRun(Self.options + ["-o", "a.png"], in: folder)
    #expect(run.status == 0)
    #expect(
      run.standardError.contains("a row of 'class.csv' is not used, because it names no image"))
    #expect(run.standardError.contains("'9.png', which matches no image"))
    let alone = try CommandRun(["in", "--missing", "no photo"], in: folder)
    #expect(alone.status == 64)
    #expect(alone.standardError.contains("it needs --table, whose rows it shows"))
  }
}
