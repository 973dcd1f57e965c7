import Foundation
import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SheetText
import SystemPackage
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning
@testable import SheetPlans

@Suite struct ManifestPiecesTests {
  /// A manifest of `count` small pictures, `perPage` of them on each page.
  static func manifest(
    _ count: Int, perPage: Int? = nil, unreadable: Int = 0
  ) throws -> SheetManifest {
    let pictures = (0..<count).map { number in
      MemoryPicture(
        name: number == 3 ? "\"tiles\" : [\n\n], \"unreadable\" : [\n\n]" : "a/\(number) é.png",
        size: PixelSize(width: 4, height: 3), format: PixelFormat(.gray, .eight),
        bytes: Array(repeating: 0, count: 12))
    }
    var job = SheetJob(sources: pictures)
    job.paging.picturesPerPage = perPage
    job.texts.title = try PageTemplate("{page}")
    job.texts.label = try PictureTemplate("{name}")
    job.texts.font = .builtin
    let bad = (0..<unreadable).map { ($0, UnreadablePicture(name: "\($0)", reason: "bad\n")) }
    let plan = try job.sheetPlan()
    return SheetManifest(
      plan, files: plan.pages.map { "pieces-\($0.number).png" },
      unreadable: Dictionary(bad) { first, _ in first })
  }

  @Test(
    "The pieces of a manifest, joined in order, equal the encoder's output",
    arguments: [(1, nil, 0), (64, nil, 64), (65, nil, 65), (200, 70, 130), (9, 1, 1)]
      as [(Int, Int?, Int)])
  func whole(count: Int, perPage: Int?, unreadable: Int) throws {
    let manifest = try Self.manifest(count, perPage: perPage, unreadable: unreadable)
    try Self.expectWhole(manifest)
  }

  @Test(
    "A page without tiles, which only an edited plan has, is written as the encoder would write it")
  func emptyPage() throws {
    let json = try Self.manifest(4, perPage: 2).json()
    let edited = try changedJSON(json, with: [Int](), at: ["pages", 0, "tiles"])
    try Self.expectWhole(SheetManifest(json: edited))
  }

  @Test("The empty cells of a matrix are written a few at a time")
  func emptyCells() throws {
    func manifest(_ count: Int) throws -> SheetManifest {
      var job = SheetJob()
      job.texts.font = .builtin
      job.gap = try #require(PixelSpacing(horizontal: 0, vertical: 0))
      job.layout = MatrixLayout(
        MatrixAxes(
          rows: MatrixAxis(try PictureTemplate("{r}", others: .any)),
          columns: MatrixAxis(try PictureTemplate("{c}", others: .any))),
        sizing: .cell(PixelSize(width: 2, height: 2)))
      let pictures = (0..<count).map {
        SheetPicture(StubPicture(name: "\($0)_\($0).png", size: PixelSize(width: 8, height: 8)))
      }
      let known = PictureFactsBuilder(pictures, table: nil, parsing: [try NameTemplate("{r}_{c}")])
      return SheetManifest(
        try SheetPlanner(job).plan([PictureGroup(pictures: known.pictures)]).plan, files: ["m.png"])
    }
    let few = try manifest(20)
    try Self.expectWhole(few)
    #expect(few.plan.pages[0].emptyCells.count == 380)
    // Only the pieces that list rows and columns grow with the matrix.
    let pieces = try manifest(60).pieces.map(\.count)
    #expect(pieces.count { $0 < 20_000 } >= 60 * 59 / 64)
  }

  private static func expectWhole(_ manifest: SheetManifest) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let whole = String(decoding: try encoder.encode(manifest), as: UTF8.self) + "\n"
    let pieces = String(decoding: manifest.json(), as: UTF8.self)
    #expect(
      firstDifference(pieces.split(separator: "\n"), whole.split(separator: "\n")) == nil)
    #expect(pieces == whole)
  }

  @Test("The size of a manifest's largest piece does not depend on the number of tiles")
  func sizes() throws {
    let few = try Self.manifest(100).pieces.map(\.count)
    let many = try Self.manifest(1000).pieces.map(\.count)
    let (largest, larger) = (try #require(few.max()), try #require(many.max()))
    #expect(larger < largest * 5 / 4)
  }

  @Test("Tiles, headers and pictures of a plan take few bytes each")
  func memory() {
    #expect(MemoryLayout<PlannedTile>.stride <= 96)
    #expect(MemoryLayout<PictureHeader>.stride <= 80)
    #expect(MemoryLayout<SheetPicture>.stride <= 16)
  }
}
