import PNGFixtures
import TestSupport
import Testing

@testable import ContactSheetCommand

/// PDFs of all forms have the pixels of the PNG, as other programs read them.
@Suite(.enabled(if: PDFTools.areInstalled, PDFTools.reason)) struct PDFPixelTests {
  /// A folder with pictures of many colours, of greys, and of a single colour.
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
      // A subject at the right, which crops follow.
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
    ["subject", "--cell", "24", "--scale", "fill"], ["rgb", "--size", "426", "--dpi", "150"],
    ["rgb", "--size", "997x613", "--dpi", "317"],
    ["bits", "--cell", "1", "--margin", "0"], ["flat", "--size", "15000x40", "--margin", "0"],
    ["flat", "--size", "60x15000", "--dpi", "72", "--scale", "fill", "--margin", "0"],
  ]

  @Test(
    "A page has the pixels of the PNG: in Poppler exactly, with transparency and in MuPDF within 1",
    arguments: forms)
  func samePixels(form: [String]) throws {
    let folder = try Self.folder.get()
    let output = TemporaryFolder(in: folder)
    let inputs = ["../\(form[0])"] + form.dropFirst()
    for name in ["s.png", "s.pdf"] {
      let run = try CommandRun(inputs + ["-o", name], in: output)
      #expect(run.status == 0, "\(run.standardError)")
    }
    try PDFTools.check("s.pdf", in: output)
    let sheet = try Sheet(#require(output.contents("s.png")))
    let drawn = try output.drawn("s.pdf", as: sheet)
    let isOpaque = !form.contains("--background")
    // A level may be rounded to either side, over white.
    #expect(try #require(sheet.difference(from: drawn.poppler)) <= (isOpaque ? 0 : 1.01))
    #expect(try #require(sheet.difference(from: drawn.mupdf)) <= (isOpaque ? 1 : 1.51))
  }

  @Test("An opaque page has the very bytes of the PNG's IDAT chunks", arguments: forms)
  func sameStream(form: [String]) throws {
    guard !form.contains("--background") else { return }
    let folder = try Self.folder.get()
    let output = TemporaryFolder(in: folder)
    for name in ["s.png", "s.pdf"] {
      try CommandRun(["../\(form[0])"] + form.dropFirst() + ["-o", name], in: output)
    }
    let png = try #require(output.contents("s.png"))
    let data = try #require(PNGChunk.chunks(of: png)).filter { $0.type == "IDAT" }.flatMap(\.data)
    let pdf = try #require(output.contents("s.pdf"))
    #expect(pdf.firstRange(of: data) != nil, "\(data.count) bytes")
    // There is no label and no link, so the file has little besides pictures.
    let tiles = form[0] == "bits" ? 1 : 3
    #expect(pdf.count <= png.count + png.count / 1000 + 2048 + 200 * tiles)
  }

  /// Options for sheets of all layouts, and for all presets.
  static let layouts: [[String]] =
    LayoutKind.allCases.map { kind in
      ["--layout", kind.rawValue]
        + (kind == .matrix ? ["--rows-by", "{folder}", "--columns-by", "{stem}"] : [])
    } + builtInPresets.map { ["--preset", $0.key, "--dpi", "40", "--quality", "exact"] }
    + [["--group-by", "folder", "--group-break", "section"], ["--per-page", "2"]]

  @Test("Pages have the pixels of those of PNGs, in all layouts and presets", arguments: layouts)
  func samePages(layout: [String]) throws {
    let folder = try Self.folder.get()
    let output = TemporaryFolder(in: folder)
    let inputs = ["../rgb", "../flat", "../gray", "--label", "{name}"] + layout
    for name in ["s-%d.png", "s.pdf"] {
      let run = try CommandRun(inputs + ["-o", name], in: output)
      #expect(run.status == 0, "\(run.standardError)")
    }
    try PDFTools.check("s.pdf", in: output)
    let pages = output.names.filter { $0.hasPrefix("s-") }.count
    #expect(pages > 0)
    for page in 1...max(pages, 1) {
      let sheet = try Sheet(#require(output.contents("s-\(page).png")))
      let drawn = try output.drawn("s.pdf", page: page, as: sheet)
      #expect(try #require(sheet.difference(from: drawn.poppler)) == 0)
      #expect(try #require(sheet.difference(from: drawn.mupdf)) <= 1)
    }
  }
}
