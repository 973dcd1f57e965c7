import Foundation
import JPEGFixtures
import PNGFixtures
import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SheetText
import SystemPackage
import TestSupport
import Testing

@testable import SheetPictures

@Suite struct FactLengthTests {
  /// The facts that a picture keeps in memory, for some keys.
  private static func kept(
    _ keys: [FactKey], allTexts: Bool = false, _ texts: [(String, String)]
  ) throws -> SheetPicture {
    let folder = TemporaryFolder()
    let fixture = PNGFixture(
      width: 6, height: 4, colorType: .gray, samples: Array(repeating: 7, count: 24),
      chunksBeforeData: texts.map { .compressedText($0.0, $0.1) })
    try Data(fixture.encoded()).write(to: URL(fileURLWithPath: folder["a.png"].string))
    return try SheetPicture(
      fileAt: folder["a.png"], MetadataUse(), FactQuery(keys, allTexts: allTexts), .standard)
  }

  private static func byteCount(_ picture: SheetPicture) -> Int {
    picture.metadataFacts.values.reduce(0) { $0 + $1.text.utf8.count }
  }

  private static let bomb = String(repeating: "ab ", count: 1_000_000)

  @Test("At most 4 KiB of a picture's text is kept, or 64 KiB for a list")
  func bytesKept() throws {
    let texts = ["Title", "Author", "Comment"].map { ($0, Self.bomb) }
    let keys = texts.map { FactKey("text", $0.0) }
    let picture = try Self.kept(keys, texts)
    #expect(picture.factFaults.contains(.shortened))
    #expect(4_000...4_096 ~= Self.byteCount(picture))
    #expect(try 4_000...4_096 ~= Self.byteCount(Self.kept([keys[1]], texts)))
    let listed = try Self.kept([], allTexts: true, texts)
    #expect(listed.factFaults.contains(.shortened))
    #expect(65_000...65_536 ~= Self.byteCount(listed))
    let text = try #require(picture.fact(keys[0])?.text)
    #expect(text.hasPrefix("ab ab") && text.hasSuffix("\u{2026}"))
    // The header of the picture keeps no text at all.
    #expect(try picture.header.get().metadata == nil)
  }

  @Test("Short strings are kept whole beside a long one, which gets the remaining bytes")
  func shares() throws {
    let texts = [("Title", "short"), ("Comment", Self.bomb), ("Author", "Ada")]
    let picture = try Self.kept(texts.map { FactKey("text", $0.0) }, texts)
    #expect(picture.fact(FactKey("text", "Title"))?.text == "short")
    #expect(picture.fact(FactKey("text", "Author"))?.text == "Ada")
    #expect(4_090...4_096 ~= Self.byteCount(picture))
    let whole = String(repeating: "x", count: 4_096)
    let exact = try Self.kept([FactKey("text", "Title")], [("Title", whole)])
    #expect(exact.fact(FactKey("text", "Title"))?.text == whole)
    #expect(!exact.factFaults.contains(.shortened))
    #expect(
      try Self.kept([FactKey("text", "Title")], [("Title", whole + "x")]).factFaults.contains(
        .shortened))
  }

  @Test("Shortened text ends with a whole character", arguments: 0...8)
  func characters(lead: Int) throws {
    let text = String(repeating: "x", count: lead) + String(repeating: "\u{1F4F7}", count: 2_000)
    var facts = [FactKey("a"): Fact(text), FactKey("b"): Fact("short", number: 7)]
    let isShortened = facts.shorten(to: 1_000)
    #expect(isShortened)
    let cut = try #require(facts[FactKey("a")]?.text)
    #expect(cut.utf8.count <= 995 && cut.utf8.count > 988)
    #expect(text.hasPrefix(cut.dropLast()))
    #expect(facts[FactKey("b")] == Fact("short", number: 7))
  }

  @Test("A key is found after megabytes of text, and its own value is shortened")
  func keys() throws {
    let text = "prompt: \(Self.bomb)\nSteps: 20, Seed: 42\nlast: \(Self.bomb)"
    let picture = try Self.kept(
      [FactKey("text", "parameters:Seed"), FactKey("text", "parameters:last")],
      [("parameters", text)])
    #expect(picture.fact(FactKey("text", "parameters:Seed")) == Fact(42))
    #expect(4_000...4_096 ~= Self.byteCount(picture))
  }

  @Test("At most 256 comments of a JPEG are kept while it is read", .needs(.jpeg))
  func comments() throws {
    var metadata = MetadataUse()
    metadata.needs.texts = nil
    let markers = (0..<20_000).map { _ in JPEGMarker.comment("a") } + [.exif(orientation: 6)]
    let header = try ReadPicture.jpegHeader(markers, metadata)
    #expect(header.metadata?.texts.count == 256)
    #expect(header.orientation == .rightTurn)
  }
}
