import CommandFixtures
import Foundation
import JPEGFixtures
import PNGFixtures
import SheetModel
import TestSupport
import Testing

/// The hairlines around pictures that would blend into the background.
@Suite struct EdgeTests {
  /// A white page with dark lines, like a screenshot of text; optionally inverted, or with alpha.
  static func screenshot(
    _ width: Int = 60, _ height: Int = 40, isDark: Bool = false, alpha: UInt16? = nil
  ) throws -> [UInt8] {
    let pixels = (0..<width * height).flatMap { place -> [UInt16] in
      let (x, y) = (place % width, place / width)
      let isInk = 8..<width - 8 ~= x && 8..<height - 8 ~= y && y % 6 < 3 && x * y % 7 > 2
      // Only the corner pixel has this alpha.
      let opacity: [UInt16] = alpha.map { [place == 0 ? $0 : 255] } ?? []
      return Array(repeating: isInk != isDark ? 0 : 255, count: 3) + opacity
    }
    return PNGFixture(
      width: width, height: height, colorType: alpha == nil ? .rgb : .rgba, samples: pixels
    ).encoded()
  }

  /// A sheet of the pictures in the folder `in`, with its manifest.
  static func sheet(
    _ options: [String] = [], in folder: TemporaryFolder
  ) throws -> (sheet: DecodedSheet, images: [Manifest.Rectangle], manifest: Manifest) {
    let run = try CommandRun(
      ["in", "-o", "s.png", "--manifest", "m.json", "--force"] + options, in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    let manifest = try Manifest(Data(#require(folder.contents("m.json"))))
    return (
      try DecodedSheet(#require(folder.contents("s.png"))),
      manifest.pages[0].tiles.compactMap(\.image), manifest
    )
  }

  /// The grey levels of the pixels next to the middles of a picture's sides: above, left, below,
  /// right.
  static func around(_ image: Manifest.Rectangle, _ sheet: DecodedSheet, distance: Int = 1)
    -> [UInt8]
  {
    let (x, y) = (Int(image.x), Int(image.y))
    let (width, height) = (Int(image.width), Int(image.height))
    return [
      (x + width / 2, y - distance), (x - distance, y + height / 2),
      (x + width / 2, y + height - 1 + distance), (x + width - 1 + distance, y + height / 2),
    ].map { sheet.pixel($0.0, $0.1)[0] }
  }

  @Test(
    "White screenshots on white and black ones on black get a 12 % line, which --edge none omits")
  func screenshots() throws {
    let folder = TemporaryFolder()
    try folder.write(Self.screenshot(), to: "in/1.png")
    try folder.write(Self.screenshot(isDark: true), to: "in/2.png")
    for (background, lines) in [("white", [224, 255]), ("black", [0, 31])] as [(String, [UInt8])] {
      let options = ["--background", background]
      let (sheet, images, manifest) = try Self.sheet(options, in: folder)
      let (plain, _, other) = try Self.sheet(options + ["--edge", "none"], in: folder)
      #expect(manifest.version == 5 && other.version == 5)
      let ground: UInt8 = background == "white" ? 255 : 0
      for (image, line) in zip(images, lines) {
        #expect(Self.around(image, sheet) == Array(repeating: line, count: 4))
        #expect(Self.around(image, sheet, distance: 2) == Array(repeating: ground, count: 4))
        #expect(Self.around(image, plain) == Array(repeating: ground, count: 4))
      }
      for y in 0..<sheet.height {
        for x in 0..<sheet.width where sheet.pixel(x, y) != plain.pixel(x, y) {
          #expect(sheet.pixel(x, y)[0] == (ground == 255 ? 224 : 31))
          #expect(
            !images.contains { image in
              image.x..<image.x + image.width ~= Double(x)
                && image.y..<image.y + image.height ~= Double(y)
            })
        }
      }
    }
  }

  @Test("A border of a single picture is drawn around that picture alone, even from a plan")
  func ownBorders() throws {
    let folder = TemporaryFolder()
    for name in 1...3 { try folder.write(Self.screenshot(), to: "in/\(name).png") }
    let options = ["--border", "2 #808080", "--border", "1=4 #0000ff", "--border", "3=none"]
    let (sheet, images, _) = try Self.sheet(options, in: folder)
    for distance in 1...5 {
      let expected: [UInt8] = [distance > 4 ? 255 : 0, distance > 2 ? 255 : 128, 255]
      for (image, code) in zip(images, expected) {
        #expect(
          Self.around(image, sheet, distance: distance) == Array(repeating: code, count: 4),
          "\(distance)")
      }
    }
    let run = try CommandRun(["--from-plan", "m.json", "-o", "again.png"], in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    #expect(folder.contents("again.png") == folder.contents("s.png"))
  }

  @Test(
    "A border of a single picture replaces only its hairline", arguments: ["auto", "hairline"])
  func hairlinesBesideBorders(edge: String) throws {
    let folder = TemporaryFolder()
    for name in 1...3 { try folder.write(Self.screenshot(), to: "in/\(name).png") }
    for others in [[], ["--cell-background", "white"]] {
      let options = ["--edge", edge, "--border", "1=4 #0000ff", "--border", "3=none"] + others
      let (sheet, images, _) = try Self.sheet(options, in: folder)
      try #require(images.count == 3)
      for distance in 1...5 {
        let line: UInt8 = distance > 1 ? 255 : 224
        for (image, code) in zip(images, [distance > 4 ? 255 : 0, line, line] as [UInt8]) {
          #expect(
            Self.around(image, sheet, distance: distance) == Array(repeating: code, count: 4),
            "\(distance) from \(image.x)")
        }
      }
    }
  }

  @Test(
    "No hairline is drawn without a gap or background, or beside decoration",
    arguments: [
      ["--gap", "2"], ["--gap", "0"], ["--gap", "8x0"], ["--border", "1"], ["--frame", "1"],
      ["--radius", "4"], ["--shadow", "4"], ["--background", "none"], ["--background", "checker"],
      ["--preset", "figure", "--rows-by", "stem"],
    ])
  func none(options: [String]) throws {
    let folder = TemporaryFolder()
    for name in 1...3 { try folder.write(Self.screenshot(), to: "in/\(name).png") }
    try Self.expectNoLine(options, in: folder)
  }

  /// Expects the sheet to equal the one without hairlines.
  static func expectNoLine(_ options: [String], in folder: TemporaryFolder) throws {
    let sheet = try sheet(options, in: folder).sheet
    #expect(try sheet == self.sheet(options + ["--edge", "none"], in: folder).sheet)
  }

  @Test("A hairline needs a gap of only three times its width, and padding counts as a gap")
  func room() throws {
    let folder = TemporaryFolder()
    for name in 1...2 { try folder.write(Self.screenshot(), to: "in/\(name).png") }
    for options in [["--gap", "3"], ["--gap", "0", "--padding", "2"]] {
      let (sheet, images, _) = try Self.sheet(options, in: folder)
      for image in images {
        #expect(Self.around(image, sheet) == [224, 224, 224, 224], "\(options)")
      }
    }
    // A line ends at the edge of the page.
    let (sheet, images, _) = try Self.sheet(["--margin", "0"], in: folder)
    #expect(images[0].x == 0 && sheet.pixel(Int(images[0].width), 9)[0] == 224)
  }

  @Test("A transparent picture gets no hairline, but an opaque one with an alpha channel does")
  func transparency() throws {
    for (alpha, isMarked) in [(255, true), (254, false), (0, false)] as [(UInt16, Bool)] {
      let folder = TemporaryFolder()
      try folder.write(Self.screenshot(alpha: alpha), to: "in/1.png")
      let (sheet, images, _) = try Self.sheet(in: folder)
      #expect(Self.around(images[0], sheet) == Array(repeating: isMarked ? 224 : 255, count: 4))
    }
  }

  @Test(
    "An edge is compared with its cell's background or, at the edges of the cell, with the page's")
  func cellBackground() throws {
    let folder = TemporaryFolder()
    try folder.write(Self.screenshot(), to: "in/1.png")
    let options = ["--cell", "60x60", "--cell-background"]
    let (white, images, _) = try Self.sheet(
      options + ["white", "--background", "#808080"], in: folder)
    // The picture is as wide as its cell; above and below the picture, the cell is white.
    #expect(Self.around(images[0], white) == [224, 113, 224, 113])
    let (grey, _, _) = try Self.sheet(options + ["#808080"], in: folder)
    #expect(Self.around(images[0], grey) == [113, 224, 113, 224])
    try Self.expectNoLine(options + ["#808080", "--background", "#808080"], in: folder)
  }

  @Test("Any number of workers, a plan and its shards give the same bytes, even for large pictures")
  func plans() throws {
    let folder = TemporaryFolder()
    // A tile of more than 4 MB is drawn in strips.
    for name in 1...2 { try folder.write(Self.screenshot(1250, 1150), to: "in/\(name).png") }
    try folder.write(Self.screenshot(1150, 1250, isDark: true), to: "in/3.png")
    let options = ["--cell", "1250x1250", "--per-page", "2", "--compression", "1", "-o", "s%d.png"]
    func pages(_ options: [String]) throws -> [[UInt8]?] {
      let run = try CommandRun(options + ["--force"], in: folder)
      #expect(run.status == 0, "\(run.standardError)")
      return [folder.contents("s1.png"), folder.contents("s2.png")]
    }
    let usual = try pages(["in", "--manifest", "m.json", "--jobs", "1"] + options)
    #expect(try pages(["in", "--jobs", "4"] + options) == usual)
    #expect(try pages(["--from-plan", "m.json", "--shard", "1/2"])[0] == usual[0])
    #expect(try pages(["--from-plan", "m.json", "--shard", "2/2"]) == usual)
    let manifest = try Manifest(Data(#require(folder.contents("m.json"))))
    for (number, page) in manifest.pages.enumerated() {
      let sheet = try DecodedSheet(#require(usual[number]))
      for tile in page.tiles {
        let line: UInt8 = tile.source.hasSuffix("3.png") ? 255 : 224
        #expect(
          Self.around(try #require(tile.image), sheet) == Array(repeating: line, count: 4))
      }
    }
    // A plan of an earlier version says nothing about edges.
    let text = String(decoding: try #require(folder.contents("m.json")), as: UTF8.self)
    #expect(text.contains(#""edge" : "blending","#))
    let older = text.replacingOccurrences(of: #""edge" : "blending","#, with: "")
    try folder.write(Array(older.utf8), to: "older.json")
    let without = try pages(["in", "--edge", "none"] + options)
    #expect(try pages(["--from-plan", "older.json"]) == without && without != usual)
  }

  @Test(
    "Images that fill their cells have hairlines, but not in plans of earlier versions",
    arguments: ["auto", "hairline"])
  func earlierFilled(edge: String) throws {
    let folder = TemporaryFolder()
    try folder.write(Self.screenshot(120, 90), to: "in/1.png")
    let options = ["--scale", "fill", "--cell", "80x80", "--force", "-o", "s.png"]
    func sheet(_ arguments: [String]) throws -> [UInt8]? {
      let run = try CommandRun(arguments, in: folder)
      #expect(run.status == 0, "\(run.standardError)")
      return folder.contents("s.png")
    }
    let usual = try sheet(["in", "--manifest", "m.json"] + options)
    let without = try sheet(["in", "--edge", "none"] + options)
    #expect(usual != without && usual != nil)
    let text = String(decoding: try #require(folder.contents("m.json")), as: UTF8.self)
    let older = text.replacingOccurrences(
      of: #""edge" : "blending""#, with: #""edge" : "\#(edge)""#)
    #expect(older != text)
    try folder.write(Array(older.utf8), to: "older.json")
    #expect(try sheet(["--from-plan", "m.json", "--force"]) == usual)
    #expect(try sheet(["--from-plan", "older.json", "--force"]) == without)
  }

  @Test(
    "A row of a matrix has hairlines around all opaque images or none, even around large ones",
    arguments: ["60x60", "1250x1250"])
  func rowsOfMatrix(cell: String) throws {
    let folder = TemporaryFolder()
    let side = cell == "60x60" ? 60 : 1250
    for (name, isDark, alpha) in [
      ("a_1", false, 255), ("a_2", true, 255), ("a_3", false, 0), ("b_1", true, 255),
      ("b_2", true, 255), ("b_3", true, 255),
    ] as [(String, Bool, UInt16)] {
      try folder.write(
        Self.screenshot(side, side - 10, isDark: isDark, alpha: alpha), to: "in/\(name).png")
    }
    let options = [
      "--parse", "{a}_{b}", "--rows-by", "{a}", "--columns-by", "{b}", "--cell", cell,
      "--compression", "1",
    ]
    func sheet(_ arguments: [String]) throws -> [UInt8] {
      let run = try CommandRun(arguments + ["--force", "-o", "s.png"], in: folder)
      #expect(run.status == 0, "\(run.standardError)")
      return try #require(folder.contents("s.png"))
    }
    let bytes = try sheet(["in", "--manifest", "m.json", "--jobs", "1"] + options)
    let decoded = try DecodedSheet(bytes)
    let manifest = try Manifest(Data(#require(folder.contents("m.json"))))
    for tile in manifest.pages[0].tiles {
      let isMarked = tile.source.hasSuffix("a_1.png") || tile.source.hasSuffix("a_2.png")
      #expect(
        Self.around(try #require(tile.image), decoded)
          == Array(repeating: isMarked ? 224 : 255, count: 4), "\(tile.source)")
    }
    #expect(try sheet(["in", "--jobs", "4"] + options) == bytes)
    #expect(try sheet(["--from-plan", "m.json"]) == bytes)
    // In plans of earlier versions, each image has its own hairline.
    let text = String(decoding: try #require(folder.contents("m.json")), as: UTF8.self)
    let older = text.replacingOccurrences(
      of: #""edge" : "rows""#, with: #""edge" : "blending""#)
    #expect(older != text)
    try folder.write(Array(older.utf8), to: "older.json")
    #expect(try sheet(["--from-plan", "older.json"]) != bytes)
    // The images of a stack are in several rows.
    _ = try sheet(["in", "--manifest", "m.json", "--on-clash", "stack"] + options)
    let stacks = String(decoding: try #require(folder.contents("m.json")), as: UTF8.self)
    #expect(stacks.contains(#""edge" : "blending""#))
  }

  @Test(
    "In a PDF, the hairlines are on the page, around the embedded pictures",
    .needs(.pdfTools, .jpeg))
  func pdf() throws {
    let folder = TemporaryFolder()
    var random = SystemRandomNumberGenerator()
    let samples = (0..<120 * 90).flatMap { place -> [UInt16] in
      let (x, y) = (place % 120, place / 120)
      let isEdge = x < 8 || y < 8 || x >= 112 || y >= 82
      return (0..<3).map { _ in isEdge ? 255 : .random(in: 90..<160, using: &random) }
    }
    try folder.write(
      PNGFixture(width: 120, height: 90, colorType: .rgb, samples: samples).encoded(),
      to: "in/1.png")
    let (sheet, images, _) = try Self.sheet(in: folder)
    try CommandRun(["in", "-o", "s.pdf", "--quality", "80", "--size", sheet.size], in: folder)
    let drawn = try folder.drawn("s.pdf", as: sheet)
    for viewed in [drawn.poppler, drawn.mupdf] {
      for code in Self.around(images[0], viewed) { #expect(abs(Int(code) - 224) <= 3) }
    }
  }
}
