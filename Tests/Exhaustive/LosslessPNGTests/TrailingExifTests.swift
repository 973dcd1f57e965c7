import PNGFixtures
import PictureFixtures
import TestSupport
import Testing

@testable import SheetPictures

@Suite struct TrailingExifTests {
  static let exif = PNGChunk.orientation(6)

  static func fixture(
    chunkSize: Int = .max, after: [PNGChunk] = [exif], side: Int = 24
  ) -> PNGFixture {
    var fixture = PNGFixture.noise(width: side, height: side, bitDepth: 8, colorType: .rgb)
    fixture.dataChunkSize = chunkSize
    fixture.chunksAfterData = after
    return fixture
  }

  @Test(
    "Exif is found however the pixels are split into chunks",
    arguments: [1, 2, 3, 7, 100, 512, .max])
  func chunkSizes(size: Int) throws {
    let others = [PNGChunk.text("Comment", String(repeating: "x", count: 3000))]
    for after in [[Self.exif], others + [Self.exif], [Self.exif] + others] {
      let reader = try PNGReader(bytes: Self.fixture(chunkSize: size, after: after).encoded())
      #expect(reader.exif() == Self.exif.data)
    }
    let reader = try PNGReader(bytes: Self.fixture(chunkSize: size, after: others).encoded())
    #expect(reader.exif() == nil)
  }

  @Test("XMP after the pixels is found among other text chunks, unless it is damaged")
  func xmp() throws {
    func found(_ bytes: [UInt8]) throws -> [PNGText] {
      try PNGReader(bytes: bytes).texts(.keywords(["XML:com.adobe.xmp"]))
    }
    let xmp = PNGChunk.internationalText("XML:com.adobe.xmp", "<x/>")
    let others = [
      PNGChunk.internationalText("XML:com.adobe.xm", "a"),
      PNGChunk.text("i", "x"),
    ]
    let text = PNGText(keyword: "XML:com.adobe.xmp", value: "<x/>")
    #expect(try found(Self.fixture(after: others + [xmp, Self.exif]).encoded()) == [text])
    let folded = PNGChunk.internationalText("XML:com.adobe.xmp", "<x/>", compressed: true)
    #expect(try found(Self.fixture(after: others + [folded]).encoded()) == [text])
    #expect(try found(Self.fixture(after: others).encoded()).isEmpty)
    var bytes = Self.fixture(after: [xmp]).encoded()
    bytes[bytes.count - 12 - 5] ^= 1
    #expect(try found(bytes).isEmpty)
    let short = PNGChunk(type: "iTXt", data: Array("XML:com.adobe.xmp".utf8) + [0, 0, 0, 0])
    #expect(try found(Self.fixture(after: [short]).encoded()).isEmpty)
  }

  @Test("Exif is found after chunks of any lengths in any order", arguments: 1...20)
  func unevenChunks(seed: Int) throws {
    var noise = SeededGenerator(seed: UInt64(seed))
    let fixture = Self.fixture(side: 8)
    var chunks = fixture.chunks()
    let index = try #require(chunks.firstIndex { $0.type == "IDAT" })
    var data = chunks.remove(at: index).data[...]
    var pieces: [PNGChunk] = []
    while !data.isEmpty {
      let count = Int.random(in: 0...3, using: &noise) * 5
      for _ in 0..<Int.random(in: 1...9, using: &noise) {
        pieces.append(PNGChunk(type: "IDAT", data: Array(data.prefix(count))))
        data = data.dropFirst(count)
      }
    }
    chunks.insert(contentsOf: pieces, at: index)
    let reader = try PNGReader(bytes: PNGChunk.file(chunks))
    #expect(reader.exif() == Self.exif.data)
    try expectSameBytes(DecodedPicture(reader).bytes, fixture.expectedBytes())
  }

  @Test(
    "The search for Exif does not interfere with reading the pixels, from a file or from memory")
  func duringReading() throws {
    let folder = TemporaryFolder()
    let fixture = Self.fixture(chunkSize: 300, side: 90)
    for isFile in [false, true] {
      var reader =
        isFile
        ? try PNGReader(path: folder.file(fixture.encoded()))
        : try PNGReader(bytes: fixture.encoded())
      var row = [UInt8](repeating: 0, count: reader.bytesPerRow)
      var bytes: [UInt8] = []
      for _ in 0..<90 {
        #expect(reader.exif() == Self.exif.data)
        var span = row.mutableSpan
        try reader.readRow(into: &span)
        bytes += row
      }
      #expect(reader.exif() == Self.exif.data)
      try reader.finish()
      expectSameBytes(bytes, fixture.expectedBytes())
    }
  }

  @Test("The first Exif chunk before the pixels is used, or else the first after them")
  func several() throws {
    var fixture = Self.fixture(after: [Self.exif, .orientation(3)])
    #expect(try PNGReader(bytes: fixture.encoded()).exif() == Self.exif.data)
    fixture.chunksBeforeData = [.orientation(8)]
    #expect(try PNGReader(bytes: fixture.encoded()).exif() == PNGChunk.orientation(8).data)
    (fixture.chunksBeforeData, fixture.chunksAfterData) = ([], [])
    let file = PNGChunk.file(fixture.chunks() + [Self.exif])
    #expect(try PNGReader(bytes: file).exif() == nil)
  }

  @Test("An Exif chunk that is truncated or damaged is ignored")
  func damage() throws {
    let file = Self.fixture(side: 8).encoded()
    let end = file.count - 12
    let start = end - Self.exif.encoded().count
    let headerEnd = 60
    for damaged in file.truncations.dropFirst(headerEnd) {
      let found = try PNGReader(bytes: damaged.bytes).exif()
      #expect((found != nil) == (damaged.bytes.count >= end), "\(damaged)")
    }
    for damaged in file.bitFlips.prefix(end * 8).dropFirst(start * 8) {
      #expect(try PNGReader(bytes: damaged.bytes).exif() == nil, "\(damaged)")
    }
  }

  @Test("A length that leads beyond the file, or backwards in it, gives no Exif")
  func hostileLengths() throws {
    let chunks = Self.fixture(side: 8).chunks()
    let data = try #require(chunks.firstIndex { $0.type == "IDAT" })
    let lengthOffset = PNGChunk.file(Array(chunks[..<data])).count
    let file = PNGChunk.file(chunks)
    for length in [0, 1, 0xFFFF, 0x7FFF_FFFF, 0xFFFF_FFF4, 0xFFFF_FFFF] as [UInt32] {
      var hostile = file
      for byte in 0..<4 { hostile[lengthOffset + byte] = UInt8(length >> (24 - 8 * byte) & 0xFF) }
      // libpng may already refuse the length.
      let found = try? PNGReader(bytes: hostile).exif()
      #expect((found ?? nil) == nil)
    }
  }

  @Test(
    "The search for Exif in an endless series of chunks stops after 65,536 chunks",
    arguments: [65_536, 65_537])
  func manyChunks(count: Int) throws {
    var chunks = Self.fixture(after: [], side: 8).chunks()
    chunks.removeLast()
    var file = PNGChunk.file(chunks)
    let empty = PNGChunk(type: "vpAg", data: []).encoded()
    for _ in chunks.count + 1..<count { file += empty }
    file += Self.exif.encoded()
    let found = try PNGReader(bytes: file).exif()
    #expect((found != nil) == (count == 65_536))
  }

  @Test(
    "A long run of identical IDAT chunks is skipped if fewer than 255 more would fit after the run",
    arguments: [254, 255])
  func longRun(lengthsBehind: Int) throws {
    let ahead = Self.fixture(after: [], side: 8).chunks().prefix { $0.type != "IDAT" }
    var file = PNGChunk.file(Array(ahead))
    let piece = PNGChunk(type: "IDAT", data: [0]).encoded()
    for _ in 0..<70_000 { file += piece }
    let end = PNGChunk(type: "IEND", data: []).encoded()
    let frame = PNGChunk(type: "vpAg", data: []).encoded().count
    let padding = lengthsBehind * piece.count - Self.exif.encoded().count - end.count - frame
    file += PNGChunk(type: "vpAg", data: Array(repeating: 0, count: padding)).encoded()
    file += Self.exif.encoded() + end
    let found = try PNGReader(bytes: file).exif()
    #expect((found != nil) == (lengthsBehind == 254))
  }

  @Test("A chunk of 16 MiB is read, but a longer one is not", arguments: [0, 1])
  func longChunk(surplus: Int) throws {
    let chunk = PNGChunk(type: "eXIf", data: Array(repeating: 7, count: (16 << 20) + surplus))
    let found = try PNGReader(bytes: Self.fixture(after: [chunk]).encoded()).exif()
    #expect(found?.count == (surplus == 0 ? chunk.data.count : nil))
  }
}
