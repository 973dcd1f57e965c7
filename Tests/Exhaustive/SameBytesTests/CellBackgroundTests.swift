import CommandFixtures
import Foundation
import PNGFixtures
import SheetModel
import TestSupport
import Testing

/// Cells with backgrounds of their own.
@Suite struct CellBackgroundTests {
  /// A folder of icons: a blue square in the middle, and nothing around it.
  private static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for name in ["dark/1", "light/1", "light/2"] {
      let samples = (0..<40 * 40).flatMap { place -> [UInt16] in
        let isInk = 15..<25 ~= place % 40 && 15..<25 ~= place / 40
        return [0, 0, 255, isInk ? 255 : 0]
      }
      try folder.write(
        PNGFixture(width: 40, height: 40, colorType: .rgba, samples: samples).encoded(),
        to: "in/\(name).png")
    }
    return folder
  }

  private static let options = [
    "in", "-r", "--cell", "60x80", "--columns", "3", "--label", "x", "--font", "builtin 12",
    "-o", "s.png", "--manifest", "m.json", "--force",
  ]

  private static func sheet(
    _ options: [String], in folder: TemporaryFolder
  ) throws -> (bytes: [UInt8], sheet: DecodedSheet, tiles: [Manifest.Tile]) {
    let run = try CommandRun(options, in: folder)
    #expect(run.status == 0 && run.standardError == "", "\(run.standardError)")
    let bytes = try #require(folder.contents("s.png"))
    let manifest = try Manifest(Data(#require(folder.contents("m.json"))))
    return (bytes, try DecodedSheet(bytes), manifest.pages[0].tiles)
  }

  @Test(
    "Only the cells of a rule have its colour, around and behind images, and under legible labels",
    arguments: [[], ["--frame", "1 red", "--radius", "3"], ["--border", "1 green"]])
  func colors(decoration: [String]) throws {
    let folder = try Self.folder()
    let rule = ["--cell-background", "dark/*=black"]
    let options = Self.options + decoration
    let (bytes, sheet, tiles) = try Self.sheet(options + rule, in: folder)
    try #require(tiles.count == 3)
    for tile in tiles {
      let isDark = tile.source.contains("dark")
      let (cell, image) = (tile.cell, try #require(tile.image))
      let ground: UInt8 = isDark ? 0 : 255
      // Beside the image, and behind it.
      for (x, y) in [
        (Int(cell.x) + 4, Int(cell.y) + 8), (Int(image.x) + 4, Int(image.y) + 4),
      ] {
        #expect(sheet.pixel(x, y)[..<3] == [ground, ground, ground], "\(tile.source), \(x) \(y)")
      }
      // The label is white on black, and black on white.
      let rows = Int(image.y + image.height) + 4..<Int(cell.y + cell.height) - 2
      let codes = rows.flatMap { y in
        (Int(cell.x) + 4..<Int(cell.x + cell.width) - 4).map { sheet.pixel($0, y)[0] }
      }
      #expect(codes.contains { isDark ? $0 > 200 : $0 < 55 }, "\(tile.source)")
    }
    #expect(try Self.sheet(options + rule + ["--jobs", "1"], in: folder).bytes == bytes)
    let again = try CommandRun(["--from-plan", "m.json", "-o", "t.png"], in: folder)
    #expect(again.status == 0 && folder.contents("t.png") == bytes, "\(again.standardError)")
    // The same colours, set the other way round.
    let other = try Self.sheet(
      options + ["--cell-background", "black", "--cell-background", "light/*=white"], in: folder)
    #expect(other.sheet.pixel(8, 8) == sheet.pixel(8, 8))
    for tile in other.tiles {
      let image = try #require(tile.image)
      let place = (Int(image.x) + 4, Int(image.y) + 4)
      #expect(other.sheet.pixel(place.0, place.1) == sheet.pixel(place.0, place.1))
    }
  }

  @Test("A column of the table sets the background of a cell, and a rule overrides it")
  func table() throws {
    let folder = try Self.folder()
    try folder.write(
      Array("path,cell-background\nin/light/1.png,#00ff00\nin/light/2.png,red\n".utf8), to: "t.csv")
    let options = Self.options + ["--table", "t.csv", "--cell-background", "2.png=none"]
    let (_, sheet, tiles) = try Self.sheet(options, in: folder)
    let colors = try tiles.map { tile in
      let image = try #require(tile.image)
      return Array(sheet.pixel(Int(image.x) + 4, Int(image.y) + 4)[..<3])
    }
    let order = tiles.map { String($0.source.suffix(11)) }
    let green = try #require(order.firstIndex(of: "light/1.png"))
    for (index, color) in colors.enumerated() {
      #expect(color == (index == green ? [0, 255, 0] : [255, 255, 255]))
    }
  }

  @Test("The boxes of missing and of incomplete images suit the background of their cells")
  func placeholders() throws {
    let folder = try Self.folder()
    let samples = (0..<40 * 40 * 3).map { UInt16($0 * 7919 % 251) }
    let whole = PNGFixture(width: 40, height: 40, colorType: .rgb, samples: samples).encoded()
    try folder.write(Array(whole.prefix(whole.count / 2)), to: "in/dark/cut.png")
    try folder.write(Array("nothing".utf8), to: "in/dark/bad.png")
    try folder.write(
      Array(
        "path,cell-background\nin/dark/1.png,\ngone.png,black\nin/dark/cut.png,black\nin/dark/bad.png,black\n"
          .utf8), to: "t.csv")
    let options = [
      "in/dark", "--cell", "120x120", "--font", "builtin 12", "--label", "none", "--table", "t.csv",
      "--missing", "no photo", "--label-color", "#181818", "-o", "s.png", "--manifest", "m.json",
      "--force",
    ]
    let run = try CommandRun(options, in: folder)
    #expect(run.standardError.contains("cut.png"), "\(run.standardError)")
    let sheet = try DecodedSheet(try #require(folder.contents("s.png")))
    let manifest = try Manifest(Data(#require(folder.contents("m.json"))))
    #expect(manifest.tiles.count == 4)
    for tile in manifest.tiles where !tile.source.hasSuffix("1.png") {
      let cell = tile.cell
      // The lower edge of the box, or of the part of the image that is missing.
      let area = tile.image ?? cell
      let (x, y) = (Int(area.x + area.width / 4), Int(area.y + area.height) - 6)
      #expect(sheet.pixel(x, y)[0] < 128, "\(tile.source)")
      // The colour of labels is not legible on the box.
      guard tile.source.hasSuffix("gone.png") else { continue }
      let codes = (Int(cell.y) + 4..<Int(cell.y + cell.height) - 4).flatMap { y in
        (Int(cell.x) + 4..<Int(cell.x + cell.width) - 4).map { sheet.pixel($0, y)[0] }
      }
      #expect(codes.contains { $0 > 128 })
    }
  }

  @Test("A checkerboard in some cells is only behind their images")
  func checker() throws {
    let folder = try Self.folder()
    let (_, sheet, tiles) = try Self.sheet(
      Self.options + ["--cell-background", "light/1*=checker"], in: folder)
    for tile in tiles {
      let (cell, image) = (tile.cell, try #require(tile.image))
      let isChecked = tile.source.hasSuffix("light/1.png")
      for x in 0..<14 {
        let code: UInt8 = isChecked && x / 8 == 1 ? 204 : 255
        #expect(sheet.pixel(Int(image.x) + x, Int(image.y) + 2)[0] == code)
      }
      #expect(sheet.pixel(Int(cell.x) + 1, Int(cell.y) + 1)[0] == 255)
    }
  }
}
