import CommandFixtures
import FormatFixtures
import Foundation
import TestSupport
import Testing

/// Files with several pages, on the command line.
@Suite(.needs(.tiff))
struct FilePagesTests {
  private struct Plan: Decodable {
    struct Tile: Decodable { var source: String; var page: Int?; var sourceWidth: Int? }
    struct Page: Decodable { var tiles: [Tile] }
    var pages: [Page]
  }

  /// A folder with a file of three pages, 4, 5 and 6 pixels wide, and another file.
  private static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    try folder.write(TIFFFixture.pages(widths: [4, 5, 6]), to: "in/scan.tif")
    try folder.write(TIFFFixture.pages(widths: [9]), to: "in/single.tif")
    return folder
  }

  private static func tiles(_ folder: TemporaryFolder) throws -> [Plan.Tile] {
    let data = Data(try #require(folder.contents("m.json")))
    return try JSONDecoder().decode(Plan.self, from: data).pages.flatMap(\.tiles)
  }

  private static func run(_ arguments: [String], in folder: TemporaryFolder) throws -> CommandRun {
    try CommandRun(arguments + ["-o", "s.png", "--manifest", "m.json", "--force"], in: folder)
  }

  @Test(
    "The first page is shown, and a note gives the number of pages; --frames all shows all pages")
  func all() throws {
    let folder = try Self.folder()
    let first = try Self.run(["in"], in: folder)
    #expect(first.status == 0)
    #expect(
      first.standardError
        == "contactsheet: 'in/scan.tif' has 3 pages, of which only the first is shown; --frames "
        + "all shows all of them, and naming 'in/scan.tif[1]' shows the second\n")
    #expect(try Self.tiles(folder).map(\.sourceWidth) == [4, 9])
    #expect(try Self.tiles(folder).allSatisfy { $0.page == nil })
    let all = try Self.run(["in", "--frames", "all", "--label", "{name} {frame}"], in: folder)
    #expect(all.status == 0 && all.standardError.isEmpty, "\(all.standardError)")
    #expect(try Self.tiles(folder).map(\.page) == [0, 1, 2, nil])
    #expect(try Self.tiles(folder).map(\.sourceWidth) == [4, 5, 6, 9])
    #expect(Set(try Self.tiles(folder).prefix(3).map(\.source)) == ["in/scan.tif"])
    let sheet = folder.contents("s.png")
    try CommandRun(["--from-plan", "m.json", "--force"], in: folder)
    #expect(folder.contents("s.png") == sheet && sheet != nil)
  }

  @Test(
    "A comparison of pages is rendered from its plan with the same pages, whatever its root is",
    arguments: [[], ["--root", "."], ["--root", "in"]])
  func comparedPages(root: [String]) throws {
    let folder = try Self.folder()
    try folder.write(TIFFFixture.pages(widths: [7, 8, 9]), to: "in/old.tif")
    let run = try Self.run(["in/scan.tif[2]", "--compare", "in/old.tif[2]"] + root, in: folder)
    #expect(run.status == 3, "\(run.standardError)")
    let manifest = String(decoding: try #require(folder.contents("m.json")), as: UTF8.self)
    let name = root.last == "in" ? "old.tif[2]" : "in/old.tif[2]"
    #expect(manifest.replacing("\\/", with: "/").contains("\"\(name)\""), "\(manifest)")
    let again = try CommandRun(["--from-plan", "m.json", "-o", "t.png"] + root, in: folder)
    #expect(again.status == 0, "\(again.standardError)")
    #expect(folder.contents("t.png") == folder.contents("s.png"))
  }

  @Test(
    "A page is selected by number, and a missing one gives an error with the number of pages")
  func named() throws {
    let folder = try Self.folder()
    let run = try Self.run(["in/scan.tif[2]", "in/scan.tif[0]", "in/scan.tif[3]"], in: folder)
    #expect(run.status == 1)
    #expect(
      run.standardError.contains(
        "cannot read 'in/scan.tif[3]': the file has 3 pages; name one from [0] to [2]"))
    #expect(try Self.tiles(folder).map(\.page) == [2, 0, 3])
    #expect(try Self.tiles(folder).map(\.sourceWidth) == [6, 4, nil])
    try folder.write(try #require(folder.contents("in/single.tif")), to: "in/scan.tif[2]")
    _ = try Self.run(["in/scan.tif[2]"], in: folder)
    #expect(try Self.tiles(folder).map(\.sourceWidth) == [9])
    #expect(try Self.run(["in", "--frames", "all", "--compare", "in"], in: folder).status == 64)
  }
}
