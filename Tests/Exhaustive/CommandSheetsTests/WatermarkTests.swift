import CommandFixtures
import Foundation
import JPEGFixtures
import PNGFixtures
import TestSupport
import Testing

/// An image as the watermark of others.
@Suite struct WatermarkTests {
  /// A plan's areas, read without our library.
  private struct Plan: Decodable {
    struct Options: Decodable {
      var watermark: String?
      var watermarkWidth, watermarkHeight: Int?
    }
    struct Tile: Decodable { var image, watermark: Manifest.Rectangle? }
    struct Page: Decodable { var tiles: [Tile] }

    var options: Options
    var pages: [Page]
  }

  /// A folder of pictures in several sizes, and a blue logo with transparent corners.
  private static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for (number, size) in [(120, 80), (80, 120), (90, 90), (120, 80), (30, 20), (200, 10)]
      .enumerated()
    {
      try folder.writePicture(
        "pics/\(number).png", width: size.0, height: size.1, color: [90, 90, 90])
    }
    try folder.write(logo(60, 30).encoded(), to: "logo.png")
    return folder
  }

  /// A blue rectangle with a transparent edge.
  private static func logo(_ width: Int, _ height: Int) -> PNGFixture {
    PNGFixture(
      width: width, height: height, colorType: .rgba,
      samples: (0..<width * height).flatMap { place -> [UInt16] in
        let (x, y) = (place % width, place / width)
        let isEdge = x < 3 || y < 3 || x >= width - 3 || y >= height - 3
        return [10, 60, 240, isEdge ? 0 : 255]
      })
  }

  private static let mark = ["--watermark", "file:logo.png"]

  private static func plan(_ name: String, in folder: TemporaryFolder) throws -> Plan {
    try JSONDecoder().decode(Plan.self, from: Data(try #require(folder.contents(name))))
  }

  private static func sheet(_ name: String, in folder: TemporaryFolder) throws -> DecodedSheet {
    try DecodedSheet(try #require(folder.contents(name)))
  }

  @Test(
    "A note says if links lead to images without the watermark",
    arguments: [mark, ["--watermark", "PROOF"]])
  func links(mark: [String]) throws {
    let folder = try Self.folder()
    func notes(_ words: [String]) throws -> String {
      let run = try CommandRun(["pics"] + words + mark, in: folder)
      #expect(run.status == 0, "\(run.standardError)")
      return run.standardError
    }
    let text = "lead to images without the watermark"
    let page = try notes(["-o", "s.png", "--html", "s.html"])
    #expect(page.contains("the links of 's.html' \(text); add --embed"), "\(page)")
    let sheet = try notes(["-o", "s.pdf"])
    #expect(
      sheet.contains("the links of 's.pdf' \(text); --no-links leaves out the links"), "\(sheet)")
    for words in [
      ["-o", "t.png", "--html", "t.html", "--embed"],
      ["-o", "t.png", "--html", "t.html", "--no-links"],
      ["-o", "t.pdf", "--no-links"], ["-o", "t.png"],
    ] {
      #expect(try !notes(words).contains(text), "\(words)")
    }
  }

  @Test(
    "Each picture is marked in its middle, and nothing else changes",
    arguments: [
      [], ["--depth", "16"], ["--background", "none"], ["--layout", "rows", "--size", "400"],
      ["--layout", "collage", "--size", "400x300"], ["--scale", "fill", "--cell", "50"],
      [
        "--label", "{name}", "--border", "2 red", "--frame", "1", "--radius", "5", "--padding", "3",
      ],
      ["--upscale", "--cell", "900", "--limit", "2"],
    ])
  func marked(options: [String]) throws {
    let folder = try Self.folder()
    for (name, more) in [("plain.png", []), ("marked.png", Self.mark + ["--manifest", "m.json"])] {
      let run = try CommandRun(["pics", "-o", name] + options + more, in: folder)
      #expect(run.status == 0, "\(run.standardError)")
    }
    let plan = try Self.plan("m.json", in: folder)
    #expect(plan.options.watermark == "logo.png")
    #expect(plan.options.watermarkWidth == 60 && plan.options.watermarkHeight == 30)
    let tiles = plan.pages.flatMap(\.tiles)
    #expect(tiles.count == (options.contains("--limit") ? 2 : 6))
    let (plain, marked) = (
      try Self.sheet("plain.png", in: folder), try Self.sheet("marked.png", in: folder)
    )
    #expect(plain.size == marked.size)
    let areas = try tiles.map { try #require($0.watermark) }
    var (changes, outside) = ([Int](repeating: 0, count: areas.count), 0)
    for y in 0..<plain.height {
      for x in 0..<plain.width where marked.pixel(x, y) != plain.pixel(x, y) {
        let place = areas.firstIndex {
          $0.x <= Double(x) && Double(x) < $0.x + $0.width && $0.y <= Double(y)
            && Double(y) < $0.y + $0.height
        }
        if let place { changes[place] += 1 } else { outside += 1 }
      }
    }
    #expect(outside == 0)
    for (tile, (area, count)) in zip(tiles, zip(areas, changes)) {
      #expect(Double(count) > area.width * area.height / 3, "\(area)")
      let image = try #require(tile.image)
      #expect(abs(image.x + image.width / 2 - area.x - area.width / 2) <= 1)
      #expect(abs(image.y + image.height / 2 - area.y - area.height / 2) <= 1)
      #expect(area.width <= 0.7 * image.width + 1 && area.height <= 0.4 * image.height + 1)
    }
  }

  @Test("A logo as a watermark is half as opaque as its file, and enlarged up to four times")
  func exact() throws {
    let folder = try Self.folder()
    try folder.writePicture("logo.png", width: 4, height: 2, color: [10, 60, 240])
    try CommandRun(
      ["pics/0.png", "--margin", "0", "-o", "s.png", "--manifest", "m.json"] + Self.mark, in: folder
    )
    let area = try #require(try Self.plan("m.json", in: folder).pages[0].tiles[0].watermark)
    // The longer side grows from a single pixel in steps of a tenth; this is the largest allowed.
    #expect(area.width == 15 && area.height == 7)
    let sheet = try Self.sheet("s.png", in: folder)
    let pixel = sheet.pixel(Int(area.x + area.width / 2), Int(area.y + area.height / 2))
    // The mean of the picture's grey, 90, and the logo's colour; an opacity of 0.5 is stored as 128
    // of 255.
    #expect(pixel == [50, 75, 165])
    #expect(sheet.pixel(0, 0) == [90, 90, 90])
  }

  @Test("A coloured watermark makes a grey sheet coloured, but a grey watermark leaves it grey")
  func channels() throws {
    let folder = TemporaryFolder()
    try folder.write(
      PNGFixture(
        width: 90, height: 60, colorType: .gray, samples: [UInt16](repeating: 90, count: 5400)
      ).encoded(), to: "1.png")
    for (type, samples, count): (PNGFixture.ColorType, [UInt16], Int) in [
      (.rgb, [200, 20, 20], 3), (.gray, [200], 1),
    ] {
      try folder.write(
        PNGFixture(
          width: 30, height: 20, colorType: type, samples: (0..<600).flatMap { _ in samples }
        ).encoded(), to: "logo.png")
      try CommandRun(["1.png", "-o", "s.png", "--force"] + Self.mark, in: folder)
      #expect(try Self.sheet("s.png", in: folder).pixel(0, 0).count == count)
    }
  }

  @Test(
    "Workers and plans do not change a byte, and a watermark's image in any folder is an input"
  )
  func plans() throws {
    let folder = try Self.folder()
    let options = ["pics", "--per-page", "4"] + Self.mark
    let documents = ["--manifest", "m.json", "--depfile", "d", "--root", "."]
    let run = try CommandRun(options + ["-o", "s.png"] + documents, in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    let (one, two) = (folder.contents("s-001.png"), folder.contents("s-002.png"))
    #expect(one != nil && two != nil)
    #expect(String(decoding: folder.contents("d") ?? [], as: UTF8.self).contains("logo.png"))
    for jobs in ["1", "5"] {
      try CommandRun(options + ["-o", "j.png", "--jobs", jobs, "--force"], in: folder)
      #expect(folder.contents("j-001.png") == one && folder.contents("j-002.png") == two)
    }
    for root in [[], ["--root", "."]] {
      let again = try CommandRun(["--from-plan", "m.json", "-o", "t.png"] + root, in: folder)
      #expect(again.status == 0, "\(again.standardError)")
      #expect(folder.contents("t-001.png") == one && folder.contents("t-002.png") == two)
    }
    let dry = try CommandRun(
      options + ["-o", "s.png", "--root", ".", "--dry-run", "--manifest", "n.json"], in: folder)
    #expect(dry.status == 0)
    let (planned, made) = (
      try Self.plan("n.json", in: folder), try Self.plan("m.json", in: folder)
    )
    #expect(
      planned.pages.flatMap(\.tiles).map(\.watermark)
        == made.pages.flatMap(\.tiles).map(\.watermark))
    try FileManager.default.linkItem(
      at: folder.url.appending(path: "logo.png"), to: folder.url.appending(path: "u-001.png"))
    let replaced = try CommandRun(["--from-plan", "m.json", "-o", "u.png", "--force"], in: folder)
    #expect(replaced.status == 2 && replaced.standardError.contains("both an input and an output"))
    try folder.write(Self.logo(61, 30).encoded(), to: "logo.png")
    let changed = try CommandRun(["--from-plan", "m.json", "-o", "t.png"], in: folder)
    #expect(changed.status == 2)
    #expect(changed.standardError.contains("logo.png': it is 61 x 30 pixels, but was 60 x 30"))
  }

  @Test(
    "A plan with a root reads no watermark outside it",
    arguments: ["../out.png", "link.png", "up/out.png", "/dev/zero", "../none.png"])
  func confined(name: String) throws {
    let folder = try Self.folder()
    try folder.write(Self.logo(60, 30).encoded(), to: "out.png")
    let options = ["pics/0.png", "--root", "pics", "-o", "pics/s.png", "--dry-run"]
    try folder.write(Self.logo(60, 30).encoded(), to: "pics/logo.png")
    let run = try CommandRun(
      options + ["--watermark", "file:pics/logo.png", "--manifest", "m.json"], in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    for (link, target) in [("link.png", "../out.png"), ("up", "..")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.url.appending(path: "pics/\(link)").path, withDestinationPath: target)
    }
    let plan = String(decoding: try #require(folder.contents("m.json")), as: UTF8.self)
    #expect(plan.contains("\"logo.png\""))
    try folder.write(
      Array(plan.replacing("\"logo.png\"", with: "\"\(name)\"").utf8), to: "m.json")
    let outside = try CommandRun(["--from-plan", "m.json", "--root", "pics"], in: folder)
    #expect(outside.status == 2)
    #expect(outside.standardError.contains("is outside 'pics'"), "\(outside.standardError)")
    #expect(folder.contents("pics/s.png") == nil)
  }

  @Test(
    "An unreadable watermark stops the run before anything is written; no sheet replaces a watermark's image"
  )
  func faults() throws {
    let folder = try Self.folder()
    let replaced = try CommandRun(["pics", "-o", "logo.png", "--force"] + Self.mark, in: folder)
    #expect(replaced.status == 2)
    #expect(replaced.standardError.contains("'logo.png': it is both an input and an output"))
    try folder.write(Array(Self.logo(60, 30).encoded().dropLast(40)), to: "cut.png")
    try folder.write(Array("no picture".utf8), to: "text.png")
    for name in ["cut.png", "text.png", "nowhere.png", "pics"] {
      for dry in [[], ["--dry-run"]] where name != "cut.png" || dry.isEmpty {
        let run = try CommandRun(["pics", "--watermark", "file:\(name)"] + dry, in: folder)
        #expect(run.status == 2)
        #expect(run.standardError.contains("cannot read '\(name)': "), "\(run.standardError)")
        #expect(
          run.standardError.contains("; use another image for --watermark"), "\(run.standardError)")
        #expect(!folder.names.contains("contact-sheet.png"))
      }
    }
  }

  @Test("Copies in an HTML page are marked, with the same bytes for any number of workers")
  func embedded() throws {
    let folder = try Self.folder()
    let options = ["pics", "-o", "s.png", "--force", "--html", "p.html", "--embed"]
    func pictures(_ more: [String]) throws -> [[UInt8]] {
      let run = try CommandRun(options + more, in: folder)
      #expect(run.status == 0, "\(run.standardError)")
      let html = String(decoding: try #require(folder.contents("p.html")), as: UTF8.self)
      return try html.matches(of: /src="data:[^;]*;base64,([^"]*)"/).map {
        Array(try #require(Data(base64Encoded: String($0.1))))
      }
    }
    let (plain, marked) = (try pictures([]), try pictures(Self.mark + ["--jobs", "1"]))
    #expect(plain.count == 7 && marked.count == 7)
    #expect(try pictures(Self.mark + ["--jobs", "4"]) == marked)
    for (one, other) in zip(plain, marked).dropFirst() {
      let (before, after) = (try DecodedSheet(one), try DecodedSheet(other))
      #expect(before.size == after.size)
      var changed = 0
      for y in 0..<before.height {
        for x in 0..<before.width where before.pixel(x, y) != after.pixel(x, y) { changed += 1 }
      }
      #expect(changed > 10)
      #expect(after.pixel(0, 0) == before.pixel(0, 0))
    }
  }

  @Test(
    "A JPEG can also be a watermark: it is rotated upright and loses its white background",
    .needs(.jpeg))
  func jpeg() throws {
    let folder = try Self.folder()
    let side = 64
    let samples = (0..<side * side).flatMap { place -> [UInt8] in
      let isInner = (16..<48).contains(place % side) && (16..<48).contains(place / side)
      return isInner ? [0, 0, 0] : [255, 255, 255]
    }
    try folder.write(JPEGFixture(width: side, height: side).encoded(samples), to: "logo.jpg")
    try CommandRun(
      [
        "pics/2.png", "--margin", "0", "-o", "s.png", "--manifest", "m.json", "--watermark",
        "file:logo.jpg",
      ],
      in: folder)
    let area = try #require(try Self.plan("m.json", in: folder).pages[0].tiles[0].watermark)
    let sheet = try Self.sheet("s.png", in: folder)
    #expect(sheet.pixel(Int(area.x), Int(area.y)) == [90, 90, 90])
    let middle = sheet.pixel(Int(area.x + area.width / 2), Int(area.y + area.height / 2))
    #expect(middle.allSatisfy { (43...47).contains($0) }, "\(middle)")
  }
}
