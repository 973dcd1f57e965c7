import PNGFixtures
import PictureFixtures
import SheetImaging
import TestSupport
import Testing

@testable import SheetPictures

@Suite struct PNGColorChunksTests {
  /// How samples are interpreted in a picture with these chunks.
  private static func color(
    _ chunks: [PNGChunk], type: PNGFixture.ColorType = .rgb, behindPalette: [PNGChunk] = []
  ) throws -> PNGColorChunks {
    var fixture = PNGFixture.noise(bitDepth: 8, colorType: type)
    fixture.chunksBeforePalette = chunks
    fixture.chunksBeforeData = behindPalette
    return try PNGReader(bytes: fixture.encoded()).colorChunks()
  }

  /// One chunk of each type except iCCP, with the correct length.
  private static let fixed: [PNGChunk] = [
    .codingIndependentCodePoints(primaries: 9, transfer: 16), .sRGB(), .gamma(45_455),
    .chromaticities([31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6000]),
    .masteringDisplay(peak: 1000), .contentLight(pixel: 700, picture: 80),
  ]

  private static func error<Value>(
    _ reading: PNGColorChunks.Reading<Value>?
  ) -> UnusableData? {
    guard case .failure(let error) = reading else { return nil }
    return error
  }

  /// The errors of all chunks, in no particular order.
  private static func errors(_ color: PNGColorChunks) -> [UnusableData] {
    [
      error(color.codePoints), error(color.profile), error(color.sRGBIntent), error(color.gamma),
      error(color.chromaticities), error(color.masteringPeak), error(color.contentPeak),
    ].compactMap(\.self)
  }

  @Test("An sRGB chunk gives its rendering intent", arguments: UInt8(0)...255)
  func sRGB(intent: UInt8) throws {
    let expected: PNGColorChunks.Reading<UInt8> =
      intent < 4
      ? .success(intent) : .failure(UnusableData("rendering intent \(intent) does not exist"))
    #expect(try Self.color([.sRGB(intent: intent)]).sRGBIntent == expected)
  }

  @Test("The numbers in gAMA and cHRM are returned even if they are invalid")
  func gammaAndChromaticities() throws {
    let color = try Self.color([
      .gamma(55_556), .chromaticities([31_270, 32_900, 0, 0, 4_000_000_000, 69_000, 15_000, 6000]),
    ])
    #expect(color.gamma == .success(0.55556))
    let expected = Primaries(
      red: Chromaticity(x: 0, y: 0), green: Chromaticity(x: 40_000, y: 0.69),
      blue: Chromaticity(x: 0.15, y: 0.06), white: Chromaticity(x: 0.3127, y: 0.329))
    #expect(color.chromaticities == .success(expected))
    #expect(try Self.color([.gamma(0)]).gamma == .success(0))
  }

  @Test("cICP gives four numbers", arguments: [true, false])
  func codePoints(fullRange: Bool) throws {
    let color = try Self.color([
      .codingIndependentCodePoints(primaries: 12, transfer: 13, fullRange: fullRange)
    ])
    let expected = CodePoints(primaries: 12, transfer: 13, isFullRange: fullRange)
    #expect(color.codePoints == .success(expected))
  }

  @Test("mDCV and cLLI give luminances")
  func luminances() throws {
    let color = try Self.color([
      .masteringDisplay(peak: 4000), .contentLight(pixel: 1234.5678, picture: 300),
    ])
    #expect(color.masteringPeak == .success(4000))
    #expect(color.contentPeak == .success(1234.5678))
  }

  @Test("A chunk of the wrong length is refused", arguments: fixed)
  func lengths(chunk: PNGChunk) throws {
    for count in Array(0..<chunk.data.count) + [chunk.data.count + 1, 100, 3_000_000] {
      let data = (0..<count).map { chunk.data[$0 % chunk.data.count] }
      let color = try Self.color([PNGChunk(type: chunk.type, data: data)])
      #expect(
        Self.errors(color) == [
          UnusableData("it has \(count) bytes instead of \(chunk.data.count)")
        ])
    }
  }

  @Test("A chunk with a wrong checksum is refused", arguments: fixed)
  func checksums(chunk: PNGChunk) throws {
    for bit in 0..<32 {
      var file = PNGFixture.noise(bitDepth: 8, colorType: .rgb)
      file.chunksBeforePalette = [chunk]
      var bytes = file.encoded()
      // After the signature, IHDR and the chunk's length, type and data.
      bytes[8 + 25 + 8 + chunk.data.count + bit / 8] ^= 1 << UInt8(bit % 8)
      let reader = try PNGReader(bytes: bytes)
      #expect(Self.errors(reader.colorChunks()) == [UnusableData("its checksum is wrong")])
      try expectSameBytes(DecodedPicture(reader).bytes, file.expectedBytes())
    }
  }

  @Test("A colour chunk after the palette is refused as out of place", arguments: fixed)
  func places(chunk: PNGChunk) throws {
    let before = try Self.color([chunk], type: .palette)
    #expect(Self.errors(before).isEmpty)
    let behind = try Self.color([], type: .palette, behindPalette: [chunk])
    #expect(Self.errors(behind) == [UnusableData("it is after the palette")])
    #expect(try Self.errors(Self.color([], behindPalette: [chunk])).isEmpty)
  }

  @Test("A chunk before IHDR gives an error", arguments: fixed)
  func aheadOfHeader(chunk: PNGChunk) {
    let chunks = [chunk] + PNGFixture.noise(bitDepth: 8, colorType: .rgb).chunks()
    #expect(throws: PictureFileError.malformed(reason: "\(chunk.type): missing IHDR")) {
      _ = try PNGReader(bytes: PNGChunk.file(chunks))
    }
  }

  @Test(
    "Of several colour chunks of one type, the first is used, whether or not it is valid",
    arguments: fixed)
  func repetitions(chunk: PNGChunk) throws {
    let other = PNGChunk(type: chunk.type, data: [])
    #expect(try Self.color([chunk, other]) == Self.color([chunk]))
    #expect(try Self.color([other, chunk]) == Self.color([other]))
  }

  @Test("Colour chunks are read after any number of text chunks, and are not counted as pixel data")
  func manyTexts() throws {
    let texts = Array(repeating: PNGChunk.text("Title", "a"), count: 200)
    let profile = Self.profile(200)
    let color = try Self.color(texts + Self.fixed + [.profile(name: "x", profile)])
    #expect(Self.errors(color).isEmpty)
    #expect(color.profile == .success(profile))
    #expect(color.contentPeak == .success(700))
  }

  // MARK: Profiles

  /// Bytes with the length and the signature of a profile.
  private static func profile(_ count: Int) -> [UInt8] {
    var bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 89) }
    for byte in 0..<4 { bytes[byte] = UInt8(truncatingIfNeeded: count >> (24 - 8 * byte)) }
    bytes.replaceSubrange(36..<40, with: Array("acsp".utf8))
    return bytes
  }

  private static func reading(_ data: [UInt8]) throws -> PNGColorChunks.Reading<[UInt8]>? {
    try color([PNGChunk(type: "iCCP", data: data)]).profile
  }

  @Test("iCCP is decompressed to the length in the profile's header")
  func profile() throws {
    for count in [40, 132, 3144, 1_000_000] {
      let profile = Self.profile(count)
      let chunk = PNGChunk.profile(name: "Caf\u{E9}", profile)
      #expect(try Self.reading(chunk.data) == .success(profile))
      let longer = PNGChunk.profile(name: "Caf\u{E9}", profile + [1, 2, 3])
      #expect(try Self.reading(longer.data) == .success(profile))
      // The checksum after the profile covers more than its bytes.
      #expect(try Self.reading(chunk.data.dropLast(4)) == .success(profile))
    }
  }

  @Test("A profile truncated anywhere gives an error that says so")
  func truncation() throws {
    let data = PNGChunk.profile(name: "x", Self.profile(200)).data
    #expect(try Self.reading([]) == .failure(UnusableData("its name has no end")))
    #expect(try Self.reading([0x78]) == .failure(UnusableData("its name has no end")))
    // Stops before the checksum and the end of the last block, which takes only a few bits.
    for count in 2..<data.count - 6 {
      #expect(try Self.reading(Array(data.prefix(count))) == .failure(.truncated))
    }
    #expect(
      try Self.reading(PNGChunk.profile(name: "x", Array(Self.profile(200).dropLast())).data)
        == .failure(.truncated))
  }

  @Test("The error about an invalid profile states the reason")
  func wrongProfiles() throws {
    let profile = Self.profile(200)
    let folded = deflated(profile, level: 9)
    #expect(try Self.reading([0, 0] + folded) == .failure(UnusableData("its name is empty")))
    let name = [UInt8](repeating: 0x61, count: 79)
    #expect(
      try Self.reading(name + [0, 0] + folded)
        == .success(profile))
    #expect(
      try Self.reading(name + [0x61, 0, 0] + folded)
        == .failure(UnusableData("its name has no end")))
    #expect(
      try Self.reading([0x61, 0, 1] + folded)
        == .failure(UnusableData("compression method 1 does not exist")))
    #expect(
      try Self.reading([0x61, 0, 0, 1, 2, 3])
        == .failure(UnusableData("its compressed data is damaged")))
    let text = deflated(Array(String(repeating: "no profile ", count: 20).utf8), level: 9)
    #expect(try Self.reading([0x61, 0, 0] + text) == .failure(.notAProfile))
    var long = profile
    long[0] = 0x7F
    #expect(
      try Self.reading([0x61, 0, 0] + deflated(long, level: 9))
        == .failure(Self.tooLong(0x7F00_00C8)))
  }

  private static func tooLong(_ count: Int) -> UnusableData {
    UnusableData("it has \(count) bytes, more than the limit of 16777216")
  }

  @Test("A chunk of more than 16 MiB is skipped with a warning", arguments: ["iCCP", "gAMA"])
  func oversized(type: String) throws {
    let count = 16 << 20
    let long = PNGChunk(type: type, data: [UInt8](repeating: 0x61, count: count + 1))
    #expect(try Self.errors(Self.color([long])) == [Self.tooLong(count + 1)])
  }

  @Test("A flipped bit in a profile gives a profile or an error, never a crash")
  func flips() throws {
    let data = PNGChunk.profile(name: "x", Self.profile(200)).data
    for damaged in data.bitFlips {
      let reading = try Self.reading(damaged.bytes)
      if case .success(let profile) = reading { #expect(profile.count >= 40) }
    }
  }

  @Test("Of two profiles in a PNG, the first is used, and the second gets a warning")
  func twoProfiles() throws {
    let chunks = [200, 300].map { PNGChunk.profile(name: "\($0)", Self.profile($0)) }
    let color = try Self.color(chunks)
    #expect(color.profile == .success(Self.profile(200)))
    #expect(color.hasSecondProfile)
    #expect(try !Self.color([chunks[0]]).hasSecondProfile)
  }
}
