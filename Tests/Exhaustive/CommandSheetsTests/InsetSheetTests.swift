import CommandFixtures
import Foundation
import JPEGFixtures
import PNGFixtures
import TestSupport
import Testing

@Suite struct InsetSheetTests {
  private struct Plan: Decodable {
    struct Page: Decodable { let tiles: [Tile] }
    struct Tile: Decodable {
      struct Inset: Decodable {
        let crop, box, area: Manifest.Rectangle
        let color: String
      }
      let insets: [Inset]?
    }
    let pages: [Page]
  }

  private static func insets(_ folder: TemporaryFolder) throws -> [Plan.Tile.Inset] {
    let plan = try JSONDecoder().decode(Plan.self, from: Data(folder.contents("m.json") ?? []))
    return plan.pages[0].tiles.flatMap { $0.insets ?? [] }
  }

  /// A picture whose neighbouring pixels differ, and a mask for it.
  private static func folder(_ width: Int = 96, _ height: Int = 80) throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    var samples: [UInt16] = []
    for place in 0..<width * height {
      samples += [place % 256, place / 256 % 256, place % width % 256].map { UInt16($0) }
    }
    try folder.write(
      PNGFixture(width: width, height: height, colorType: .rgb, samples: samples).encoded(),
      to: "in/a.png")
    let classes = (0..<width * height).map { (place: Int) -> UInt16 in
      UInt16(place % width / 3 % 4)
    }
    try folder.write(
      PNGFixture(width: width, height: height, colorType: .gray, samples: classes).encoded(),
      to: "masks/a.png")
    return folder
  }

  @Test(
    "An inset has the same pixels as a crop of its region that is enlarged by an integer factor",
    arguments: [
      [], ["--orient", "a=left"], ["--orient", "a=180"], ["--depth", "16"],
      ["--background", "none"], ["--overlay", "masks"],
      ["--overlay", "masks", "--orient", "a=right"],
      ["--sharpen", "1"], ["--light", "encoded"],
    ])
  func pixels(options: [String]) throws {
    let folder = try Self.folder()
    let run = try CommandRun(
      ["in", "--inset", "13,17,5,3", "-o", "s.png", "--manifest", "m.json"] + options, in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    let inset = try #require(try Self.insets(folder).first)
    let factor = Int(inset.area.width) / Int(inset.crop.width)
    #expect(factor >= 4)
    // The squares of an inset would get halos, so neither the inset nor the crop is sharpened.
    let others = options.first == "--sharpen" ? [] : options
    let cropped = try CommandRun(
      [
        "in", "--crop", "a=13,17,5,3", "--upscale=\(factor)", "--filter", "nearest", "--margin",
        "0",
      ]
        + ["--edge", "none", "-o", "c.png"] + others, in: folder)
    #expect(cropped.status == 0, "\(cropped.standardError)")
    let sheet = try DecodedSheet(try #require(folder.contents("s.png")))
    let crop = try DecodedSheet(try #require(folder.contents("c.png")))
    #expect(crop.width == Int(inset.area.width) && crop.height == Int(inset.area.height))
    for y in 0..<crop.height {
      for x in 0..<crop.width {
        let place = (Int(inset.area.x) + x, Int(inset.area.y) + y)
        #expect(sheet.pixel(place.0, place.1) == crop.pixel(x, y), "\(x), \(y)")
      }
    }
  }

  @Test(
    "A detail beside its image has the pixels of an enlarged crop, even in a tile of many strips",
    arguments: ["below", "right"], [120, 1500])
  func beside(position: String, width: Int) throws {
    let folder = try Self.folder(width, width * 2 / 3)
    let run = try CommandRun(
      [
        "in", "--inset", "0.2,0.2,0.15,0.15", "--inset", "0.5,0.6,0.2,0.1", "--inset-position",
        position,
        "--upscale=1", "--edge", "none", "-o", "s.png", "--manifest", "m.json",
      ], in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    let insets = try Self.insets(folder)
    #expect(insets.count == 2)
    let sheet = try DecodedSheet(try #require(folder.contents("s.png")))
    for (index, inset) in insets.enumerated() {
      let (width, height) = (Int(inset.area.width), Int(inset.area.height))
      let (across, down) = (
        inset.area.width / inset.crop.width, inset.area.height / inset.crop.height
      )
      let hasSquares = across == down && across == across.rounded() && across >= 2
      let cropped = try CommandRun(
        [
          "in", "--crop",
          "a=\(Int(inset.crop.x)),\(Int(inset.crop.y)),\(Int(inset.crop.width)),\(Int(inset.crop.height))",
          "--scale", "stretch", "--cell", "\(width)x\(height)", "--margin", "0", "--edge", "none",
          "-o", "c\(index).png",
        ] + (hasSquares ? ["--filter", "nearest"] : []), in: folder)
      #expect(cropped.status == 0, "\(cropped.standardError)")
      let crop = try DecodedSheet(try #require(folder.contents("c\(index).png")))
      #expect(crop.width == width && crop.height == height)
      let differing = (0..<height).filter { y in
        (0..<width).contains { x in
          sheet.pixel(Int(inset.area.x) + x, Int(inset.area.y) + y) != crop.pixel(x, y)
        }
      }
      #expect(differing.isEmpty)
      #expect(sheet.pixel(Int(inset.area.x) - 1, Int(inset.area.y)) != [255, 255, 255])
    }
  }

  @Test(
    "A sheet with detail strips has the same bytes for any number of workers, and from a plan",
    .needs(.jpeg))
  func sameBytesBeside() throws {
    let folder = try Self.folder()
    try folder.write(try #require(folder.contents("in/a.png")), to: "in/b.png")
    try expectSameBytes(
      with: ["--inset", "13,17,5,3", "--inset", "b=0.7,0.7,0.2,0.2", "--inset-position", "below"],
      in: folder
    ) { () throws in
      #expect(try Self.insets(folder).map(\.color) == ["#f0e442ff", "#f0e442ff", "#56b4e9ff"])
    }
  }

  @Test(
    "The lines around the region and its inset have the same colour, and the region is unchanged")
  func lines() throws {
    let folder = try Self.folder()
    for (name, options) in [("s.png", ["--inset", "13,17,5,3"]), ("b.png", [])]
      as [(String, [String])]
    {
      let run = try CommandRun(
        ["in", "--edge", "none", "-o", name, "--manifest", "\(name).json"] + options, in: folder)
      #expect(run.status == 0, "\(run.standardError)")
    }
    try folder.write(try #require(folder.contents("s.png.json")), to: "m.json")
    let inset = try #require(try Self.insets(folder).first)
    let sheet = try DecodedSheet(try #require(folder.contents("s.png")))
    let bare = try DecodedSheet(try #require(folder.contents("b.png")))
    #expect(sheet.size == bare.size && inset.color == "#f0e442ff")
    for area in [inset.box, inset.area] {
      let (x, y) = (Int(area.x), Int(area.y))
      let (right, bottom) = (x + Int(area.width), y + Int(area.height))
      for (x, y) in [(x - 1, y - 1), (x - 1, y), (right, y), (x, y - 1), (x, bottom)] {
        #expect(sheet.pixel(x, y) == [0xF0, 0xE4, 0x42])
      }
      for (x, y) in [(x - 2, y), (right + 1, y), (x, y - 2), (x, bottom + 1)] {
        #expect(sheet.pixel(x, y).allSatisfy { $0 < 60 })
      }
    }
    for y in 0..<Int(inset.box.height) {
      for x in 0..<Int(inset.box.width) {
        let place = (Int(inset.box.x) + x, Int(inset.box.y) + y)
        #expect(sheet.pixel(place.0, place.1) == bare.pixel(place.0, place.1))
      }
    }
  }

  @Test(
    "With --grayscale, only the lines of an inset have colour, however it is enlarged",
    arguments: [("13,17,5,3", 96, 80), ("0.1,0.1,0.3,0.3", 1500, 1000)])
  func grayscale(region: String, width: Int, height: Int) throws {
    let folder = try Self.folder(width, height)
    let run = try CommandRun(
      ["in", "--grayscale", "--inset", region, "-o", "s.png", "--manifest", "m.json"], in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    let inset = try #require(try Self.insets(folder).first)
    let sheet = try DecodedSheet(try #require(folder.contents("s.png")))
    func isColored(_ x: Int, _ y: Int) -> Bool { Set(sheet.pixel(x, y).prefix(3)).count > 1 }
    for area in [inset.box, inset.area] {
      let colored = (0..<Int(area.height)).filter { y in
        (0..<Int(area.width)).contains { isColored(Int(area.x) + $0, Int(area.y) + y) }
      }
      #expect(colored.isEmpty)
      #expect(isColored(Int(area.x) - 1, Int(area.y)))
    }
  }

  @Test(
    "A sheet with insets has the same bytes for any number of workers, and when rendered from a plan",
    .needs(.jpeg)
  )
  func sameBytes() throws {
    let folder = try Self.folder()
    try folder.write(try #require(folder.contents("in/a.png")), to: "in/b.png")
    try expectSameBytes(
      with: ["--inset", "13,17,5,3", "--inset", "b=0.7,0.7,0.2,0.2"], in: folder
    ) { () throws in
      #expect(try Self.insets(folder).map(\.color) == ["#f0e442ff", "#f0e442ff", "#56b4e9ff"])
    }
  }

  @Test(
    "An inset on a tile that is rendered in strips has the same pixels as a crop of its region",
    arguments: [[], ["--orient", "a=left"]])
  func strips(options: [String]) throws {
    let folder = try Self.folder(1500, 1000)
    let arguments = ["in", "--inset", "900,700,50,40", "--upscale=1", "--manifest", "m.json"]
    let run = try CommandRun(arguments + ["-o", "s.png"] + options, in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    let inset = try #require(try Self.insets(folder).first)
    let factor = Int(inset.area.width) / Int(inset.crop.width)
    let cropped = try CommandRun(
      ["in", "--crop", "a=900,700,50,40", "--upscale=\(factor)", "--filter", "nearest"]
        + ["--margin", "0", "--edge", "none", "-o", "c.png"] + options, in: folder)
    #expect(cropped.status == 0, "\(cropped.standardError)")
    let sheet = try DecodedSheet(try #require(folder.contents("s.png")))
    let crop = try DecodedSheet(try #require(folder.contents("c.png")))
    let differing = (0..<crop.height).filter { y in
      (0..<crop.width).contains { x in
        sheet.pixel(Int(inset.area.x) + x, Int(inset.area.y) + y) != crop.pixel(x, y)
      }
    }
    #expect(differing.isEmpty)
  }

  @Test(
    "A sheet with an inset of a damaged image is written, and the damage is reported")
  func damaged() throws {
    let folder = try Self.folder()
    let bytes = try #require(folder.contents("in/a.png"))
    try folder.write(Array(bytes.prefix(bytes.count / 2)), to: "in/a.png")
    for area in ["0,0,5,3", "80,70,5,3"] {
      let run = try CommandRun(["in", "--inset", area, "-o", "s.png", "--force"], in: folder)
      #expect(run.status == 1 && folder.contents("s.png") != nil, "\(run.standardError)")
      #expect(run.standardError.contains("cannot read all of 'in/a.png'"), "\(run.standardError)")
    }
  }

  @Test(
    "If the region is outside all images, the error names the first image, and nothing is written")
  func outside() throws {
    let folder = try Self.folder()
    let run = try CommandRun(["in", "--inset", "96,0,5,5", "-o", "s.png"], in: folder)
    #expect(run.status == 64 && folder.contents("s.png") == nil)
    #expect(run.standardError.contains("'in/a.png', which is 96 x 80"), "\(run.standardError)")
    #expect(run.standardError.contains("--inset 0.6,0.2,0.15,0.15"), "\(run.standardError)")
  }
}
