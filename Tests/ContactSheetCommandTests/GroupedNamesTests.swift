import CommandFixtures
import Foundation
import TestSupport
import Testing

@testable import ContactSheetCommand

@Suite struct GroupedNamesTests {
  let folder = TemporaryFolder()

  init() throws {
    for name in ["in/a/1.png", "in/a/2.png", "in/b/c/1.png", "in/b-c/1.png", "in/B-C/1.png"] {
      try folder.writePicture(name)
    }
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "out"), withIntermediateDirectories: true)
  }

  private func run(_ arguments: String...) throws -> CommandRun {
    try CommandRun(["in", "-r", "--cell", "20"] + arguments, in: folder)
  }

  private var written: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.url.appending(path: "out").path)
        .sorted()
    }
  }

  @Test("Each folder gets its own sheet, and names that would clash are numbered")
  func folders() throws {
    let run = try run("--group-by", "folder", "-o", "out/by-{folder}.png")
    #expect(run.status == 0, "\(run.standardError)")
    #expect(try written == ["by-B-C-2.png", "by-a.png", "by-b-c-3.png", "by-b-c.png"])
    // The existing files are our own sheets, so they are replaced.
    #expect(try self.run("--group-by", "folder", "-o", "out/by-{folder}.png").status == 0)
    #expect(try written.count == 4)
  }

  @Test("A fact of the groups is refused in an output's name, and the error names {group}")
  func factInName() throws {
    for fact in ["number", "width"] {
      let run = try run(
        "--parse", "{number}", "--group-by", "{\(fact)}", "-o", "out/{\(fact)}.png")
      #expect(run.status != 0, "\(fact)")
      #expect(run.standardError.contains("write {group}"), "\(run.standardError)")
      #expect(try written.isEmpty)
    }
  }

  @Test(
    "The name of a fact, a column or a --parse part groups pictures like the same name in braces")
  func names() throws {
    try folder.write(
      Array("path,class\na/1.png,cat\na/2.png,dog\nb/c/1.png,cat\n".utf8), to: "t.csv")
    for (key, options) in [
      ("class", ["--table", "t.csv"]), ("number", ["--parse", "{number}"]), ("width", []),
    ] {
      let files = try ["{\(key)}", key].map { key in
        let output = "out/\(key.filter(\.isLetter))-{group}.png"
        let run = try CommandRun(
          ["in", "-r", "--cell", "20", "--group-by", key, "-o", output] + options, in: folder)
        #expect(run.status == 0, "\(run.standardError)")
        defer { for name in (try? written) ?? [] { try? folder.remove("out/\(name)") } }
        return try written
      }
      #expect(files[0] == files[1] && !files[0].isEmpty, "\(key): \(files)")
    }
  }

  @Test(
    "Grouping by an unknown name is refused, and the error lists what can be written instead",
    arguments: [
      ("clas", [], ""), ("date", [], "; did you mean 'day'?"), ("index", [], ""),
      ("taken", [], "; did you mean 'day'?"), ("a b:", [], ""),
      ("class", ["--parse", "{number}"], ""),
      ("clss", ["--table", "t.csv"], "; did you mean 'class'?"),
    ] as [(String, [String], String)])
  func unknownNames(key: String, options: [String], suggestion: String) throws {
    try folder.write(Array("path,class\na/1.png,cat\na/2.png,dog\n".utf8), to: "t.csv")
    let run = try CommandRun(["in", "-r", "--group-by", key] + options, in: folder)
    #expect(run.status == (options.contains("--table") ? 2 : 64))
    #expect(
      run.standardError.contains(
        "cannot use '\(key)' as --group-by <key>: there is no such value; write one of folder, day, "
          + "month, year, camera, a pause such as gap:2h, or a template such as '{scene}'"
          + "\(suggestion)\n"), "\(run.standardError)")
  }

  @Test("Each group numbers its own pages, which share one file if the format supports pages")
  func pages() throws {
    let options = ["--group-by", "{stem}", "--per-page", "2"]
    let png = try CommandRun(
      ["in", "-r", "--cell", "20", "-o", "out/{group}.png"] + options, in: folder)
    #expect(png.status == 0, "\(png.standardError)")
    #expect(try written == ["1-001.png", "1-002.png", "2.png"])
    let pdf = try CommandRun(
      ["in", "-r", "--cell", "20", "-o", "out/{group}.pdf"] + options, in: folder)
    #expect(pdf.status == 0, "\(pdf.standardError)")
    #expect(try written.filter { $0.hasSuffix("pdf") } == ["1.pdf", "2.pdf"])
  }

  @Test(
    "A token that the output's name cannot use is refused, and the error suggests what to do",
    arguments: [
      (
        ["-o", "out/{group}.png"], "group the images with --group-by, without --group-break section"
      ),
      (["-o", "out/{folder}.png", "--group-by", "{stem}"], "--group-by folder"),
      (
        ["-o", "out/{group}.png", "--group-by", "folder", "--group-break", "section"],
        "without --group-break section"
      ), (["-o", "out/{foldr}.png"], "did you mean {folder}?"),
      (["-o", "out/{date}.png"], "\"sheet-$(date +%F).png\""),
      (["-o", "out/{page}.png"], "write %03d"), (["-o", "out/{camera}.png"], "write {group} for"),
      (["-o", "out/{group}-{date}.png", "--group-by", "folder"], "have no token {date}"),
    ])
  func refused(arguments: [String], remedy: String) throws {
    let run = try CommandRun(["in", "-r"] + arguments, in: folder)
    #expect(run.status == 2)
    #expect(run.standardError.contains(remedy), "\(run.standardError)")
    #expect(try written.isEmpty)
  }

  @Test("Braces that do not enclose a token stay in the name of the output")
  func others() throws {
    #expect(try run("-o", "out/{x}.png").status == 0)
    #expect(try written == ["{x}.png"])
  }

  @Test("Group names that would be invalid, hidden or too long as file names are made valid")
  func hostileNames() throws {
    let table =
      "path,g\nin/a/1.png,a/b\nin/a/2.png,50%d\nin/b/c/1.png,..\nin/b-c/1.png,\(String(repeating: "ä", count: 300))\n"
    try folder.write(Array(table.utf8), to: "t.csv")
    let run = try run("--table", "t.csv", "--group-by", "{g|.x}", "-o", "out/{group}.png")
    #expect(run.status == 0, "\(run.standardError)")
    let long = String(repeating: "ä", count: 90) + ".png"
    #expect(try written == ["50-d.png", "_.png", "_x.png", "a-b.png", long])
  }

  @Test(
    "A group whose name begins with a dot gets a visible sheet, whatever follows the dot",
    arguments: [".x", ".\u{301}x", ".\u{FE0F}", ".\u{200D}x", "."])
  func leadingDots(group: String) throws {
    try folder.write(Array("path,g\nin/a/1.png,\(group)\n".utf8), to: "t.csv")
    let run = try run("--table", "t.csv", "--group-by", "{g|x}", "-o", "out/{group}.png")
    #expect(run.status == 0, "\(run.standardError)")
    let names = try written
    #expect(names.count == 2 && names.contains("x.png"), "\(names)")
    #expect(!names.contains { $0.utf8.first == UInt8(ascii: ".") }, "\(names)")
  }
}
