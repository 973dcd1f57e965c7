import CommandFixtures
import Foundation
import JPEGFixtures
import PNGFixtures
import TestSupport
import Testing

/// Commands that name all pictures of a folder, repeated with their own output in that folder.
@Suite struct SecondRunTests {
  /// A folder with three pictures whose names a shell does not sort as people would.
  static func pictures() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for (index, name) in ["img1", "img10", "img2"].enumerated() {
      try folder.writePicture("\(name).png", color: [UInt16(80 * index), 90, 60])
    }
    return folder
  }

  /// Runs a script three times, and returns the contents of a file after each.
  private func runs(
    _ script: String, in folder: TemporaryFolder, _ output: String = "contact-sheet.png"
  ) throws -> [[UInt8]?] {
    var contents: [[UInt8]?] = []
    for _ in 1...3 {
      #expect(try CommandRun.statusOfShell("set -o pipefail; \(script)", in: folder) == 0)
      contents.append(folder.contents(output))
    }
    return contents
  }

  @Test(
    "Each run of a shell pipeline uses the same pictures",
    arguments: [
      #""$0" *.png 2>>log"#, #"ls *.png | "$0" - 2>>log"#, #"ls -t *.png | "$0" - 2>>log"#,
      #"find . -name '*.png' -print0 | sort -z | "$0" --files-from - -0 2>>log"#,
      #""$0" . *.png --no-recursive 2>>log"#, #""$0" "$PWD"/*.png 2>>log"#,
      #""$0" *.png --exclude 'contact*' 2>>log"#,
    ])
  func pipelines(script: String) throws {
    let folder = try Self.pictures()
    let sheets = try runs(script, in: folder)
    #expect(sheets[0] != nil && sheets[1] == sheets[0] && sheets[2] == sheets[0])
    let log = String(decoding: folder.contents("log") ?? [], as: UTF8.self)
    #expect(
      log.split(separator: "\n").allSatisfy {
        $0.contains("contact-sheet.png', the sheet of an earlier run; choose another --output")
      })
    #expect(log.split(separator: "\n").count == 2, "\(log)")
  }

  @Test(
    "Sheets and documents of an earlier run are left out, wherever they are named",
    arguments: [
      #""$0" *.png --group-by '{width}' -o '{group}.png'"#,
      #""$0" *.png --group-by '{width}' -o 'by {group} of all.png' --per-page 2"#,
      #""$0" * --manifest m.json --html i.html --depfile d.d --report r.json"#,
      #"mkdir -p in; cp -n img*.png in; ls in | "$0" in --files-from - -o in/sheet.png"#,
      #""$0" . -o - >contact-sheet.png"#, #""$0" *.png -o - >contact-sheet.png"#,
      #""$0" *.png -o /dev/stdout >contact-sheet.png"#,
      #"touch contact-sheet.png; "$0" *.png; "$0" contact-sheet.png img1.png -o contact-sheet.png"#,
    ])
  func ownFiles(script: String) throws {
    let folder = try Self.pictures()
    var runs: [[String: [UInt8]?]] = []
    for _ in 1...3 {
      let status = try CommandRun.statusOfShell(
        "set -o pipefail; \(script) 2>/dev/null", in: folder)
      #expect(status == 0)
      let names = FileManager.default.subpaths(atPath: folder.url.path) ?? []
      runs.append(
        Dictionary(
          uniqueKeysWithValues: names.filter { $0.hasSuffix(".png") }.map {
            ($0, folder.contents($0))
          }))
    }
    #expect(runs[0].count > 3 && runs[1] == runs[0] && runs[2] == runs[0])
  }

  @Test("A sheet named along with pictures is shown, with a note")
  func shownSheet() throws {
    let folder = try Self.pictures()
    try CommandRun(["img1.png", "img2.png", "-o", "a.png"], in: folder)
    let run = try CommandRun(["img1.png", "a.png", "-o", "b.png"], in: folder)
    #expect(
      run.status == 0 && run.standardError.contains("'a.png' is a sheet made by contactsheet"))
    #expect(try CommandRun(["a.png", "-o", "c.png"], in: folder).standardError == "")
  }

  @Test("Pages of an earlier run are not taken for pictures, even if that run had more pages")
  func pages() throws {
    let folder = try Self.pictures()
    let pages = ["contact-sheet-001.png", "contact-sheet-002.png", "contact-sheet-003.png"]
    _ = try runs(#""$0" *.png --per-page 1 2>>log"#, in: folder, pages[0])
    #expect(folder.names.filter { $0.hasPrefix("contact-sheet") } == Set(pages))
    let manifest = try Manifest(
      dryRun: folder.names.sorted().filter { $0.hasSuffix(".png") }, in: folder)
    #expect(manifest.tiles.map(\.source) == ["img1.png", "img2.png", "img10.png"])
  }

  @Test("`*` does not include the PDF of an earlier run")
  func pdf() throws {
    let folder = try Self.pictures()
    let sheets = try runs(#"SOURCE_DATE_EPOCH=1 "$0" * -o s.pdf 2>/dev/null"#, in: folder, "s.pdf")
    #expect(sheets[0] != nil && sheets[1] == sheets[0] && sheets[2] == sheets[0])
  }

  @Test("`*` does not include the JPEG of an earlier run", .needs(.jpeg))
  func jpeg() throws {
    let folder = try Self.pictures()
    let sheets = try runs(
      #""$0" * -o contact-sheet.jpg 2>/dev/null"#, in: folder, "contact-sheet.jpg")
    #expect(sheets[0] != nil && sheets[1] == sheets[0] && sheets[2] == sheets[0])
  }

  @Test("Comparing named files again uses the same pictures")
  func comparison() throws {
    let folder = try Self.pictures()
    for name in ["img1", "img2", "contact-sheet"] { try folder.writePicture("old/\(name).png") }
    func sources() throws -> [String] {
      let run = try CommandRun(
        ["--compare", "old", "--list={path}"]
          + folder.names.sorted().filter { $0.hasSuffix(".png") },
        in: folder)
      return run.text.split(separator: "\n").map(String.init)
    }
    let first = try sources()
    #expect(
      try CommandRun.statusOfShell(#""$0" --compare old *.png; [ $? -eq 3 ]"#, in: folder) == 0)
    #expect(folder.contents("contact-sheet.png") != nil)
    #expect(try sources() == first)
  }

  @Test("A picture with the output's name is kept, and the run is refused")
  func foreign() throws {
    let folder = try Self.pictures()
    try folder.writePicture("contact-sheet.png")
    let before = folder.contents("contact-sheet.png")
    for more in [[], ["--force"]] {
      let run = try CommandRun(["img1.png", "contact-sheet.png"] + more, in: folder)
      #expect(run.status == 2)
      #expect(run.standardError.contains("'contact-sheet.png': it is both an input and an output"))
      #expect(folder.contents("contact-sheet.png") == before)
    }
  }

  @Test("If only the output is named, the error says what to do")
  func alone() throws {
    let folder = try Self.pictures()
    try CommandRun(["img1.png"], in: folder)
    let run = try CommandRun(["contact-sheet.png"], in: folder)
    #expect(run.status == 2)
    #expect(
      run.standardError
        == "contactsheet: cannot make a sheet: there are no images other than 'contact-sheet.png', "
        + "which an earlier run wrote; choose another name for the output\n")
  }

  @Test(
    "If the last argument does not exist and is named like a sheet, the error suggests -o",
    arguments: [
      (["photos", "out.pdf"], "out.pdf"), (["photos", "x/out.PNG"], "x/out.PNG"),
      (["photos", "my out.jpg"], "'my out.jpg'"), (["photos", "it's.pdf"], #"'it'\''s.pdf'"#),
      (["out.pdf"], "out.pdf"),
    ])
  func meantAsOutput(arguments: [String], word: String) throws {
    let folder = TemporaryFolder()
    try folder.writePicture("photos/a.png")
    let run = try CommandRun(arguments, in: folder)
    #expect(run.status == 2)
    let name = try #require(arguments.last)
    #expect(
      run.standardError
        == "contactsheet: cannot read '\(name)': it does not exist; correct the name, "
        + "or use -o \(word) to write the sheet there\n")
  }

  @Test(
    "With the suggested -o, the sheet is written to that file",
    arguments: ["out.pdf", "x/out.PNG", "'my out.png'", #"'it'\''s.pdf'"#])
  func writtenAsSuggested(word: String) throws {
    let folder = TemporaryFolder()
    try folder.writePicture("photos/a.png")
    let script = "mkdir -p x; \"$0\" photos -o \(word) && test -s \(word)"
    #expect(try CommandRun.statusOfShell(script, in: folder) == 0)
  }

  @Test(
    "Unless a missing argument is clearly meant as an output, the error does not suggest -o",
    arguments: [
      ["out.pdf", "photos"], ["photos", "out.txt"], ["photos", "out.pdf", "-o", "s.png"],
      ["a.png"], ["photos", "--", "-x.pdf"],
    ])
  func notMeantAsOutput(arguments: [String]) throws {
    let folder = TemporaryFolder()
    try folder.writePicture("photos/a.png")
    let run = try CommandRun(arguments, in: folder)
    #expect(run.status == 2)
    #expect(run.standardError.hasSuffix("it does not exist; correct the name\n"))
  }
}
