import PNGFixtures
import SheetPNG
import Testing

@Suite struct PNGMetadataTests {
  private static func metadata(
    _ chunks: [PNGChunk], _ later: [PNGChunk] = []
  ) throws -> PNGMetadata {
    var fixture = PNGFixture.noise(bitDepth: 8, colorType: .rgb)
    fixture.chunksBeforePalette = chunks
    fixture.chunksBeforeData = later
    return try PNGReader(bytes: fixture.encoded()).metadata(includingTexts: true)
  }

  @Test("A file that says nothing has no metadata")
  func nothing() throws {
    let metadata = try Self.metadata([])
    #expect(metadata.sRGBIntent == nil)
    #expect(metadata.gamma == nil)
    #expect(metadata.chromaticities == nil)
    #expect(metadata.profile == nil)
    #expect(metadata.codePoints == nil)
    #expect(metadata.density == nil)
    #expect(metadata.exif == nil)
    #expect(metadata.texts.isEmpty)
  }

  @Test("sRGB tells its intent", arguments: UInt8(0)...3)
  func sRGB(intent: UInt8) throws {
    #expect(try Self.metadata([.sRGB(intent: intent)]).sRGBIntent == intent)
  }

  @Test("gAMA and cHRM are numbers")
  func gammaAndChromaticities() throws {
    let metadata = try Self.metadata([
      .gamma(55556), .chromaticities([31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000]),
    ])
    #expect(metadata.gamma == 0.55556)
    let chromaticities = try #require(metadata.chromaticities)
    #expect(chromaticities.white == .init(x: 0.3127, y: 0.329))
    #expect(chromaticities.red == .init(x: 0.68, y: 0.32))
    #expect(chromaticities.green == .init(x: 0.265, y: 0.69))
    #expect(chromaticities.blue == .init(x: 0.15, y: 0.06))
  }

  @Test("cICP is told by libpng versions that do not know it", arguments: [true, false])
  func codePoints(fullRange: Bool) throws {
    let metadata = try Self.metadata([
      .codingIndependentCodePoints(primaries: 12, transfer: 13, fullRange: fullRange)
    ])
    let expected = PNGMetadata.CodePoints(
      primaries: 12, transfer: 13, matrix: 0, isFullRange: fullRange)
    #expect(metadata.codePoints == expected)
    #expect(try Self.metadata([PNGChunk(type: "cICP", data: [1, 2, 3])]).codePoints == nil)
  }

  @Test("pHYs is told with and without its unit", arguments: [true, false])
  func density(perMetre: Bool) throws {
    let metadata = try Self.metadata([.density(x: 2835, y: 1417, perMetre: perMetre)])
    #expect(metadata.density == .init(x: 2835, y: 1417, isPerMetre: perMetre))
  }

  @Test("eXIf is handed out byte for byte", arguments: [false, true])
  func exif(littleEndian: Bool) throws {
    let chunk = PNGChunk.orientation(6, littleEndian: littleEndian)
    #expect(try Self.metadata([], [chunk]).exif == chunk.data)
  }

  @Test("iCCP is unfolded, and a profile that is none is left out")
  func profile() throws {
    let profile = Self.smallestProfile()
    let metadata = try Self.metadata([.profile(name: "Caf\u{E9}", profile)])
    #expect(metadata.profile == .init(name: "Caf\u{E9}", bytes: profile))
    #expect(try Self.metadata([.profile(name: "x", [1, 2, 3])]).profile == nil)
  }

  /// A header and an empty tag table, which is what libpng looks at, and bytes
  /// that do not compress, because it refuses very short chunks.
  ///
  /// Source: ICC.1, 7.2 (profile header).
  private static func smallestProfile() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 132) + (0..<96).map { UInt8($0 * 89 & 255) }
    bytes[3] = UInt8(bytes.count)
    bytes[8] = 4
    bytes.replaceSubrange(12..<24, with: Array("mntrRGB XYZ ".utf8))
    bytes.replaceSubrange(36..<40, with: Array("acsp".utf8))
    bytes.replaceSubrange(68..<80, with: [0, 0, 0xF6, 0xD6, 0, 1, 0, 0, 0, 0, 0xD3, 0x2D])
    return bytes
  }

  @Test("Texts of all three kinds come in their order and encoding")
  func texts() throws {
    let metadata = try Self.metadata(
      [],
      [
        .text("Title", "Stra\u{DF}e"), .compressedText("Comment", "caf\u{E9}"),
        .internationalText("Author", "\u{5E73}\u{4EEE}\u{540D}"),
        .internationalText("Source", "\u{1F4F7}", compressed: true),
        .text("Empty", ""),
      ])
    #expect(
      metadata.texts == [
        .init(keyword: "Title", value: "Stra\u{DF}e"),
        .init(keyword: "Comment", value: "caf\u{E9}"),
        .init(keyword: "Author", value: "\u{5E73}\u{4EEE}\u{540D}"),
        .init(keyword: "Source", value: "\u{1F4F7}"),
        .init(keyword: "Empty", value: ""),
      ])
  }

  @Test("A damaged chunk is left out, told of, and costs no pixel")
  func damagedChunk() throws {
    var fixture = PNGFixture.noise(bitDepth: 8, colorType: .rgb)
    fixture.chunksBeforePalette = [.gamma(45455)]
    var file = fixture.encoded()
    let gammaChecksum = PNGChunk.signature.count + 25 + 15
    file[gammaChecksum] ^= 0xFF
    let reader = try PNGReader(bytes: file)
    #expect(reader.warning == "gAMA: CRC error")
    #expect(try reader.metadata().gamma == nil)
    try expectSameBytes(DecodedPicture(reader).bytes, fixture.expectedBytes())
  }
}
