import CommandFixtures
import Foundation
import PNGFixtures
import TestSupport
import Testing

@Suite struct CropTests {
  private struct Plan: Decodable {
    struct Rectangle: Decodable, Equatable { var x, y, width, height: Double }
    struct Tile: Decodable { var source: String; var crop: Rectangle?; var image: Rectangle? }
    struct Page: Decodable { var tiles: [Tile] }
    var pages: [Page]
    var tiles: [String: Tile] {
      Dictionary(uniqueKeysWithValues: pages.flatMap(\.tiles).map { ($0.source, $0) })
    }
  }

  /// Pictures of 60 x 40 whose pixels encode their own position; one is rated and one is small.
  private static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    var picture = PNGFixture.plain(width: 60, height: 40, color: [0, 0, 0])
    for index in 0..<60 * 40 {
      picture.samples[3 * index] = UInt16(index % 60 * 4)
      picture.samples[3 * index + 1] = UInt16(index / 60 * 6)
    }
    for name in ["hall1", "hall2", "lake"] {
      try folder.write(picture.encoded(), to: "\(name).png")
    }
    try folder.writePicture("small.png", width: 5, height: 5)
    return folder
  }

  private static func plan(
    _ options: [String], in folder: TemporaryFolder
  ) throws -> (plan: Plan, run: CommandRun) {
    let names = ["hall1.png", "hall2.png", "lake.png", "small.png"]
    let run = try CommandRun(
      names + options + ["-o", "s.png", "--manifest", "m.json", "--force"], in: folder)
    let plan = try JSONDecoder().decode(
      Plan.self, from: Data(try #require(folder.contents("m.json"))))
    return (plan, run)
  }

  @Test(
    "Patterns, conditions and tables can give crops in pixels or per cent, and the last one wins")
  func selection() throws {
    let folder = try Self.folder()
    try folder.write(
      Array("path,crop,stars\nlake.png,\"10,0,20,20\",3\nhall2.png,,5\n".utf8), to: "t.csv")
    let (plan, run) = try Self.plan(
      [
        "--crop", "hall*=20,10,12,8", "--crop", "{stars} >= 5=50%,50%,50%,50%", "--table",
        "t.csv", "--label", "{name}",
      ], in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    #expect(plan.tiles["hall1.png"]?.crop == .init(x: 20, y: 10, width: 12, height: 8))
    #expect(plan.tiles["hall2.png"]?.crop == .init(x: 30, y: 20, width: 30, height: 20))
    #expect(plan.tiles["lake.png"]?.crop == .init(x: 10, y: 0, width: 20, height: 20))
    #expect(plan.tiles["small.png"]?.crop == .init(x: 0, y: 0, width: 5, height: 5))
    let sheet = folder.contents("s.png")
    try CommandRun(["--from-plan", "m.json"], in: folder)
    #expect(folder.contents("s.png") == sheet && sheet != nil)
  }

  @Test(
    "No layout or scaling shows a pixel outside the crop",
    arguments: ["grid", "rows", "masonry", "columns", "collage", "tiered", "matrix"])
  func layouts(layout: String) throws {
    let folder = try Self.folder()
    for scale in ["grid", "matrix"].contains(layout) ? ["fit", "fill"] : [nil] {
      let (plan, run) = try Self.plan(
        ["--crop", "*=20,10,12,8", "--layout", layout] + (scale.map { ["--scale", $0] } ?? [])
          + (layout == "matrix" ? ["--rows-by", "{name}", "--columns-by", "{depth}"] : []),
        in: folder)
      #expect(run.status == 0, "\(run.standardError)")
      for name in ["hall1.png", "hall2.png", "lake.png"] {
        let crop = try #require(plan.tiles[name]?.crop)
        #expect(crop.x >= 20 && crop.y >= 10, "\(layout): \(crop)")
        #expect(crop.x + crop.width <= 32 && crop.y + crop.height <= 18, "\(layout)")
      }
    }
  }

  @Test("A crop that is enlarged by an integer factor shows the picture's own pixels")
  func pixels() throws {
    let folder = try Self.folder()
    try CommandRun(
      [
        "hall1.png", "--crop", "*=20,10,12,8", "--cell", "24x16", "--upscale", "--filter",
        "nearest",
      ]
        + ["--gap", "0", "--margin", "0", "-o", "s.png"], in: folder)
    let sheet = try DecodedSheet(folder.contents("s.png") ?? [])
    #expect(sheet.width == 24 && sheet.height == 16)
    for (x, y) in [(0, 0), (23, 15), (11, 7)] {
      let color = sheet.pixel(x, y)
      #expect(
        color[0] == UInt8((20 + x / 2) * 4) && color[1] == UInt8((10 + y / 2) * 6), "\(color)")
    }
  }

  @Test(
    "A crop outside the picture is ignored with a note, and a malformed crop is a usage error"
  )
  func mistakes() throws {
    let folder = try Self.folder()
    let (plan, run) = try Self.plan(["--crop", "*=20,10,12,8"], in: folder)
    #expect(
      run.standardError.contains(
        "1 image is shown whole, because the part to show lies outside the image; the image is "
          + "'small.png'"),
      "\(run.standardError)")
    #expect(plan.tiles["small.png"]?.crop?.width == 5)
    for value in ["hall*", "=1,1,1,1", "a=1,1,0,1", "a=1,1,1", "{stars=1,1,1,1", "a=1,1,1,101%"] {
      #expect(try CommandRun(["lake.png", "--crop", value], in: folder).status == 64, "\(value)")
    }
    #expect(try CommandRun(["lake.png", "--crop", "a=1,1,1,1", "--trim"], in: folder).status == 64)
    try folder.write(Array("path,crop\nlake.png,wide\n".utf8), to: "t.csv")
    let table = try CommandRun(["lake.png", "--table", "t.csv"], in: folder)
    #expect(
      table.status == 2 && table.standardError.contains("420,180,96,64"), "\(table.standardError)")
  }

  @Test("In comparisons, the same crop applies to both pictures and their difference")
  func pairs() throws {
    let folder = try Self.folder()
    try folder.write(try #require(folder.contents("lake.png")), to: "old/a.png")
    try folder.writePicture("new/a.png", width: 60, height: 40)
    let run = try CommandRun(
      [
        "new", "--compare", "old", "--crop", "a.png=20,10,12,8", "-o", "s.png", "--manifest",
        "m.json",
      ],
      in: folder)
    #expect(run.status == 3, "\(run.standardError)")
    let plan = try JSONDecoder().decode(
      Plan.self, from: Data(try #require(folder.contents("m.json"))))
    let crops = plan.pages.flatMap(\.tiles).map(\.crop)
    #expect(crops == .init(repeating: .init(x: 20, y: 10, width: 12, height: 8), count: 3))
  }
}
