import CommandFixtures
import Foundation
import PNGFixtures
import TestSupport
import Testing

/// Rings around changes that are hard to see.
@Suite struct RingedPairTests {
  private struct Ringed: Decodable {
    struct Tile: Decodable {
      var image: Manifest.Rectangle?
      var comparedWith: String?
      var rings: [Manifest.Rectangle]?
    }
    struct Page: Decodable { var tiles: [Tile] }
    var pages: [Page]
  }

  @Test(
    "A ring marks a single changed pixel of a large picture, in the plan and on the sheet",
    arguments: [[], ["--compare-show", "heat"]])
  func pixel(options: [String]) throws {
    let folder = TemporaryFolder()
    let plain = PNGFixture.plain(width: 1600, height: 1000, color: [240, 240, 240])
    try folder.write(plain.encoded(), to: "before/a.png")
    try folder.write(ComparedFolders.dotted(1600, 1000, x: 400, y: 500), to: "after/a.png")
    let run = try CommandRun(
      ComparedFolders.arguments + ["--manifest", "m.json"] + options, in: folder)
    #expect(run.status == 3, "\(run.standardError)")
    let json = Data(try #require(folder.contents("m.json")))
    let tiles = try JSONDecoder().decode(Ringed.self, from: json).pages[0].tiles
    #expect(tiles.map { $0.rings?.count } == [nil, nil, 1])
    let (image, ring) = (try #require(tiles[2].image), try #require(tiles[2].rings?[0]))
    #expect(abs(ring.x + ring.width / 2 - (image.x + image.width / 4)) <= 2)
    #expect(abs(ring.y + ring.height / 2 - (image.y + image.height / 2)) <= 2)
    let bytes = try #require(folder.contents("s.png"))
    let sheet = try DecodedSheet(bytes)
    var columns: Set<Int> = []
    for x in Int(image.x)..<Int(image.x + image.width) {
      for y in Int(image.y)..<Int(image.y + image.height)
      where sheet.pixel(x, y) == [205, 0, 135] { columns.insert(x) }
    }
    #expect((columns.max() ?? 0) - (columns.min() ?? 0) >= 12)
    try CommandRun(["--from-plan", "m.json", "-o", "again.png"], in: folder)
    #expect(folder.contents("again.png") == bytes)
  }
}
