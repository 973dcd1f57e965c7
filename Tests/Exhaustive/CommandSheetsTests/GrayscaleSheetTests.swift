import CommandFixtures
import Foundation
import PNGFixtures
import TestSupport
import Testing

@Suite struct GrayscaleSheetTests {
  private static let arguments = [
    "in", "--grayscale", "-o", "s.png", "--gap", "0", "--margin", "0", "--edge", "none", "--force",
  ]

  /// The colour type in the header of a PNG.
  private static func colorType(_ name: String, in folder: TemporaryFolder) throws -> UInt8 {
    try #require(folder.contents(name))[25]
  }

  /// A red, a green and a blue picture, in that order.
  private static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for (name, color) in [("a", [255, 0, 0]), ("b", [0, 255, 0]), ("c", [0, 0, 255])]
      as [(String, [UInt16])]
    {
      let picture = PNGFixture.plain(width: 40, height: 30, color: color)
      try folder.write(picture.encoded(), to: "in/\(name).png")
    }
    return folder
  }

  @Test(
    "On a grey sheet, images have the grey of their luminance, reduced or not, even from a plan",
    arguments: [
      [], ["--light", "encoded"], ["--cell", "20x15"], ["--cell", "20x15", "--light", "encoded"],
      ["--sharpen", "1"], ["--depth", "16"],
    ])
  func luminance(options: [String]) throws {
    let folder = try Self.folder()
    let run = try CommandRun(
      Self.arguments + ["--tile", "3x1", "--manifest", "m.json"] + options, in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    let bytes = try #require(folder.contents("s.png"))
    #expect(try Self.colorType("s.png", in: folder) == 0)
    let sheet = try DecodedSheet(bytes)
    for (index, expected) in [127, 220, 76].enumerated() {
      let shown = Int(sheet.pixel((2 * index + 1) * sheet.width / 6, sheet.height / 2)[0])
      #expect(abs(shown - expected) <= 1, "\(shown)")
    }
    try CommandRun(["--from-plan", "m.json", "--force"], in: folder)
    #expect(folder.contents("s.png") == bytes)
  }

  @Test("With --grayscale, the backgrounds and borders of a sheet keep their colours")
  func colors() throws {
    let folder = try Self.folder()
    for options in [["--background", "navy", "--gap", "9"], ["--border", "3 red"]] {
      let run = try CommandRun(Self.arguments + options, in: folder)
      #expect(run.status == 0, "\(run.standardError)")
      let sheet = try DecodedSheet(try #require(folder.contents("s.png")))
      var pixels: Set<[Int]> = []
      for y in 0..<sheet.height {
        for x in 0..<sheet.width { pixels.insert(sheet.pixel(x, y).prefix(3).map { Int($0) }) }
      }
      let colored = pixels.filter { Set($0).count > 1 }
      #expect(colored == [options.contains("navy") ? [0, 0, 128] : [255, 0, 0]], "\(colored)")
    }
  }

  @Test("If grey is requested by another name, the error suggests --grayscale")
  func words() throws {
    let folder = try Self.folder()
    for arguments in [["in", "--greyscale"], ["in", "--color", "gray"], ["in", "--bw"]] {
      let run = try CommandRun(arguments, in: folder)
      #expect(run.status == 64 && run.standardError.contains("did you mean --grayscale?"))
    }
  }
}
