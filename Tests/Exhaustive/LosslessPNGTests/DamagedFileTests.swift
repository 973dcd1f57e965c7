import PNGFixtures
import PictureFixtures
import SheetImaging
import TestSupport
import Testing

@testable import SheetPictures

@Suite struct DamagedFileTests {
  /// Files that exercise different code in the reader.
  static let files = [
    SmallFile("plain", small(.rgb, 8)),
    SmallFile("interlaced", small(.palette, 4).withTransparency().interlaced()),
    SmallFile("wide", small(.gray, 16).withTransparency()),
    SmallFile("described", described(small(.rgb, 8))),
  ]

  private static func small(_ type: PNGFixture.ColorType, _ depth: Int) -> PNGFixture {
    .noise(width: 5, height: 4, bitDepth: depth, colorType: type)
  }

  private static func described(_ fixture: PNGFixture) -> PNGFixture {
    var fixture = fixture
    fixture.chunksBeforePalette = [.gamma(45455), .sRGB(), .density(x: 2835, y: 2835)]
    fixture.chunksBeforeData = [
      .orientation(6), .text("Title", "a"), .compressedText("Comment", "b"),
      .internationalText("Author", "c", compressed: true),
    ]
    fixture.chunksAfterData = [.text("Late", "d")]
    return fixture
  }

  @Test("A file truncated anywhere gives an error", arguments: files)
  func truncation(small: SmallFile) {
    for damaged in small.fixture.encoded().truncations {
      #expect(throws: PictureFileError.self, "\(damaged)") {
        try DecodedPicture(bytes: damaged.bytes)
      }
    }
  }

  @Test("A flipped bit gives an error or changes no pixel")
  func flips() throws {
    let file = Self.described(Self.small(.rgb, 8)).encoded()
    let whole = try DecodedPicture(bytes: file)
    var errors = 0
    for damaged in file.bitFlips {
      do {
        let picture = try DecodedPicture(bytes: damaged.bytes)
        expectSameBytes(picture.bytes, whole.bytes, "\(damaged)")
      } catch {
        errors += 1
      }
    }
    #expect(errors > file.count)
  }

  @Test(
    "A flipped bit with a corrected checksum gives an error or whole rows", arguments: files)
  func flipsWithChecksums(small: SmallFile) {
    for damaged in small.bitFlipsWithChecksums {
      guard let picture = try? DecodedPicture(bytes: damaged.bytes) else { continue }
      let pixels = picture.header.width * picture.header.height
      #expect(picture.bytes.count == pixels * picture.format.bytesPerPixel, "\(damaged)")
    }
  }

  @Test("Damage in the zlib stream gives an error even after the last row")
  func streamEnd() throws {
    let fixture = Self.small(.rgb, 8)
    let chunks = fixture.chunks()
    let data = try #require(chunks.firstIndex { $0.type == "IDAT" })

    var wrongChecksum = chunks
    wrongChecksum[data].data[chunks[data].data.count - 1] ^= 1
    #expect(throws: PictureFileError.wrongEnd(reason: "IDAT: incorrect data check")) {
      try DecodedPicture(bytes: PNGChunk.file(wrongChecksum))
    }

    for missing in 1...4 {
      var cut = chunks
      cut[data].data.removeLast(missing)
      #expect(throws: PictureFileError.self) { try DecodedPicture(bytes: PNGChunk.file(cut)) }
    }
  }

  @Test(
    "If only a checksum after the pixels is wrong, all rows come before the error",
    arguments: [false, true], PNGDecoder.allCases)
  func wrongEnd(isInterlaced: Bool, decoder: PNGDecoder) throws {
    var fixture = PNGFixture.noise(width: 40, height: 90, bitDepth: 8, colorType: .rgb)
    (fixture.isInterlaced, fixture.dataChunkSize) = (isInterlaced, 3000)
    let file = fixture.encoded()
    let heads = file.indices.dropLast(4).filter { file[$0..<$0 + 4].elementsEqual("IDAT".utf8) }
    #expect(heads.count > 2)
    var chunks = fixture.chunks()
    let last = try #require(chunks.lastIndex { $0.type == "IDAT" })
    chunks[last].data[chunks[last].data.count - 1] ^= 1
    let adler = PNGChunk.file(chunks)
    // The last IDAT chunk ends before the 12 bytes of IEND.
    for (damaged, reason) in [
      (adler, "IDAT: incorrect data check"), (file.flipped(at: file.count - 13), "IDAT: CRC error"),
      (file.flipped(at: file.count - 1), "IEND: CRC error"),
    ] {
      let outcome = DecodingOutcome(damaged, decoder)
      expectSameBytes(outcome.rows, fixture.expectedBytes(), "\(reason)")
      #expect(outcome.error == .wrongEnd(reason: reason))
    }
    // The chunk with this checksum is not the last one with pixels.
    let early = DecodingOutcome(file.flipped(at: heads[1] - 5), decoder)
    #expect(early.rows.count < fixture.expectedBytes().count)
    #expect(early.error == .malformed(reason: "IDAT: CRC error"))
  }

  @Test("An iPhone-optimised PNG is refused, and the error suggests a remedy")
  func iPhone() throws {
    var file = Self.small(.rgba, 8).encoded()
    file.insert(contentsOf: PNGChunk(type: "CgBI", data: [0x50, 0, 0x20, 6]).encoded(), at: 8)
    let error = #expect(throws: PictureFileError.self) { _ = try PNGReader(bytes: file) }
    #expect(error?.description.contains("convert it with 'pngcrush") == true)
  }

  @Test("Extra bytes after the last row are tolerated")
  func surplus() throws {
    let fixture = Self.small(.rgb, 8)
    let chunks = fixture.chunks()
    let data = try #require(chunks.firstIndex { $0.type == "IDAT" })

    var trailing = chunks
    trailing[data].data += [1, 2, 3]
    var longer = chunks
    longer[data].data = deflated(fixture.filteredRows() + [0, 0], level: 9)
    var extraChunk = chunks
    extraChunk.insert(PNGChunk(type: "IDAT", data: [1, 2, 3]), at: data + 1)
    for surplus in [trailing, longer, extraChunk] {
      let picture = try DecodedPicture(bytes: PNGChunk.file(surplus))
      expectSameBytes(picture.bytes, fixture.expectedBytes())
    }
  }

  @Test(
    "An invalid header is refused, and the error says why",
    arguments: [
      (8, UInt8(3), "invalid bit depth in IHDR"), (9, 7, "invalid color type in IHDR"),
      (10, 1, "unknown compression method in IHDR"), (12, 2, "unknown interlace method in IHDR"),
    ])
  func wrongHeader(offset: Int, value: UInt8, message: String) {
    var chunks = Self.small(.rgb, 8).chunks()
    chunks[0].data[offset] = value
    let error = #expect(throws: PictureFileError.self) {
      try DecodedPicture(bytes: PNGChunk.file(chunks))
    }
    #expect(error?.description == message)
  }

  @Test("A truncated chunk that claims to be 2 GiB long is reported as the end of the file")
  func hugeChunks() {
    for type in ["tEXt", "iCCP", "eXIf", "IDAT", "juNK"] {
      let chunks = Self.small(.rgb, 8).chunks()
      let prefix = PNGChunk.signature + chunks[0].encoded()
      let file = prefix + [0x7F, 0xFF, 0xFF, 0xFF] + Array(type.utf8) + [0x78, 0x9C, 3]
      #expect(throws: PictureFileError.malformed(reason: "unexpected end of file")) {
        try DecodedPicture(bytes: file)
      }
    }
  }

  @Test("Text chunks that decompress to gigabytes are dropped, and the picture is read")
  func compressionBomb() throws {
    let spaces = [UInt8](repeating: 0x20, count: 12_000_000)
    let bomb = PNGChunk(type: "iTXt", data: [0x41, 0, 1, 0, 0, 0] + deflated(spaces, level: 9))
    var fixture = Self.small(.rgb, 8)
    fixture.chunksBeforeData = Array(repeating: bomb, count: 200)
    let reader = try PNGReader(bytes: fixture.encoded())
    let kept = reader.texts(.all).reduce(0) { $0 + $1.value.utf8.count }
    #expect(kept > 0 && kept <= 64 * 1024 * 1024)
    #expect(reader.texts(.keywords(["Title"])).isEmpty)
    try expectSameBytes(DecodedPicture(reader).bytes, fixture.expectedBytes())
  }
}

extension [UInt8] {
  fileprivate func flipped(at place: Int) -> [UInt8] {
    var bytes = self
    bytes[place] ^= 1
    return bytes
  }
}
