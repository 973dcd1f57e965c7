import CommandFixtures
import Foundation
import PNGFixtures
import TestSupport
import Testing

/// Pictures in which single pixels matter: pixel art, icons and trimmed sprites.
@Suite struct ExactPixelRunTests {
  /// A folder of pixel art: nine small sprites and a large one.
  private static func sprites(largest side: Int, colorType: PNGFixture.ColorType = .palette) throws
    -> TemporaryFolder
  {
    let folder = TemporaryFolder()
    for number in 0..<10 {
      let side = number == 0 ? side : 16
      let samples = [UInt16](repeating: 1, count: side * side * colorType.channels)
      let sprite = PNGFixture(
        width: side, height: side, colorType: colorType, samples: samples,
        palette: colorType == .palette ? [.init(0, 0, 0), .init(200, 30, 30)] : [])
      try folder.write(sprite.encoded(), to: "in/\(number).png")
    }
    return folder
  }

  @Test("All pixel art fits its cells; other pictures are scaled down, and a note counts them")
  func pixelArt() throws {
    let reduced =
      "contactsheet: 1 image is reduced, because cells are sized for smaller images; "
      + "--cell 96x96 shows all its pixels\n"
    for (folder, side, note) in [
      (try Self.sprites(largest: 96), 96.0, ""),
      (try Self.sprites(largest: 96, colorType: .rgb), 64, reduced),
    ] {
      let plan = try Manifest(dryRun: ["in"], in: folder)
      #expect(plan.tiles[0].image?.width == side)
      let run = try CommandRun(["in", "--quiet", "--dry-run"], in: folder)
      #expect(run.status == 0)
      #expect(try CommandRun(["in", "-o", "s.png"], in: folder).standardError == note)
    }
  }

  @Test("The note on reduced images counts all of them, and suggests no cell that is too small")
  func reduced() throws {
    let folder = TemporaryFolder()
    func write(_ side: Int, _ name: String) throws {
      let samples = [UInt16](repeating: 1, count: side * side * 3)
      let picture = PNGFixture(width: side, height: side, colorType: .rgb, samples: samples)
      try folder.write(picture.encoded(), to: "in/\(name).png")
    }
    for number in 0..<12 { try write(16, "small\(number)") }
    try write(96, "medium")
    try write(300, "large")
    #expect(
      try CommandRun(["in", "-o", "s.png"], in: folder).standardError
        == "contactsheet: 2 images are reduced, the largest of them 'in/large.png' (300 x 300 pixels), "
        + "because cells are sized for smaller images\n")
    let padded = try Self.sprites(largest: 96, colorType: .rgb)
    #expect(
      try CommandRun(["in", "--padding", "5", "-o", "s.png"], in: padded).standardError
        .hasSuffix("; --cell 106x106 shows all its pixels\n"))
    let whole = try Manifest(dryRun: ["in", "--padding", "5", "--cell", "106x106"], in: padded)
    #expect(whole.tiles[0].image?.width == 96)
    // Most images are reduced now.
    for number in 0..<14 { try write(300, "large\(number)") }
    #expect(try CommandRun(["in", "-o", "s.png"], in: folder).standardError == "")
  }

  @Test(
    "If a given size reduces pixel art, a note counts the images and suggests a size that shows them whole",
    arguments: [
      ["--cell", "40"], ["--cell", "40", "--padding", "4", "--border", "1"],
      ["--layout", "rows", "--row-height", "40"], ["--tile", "5x", "--size", "200"],
      ["--layout", "collage", "--size", "90x90", "--gap", "1"],
      ["--layout", "masonry", "--size", "200", "--columns", "4"],
      ["--layout", "columns", "--size", "200", "--columns", "4"],
      ["--layout", "matrix", "--size", "90"],
    ])
  func reducedArt(options: [String]) throws {
    func note(_ folder: TemporaryFolder, _ options: [String]) throws -> String {
      try CommandRun(["in", "--dry-run"] + options, in: folder).standardError
    }
    let folder = try Self.sprites(largest: 96)
    let text = try note(folder, options)
    let found = try #require(
      text.firstMatch(of: /of pixel art (?:is|are) reduced, .*; (.*) shows (?:it|them) pixel/),
      "\(text)")
    let remedy = found.1.split(separator: " ").map(String.init)
    // The remedy replaces an option, or leaves it out.
    var others = options
    let replaced = try #require(
      others.firstIndex(of: remedy[0] == "leaving" ? "--size" : remedy[0]))
    others.removeSubrange(replaced...replaced + 1)
    let again = try note(folder, others + (remedy[0] == "leaving" ? [] : remedy))
    #expect(!again.contains("reduced"), "\(again)")
    // Photographs are meant to be reduced.
    let photographs = try Self.sprites(largest: 96, colorType: .rgb)
    #expect(try !note(photographs, options).contains("pixel art"))
  }

  @Test("The preset for pixel art enlarges by an integer factor, on a transparent sheet")
  func preset() throws {
    let folder = try Self.sprites(largest: 40)
    let plan = try Manifest(dryRun: ["in", "--preset", "pixels"], in: folder)
    #expect(plan.tiles.map { $0.image?.width } == [120] + [Double?](repeating: 48, count: 9))
    let two = try Manifest(
      dryRun: ["in", "--preset", "pixels", "--upscale=2", "--size", "200"], in: folder)
    #expect(two.tiles[0].image?.width == 80 && two.pages[0].width == 200)
    let none = try CommandRun(["in", "--preset", "pixels", "--cell", "100"], in: folder)
    #expect(
      none.standardError.contains(
        "cannot enlarge 'in/0.png' by 3: that needs 120 x 120 pixels, but its cell has 100 x 100; "
          + "make --cell larger, or --upscale smaller"))
    #expect(none.status != 0 && !folder.names.contains("contact-sheet.png"))
  }

  @Test("In a matrix of icons of several sizes, each column is only as wide as its own icons")
  func matrixOfSizes() throws {
    let folder = TemporaryFolder()
    for name in ["a", "b"] {
      for side in [16, 32, 128] {
        try folder.writePicture("in/\(name)_\(side).png", width: side, height: side)
      }
    }
    let plan = try Manifest(
      dryRun: ["in", "--parse", "{n}_{s:1}", "--rows-by", "{n}", "--columns-by", "{s}"], in: folder)
    #expect(plan.layout == "matrix")
    #expect(plan.tiles.prefix(3).map { $0.image?.width } == [16, 32, 128])
    #expect(plan.tiles[2].cell.width == 128 && plan.tiles[0].cell.width < 40)
    // The same is true at a given width if all images fit at their own size.
    for (width, isWhole) in [("300", true), ("900", true), ("150", false)] {
      let sized = try Manifest(
        dryRun: [
          "in", "--parse", "{n}_{s:1}", "--rows-by", "{n}", "--columns-by", "{s}", "--size", width,
        ], in: folder)
      let widths = sized.tiles.prefix(3).map { $0.image?.width }
      #expect((widths == [16, 32, 128]) == isWhole, "\(width)")
      if isWhole { #expect(sized.tiles[0].cell.width < 40) }
    }
  }

  @Test("Cells are as large as the trimmed pictures need")
  func trimmed() throws {
    let folder = TemporaryFolder()
    var samples = [UInt16](repeating: 255, count: 100 * 100)
    for y in 30..<50 { for x in 40..<70 { samples[100 * y + x] = 0 } }
    let framed = PNGFixture(width: 100, height: 100, colorType: .gray, samples: samples)
    for number in 1...4 { try folder.write(framed.encoded(), to: "in/\(number).png") }
    for tile in try Manifest(dryRun: ["in", "--trim"], in: folder).tiles {
      #expect(tile.cell.width == 30 && tile.cell.height == 20)
      #expect(tile.image?.width == 30 && tile.image?.height == 20)
    }
  }

  @Test("A note says how many pictures --scale none crops")
  func cropped() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("in/1.png", width: 400, height: 300)
    try folder.writePicture("in/2.png", width: 40, height: 30)
    let run = try CommandRun(
      ["in", "--scale", "none", "--cell", "100x90", "-o", "s.png"], in: folder)
    #expect(
      run.standardError
        == "contactsheet: 1 image is cropped, because cells have no room for it; --scale fit shows it whole\n"
    )
    let whole = try CommandRun(
      ["in", "--scale", "none", "--cell", "400x300", "-o", "s.png", "--force"], in: folder)
    #expect(whole.standardError == "")
  }

  @Test("--scale 25% shows all images at one scale, in rows unless an option asks for a grid")
  func oneScale() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("in/desktop.png", width: 192, height: 108)
    try folder.writePicture("in/phone.png", width: 39, height: 84)
    func plan(_ options: String...) throws -> Manifest {
      let plan = try Manifest(dryRun: ["in", "--scale", "25%"] + options, in: folder)
      #expect(plan.tiles.map { $0.image?.width } == [48, 10], "\(options)")
      #expect(plan.tiles.map { $0.image?.height } == [27, 21], "\(options)")
      return plan
    }
    let rows = try plan()
    #expect(rows.layout == "rows")
    #expect(rows.tiles[0].image?.y == rows.tiles[1].image?.y)
    let labels = try plan("--label", "{name}", "--font", "builtin")
    let bottoms = labels.tiles.map { tile in tile.image.map { $0.y + $0.height } }
    #expect(labels.layout == "rows" && bottoms[0] == bottoms[1])
    for options in [["--columns", "1"], ["--cell", "60x40"], ["--layout", "grid"]] {
      let plan = try Manifest(dryRun: ["in", "--scale", "25%"] + options, in: folder)
      #expect(plan.layout == "grid" && plan.tiles.map { $0.image?.width } == [48, 10])
    }
    // A percentage on the command line replaces the factor of a preset.
    #expect(try plan("--preset", "pixels").layout == "rows")
    let none = try CommandRun(["in", "--scale", "25%", "--cell", "30", "--dry-run"], in: folder)
    #expect(
      none.standardError.contains(
        "cannot show 'in/desktop.png' at 25%: that needs 48 x 27 pixels, but its cell has 30 x 30; "
          + "make --cell larger, or --scale smaller"))
    for wrong in ["0%", "10001%", "25", "x%", "-25%", "1e999%", "%"] {
      let run = try CommandRun(["in", "--scale=\(wrong)", "--dry-run"], in: folder)
      #expect(run.status == 64 && run.standardError.contains("percentage"), "\(wrong)")
    }
  }

  @Test("With --verbose, a note counts images that blend into the sheet without room for outlines")
  func vanishingEdges() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("in/1.png", color: [255, 255, 255])
    try folder.writePicture("in/2.png", color: [250, 250, 250])
    try folder.writePicture("in/3.png")
    func note(_ arguments: String...) throws -> String {
      let run = try CommandRun(["in", "-o", "s.png", "--force"] + arguments, in: folder)
      #expect(run.status == 0)
      return run.standardError
    }
    let advice = "; --border '1 #cccccc' draws a line inside each cell, without a gap\n"
    let text =
      "contactsheet: hairlines around 2 images that blend into the background are left out, "
      + "because they need at least 3 pixels between images"
    #expect(try note("--gap", "0", "--verbose").contains(text + advice))
    #expect(try note("--gap", "2", "--layout", "rows", "--verbose").contains(text + advice))
    #expect(try note("--gap", "0") == "")
    for arguments in [
      ["--gap", "3"], ["--gap", "0", "--edge", "none"], ["--gap", "0", "--border", "1"],
    ] {
      let run = try CommandRun(["in", "-o", "s.png", "--force"] + arguments, in: folder)
      #expect(run.standardError == "", "\(arguments)")
    }
    #expect(try note("--gap", "0", "--background", "black") == "")
  }

  @Test("With --scale none, images larger than usual cells are in rows, unless a grid is asked for")
  func wholeInRows() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("in/16.png", width: 16, height: 16)
    try folder.writePicture("in/512.png", width: 512, height: 512)
    try folder.writePicture("in/2000.png", width: 2000, height: 40)
    try folder.writePicture("small/1.png", width: 90, height: 60)
    func run(_ arguments: String...) throws -> String {
      let manifest = try Manifest(dryRun: arguments + ["--scale", "none"], in: folder)
      let areWhole = manifest.tiles.allSatisfy { tile in
        tile.image?.width == tile.sourceWidth.map(Double.init)
          && tile.image?.height == tile.sourceHeight.map(Double.init)
      }
      return "\(manifest.layout) \(areWhole ? "whole" : "cropped")"
    }
    #expect(try run("in") == "rows whole")
    #expect(try run("small") == "grid whole")
    #expect(try run("in", "--layout", "grid") == "grid cropped")
    #expect(try run("in", "--columns", "2") == "grid cropped")
    #expect(try run("in", "--cell", "100") == "grid cropped")
    #expect(try run("in", "--size", "300") == "grid cropped")
    // If the pixel limit leaves no room for whole images, the layout stays as it is.
    let limited = try CommandRun(
      ["in", "--scale", "none", "--max-pixels", "300000", "--dry-run"], in: folder)
    #expect(limited.status == 0, "\(limited.standardError)")
  }

  /// Writes pictures of 120 x 80 pixels, each with its number of pixels per inch.
  private func writeScans(_ resolutions: KeyValuePairs<String, Double?>, in folder: TemporaryFolder)
    throws
  {
    for (name, perInch) in resolutions {
      var fixture = PNGFixture.plain(width: 120, height: 80, color: [120, 90, 60])
      if let density = perInch.map({ UInt32(($0 / 0.0254).rounded()) }) {
        fixture.chunksBeforeData = [.density(x: density, y: density)]
      }
      try folder.write(fixture.encoded(), to: "in/\(name).png")
    }
  }

  @Test("--scale 1:2 shows objects at half their size, whatever the resolutions of their images")
  func drawingScale() throws {
    let folder = TemporaryFolder()
    try writeScans(["a": 300, "b": 600, "c": 1200], in: folder)
    func widths(_ options: [String]) throws -> [Double?] {
      try Manifest(dryRun: ["in"] + options, in: folder).tiles.map { $0.image?.width }
    }
    for options in [["--paper", "A4"], ["--dpi", "300"], ["--gap", "3mm"], ["-o", "s.pdf"]] {
      let plan = try Manifest(dryRun: ["in", "--scale", "1:2"] + options, in: folder)
      #expect(plan.layout == "rows" && plan.tiles.map { $0.image?.width } == [60, 30, 15])
      #expect(plan.tiles.map { $0.image?.height } == [40, 20, 10], "\(options)")
    }
    #expect(try widths(["--scale", "2:1", "--dpi", "150"]) == [120, 60, 30])
    #expect(try widths(["--scale", "1:1", "--paper", "A4", "--columns", "1"]) == [120, 60, 30])
    try folder.write(Array("file,pixel-size\nb.png,0.0254 mm\n".utf8), to: "t.csv")
    let table = ["--scale", "1:1", "--paper", "A4", "--table", "t.csv"]
    #expect(try widths(table) == [120, 36, 30])
  }

  @Test("An image without a known pixel size is an error, and so is a sheet without a resolution")
  func unknownScale() throws {
    let folder = TemporaryFolder()
    try writeScans(["a": 300, "b": nil], in: folder)
    func error(_ options: String...) throws -> String {
      let run = try CommandRun(["in", "--dry-run"] + options, in: folder)
      #expect(run.status != 0, "\(options)")
      return run.standardError
    }
    let unknown = try error("--scale", "1:1", "--paper", "A4")
    #expect(unknown.contains("cannot show 'in/b.png' at 1:1"), "\(unknown)")
    #expect(unknown.contains("pixel-size column") && unknown.contains("exiftool"), "\(unknown)")
    let offPaper = try error("--scale", "1:1")
    #expect(offPaper.contains("add --paper A4 or --dpi 300"), "\(offPaper)")
    try folder.write(Array("file,pixel-size\nb.png,0.1\n".utf8), to: "t.csv")
    let unclear = try error("--scale", "1:1", "--paper", "A4", "--table", "t.csv")
    #expect(unclear.contains("'0.1', is not a length"), "\(unclear)")
    try folder.write(Array("file,pixel-size\nb.png,1 km\n".utf8), to: "t.csv")
    let extreme = try error("--scale", "1:1", "--paper", "A4", "--table", "t.csv")
    #expect(extreme.contains("the range from 0.001 to 100"), "\(extreme)")
    for (value, meant) in [("1/2", "'1:2'"), ("true-size", "'1:1'")] {
      #expect(try error("--scale", value).contains("did you mean \(meant)?"), "\(value)")
    }
    #expect(try error("--size", "1:1").contains("did you mean --scale 1:1?"))
    for wrong in ["1:0", "0:1", "1:2:3", "1:x"] {
      #expect(try error("--scale", wrong).contains("write two numbers above 0"), "\(wrong)")
    }
    #expect(
      try error("--scale", "1:1", "--paper", "A4", "--compare", "in").contains("cannot compare"))
  }

  @Test("If an image does not fit, the error names the largest round scale at which it does")
  func fittingScale() throws {
    let folder = TemporaryFolder()
    try writeScans(["a": 300, "b": 10], in: folder)
    let options = ["in", "--paper", "A4", "--dry-run"]
    let run = try CommandRun(options + ["--scale", "1:1"], in: folder)
    #expect(
      run.standardError.contains("cannot show 'in/b.png' at 1:1: that needs 304.8 x 203.2 mm"),
      "\(run.standardError)")
    #expect(
      run.standardError.hasSuffix("make --paper larger, or use --scale 1:2\n"),
      "\(run.standardError)")
    #expect(try CommandRun(options + ["--scale", "1:2"], in: folder).status == 0)
    #expect(try CommandRun(options + ["--scale", "1:1.5"], in: folder).status != 0)
  }

  @Test(
    "A note counts the images with 72 or 96 pixels per inch, which may only be placeholders"
  )
  func doubtfulResolutions() throws {
    let folder = TemporaryFolder()
    try writeScans(["a": 300, "b": 72, "c": 96], in: folder)
    let options = ["in", "--paper", "A3", "--dry-run"]
    let run = try CommandRun(options + ["--scale", "1:1"], in: folder)
    #expect(run.status == 0)
    #expect(
      run.standardError.contains(
        "the scale of 2 of 3 images is based on 72 or 96 pixels per inch, which programs write if they do "
          + "not know the resolution; the first is 'in/b.png'"), "\(run.standardError)")
    try folder.write(Array("file,ppi\na.png,300\nb.png,72\nc.png,96\n".utf8), to: "t.csv")
    let table = try CommandRun(options + ["--scale", "1:1", "--table", "t.csv"], in: folder)
    #expect(table.status == 0 && !table.standardError.contains("72 or 96"))
  }

  @Test("A percentage on paper gets a note if the images state different resolutions")
  func differentResolutions() throws {
    let folder = TemporaryFolder()
    try writeScans(["a": 300, "b": 600, "c": 72], in: folder)
    func note(_ options: String...) throws -> String {
      let run = try CommandRun(["in", "--dry-run"] + options, in: folder)
      #expect(run.status == 0)
      return run.standardError
    }
    let whole = try note("--scale", "100%", "--paper", "A4")
    #expect(whole.contains("from 300 to 600 pixels") && whole.contains("--scale 1:1 shows"))
    #expect(try note("--scale", "50%", "--paper", "A4").contains("--scale 1:2 shows"))
    for options in [[], ["--paper", "A4", "--include", "[ac].png"]] {
      let run = try CommandRun(["in", "--dry-run", "--scale", "100%"] + options, in: folder)
      #expect(run.status == 0 && !run.standardError.contains("resolutions"), "\(options)")
    }
  }

  @Test("A note suggests --upscale=1 only if that gives cells that hold every picture")
  func suggestedCells() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("in/0.png", width: 500, height: 300)
    for number in 1...9 { try folder.writePicture("in/\(number).png", width: 40, height: 30) }
    let hint = "--upscale=1 makes cells that hold it"
    for (layout, hints) in [
      ([], false), (["--layout", "grid"], true), (["--tile", "4x"], true),
      (["--cell", "50"], false), (["--size", "300"], false),
      (["--layout", "collage", "--size", "300x200"], false), (["--layout", "masonry"], false),
      (["--layout", "tiered", "--size", "300"], false),
    ] as [([String], Bool)] {
      let arguments = ["in", "--scale", "none", "--dry-run"] + layout
      let run = try CommandRun(arguments, in: folder)
      #expect(run.standardError.contains(hint) == hints, "\(layout): \(run.standardError)")
      if hints {
        let again = try CommandRun(arguments + ["--upscale=1"], in: folder)
        #expect(again.standardError == "" && again.status == 0, "\(layout)")
      }
    }
  }

  @Test(
    "If a sheet is too large to view, only options compatible with those given are suggested"
  )
  func largeSheet() throws {
    let folder = TemporaryFolder()
    for number in 0..<40 { try folder.writePicture("in/\(number).png", width: 64, height: 64) }
    let arguments = ["in", "--upscale=8", "--size", "600", "--dry-run"]
    let run = try CommandRun(arguments, in: folder)
    #expect(
      run.standardError.hasSuffix(
        "larger than many programs can show; --per-page 10 or --max-height 4000 makes it smaller\n"),
      "\(run.standardError)")
    for words in [["--per-page", "10"], ["--max-height", "4000"]] {
      #expect(try CommandRun(arguments + words, in: folder).standardError == "")
    }
  }

  @Test(
    "If pairs are equal within the tolerance but most pixels differ, a note says so; the status is 0"
  )
  func unseenDifferences() throws {
    let folder = TemporaryFolder()
    for (name, value) in [("old/1.png", UInt16(100)), ("new/1.png", 102)] {
      try folder.writePicture(name, color: [value, value, value])
    }
    for name in ["old/2.png", "new/2.png"] {
      try folder.writePicture(name, color: [9, 9, name == "new/2.png" ? 8 : 9])
    }
    let run = try CommandRun(["new", "--compare", "old"], in: folder)
    #expect(run.status == 0)
    #expect(
      run.standardError.contains(
        "2 pairs are equal within the tolerance, though most of their pixels differ; the largest difference is in "
          + "'1.png' (42.1 dB); --compare-show all --list='{path} {psnr}' lists the differences\n"),
      "\(run.standardError)")
    let list = try CommandRun(
      ["new", "--compare", "old", "--compare-show", "all", "--list={path} {psnr}"], in: folder)
    let lines = String(decoding: list.standardOutput, as: UTF8.self)
    #expect(lines.contains("1.png 42.1") && lines.contains("2.png "), "\(lines)")
    #expect(!list.standardError.contains("within the tolerance"), "\(list.standardError)")
    let exact = try CommandRun(["new", "--compare", "old", "--tolerance", "0"], in: folder)
    #expect(exact.status == 3 && !exact.standardError.contains("within the tolerance"))
  }
}
