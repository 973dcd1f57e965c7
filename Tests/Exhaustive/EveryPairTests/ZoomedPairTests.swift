import CommandFixtures
import Foundation
import PNGFixtures
import TestSupport
import Testing

/// The option `--compare-zoom` on the command line.
@Suite struct ZoomedPairTests {
  typealias Region = Findings.Region

  /// The changed areas of pictures, and the parts that tiles show.
  private struct Zoomed: Decodable {
    struct Pair: Decodable {
      var path: String
      var regions: [Region]?
    }
    struct Tile: Decodable {
      var source: String
      var sourceWidth, sourceHeight: Double?
      var comparedWith: String?
      var image, crop: Manifest.Rectangle?
    }
    struct Page: Decodable { var tiles: [Tile] }
    var pairs: [Pair]
    var pages: [Page]

    init(_ name: String, in folder: TemporaryFolder) throws {
      self = try JSONDecoder().decode(Self.self, from: Data(try #require(folder.contents(name))))
    }

    /// The tiles of a path.
    func tiles(_ path: String) -> [Tile] {
      pages.flatMap(\.tiles).filter { $0.source.hasSuffix("/\(path)") }
    }
  }

  private static let arguments =
    ComparedFolders.arguments + ["--compare-zoom", "--manifest", "m.json"]

  @Test(
    "A pair's tiles show the same part, with every changed region; a plan renders the same bytes"
  )
  func property() throws {
    let folder = TemporaryFolder()
    var numbers = SeededGenerator(seed: 46)
    for number in 0..<12 {
      let (width, height) = (40 + numbers.number(below: 400), 40 + numbers.number(below: 300))
      let before = PNGFixture.plain(width: width, height: height, color: [240, 240, 240])
      var after = before
      for _ in 0...numbers.number(below: 5) {
        let pixel = numbers.number(below: width * height)
        after.samples.replaceSubrange(3 * pixel..<3 * pixel + 3, with: [0, 0, 0])
      }
      try folder.write(before.encoded(), to: "before/\(number).png")
      try folder.write(after.encoded(), to: "after/\(number).png")
    }
    try CommandRun(
      Self.arguments + ["--max-height", "1200", "-o", "s-%d.png", "--tolerance", "0"], in: folder)
    let manifest = try Zoomed("m.json", in: folder)
    #expect(manifest.pages.count > 1)
    var partial = 0
    for pair in manifest.pairs {
      let tiles = manifest.tiles(pair.path)
      let crop = try #require(tiles.first?.crop)
      #expect(tiles.count == 3 && tiles.allSatisfy { $0.crop == crop }, "\(pair.path)")
      for region in try #require(pair.regions) {
        #expect(
          Double(region.x) >= crop.x && Double(region.x + region.width) <= crop.x + crop.width)
        #expect(
          Double(region.y) >= crop.y && Double(region.y + region.height) <= crop.y + crop.height)
      }
      if crop.width < tiles[0].sourceWidth ?? 0 { partial += 1 }
    }
    #expect(partial > 2, "not all pictures are shown whole")
    let names = folder.names.filter { $0.hasPrefix("s-") }
    let sheets = names.map { folder.contents($0) }
    for name in names { try folder.write([], to: name) }
    try CommandRun(["--from-plan", "m.json", "--force"], in: folder)
    #expect(names.map { folder.contents($0) } == sheets)
  }

  @Test("One changed pixel of a large page is shown as a square of pixels, in all three pictures")
  func pixel() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("before/page.png", width: 1920, height: 1080, color: [240, 240, 240])
    try folder.write(ComparedFolders.dotted(1920, 1080, x: 1500, y: 700), to: "after/page.png")
    try folder.writePicture("before/gone.png", width: 600, height: 400)
    try folder.writePicture("before/larger.png", width: 300, height: 200)
    try folder.writePicture("after/larger.png", width: 300, height: 210)
    try CommandRun(Self.arguments, in: folder)
    let manifest = try Zoomed("m.json", in: folder)
    let sheet = try DecodedSheet(try #require(folder.contents("s.png")))
    let tiles = manifest.tiles("page.png")
    #expect(tiles.count == 3)
    for (tile, color) in zip(tiles, [nil, [0, 0, 0], [205, 0, 135]] as [[Int]?]) {
      #expect(tile.crop == Manifest.Rectangle(1468, 668, 65, 65))
      let image = try #require(tile.image)
      let factor = Int(image.width) / 65
      #expect(factor >= 3 && Int(image.width) == 65 * factor && image.height == image.width)
      guard let color else { continue }
      var places: [[Int]] = []
      for y in Int(image.y)..<Int(image.y + image.height) {
        for x in Int(image.x)..<Int(image.x + image.width)
        where sheet.pixel(x, y).map(Int.init) == color { places.append([x, y]) }
      }
      #expect(places.count == factor * factor)
      #expect(places.first == [Int(image.x) + 32 * factor, Int(image.y) + 32 * factor])
    }
    // Pictures without a counterpart, or of another size, are shown whole.
    #expect(manifest.tiles("gone.png").map(\.crop) == [Manifest.Rectangle(0, 0, 600, 400)])
    #expect(manifest.tiles("larger.png").compactMap(\.crop?.width) == [300, 300, 300])
  }

  @Test(
    "Several folders beside a reference all show the same part, which contains all their changes")
  func columns() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("reference/a.png", width: 900, height: 600, color: [240, 240, 240])
    for (name, x, y) in [("m/a", 500, 300), ("m/b", 560, 320)] {
      try folder.write(ComparedFolders.dotted(900, 600, x: x, y: y), to: "\(name)/a.png")
    }
    // One picture is equal, and one has another size.
    try folder.writePicture("m/c/a.png", width: 900, height: 600, color: [240, 240, 240])
    try folder.writePicture("m/d/a.png", width: 300, height: 600, color: [240, 240, 240])
    let methods = ["m/a", "m/b", "m/c", "m/d", "--compare", "reference", "-o", "s.png"]
    for options in [["--compare-show", "all"], ["--transpose"], []] {
      try CommandRun(
        methods + ["--compare-zoom", "--manifest", "m.json", "--force"] + options, in: folder)
      let tiles = try Zoomed("m.json", in: folder).tiles("a.png")
      let (whole, zoomed) = (
        tiles.filter { $0.source == "m/d/a.png" }, tiles.filter { $0.source != "m/d/a.png" }
      )
      let part = Manifest.Rectangle(468, 268, 125, 85)
      #expect(whole.count == 2 && whole.allSatisfy { $0.crop?.x == 0 && $0.crop?.y == 0 })
      #expect(zoomed.count == (options == ["--compare-show", "all"] ? 6 : 5))
      #expect(zoomed.allSatisfy { $0.crop == part }, "\(zoomed.map(\.crop))")
    }
  }

  @Test("An ignored change does not enlarge the part shown")
  func ignored() throws {
    let folder = TemporaryFolder()
    var after = PNGFixture.plain(width: 900, height: 600, color: [240, 240, 240])
    try folder.write(after.encoded(), to: "before/a.png")
    for pixel in [5 * 900 + 5, 300 * 900 + 700] {
      after.samples.replaceSubrange(3 * pixel..<3 * pixel + 3, with: [0, 0, 0])
    }
    try folder.write(after.encoded(), to: "after/a.png")
    var mask = PNGFixture.plain(width: 900, height: 600, color: [255, 255, 255])
    for channel in 0..<3 { mask.samples[3 * (5 * 900 + 5) + channel] = 0 }
    try folder.write(mask.encoded(), to: "masks/a.png")
    for options in [["--ignore-area", "0,0,100%,10"], ["--masks", "masks"]] {
      try CommandRun(Self.arguments + options, in: folder)
      let tiles = try Zoomed("m.json", in: folder).tiles("a.png")
      #expect(tiles.map(\.crop) == Array(repeating: Manifest.Rectangle(668, 268, 65, 65), count: 3))
    }
  }
}
