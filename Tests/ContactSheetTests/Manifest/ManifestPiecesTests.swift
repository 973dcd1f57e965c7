import Foundation
import SheetImaging
import SheetLayout
import SheetText
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet

@Suite struct ManifestPiecesTests {
  /// A manifest of so many small pictures, so many on a page.
  static func manifest(
    _ count: Int, perPage: Int? = nil, unreadable: Int = 0
  ) async throws -> SheetManifest {
    let pictures = (0..<count).map { number in
      MemoryPicture(
        name: number == 3 ? "\"tiles\" : [\n\n], \"unreadable\" : [\n\n]" : "a/\(number) é.png",
        size: PixelSize(width: 4, height: 3), format: PixelFormat(.gray, .eight),
        bytes: Array(repeating: 0, count: 12))
    }
    var job = SheetJob(sources: pictures, output: .file("/tmp/contactsheet-pieces.png"))
    job.paging.picturesPerPage = perPage
    job.texts.title = try PageTemplate("{page}")
    job.texts.label = try PictureTemplate("{name}")
    job.texts.font = .builtin
    let bad = (0..<unreadable).map { ($0, UnreadablePicture(name: "\($0)", reason: "bad\n")) }
    return SheetManifest(
      try await job.plan(), unreadable: Dictionary(bad) { first, _ in first })
  }

  @Test(
    "The pieces are what an encoder makes of the whole",
    arguments: [(1, nil, 0), (64, nil, 64), (65, nil, 65), (200, 70, 130), (9, 1, 1)]
      as [(Int, Int?, Int)])
  func whole(count: Int, perPage: Int?, unreadable: Int) async throws {
    let manifest = try await Self.manifest(count, perPage: perPage, unreadable: unreadable)
    try Self.expectWhole(manifest)
  }

  @Test("A page without tiles, which only a plan that was edited has, is no gap")
  func emptyPage() async throws {
    let json = try await Self.manifest(4, perPage: 2).json()
    let edited = try RenderedTextTests.json(json, with: [Int](), at: ["pages", 0, "tiles"])
    try Self.expectWhole(SheetManifest(try SheetPlan(json: edited)))
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

  @Test("No piece grows with the number of tiles")
  func sizes() async throws {
    let few = ManifestPieces(try await Self.manifest(100)).map(\.count)
    let many = ManifestPieces(try await Self.manifest(1000)).map(\.count)
    let (largest, larger) = (try #require(few.max()), try #require(many.max()))
    #expect(larger < largest * 5 / 4)
  }

  @Test("What is kept of each of a million pictures is small")
  func memory() {
    #expect(MemoryLayout<PlannedTile>.stride <= 120)
    #expect(MemoryLayout<PictureHeader>.stride <= 80)
    #expect(MemoryLayout<SheetPicture>.stride <= 16)
  }

  @Test("A manifest is known by its beginning, however long it is")
  func recognized() async throws {
    let folder = TemporaryFolder()
    let json = try await Self.manifest(300).json()
    #expect(json.count > 1 << 17)
    try folder.write(json, to: "whole")
    try folder.write(Array(json.prefix(70_000)), to: "beginning")
    #expect(SheetManifest.isManifest(folder["whole"]))
    #expect(SheetManifest.isManifest(folder["beginning"]))
    for text in [
      #"{"pages" : []}"#, #"{"layout" : 1, "options" : {}, "pages" : []}"#, "\"pages\"", "",
    ] {
      try folder.write(Array(text.utf8), to: "other")
      #expect(!SheetManifest.isManifest(folder["other"]))
    }
  }
}
