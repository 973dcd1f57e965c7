import CommandFixtures
import Foundation
import PNGFixtures
import TestSupport
import Testing

/// `--stretch` on the command line, and pixels that are only copied.
@Suite struct StretchedSheetTests {
  private static let ownSize = ["--scale", "none", "--gap", "0", "--margin", "0", "--edge", "none"]

  private static func gray(_ samples: [UInt16], bits: Int = 16) -> [UInt8] {
    PNGFixture(
      width: samples.count, height: 1, bitDepth: bits, colorType: .gray, samples: samples
    ).encoded()
  }

  private static func row(_ folder: TemporaryFolder, _ name: String = "s.png") throws -> [Int] {
    let sheet = try DecodedSheet(folder.contents(name) ?? [])
    return (0..<sheet.width).map { Int(sheet.pixel($0, 0)[0]) }
  }

  @Test("A note counts dark 16-bit pictures, but not 8-bit, single-valued or bright ones")
  func note() throws {
    let folder = TemporaryFolder()
    for (name, samples) in [
      ("a", [100, 4095]), ("b", [0, 1]), ("constant", [90, 90]), ("black", [0, 0]),
      ("bright", [0, 4096]),
    ] as [(String, [UInt16])] {
      try folder.write(Self.gray(samples), to: "in/\(name).png")
    }
    try folder.write(Self.gray([0, 9], bits: 8), to: "in/eight.png")
    let run = try CommandRun(["in", "-o", "s.png"], in: folder)
    #expect(
      run.standardError
        == "contactsheet: 2 images are nearly black, because their samples have more than 8 bits but stay below a "
        + "sixteenth of full scale; the first is 'in/a.png'; --stretch auto shows each with its own range, "
        + "and --stretch all shows them with one range\n")
    let alone = try CommandRun(["in/a.png", "-o", "t.png"], in: folder)
    #expect(alone.standardError.hasSuffix("; --stretch auto shows it\n"), "\(alone.standardError)")
    let stretched = try CommandRun(
      ["in", "-o", "s.png", "--stretch", "auto", "--force"], in: folder)
    #expect(stretched.status == 0 && stretched.standardError.isEmpty)
  }

  @Test(
    "Pictures are stretched one by one, together or over an interval; a plan gives the same bytes"
  )
  func stretches() throws {
    let folder = TemporaryFolder()
    try folder.write(Self.gray([0, 100, 300]), to: "in/a.png")
    try folder.write(Self.gray([0, 300, 500]), to: "in/b.png")
    for (stretch, expected) in [
      ("auto", [0, 85, 255, 0, 153, 255]), ("all", [0, 51, 153, 0, 153, 255]),
      ("100:350", [0, 0, 204, 0, 204, 255]), ("auto,sqrt", [0, 147, 255, 0, 198, 255]),
      ("all,log", [0, 196, 236, 0, 236, 255]), ("0:500,asinh", [0, 123, 212, 0, 212, 255]),
    ] {
      let run = try CommandRun(
        ["in", "--tile", "2x1", "--stretch", stretch, "-o", "s.png", "--manifest", "m.json"]
          + ["--force"] + Self.ownSize, in: folder)
      #expect(run.status == 0, "\(run.standardError)")
      #expect(try Self.row(folder) == expected, "\(stretch)")
      let sheet = folder.contents("s.png")
      try CommandRun(["--from-plan", "m.json", "--force"], in: folder)
      #expect(folder.contents("s.png") == sheet && sheet != nil, "\(stretch)")
    }
    for wrong in [
      "5:5", "9:1", "1", "a:b", "0:nan", "-1e308:1e308", "auto,", "auto,cube", "labels,log",
      "all,log,log", "log",
    ] {
      #expect(try CommandRun(["in", "--stretch", wrong], in: folder).status == 64, "\(wrong)")
    }
    #expect(
      try CommandRun(["in", "--stretch", "auto", "--compare", "in"], in: folder).status == 64)
  }

  @Test(
    "A rule stretches only the pictures that it matches; with `all`, these pictures share a range of their own"
  )
  func rules() throws {
    let folder = TemporaryFolder()
    for (name, samples) in [
      ("a", [0, 100, 300]), ("b", [0, 300, 500]), ("c", [0, 500, 65_535]),
    ] as [(String, [UInt16])] {
      try folder.write(Self.gray(samples), to: "in/\(name).png")
    }
    let (none, alone, shared, usual) = ([0, 0, 1], [0, 85, 255], [0, 51, 153], [0, 153, 255])
    for (options, expected) in [
      (["a=auto"], alone), (["a=none"], none), (["auto", "a=none"], none),
      (["a=none", "auto"], none), (["[ab]=all"], shared), (["0:500", "a=auto"], alone),
      (["[ab]=0:500", "a=auto"], alone), (["a=auto", "{name} != c.png=all"], shared),
      (["a=all", "b=all"], alone),
    ] {
      let run = try CommandRun(
        ["in", "--tile", "3x1", "-o", "s.png", "--force"] + Self.ownSize
          + options.flatMap { ["--stretch", $0] }, in: folder)
      #expect(run.status == 0, "\(run.standardError)")
      let row = try Self.row(folder)
      #expect(Array(row[..<3]) == expected, "\(options)")
      let statesB = options.contains { $0.contains("all") || $0.contains("0:500") }
      if statesB { #expect(Array(row[3..<6]) == usual, "\(options)") }
    }
    let pair = ["in", "--stretch", "a=auto", "--compare", "in"]
    #expect(try CommandRun(pair, in: folder).status == 64)
  }

  @Test(
    "With --stretch labels, a grey photograph is shown as it is, with a note, unless a rule names it"
  )
  func photographs() throws {
    let folder = TemporaryFolder()
    let photograph = (0..<200).map { UInt16($0 * 7 % 251) }
    try folder.write(Self.gray(photograph, bits: 8), to: "in/photo.png")
    try folder.write(Self.gray([0, 1, 2, 2], bits: 8), to: "in/mask.png")
    func run(_ stretches: String...) throws -> (labels: Int, note: String) {
      let run = try CommandRun(
        ["in", "-o", "s.png", "--manifest", "m.json", "--force"]
          + stretches.flatMap { ["--stretch", $0] }, in: folder)
      #expect(run.status == 0, "\(run.standardError)")
      let manifest = String(decoding: folder.contents("m.json") ?? [], as: UTF8.self)
      return (manifest.split(separator: "\"labels\" : true").count - 1, run.standardError)
    }
    let all = try run("labels")
    #expect(all.labels == 1)
    #expect(
      all.note
        == "contactsheet: 1 image is shown unchanged, because it does not look like a mask of class "
        + "indices; the image is 'in/photo.png'; --stretch '*=labels' shows all grey images as masks\n"
    )
    for stretches in [["*=labels"], ["labels", "*=labels"]] {
      let named = try stretches.count == 1 ? run("*=labels") : run("labels", "*=labels")
      #expect(named.labels == 2 && named.note.isEmpty, "\(stretches)")
    }
  }

  @Test("If nothing is stretched, the note gives a reason that is true of the images concerned")
  func vain() throws {
    let folder = TemporaryFolder()
    try folder.write(Self.gray([0, 1, 2], bits: 8), to: "in/gray.png")
    try folder.write(
      PNGFixture.plain(width: 2, height: 2, color: [1, 2, 3]).encoded(), to: "in/color.png")
    try folder.write(
      PNGFixture.plain(width: 2, height: 2, color: [3, 2, 3]).encoded(), to: "colors/color.png")
    let (isGray, isDeep) = (
      "is grey, as masks of class indices are", "has more than 8 bits per sample"
    )
    for (input, stretches, reason) in [
      ("colors", ["labels"], "no image \(isGray)"),
      ("in", ["c*=labels"], "no image to which it applies \(isGray)"),
      ("in", ["auto"], "no image \(isDeep)"),
      ("in", ["g*=auto"], "no image to which it applies \(isDeep)"),
      (
        "in", ["auto", "c*=labels"],
        "no image to be coloured \(isGray), and no image to be stretched \(isDeep)"
      ),
    ] {
      let run = try CommandRun(
        [input, "-o", "s.png", "--force"] + stretches.flatMap { ["--stretch", $0] }, in: folder)
      #expect(run.status == 0)
      #expect(
        run.standardError.contains("nothing is stretched, because \(reason)\n"),
        "\(run.standardError)")
    }
  }

  @Test(
    "A sheet of masks contains only its background and the colours of the classes",
    arguments: [
      "--cell 23", "--cell 7x31 --scale fill", "--cell 29x11 --scale stretch", "--upscale=3",
      "--cell 211x97 --scale fill --upscale", "--cell 20 --filter nearest",
      "--cell 20 --filter lanczos", "--cell 20 --filter box --light encoded",
      "--cell 150 --upscale --filter mitchell", "--cell 20 --sharpen 2",
      "--sharpen 2", "--cell 20 --trim", "--scale none",
    ])
  func classColors(options: String) throws {
    let folder = TemporaryFolder()
    let (width, height) = (61, 43)
    let classes: [UInt16] = [0, 1, 2, 7]
    for bits in [8, 16] {
      let samples = (0..<width * height).map { index in
        classes[(index % width * 7 + index / width * index / 13) / 19 % classes.count]
      }
      let mask = PNGFixture(
        width: width, height: height, bitDepth: bits, colorType: .gray, samples: samples)
      try folder.write(mask.encoded(), to: "\(bits).png")
      // The classes side by side, each in its own colour.
      try folder.write(Self.gray(classes, bits: bits), to: "classes.png")
      try CommandRun(
        ["classes.png", "--stretch", "labels", "-o", "c.png", "--force"] + Self.ownSize, in: folder)
      let key = try DecodedSheet(folder.contents("c.png") ?? [])
      for depth in [8, 16] {
        let run = try CommandRun(
          ["\(bits).png", "--stretch", "labels", "-o", "s.png", "--force", "--depth", "\(depth)"]
            + ["--edge", "none"] + options.split(separator: " ").map(String.init), in: folder)
        #expect(run.status == 0, "\(run.standardError)")
        let sheet = try DecodedSheet(folder.contents("s.png") ?? [])
        var known: Set<[UInt8]> = [[255, 255, 255]]
        for x in 0..<key.width { known.insert(Array(key.pixel(x, 0).prefix(3))) }
        if sheet.bitDepth == 16 { known = Set(known.map { $0.flatMap { [$0, $0] } }) }
        var shown: Set<[UInt8]> = []
        for y in 0..<sheet.height {
          for x in 0..<sheet.width {
            shown.insert(Array(sheet.pixel(x, y).prefix(sheet.bitDepth == 16 ? 6 : 3)))
          }
        }
        #expect(shown.isSubset(of: known), "\(bits) bits at \(depth): \(shown.count) colours")
        #expect(shown.count > 3, "\(bits) bits at \(depth)")
      }
    }
  }

  @Test("Copied pixels keep their colour where alpha is 0", arguments: [8, 16])
  func hidden(bits: Int) throws {
    let folder = TemporaryFolder()
    let most = UInt16((1 << bits) - 1)
    let pixels = [
      [most, 3, 200, 0], [9, most, 1, 1], [7, 8, 9, most / 2], [4, 5, 6, most], [0, 0, 0, 0],
    ]
    let fixture = PNGFixture(
      width: pixels.count, height: 1, bitDepth: bits, colorType: .rgba,
      samples: pixels.flatMap(\.self))
    try folder.write(fixture.encoded(), to: "a.png")
    try CommandRun(
      ["a.png", "-o", "s.png", "--color", "ignore", "--background", "none", "--depth", "\(bits)"]
        + Self.ownSize, in: folder)
    let sheet = try DecodedSheet(folder.contents("s.png") ?? [])
    #expect(sheet.bitDepth == bits)
    for (x, pixel) in pixels.enumerated() {
      let bytes = pixel.flatMap { bits == 8 ? [UInt8($0)] : [UInt8($0 >> 8), UInt8($0 & 255)] }
      #expect(sheet.pixel(x, 0) == bytes, "\(pixel)")
    }
  }
}
