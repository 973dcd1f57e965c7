import CommandFixtures
import FormatFixtures
import Foundation
import JPEGFixtures
import PNGFixtures
import TestSupport
import Testing

/// PDFs whose pages are stored as JPEGs if that makes them smaller.
@Suite(
  .needs(.pdfTools),
  .needs(.jpeg))
struct PDFQualityTests {
  /// Options for pages that are a single picture each: rounded corners are drawn over pictures.
  static let whole = ["--cell", "48", "--per-page", "3", "--radius", "4"]

  /// A folder with noise in colour and in grey, and with single-coloured pictures.
  private static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for name in ["a", "b", "c", "d", "e"] { try folder.write([], to: "\(name)/here") }
    var random = SeededGenerator(seed: 45)
    for number in 1...4 {
      for (name, type, channels) in [("rgb", PNGFixture.ColorType.rgb, 3), ("gray", .gray, 1)] {
        try folder.write(
          PNGFixture(
            width: 91, height: 71, colorType: type,
            samples: (0..<91 * 71 * channels).map { _ in UInt16(random.number(below: 256)) }
          ).encoded(), to: "\(name)/\(number).png")
      }
      try folder.writePicture(
        "flat/\(number).png", width: 91, height: 71, color: [UInt16(60 * number), 30, 200])
    }
    return folder
  }

  /// The data of one of our JPEGs, from its pixels on.
  private static func data(of jpeg: [UInt8]) -> ArraySlice<UInt8> {
    var place = 2
    // Application data has the markers from E0 to EF.
    while jpeg[place + 1] & 0xF0 == 0xE0 {
      place += 2 + Int(jpeg[place + 2]) << 8 + Int(jpeg[place + 3])
    }
    return jpeg[place...]
  }

  @Test(
    "A whole page is a JPEG of the given quality if that is smaller, and otherwise lossless",
    arguments: ["rgb", "gray", "flat"], [90, 30])
  func wholePages(pictures: String, quality: Int) throws {
    let folder = try Self.folder()
    let options = [pictures] + Self.whole
    for name in ["s-%d.jpg", "s.pdf", "exact.pdf"] {
      let run = try CommandRun(
        options + ["-o", name, "--quality", name == "exact.pdf" ? "exact" : "\(quality)"],
        in: folder)
      #expect(run.status == 0 && run.standardError.isEmpty, "\(run.standardError)")
    }
    try PDFTools.check("s.pdf", in: folder)
    let pdf = try #require(folder.contents("s.pdf"))
    for page in 1...2 {
      let jpeg = try #require(folder.contents("s-\(page).jpg"))
      let data = [0xFF, 0xD8] + Self.data(of: jpeg)
      #expect((pdf.firstRange(of: data) != nil) == (pictures != "flat"))
    }
    let exact = try #require(folder.contents("exact.pdf"))
    #expect(pictures == "flat" ? pdf.count <= exact.count : pdf.count < exact.count)
    let decoded = JPEGFixture.decoded(try #require(folder.contents("s-1.jpg")))
    let sheet = DecodedSheet(width: decoded.width, height: decoded.height, bytes: decoded.bytes)
    let drawn = try folder.drawn("s.pdf", as: sheet)
    let isExact = pictures == "flat"
    // Libraries differ by one level when they convert colours.
    for drawn in [drawn.poppler, drawn.mupdf] where !isExact {
      #expect(try #require(sheet.difference(from: drawn)) <= 3)
    }
  }

  @Test("Text, links and tags survive --quality, and any number of workers gives the same bytes")
  func contents() throws {
    let folder = try Self.folder()
    let options =
      ["rgb", "gray", "--label", "{path}", "--title", "T", "--per-page", "3"]
    for (name, more) in [
      ("a/s.pdf", []), ("b/s.pdf", ["--quality", "90", "--jobs", "1"]),
      ("c/s.pdf", ["--quality", "90", "--jobs", "7", "--manifest", "m.json"]),
    ] {
      #expect(try CommandRun(options + ["-o", name] + more, in: folder).status == 0)
    }
    for order in ["-layout", "-raw"] {
      #expect(
        try PDFTools.text(of: "a/s.pdf", in: folder, order: order)
          == PDFTools.text(of: "b/s.pdf", in: folder, order: order))
    }
    func uncompressed(_ name: String) throws -> Int {
      try PDFTools.run("qpdf", ["--qdf", "--object-streams=disable", name, "q.pdf"], in: folder)
      let text = String(decoding: try #require(folder.contents("q.pdf")), as: UTF8.self)
      return ["/Subtype /Link", "/S /Figure", "/Alt "].reduce(0) {
        $0 + text.components(separatedBy: $1).count
      }
    }
    #expect(try uncompressed("a/s.pdf") == uncompressed("b/s.pdf"))
    let bytes = folder.contents("b/s.pdf")
    #expect(folder.contents("c/s.pdf") == bytes)
    try CommandRun(["--from-plan", "m.json", "-o", "d/s.pdf"], in: folder)
    #expect(folder.contents("d/s.pdf") == bytes, "the plan carries the quality")
    try CommandRun(["--from-plan", "m.json", "-o", "e/s.pdf", "--quality", "exact"], in: folder)
    #expect(folder.contents("e/s.pdf") == folder.contents("a/s.pdf"))
  }

  @Test(
    "A page that cannot be a JPEG stays lossless, with a note",
    arguments: [
      (["--depth", "16"], "samples cannot have 16 bits"),
      (["--background", "none"], "the background is transparent"),
      (
        ["--cell", "66000x2", "--columns", "1", "--max-pixels", "9G"],
        "neither side may be longer than 65500 pixels"
      ),
    ])
  func exact(options: [String], reason: String) throws {
    let folder = try Self.folder()
    let options = ["rgb", "--no-links"] + options
    let run = try CommandRun(options + ["-o", "a/s.pdf", "--quality", "50"], in: folder)
    #expect(run.status == 0)
    #expect(
      run.standardError.contains("'a/s.pdf' is lossless, so it is large: "), "\(run.standardError)")
    #expect(run.standardError.contains(reason), "\(run.standardError)")
    let other = try CommandRun(options + ["-o", "b/s.pdf"], in: folder)
    #expect(other.standardError.isEmpty, "\(other.standardError)")
    #expect(folder.contents("a/s.pdf") == folder.contents("b/s.pdf"))
  }

  @Test("Without the library, a preset's PDF is lossless, with a note, and --quality is refused")
  func missingLibrary() throws {
    let folder = try Self.folder()
    let variables = try MissingLibrary.libjpeg.hidden(in: folder)
    let options = ["rgb", "--preset", "proof", "--dpi", "50"]
    let remedy = "libjpeg-turbo is missing; install libjpeg62-turbo"
    let run = try CommandRun(
      options + ["-q", "-o", "a/s.pdf"], in: folder, variables: variables)
    #expect(run.status == 0)
    #expect(
      run.standardError.contains("'a/s.pdf' is lossless, so it is large: \(remedy)"),
      "\(run.standardError)")
    try CommandRun(options + ["-o", "b/s.pdf", "--quality", "exact"], in: folder)
    #expect(folder.contents("a/s.pdf") == folder.contents("b/s.pdf"))
    let refused = try CommandRun(
      options + ["-o", "c.pdf", "--quality", "80"], in: folder, variables: variables)
    #expect(refused.status == 2 && !folder.names.contains("c.pdf"))
    #expect(
      refused.standardError.contains("cannot write 'c.pdf' as a PDF with a quality: \(remedy)"),
      "\(refused.standardError)")
    // A PNG needs no library.
    let png = try CommandRun(
      options + ["-o", "s-%d.png", "--quality", "80"], in: folder, variables: variables)
    #expect(png.status == 0 && png.standardError.isEmpty, "\(png.standardError)")
  }

  /// The number of JPEG pictures in a file.
  private static func jpegCount(_ bytes: [UInt8]) -> Int {
    String(decoding: bytes, as: UTF8.self).components(separatedBy: "/DCTDecode").count - 1
  }

  @Test(
    "Pictures on a plain background become separate JPEGs, and everything else is lossless",
    arguments: [
      [], ["--shadow", "3", "--border", "2"], ["--paper", "A6", "--dpi", "150"],
      ["--frame", "3", "--background", "#223344", "--cell-background", "#445566"],
      ["--cell-background", "checker"], ["--layout", "rows", "--size", "500"],
    ])
  func detached(options: [String]) throws {
    let folder = try Self.folder()
    try folder.write(Array("no picture".utf8), to: "rgb/broken.png")
    var random = SeededGenerator(seed: 46)
    try folder.write(
      PNGFixture(
        width: 90, height: 90, colorType: .rgba,
        samples: (0..<90 * 90 * 4).map { _ in UInt16(random.number(below: 256)) }
      ).encoded(), to: "rgb/clear.png")
    let options =
      ["rgb", "flat", "--cell", "100", "--label", "{name}", "--title", "T"].filter {
        !($0 == "--cell" || $0 == "100")
          || !(options.contains("--paper") || options.contains("rows"))
      } + options
    for name in ["s.png", "s.pdf"] {
      try CommandRun(
        options + ["-o", name, "--quality", "90", "--manifest", "m.json"], in: folder)
    }
    try PDFTools.check("s.pdf", in: folder)
    let pdf = try #require(folder.contents("s.pdf"))
    // Five pictures are noise. Single-coloured pictures and the placeholder stay part of the page.
    #expect(Self.jpegCount(pdf) == 5)
    let sheet = try DecodedSheet(#require(folder.contents("s.png")))
    let manifest = try Manifest(Data(#require(folder.contents("m.json"))))
    let tiles = manifest.pages[0].tiles.filter { $0.source.hasPrefix("rgb") }
    let areas = tiles.compactMap(\.image)
    #expect(areas.count >= 5)
    let texts = manifest.pages[0].textAreas
    let drawn = try folder.drawn("s.pdf", as: sheet)
    for drawn in [drawn.poppler, drawn.mupdf] {
      #expect((drawn.width, drawn.height) == (sheet.width, sheet.height))
      #expect(try #require(sheet.difference(from: drawn, outside: areas + texts)) <= 1)
      // Noise moved by a pixel would differ by a third of all levels.
      #expect(areas.allSatisfy { sheet.meanDifference(from: drawn, in: $0) < 12 })
    }
  }

  @Test(
    "Pictures that touch, are covered or lie on several colours do not become JPEGs",
    arguments: [
      ["--radius", "4"], ["--label", "{name}", "--label-position", "over"],
      ["--gap", "0", "--cell", "91x71"], ["--background", "checker"], ["--cell", "40"],
    ])
  func attached(options: [String]) throws {
    let folder = try Self.folder()
    let run = try CommandRun(
      ["rgb", "--quality", "80", "-o", "s.pdf"] + options, in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    #expect(Self.jpegCount(try #require(folder.contents("s.pdf"))) == 1, "the page")
  }

  @Test("A PDF of JPEGs has quality 90, unless options say otherwise")
  func photographs() throws {
    let folder = try Self.folder()
    var random = SeededGenerator(seed: 48)
    let jpeg = JPEGFixture(width: 160, height: 120)
      .encoded((0..<160 * 120 * 3).map { _ in UInt8(random.number(below: 256)) })
    try folder.write(RawFixture(.thumbnail, preview: jpeg).encoded(), to: "raw/a.arw")
    try folder.write(jpeg, to: "mixed/a.jpg")
    try folder.write(try #require(folder.contents("rgb/1.png")), to: "mixed/b.png")
    func pdf(_ input: String, _ more: [String] = []) throws -> [UInt8] {
      let run = try CommandRun(
        [input, "--cell", "120", "-o", "a/s.pdf"] + more, in: folder)
      #expect(run.status == 0, "\(run.standardError)")
      return try #require(folder.contents("a/s.pdf"))
    }
    #expect(Self.jpegCount(try pdf("raw")) == 1)
    let usual = try pdf("mixed")
    #expect(Self.jpegCount(usual) == 2)
    #expect(try pdf("mixed", ["--quality", "90"]) == usual)
    #expect(try pdf("mixed", ["--jobs", "5", "--manifest", "m.json"]) == usual)
    try CommandRun(["--from-plan", "m.json", "-o", "b/s.pdf"], in: folder)
    #expect(folder.contents("b/s.pdf") == usual)
    #expect(Self.jpegCount(try pdf("mixed", ["--quality", "exact"])) == 0)
    #expect(try pdf("mixed", ["--quality", "30"]).count < usual.count)
    // Pages that cannot have a quality are lossless, without a note, because no quality was
    // requested.
    for options in [["--depth", "16"], ["--background", "none"]] {
      let run = try CommandRun(["mixed", "-q", "-o", "c.pdf"] + options, in: folder)
      #expect(run.status == 0 && run.standardError.isEmpty, "\(run.standardError)")
    }
    // A PDF of PNG images stays lossless. A PNG of JPEG images is lossless as well, and its plan
    // contains no quality.
    #expect(Self.jpegCount(try pdf("rgb")) == 0)
    try CommandRun(["mixed", "--cell", "120", "-o", "s.png", "--manifest", "p.json"], in: folder)
    #expect(!String(decoding: folder.contents("p.json") ?? [], as: UTF8.self).contains("quality"))
    let pages = ["mixed", "--cell", "120", "--per-page", "1", "-o", "p-%d.pdf"]
    try CommandRun(pages, in: folder)
    let second = try #require(folder.contents("p-2.pdf"))
    try CommandRun(pages + ["--page", "2"], in: folder)
    #expect(folder.contents("p-2.pdf") == second && Self.jpegCount(second) == 1)
  }

  @Test("A note about a large lossless PDF gives its size and the option that shrinks it")
  func largeFile() throws {
    let folder = TemporaryFolder()
    var random = SeededGenerator(seed: 47)
    // The pattern repeats at a distance that is too long for deflate.
    let rows = (0..<12).map { _ in (0..<1200 * 3).map { _ in UInt16(random.number(below: 256)) } }
    // Pictures of few colours take much less space when kept lossless than as part of a JPEG.
    let lines = rows.map { row in row.indices.map { row[$0 / 3] < 128 ? 0 : 255 as UInt16 } }
    for (name, rows) in [("a", rows), ("b", lines)] {
      let samples = (0..<1500).flatMap { rows[$0 % rows.count] }
      try folder.write(
        PNGFixture(width: 1200, height: 1500, colorType: .rgb, samples: samples).encoded(),
        to: "pics/\(name).png")
    }
    let options = ["pics", "--cell", "1200x1500", "--compression", "0", "--depth"]
    func notes(_ more: [String]) throws -> String {
      let run = try CommandRun(options + more, in: folder)
      #expect(run.status == 0)
      return run.standardError
    }
    let note = try notes(["8", "-o", "s.pdf"])
    #expect(
      note.contains(
        "'s.pdf' is 11 MB, because its pixels are exact; --quality 90 makes it smaller"),
      "\(note)")
    #expect(try notes(["8", "-o", "s.pdf", "--quality", "90"]).isEmpty)
    #expect(try notes(["8", "-o", "s.pdf", "-q"]).isEmpty)
    #expect(try notes(["8", "-o", "s.png"]).isEmpty)
    #expect(try notes(["16", "-o", "s.pdf"]).isEmpty, "it stays exact")
  }
}
