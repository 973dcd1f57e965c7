import CommandFixtures
import FormatFixtures
import Foundation
import PNGFixtures
import TestSupport
import Testing

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

  @Test(
    "A rule colours only the images that it matches, and the map `gray` leaves images as they are")
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
        == "contactsheet: 1 image keeps its own colours, because it is not grey; the image is 'in/a.png'\n"
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

  @Test("The scale has its title above it, and a title without a scale is reported")
  func title() throws {
    let folder = TemporaryFolder()
    try folder.write(Self.png([0, 100, 300], bits: 16), to: "in/a.png")
    try folder.write(Self.png([0, 300, 500], bits: 16), to: "in/b.png")
    struct Plan: Decodable {
      struct Area: Decodable { let x, y, width, height: Int }
      struct Text: Decodable { let text: String; let area: Area }
      struct Page: Decodable { let height: Int; let bar: Area?; let texts: [Text]? }
      let pages: [Page]
    }
    let options = ["in", "--size", "600", "--colormap", "viridis"]
    func page(_ more: String...) throws -> (page: Plan.Page, notes: String) {
      let run = try CommandRun(options + ["--dry-run", "--manifest", "-"] + more, in: folder)
      let plan = try JSONDecoder().decode(Plan.self, from: Data(run.text.utf8))
      return (plan.pages[0], run.standardError)
    }
    let plain = try page("--stretch", "all").page
    let long = String(repeating: "Sea surface height ", count: 3)
    for title in ["Depth (m)", long, long + long + long] {
      let (page, notes) = try page("--stretch", "all", "--colormap-title", title)
      let (bar, text) = (try #require(page.bar), try #require(page.texts?.last))
      #expect(page.texts?.dropLast().map(\.text) == plain.texts?.map(\.text))
      #expect(text.text == title && text.area.y + text.area.height == bar.y, "\(title)")
      #expect(page.height == plain.height + text.area.height)
      let middle = 2 * text.area.x + text.area.width
      if title == "Depth (m)" { #expect(middle == 2 * bar.x + bar.width) }
      #expect(text.area.x >= 0 && text.area.x + text.area.width <= 600)
      #expect(notes.contains("no colour scale") == false)
    }
    #expect(try page("--stretch", "all", "--colormap-title", "").page.height == plain.height)
    for (more, reason) in [
      (["--stretch", "auto"], "same range of samples; --stretch all gives"),
      (["--stretch", "all", "--grayscale"], "because all images are grey"),
      (["--colormap", "*=gray"], "because no image is coloured by a colour map"),
    ] {
      let run = try CommandRun(options + ["--dry-run", "--colormap-title", "m"] + more, in: folder)
      #expect(run.standardError.contains("no colour scale is drawn for the title 'm', because"))
      #expect(run.standardError.contains(reason), "\(run.standardError)")
    }
    try folder.write(Self.png([0, 100, 200]), to: "bytes/a.png")
    for (inputs, end) in [
      (["bytes"], "\n"), (["in", "bytes"], "; give each kind of image its own title, as in"),
    ] {
      let run = try CommandRun(
        inputs + ["--colormap", "viridis", "--colormap-title", "m", "--dry-run"], in: folder)
      #expect(
        run.standardError.contains("because images with 8 bits per channel have no scale\(end)"),
        "\(run.standardError)")
    }
  }

  @Test("Each --colormap-title has its own scale, and scales are side by side if they fit")
  func severalScales() throws {
    let folder = TemporaryFolder()
    for (name, samples) in [
      ("depth/a", [0, 100, 300]), ("depth/b", [0, 300, 500]), ("err/a", [10, 20, 30]),
      ("err/b", [10, 40, 110]),
    ] as [(String, [UInt16])] {
      try folder.write(Self.png(samples, bits: 16), to: "\(name).png")
    }
    struct Plan: Decodable {
      struct Area: Decodable { let x, y, width, height: Int }
      struct Bar: Decodable { let bar: Area; let barColormap: String }
      struct Text: Decodable { let text: String; let area: Area }
      struct Page: Decodable {
        let bar: Area?
        let barColormap: String?
        let furtherBars: [Bar]?
        let texts: [Text]?
        var scales: [Bar] {
          [bar.map { Bar(bar: $0, barColormap: barColormap ?? "") }].compactMap(\.self)
            + (furtherBars ?? [])
        }
      }
      let pages: [Page]
    }
    let options =
      ["depth", "err", "--stretch", "depth/*=all", "--stretch", "err/*=all", "--colormap"]
      + ["viridis", "--colormap", "err/*=magma", "--manifest", "m.json", "--force", "-o", "s.png"]
    func page(_ more: String...) throws -> (page: Plan.Page, notes: String) {
      let run = try CommandRun(options + more, in: folder)
      #expect(run.status == 0, "\(run.standardError)")
      let plan = Data(folder.contents("m.json") ?? [])
      return (try JSONDecoder().decode(Plan.self, from: plan).pages[0], run.standardError)
    }
    let titles = ["--colormap-title", "depth/*=Depth (m)", "--colormap-title", "err/*=v = 0"]
    for (size, isWide) in [("600", true), ("160", false)] {
      let (page, notes) = try page(
        "--columns", "1", "--size", size, titles[0], titles[1], titles[2],
        titles[3])
      #expect(
        page.scales.map(\.barColormap) == ["viridis", "magma"] && !notes.contains("no colour"))
      let texts = (page.texts ?? []).map(\.text)
      #expect(
        texts.suffix(8) == ["0", "250", "500", "Depth (m)", "10", "60", "110", "v = 0"], "\(texts)")
      let bars = page.scales.map(\.bar)
      try #require(bars.count == 2)
      if isWide {
        #expect(bars[0].y == bars[1].y && bars[0].x + bars[0].width < bars[1].x)
      } else {
        #expect(bars[0].x == bars[1].x && bars[0].y + bars[0].height < bars[1].y)
      }
      let sheet = try DecodedSheet(folder.contents("s.png") ?? [])
      let ends = bars.map { Array(sheet.pixel($0.x + $0.width - 1, $0.y).prefix(3)) }
      #expect(ends == [Self.last, [0xFC, 0xFD, 0xBF]])
      let bytes = folder.contents("s.png")
      try CommandRun(["--from-plan", "m.json", "--force"], in: folder)
      #expect(folder.contents("s.png") == bytes && bytes != nil)
    }
    // A low page has no room for one scale below the other.
    let low = try page(
      "--columns", "1", "--size", "160x100", titles[0], titles[1], titles[2], titles[3])
    let bars = low.page.scales.map(\.bar)
    #expect(bars.count == 2 && Set(bars.map(\.y)).count == 1)
    // If the titles have no ranges of their own, the remedy gives each one its range.
    for (given, remedy) in [
      (titles, "; --stretch 'depth/*=all' and --stretch 'err/*=all' give images"),
      (Array(titles[2...]), "; --stretch 'err/*=all' gives images"),
    ] {
      let run = try CommandRun(
        ["depth", "err", "--colormap", "viridis", "--stretch", "auto", "--dry-run"] + given,
        in: folder)
      #expect(run.standardError.contains(remedy), "\(run.standardError)")
    }
    // Images without a title share a scale too.
    let some = try page(titles[2], titles[3])
    #expect(some.page.scales.count == 2 && !some.notes.contains("no colour"))
    // A single title for both kinds of images has no scale.
    let both = try page("--colormap-title", "Both")
    #expect(both.page.scales.isEmpty)
    #expect(both.notes.contains("as in --colormap-title 'depth/*=Depth (m)'"), "\(both.notes)")
    let mixed = try page(titles[0], titles[1], "--colormap-title", "*b=Mixed")
    #expect(mixed.page.scales.map(\.barColormap) == ["viridis", "magma"])
    #expect(mixed.notes.contains("the images with this title do not all have"), "\(mixed.notes)")
  }

  @Test(
    "With a diverging map, automatic ranges are centred on 0 if any samples are below 0",
    .needs(.tiff))
  func centered() throws {
    let folder = TemporaryFolder()
    func write(_ numbers: [Float], to name: String) throws {
      var fixture = TIFFFixture()
      (fixture.samples, fixture.colors, fixture.bits, fixture.form) = (1, 1, 32, 3)
      (fixture.width, fixture.height) = (numbers.count, 1)
      try folder.write(fixture.encoded(numbers.map { Int($0.bitPattern) }), to: "in/\(name).tif")
    }
    try write([-4, -2, 0, 1], to: "a")
    try write([2, 3, 6, 8], to: "b")
    struct Plan: Decodable {
      struct Page: Decodable { let tiles: [Tile]; let texts: [Text]? }
      struct Tile: Decodable { let stretch: Stretch }
      struct Stretch: Decodable, Equatable { let low, high: Double }
      struct Text: Decodable { let text: String }
      let pages: [Page]
    }
    func page(_ options: [String]) throws -> Plan.Page {
      let run = try CommandRun(
        ["in", "-o", "s.png", "--manifest", "m.json", "--force"] + options, in: folder)
      #expect(run.status == 0, "\(run.standardError)")
      let plan = Data(folder.contents("m.json") ?? [])
      return try JSONDecoder().decode(Plan.self, from: plan).pages[0]
    }
    func ranges(_ stretch: String, _ map: String, _ more: String...) throws -> [[Double]] {
      let page = try page(["--stretch=\(stretch)", "--colormap", map] + more)
      return page.tiles.map { [$0.stretch.low, $0.stretch.high] }
    }
    for map in ["coolwarm", "RdBu_r", "*=RdBu"] {
      #expect(try ranges("auto", map) == [[-4, 4], [2, 8]], "\(map)")
      #expect(try ranges("all", map) == [[-8, 8], [-8, 8]], "\(map)")
      #expect(try ranges("-1:8", map) == [[-1, 8], [-1, 8]], "\(map)")
    }
    #expect(try ranges("auto", "viridis") == [[-4, 1], [2, 8]])
    #expect(try ranges("auto", "turbo", "--colormap", "b*=RdBu") == [[-4, 1], [2, 8]])
    let numbers = try page(["--stretch", "all", "--colormap", "coolwarm", "--size", "400"]).texts
    #expect(numbers?.map(\.text) == ["-8", "0", "8"])
    // The sample 0 has the colour in the middle.
    _ = try page(
      ["--stretch", "auto", "--colormap", "RdBu", "--include", "a.tif"] + Self.ownSize)
    let row = try Self.row(folder)
    #expect(row.contains([0xF6, 0xF7, 0xF7]), "\(row)")
  }

  @Test("An interval too narrow for floating-point numbers shows samples as black or white")
  func narrow() throws {
    let folder = TemporaryFolder()
    try folder.write(Self.png([0, 1, 2, 3], bits: 16), to: "in/a.png")
    for (interval, whites) in [("0:1e-320", 3), ("1.9999999999999998:2", 1)] {
      let run = try CommandRun(
        ["in", "--stretch", interval, "--colormap", "viridis", "-o", "s.png", "--force"]
          + Self.ownSize, in: folder)
      #expect(run.status == 0, "\(run.standardError)")
      let row = try Self.row(folder)
      #expect(row.first == Self.first && row.last == Self.last, "\(interval): \(row)")
      #expect(row.count { $0 == Self.last } >= whites, "\(interval): \(row)")
    }
  }

  @Test("Unknown maps and translucent colours are refused, and so is an unknown map in a plan")
  func refused() throws {
    let folder = TemporaryFolder()
    try folder.write(Self.png([0, 255]), to: "in/a.png")
    for map in ["jet", "#00ff0080", "a*=jet", "a*="] {
      #expect(try CommandRun(["in", "--colormap", map], in: folder).status == 64, "\(map)")
    }
    try CommandRun(
      ["in", "--colormap", "viridis", "-o", "s.png", "--manifest", "m.json"], in: folder)
    let plan = String(decoding: folder.contents("m.json") ?? [], as: UTF8.self)
    #expect(plan.contains("viridis"))
    try folder.write(
      Array(plan.replacingOccurrences(of: "viridis", with: "jet").utf8), to: "n.json")
    let run = try CommandRun(["--from-plan", "n.json", "--force"], in: folder)
    #expect(run.status != 0)
    #expect(run.standardError.contains("'jet' is neither the name of a colour map"))
  }
}
