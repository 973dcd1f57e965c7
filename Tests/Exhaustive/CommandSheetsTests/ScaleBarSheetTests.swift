import CommandFixtures
import Foundation
import JPEGFixtures
import TestSupport
import Testing

@Suite struct ScaleBarSheetTests {
  private struct Plan: Decodable {
    struct Page: Decodable { let tiles: [Tile] }
    struct Tile: Decodable {
      struct ScaleBar: Decodable {
        struct Text: Decodable { let text: String }
        let bar: Manifest.Rectangle
        let text: Text
      }
      let scaleBar: ScaleBar?
    }
    let pages: [Page]
  }

  private static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for name in ["a", "b", "c"] {
      try folder.writePicture("in/\(name).png", width: 200, height: 150, color: [90, 140, 90])
    }
    return folder
  }

  private static func bars(_ folder: TemporaryFolder) throws -> [String?] {
    let plan = try JSONDecoder().decode(Plan.self, from: Data(folder.contents("m.json") ?? []))
    return plan.pages[0].tiles.map { tile in
      tile.scaleBar.map { "\($0.text.text): \(Int($0.bar.width))" }
    }
  }

  @Test("A table can give the width of a pixel; a number without a unit has the scale bar's unit")
  func table() throws {
    let folder = try Self.folder()
    for column in ["pixel-size", "pixel_size"] {
      try folder.write(
        Array("file,\(column)\na.png,0.5\nb.png,250 nm\n".utf8), to: "t.csv")
      let run = try CommandRun(
        ["in", "--table", "t.csv", "--scale-bar", "20um", "-o", "s.png", "--force"]
          + ["--manifest", "m.json"], in: folder)
      #expect(run.status == 0)
      #expect(try Self.bars(folder) == ["20 µm: 40", "20 µm: 80", nil])
      #expect(
        run.standardError
          == "contactsheet: 1 of 3 images has no scale bar, because the width of a pixel is unknown; the image "
          + "is 'in/c.png'; if a pixel is 0.32 µm wide, write --scale-bar '20 µm at 0.32 µm', or add a "
          + "pixel-size column to a table\n")
    }
  }

  @Test(
    "A sheet has the same bytes for any number of workers, and when its plan is rendered",
    .needs(.jpeg))
  func sameBytes() throws {
    let folder = try Self.folder()
    try expectSameBytes(
      with: ["--scale-bar", "40 px", "--scale-bar", "b*=50 µm at 0.5 µm"], in: folder
    ) { () throws in
      #expect(try Self.bars(folder) == ["40 px: 40", "50 µm: 100", "40 px: 40"])
    }
  }

  @Test("If no pixel size is known, the error has an option to copy, and nothing is written")
  func unknown() throws {
    let folder = try Self.folder()
    let run = try CommandRun(["in", "--scale-bar", "5 mm", "-o", "s.png"], in: folder)
    #expect(run.status == 64 && folder.contents("s.png") == nil)
    #expect(run.standardError.contains("--scale-bar '5 mm at 0.32 mm'"), "\(run.standardError)")
  }
}
