import CommandFixtures
import Foundation
import PNGFixtures
import SheetLayout
import TestSupport
import Testing

@testable import ContactSheet
@testable import ContactSheetCommand

/// PDFs of all kinds have the same pixels as the PNG, as other programs read them.
@Suite(.needs(.pdfTools)) struct PDFPixelTests {
  /// A folder with colourful, grey and single-coloured pictures.
  static let folder = Result {
    let folder = TemporaryFolder.untilExit()
    var random = SeededGenerator(seed: 12)
    func noise(_ colorType: PNGFixture.ColorType, _ channels: Int) -> PNGFixture {
      PNGFixture(
        width: 61, height: 47, colorType: colorType,
        samples: (0..<61 * 47 * channels).map { _ in UInt16(random.number(below: 256)) })
    }
    for number in 1...3 {
      try folder.write(noise(.rgb, 3).encoded(), to: "rgb/\(number).png")
      try folder.write(noise(.gray, 1).encoded(), to: "gray/\(number).png")
      try folder.write(noise(.rgba, 4).encoded(), to: "rgba/\(number).png")
      try folder.writePicture("flat/\(number).png", color: [UInt16(80 * number), 30, 200])
      // A subject on the right, which crops follow.
      try folder.write(
        PNGFixture(
          width: 90, height: 40, colorType: .gray,
          samples: (0..<90 * 40).map { place in
            place % 90 > 60 ? UInt16((place % 90 / 4 + place / 400) % 2 * 60 * number) : 200
          }
        ).encoded(), to: "subject/\(number).png")
    }
    try folder.write(
      PNGFixture(
        width: 40, height: 40, colorType: .gray,
        samples: (0..<1600).map { $0 / 7 % 2 == 0 ? 0 : 255 }
      ).encoded(), to: "bits/1.png")
    return folder
  }

  static let forms: [[String]] = [
    ["rgb"], ["gray"], ["rgba"], ["rgb", "--depth", "16"], ["gray", "--depth", "16"],
    ["flat", "--compression", "9"], ["bits", "--compression", "9", "--cell", "40"],
    ["rgb", "--compression", "0"], ["rgba", "--background", "none"],
    ["gray", "--background", "none"], ["rgba", "--background", "none", "--depth", "16"],
    ["rgb", "--background", "#00aa0080", "--shadow", "3"], ["rgb", "--paper", "A6"],
    ["rgba", "--cell-background", "checker"],
    ["rgb", "--paper", "letter", "--dpi", "73", "--label", "{name}"],
    ["rgb", "--watermark", "file:../rgba/1.png"], ["gray", "--watermark", "file:../gray/1.png"],
    ["subject", "--cell", "24", "--scale", "fill"], ["rgb", "--size", "426", "--dpi", "150"],
    ["rgb", "--size", "997x613", "--dpi", "317"],
    ["bits", "--cell", "1", "--margin", "0"], ["flat", "--size", "15000x40", "--margin", "0"],
    ["flat", "--size", "60x15000", "--dpi", "72", "--scale", "fill", "--margin", "0"],
  ]

  @Test(
    "Apart from text, a page matches the PNG: exactly in Poppler, to within one level in MuPDF",
    arguments: forms)
  func samePixels(form: [String]) throws {
    let folder = try Self.folder.get()
    let output = TemporaryFolder(in: folder)
    let inputs = ["../\(form[0])"] + form.dropFirst()
    for name in ["s.png", "s.pdf"] {
      let run = try CommandRun(inputs + ["-o", name, "--manifest", "m.json"], in: output)
      #expect(run.status == 0, "\(run.standardError)")
    }
    try PDFTools.check("s.pdf", in: output)
    let texts = try Manifest(Data(#require(output.contents("m.json")))).pages[0].textAreas
    let sheet = try DecodedSheet(#require(output.contents("s.png")))
    let drawn = try output.drawn("s.pdf", as: sheet)
    let isOpaque = !form.contains("--background")
    // Over white, a level may be rounded up or down.
    #expect(
      try #require(sheet.difference(from: drawn.poppler, outside: texts)) <= (isOpaque ? 0 : 1.01))
    #expect(
      try #require(sheet.difference(from: drawn.mupdf, outside: texts)) <= (isOpaque ? 1 : 1.51))
  }

  @Test(
    "An opaque page without text has the same bytes as the PNG's IDAT chunks",
    arguments: forms)
  func sameStream(form: [String]) throws {
    guard !form.contains("--background") else { return }
    let folder = try Self.folder.get()
    let output = TemporaryFolder(in: folder)
    for (name, more) in [("s.png", ["--text-color", "white"]), ("s.pdf", [])] {
      try CommandRun(["../\(form[0])"] + form.dropFirst() + more + ["-o", name], in: output)
    }
    let png = try #require(output.contents("s.png"))
    let data = try #require(PNGChunk.chunks(of: png)).filter { $0.type == "IDAT" }.flatMap(\.data)
    let pdf = try #require(output.contents("s.pdf"))
    #expect(pdf.firstRange(of: data) != nil, "\(data.count) bytes")
    // Links take few bytes, and each glyph of labels is stored once.
    let tiles = form[0] == "bits" ? 1 : 3
    let glyphs = form.contains("--label") ? 4096 : 0
    #expect(pdf.count <= png.count + png.count / 1000 + 2048 + 200 * tiles + glyphs)
  }

  /// Options for sheets in all layouts, and for all presets.
  static let layouts: [[String]] =
    LayoutKind.allCases.map { kind in
      ["--layout", kind.rawValue]
        + (kind == .matrix ? ["--rows-by", "{folder}", "--columns-by", "{stem}"] : [])
    } + builtInPresets.map { ["--preset", $0.key, "--dpi", "40", "--quality", "exact"] }
    + [["--group-by", "folder", "--group-break", "section"], ["--per-page", "2"]]

  @Test(
    "Apart from their text, pages have the same pixels as the PNG, in all layouts and presets",
    arguments: layouts)
  func samePages(layout: [String]) throws {
    let folder = try Self.folder.get()
    let output = TemporaryFolder(in: folder)
    let inputs = ["../rgb", "../flat", "../gray", "--label", "{name}"] + layout
    for name in ["s-%d.png", "s.pdf"] {
      let run = try CommandRun(inputs + ["-o", name, "--manifest", "m.json"], in: output)
      #expect(run.status == 0, "\(run.standardError)")
    }
    try PDFTools.check("s.pdf", in: output)
    let manifest = try Manifest(Data(#require(output.contents("m.json"))))
    let pages = output.names.filter { $0.hasPrefix("s-") }.count
    #expect(pages > 0)
    for page in 1...max(pages, 1) {
      let sheet = try DecodedSheet(#require(output.contents("s-\(page).png")))
      let drawn = try output.drawn("s.pdf", page: page, as: sheet)
      let texts = manifest.pages[page - 1].textAreas
      #expect(try #require(sheet.difference(from: drawn.poppler, outside: texts)) == 0)
      #expect(try #require(sheet.difference(from: drawn.mupdf, outside: texts)) <= 1)
      // Each word is drawn once, with nearly the same weight as in pixels. In pixels, the strokes
      // of small letters are wider.
      for area in manifest.pages[page - 1].allTexts.filter({ $0.size >= 12 }).map(\.area)
      where sheet.ink(in: area) > 20 {
        let ink = sheet.ink(in: area)
        #expect((0.7 * ink...1.4 * ink).contains(drawn.poppler.ink(in: area)))
        #expect((0.7 * ink...1.4 * ink).contains(drawn.mupdf.ink(in: area)))
      }
    }
  }

  @Test("Text is sharp at 800 %")
  func sharp() throws { try checkSharpness(of: "builtin") }

  @Test("Text in an installed font is sharp at 800 %", .needs(.plainFont))
  func sharpFont() throws {
    let font = try #require(InstalledFonts.plain)
    try checkSharpness(of: font.family, fonts: [font.file])
  }

  private func checkSharpness(of font: String, fonts: [URL] = []) throws {
    let folder = try Self.folder.get()
    let output = TemporaryFolder(in: folder)
    let run = try CommandRun(
      [
        "../flat/1.png", "--size", "480x120", "--font", font, "--title", "Sharp words", "-o",
        "s.pdf", "--no-links",
      ],
      in: output, variables: output.variables(fonts: fonts))
    #expect(run.status == 0 && run.standardError.isEmpty, "\(run.standardError)")
    for (name, width) in [("small", 480), ("large", 3840)] {
      try PDFTools.run(
        "pdftoppm",
        [
          "-singlefile", "-scale-to-x", "\(width)", "-scale-to-y", "-1", "-x", "0", "-y", "0", "-W",
          "\(width)", "-H", "\(width / 12)", "-png", "s.pdf", name,
        ], in: output)
    }
    let small = try DecodedSheet(#require(output.contents("small.png"))).grayShare
    let large = try DecodedSheet(#require(output.contents("large.png"))).grayShare
    #expect(small > 0.01)
    // The edges of shapes are one pixel wide at any scale.
    #expect(large < small / 4, "\(small), \(large)")
  }

  /// Whether the label in a PDF consists of outlines rather than pixels.
  private func hasOutlines(
    _ options: [String], fonts: [URL] = [], in folder: TemporaryFolder
  ) throws -> Bool {
    let run = try CommandRun(
      ["in", "--no-links", "-o", "s.pdf"] + options, in: folder,
      variables: folder.variables(fonts: fonts))
    #expect(run.status == 0 && run.standardError.isEmpty, "\(run.standardError)")
    try PDFTools.check("s.pdf", in: folder)
    return try #require(folder.contents("s.pdf")).firstRange(of: Array("/Form".utf8)) != nil
  }

  @Test("Text is drawn as outlines, but as pixels if it is translucent or cut off")
  func pixels() throws {
    let folder = try PDFContentTests.folder(["one"])
    let label = ["--label", "{stem}"]
    #expect(try hasOutlines(label, in: folder))
    #expect(try hasOutlines(label + ["--label-position", "over"], in: folder))
    #expect(
      try !hasOutlines(label + ["--label-position", "over", "--radius", "9"], in: folder))
    #expect(try !hasOutlines(label + ["--label-color", "#00000080"], in: folder))
    #expect(try !hasOutlines([], in: folder))
  }

  @Test("Coloured glyphs are drawn as pixels", .needs(.plainFont, .colorEmoji))
  func colors() throws {
    let (plain, emoji) = (try #require(InstalledFonts.plain), try #require(InstalledFonts.emoji))
    let folder = try PDFContentTests.folder(["one"])
    let fonts = [plain.file, emoji.file]
    let font = ["--font", emoji.family]
    #expect(try !hasOutlines(["--label", "😀"] + font, fonts: fonts, in: folder))
    #expect(try hasOutlines(["--label", "a"] + font, fonts: fonts, in: folder))
  }

  /// Embedding rights as a font states them: installable, preview, editable, no subsetting, bitmaps
  /// only.
  @Test(
    "Text is drawn as pixels if the font forbids embedding", .needs(.plainFont),
    arguments: [(0, true), (2, false), (8, true), (0x100, false), (0x208, false)])
  func rights(_ rights: Int, allowsOutlines: Bool) throws {
    let font = try #require(InstalledFonts.plain)
    var bytes = Array(try Data(contentsOf: font.file))
    // The table's directory entry: name, checksum, offset, length.
    let entry = try #require(bytes.firstRange(of: Array("OS/2".utf8))).lowerBound
    let offset = bytes[entry + 8..<entry + 12].reduce(0) { $0 << 8 | Int($1) }
    (bytes[offset + 8], bytes[offset + 9]) = (UInt8(rights >> 8), UInt8(rights & 0xFF))
    let folder = try PDFContentTests.folder(["one"])
    try folder.write(bytes, to: "changed.ttf")
    #expect(
      try hasOutlines(
        ["--label", "{stem}", "--font", font.family],
        fonts: [folder.url.appending(path: "changed.ttf")], in: folder) == allowsOutlines)
  }
}
