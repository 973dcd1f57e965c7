import CommandFixtures
import Foundation
import JPEGFixtures
import PNGFixtures
import TestSupport
import Testing

/// Masks and other translucent images over the images of a sheet.
@Suite struct OverlayTests {
  /// A plan's overlays, read without our library.
  private struct Plan: Decodable {
    struct Size: Decodable, Equatable { var width, height: Int }
    struct Overlay: Decodable { var overlay: String }
    struct Tile: Decodable {
      var source: String
      var overlay: String?
      var overlaySize: Size?
      var overlayColors: String?
      var overlayColor: String?
      var overlayOpacity: Double?
      var furtherOverlays: [Overlay]?
      var status: String
    }
    struct Page: Decodable { var tiles: [Tile] }

    var pages: [Page]
    var tiles: [Tile] { pages.flatMap(\.tiles) }
  }

  private static func plan(_ name: String, in folder: TemporaryFolder) throws -> Plan {
    try JSONDecoder().decode(Plan.self, from: Data(try #require(folder.contents(name))))
  }

  private static func sheet(_ name: String, in folder: TemporaryFolder) throws -> DecodedSheet {
    try DecodedSheet(try #require(folder.contents(name)))
  }

  private static let (width, height) = (24, 16)

  /// A photograph without two equal pixels.
  private static func photograph() -> [[UInt16]] {
    (0..<width * height).map { place in
      [UInt16(10 * (place % width)), UInt16(15 * (place / width)), UInt16(place % 251)]
    }
  }

  /// The class of each pixel: asymmetrical areas on a background of class 0.
  private static func classes() -> [UInt16] {
    (0..<width * height).map { place in
      let (x, y) = (place % width, place / width)
      return x < 5 && y < 3 ? 7 : x < 6 && y >= 9 ? 2 : (8..<19).contains(x) && y > 4 ? 1 : 0
    }
  }

  private static func rgb(_ pixels: [[UInt16]]) -> PNGFixture {
    PNGFixture(width: width, height: height, colorType: .rgb, samples: pixels.flatMap(\.self))
  }

  private static func gray(_ samples: [UInt16]) -> PNGFixture {
    PNGFixture(width: width, height: height, colorType: .gray, samples: samples)
  }

  private static let palette = [
    PNGFixture.Color(10, 200, 30), PNGFixture.Color(128, 0, 0), PNGFixture.Color(0, 128, 0),
    PNGFixture.Color(1, 1, 1), PNGFixture.Color(2, 2, 2), PNGFixture.Color(3, 3, 3),
    PNGFixture.Color(4, 4, 4), PNGFixture.Color(200, 200, 10),
  ]

  /// A photograph and its mask and, in `mixed`, the photograph with the colours of the classes
  /// blended over it at half opacity.
  private static func folder(withPalette: Bool = false) throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    let (pixels, classes) = (photograph(), classes())
    try folder.write(rgb(pixels).encoded(), to: "photos/a.png")
    var mask = gray(classes)
    if withPalette { (mask.colorType, mask.palette) = (.palette, palette) }
    try folder.write(mask.encoded(), to: "masks/a.png")
    var colors: [UInt16: [UInt16]] = [:]
    if withPalette {
      for (index, color) in palette.enumerated() {
        colors[UInt16(index)] = [color.red, color.green, color.blue].map { UInt16($0) }
      }
    } else {
      let run = try CommandRun(
        ["masks/a.png", "--stretch", "labels", "--margin", "0", "--edge", "none", "-o", "c.png"],
        in: folder)
      #expect(run.status == 0, "\(run.standardError)")
      let sheet = try sheet("c.png", in: folder)
      for (place, index) in classes.enumerated() {
        colors[index] = sheet.pixel(place % width, place / width).map { UInt16($0) }
      }
    }
    let mixed = zip(pixels, classes).map { pixel, index -> [UInt16] in
      guard index != 0, let color = colors[index] else { return pixel }
      // An opacity of 0.5 is 128 of 255.
      return zip(pixel, color).map { ($0 * 127 + $1 * 128 + 127) / 255 }
    }
    try folder.write(rgb(mixed).encoded(), to: "mixed/a.png")
    return folder
  }

  @Test(
    "A mask covers the whole image, whatever part of the image is shown, and however it is turned",
    arguments: [
      [], ["--crop", "a=3,2,17,11"], ["--orient", "a=left"], ["--orient", "a=180"],
      ["--depth", "16"], ["--background", "none"], ["--radius", "4", "--border", "2 red"],
      ["--layout", "rows", "--size", "200"], ["--crop", "a=3,2,17,11", "--orient", "a=right"],
      ["--cell", "12", "--scale", "none", "--align", "top-left"],
      ["--upscale=3", "--filter", "nearest"],
    ], [false, true])
  func geometry(options: [String], withPalette: Bool) throws {
    let folder = try Self.folder(withPalette: withPalette)
    let scale = options.contains { ["--scale", "--upscale=3"].contains($0) } ? [] : ["--upscale=1"]
    for (name, input) in [
      ("overlaid.png", ["photos", "--overlay", "masks"]), ("mixed.png", ["mixed"]),
    ] {
      let run = try CommandRun(input + options + scale + ["-o", name], in: folder)
      #expect(run.status == 0, "\(run.standardError)")
    }
    let (overlaid, mixed) = (
      try Self.sheet("overlaid.png", in: folder), try Self.sheet("mixed.png", in: folder)
    )
    #expect(overlaid.size == mixed.size)
    let difference = try #require(overlaid.difference(from: mixed))
    #expect(difference <= 1)
  }

  @Test(
    "The opacity multiplies an overlay's alpha, and an overlay without classes keeps its colours"
  )
  func opacity() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("photos/a.png", width: 8, height: 4, color: [100, 100, 100])
    try folder.write(
      PNGFixture(
        width: 8, height: 4, colorType: .rgba,
        samples: (0..<32).flatMap { [200, 0, 50, $0 % 8 < 4 ? 255 : 51] as [UInt16] }
      ).encoded(), to: "over.png")
    for (value, left, right) in [
      ("over.png", [150, 50, 75], [110, 90, 95]),
      ("over.png=0%", [100, 100, 100], [100, 100, 100]),
      ("over.png=100%", [200, 0, 50], [120, 80, 90]),
      ("over.png=25%", [125, 75, 87], [105, 95, 97]),
    ] as [(String, [Int], [Int])] {
      let run = try CommandRun(
        ["photos", "--overlay", value, "--margin", "0", "-o", "s.png", "--force"], in: folder)
      #expect(run.status == 0, "\(run.standardError)")
      let sheet = try Self.sheet("s.png", in: folder)
      for (x, color) in [(1, left), (6, right)] {
        for (sample, expected) in zip(sheet.pixel(x, 2), color) {
          #expect(abs(Int(sample) - expected) <= 1, "\(value) \(x)")
        }
      }
    }
  }

  /// A grey photograph of 8 x 4 pixels, a mask of its left half, and a mask of the four columns in
  /// its middle.
  private static func pairOfMasks() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    try folder.writePicture("photos/a.png", width: 8, height: 4, color: [100, 100, 100])
    for (name, columns) in [("truth", 0..<4), ("found", 2..<6)] {
      try folder.write(
        PNGFixture(
          width: 8, height: 4, colorType: .gray,
          samples: (0..<32).map { columns.contains($0 % 8) ? 255 : 0 }
        ).encoded(), to: "\(name)/a.png")
    }
    return folder
  }

  @Test("Masks are drawn in their own colours from bottom to top, and blend where they overlap")
  func colored() throws {
    let folder = try Self.pairOfMasks()
    try folder.write(
      PNGFixture(
        width: 8, height: 4, colorType: .rgb, samples: (0..<32).flatMap { _ in [200, 0, 50] }
      ).encoded(), to: "dim/a.png")
    let plain = [100, 100, 100]
    for (values, expected) in [
      (["truth=red"], [[178, 50, 50], [178, 50, 50], plain, plain]),
      (["truth=green,100%"], [[0, 255, 0], [0, 255, 0], plain, plain]),
      (["truth=red", "found=#00f"], [[178, 50, 50], [88, 25, 153], [50, 50, 178], plain]),
      (["found=#00f", "truth=red"], [[178, 50, 50], [153, 25, 88], [50, 50, 178], plain]),
      (["truth=red", "found=#00f,100%"], [[178, 50, 50], [0, 0, 255], [0, 0, 255], plain]),
      // The luminance is 45 of 255.
      (["dim=#00f,100%"], [[82, 82, 127], [82, 82, 127], [82, 82, 127], [82, 82, 127]]),
    ] as [([String], [[Int]])] {
      let run = try CommandRun(
        ["photos", "--margin", "0", "--edge", "none", "-o", "s.png", "--force"]
          + values.flatMap { ["--overlay", $0] }, in: folder)
      #expect(run.status == 0, "\(run.standardError)")
      let sheet = try Self.sheet("s.png", in: folder)
      for (x, color) in zip([1, 3, 5, 7], expected) {
        for (sample, expected) in zip(sheet.pixel(x, 2), color) {
          #expect(abs(Int(sample) - expected) <= 1, "\(values) \(x)")
        }
      }
    }
  }

  @Test(
    "A sheet with two overlays has the same bytes for any number of workers, and from a plan",
    .needs(.jpeg))
  func severalFromPlan() throws {
    let folder = try Self.pairOfMasks()
    for name in ["in/a.png", "in/b.png"] {
      try folder.write(try #require(folder.contents("photos/a.png")), to: name)
    }
    try folder.write(try #require(folder.contents("found/a.png")), to: "found/b.png")
    try expectSameBytes(
      with: ["--overlay", "truth=red", "--overlay", "found=green,30%"], in: folder
    ) { () throws in
      let tiles = try Self.plan("m.json", in: folder).tiles
      #expect(tiles.map(\.overlay) == ["truth/a.png", "found/b.png"])
      #expect(tiles.map(\.overlayColor) == ["#ff0000ff", "#00ff00ff"])
      #expect(tiles.map { $0.furtherOverlays?.map(\.overlay) } == [["found/a.png"], nil])
    }
  }

  @Test("If one of several folders has no mask for any image, nothing is written")
  func severalWithoutMasks() throws {
    let folder = try Self.pairOfMasks()
    try folder.writePicture("other/x.png")
    let run = try CommandRun(
      ["photos", "--overlay", "truth=red", "--overlay", "other=blue", "-o", "s.png"], in: folder)
    #expect(run.status == 64 && folder.contents("s.png") == nil, "\(run.standardError)")
    #expect(run.standardError.contains("'other/x.png'"), "\(run.standardError)")
    let all = (0..<17).flatMap { _ in ["--overlay", "truth"] }
    let many = try CommandRun(["photos", "-o", "s.png"] + all, in: folder)
    #expect(many.status == 64 && folder.contents("s.png") == nil)
    #expect(many.standardError.contains("an image can have at most 16"), "\(many.standardError)")
  }

  @Test("Each column can show the same images, named through links, with an overlay of its own")
  func columnsOfOverlays() throws {
    let folder = try Self.pairOfMasks()
    for link in ["by-truth", "by-found"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.url.appending(path: link).path, withDestinationPath: "photos")
    }
    let names = ["photos", "by-truth", "by-found"].map { "\($0)/a.png" }
    let run = try CommandRun(
      names + [
        "--overlay", "by-truth/*=truth=red", "--overlay", "by-found/*=found=blue,30%",
        "--columns-by", "{folder}", "--sort", "given", "--manifest", "m.json", "-o", "s.png",
      ], in: folder)
    #expect(run.status == 0 && !run.standardError.contains("overlay"), "\(run.standardError)")
    let tiles = try Self.plan("m.json", in: folder).tiles
    #expect(tiles.map(\.overlay) == [nil, "truth/a.png", "found/a.png"])
    #expect(tiles.map(\.overlayColor) == [nil, "#ff0000ff", "#0000ffff"])
    #expect(tiles.allSatisfy { $0.furtherOverlays == nil })
    let bytes = folder.contents("s.png")
    try CommandRun(["--from-plan", "m.json", "--force"], in: folder)
    #expect(folder.contents("s.png") == bytes && bytes != nil)
  }

  @Test("A rule draws an overlay over matching images only; a rule that matches none gets a note")
  func rules() throws {
    let folder = TemporaryFolder()
    for name in ["p/a.png", "p/b.png", "p/c.png", "m/a.png", "m/b.png", "n/c.png"] {
      try folder.writePicture(name)
    }
    for (rules, overlays, note) in [
      (["a*=m"], ["m/a.png", nil, nil], nil), (["{stem} = b=m=red"], [nil, "m/b.png", nil], nil),
      (["p/*=m", "c*=n"], ["m/a.png", "m/b.png", "n/c.png"], "'p/c.png' has no overlay in 'm'"),
      (["x*=m", "n"], [nil, nil, "n/c.png"], "no image matches 'x*=m', which draws overlays"),
    ] as [([String], [String?], String?)] {
      let run = try CommandRun(
        ["p", "--dry-run", "--manifest", "m.json", "--force"]
          + rules.flatMap { ["--overlay", $0] }, in: folder)
      #expect(run.status == 0, "\(run.standardError)")
      #expect(try Self.plan("m.json", in: folder).tiles.map(\.overlay) == overlays)
      #expect(
        run.standardError.contains(note ?? "overlay") == (note != nil), "\(run.standardError)")
    }
    let none = try CommandRun(["p", "--overlay", "a*=n", "-o", "s.png"], in: folder)
    #expect(none.status == 64 && folder.contents("s.png") == nil)
    #expect(none.standardError.contains("the first image is 'p/a.png'"), "\(none.standardError)")
  }

  @Test("An overlay's path may contain an equals sign, unless the value is also a valid rule")
  func equalsSigns() throws {
    let folder = TemporaryFolder()
    for name in ["p/a.png", "k=1/a.png"] { try folder.writePicture(name) }
    for (value, color) in [
      ("k=1", nil), ("k=1=red", "#ff0000ff"), ("a*=k=1", nil), ("p/*=k=1/a.png", nil),
      ("{stem} = a=k=1=red", "#ff0000ff"),
    ] as [(String, String?)] {
      let run = try CommandRun(
        ["p", "--overlay", value, "--dry-run", "--manifest", "m.json", "--force"], in: folder)
      #expect(run.status == 0, "\(run.standardError)")
      let tiles = try Self.plan("m.json", in: folder).tiles
      #expect(tiles.map(\.overlay) == ["k=1/a.png"] && tiles.map(\.overlayColor) == [color])
    }
    try folder.writePicture("1/a.png")
    let run = try CommandRun(["p", "--overlay", "k=1", "-o", "s.png"], in: folder)
    #expect(run.status == 64 && folder.contents("s.png") == nil)
    #expect(run.standardError.contains("there are both 'k=1' and '1'"), "\(run.standardError)")
    let rule = try CommandRun(
      ["p", "--overlay", "a=./1", "--dry-run", "--manifest", "m.json", "--force"], in: folder)
    #expect(rule.status == 0, "\(rule.standardError)")
    #expect(try Self.plan("m.json", in: folder).tiles.map(\.overlay) == ["./1/a.png"])
  }

  @Test("If folders of masks are shown beside their images, masks are drawn only over the images")
  func severalBeside() throws {
    let folder = try Self.pairOfMasks()
    let run = try CommandRun(
      [
        "photos", "truth", "found", "--overlay", "truth=red", "--overlay", "found=blue",
        "--columns-by", "{folder}", "--manifest", "m.json", "-o", "s.png",
      ], in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    let tiles = try Self.plan("m.json", in: folder).tiles
    #expect(tiles.map(\.overlay) == ["truth/a.png", nil, nil])
  }

  @Test(
    "A mask is found by its path, whatever its extension, or by the suffix that all masks share",
    .needs(.jpeg),
    arguments: [
      (["p/a.png", "p/s/a.png"], ["m/a.png", "m/s/a.png"], ["p", "-r"]),
      (["p/a.png", "p/b.png"], ["m/a.PNG", "m/b.jpg.png"], ["p"]),
      (["p/a.png", "p/b.png"], ["m/a_mask.png", "m/b_mask.png"], ["p"]),
      (["p/a_x-1.png", "p/b_x-1.png"], ["m/a_y.z.png", "m/b_y.z.png"], ["p"]),
      (["p/a.png", "p/b.png"], ["p/a-m.png", "p/b-m.png"], ["p", "--exclude", "*-m.png"]),
      (["p/a.png", "q/a.png"], ["m/p/a.png", "m/q/a.png"], ["p", "q"]),
      (["p/a.png", "p/s/b.png"], ["m/a.png", "m/s/b.png"], ["p/a.png", "p/s/b.png"]),
    ] as [([String], [String], [String])])
  func names(pictures: [String], masks: [String], inputs: [String]) throws {
    let folder = TemporaryFolder()
    // `b.jpg.png` is the mask of `b.jpg`, which is a PNG here.
    let isJPEG = masks.contains { $0.contains(".jpg.") }
    let pictures = pictures.map { isJPEG && $0 == "p/b.png" ? "p/b.jpg" : $0 }
    for name in pictures { try folder.writePicture(name, width: 8, height: 4) }
    for name in masks { try folder.writePicture(name, width: 8, height: 4, color: [0, 0, 9]) }
    let root = String(masks[0].prefix { $0 != "/" })
    let run = try CommandRun(
      inputs + ["--overlay", root, "--dry-run", "--manifest", "m.json"], in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    let tiles = try Self.plan("m.json", in: folder).tiles
    #expect(tiles.map(\.source) == pictures)
    #expect(tiles.map(\.overlay) == masks)
    #expect(tiles.allSatisfy { $0.overlaySize == .init(width: 8, height: 4) })
  }

  @Test("Names with many separators are compared in little time")
  func separators() throws {
    let folder = TemporaryFolder()
    for (name, separator, count) in [("p", "_", 300), ("m", "-", 3)] {
      let end = String(repeating: separator, count: 200)
      for index in 0..<count {
        try folder.writePicture("\(name)/\(index)\(end).png", width: 2, height: 1)
      }
    }
    let time = try ContinuousClock().measure {
      let run = try CommandRun(
        ["p", "--overlay", "m", "--dry-run", "--manifest", "m.json"], in: folder)
      #expect(run.status == 0, "\(run.standardError)")
    }
    #expect(time < .seconds(30))
    let overlays = try Self.plan("m.json", in: folder).tiles.map(\.overlay)
    #expect(overlays.compactMap(\.self).count == 3)
  }

  @Test("Masks may also be shown beside their images, and none is drawn over itself")
  func beside() throws {
    let folder = TemporaryFolder()
    for name in ["p/a.png", "m/a.png"] { try folder.writePicture(name, width: 8, height: 4) }
    let run = try CommandRun(
      ["p", "m", "--overlay", "m", "--dry-run", "--manifest", "m.json"], in: folder)
    #expect(run.status == 0 && !run.standardError.contains("overlay"), "\(run.standardError)")
    let tiles = try Self.plan("m.json", in: folder).tiles
    #expect(tiles.map(\.source) == ["p/a.png", "m/a.png"])
    #expect(tiles.map(\.overlay) == ["m/a.png", nil])
  }

  @Test("Notes tell which images have no mask, and which masks have another shape")
  func notes() throws {
    let folder = TemporaryFolder()
    for name in ["a", "b", "c"] {
      try folder.writePicture("p/\(name).png", width: 300, height: 200)
    }
    try folder.writePicture("m/a.png", width: 150, height: 101)
    try folder.writePicture("m/b.png", width: 300, height: 204)
    let run = try CommandRun(
      ["p", "--overlay", "m", "-o", "s.png", "--manifest", "m.json"], in: folder)
    #expect(run.status == 0)
    #expect(
      run.standardError.contains(
        "the overlay 'm/b.png' is not drawn, because it is 300 x 204, but its image is 300 x 200"),
      "\(run.standardError)")
    #expect(run.standardError.contains("'p/c.png' has no overlay in 'm'"), "\(run.standardError)")
    #expect(try Self.plan("m.json", in: folder).tiles.map(\.overlay) == ["m/a.png", nil, nil])
  }

  @Test("Overlays on the command line replace those of a project's file")
  func overridden() throws {
    let folder = TemporaryFolder()
    for name in ["p/a.png", "m/a.png", "n/a.png"] { try folder.writePicture(name) }
    try folder.write(Array("--overlay m\n".utf8), to: ".contactsheet")
    let run = try CommandRun(
      ["p", "--overlay", "n", "--dry-run", "--manifest", "m.json"], in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    #expect(try Self.plan("m.json", in: folder).tiles.map(\.overlay) == ["n/a.png"])
  }

  @Test("A mask that is not drawn because of its shape was read, so it counts as an input too")
  func misshapen() throws {
    let folder = TemporaryFolder()
    for name in ["a", "b"] { try folder.writePicture("p/\(name).png", width: 30, height: 20) }
    try folder.writePicture("m/a.png", width: 30, height: 20)
    try folder.writePicture("m/b.png", width: 20, height: 30)
    let mask = try #require(folder.contents("m/b.png"))
    for (overlay, inputs) in [("m", ["p"]), ("m/b.png", ["p/a.png"])] {
      let replaced = try CommandRun(
        inputs + ["--overlay", overlay, "--force", "-o", "m/b.png"], in: folder)
      #expect(replaced.status == 2)
      #expect(
        replaced.standardError.contains("'m/b.png': it is both an input and an output"),
        "\(replaced.standardError)")
      #expect(folder.contents("m/b.png") == mask)
      let run = try CommandRun(
        inputs + ["--overlay", overlay, "--force", "-o", "s.png", "--depfile", "d"], in: folder)
      #expect(run.status == 0, "\(run.standardError)")
      let rule = String(decoding: try #require(folder.contents("d")), as: UTF8.self)
      #expect(rule.contains("\nm/b.png:\n"), "\(rule)")
    }
  }

  @Test("An overlay for all images is not drawn over itself if its file is shown beside them")
  func single() throws {
    let folder = TemporaryFolder()
    for name in ["p/a.png", "m.png"] { try folder.writePicture(name, width: 8, height: 4) }
    let options = ["--overlay", "m.png", "--dry-run", "--manifest", "m.json"]
    let run = try CommandRun(["p", "m.png"] + options, in: folder)
    #expect(run.status == 0 && !run.standardError.contains("overlay"), "\(run.standardError)")
    #expect(try Self.plan("m.json", in: folder).tiles.map(\.overlay) == ["m.png", nil])
    // The overlay is the only image, or the only one that a rule selects.
    for (inputs, value) in [(["m.png"], "m.png"), (["p", "m.png"], "m*=m.png")] {
      let alone = try CommandRun(
        inputs + ["--overlay", value, "--dry-run", "--manifest", "n.json"], in: folder)
      #expect(alone.status == 64 && folder.contents("n.json") == nil)
      #expect(
        alone.standardError.contains(
          "cannot use the overlay 'm.png': it would be drawn only over itself; name other images"),
        "\(alone.standardError)")
    }
  }

  @Test(
    "If no image has a mask, nothing is written, and the exit status is 64",
    arguments: [
      ("none", "there is no such folder or file; correct the name"),
      ("none=40%", "write a colour and an opacity as in --overlay masks=green,40%"),
      ("masks=0.4", "there is no '0.4', and it is neither a colour nor an opacity; write masks="),
      ("masks=grean", "there is no 'grean', and it is neither a colour nor an opacity;"),
      ("masks=40 %", "there is no '40 %', and it is neither a colour nor an opacity;"),
      ("a=none", "cannot use the overlays in 'none': there is no such folder or file"),
      ("mask[s]=none", "cannot use the overlays in 'none': there is no such folder or file"),
      ("other", "the first overlay is 'other/x.png', and the first image is 'photos/a.png'"),
      ("empty", "there are no other images in it"), ("photos", "there are no other images in it"),
    ])
  func useless(value: String, message: String) throws {
    let folder = try Self.folder()
    try folder.writePicture("other/x.png")
    try folder.write([1], to: "empty/a.txt")
    for dry in [[], ["--dry-run"]] {
      let run = try CommandRun(["photos", "--overlay", value, "-o", "s.png"] + dry, in: folder)
      #expect(run.status == 64)
      #expect(run.standardError.contains(message), "\(run.standardError)")
      #expect(folder.contents("s.png") == nil)
    }
  }

  @Test("An image with a damaged mask is incomplete, and the message names the mask")
  func damage() throws {
    let folder = try Self.folder()
    let whole = try #require(folder.contents("masks/a.png"))
    try folder.write(Self.rgb(Self.photograph()).encoded(), to: "photos/b.png")
    try folder.write(whole, to: "masks/b.png")
    for (bytes, reason) in [
      (Array("no picture".utf8), "'masks/a.png': not a PNG file"),
      (Array(whole.dropLast(40)), "'masks/a.png': unexpected end of file"),
    ] {
      try folder.write(bytes, to: "masks/a.png")
      let options = ["photos", "--overlay", "masks", "--force", "-o"]
      let run = try CommandRun(options + ["s.png", "--manifest", "m.json"], in: folder)
      #expect(run.status == 1)
      #expect(run.standardError.contains(reason), "\(run.standardError)")
      let tiles = try Self.plan("m.json", in: folder).tiles
      #expect(tiles.map(\.status) == ["incomplete", "ok"])
      let sheet = folder.contents("s.png")
      let again = try CommandRun(["--from-plan", "m.json", "-o", "t.png", "--force"], in: folder)
      #expect(again.status == 1 && folder.contents("t.png") == sheet, "\(again.standardError)")
      let fail = try CommandRun(options + ["f.png", "--on-error", "fail"], in: folder)
      #expect(fail.status == 2 && folder.contents("f.png") == nil)
      #expect(fail.standardError.contains(reason), "\(fail.standardError)")
      let skip = try CommandRun(
        options + ["k.png", "--on-error", "skip", "--manifest", "k.json"], in: folder)
      #expect(skip.status == 1)
      #expect(try Self.plan("k.json", in: folder).tiles.map(\.source) == ["photos/b.png"])
    }
  }

  @Test("A mask that does not fit its plan stops the run")
  func unplanned() throws {
    let folder = try Self.folder()
    let mask = try #require(folder.contents("masks/a.png"))
    let options = ["photos", "--overlay", "masks", "-o", "s.png", "--dry-run", "--manifest"]
    try CommandRun(options + ["whole.json"], in: folder)
    try folder.write([1, 2, 3], to: "masks/a.png")
    try CommandRun(options + ["damaged.json"], in: folder)
    try folder.write(mask, to: "masks/a.png")
    var run = try CommandRun(["--from-plan", "damaged.json"], in: folder)
    #expect(run.status == 2)
    #expect(
      run.standardError.contains(
        "'masks/a.png': it can be read now, but could not be when the plan was made"),
      "\(run.standardError)")
    // An edited plan may state the size that the mask has now.
    let plan = String(decoding: try #require(folder.contents("whole.json")), as: UTF8.self)
    let edited = plan.replacing(
      /"overlaySize"\s*:\s*\{[^}]*\}/, with: #""overlaySize": {"width": 9, "height": 20}"#)
    #expect(edited != plan)
    try folder.write(Array(edited.utf8), to: "edited.json")
    try folder.writePicture("masks/a.png", width: 9, height: 20)
    run = try CommandRun(["--from-plan", "edited.json"], in: folder)
    #expect(run.status == 2)
    #expect(
      run.standardError.contains("'masks/a.png': it is 9 x 20 pixels, but was 24 x 16"),
      "\(run.standardError)")
    try folder.write(mask, to: "masks/a.png")
    try folder.writePicture("photos/a.png", width: 9, height: 20)
    run = try CommandRun(["--from-plan", "whole.json"], in: folder)
    #expect(run.status == 2)
    #expect(
      run.standardError.contains("'photos/a.png': it is 9 x 20 pixels, but was 24 x 16"),
      "\(run.standardError)")
    #expect(folder.contents("s.png") == nil)
  }

  @Test("Workers and plans do not change a byte, and a mask counts as an input")
  func plans() throws {
    let folder = try Self.folder()
    for name in ["b", "c", "d"] {
      try folder.write(Self.rgb(Self.photograph()).encoded(), to: "photos/\(name).png")
      try folder.write(Self.gray(Self.classes()).encoded(), to: "masks/\(name).png")
    }
    let options = ["photos", "--overlay", "masks=30%", "--cell", "11x9", "--scale", "fill"]
    let run = try CommandRun(
      options + ["-o", "s.png", "--manifest", "m.json", "--depfile", "d", "--root", "."],
      in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    let sheet = try #require(folder.contents("s.png"))
    for jobs in ["1", "5"] {
      try CommandRun(options + ["-o", "j.png", "--jobs", jobs, "--force"], in: folder)
      #expect(folder.contents("j.png") == sheet)
    }
    let tile = try #require(try Self.plan("m.json", in: folder).tiles.first)
    #expect(tile.overlay == "masks/a.png" && tile.overlayColors == "classes")
    #expect(tile.overlayOpacity == 0.3)
    for root in [[], ["--root", "."]] {
      let again = try CommandRun(
        ["--from-plan", "m.json", "-o", "t.png", "--force"] + root, in: folder)
      #expect(again.status == 0 && folder.contents("t.png") == sheet, "\(again.standardError)")
    }
    let rule = String(decoding: try #require(folder.contents("d")), as: UTF8.self)
    #expect(["a", "b", "c", "d"].allSatisfy { rule.contains("masks/\($0).png") })
    #expect(rule.contains("\nmasks:\n"))
    for words in [options, ["--from-plan", "m.json"]] {
      let replaced = try CommandRun(words + ["-o", "masks/b.png", "--force"], in: folder)
      #expect(replaced.status == 2)
      #expect(
        replaced.standardError.contains("masks/b.png': it is both an input and an output"),
        "\(replaced.standardError)")
    }
    try folder.writePicture("masks/c.png", width: 12, height: 8)
    let changed = try CommandRun(["--from-plan", "m.json", "-o", "u.png"], in: folder)
    #expect(changed.status == 2)
    #expect(changed.standardError.contains("masks/c.png': it is 12 x 8 pixels, but was 24 x 16"))
  }

  @Test(
    "A plan with a root reads no mask outside it",
    arguments: ["../masks/a.png", "link.png", "up/masks/a.png", "/dev/zero", "../none.png"])
  func confined(name: String) throws {
    let folder = try Self.folder()
    try folder.write(Self.gray(Self.classes()).encoded(), to: "photos/m/a.png")
    let run = try CommandRun(
      [
        "photos", "--overlay", "photos/m", "--root", "photos", "-o", "photos/s.png", "--dry-run",
        "--manifest", "m.json",
      ], in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    for (link, target) in [("link.png", "../masks/a.png"), ("up", "..")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.url.appending(path: "photos/\(link)").path, withDestinationPath: target)
    }
    let plan = String(decoding: try #require(folder.contents("m.json")), as: UTF8.self)
    #expect(plan.contains("\"m/a.png\"") || plan.contains("\"m\\/a.png\""))
    let changed = plan.replacing("\"m\\/a.png\"", with: "\"m/a.png\"")
      .replacing("\"m/a.png\"", with: "\"\(name)\"")
    try folder.write(Array(changed.utf8), to: "m.json")
    let outside = try CommandRun(["--from-plan", "m.json", "--root", "photos"], in: folder)
    #expect(outside.status == 2)
    #expect(outside.standardError.contains("is outside 'photos'"), "\(outside.standardError)")
    #expect(folder.contents("photos/s.png") == nil)
  }

  @Test("Copies in an HTML page have their masks, and a coloured mask makes a grey sheet coloured")
  func embedded() throws {
    let folder = try Self.folder()
    try folder.write(Self.gray(Self.classes().map { 30 * $0 }).encoded(), to: "photos/a.png")
    func picture(_ more: [String]) throws -> DecodedSheet {
      let run = try CommandRun(
        ["photos", "-o", "s.png", "--force", "--html", "p.html", "--embed", "--upscale=1"] + more,
        in: folder)
      #expect(run.status == 0, "\(run.standardError)")
      let html = String(decoding: try #require(folder.contents("p.html")), as: UTF8.self)
      let last = try #require(html.matches(of: /src="data:image\/png;base64,([^"]*)"/).last)
      return try DecodedSheet([UInt8](try #require(Data(base64Encoded: String(last.1)))))
    }
    let (plain, marked) = (try picture([]), try picture(["--overlay", "masks"]))
    #expect(plain.size == "24x16" && marked.size == plain.size)
    let sheet = try Self.sheet("s.png", in: folder)
    #expect(sheet.pixel(0, 0).count == 3)
    let (x, y) = ((sheet.width - 24) / 2, (sheet.height - 16) / 2)
    #expect(marked.pixel(10, 8) == sheet.pixel(x + 10, y + 8))
    #expect(Set(marked.pixel(10, 8)).count > 1)
    #expect(marked.pixel(23, 0) == [0, 0, 0])
  }

  @Test("Large tiles, which are rendered in strips, have the same pixels as small ones")
  func strips() throws {
    let folder = TemporaryFolder()
    let (width, height) = (1500, 1100)
    func write(
      _ name: String, rows: Int, _ samples: (Int) -> [UInt16], _ type: PNGFixture.ColorType
    )
      throws
    {
      try folder.write(
        PNGFixture(
          width: width, height: rows, colorType: type,
          samples: (0..<width * rows).flatMap(samples), filter: .fixed(0), compressionLevel: 1
        ).encoded(), to: name)
    }
    func photograph(_ place: Int) -> [UInt16] {
      [UInt16(place % width % 256), UInt16(place / width % 256), 90]
    }
    func mask(_ place: Int) -> [UInt16] {
      [(place % width) / 7 % 3 == 0 ? UInt16(1 + place / width / 9 % 5) : 0]
    }
    try write("photos/a.png", rows: height, photograph, .rgb)
    try write("masks/a.png", rows: height, mask, .gray)
    try write("small/a.png", rows: 500, photograph, .rgb)
    try write("over/a.png", rows: 500, mask, .gray)
    for (input, overlay, name) in [("photos", "masks", "l.png"), ("small", "over", "s.png")] {
      let run = try CommandRun(
        [
          input, "--overlay", overlay, "--overlay", "\(overlay)=red,30%", "--upscale=1", "--margin",
          "0", "--edge", "none", "-o", name,
        ],
        in: folder)
      #expect(run.status == 0, "\(run.standardError)")
    }
    let (large, small) = (
      try Self.sheet("l.png", in: folder), try Self.sheet("s.png", in: folder)
    )
    #expect(large.size == "1500x1100" && small.size == "1500x500")
    var differences = 0
    for y in stride(from: 0, to: 500, by: 3) {
      for x in 0..<width where large.pixel(x, y) != small.pixel(x, y) { differences += 1 }
    }
    #expect(differences == 0)
  }

  @Test("A mask and its image together stay within the memory budget")
  func memory() throws {
    let folder = TemporaryFolder()
    for name in ["photos/a.png", "masks/a.png"] {
      var picture = PNGFixture(
        width: 3000, height: 1000, colorType: .gray,
        samples: [UInt16](repeating: 1, count: 3_000_000), filter: .fixed(0), compressionLevel: 1)
      picture.isInterlaced = true
      try folder.write(picture.encoded(), to: name)
    }
    for (budget, status) in [("2MB", Int32(1)), ("4MB", 0)] {
      let run = try CommandRun(
        ["photos", "--overlay", "masks", "-o", "s.png", "--force", "--max-memory", budget],
        in: folder)
      #expect(run.status == status, "\(run.standardError)")
      #expect(
        run.standardError.contains("decoding it together with its image takes 3000000 bytes")
          == (status == 1), "\(run.standardError)")
    }
  }
}
