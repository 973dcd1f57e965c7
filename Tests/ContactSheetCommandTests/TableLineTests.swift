import CommandFixtures
import Foundation
import TestSupport
import Testing

/// Table cells that contain line breaks.
@Suite struct TableLineTests {
  let folder = TemporaryFolder()

  init() throws {
    for name in ["a", "b"] { try folder.writePicture("in/\(name).png", width: 60, height: 40) }
    let rows = "file,dish,list\na.png,Soup,\"carrots\r\nleeks\r\npeas\"\nb.png,Tea,water\n"
    try folder.write(Array(rows.utf8), to: "t.csv")
  }

  private func plan(_ options: String...) throws -> Manifest {
    try Manifest(dryRun: ["in", "--table", "t.csv", "--cell", "200"] + options, in: folder)
  }

  @Test("Labels keep line breaks from the table, and all lines fit")
  func labels() throws {
    let all = try plan("--label", #"{dish}\n{list}"#)
    let labels = all.tiles.map { $0.label }
    #expect(labels.map { $0?.text } == ["Soup\ncarrots\nleeks\npeas", "Tea\nwater"])
    #expect(labels.allSatisfy { $0?.shown == nil })
    let limited = try plan("--label", "{list}", "--label-lines", "2")
    #expect(limited.tiles[0].label?.shown?.split(separator: "\n").count == 2)
  }

  @Test("Very long text in a table does not fill the sheet, unless more lines are requested")
  func longCells() throws {
    let cell = (1...40).map { "line \($0)" }.joined(separator: "\n")
    try folder.write(Array("file,list\na.png,\"\(cell)\"\n".utf8), to: "t.csv")
    let usual = try plan("--label", "{list}").tiles[0].label
    #expect(usual?.shown?.split(separator: "\n").count == 12)
    let run = try CommandRun(
      ["in", "--table", "t.csv", "--cell", "200", "--label", "{list}", "--dry-run"], in: folder)
    #expect(run.standardError.contains("--label-lines 40 shows it whole"), "\(run.standardError)")
    let all = try plan("--label", "{list}", "--label-lines", "40").tiles[0].label
    #expect(all?.text == cell && all?.shown == nil)
    // On a small page, labels are shortened rather than left out.
    let small = try Manifest(
      dryRun: ["in", "--table", "t.csv", "--label", "{list}", "--paper", "A6"], in: folder)
    #expect(small.tiles[0].label?.text == cell)
  }

  @Test("Titles and headings keep line breaks from the table, except between tabs")
  func pageTexts() throws {
    let title = try plan("--title", "{list.first}", "--group-by", "{dish}", "--label", "none")
    #expect(title.pages[0].texts?.prefix(3).map(\.text) == ["carrots", "leeks", "peas"])
    let footer = try plan("--footer", #"{list.first}\t{page}"#, "--label", "none")
    #expect(footer.pages[0].texts?.map(\.text).contains("carrots leeks peas") == true)
    let section = try plan(
      "--group-by", "{dish}", "--group-break", "section", "--group-heading", "{list}", "--label",
      "none")
    #expect(section.pages[0].texts?.map(\.text).contains("carrots\nleeks\npeas") == true)
    let names = try plan("--group-by", "{list}", "--group-break", "section", "--label", "none")
    #expect(names.pages[0].texts?.map(\.text).contains("carrots\nleeks\npeas") == true)
    let pages = try plan("--group-by", "{list}", "--label", "none", "-o", "{group}.png")
    #expect(pages.pages.map(\.file) == ["carrots leeks peas.png", "water.png"])
    #expect(pages.pages[0].texts?.map(\.text) == ["carrots", "leeks", "peas"])
    let matrix = try plan("--rows-by", "{list}", "--columns-by", "{dish}", "--label", "none")
    #expect(matrix.pages[0].texts?.map(\.text).contains("carrots\nleeks\npeas") == true)
  }

  @Test(
    "Labels beside and over images are no taller than the images, and the note suggests larger cells",
    arguments: ["over", "over-top", "left", "right"], [8, 40])
  func heights(position: String, count: Int) throws {
    let cell = (1...count).map { "line \($0)" }.joined(separator: "\n")
    try folder.write(Array("file,why\na.png,\"\(cell)\"\n".utf8), to: "n.csv")
    let run = try CommandRun(
      [
        "in", "--table", "n.csv", "--label", "{why}", "--label-position", position, "--font",
        "builtin", "--dry-run", "--manifest", "-",
      ], in: folder)
    let tile = try #require(try Manifest(run.standardOutput).tiles.first)
    let (label, image) = (try #require(tile.label), try #require(tile.image))
    let shown = try #require(label.shown)
    #expect(Double(shown.split(separator: "\n").count) * label.size <= image.height)
    #expect(run.standardError.contains("larger cells show it whole"), "\(run.standardError)")
    #expect(!run.standardError.contains("--label-lines"), "\(run.standardError)")
  }

  @Test(
    "Titles and headings have room for each of their lines, and a note says if some are shortened",
    arguments: [
      ["--title", "{why.first}", "--paper", "A4"], ["--group-by", "why", "--size", "300x300"],
      ["--rows-by", "{why}", "--columns-by", "{who}"],
      ["--columns-by", "{why}", "--rows-by", "{who}"],
    ], [8, 20, 40])
  func room(options: [String], count: Int) throws {
    let lines = (1...count).map { "line \($0)" }
    let cell = lines.joined(separator: "\n")
    try folder.write(
      Array("file,who,why\na.png,Ada,\"\(cell)\"\nb.png,Bo,x\n".utf8), to: "n.csv")
    let run = try CommandRun(
      ["in", "--table", "n.csv", "--label", "none", "--font", "builtin"] + options
        + ["--dry-run", "--manifest", "-"], in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    let texts = try Manifest(run.standardOutput).pages.flatMap { $0.texts ?? [] }
    for text in texts where !text.text.isEmpty {
      let drawn = (text.shown ?? text.text).split(
        separator: "\n", omittingEmptySubsequences: false)
      #expect(text.area.height >= Double(drawn.count) * text.size, "\(text)")
    }
    let all = texts.map { $0.shown ?? $0.text }.joined(separator: " ")
    let isWhole = all.replacing("\n", with: " ").contains(lines.joined(separator: " "))
    #expect(
      isWhole != run.standardError.contains("shortened"), "\(all), \(run.standardError)")
  }

  @Test("The note on a section's shortened heading says that it has too many lines")
  func shortenedHeading() throws {
    let cell = (1...30).map { "line \($0)" }.joined(separator: "\n")
    try folder.write(Array("file,list\na.png,\"\(cell)\"\n".utf8), to: "t.csv")
    let run = try CommandRun(
      [
        "in/a.png", "--table", "t.csv", "--group-by", "list", "--group-break", "section",
        "--dry-run",
      ], in: folder)
    #expect(run.standardError.contains("the heading 'line 1 line 2 "), "\(run.standardError)")
    #expect(run.standardError.contains("because it has too many lines"), "\(run.standardError)")
  }

  @Test("A listing shows the text of a table cell on one line, and JSON keeps it unchanged")
  func listings() throws {
    let lines = try CommandRun(["in", "--table", "t.csv", "--list={list}"], in: folder)
    #expect(String(decoding: lines.standardOutput, as: UTF8.self) == "carrots leeks peas\nwater\n")
    let json = try CommandRun(["in", "--table", "t.csv", "--list"], in: folder)
    let text = String(decoding: json.standardOutput, as: UTF8.self)
    #expect(text.contains(#"carrots\r\nleeks\r\npeas"#), "\(text)")
  }
}
