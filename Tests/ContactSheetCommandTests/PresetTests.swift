import ArgumentParser
import CommandFixtures
import Foundation
import PNGFixtures
import SheetLayout
import SheetPlanning
import SheetPlans
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet
@testable import ContactSheetCommand

@Suite struct PresetTests {
  @Test(
    "A preset is an argument file that gives each option once",
    arguments: builtInPresets.map(\.key))
  func texts(name: String) throws {
    let text = try #require(builtInPresets.first { $0.key == name }?.value)
    let file = try ArgumentFile(text, origin: .preset(name, nil), kind: .preset)
    #expect(file.options.entries.allSatisfy { $0.texts.count == 1 })
    let lines = text.split(separator: "\n").count { !$0.hasPrefix("#") }
    #expect(file.options.entries.count == lines)
    #expect(ruleBroken(by: RawOptions().over([file.options])) == nil)
  }

  @Test("Each preset makes a sheet of the sample pictures", arguments: builtInPresets.map(\.key))
  func sheet(name: String) throws {
    let samples = Repository.root.appendingPathComponent("SampleImages").path
    // Photographs that are enlarged by a factor do not fit on a sheet.
    let few = name == "pixels" ? ["--include", "*sprite*"] : []
    let run = try CommandRun([samples, "--preset", name, "--dry-run"] + few, in: TemporaryFolder())
    #expect(run.status == 0, "\(run.standardError)")
    #expect(run.text.contains("pages"))
  }

  @Test(
    "Each preset can be combined with every layout, with paper and with cells",
    arguments: builtInPresets.map(\.key),
    LayoutKind.allCases.map { ["--layout", $0.rawValue] } + [["--paper", "A5"], ["--cell", "99"]])
  func combinations(name: String, options: [String]) throws {
    let text = try #require(builtInPresets.first { $0.key == name }?.value)
    let file = try ArgumentFile(text, origin: .preset(name, nil), kind: .preset)
    let arguments = try parsed(options).over([file.options])
    #expect(ruleBroken(by: arguments) == nil)
    #expect(throws: Never.self) { try arguments.resolved() }
  }

  @Test("A gallery shows icons of any colour, because transparent parts lie on a checkerboard")
  func icons() throws {
    let folder = TemporaryFolder()
    for value: UInt16 in [0, 24, 128, 255] {
      let samples: [UInt16] = (0..<64 * 64).flatMap {
        [value, value, value, $0 % 64 < 32 ? 255 : 0]
      }
      let icon = PNGFixture(width: 64, height: 64, colorType: .rgba, samples: samples)
      try folder.write(icon.encoded(), to: "\(value).png")
    }
    try CommandRun([".", "--preset", "web", "-o", "s.png"], in: folder)
    let sheet = try DecodedSheet(try #require(folder.contents("s.png")))
    let plan = try Manifest(dryRun: [".", "--preset", "web", "-o", "s.png"], in: folder)
    #expect(plan.tiles.count == 4)
    for tile in plan.tiles {
      let image = try #require(tile.image)
      let row = Int(image.y + image.height / 2)
      let shades = Set((Int(image.x)..<Int(image.x + image.width)).map { sheet.pixel($0, row)[0] })
      #expect((shades.max() ?? 0) - (shades.min() ?? 0) > 40, "\(tile.source)")
    }
  }

  @Test("A print preset's page is A4 at its resolution, with pictures at least 35 mm wide")
  func print() throws {
    let folder = TemporaryFolder()
    for number in 1...90 { try folder.writePicture("\(number).png", width: 900, height: 600) }
    let plan = try Manifest(dryRun: [".", "--preset", "print"], in: folder)
    func pixels(_ millimeters: Double) -> Int { Int((millimeters / 25.4 * 300).rounded()) }
    #expect(plan.pages.map(\.width) == [pixels(210), pixels(210)])
    #expect(plan.pages.map(\.height) == [pixels(297), pixels(297)])
    #expect(plan.options.dpi == 300)
    for tile in plan.tiles {
      #expect((tile.image?.width ?? 0) >= Double(pixels(35)))
      #expect(tile.cell.x >= Double(pixels(8)))
    }
  }

  @Test(
    "On paper, a preset's gap may shrink beside small pictures, but a gap given by --gap may not")
  func gaps() throws {
    func gapMayShrink(_ name: String, _ options: String...) throws -> Bool {
      let text = try #require(builtInPresets.first { $0.key == name }?.value)
      let file = try ArgumentFile(text, origin: .preset(name, nil), kind: .preset)
      return try parsed(options).over([file.options]).resolved().job.gapMayShrink
    }
    #expect(try gapMayShrink("print"))
    #expect(try gapMayShrink("print", "--paper", "A6"))
    #expect(try !gapMayShrink("print", "--gap", "2mm"))
    #expect(try !gapMayShrink("pipeline"))
  }

  /// The options of a built-in preset, overridden by others.
  private func options(_ name: String, _ options: [String]) throws -> RawOptions {
    let text = try #require(builtInPresets.first { $0.key == name }?.value)
    let file = try ArgumentFile(text, origin: .preset(name, nil), kind: .preset)
    return try parsed(options).over([file.options])
  }

  @Test(
    "A border for some pictures leaves the preset's border on the others, unless one is given for all"
  )
  func borders() throws {
    let some = try options("proof", ["--border", "a*=3 red"]).resolved().job
    #expect(some.style.decoration.border?.width == 1 && some.borders.count == 1)
    let all = try options("proof", ["--border", "a*=3 red", "--border", "2"]).resolved().job
    #expect(all.style.decoration.border?.width == 2 && all.borders.count == 1)
  }

  @Test("The figure preset may narrow its sheet unless a width or a height is given")
  func narrowFigures() throws {
    func widthMayShrink(_ options: String...) throws -> Bool {
      try self.options("figure", options).resolved().job.widthMayShrink
    }
    #expect(try widthMayShrink())
    #expect(try widthMayShrink("--dpi", "600", "--rows-by", "{stem}"))
    #expect(try !widthMayShrink("--size", "84mm"))
    #expect(try !widthMayShrink("--max-height", "100mm"))
    #expect(
      try !parsed(["--size", "174mm", "--max-height", "230mm"]).resolved().job.widthMayShrink)
  }

  @Test("The rows of a figure are as far apart as its columns, unless there is text between rows")
  func gapsOfFigures() throws {
    let folder = TemporaryFolder()
    for name in ["a", "b"] {
      for row in 1...3 { try folder.writePicture("in/\(name)/\(row).png", width: 90, height: 60) }
    }
    func gaps(_ options: String...) throws -> [Double] {
      let plan = try Manifest(
        dryRun: ["in", "-r", "--preset", "figure"] + options, in: folder)
      let cells = plan.pages[0].tiles.map(\.cell)
      return [
        cells[1].x - cells[0].x - cells[0].width, cells[2].y - cells[0].y - cells[0].height,
      ]
    }
    #expect(try gaps() == [12, 12])
    #expect(try gaps("--label", "{name}", "--label-position", "over") == [12, 12])
    #expect(try gaps("--gap", "1mmx2mm") == [12, 24])
    #expect(try gaps("--label", "{name}") == [12, 24])
    #expect(try gaps("--row-heading", "above")[1] > 24)
    let grid = ["--layout", "grid", "--columns", "2"]
    func gapsOfGrid(_ options: String...) throws -> [Double] {
      let plan = try Manifest(
        dryRun: ["in", "-r", "--preset", "figure"] + grid + options, in: folder)
      let cells = plan.pages[0].tiles.map(\.cell)
      return [
        cells[1].x - cells[0].x - cells[0].width, cells[2].y - cells[0].y - cells[0].height,
      ]
    }
    #expect(try gapsOfGrid() == [12, 12])
    #expect(try gapsOfGrid("--label", "{name}") == [12, 24])
  }

  @Test("If the images of a figure with several pages form one column, the note suggests a grid")
  func singleColumn() throws {
    let folder = TemporaryFolder()
    for number in 1...40 {
      try folder.writePicture("in/\(number).png", width: 90, height: 60)
    }
    func note(_ options: String...) throws -> String {
      try CommandRun(
        ["in", "--preset", "figure", "--dry-run", "-o", "s.png"] + options, in: folder
      ).standardError
    }
    let grid = "--layout grid shows the images side by side, and "
    let column = try note()
    #expect(column.contains(grid + "--columns-by divides them among several columns"), "\(column)")
    // A width of only a few millimetres is not suggested.
    #expect(!column.contains("--size"), "\(column)")
    // Rows that were asked for are kept.
    let given = try note("--rows-by", "{stem}")
    #expect(given.contains("pages") && !given.contains(grid), "\(given)")
    #expect(try note("--layout", "grid") == "")
  }

  @Test(
    "With --group-by folder, the figure preset is a grid, unless other options ask for a matrix")
  func foldersInFigures() throws {
    func kind(_ options: String...) throws -> LayoutKind {
      try self.options("figure", options).layoutKind
    }
    #expect(try kind() == .matrix)
    #expect(try kind("--group-by", "folder") == .grid)
    #expect(try kind("--group-by", "{truth}") == .matrix)
    #expect(try kind("--group-by", "folder", "--layout", "matrix") == .matrix)
    #expect(try kind("--group-by", "folder", "--columns-by", "{stem}") == .matrix)
    #expect(try kind("--group-by", "folder", "--column-values", "a,b") == .matrix)
  }

  @Test(
    "Grouping by folder changes the layout of a preset only if the layout is a matrix",
    arguments: builtInPresets.map(\.key))
  func foldersInPresets(name: String) throws {
    let kind = try options(name, []).layoutKind
    for key in ["folder", "{folder}"] {
      let grouped = try options(name, ["--group-by", key]).layoutKind
      #expect(grouped == (kind == .matrix ? .grid : kind), "\(key)")
    }
  }

  @Test("A film has six frames in each strip, whatever the number of pages", arguments: 1...3)
  func stripsOnPages(count: Int) throws {
    let folder = TemporaryFolder()
    for number in 1...37 {
      try folder.writePicture("\(number).png", width: number < 9 ? 40 : 60, height: 40)
    }
    for paper in [[], ["--paper", "10x15cm"]] {
      let options = [".", "--preset", "film", "--page-count", "\(count)"] + paper
      let pages = try Manifest(dryRun: options, in: folder).pages
      #expect(pages.count == count, "\(paper)")
      #expect(pages.map(\.tiles.count).reduce(0, +) == 37, "\(paper)")
      for page in pages {
        let columns = Set(page.tiles.map(\.cell.x)).count
        #expect(columns == min(6, page.tiles.count), "\(paper)")
      }
    }
  }

  @Test(
    "Columns are kept even if this leaves fewer pages than --page-count, and a note says so",
    arguments: [["--tile", "4x"], ["--tile", "4x", "--paper", "A4"], ["--preset", "film"]])
  func fewerPages(options: [String]) throws {
    let folder = TemporaryFolder()
    for number in 1...24 { try folder.writePicture("\(number).png", width: 60, height: 40) }
    let columns = options.contains("film") ? 6 : 4
    for count in [3, 9] {
      let arguments = [".", "--page-count", "\(count)"] + options
      let pages = try Manifest(dryRun: arguments, in: folder).pages
      #expect(pages.count == min(count, 24 / columns))
      #expect(pages.map(\.tiles.count).reduce(0, +) == 24)
      #expect(pages.allSatisfy { Set($0.tiles.map(\.cell.x)).count == columns })
      let run = try CommandRun(arguments + ["--dry-run"], in: folder)
      let note =
        "there are \(24 / columns) pages instead of 9, because each page has at least one row of "
        + "\(columns) images; with fewer columns, there can be more pages"
      #expect(run.standardError.contains(note) == (count == 9), "\(run.standardError)")
    }
  }

  @Test("A note counts the groups that have fewer pages than requested")
  func groupsWithFewerPages() throws {
    let folder = TemporaryFolder()
    for number in 1...5 { try folder.writePicture("a/\(number).png") }
    for number in 1...12 { try folder.writePicture("b/\(number).png") }
    let arguments = ["a", "b", "--group-by", "folder", "--tile", "4x", "--dry-run"]
    let cases: [(Int, String?)] = [(2, nil), (3, "one group has"), (4, "2 groups have")]
    for (count, note) in cases {
      let run = try CommandRun(arguments + ["--page-count", "\(count)"], in: folder)
      #expect(run.status == 0, "\(run.standardError)")
      let noted = run.standardError.contains("fewer than \(count) pages, because each page has")
      #expect(noted == (note != nil), "\(run.standardError)")
      if let note { #expect(run.standardError.contains("\(note) fewer"), "\(run.standardError)") }
    }
  }

  @Test("A film may have a seventh strip, but the number of rows given by --tile is exact")
  func furtherStrips() throws {
    func takesFurtherRow(_ options: String...) throws -> Bool {
      try self.options("film", options).resolved().job.takesFurtherRow
    }
    #expect(try takesFurtherRow())
    #expect(try takesFurtherRow("--paper", "8x10in"))
    #expect(try !takesFurtherRow("--tile", "6x6"))
    let given = ["--tile", "1x2", "--paper", "A4", "--orient", "fit"]
    #expect(try !parsed(given).resolved().job.takesFurtherRow)
  }

  @Test(
    "A preset's text colours are dropped where they would be illegible, but given colours are kept"
  )
  func textColors() throws {
    func color(_ options: String...) throws -> Color? {
      try self.options("film", options).resolved().job.texts.color
    }
    let amber = try Color(parsing: "#f2a54a")
    #expect(try color() == amber)
    #expect(try color("--background", "#222") == amber)
    for background in ["white", "#ddd", "checker"] {
      #expect(try color("--background", background) == nil, "\(background)")
      #expect(try color("--background", background, "--text-color", "#f2a54a") == amber)
    }
    func labelColor(_ options: String...) throws -> Color? {
      try self.options("proof", options).resolved().job.texts.labelColor
    }
    #expect(try labelColor() != nil && labelColor("--background", "black") == nil)
  }

  @Test("A wallpaper and a poster are filled with pictures, and a poster can have a title")
  func collages() throws {
    let folder = TemporaryFolder()
    for number in 1...12 {
      try folder.writePicture("\(number).png", width: 90, height: 60 + number)
    }
    let wall = try Manifest(dryRun: [".", "--preset", "wallpaper"], in: folder).pages
    #expect(wall.map { "\($0.width)x\($0.height)" } == ["2560x1440"])
    // The area of the cells, including gaps of 6.
    let covered = wall[0].tiles.reduce(0) { $0 + ($1.cell.width + 6) * ($1.cell.height + 6) }
    #expect(abs(covered / (2566 * 1446) - 1) < 0.01)
    let poster = try Manifest(dryRun: [".", "--preset", "poster", "--title", "Twelve"], in: folder)
    #expect(poster.pages.map { "\($0.width)x\($0.height)" } == ["3508x4961"])
    #expect(poster.layout == "collage")
    let plain = try Manifest(dryRun: [".", "--preset", "poster"], in: folder)
    let top = { (plan: Manifest) in plan.pages[0].tiles.map(\.cell.y).min() ?? 0 }
    #expect(top(poster) > top(plain) + 100)
  }

  @Test("Patterns or a table choose the large pictures of a collage")
  func weights() throws {
    let folder = TemporaryFolder()
    for number in 1...9 { try folder.writePicture("in/\(number).png", width: 900, height: 600) }
    try folder.write(Array("path,weight\n7.png,5\n".utf8), to: "weights.csv")
    let collage = ["in", "--layout", "collage", "--size", "1200x800"]
    func largest(_ options: String...) throws -> [String] {
      let tiles = try Manifest(dryRun: collage + options, in: folder).pages[0].tiles
      let areas = tiles.map { $0.cell.width * $0.cell.height }
      return zip(tiles, areas).filter { $1 > 0.9 * (areas.max() ?? 0) }.map(\.0.source)
    }
    #expect(try largest("--weight", "4.png=1", "--weight", "3*=5") == ["in/3.png"])
    #expect(try largest("--table", "weights.csv") == ["in/7.png"])
    #expect(try largest("--table", "weights.csv", "--weight", "7*=1").count > 2)
    let run = try CommandRun(
      collage + ["--scale", "fill", "--weight", "3*=5", "-v", "--dry-run"], in: folder)
    #expect(run.standardError.contains("cropped images by "))
    #expect(run.text.contains("cropped "))
  }

  @Test(
    "On a proof and a film, names, titles and page numbers align with the pictures' edges",
    arguments: ["proof", "film"], [7, 30])
  func edges(name: String, count: Int) throws {
    let folder = TemporaryFolder()
    for number in 1...count {
      let (width, height) = number % 3 == 0 ? (400, 600) : (600, 400)
      try folder.writePicture("\(number).png", width: width, height: height)
    }
    let plan = try Manifest(dryRun: [".", "--preset", name, "--title", "A wedding"], in: folder)
    for tile in plan.tiles {
      let (image, label) = (try #require(tile.image), try #require(tile.label))
      #expect(label.align == "left" && label.area.x == tile.cell.x)
      #expect(0...1 ~= image.x - label.area.x)
      #expect(0...16 ~= label.area.y - image.y - image.height)
    }
    let left = try #require(plan.tiles.map(\.cell.x).min())
    let right = try #require(plan.tiles.map { $0.cell.x + $0.cell.width }.max())
    for page in plan.pages {
      let (title, footer) = (try #require(page.texts?.first), try #require(page.texts?.last))
      #expect(title.align == "left" && title.area.x == left)
      // A single page is not numbered.
      if plan.pages.count == 1 {
        #expect(page.texts?.count == 1)
        continue
      }
      #expect(footer.align == "right" && footer.area.x + footer.area.width == right)
    }
  }

  @Test("A title wider than a few small pictures may use the whole width of the page")
  func narrow() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("1.png")
    let plan = try Manifest(
      dryRun: [".", "--paper", "A4", "--title", "One", "--footer", "a\\tb"], in: folder)
    let texts = try #require(plan.pages.first?.texts)
    #expect(texts.map(\.align) == ["center", "left", "right"])
    #expect(texts[0].area.width == texts[1].area.width + texts[2].area.width)
    #expect(texts[0].area.width > 2000)
  }

  @Test("On paper, --columns alone fills pages with as many rows as fit, none higher than a page")
  func columnsOnPaper() throws {
    let folder = TemporaryFolder()
    for number in 1...9 { try folder.writePicture("\(number).png", width: 100, height: 300) }
    let plan = try Manifest(
      dryRun: [".", "--paper", "A4", "--dpi", "72", "--tile", "3x"], in: folder)
    #expect(plan.pages.map(\.tiles.count) == [3, 3, 3])
    #expect(plan.pages.allSatisfy { $0.width == 595 && $0.height == 842 })
    let single = try Manifest(
      dryRun: [".", "--paper", "A4", "--dpi", "72", "--tile", "1x"], in: folder)
    #expect(single.pages.map(\.tiles.count) == Array(repeating: 1, count: 9))
  }

  @Test(
    "With the pipeline preset, only errors are printed, and a missing picture prevents the sheet")
  func pipeline() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("1.png")
    let good = try CommandRun([".", "--preset", "pipeline"], in: folder)
    #expect(good.status == 0)
    #expect(good.standardError.isEmpty)
    try folder.writePicture("16.png")
    try folder.writePicture("128.png")
    // The order of arguments makes no difference.
    let sorted = try Manifest(
      dryRun: ["128.png", "1.png", "16.png", "--preset", "pipeline"], in: folder)
    #expect(sorted.pages[0].tiles.map(\.source) == ["1.png", "16.png", "128.png"])
    try folder.write([1, 2, 3], to: "2.png")
    #expect(try CommandRun([".", "--preset", "pipeline"], in: folder).status == 2)
  }

  @Test(
    "A user's preset replaces the built-in preset of the same name, unless --no-config is given")
  func own() throws {
    let folders = try Folders(presets: ["web": "--gap 77"])
    let listing = try folders.listing(["--preset", "web"])
    #expect(listing.contains("/contactsheet/presets/web', line 1\n--gap 77\n"))
    #expect(listing.contains("# --background: white (default)"))
    #expect(try folders.listing(["--preset", "web", "--no-config"]).contains("\n--gap 8\n"))
  }

  @Test("A mistake in a preset is reported with its file and line")
  func wrong() throws {
    let folders = try Folders(presets: ["a": "--gap 1\n--gap x", "b": "--preset a"])
    #expect(try folders.refusal(["-", "--preset", "a"]).contains("/presets/a', line 2: --gap x: "))
    #expect(
      try folders.refusal(["-", "--preset", "b"])
        .contains("/presets/b', line 1: --preset cannot be in a preset: a preset cannot"))
  }

  @Test("An unknown preset is reported with a list of the existing ones")
  func unknown() throws {
    let folders = try Folders(presets: ["mine": "--gap 1"])
    #expect(
      try folders.refusal([".", "--preset", "prin"]).contains(
        "cannot use the preset 'prin': there is no such preset; write one of mine, proof, film, web, print, wallpaper, poster, figure, pixels, pipeline; did you mean 'print'?\n"
      ))
    let other = try Folders(project: "--preset no", presets: ["mine": ""])
    #expect(
      try other.refusal(["."])
        .contains("the preset 'no' ('.contactsheet', line 1): there is no such preset"))
    #expect(
      try folders.refusal([".", "--preset"]).contains("--preset needs <name>, but nothing follows"))
    for name in ["../config", "..", ".", "", "presets/mine"] {
      #expect(
        try folders.refusal([".", "--preset=\(name)"]).contains("cannot use the preset")
          || name.isEmpty, "\(name)")
    }
  }
}
