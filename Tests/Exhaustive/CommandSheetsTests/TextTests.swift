import CommandFixtures
import Foundation
import SheetLayout
import SheetPictures
import TestSupport
import Testing

@Suite struct TextTests {
  static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for name in ["a/1.png", "a/2.png", "b/3.png"] { try folder.writePicture(name) }
    return folder
  }

  @Test("A label shows its template's text, inside its cell")
  func labels() throws {
    let manifest = try Manifest(
      dryRun: ["a", "b", "--label", #"{index:2} {stem}\n{width}x{height}"#], in: Self.folder())
    #expect(
      manifest.tiles.map(\.label?.text) == ["01 1\n32x24", "02 2\n32x24", "03 3\n32x24"])
    for tile in manifest.tiles {
      let area = try #require(tile.label?.area)
      #expect(area.x >= tile.cell.x && area.width <= tile.cell.width)
      #expect(area.y >= tile.cell.y)
      #expect(area.y + area.height <= tile.cell.y + tile.cell.height)
    }
  }

  @Test("Labels are where requested, with room for the requested number of lines")
  func places() throws {
    func label(_ options: [String]) throws -> (image: Manifest.Rectangle, label: Manifest.Text) {
      let tile = try #require(
        try Manifest(
          dryRun: ["a/1.png", "--cell", "256", "--upscale", "--label", "{name}"] + options,
          in: Self.folder()
        ).tiles.first)
      return (try #require(tile.image), try #require(tile.label))
    }
    let below = try label([])
    let above = try label(["--label-position", "above"])
    let over = try label(["--label-position", "over"])
    #expect(0...6 ~= below.label.area.y - below.image.y - below.image.height)
    #expect(0...6 ~= above.image.y - above.label.area.y - above.label.area.height)
    #expect(
      over.label.area.y + over.label.area.height == over.image.y + over.image.height)
  }

  @Test("Labels are fitted by default, and a note counts the labels that are shortened")
  func fitted() throws {
    let folder = try Self.folder()
    let name = "a_picture_with_a_name_that_is_much_too_long_for_its_small_cell.png"
    try folder.writePicture(name)
    let run = try CommandRun(
      [
        name, "--cell", "64", "--label", "{name}", "--label-align", "left", "--label-color", "red",
        "--dry-run", "--manifest", "-",
      ], in: folder)
    let note = "the only label is shortened; --cell "
    #expect(run.standardError.contains(note), "\(run.standardError)")
    let label = try #require(try Manifest(run.standardOutput).tiles.first?.label)
    #expect(label.text == name && label.align == "left")
    #expect(label.shown?.split(separator: "\n").count == 2)
    #expect(String(decoding: run.standardOutput, as: UTF8.self).contains("\"labelColor\""))
  }

  @Test("Type is smaller on paper, unless its size is given")
  func paper() throws {
    func size(_ options: [String]) throws -> Double {
      try #require(
        try Manifest(
          dryRun: ["a/1.png", "--label", "{name}", "--dpi", "144"] + options, in: Self.folder()
        ).tiles.first?.label
      ).size
    }
    #expect(try size(["--paper", "A6"]) == 16)
    #expect(try size(["--paper", "A6", "--font", "builtin 10"]) == 20)
    #expect(try size(["--cell", "300"]) == 24)
  }

  @Test("A template replaces the labels of a table, unless the columns of the table have no names")
  func table() throws {
    let folder = try Self.folder()
    try folder.write(Array("path,label\na/2.png,\"Two, of them\"\n".utf8), to: "labels.csv")
    let options = ["a", "--table", "labels.csv"]
    let manifest = try Manifest(dryRun: options, in: folder)
    #expect(manifest.tiles.map(\.label?.text) == [nil, "Two, of them"])
    func labels(_ more: String...) throws -> [String?] {
      try Manifest(dryRun: options + more, in: folder).tiles.map(\.label?.text)
    }
    #expect(try labels("--label", "{name}") == ["1.png", "2.png"])
    #expect(try labels("--label", "{label|{name}}") == ["1.png", "Two, of them"])
    #expect(try labels("--label", "") == [nil, nil])
    #expect(try labels("--label", "none") == [nil, nil])
    // The labels of a preset are only a default.
    #expect(try labels("--preset", "proof").last == "Two, of them")
    try folder.write(Array("a/2.png,\"Two, of them\"\n".utf8), to: "labels.csv")
    #expect(try labels("--label", "{name}") == ["1.png", "Two, of them"])
    #expect(try labels("--label", "") == [nil, nil])
  }

  @Test("A missing table, or the faulty line of a table, is reported, and no sheet is written")
  func wrongTable() throws {
    let folder = try Self.folder()
    try folder.write(Array("a/2.png\n".utf8), to: "labels.csv")
    let names = folder.names
    let missing = try CommandRun(["a", "--table", "no.csv"], in: folder)
    #expect(missing.status == 2)
    #expect(
      missing.standardError.contains("cannot read the table 'no.csv': it does not exist; correct"))
    let wrong = try CommandRun(["a", "--table", "labels.csv"], in: folder)
    #expect(wrong.status == 2)
    #expect(wrong.standardError.contains("'labels.csv', line 1: there is no second column"))
    #expect(folder.names == names)
  }

  @Test("A table can be read from standard input, unless a list of paths is read from it")
  func tableFromInput() throws {
    let folder = try Self.folder()
    let run = try CommandRun(
      ["a", "--table", "-", "--dry-run", "--manifest", "-"], in: folder,
      input: Data("a/2.png\tTwo\n".utf8))
    #expect(try Manifest(run.standardOutput).tiles.map(\.label?.text) == [nil, "Two"])
    for list in [["-"], ["--files-from", "-"]] {
      let both = try CommandRun(list + ["--table", "-"], in: folder)
      #expect(both.status == 64)
      #expect(both.standardError.contains("both read standard input"))
    }
  }

  @Test("A device or a pipe is refused as a table", arguments: ["/dev/zero", "pipe"])
  func endlessTable(path: String) throws {
    let folder = try Self.folder()
    #expect(mkfifo(folder.url.appendingPathComponent("pipe").path, 0o600) == 0)
    let run = try CommandRun(["a", "--table", path], in: folder)
    #expect(run.status == 2)
    #expect(run.standardError.contains("the table '\(path)': it is not a regular file"))
  }

  @Test("A page shows its number, its folder and the date, which the environment can set")
  func pages() throws {
    let run = try CommandRun(
      [
        "a", "b", "--group-by", "folder", "--group-heading", "In {folder}", "--title",
        "All {count}",
        "--header", #"{date}\tpage {page}"#, "--footer", "{page} / {pages}", "--dry-run",
        "--manifest", "-",
      ], in: Self.folder(), variables: ["SOURCE_DATE_EPOCH": "0"])
    let pages = try Manifest(run.standardOutput).pages
    #expect(
      pages.map { $0.texts?.map(\.text) } == [
        ["1970-01-01", "page 1", "All 3", "In a", "1 / 2"],
        ["1970-01-01", "page 2", "All 3", "In b", "2 / 2"],
      ])
  }

  @Test("In headings and labels, a subfolder is shown as its path relative to the input")
  func folders() throws {
    let folder = TemporaryFolder()
    for name in ["in/a", "in/sub/b", "in/sub/deep/c", "d"] {
      try folder.writePicture("\(name).png")
    }
    let manifest = try Manifest(
      dryRun: [
        "in", "d.png", "-r", "--group-by", "folder", "--group-heading", "{folder}", "--label",
        "{folder}",
      ], in: folder)
    let names = ["in", "sub", "sub/deep", "."]
    #expect(manifest.pages.map { $0.texts?.map(\.text) } == names.map { [$0] })
    #expect(manifest.tiles.map(\.label?.text) == names)
  }

  @Test("An invalid SOURCE_DATE_EPOCH is reported if the date is used, and ignored otherwise")
  func wrongDay() throws {
    let folder = try Self.folder()
    let variables = ["SOURCE_DATE_EPOCH": "tomorrow"]
    let dated = try CommandRun(["a", "--footer", "{date}"], in: folder, variables: variables)
    #expect(dated.status == 64)
    #expect(dated.standardError.contains("is not a whole number of seconds since 1970"))
    let other = try CommandRun(["a", "--footer", "{page}"], in: folder, variables: variables)
    #expect(other.status == 0)
  }

  @Test(
    "Label options without labels, and a heading without groups, are usage errors",
    arguments: [
      (["--label-position", "over"], "--label-position here: it needs --label or"),
      (["--label-lines", "2", "--label", ""], "--label-lines here: it needs --label or"),
      (["--label-lines", "0", "--label", "a"], "write a whole number from 1 to 100"),
      (["--label-lines", "2", "--table", ""], "--label-lines here: it needs --label"),
      (["--group-heading", "a"], "--group-heading here: it needs --group-by, which"),
    ])
  func withoutEffect(options: [String], message: String) throws {
    let run = try CommandRun(["1.png"] + options, in: TemporaryFolder())
    #expect(run.status == 64)
    #expect(run.standardError.contains(message), "\(run.standardError)")
  }

  @Test(
    "In a configuration, label options and headings are ignored until labels or groups are given")
  func waiting() throws {
    let folders = try Folders(project: "--label-position above\n--group-heading {folder}")
    try folders.work.writePicture("1.png")
    #expect(try folders.run(["1.png", "--dry-run"]).status == 0)
    let listing = try folders.listing(["1.png", "--label", "a", "--group-by", "folder"])
    #expect(listing.contains("\n--label-position above\n"))
    #expect(listing.contains("\n--group-heading {folder}\n"))
  }

  @Test("`none` or an empty string unsets the text of a preset or a file", arguments: ["none", ""])
  func takenBack(nothing: String) throws {
    let folders = try Folders(
      project: "--label=", presets: ["mine": "--title a\n--label {name}"])
    try folders.work.writePicture("1.png")
    let empty = try folders.run(
      [
        "1.png", "--dry-run", "--manifest", "-", "--preset", "mine", "--title", nothing, "--label",
        nothing,
      ])
    let plain = try folders.run(["1.png", "--dry-run", "--manifest", "-"])
    #expect(empty.status == 0)
    #expect(empty.text == plain.text)
    #expect(!plain.text.contains("\"label\""))
    let word = try folders.run(
      ["1.png", "--dry-run", "--manifest", "-", "--label", "{name+none}"])
    #expect(word.text.contains("\"text\" : \"none\""))
  }

  @Test("An empty name on the command line or in a configuration unsets a table")
  func tableTakenBack() throws {
    let folders = try Folders(project: "--table labels.csv\n--label-lines 2")
    try folders.work.writePicture("1.png")
    let run = try folders.run(["1.png", "--dry-run", "--table", ""])
    #expect(run.status == 0, "\(run.standardError)")
    #expect(try folders.run(["1.png", "--dry-run"]).status == 2)
    let configured = try Folders(project: "--table=")
    try configured.work.writePicture("1.png")
    #expect(try configured.run(["1.png", "--dry-run"]).status == 0)
  }

  @Test("Text has the requested colour, and a plan renders the same sheet")
  func pixels() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("1.png", width: 20, height: 20, color: [255, 255, 255])
    let options = [
      "1.png", "--cell", "80x40", "--label", "HHH", "--font", "builtin 30", "--text-color", "red",
      "--edge", "none",
    ]
    try CommandRun(options + ["-o", "s.png", "--manifest", "m.json"], in: folder)
    let sheet = try DecodedSheet(try #require(folder.contents("s.png")))
    let pixels = (0..<sheet.height).flatMap { y in (0..<sheet.width).map { sheet.pixel($0, y) } }
    #expect(pixels.contains([255, 0, 0]))
    // In every mixture of red and the sheet's white, green equals blue.
    #expect(pixels.allSatisfy { $0[0] == 255 && $0[1] == $0[2] })
    try CommandRun(["--from-plan", "m.json", "-o", "plan.png"], in: folder)
    #expect(folder.contents("plan.png") == folder.contents("s.png"))
  }
}
