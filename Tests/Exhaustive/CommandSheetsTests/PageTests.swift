import CommandFixtures
import Foundation
import SheetLayout
import TestSupport
import Testing

@Suite struct PageTests {
  @Test("Pages rendered one by one are byte-identical to pages rendered together")
  func onePageAtATime() throws {
    let together = try PictureFolders.ten()
    let alone = try PictureFolders.ten()
    let options = ["pics", "--cell", "32", "--per-page", "4", "-o", "s.png"]
    #expect(try CommandRun(options, in: together).status == 0)
    #expect(together.names == ["pics", "s-001.png", "s-002.png", "s-003.png"])
    for page in ["3", "1-2"] {
      #expect(try CommandRun(options + ["--page", page], in: alone).status == 0)
    }
    #expect(alone.names == together.names)
    for name in ["s-001.png", "s-002.png", "s-003.png"] {
      #expect(alone.contents(name) == together.contents(name))
    }
  }

  @Test("%02d is replaced by the page number, even for a single page")
  func pattern() throws {
    let folder = try PictureFolders.ten()
    try CommandRun(["pics", "-o", "a%02db.png"], in: folder)
    #expect(folder.names == ["pics", "a01b.png"])
  }

  @Test("One page of several can go to standard output")
  func standardOutput() throws {
    let folder = try PictureFolders.ten()
    let options = ["pics", "--cell", "32", "--per-page", "4"]
    try CommandRun(options, in: folder)
    let run = try CommandRun(options + ["--page", "2", "-o", "-"], in: folder)
    #expect([UInt8](run.standardOutput) == folder.contents("contact-sheet-002.png"))
  }

  @Test("A run with fewer pages keeps the surplus pages of an earlier run, with a note")
  func fewerPages() throws {
    let folder = try PictureFolders.ten()
    try CommandRun(["pics", "--cell", "32", "--per-page", "3", "-o", "s.png"], in: folder)
    let old = folder.contents("s-004.png")
    let run = try CommandRun(
      ["pics", "--cell", "32", "--per-page", "4", "-o", "s.png"], in: folder)
    #expect(run.status == 0)
    #expect(
      run.standardError
        == "contactsheet: 's-004.png' is left over from an earlier run with other pages\n")
    #expect(folder.contents("s-004.png") == old)
    let single = try CommandRun(["pics", "--cell", "32", "-o", "s.png"], in: folder)
    #expect(single.standardError.contains("'s-001.png' (and 3 more) are left"))
  }

  @Test("Pages of an earlier run in the same folder are not treated as pictures")
  func previousPages() throws {
    let folder = TemporaryFolder()
    for number in 1...5 { try folder.writePicture("\(number).png") }
    let options = [".", "--cell", "32", "--per-page", "2", "-o", "s.png"]
    try CommandRun(options, in: folder)
    let first = folder.contents("s-003.png")
    let again = try CommandRun(options, in: folder)
    #expect(again.standardError.isEmpty)
    #expect(folder.contents("s-003.png") == first)
    #expect(!folder.names.contains("s-004.png"))
  }

  @Test("Sheets of earlier runs under other names are skipped, and a note counts them")
  func otherSheets() throws {
    let folder = TemporaryFolder()
    for number in 1...3 { try folder.writePicture("\(number).png") }
    for name in ["mine.png", "mine.pdf"] {
      #expect(try CommandRun([".", "--cell", "32", "-o", name], in: folder).status == 0)
    }
    let run = try CommandRun([".", "--cell", "32", "-o", "other.png"], in: folder)
    #expect(
      run.standardError
        == "contactsheet: skipped the contact sheet './mine.png'; name "
        + "a sheet to show it\n")
    #expect(folder.contents("other.png") == folder.contents("mine.png"))
    #expect(
      try CommandRun(["--list={name}", "."], in: folder).text == "1.png\n2.png\n3.png\n")
    // The second run replaces the sheet of the tall page as well.
    for _ in 1...2 {
      let high = ["1.png", "--size", "1x1000001", "--margin", "0", "-o", "high.png"]
      #expect(try CommandRun(high, in: folder).status == 0)
    }
  }
}

@Suite struct PaperTests {
  static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for number in 1...30 { try folder.writePicture("\(number).png", width: 40, height: 30) }
    return folder
  }

  @Test("Paper has 300 pixels per inch by default, in landscape too")
  func landscape() throws {
    let manifest = try Manifest(
      dryRun: [".", "--paper", "letter-landscape", "--tile", "5x4"], in: Self.folder())
    #expect(manifest.pages.map(\.width) == [3300, 3300])
    #expect(manifest.pages.map(\.height) == [2550, 2550])
    #expect(manifest.options.dpi == 300)
  }

  @Test(
    "Options for sizes that the paper determines cannot be combined with --paper",
    arguments: [
      ("--size", "9"), ("--cell", "9"), ("--geometry", "9x9"), ("--max-height", "9"),
    ])
  func excluded(option: String, value: String) throws {
    let run = try CommandRun(["1.png", "--paper", "A4", option, value], in: TemporaryFolder())
    #expect(run.status == 64)
    #expect(run.standardError.contains("--paper") && run.standardError.contains(option))
    let folders = try Folders(project: "--paper A4")
    #expect(
      try folders.listing(["-", option, value]).contains(
        "\n# --paper: none, or A4 for a PDF with an image longer than 413 pixels (default)\n"))
  }

  @Test("Margins and gaps can be lengths on paper")
  func lengths() throws {
    let options = [
      ".", "--margin", "0.5inx5mm", "--gap", "1mmx36pt", "--tile", "5x", "--dpi", "254",
    ]
    let cells = try Manifest(dryRun: options, in: Self.folder()).tiles.map(\.cell)
    #expect(cells[0].x == 127 && cells[0].y == 50)
    #expect(cells[1].x - cells[0].x - cells[0].width == 10)
    #expect(cells[5].y - cells[0].y - cells[0].height == 127)
  }

  @Test("Tiers accept a gap in any notation if it is equal in both directions")
  func tieredGap() throws {
    let folders = try Folders(project: "--layout tiered\n--paper A4")
    for gap in ["8px", "2mm", "2mmx2mm"] {
      #expect(try folders.listing(["-", "--gap", gap]).contains("\n--layout tiered\n"))
    }
    #expect(
      try folders.listing(["-", "--gap", "2mmx3mm"]).contains("\n# --layout: grid (default)\n"))
  }
}
