import Foundation
import TestSupport
import Testing

@testable import ContactSheetCommand

@Suite struct PaperTests {
  static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for number in 1...30 { try folder.writePicture("\(number).png", width: 40, height: 30) }
    return folder
  }

  @Test(
    "Every page has the size of the paper at its density, with margins of 10 mm",
    arguments: LayoutName.allCases)
  func pages(layout: LayoutName) throws {
    let options = [
      ".", "--layout", layout.rawValue, "--paper", "A6", "--dpi", "100", "--per-page", "20",
    ]
    let manifest = try Manifest(dryRun: options, in: Self.folder())
    // 105 x 148 mm, an inch having 25.4.
    #expect(manifest.pages.count > 1)
    #expect(manifest.pages.allSatisfy { $0.width == 413 && $0.height == 583 })
    #expect(manifest.tiles.map(\.cell.x).min() ?? 0 >= 39)
    #expect(manifest.tiles.map { $0.cell.y + $0.cell.height }.max() ?? 999 <= 583 - 39)
    #expect(manifest.options.dpi == 100)
  }

  @Test("Paper has 300 pixels an inch unless told otherwise, and either side up")
  func landscape() throws {
    let manifest = try Manifest(
      dryRun: [".", "--paper", "letter-landscape", "--tile", "5x4"], in: Self.folder())
    #expect(manifest.pages.map(\.width) == [3300, 3300])
    #expect(manifest.pages.map(\.height) == [2550, 2550])
    #expect(manifest.options.dpi == 300)
  }

  @Test("Paper on its side takes every layout", arguments: LayoutName.allCases)
  func onItsSide(layout: LayoutName) throws {
    let options = [".", "--layout", layout.rawValue, "--paper", "A4-landscape", "--dpi", "100"]
    let manifest = try Manifest(dryRun: options, in: Self.folder())
    #expect(manifest.pages.allSatisfy { $0.width == 1169 && $0.height == 827 })
    #expect(manifest.tiles.count == 30)
    #expect(manifest.tiles.map { $0.cell.y + $0.cell.height }.max() ?? 999 <= 827 - 39)
  }

  @Test(
    "What paper settles is not given beside it",
    arguments: [
      ("--size", "9"), ("--cell", "9"), ("--geometry", "9x9"), ("--max-height", "9"),
      ("--sheet-aspect", "1"),
    ])
  func excluded(option: String, value: String) throws {
    let run = try CommandRun(["1.png", "--paper", "A4", option, value], in: TemporaryFolder())
    #expect(run.status == 64)
    #expect(run.standardError.contains("--paper") && run.standardError.contains(option))
    let folders = try Folders(project: "paper = \"A4\"")
    #expect(try folders.listing(["-", option, value]).contains("\n# paper: none  # default\n"))
  }

  @Test(
    "A space on paper needs to know how many pixels an inch has", arguments: ["--margin", "--gap"])
  func density(option: String) throws {
    let run = try CommandRun(["1.png", option, "1mm"], in: Self.folder())
    #expect(run.status == 64)
    #expect(run.standardError.contains("\(option): '1mm' cannot be converted to pixels"))
  }

  @Test("Margins and gaps are lengths on paper")
  func lengths() throws {
    let options = [
      ".", "--margin", "0.5inx5mm", "--gap", "1mmx36pt", "--tile", "5x", "--dpi", "254",
    ]
    let cells = try Manifest(dryRun: options, in: Self.folder()).tiles.map(\.cell)
    #expect(cells[0].x == 127 && cells[0].y == 50)
    #expect(cells[1].x - cells[0].x - cells[0].width == 10)
    #expect(cells[5].y - cells[0].y - cells[0].height == 127)
  }

  @Test("The gap of tiers is one length, however it is written")
  func tieredGap() throws {
    let folders = try Folders(project: "layout = \"tiered\"\npaper = \"A4\"")
    for gap in ["8px", "2mm", "2mmx2mm"] {
      #expect(try folders.listing(["-", "--gap", gap]).contains("\nlayout = \"tiered\""))
    }
    #expect(
      try folders.listing(["-", "--gap", "2mmx3mm"]).contains("\nlayout = \"grid\"  # default"))
  }

  @Test(
    "A space is a length, or two with an x between them",
    arguments: [
      ("8", "8", "8"), ("8px", "8px", "8px"), ("8x4", "8", "4"), ("8pxx4px", "8px", "4px"),
      ("8x4px", "8", "4px"), ("10mmx15mm", "10mm", "15mm"), ("0.5inx3", "0.5in", "3"),
      ("3ptx0.5in", "3pt", "0.5in"),
    ])
  func spaces(text: String, horizontal: String, vertical: String) throws {
    let lengths = try #require(SpacingLengths(text))
    #expect("\(lengths.horizontal)" == horizontal)
    #expect("\(lengths.vertical)" == vertical)
  }

  @Test(
    "Anything else is no space",
    arguments: [
      "", "x", "8x", "x8", "8xx4", "8px4", "8x4x2", "-1", "1.5", "1 mm", "8pxx", "mm",
      String(repeating: "x", count: 100_000),
    ])
  func noSpaces(text: String) {
    #expect(SpacingLengths(text) == nil)
  }
}
