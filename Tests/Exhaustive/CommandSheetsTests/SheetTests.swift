import CommandFixtures
import Foundation
import PNGFixtures
import SheetPictures
import TestSupport
import Testing

@Suite struct SheetTests {
  @Test("A folder becomes contact-sheet.png, and nothing is printed")
  func defaults() throws {
    let folder = TemporaryFolder()
    for number in 1...6 { try folder.writePicture("pics/\(number).png") }
    let run = try CommandRun(["pics"], in: folder)
    #expect(run.status == 0)
    #expect(run.standardOutput.isEmpty)
    #expect(run.standardError.isEmpty)
    #expect(folder.names == ["pics", "contact-sheet.png"])
    let sheet = try DecodedSheet(try #require(folder.contents("contact-sheet.png")))
    // Three columns and two rows of 32 x 24 pixels, with gaps and margins of 8.
    #expect(sheet.size == "128x72")
  }

  @Test("--columns N is --tile N in a grid, and N equal tracks in other layouts")
  func equalColumns() throws {
    let folder = TemporaryFolder()
    for number in 1...5 { try folder.writePicture("pics/\(number).png") }
    func sheet(_ arguments: String...) throws -> DecodedSheet {
      #expect(try CommandRun(["pics"] + arguments, in: folder).status == 0)
      return try DecodedSheet(try #require(folder.contents("contact-sheet.png")))
    }
    #expect(try sheet("--columns", "4").size == "168x72")
    #expect(try sheet("--tile", "4x").size == "168x72")
    for layout in ["columns", "masonry"] {
      let four = try sheet("--layout", layout, "--size", "200", "--columns", "4", "--upscale")
      let tracks = try sheet(
        "--layout", layout, "--size", "200", "--columns", "4 * flexible", "--upscale")
      #expect(four == tracks)
    }
  }

  @Test("Pictures are in natural order, shown whole and never enlarged")
  func order() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("img10.png", color: [0, 0, 255])
    try folder.writePicture("img9.png", color: [0, 255, 0])
    try folder.writePicture("img1.png", color: [255, 0, 0])
    try CommandRun(["--cell", "40", "--tile", "x1", "."], in: folder)
    let sheet = try DecodedSheet(try #require(folder.contents("contact-sheet.png")))
    #expect(sheet.size == "152x56")
    #expect(sheet.pixel(8 + 20, 28) == [255, 0, 0])
    #expect(sheet.pixel(56 + 20, 28) == [0, 255, 0])
    #expect(sheet.pixel(104 + 20, 28) == [0, 0, 255])
    // 32 x 24 pixels in a cell of 40 x 40: the picture's edges, and what is around them.
    #expect(sheet.pixel(8 + 4, 8 + 8) == [255, 0, 0])
    #expect(sheet.pixel(8 + 35, 8 + 31) == [255, 0, 0])
    #expect(sheet.pixel(8 + 3, 8 + 8) == [255, 255, 255])
    #expect(sheet.pixel(8 + 36, 8 + 31) == [255, 255, 255])
  }

  @Test("With -o -, only the sheet goes to standard output")
  func standardOutput() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("a.png")
    let run = try CommandRun(["a.png", "-o", "-", "-v"], in: folder)
    #expect(run.status == 0)
    #expect(try DecodedSheet([UInt8](run.standardOutput)).width == 48)
    #expect(!run.standardError.isEmpty)
    #expect(folder.names == ["a.png"])
  }

  @Test(
    "The bytes depend neither on the number of workers nor on the order in which a folder is listed"
  )
  func reproducible() throws {
    let folder = TemporaryFolder()
    for number in 1...30 {
      try folder.writePicture(
        "\(number).png", width: 10 * number, height: 100, color: [UInt16(number) * 8, 100, 50])
    }
    var sheets: Set<[UInt8]> = []
    for jobs in ["1", "2", "7"] {
      try CommandRun([".", "--jobs", jobs, "--cell", "50x30"], in: folder)
      sheets.insert(try #require(folder.contents("contact-sheet.png")))
    }
    let reversed = (1...30).reversed().map { "\($0).png" }
    try CommandRun(reversed + ["--cell", "50x30", "--sort", "natural"], in: folder)
    sheets.insert(try #require(folder.contents("contact-sheet.png")))
    #expect(sheets.count == 1)
  }

  @Test("The sheet of one run is not an input of the next run")
  func ownOutput() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("a.png")
    try CommandRun(["."], in: folder)
    let first = folder.contents("contact-sheet.png")
    try CommandRun(["."], in: folder)
    #expect(folder.contents("contact-sheet.png") == first)
  }

  @Test(
    "A picture may have any file name",
    arguments: [
      "with space.png", "[1].png", "50%d @home:x.png", "-dash.png", "new\nline.png", "Ümläut.png",
      "富士山.png", "'quote\".png", "*.png", "\u{1B}[31m.png",
    ])
  func names(name: String) throws {
    let folder = TemporaryFolder()
    try folder.writePicture("pics/\(name)")
    let list = Data((folder.url.path + "/pics/" + name).utf8) + [0]
    #expect(try CommandRun(["pics"], in: folder).status == 0)
    #expect(try CommandRun(["--", "pics/\(name)"], in: folder).status == 0)
    #expect(try CommandRun(["-", "-0"], in: folder, input: list).status == 0)
  }

  @Test("--background none makes a transparent sheet, and any other background an opaque one")
  func transparency() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("a.png", color: [0, 200, 0, 128])
    let options = ["a.png", "--cell", "256"]
    try CommandRun(options + ["--background", "none"], in: folder)
    let clear = try DecodedSheet(try #require(folder.contents("contact-sheet.png")))
    #expect(clear.pixel(0, 0) == [0, 0, 0, 0])
    #expect(clear.pixel(136, 136) == [0, 200, 0, 128])
    try CommandRun(
      options + ["--background", "#102030", "--cell-background", "gold"], in: folder)
    let opaque = try DecodedSheet(try #require(folder.contents("contact-sheet.png")))
    #expect(opaque.pixel(0, 0) == [0x10, 0x20, 0x30])
    #expect(opaque.pixel(8, 8) == [255, 215, 0])
  }

  @Test("Depth, density and compression are written to the file")
  func encoding() throws {
    let folder = TemporaryFolder()
    for number in 1...9 { try folder.writePicture("\(number).png") }
    try CommandRun([".", "--depth", "16", "--dpi", "300"], in: folder)
    let deep = try #require(folder.contents("contact-sheet.png"))
    #expect(try DecodedSheet(deep).bitDepth == 16)
    let chunks = try #require(PNGChunk.chunks(of: deep))
    let density = try #require(chunks.first { $0.type == "pHYs" })
    #expect(density.data == [0, 0, 0x2E, 0x23, 0, 0, 0x2E, 0x23, 1])
    #expect(chunks.contains { $0.type == "sRGB" })
    let texts = chunks.filter { ["tIME", "tEXt", "zTXt", "iTXt"].contains($0.type) }
    #expect(texts.map(\.type) == ["tEXt"])
    #expect(texts.map(\.data) == [Array("Software\0contactsheet".utf8)])

    var sizes: [Int] = []
    for level in ["0", "9"] {
      try CommandRun([".", "--compression", level], in: folder)
      sizes.append(try #require(folder.contents("contact-sheet.png")).count)
    }
    #expect(sizes[0] > 10 * sizes[1])
  }
}

@Suite struct ColorTests {
  @Test("Pictures are converted from their own colour space, unless an option turns that off")
  func policy() throws {
    let folder = TemporaryFolder()
    var linear = PNGFixture.plain(width: 8, height: 8, color: [55, 55, 55])
    linear.chunksBeforePalette = [.gamma(100_000)]
    try folder.write(linear.encoded(), to: "linear.png")
    let options = ["linear.png", "--cell", "8", "--margin", "0"]
    try CommandRun(options, in: folder)
    // 55 of 255 in linear light is 128 in sRGB.
    #expect(
      try DecodedSheet(try #require(folder.contents("contact-sheet.png"))).pixel(4, 4) == [
        128, 128, 128,
      ])
    try CommandRun(options + ["--color", "ignore"], in: folder)
    #expect(
      try DecodedSheet(try #require(folder.contents("contact-sheet.png"))).pixel(4, 4) == [
        55, 55, 55,
      ])
  }

  @Test("If a property of a picture is ignored, a note names the picture, and the status is 0")
  func warning() throws {
    let folder = TemporaryFolder()
    var odd = PNGFixture.plain(width: 8, height: 8, color: [1, 2, 3])
    odd.chunksBeforePalette = [
      .codingIndependentCodePoints(primaries: 1, transfer: 13, matrix: 9)
    ]
    try folder.write(odd.encoded(), to: "odd.png")
    let run = try CommandRun(["odd.png"], in: folder)
    #expect(run.status == 0)
    #expect(run.standardError.hasPrefix("contactsheet: 'odd.png': its cICP chunk is ignored: "))
    #expect(try CommandRun(["odd.png", "--quiet"], in: folder).standardError.isEmpty)
  }

  @Test(
    "A note about many pictures is given once, with the name of the first picture, even in the report"
  )
  func alike() throws {
    let folder = TemporaryFolder()
    var odd = PNGFixture.plain(width: 8, height: 8, color: [1, 2, 3])
    odd.chunksBeforePalette = [
      .codingIndependentCodePoints(primaries: 1, transfer: 13, matrix: 9)
    ]
    for number in 1...16 { try folder.write(odd.encoded(), to: "odd-\(number).png") }
    odd.chunksBeforePalette = [.codingIndependentCodePoints(primaries: 1, transfer: 99)]
    try folder.write(odd.encoded(), to: "other.png")
    let run = try CommandRun([".", "--report", "r.json"], in: folder)
    let notes = run.standardError.split(separator: "\n")
    #expect(notes.count == 2, "\(run.standardError)")
    #expect(notes[0].contains("'./odd-1.png' and 15 other images: its cICP chunk is ignored: "))
    #expect(notes[1].contains("'./other.png': its cICP chunk is ignored: "))
    struct Report: Decodable {
      struct Warning: Decodable {}
      var warnings: [Warning]
    }
    let report = Data(try #require(folder.contents("r.json")))
    #expect(try JSONDecoder().decode(Report.self, from: report).warnings.count == 2)
  }
}
