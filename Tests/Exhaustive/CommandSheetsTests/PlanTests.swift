import CommandFixtures
import Foundation
import TestSupport
import Testing

@Suite struct PlanTests {
  /// A folder of small pictures, all 30 pixels tall and 10, 20, 30, … wide.
  static func folder(_ count: Int = 12) throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for number in 1...count {
      try folder.writePicture("\(number).png", width: 10 * number, height: 30)
    }
    return folder
  }

  @Test("A dry run writes nothing, and prints the sheet, the grid and the cells")
  func table() throws {
    let folder = try Self.folder()
    let run = try CommandRun([".", "--size", "400x300", "--dry-run"], in: folder)
    #expect(run.status == 0)
    #expect(run.standardError.isEmpty)
    let text = String(decoding: run.standardOutput, as: UTF8.self)
    for part in [
      "images    12", "rows x", "columns", "empty", "ratio", "(ideal 2.16",
      "400     300     12  contact-sheet.png",
    ] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
    #expect(folder.names.count == 12)
  }

  @Test("Empty cells are counted over all pages, and pages with a different grid are reported")
  func tableOfGroups() throws {
    let folder = TemporaryFolder()
    for number in 1...2 { try folder.writePicture("a/\(number).png") }
    for number in 1...5 { try folder.writePicture("b/\(number).png") }
    func table(_ options: [String]) throws -> String {
      let run = try CommandRun(
        ["-r", ".", "--group-by", "folder", "--dry-run"] + options, in: folder)
      #expect(run.status == 0)
      return String(decoding: run.standardOutput, as: UTF8.self)
    }
    let rows = try table(["--size", "300x100", "--tile", "2x", "--scale", "fill"])
    #expect(rows.contains("1 row x 2 columns on page 1; others differ"), "\(rows)")
    // Two pictures in one row of two, five in three rows of two.
    #expect(rows.contains("empty     1 cell\n"), "\(rows)")
    #expect(rows.contains(") on page 1; others differ"), "\(rows)")
    let same = try table(["--tile", "2x3"])
    #expect(same.contains("empty     5 cells"), "\(same)")
    #expect(!same.contains("differ"), "\(same)")
  }

  @Test("A dry run prints the dimensions even for an absurdly large sheet")
  func absurdTable() throws {
    let run = try CommandRun(
      ["1.png", "--cell", "2000000000x2000000000", "--max-pixels", "9000000000G", "--dry-run"],
      in: Self.folder())
    #expect(run.status == 0)
    #expect(run.standardError.isEmpty)
    let text = String(decoding: run.standardOutput, as: UTF8.self)
    #expect(text.contains("2000000000 x 2000000000 pixels"), "\(text)")
  }

  @Test("The manifest states each tile's source, cell, image and crop")
  func manifest() throws {
    let manifest = try Manifest(
      dryRun: ["1.png", "12.png", "--cell", "60x60", "--scale", "fill", "--tile", "2x"],
      in: Self.folder())
    #expect(manifest.version == 5)
    #expect(manifest.layout == "grid")
    #expect(manifest.grid == Manifest.Grid(rows: 1, columns: 2))
    #expect(manifest.pages.map(\.width) == [144])
    #expect(manifest.tiles.map(\.source) == ["1.png", "12.png"])
    let wide = manifest.tiles[1]
    #expect(wide.sourceWidth == 120)
    #expect(wide.cell == .init(76, 8, 60, 60))
    // 120 x 30 pixels: a square of full height from the middle covers the cell, even without
    // --upscale.
    #expect(wide.image == .init(76, 8, 60, 60))
    // Where the picture is cropped depends on its pixels, which a dry run does not read.
    #expect(wide.crop == nil && wide.cropRule == "subject")
    let centred = try Manifest(
      dryRun: ["12.png", "--cell", "60x60", "--scale", "fill", "--align", "center"],
      in: Self.folder())
    #expect(centred.tiles[0].crop == .init(45, 0, 30, 30))
  }

  @Test("Column tracks in the manifest are exactly as wide as in SwiftUI")
  func tracks() throws {
    let manifest = try Manifest(
      dryRun: [
        ".", "--layout", "columns", "--columns", "fixed(70) adaptive(40)", "--size", "200",
        "--margin", "0", "--upscale",
      ], in: Self.folder())
    // Worked example L01 of the column layout.
    #expect(
      manifest.tracks == [
        .init(x: 0, width: 70), .init(x: 78, width: 57), .init(x: 143, width: 57),
      ])
    #expect(manifest.tiles.prefix(3).map(\.cell.x) == [0, 78, 143])
    // The first row is as tall as its tallest picture: 10 x 30 scaled to a width of 70 is 210 tall.
    #expect(manifest.tiles[3].cell.y == 218)
  }

  @Test("Rows fill the width and keep ratios; the last row is aligned as requested")
  func rows() throws {
    let folder = try Self.folder()
    let manifest = try Manifest(
      dryRun: [
        ".", "--layout", "rows", "--row-height", "60", "--size", "500", "--margin", "0",
        "--upscale",
      ], in: folder)
    let rows = Dictionary(grouping: manifest.tiles, by: \.cell.y)
    for (y, row) in rows where y < rows.keys.max()! {
      #expect(row.map { $0.cell.x + $0.cell.width }.max() == 500)
      #expect(Set(row.map(\.cell.height)).count == 1)
    }
    let few = [
      "1.png", "2.png", "--layout", "rows", "--size", "500", "--row-height", "30", "--upscale",
    ]
    let left = try Manifest(dryRun: few, in: folder)
    let center = try Manifest(dryRun: few + ["--last-row", "center"], in: folder)
    let justified = try Manifest(dryRun: few + ["--last-row", "justified"], in: folder)
    #expect(left.tiles[0].cell.x == 8)
    #expect(center.tiles[0].cell.x > 200)
    #expect(justified.tiles[1].cell.x + justified.tiles[1].cell.width == 492)
  }

  @Test("Masonry puts the next picture into the shortest column")
  func masonry() throws {
    let manifest = try Manifest(
      dryRun: [
        ".", "--layout", "masonry", "--columns", "3 * flexible", "--size", "300", "--margin", "0",
        "--gap", "0", "--upscale",
      ], in: Self.folder())
    // Heights at a width of 100: 300, 150, 100, 75, …; the fourth goes below the third.
    #expect(manifest.tiles[3].cell == .init(200, 100, 100, 75))
  }

  @Test("--geometry has the same effect as in ImageMagick's montage")
  func geometry() throws {
    let folder = try Self.folder()
    let manifest = try Manifest(
      dryRun: [".", "--tile", "5x4", "--geometry", "60x50+4+3"], in: folder)
    // A single page ends below its last row, which is the third.
    #expect(manifest.pages.map { [$0.width, $0.height] } == [[5 * 68, 3 * 56]])
    // Small pictures are enlarged by default.
    #expect(manifest.tiles[0].image?.height == 50)
    let shrunk = try Manifest(
      dryRun: [".", "--tile", "5x4", "--geometry", "60x50+4+3>"], in: folder)
    #expect(shrunk.tiles[0].image?.height == 30)
    let largest = try Manifest(dryRun: [".", "--tile", "3x", "--geometry", "+0+0"], in: folder)
    #expect(largest.pages[0].width == 3 * 120)
  }

  @Test("If pictures are grouped by folder, each folder starts a new page")
  func groups() throws {
    let folder = TemporaryFolder()
    for name in ["b/1.png", "a/2.png", "a/1.png", "top.png", "b/c/1.png"] {
      try folder.writePicture(name)
    }
    let manifest = try Manifest(dryRun: ["-r", ".", "--group-by", "folder"], in: folder)
    #expect(
      manifest.pages.map { $0.tiles.map(\.source) } == [
        ["./top.png"], ["./a/1.png", "./a/2.png"], ["./b/1.png"], ["./b/c/1.png"],
      ])
  }

  @Test("A folder is one group, whatever path leads to it")
  func groupOfTwoPaths() throws {
    let folder = TemporaryFolder()
    for name in ["g/a/1.png", "g/a/2.png"] { try folder.writePicture(name) }
    let manifest = try Manifest(
      dryRun: ["g/a/1.png", "./g/a/2.png", "--group-by", "folder"], in: folder)
    #expect(manifest.pages.count == 1)
  }

  @Test(
    "Pictures are sorted by the requested key, and ties are broken by path",
    arguments: [
      (["--sort", "name"], ["a10", "a2", "b1"]), ([], ["a2", "a10", "b1"]),
      (["--reverse"], ["b1", "a10", "a2"]), (["--sort", "width"], ["b1", "a2", "a10"]),
      (["--sort", "height", "--reverse"], ["a2", "b1", "a10"]),
      (["--sort", "aspect"], ["a2", "b1", "a10"]), (["--sort", "given"], ["a2", "a10", "b1"]),
    ])
  func sorting(options: [String], order: [String]) throws {
    let folder = TemporaryFolder()
    try folder.writePicture("a2.png", width: 20, height: 40)
    try folder.writePicture("a10.png", width: 20, height: 10)
    try folder.writePicture("b1.png", width: 10, height: 10)
    let manifest = try Manifest(dryRun: ["."] + options, in: folder)
    #expect(manifest.tiles.map(\.source) == order.map { "./\($0).png" })
  }

  @Test("Listed pictures keep their order unless a sort key is given")
  func listed() throws {
    let folder = TemporaryFolder()
    let names = ["b.png", "a10.png", "c.png", "a2.png"]
    for name in names { try folder.writePicture(name) }
    func sources(_ options: [String]) throws -> [String] {
      let run = try CommandRun(
        ["-", "--dry-run", "--manifest", "-"] + options, in: folder,
        input: Data(names.joined(separator: "\n").utf8))
      return try Manifest(run.standardOutput).tiles.map(\.source)
    }
    #expect(try sources([]) == names)
    #expect(try sources(["--reverse"]) == names.reversed())
    #expect(try sources(["--sort", "natural"]) == ["a2.png", "a10.png", "b.png", "c.png"])
  }

  @Test("A sheet too large to view gets a note with options that make it smaller")
  func largeSheet() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("a.png", width: 256, height: 256)
    let list = Data(String(repeating: "a.png\n", count: 1500).utf8)
    func notes(_ options: [String]) throws -> String {
      let run = try CommandRun(["-", "--dry-run"] + options, in: folder, input: list)
      #expect(run.status == 0)
      return run.standardError
    }
    #expect(
      try notes([])
        == "contactsheet: cells are 249 x 249 pixels, so that the sheet stays within 100M pixels\n"
        + "contactsheet: the sheet is 12087 x 8232 pixels, larger than many programs can show; "
        + "--per-page 200, --paper A4 or --cell 96 makes it smaller\n")
    #expect(
      try notes(["--layout", "rows"]).contains(
        "; --per-page 100, --max-height 4000 or --paper A4 makes"))
    // Following the note's advice removes the note. There is no note if a size is given.
    for options in [
      ["--per-page", "200"], ["--cell", "96"], ["--paper", "A4"], ["--cell", "256"],
      ["--tile", "60x"], ["--columns", "60"], ["--size", "9000"], ["--max-height", "9000"],
      ["--layout", "rows", "--per-page", "100"], ["--layout", "rows", "--paper", "A4"],
      ["--quiet"],
    ] {
      #expect(try notes(options) == "", "\(options)")
    }
  }

  @Test("A shuffle depends only on its seed")
  func shuffle() throws {
    let folder = try Self.folder()
    func order(_ seed: String) throws -> [String] {
      try Manifest(dryRun: [".", "--sort", "shuffle:\(seed)"], in: folder)
        .tiles.map(\.source)
    }
    #expect(try order("7") == order("7"))
    #expect(try order("7") != order("8"))
    #expect(try Set(order("7")).count == 12)
  }

  @Test("The manifest lists unreadable pictures with the reason")
  func unreadable() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("a.png")
    try folder.write(Array("no".utf8), to: "b.png")
    try CommandRun([".", "--manifest", "m.json"], in: folder)
    let manifest = try Manifest(Data(try #require(folder.contents("m.json"))))
    #expect(manifest.tiles.map(\.status) == ["ok", "unreadable"])
    #expect(manifest.tiles[1].image == nil)
    #expect(manifest.unreadable == [.init(source: "./b.png", reason: "not a PNG file")])
  }

  @Test(
    "Impossible layouts and pages are refused with errors that state the position or a remedy",
    arguments: [
      (["--layout", "columns", "--columns", "fixed(300)", "--size", "200"], 2, "at least 316"),
      (["--layout", "columns", "--columns", "fixed(70) adaptve(4)"], 64, "at character 11"),
      (["--layout", "columns", "--columns", ""], 64, "the end at character 1; write"),
      (["--layout", "columns", "--columns", "fixed(9) fixed(0)"], 64, "at character 16"),
      (["--layout", "masonry", "--columns", "flexible(100,50)"], 64, "at character 14"),
      (["--max-height", "16"], 2, "make --max-height or --paper larger"),
      (["--layout", "tiered", "--paper", "A4", "--margin", "5x149mm"], 2, "or --paper larger"),
      (["--paper", "A4", "--margin", "5x149mm"], 2, "make --max-height or --paper larger"),
      (["--paper", "A6", "--margin", "6cm"], 2, "take 120.1 of the sheet's 105 mm and"),
      (["--size", "4inx6in", "--margin", "2in"], 2, "take 4 of the sheet's 4 in and"),
      (
        ["--paper", "A6", "--page-count", "1", "--gap", "10cm"], 2,
        "--per-page, or spread them over more pages"
      ),
      (
        ["--layout", "tiered", "--paper", "A6-landscape", "--dpi", "5", "--gap", "12"], 2,
        "--size or --paper larger"
      ),
      (
        ["--layout", "tiered", "--paper", "A4-landscape", "--gap", "95mm"], 2,
        "a width of 210 mm, because "
      ),
      (["--layout", "rows", "--row-height", "0"], 64, "--row-height"),
      (["--per-page", "0"], 64, "--per-page"), (["--tile", "0x3"], 64, "--tile"),
      (["--tile", "axb"], 64, "--tile"), (["--page", "0"], 64, "--page"),
      (["--page", "3-2"], 64, "--page"),
      (["--page", "2"], 2, "cannot render page 2: the sheet has only one page"),
      (
        ["--per-page", "5", "--page", "2-9"], 2, "cannot render page 9: the sheet has only 3 pages"
      ),
      (["--per-page", "5", "-o", "-"], 2, "cannot write 3 pages to standard output"),
      (["--max-height", "20"], 2, "a row of height 30 does not fit"),
      (["--geometry", "9x9+1"], 64, "--geometry"),
      (["--geometry", "9x9+1+1", "--gap", "3"], 64, "--geometry"),
      (["--manifest", "contact-sheet.png"], 2, "choose another name for --manifest"),
      (["--manifest", "1.png"], 2, "choose another name for the output"),
      (["--manifest", "no/m.json"], 2, "create it first"),
      (
        ["--layout", "tiered", "--order", "columns"], 2,
        "leave out --order columns, or use --cell-aspect"
      ),
    ])
  func refused(options: [String], status: Int32, message: String) throws {
    let folder = try Self.folder()
    let before = folder.names
    let run = try CommandRun(["."] + options, in: folder)
    #expect(run.status == status)
    #expect(run.standardError.contains(message), "\(run.standardError)")
    #expect(folder.names == before)
  }
}
