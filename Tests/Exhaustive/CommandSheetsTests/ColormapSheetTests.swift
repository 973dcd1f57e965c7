import CommandFixtures
import Foundation
import PNGFixtures
import TestSupport
import Testing

/// `--colormap` on the command line.
@Suite struct ColormapSheetTests {
  private static let ownSize = ["--scale", "none", "--gap", "0", "--margin", "0", "--edge", "none"]

  private static func png(
    _ samples: [UInt16], _ colorType: PNGFixture.ColorType = .gray, bits: Int = 8
  ) -> [UInt8] {
    PNGFixture(
      width: samples.count / colorType.channels, height: 1, bitDepth: bits, colorType: colorType,
      samples: samples
    ).encoded()
  }

  /// The red, green and blue of the pixels in the first row of a sheet.
  private static func row(_ folder: TemporaryFolder, _ name: String = "s.png") throws -> [[UInt8]] {
    let sheet = try DecodedSheet(folder.contents(name) ?? [])
    return (0..<sheet.width).map { x in
      let pixel = sheet.pixel(x, 0)
      return pixel.count < 3 ? [pixel[0], pixel[0], pixel[0]] : Array(pixel.prefix(3))
    }
  }

  /// The first and the last colour of viridis.
  private static let (first, last): ([UInt8], [UInt8]) = ([0x44, 0x01, 0x54], [0xFD, 0xE7, 0x25])

  @Test("Grey samples of any depth get the colours of the map, and a plan gives the same bytes")
  func depths() throws {
    let folder = TemporaryFolder()
    try folder.write(Self.png([0, 1], bits: 1), to: "in/1.png")
    try folder.write(Self.png([0, 255]), to: "in/2.png")
    try folder.write(Self.png([0, 65_535], bits: 16), to: "in/3.png")
    try folder.write(Self.png([0, 255, 255, 255], .grayAlpha), to: "in/4.png")
    try folder.write(Self.png([0, 0, 0, 255, 255, 255], .rgb), to: "in/5.png")
    let run = try CommandRun(
      ["in", "--tile", "5x1", "--colormap", "viridis", "-o", "s.png", "--manifest", "m.json"]
        + Self.ownSize, in: folder)
    #expect(run.status == 0 && run.standardError.isEmpty, "\(run.standardError)")
    let row = try Self.row(folder)
    for pixel in row.indices {
      #expect(row[pixel] == (pixel % 2 == 0 ? Self.first : Self.last), "pixel \(pixel)")
    }
    let sheet = folder.contents("s.png")
    #expect(
      try CommandRun(["--from-plan", "m.json", "--force", "--jobs", "1"], in: folder).status == 0)
    #expect(folder.contents("s.png") == sheet && sheet != nil)
  }

  @Test(
    "Samples are stretched before they are coloured, so the middle of their range has the middle colour"
  )
  func stretched() throws {
    let folder = TemporaryFolder()
    try folder.write(Self.png([100, 150, 200], bits: 16), to: "in/a.png")
    let run = try CommandRun(
      ["in", "--stretch", "100:200", "--colormap", "#4080ff", "-o", "s.png"] + Self.ownSize,
      in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    #expect(try Self.row(folder) == [[0, 0, 0], [32, 64, 128], [64, 128, 255]])
  }

  @Test("A rule colours only the images that it matches, and gray leaves images as they are")
  func rules() throws {
    let folder = TemporaryFolder()
    for name in ["a", "b"] { try folder.write(Self.png([0, 255]), to: "in/\(name).png") }
    let (gray, green): ([[UInt8]], [[UInt8]]) = (
      [[0, 0, 0], [255, 255, 255]], [[0, 0, 0], [0, 255, 0]]
    )
    let viridis = [Self.first, Self.last]
    for (maps, expected) in [
      (["a*=green"], green + gray), (["viridis", "a*=green"], green + viridis),
      (["a*=green", "viridis"], green + viridis), (["viridis", "a*=gray"], gray + viridis),
      (["*=viridis", "{name} = b.png=green"], viridis + green), (["gray"], gray + gray),
    ] {
      let run = try CommandRun(
        ["in", "--tile", "2x1", "-o", "s.png", "--force"] + Self.ownSize
          + maps.flatMap { ["--colormap", $0] }, in: folder)
      #expect(run.status == 0 && run.standardError.isEmpty, "\(run.standardError)")
      #expect(try Self.row(folder) == expected, "\(maps)")
    }
  }

  @Test("Colour images and class labels keep their colours, and a note counts the colour images")
  func unchanged() throws {
    let folder = TemporaryFolder()
    try folder.write(Self.png([0, 0, 0, 255, 0, 0], .rgb), to: "in/a.png")
    try folder.write(Self.png([0, 255]), to: "in/b.png")
    func run(_ options: String...) throws -> CommandRun {
      try CommandRun(
        ["in", "--tile", "2x1", "-o", "s.png", "--force"] + Self.ownSize + options, in: folder)
    }
    #expect(
      try run("--colormap", "viridis").standardError
        == "contactsheet: 1 image keeps its own colours, because it is not grey; the first is 'in/a.png'\n"
    )
    #expect(try Self.row(folder) == [[0, 0, 0], [255, 0, 0], Self.first, Self.last])
    #expect(try run("--colormap", "*=viridis").standardError.isEmpty)
    #expect(try Self.row(folder) == [[0, 0, 0], [255, 0, 0], Self.first, Self.last])
    _ = try run("--stretch", "b*=labels")
    let classes = try Self.row(folder)
    _ = try run("--stretch", "b*=labels", "--colormap", "*=viridis")
    #expect(try Self.row(folder) == classes)
  }

  private struct Plan: Decodable {
    struct Page: Decodable {
      struct Area: Decodable { let x, y, width, height: Int }
      struct Text: Decodable { let text: String }
      let bar: Area?
      let texts: [Text]?
    }
    let pages: [Page]
  }

  @Test("If all images share one range and one map, a scale shows the map's colours and the range")
  func scale() throws {
    let folder = TemporaryFolder()
    try folder.write(Self.png([0, 100, 300], bits: 16), to: "in/a.png")
    try folder.write(Self.png([0, 300, 500], bits: 16), to: "in/b.png")
    func page(_ options: String...) throws -> Plan.Page {
      let run = try CommandRun(
        ["in", "--size", "400", "-o", "s.png", "--manifest", "m.json", "--force"] + options,
        in: folder)
      #expect(run.status == 0, "\(run.standardError)")
      let plan = Data(folder.contents("m.json") ?? [])
      return try JSONDecoder().decode(Plan.self, from: plan).pages[0]
    }
    for stretch in ["all", "0:500"] {
      let page = try page("--stretch", stretch, "--colormap", "viridis")
      let bar = try #require(page.bar)
      #expect(page.texts?.map(\.text) == ["0", "250", "500"])
      let sheet = try DecodedSheet(folder.contents("s.png") ?? [])
      for y in bar.y..<bar.y + bar.height {
        #expect(Array(sheet.pixel(bar.x, y).prefix(3)) == Self.first)
        #expect(Array(sheet.pixel(bar.x + bar.width - 1, y).prefix(3)) == Self.last)
      }
      let bytes = folder.contents("s.png")
      try CommandRun(["--from-plan", "m.json", "--force"], in: folder)
      #expect(folder.contents("s.png") == bytes && bytes != nil)
    }
    for (curve, middle) in [("sqrt", "125"), ("log", "15.3")] {
      let page = try page("--stretch", "all,\(curve)", "--colormap", "viridis")
      #expect(page.texts?.map(\.text) == ["0", middle, "500"])
    }
    for options in [
      ["--stretch", "all,log", "--stretch", "b*=all", "--colormap", "viridis"],
      ["--stretch", "0:500,log", "--stretch", "b*=0:500", "--colormap", "viridis"],
      ["--stretch", "all"], ["--colormap", "viridis"],
      ["--stretch", "auto", "--colormap", "viridis"],
      ["--stretch", "all", "--colormap", "viridis", "--colormap", "a*=magma"],
      ["--stretch", "all", "--colormap", "viridis", "--grayscale"],
    ] {
      let run = try CommandRun(
        ["in", "--dry-run", "--manifest", "-"] + options, in: folder)
      let plan = try JSONDecoder().decode(Plan.self, from: Data(run.text.utf8))
      #expect(plan.pages[0].bar == nil, "\(options)")
    }
  }

  @Test("Unknown maps and translucent colours are refused, and so is an unknown map in a plan")
  func refused() throws {
    let folder = TemporaryFolder()
    try folder.write(Self.png([0, 255]), to: "in/a.png")
    for map in ["turbo", "#00ff0080", "a*=jet", "a*="] {
      #expect(try CommandRun(["in", "--colormap", map], in: folder).status == 64, "\(map)")
    }
    try CommandRun(
      ["in", "--colormap", "viridis", "-o", "s.png", "--manifest", "m.json"], in: folder)
    let plan = String(decoding: folder.contents("m.json") ?? [], as: UTF8.self)
    #expect(plan.contains("viridis"))
    try folder.write(
      Array(plan.replacingOccurrences(of: "viridis", with: "turbo").utf8), to: "n.json")
    let run = try CommandRun(["--from-plan", "n.json", "--force"], in: folder)
    #expect(run.status != 0)
    #expect(run.standardError.contains("'turbo' is neither the name of a colour map"))
  }
}
