import CommandFixtures
import Foundation
import TestSupport
import Testing

@Suite struct MatrixSheetTests {
  /// The parts of a manifest that concern a matrix.
  struct MatrixManifest: Decodable {
    struct Line: Decodable {
      var heading: String
      var page: Int
      var area: Manifest.Rectangle
      var headingArea: Manifest.Rectangle?
    }
    struct Cell: Decodable { var cell: Manifest.Rectangle }
    struct Facts: Decodable { var row, column: String? }
    struct Text: Decodable { var text: String }
    struct Tile: Decodable {
      var source: String
      var stack: [String]?
      var cell: Manifest.Rectangle
    }
    struct Page: Decodable {
      var width, height: Int
      var emptyCells: [Cell]?
      var texts: [Text]?
      var tiles: [Tile]
    }

    var version: Int
    var rows, columns: [Line]
    var pages: [Page]

    init(_ arguments: [String], in folder: TemporaryFolder) throws {
      let run = try CommandRun(arguments + ["--dry-run", "--manifest", "-"], in: folder)
      self = try JSONDecoder().decode(Self.self, from: run.standardOutput)
    }
  }

  /// Two scenes at three sample counts, with one picture missing, and a readme.
  static func renders() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for name in ["moon_8spp", "moon_016spp", "moon_128spp", "hall_8spp", "hall_16spp"] {
      try folder.writePicture("renders/\(name).png", width: 60, height: 40)
    }
    try folder.writePicture("renders/readme.png", width: 60, height: 40)
    return folder
  }

  static let options = [
    "renders", "--layout", "matrix", "--parse", "{scene}_{spp:1}spp", "--rows-by", "{scene}",
    "--columns-by", "{spp}", "-o", "s.png",
  ]

  @Test(
    "Facts determine rows and columns, and a cell without a picture is empty")
  func plain() throws {
    let folder = try Self.renders()
    let run = try CommandRun(Self.options, in: folder)
    #expect(run.status == 0)
    #expect(
      run.standardError.contains("'renders/readme.png' has no row or no column, so it is left out"),
      "\(run.standardError)")
    let manifest = try MatrixManifest(Self.options, in: folder)
    #expect(manifest.rows.map(\.heading) == ["hall", "moon"])
    #expect(manifest.columns.map(\.heading) == ["8", "16", "128"])
    #expect(manifest.version == 5)
    let page = manifest.pages[0]
    #expect(page.tiles.count == 5)
    let empty = try #require(page.emptyCells?.first).cell
    #expect(empty.x == manifest.columns[2].area.x && empty.y == manifest.rows[0].area.y)
    let (left, top) = (Int(empty.x), Int(empty.y))
    let (x, y) = (left + Int(empty.width) / 2, top + Int(empty.height) / 2)
    // A plan can ask for marks in its empty cells.
    try CommandRun(Self.options + ["--manifest", "m.json", "--dry-run"], in: folder)
    let plan = String(decoding: try #require(folder.contents("m.json")), as: UTF8.self)
    func sheet(with mark: String) throws -> DecodedSheet {
      let other = plan.replacing("\"empty\" : \"none\"", with: "\"empty\" : \"\(mark)\"")
      #expect(other != plan)
      try folder.write(Array(other.utf8), to: "other.json")
      try CommandRun(["--from-plan", "other.json", "-o", "other.png"], in: folder)
      return try DecodedSheet(try #require(folder.contents("other.png")))
    }
    let dotted = try sheet(with: "dot")
    #expect(dotted.pixel(x, y).allSatisfy { 200..<240 ~= $0 })
    #expect(dotted.pixel(x - 6, y).allSatisfy { $0 == 255 })
    #expect(dotted.pixel(left, top + 5).allSatisfy { $0 == 255 })
    let framed = try sheet(with: "frame")
    let line = framed.pixel(left, top + 5)
    #expect(framed.pixel(x, y).allSatisfy { $0 == 255 })
    #expect(line.allSatisfy { $0 < 240 } && line == framed.pixel(left + 9, top))
    #expect(line == framed.pixel(Int(empty.x + empty.width) - 1, Int(empty.y + empty.height) - 1))
    #expect(framed.pixel(left - 1, top + 5).allSatisfy { $0 == 255 })
    let blank = try DecodedSheet(try #require(folder.contents("s.png")))
    for (x, y) in [(x, y), (x - 6, y), (left, top + 5), (left + 9, top)] {
      #expect(blank.pixel(x, y).allSatisfy { $0 == 255 })
    }
    try CommandRun(Self.options + ["--background", "black"], in: folder)
    let dark = try DecodedSheet(try #require(folder.contents("s.png")))
    #expect(dark.pixel(x, y).allSatisfy { $0 == 0 })
  }

  @Test("Listed values such as 064 and 64 share a column if an image has that number")
  func repeatedValues() throws {
    let folder = TemporaryFolder()
    for name in ["s_064", "s_16"] { try folder.writePicture("in/\(name).png") }
    let options = [
      "in", "--layout", "matrix", "--parse", "{x}_{y}", "--rows-by", "{x}", "--columns-by", "{y}",
      "-o", "s.png", "--column-values",
    ]
    for (list, headings) in [
      ("064,64", ["064"]), ("64,064,16", ["64", "16"]), ("8,08,16", ["8", "08", "16"]),
    ] {
      let manifest = try MatrixManifest(options + [list], in: folder)
      #expect(manifest.columns.map(\.heading) == headings, "\(list)")
    }
    let run = try CommandRun(options + ["064,64"], in: folder)
    #expect(run.status == 0 && !run.standardError.contains("no image is in"))
  }

  @Test("In a matrix, each tile's row and column are facts, which labels can use")
  func facts() throws {
    let folder = try Self.renders()
    let options = Self.options + ["--label", "{row} at {column}"]
    let run = try CommandRun(options + ["--dry-run", "--manifest", "-"], in: folder)
    #expect(!run.standardError.contains("no image has"), "\(run.standardError)")
    #expect(run.text.contains(#""text" : "moon at 128""#))
    #expect(run.text.contains(#""column" : 128"#) && run.text.contains(#""row" : "hall""#))
    let other = try CommandRun(["renders", "--label", "{row}"], in: folder)
    #expect(other.status == 64 && other.standardError.contains("there is no token {row}"))
    let column = try CommandRun(["renders", "--label", "{column}"], in: folder)
    #expect(column.status == 64 && column.standardError.contains("{column} needs a keyword"))
  }

  @Test("Folders become columns, and pictures of the same name share a row")
  func folders() throws {
    let folder = TemporaryFolder()
    for browser in ["firefox", "chrome"] {
      try folder.writePicture("out/\(browser)/login.png")
      try folder.writePicture("out/\(browser)/docs/intro.png")
    }
    let given = ["-r", "--layout", "matrix", "-o", "s.png"]
    let two = try MatrixManifest(["out/firefox", "out/chrome"] + given, in: folder)
    #expect(two.columns.map(\.heading) == ["firefox", "chrome"])
    #expect(two.rows.map(\.heading) == ["login", "docs/intro"])
    let one = try MatrixManifest(["out"] + given, in: folder)
    #expect(one.columns.map(\.heading) == ["chrome", "firefox"])
    let turned = try MatrixManifest(["out", "--transpose"] + given, in: folder)
    #expect(turned.rows.map(\.heading) == ["chrome", "firefox"])
    #expect(turned.columns.map(\.heading) == ["login", "docs/intro"])
    let list = try CommandRun(
      ["-", "--layout", "matrix", "--dry-run", "--manifest", "-"], in: folder,
      input: Data("out/firefox/login.png\nout/chrome/login.png\n".utf8))
    let manifest = try JSONDecoder().decode(MatrixManifest.self, from: list.standardOutput)
    #expect(manifest.columns.map(\.heading) == ["firefox", "chrome"])
    #expect(manifest.rows.map(\.heading) == ["login"])
  }

  @Test("Two pictures for one cell produce a note or, with --on-clash fail, status 2 and no sheet")
  func clash() throws {
    let folder = try Self.renders()
    try folder.writePicture("renders/moon_08spp.png")
    let run = try CommandRun(Self.options, in: folder)
    #expect(run.status == 0)
    #expect(
      run.standardError.contains(
        "'renders/moon_8spp.png' and 'renders/moon_08spp.png' are both in row 'moon', column '8'")
        || run.standardError.contains(
          "'renders/moon_08spp.png' and 'renders/moon_8spp.png' are both in row 'moon', column"),
      "\(run.standardError)")
    try FileManager.default.removeItem(at: folder.url.appending(path: "s.png"))
    let failed = try CommandRun(Self.options + ["--on-clash", "fail"], in: folder)
    #expect(failed.status == 2 && !folder.names.contains("s.png"))
    #expect(failed.standardError.contains("--on-clash first"), "\(failed.standardError)")
  }

  /// Pictures sorted by their true and their predicted class, and a table of both classes.
  static func predictions() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    var table = "path,truth,prediction\n"
    for (truth, prediction, count) in [
      ("cat", "cat", 60), ("cat", "dog", 3), ("dog", "dog", 12), ("dog", "owl", 1),
      ("owl", "owl", 2),
    ] {
      for index in 0..<count {
        let name = "\(truth)-\(prediction)-\(index).png"
        try folder.writePicture(
          "shots/\(name)", width: 60, height: 40, color: [UInt16(index * 4), 90, 160])
        table += "\(name),\(truth),\(prediction)\n"
      }
    }
    try folder.write(Array(table.utf8), to: "predictions.csv")
    return folder
  }

  static let confusion = [
    "shots", "--layout", "matrix", "--table", "predictions.csv", "--rows-by", "{truth}",
    "--columns-by", "{prediction}", "--on-clash", "stack", "-o", "s.png",
  ]

  @Test(
    "A confusion matrix shows thumbnails and counts; the HTML page names the hidden pictures"
  )
  func stacks() throws {
    let folder = try Self.predictions()
    let options = Self.confusion + ["--manifest", "m.json", "--html", "p.html"]
    let run = try CommandRun(options, in: folder)
    #expect(run.status == 0 && !run.standardError.contains("are both in"), "\(run.standardError)")
    let manifest = try MatrixManifest(Self.confusion, in: folder)
    #expect(manifest.rows.map(\.heading) == ["cat", "dog", "owl"])
    #expect(manifest.columns.map(\.heading) == ["cat", "dog", "owl"])
    let page = manifest.pages[0]
    #expect(page.texts?.map(\.text).filter { Int($0) != nil } == ["60", "3", "12", "1", "2"])
    let hidden = page.tiles.flatMap { $0.stack ?? [] }
    #expect(page.tiles.count + hidden.count == 78 && !hidden.isEmpty)
    #expect(hidden.allSatisfy { $0.contains("cat-cat-") })
    // A cell of the HTML page has a link for each picture shown, and names the hidden ones.
    let html = String(decoding: try #require(folder.contents("p.html")), as: UTF8.self)
    let cells = html.components(separatedBy: "<td>").dropFirst(2).map {
      $0.components(separatedBy: "</td>")[0].components(separatedBy: "<a ").count - 1
    }
    #expect(cells == [60 - hidden.count, 3, 0, 0, 12, 1, 0, 0, 2])
    #expect(html.contains(", and \(hidden.count) more</span>"))
    #expect(hidden.allSatisfy { html.contains($0) })
    // The plan alone gives the same sheet and the same page.
    let sheet = folder.contents("s.png")
    try FileManager.default.removeItem(at: folder.url.appending(path: "s.png"))
    let planned = try CommandRun(["--from-plan", "m.json", "--html", "q.html"], in: folder)
    #expect(planned.status == 0 && folder.contents("s.png") == sheet, "\(planned.standardError)")
    #expect(folder.contents("q.html") == folder.contents("p.html"))
    let pdf = try CommandRun(Self.confusion.dropLast() + ["s.pdf"], in: folder)
    #expect(pdf.status == 0, "\(pdf.standardError)")
  }

  @Test("A hidden picture replaces a damaged one in its cell, and hidden pictures count as inputs")
  func damagedStack() throws {
    let folder = try Self.predictions()
    let first = "shots/cat-cat-0.png"
    let damaged = try #require(folder.contents(first))
    try folder.write(Array(damaged.prefix(damaged.count - 20)), to: first)
    let options = Self.confusion + ["--on-error", "skip"]
    let whole = try MatrixManifest(options, in: folder)
    let run = try CommandRun(options + ["--manifest", "m.json"], in: folder)
    #expect(run.status == 1, "\(run.standardError)")
    let manifest = try JSONDecoder().decode(
      MatrixManifest.self, from: Data(try #require(folder.contents("m.json"))))
    #expect(manifest.pages[0].tiles.count == whole.pages[0].tiles.count)
    #expect(
      manifest.pages[0].texts?.map(\.text).filter { Int($0) != nil } == ["59", "3", "12", "1", "2"])
    let names = manifest.pages[0].tiles.flatMap { [$0.source] + ($0.stack ?? []) }
    #expect(names.count == 77 && Set(names).count == 77 && !names.contains(first))
    let hidden = try #require(manifest.pages[0].tiles.compactMap(\.stack).first?.first)
    let over = try CommandRun(Self.confusion.dropLast() + [hidden, "--force"], in: folder)
    #expect(over.status == 2 || over.status == 64, "\(over.standardError)")
    try CommandRun(Self.confusion + ["--depfile", "s.d"], in: folder)
    let rule = String(decoding: try #require(folder.contents("s.d")), as: UTF8.self)
    #expect(rule.contains(hidden))
  }

  @Test(
    "Options of other layouts are usage errors",
    arguments: [
      (
        ["--tile", "3x"],
        "--tile and --layout: --tile is for grids, and this is a matrix; leave it out"
      ),
      (
        ["--columns", "3"],
        ": --columns is for grids, columns and masonry, and this is a matrix; leave it out"
      ),
      (
        ["--per-page", "4"],
        "--per-page is for grids, tiered sheets, columns, rows, masonry and collages, and this is a matrix"
      ),
      (["--rows-by", "{index}"], "the template of the rows, at character 1"),
    ])
  func wrongUsage(options: [String], message: String) throws {
    let folder = try Self.renders()
    let run = try CommandRun(["renders", "--layout", "matrix"] + options, in: folder)
    #expect(run.status == 64)
    #expect(run.standardError.contains(message), "\(run.standardError)")
    let grid = try CommandRun(["renders", "--transpose"], in: folder)
    #expect(
      grid.status == 64
        && grid.standardError.contains(
          "--transpose here: --transpose is for matrices, and this is a grid")
    )
  }

  @Test("If no picture has a row and a column, the error says which options define them")
  func nothing() throws {
    let folder = try Self.renders()
    let run = try CommandRun(
      ["renders", "--layout", "matrix", "--parse", "{a}--{b}", "--rows-by", "{a}"], in: folder)
    #expect(run.status == 2)
    #expect(
      run.standardError.contains("do not match '{a}--{b}'")
        && run.standardError.contains("write a template for --parse that matches the names"),
      "\(run.standardError)"
    )
    let other = try CommandRun(
      ["renders", "--layout", "matrix", "--rows-by", "{keywords}", "--columns-by", "{camera}"],
      in: folder)
    #expect(other.standardError.contains("--rows-by and --columns-by"), "\(other.standardError)")
  }

  @Test(
    "A matrix has the same bytes from a plan, in shards and page by page, and has the given size")
  func plans() throws {
    let folder = try Self.renders()
    let options =
      Self.options + ["--size", "220x130", "--label", "{column}", "--row-heading", "above"]
    let run = try CommandRun(options + ["--manifest", "plan.json", "--html", "p.html"], in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    let pages = folder.names.filter { $0.hasPrefix("s-") }.sorted()
    #expect(pages.count > 1)
    let whole = pages.map { folder.contents($0) }
    for page in whole {
      #expect(try DecodedSheet(try #require(page)).size == "220x130")
    }
    let html = folder.contents("p.html")
    for page in pages { try folder.remove(page) }
    for shard in 1...2 {
      let run = try CommandRun(["--from-plan", "plan.json", "--shard", "\(shard)/2"], in: folder)
      #expect(run.status == 0, "\(run.standardError)")
    }
    #expect(pages.map { folder.contents($0) } == whole)
    try CommandRun(["--from-plan", "plan.json", "--html", "q.html"], in: folder)
    #expect(folder.contents("q.html") == html)
    try CommandRun(options + ["--manifest", "page-%d.json", "--dry-run"], in: folder)
    for page in pages { try folder.remove(page) }
    for number in pages.indices {
      try CommandRun(
        ["--from-plan", "page-\(number + 1).json", "-o", pages[number]], in: folder)
    }
    #expect(pages.map { folder.contents($0) } == whole)
  }

  @Test(
    "If a matrix spans pages in both directions, their names include row and column numbers, and are recognised later"
  )
  func names() throws {
    let folder = TemporaryFolder()
    for number in 1...6 { try folder.writePicture("a \(number).png", width: 90, height: 60) }
    let options = [
      ".", "--layout", "matrix", "--parse", "{a} {b}", "--rows-by", "{b}", "--columns-by",
      "c{b}", "--size", "240", "--max-height", "270", "-o", "s.png",
    ]
    let run = try CommandRun(options, in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    let pages = ["s-001-r1c1.png", "s-002-r1c2.png", "s-003-r2c1.png", "s-004-r2c2.png"]
    #expect(folder.names.filter { $0.hasPrefix("s-") }.sorted() == pages)
    // Pages of the earlier run are not read as pictures.
    let again = try CommandRun(options + ["--dry-run"], in: folder)
    #expect(again.text.hasPrefix("images    6\n"), "\(again.text)")
    let pattern = try CommandRun(options + ["-o", "p%d.png"], in: folder)
    #expect(pattern.status == 0 && folder.names.contains("p4.png"))
  }

  @Test("The --html page has a table with headers for rows and columns, and a link in each cell")
  func html() throws {
    let folder = try Self.renders()
    try CommandRun(Self.options + ["--html", "p.html"], in: folder)
    let html = String(decoding: try #require(folder.contents("p.html")), as: UTF8.self)
    func headers(_ scope: String) -> [String] {
      html.matches(of: /<th scope="([a-z]+)"><b class="[^"]*">([^<]*)<\/b><\/th>/)
        .filter { $0.1 == scope }.map { String($0.2) }
    }
    #expect(headers("col") == ["8", "16", "128"])
    #expect(headers("row") == ["hall", "moon"])
    let rows = html.components(separatedBy: "<tr>").filter { $0.hasPrefix("<th scope=\"row\"") }
      .map { $0.components(separatedBy: "</tr>")[0] }
    #expect(rows.count == 2)
    #expect(rows[0].contains("hall_8spp.png") && rows[0].hasSuffix("<td></td>"))
    #expect(rows[1].components(separatedBy: "<td><a ").count == 4)
    try CommandRun(Self.options + ["--columns-by", "", "--html", "q.html", "--force"], in: folder)
    let single = String(decoding: try #require(folder.contents("q.html")), as: UTF8.self)
    #expect(single.contains("<th scope=\"row\"") && !single.contains("<thead>"))
  }

  @Test(
    "Each folder becomes a row with as many images as requested or, by default, as are legible",
    arguments: [
      ([], 10, true), (["--size", "600"], 6, true), (["--paper", "A4"], 8, true),
      (["--group-limit", "3", "--sort", "shuffle:42"], 3, false),
      (["--group-limit", "99"], 30, false),
    ])
  func classes(options: [String], count: Int, isNoted: Bool) throws {
    let folder = TemporaryFolder()
    for name in ["dog", "cat"] {
      for number in 1...30 {
        try folder.writePicture("in/\(name)/\(name)\(number).png", width: 40, height: 30)
      }
    }
    try folder.writePicture("in/eel/eel.png", width: 40, height: 30)
    let arguments = ["in", "-r", "--rows-by", "{folder}"] + options
    let run = try CommandRun(arguments + ["--dry-run"], in: folder)
    #expect(run.standardError.contains("\(60 - 2 * count) more are left out") == isNoted)
    #expect(run.standardError.contains("--columns-by makes columns") == isNoted)
    let manifest = try MatrixManifest(arguments, in: folder)
    #expect(manifest.rows.map(\.heading) == ["cat", "dog", "eel"])
    #expect(manifest.columns.map(\.heading) == Array(repeating: "", count: count))
    let folders = manifest.pages.flatMap(\.tiles).map { $0.source.split(separator: "/")[1] }
    for (name, own) in [("cat", count), ("dog", count), ("eel", 1)] {
      #expect(folders.count { $0 == name } == own)
    }
  }

  @Test("If groups are sections, each has its own table under its heading")
  func sections() throws {
    let folder = TemporaryFolder()
    for name in ["day/a_1", "day/a_2", "night/b_2"] {
      try folder.writePicture("in/\(name).png")
    }
    let run = try CommandRun(
      [
        "in", "-r", "--layout", "matrix", "--parse", "{r}_{c}", "--rows-by", "{r}", "--columns-by",
        "{c}", "--group-by", "folder", "--group-break", "section", "-o", "s.png", "--html",
        "p.html",
      ], in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    let html = String(decoding: try #require(folder.contents("p.html")), as: UTF8.self)
    #expect(html.components(separatedBy: "<table>").count == 3)
    #expect(html.components(separatedBy: "scope=\"col\"").count == 5)
    #expect(html.contains(">night</h2>"))
  }
}
