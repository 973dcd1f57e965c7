import Foundation
import JPEGFixtures
import PNGFixtures
import TestSupport
import Testing

/// PDFs whose pages are JPEGs where that is smaller.
@Suite(
  .enabled(if: PDFTools.areInstalled, PDFTools.reason),
  .enabled(if: JPEGFixture.isAvailable, "no libjpeg"))
struct PDFQualityTests {
  /// Options of pages that are one picture each: round corners are drawn over pictures.
  static let whole = ["--cell", "48", "--per-page", "3", "--radius", "4"]

  /// A folder with noise in colours and in grey, and with pictures of one colour.
  private static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for name in ["a", "b", "c", "d", "e"] { try folder.write([], to: "\(name)/here") }
    var random = SeededGenerator(seed: 45)
    for number in 1...4 {
      for (name, type, channels) in [("rgb", PNGFixture.ColorType.rgb, 3), ("gray", .gray, 1)] {
        try folder.write(
          PNGFixture(
            width: 61, height: 47, colorType: type,
            samples: (0..<61 * 47 * channels).map { _ in UInt16(random.number(below: 256)) }
          ).encoded(), to: "\(name)/\(number).png")
      }
      try folder.writePicture("flat/\(number).png", color: [UInt16(60 * number), 30, 200])
    }
    return folder
  }

  /// A JPEG of ours without what stands ahead of its pixels.
  private static func data(of jpeg: [UInt8]) -> ArraySlice<UInt8> {
    var place = 2
    // Application data have the markers from E0 to EF.
    while jpeg[place + 1] & 0xF0 == 0xE0 {
      place += 2 + Int(jpeg[place + 2]) << 8 + Int(jpeg[place + 3])
    }
    return jpeg[place...]
  }

  @Test(
    "A whole page is the JPEG of that quality where that is smaller, and else exact",
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
    let sheet = Sheet(width: decoded.width, height: decoded.height, bytes: decoded.bytes)
    let drawn = try folder.drawn("s.pdf", as: sheet)
    let isExact = pictures == "flat"
    // Libraries differ by a level in turning colours.
    for drawn in [drawn.poppler, drawn.mupdf] where !isExact {
      #expect(try #require(sheet.difference(from: drawn)) <= 3)
    }
  }

  @Test("Texts, links and what parts are called stay, and so do the bytes with more workers")
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
    "What cannot be a JPEG stays exact, with a note",
    arguments: [
      (["--depth", "16"], "samples cannot have 16 bits"),
      (["--background", "none"], "the background lets something through"),
      (
        ["--cell", "66000x2", "--columns", "1", "--max-pixels", "9G"],
        "no side can have more than 65500 pixels"
      ),
    ])
  func exact(options: [String], reason: String) throws {
    let folder = try Self.folder()
    let options = ["rgb"] + options
    let run = try CommandRun(options + ["-o", "a/s.pdf", "--quality", "50"], in: folder)
    #expect(run.status == 0)
    #expect(run.standardError.contains("'a/s.pdf' is exact, and large: "), "\(run.standardError)")
    #expect(run.standardError.contains(reason), "\(run.standardError)")
    let other = try CommandRun(options + ["-o", "b/s.pdf"], in: folder)
    #expect(other.standardError.isEmpty, "\(other.standardError)")
    #expect(folder.contents("a/s.pdf") == folder.contents("b/s.pdf"))
  }

  @Test("Without the library, a preset's PDF is exact, with a note, and --quality is an error")
  func missingLibrary() throws {
    let folder = try Self.folder()
    let variables = try MissingLibraryTests.Library.libjpeg.hidden(in: folder)
    let options = ["rgb", "--preset", "proof", "--dpi", "50"]
    let remedy = "libjpeg-turbo is missing; install libjpeg62-turbo"
    let run = try CommandRun(
      options + ["-q", "-o", "a/s.pdf"], in: folder, variables: variables)
    #expect(run.status == 0)
    #expect(
      run.standardError.contains("'a/s.pdf' is exact, and large: \(remedy)"),
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
}
