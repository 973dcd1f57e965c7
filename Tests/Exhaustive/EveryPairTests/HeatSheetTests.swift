import CommandFixtures
import Foundation
import PNGFixtures
import TestSupport
import Testing

/// The option `--compare-show heat` on the command line.
@Suite struct HeatSheetTests {
  /// The parts of a manifest that concern heat.
  private struct Plan: Decodable {
    struct Options: Decodable { var heat: Double? }
    struct Page: Decodable {
      var width, height: Int
      var bar: Manifest.Rectangle?
      var texts: [Manifest.Text]?
      var tiles: [Findings.Tile]
    }
    var version: Int
    var options: Options
    var pages: [Page]
    var pairs: [Findings.Pair]

    init(_ folder: TemporaryFolder, _ name: String = "m.json") throws {
      self = try JSONDecoder().decode(Self.self, from: Data(try #require(folder.contents(name))))
    }
  }

  private static let options = ComparedFolders.arguments + ["--compare-show", "heat"]

  /// Grey pictures whose upper half changes to another grey; in some pictures, the first rows
  /// change to a third grey.
  private static func folders(
    _ pairs: [String: (half: UInt16, rows: UInt16?)]
  ) throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for (name, codes) in pairs {
      var picture = PNGFixture.plain(width: 120, height: 20, color: [100, 100, 100])
      try folder.write(picture.encoded(), to: "before/\(name).png")
      for index in 0..<3 * 1200 { picture.samples[index] = codes.half }
      if let code = codes.rows { for index in 0..<3 * 480 { picture.samples[index] = code } }
      try folder.write(picture.encoded(), to: "after/\(name).png")
    }
    return folder
  }

  /// The colour at a fraction of the height of each difference picture.
  private static func colors(
    at share: Double, of plan: Plan, _ folder: TemporaryFolder
  ) throws -> [String: [UInt8]] {
    let sheet = try DecodedSheet(try #require(folder.contents("s.png")))
    let tiles = plan.pages[0].tiles.filter { $0.comparedWith != nil }
    return try Dictionary(
      uniqueKeysWithValues: tiles.map {
        let image = try #require($0.image)
        return (
          $0.source,
          sheet.pixel(Int(image.x + image.width / 2), Int(image.y + share * image.height))
        )
      })
  }

  @Test("All pairs share one scale, up to the largest difference, with a bar on each page")
  func scale() throws {
    let folder = try Self.folders(["a": (160, 230), "b": (160, nil), "c": (230, nil)])
    try folder.writePicture("after/new.png", width: 40, height: 20)
    var run = try CommandRun(Self.options + ["--manifest", "m.json"], in: folder)
    #expect(run.status == 3, "\(run.standardError)")
    let plan = try Plan(folder)
    let largest = try #require(plan.pairs.compactMap(\.largest).max())
    let end = try #require(plan.options.heat)
    #expect(plan.version == 5 && end >= largest && end < largest + 0.01)
    let (some, far) = (
      try Self.colors(at: 0.3, of: plan, folder), try Self.colors(at: 0.1, of: plan, folder)
    )
    #expect(some["after/a.png"] == some["after/b.png"] && some.count == 3)
    #expect(some["after/c.png"] == far["after/a.png"])
    #expect(some["after/b.png"]?[1] ?? 0 > some["after/c.png"]?[1] ?? 255)
    let page = plan.pages[0]
    let bar = try #require(page.bar)
    let sheet = try DecodedSheet(try #require(folder.contents("s.png")))
    let row = (0..<Int(bar.width)).map { sheet.pixel(Int(bar.x) + $0, Int(bar.y)) }
    #expect(row.first == [254, 178, 76] && row.last == [128, 0, 38])
    #expect(zip(row, row.dropFirst()).allSatisfy { zip($0, $1).allSatisfy { $0 >= $1 } })
    let texts = (page.texts ?? []).filter { $0.area.y >= bar.y }
    #expect(texts.count == 3 && texts[0].text == "0.1" && texts[2].text == "\(end)")
    let title = try #require(page.texts?.first { $0.text == "changed by" })
    #expect(title.area.y + title.area.height == bar.y && title.shown == nil)
    let middle = try #require(Double(texts[1].text))
    #expect(abs(middle - (0.1 + (end - 0.1) / 4)) < 0.001)
    #expect(texts.allSatisfy { $0.area.y == bar.y + bar.height && $0.shown == nil })
    #expect(page.tiles.allSatisfy { ($0.image?.y ?? 0) + ($0.image?.height ?? 0) <= bar.y })

    // Allowed pairs count towards the scale. Pairs that a condition excludes are not compared.
    let allowed = ["--allow", "a.png=100%", "--allow", "c.png=100%"]
    run = try CommandRun(Self.options + ["--manifest", "m.json"] + allowed, in: folder)
    #expect(try Plan(folder).options.heat == end && run.status == 3)
    run = try CommandRun(
      Self.options + ["--manifest", "m.json", "--where", "name = b.png"], in: folder)
    #expect(try Plan(folder).options.heat != end && run.status == 3)
    run = try CommandRun(
      Self.options + ["--manifest", "m.json", "--where", "name = b.png or share = 1"], in: folder)
    #expect(try Plan(folder).options.heat == end && run.status == 3)
  }

  @Test("Without a tolerance, the bar begins with white and has the colours of the pictures")
  func gradual() throws {
    let folder = try Self.folders(["a": (101, 230), "b": (160, nil)])
    try CommandRun(
      Self.options + ["--tolerance", "0", "--manifest", "m.json", "--html", "p.html", "--embed"],
      in: folder)
    let plan = try Plan(folder)
    let bar = try #require(plan.pages[0].bar)
    let sheet = try DecodedSheet(try #require(folder.contents("s.png")))
    let row = (0..<Int(bar.width)).map { sheet.pixel(Int(bar.x) + $0, Int(bar.y)) }
    #expect(row.first == [255, 255, 255] && row.last == [128, 0, 38])
    #expect(zip(row, row.dropFirst()).allSatisfy { zip($0, $1).allSatisfy { $0 >= $1 } })
    let faint = try Self.colors(at: 0.3, of: plan, folder)["after/a.png"]
    #expect(faint?[0] ?? 0 > 250 && faint?[1] ?? 0 > 235, "\(faint ?? [])")
    for share in [0.1, 0.3] {
      for (name, color) in try Self.colors(at: share, of: plan, folder) {
        let isOnBar = row.contains { zip($0, color).allSatisfy { abs(Int($0) - Int($1)) < 8 } }
        #expect(isOnBar, "\(name) \(color)")
      }
    }
    let html = String(decoding: try #require(folder.contents("p.html")), as: UTF8.self)
    #expect(html.contains("linear-gradient(90deg,rgb(255 255 255)"))
  }

  @Test(
    "Without a tolerance, a reduced map shows mean changes, in the same colours at any size")
  func means() throws {
    let folder = TemporaryFolder()
    var picture = PNGFixture.plain(width: 64, height: 64, color: [100, 100, 100])
    try folder.write(picture.encoded(), to: "before/a.png")
    // Every other pixel changes, so that the mean change of each tile pixel is the same.
    for index in 0..<64 * 64 where (index + index / 64) % 2 == 0 {
      for channel in 0..<3 { picture.samples[3 * index + channel] = 230 }
    }
    try folder.write(picture.encoded(), to: "after/a.png")
    func colors(_ side: Int, _ tolerance: String) throws -> Set<[UInt8]> {
      // The cell also has a border.
      try CommandRun(
        Self.options + [
          "--tolerance", tolerance, "--no-ignore-antialiasing", "--manifest", "m.json", "--cell",
          "\(side + 2)", "--force",
        ], in: folder)
      let sheet = try DecodedSheet(try #require(folder.contents("s.png")))
      let tiles = try Plan(folder).pages[0].tiles.filter { $0.comparedWith != nil }
      let image = try #require(tiles.first?.image)
      #expect(Int(image.width) == side)
      var colors: Set<[UInt8]> = []
      for y in 0..<side {
        for x in 0..<side { colors.insert(sheet.pixel(Int(image.x) + x, Int(image.y) + y)) }
      }
      return colors
    }
    let mean = try colors(32, "0")
    #expect(mean.count == 1 && mean.first?[0] ?? 0 > 200, "\(mean)")
    for side in [8, 16] { #expect(try colors(side, "0") == mean, "\(side)") }
    #expect(try colors(64, "0").count == 2)
    // With a tolerance, the largest change counts.
    let largest = try colors(32, "0.02")
    #expect(largest.count == 1 && largest.first?[0] ?? 255 < 150, "\(largest)")
  }

  @Test(
    "A plan and its shards give the same bytes, with a bar on each page", arguments: ["png", "pdf"])
  func plans(format: String) throws {
    let folder = try Self.folders(["a": (160, 230), "b": (160, nil), "c": (230, nil)])
    let size = ["--group-by", "{name}", "--footer", "{page} of {pages}"]
    let name = format == "pdf" ? "s.pdf" : "s-%d.png"
    // Links in a PDF are relative to its folder.
    let links = format == "pdf" ? ["--no-links"] : []
    try CommandRun(
      Self.options + size + links + ["-o", name, "--manifest", "m.json"], in: folder)
    let plan = try Plan(folder)
    #expect(plan.pages.count == 3 && plan.pages.allSatisfy { $0.bar != nil })
    let files = format == "pdf" ? ["s.pdf"] : (1...3).map { "s-\($0).png" }
    let whole = try files.map { try #require(folder.contents($0)) }
    try folder.write([], to: "t/none.txt")
    let shards = format == "pdf" ? [[]] : ["1/2", "2/2"].map { ["--shard", $0] }
    for shard in shards {
      try CommandRun(["--from-plan", "m.json", "-o", "t/" + name] + links + shard, in: folder)
    }
    #expect(try files.map { try #require(folder.contents("t/" + $0)) } == whole)
  }

  @Test("A PDF says on each page what the ends of the bar mean", .needs(.pdfTools))
  func barOfPDF() throws {
    let folder = try Self.folders(["a": (160, 230), "b": (160, nil), "c": (230, nil)])
    try CommandRun(
      Self.options + ["--group-by", "{name}", "--footer", "{page} of {pages}", "-o", "s.pdf"],
      in: folder)
    try PDFTools.check("s.pdf", in: folder)
    let text = try PDFTools.text(of: "s.pdf", in: folder)
    #expect(text.matches(of: /changed by/).count == 3, "\(text)")
  }

  @Test("If nothing was measured, there is no bar, and the sheet is the same as without heat")
  func nothing() throws {
    let folder = try Self.folders(["a": (100, nil)])
    for options in [["--compare-show", "all"], [], ["--compare-show", "none"]] {
      try CommandRun(ComparedFolders.arguments + options + ["-o", "plain.png"], in: folder)
      let run = try CommandRun(Self.options + options + ["--manifest", "m.json"], in: folder)
      #expect(run.status == 0)
      #expect(folder.contents("s.png") == folder.contents("plain.png"), "\(options)")
      #expect(try Plan(folder).pages[0].bar == nil)
    }
    // One added and one resized picture: nothing that both sides have in common has changed.
    try folder.writePicture("before/wide.png", width: 40, height: 30)
    try folder.writePicture("after/wide.png", width: 50, height: 30)
    try folder.writePicture("after/new.png")
    try CommandRun(ComparedFolders.arguments + ["-o", "plain.png"], in: folder)
    try CommandRun(Self.options + ["--manifest", "m.json"], in: folder)
    #expect(folder.contents("s.png") == folder.contents("plain.png"))
    #expect(try Plan(folder).options.heat == nil)
    // A difference that is not on the sheet needs no bar there.
    let other = try Self.folders(["a": (160, nil)])
    try other.writePicture("after/new.png")
    for options in [["--compare-show", "none"], ["--where", "status = added"]] {
      try CommandRun(ComparedFolders.arguments + options + ["-o", "plain.png"], in: other)
      try CommandRun(Self.options + options + ["--manifest", "m.json"], in: other)
      #expect(other.contents("s.png") == other.contents("plain.png"), "\(options)")
      let plan = try Plan(other)
      #expect(plan.pages[0].bar == nil && plan.options.heat == nil)
    }
  }

  @Test("A page with embedded pictures shows the bar, and heat without a comparison is refused")
  func embedded() throws {
    let folder = try Self.folders(["a": (160, nil)])
    try CommandRun(
      ComparedFolders.arguments + ["--compare-show", "none,heat", "--html", "p.html", "--embed"],
      in: folder)
    let html = String(decoding: try #require(folder.contents("p.html")), as: UTF8.self)
    #expect(html.contains("<p id=\"bar\">changed by: 0.1 <span></span> 0."), "\(html.prefix(2000))")
    #expect(html.contains("linear-gradient(90deg,rgb(254 178 76)"))
    try CommandRun(ComparedFolders.arguments + ["--html", "q.html", "--embed"], in: folder)
    let plain = String(decoding: try #require(folder.contents("q.html")), as: UTF8.self)
    #expect(!plain.contains("id=\"bar\""))
    let alone = try CommandRun(["after", "--compare-show", "heat"], in: folder)
    #expect(alone.status == 64 && alone.standardError.contains("--compare"))
  }
}
