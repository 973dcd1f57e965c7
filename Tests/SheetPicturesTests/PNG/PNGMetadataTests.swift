import PNGFixtures
import PictureFixtures
import Testing

@testable import SheetPictures

@Suite struct PNGMetadataTests {
  private static func reader(
    _ chunks: [PNGChunk], _ later: [PNGChunk] = []
  ) throws -> PNGReader {
    var fixture = PNGFixture.noise(bitDepth: 8, colorType: .rgb)
    fixture.chunksBeforePalette = chunks
    fixture.chunksBeforeData = later
    return try PNGReader(bytes: fixture.encoded())
  }

  @Test("A file without metadata chunks has no metadata")
  func nothing() throws {
    let reader = try Self.reader([])
    #expect(reader.colorChunks() == PNGColorChunks())
    #expect(reader.density() == nil)
    #expect(reader.exif() == nil)
    #expect(reader.texts(.all).isEmpty)
  }

  @Test("pHYs is read with and without its unit", arguments: [true, false])
  func density(perMetre: Bool) throws {
    let reader = try Self.reader([.density(x: 2835, y: 1417, perMetre: perMetre)])
    #expect(reader.density() == PNGDensity(x: 2835, y: 1417, isPerMetre: perMetre))
  }

  @Test("eXIf is returned byte for byte", arguments: [false, true])
  func exif(littleEndian: Bool) throws {
    let chunk = PNGChunk.orientation(6, littleEndian: littleEndian)
    #expect(try Self.reader([], [chunk]).exif() == chunk.data)
    // The data may be compressed, after a zero and the number of bytes.
    let coded: [UInt8] = [0, 0, 0, 0, UInt8(chunk.data.count)] + deflated(chunk.data, level: 6)
    for (data, expected) in [
      (coded, chunk.data), ([1] + coded.dropFirst(), nil), (Array(coded.prefix(5)), nil), ([], nil),
      (Array(coded.prefix(coded.count / 2)), nil),
      ([0, 255, 255, 255, 255] + coded.dropFirst(5), nil),
    ] as [([UInt8], [UInt8]?)] {
      let compressed = PNGChunk(type: "zxIf", data: data)
      #expect(try Self.reader([compressed]).exif() == expected)
      #expect(try Self.reader([], [compressed]).exif() == expected)
    }
  }

  @Test("Text chunks of all three kinds keep their order and encoding")
  func texts() throws {
    let reader = try Self.reader(
      [],
      [
        .text("Title", "Stra\u{DF}e"), .compressedText("Comment", "caf\u{E9}"),
        .internationalText("Author", "\u{5E73}\u{4EEE}\u{540D}"),
        .internationalText("Source", "\u{1F4F7}", compressed: true),
        .text("Empty", ""),
      ])
    #expect(
      reader.texts(.all) == [
        .init(keyword: "Title", value: "Stra\u{DF}e"),
        .init(keyword: "Comment", value: "caf\u{E9}"),
        .init(keyword: "Author", value: "\u{5E73}\u{4EEE}\u{540D}"),
        .init(keyword: "Source", value: "\u{1F4F7}"),
        .init(keyword: "Empty", value: ""),
      ])
  }

  @Test("The first undamaged pHYs chunk is used, and the first undamaged eXIf chunk")
  func firstWholeChunk() throws {
    let exif = [PNGChunk.orientation(3), .orientation(6)]
    var fixture = PNGFixture.noise(bitDepth: 8, colorType: .rgb)
    fixture.chunksBeforePalette = [
      PNGChunk(type: "pHYs", data: [1]), .density(x: 1, y: 1), .density(x: 2, y: 2),
    ]
    fixture.chunksBeforeData = exif
    let file = fixture.encoded()
    #expect(try PNGReader(bytes: file).density()?.x == 1)
    #expect(try PNGReader(bytes: file).exif() == exif[0].data)
    var damaged = file
    for chunk in [PNGChunk.density(x: 1, y: 1), exif[0]] {
      let place = try #require(damaged.firstRange(of: chunk.encoded())?.lowerBound)
      damaged[place + 8] ^= 1
    }
    #expect(try PNGReader(bytes: damaged).density()?.x == 2)
    #expect(try PNGReader(bytes: damaged).exif() == exif[1].data)
  }

  @Test("A damaged chunk is left out with a warning, and all pixels are read")
  func damagedChunk() throws {
    var fixture = PNGFixture.noise(bitDepth: 8, colorType: .rgb)
    fixture.chunksBeforePalette = [.density(x: 1, y: 2)]
    var file = fixture.encoded()
    let densityChecksum = PNGChunk.signature.count + 25 + 20
    file[densityChecksum] ^= 0xFF
    let reader = try PNGReader(bytes: file)
    #expect(reader.warning == "pHYs: CRC error")
    #expect(reader.density() == nil)
    try expectSameBytes(DecodedPicture(reader).bytes, fixture.expectedBytes())
  }
}
