import PNGFixtures
import PictureFixtures
import SheetImaging
import TestSupport
import Testing

@testable import SheetPictures

@Suite struct PNGWriterTests {
  private static func noise(_ count: Int) -> [UInt8] {
    var generator = SeededGenerator(seed: 2)
    return (0..<count).map { _ in .random(in: 0...255, using: &generator) }
  }

  private static func written(
    _ bytes: [UInt8], with encoder: PNGBandEncoder, pixelsPerMetre: UInt32? = nil
  ) throws -> [UInt8] {
    try encoder.file(
      of: (0..<encoder.bandCount).map { try encoder.encode(band: $0, ofPicture: bytes) },
      pixelsPerMetre: pixelsPerMetre)
  }

  @Test(
    "Decoded pixels equal those written, in every format and at every level",
    arguments: PNGRowFormat.all,
    0...9)
  func roundTrip(format: PNGRowFormat, level: Int) throws {
    let bytes = Self.noise(37 * 29 * format.bytesPerPixel)
    let file = try Self.written(
      bytes,
      with: PNGBandEncoder(width: 37, height: 29, format: format, compressionLevel: level))
    let picture = try DecodedPicture(bytes: file)
    #expect(PNGRowFormat(picture.format) == format)
    #expect(picture.header.width == 37)
    expectSameBytes(picture.bytes, bytes)
  }

  @Test(
    "Samples of fewer than 8 bits are decoded correctly, at every width", arguments: [1, 2, 4],
    [0, 6, 9])
  func lowDepths(bits: Int, level: Int) throws {
    let format = PNGRowFormat(channels: 1, bitsPerSample: bits)
    for width in 1...17 {
      let encoder = PNGBandEncoder(
        width: width, height: 9, format: format, compressionLevel: level)
      let samples = Samples(width: width, height: 9, bits: bits)
      let picture = try DecodedPicture(
        bytes: Self.written(samples.packed, with: encoder))
      #expect(picture.header.bitDepth == bits)
      #expect(picture.header.colorType == .gray)
      let step = UInt8(255 / ((1 << bits) - 1))
      expectSameBytes(picture.bytes, samples.values.map { $0 * step })
    }
  }

  @Test(
    "Palette indices are decoded to their colours",
    arguments: [1, 2, 3, 4, 5, 16, 17, 256], [0, 9])
  func palettes(count: Int, opaqueFrom: Int) throws {
    let palette = PNGPalette(
      (0..<count).map { index in
        PNGPalette.Color(
          red: UInt8(index), green: UInt8(255 - index), blue: 7,
          alpha: index < opaqueFrom ? UInt8(index * 3) : 255)
      })
    let format = PNGRowFormat(indicesOf: palette)
    #expect(1 << format.bitsPerSample >= count)
    #expect(format.bitsPerSample == 1 || 1 << (format.bitsPerSample / 2) < count)
    let encoder = PNGBandEncoder(width: 11, height: 30, format: format)
    let samples = Samples(width: 11, height: 30, bits: format.bitsPerSample, most: count - 1)
    let file = try Self.written(samples.packed, with: encoder)
    let picture = try DecodedPicture(bytes: file)
    #expect(picture.header.colorType == .palette)
    let hasAlpha = picture.format.channels.hasAlpha
    #expect(hasAlpha == (opaqueFrom > 0))
    let expected = samples.values.flatMap { index -> [UInt8] in
      let color = palette.colors[Int(index)]
      return [color.red, color.green, color.blue] + (hasAlpha ? [color.alpha] : [])
    }
    expectSameBytes(picture.bytes, expected)
    // Colours after the last transparent one need no alpha.
    let alpha = PNGChunk.chunks(of: file)?.first { $0.type == "tRNS" }
    #expect(alpha?.data.count == (opaqueFrom > 0 ? min(count, opaqueFrom) : nil))
  }

  @Test("A written PNG contains sRGB and nothing that changes from run to run")
  func chunks() throws {
    let bytes = Self.noise(8 * 8 * 3)
    let encoder = PNGBandEncoder(width: 8, height: 8, format: PNGRowFormat(channels: 3))
    let file = try Self.written(bytes, with: encoder)
    #expect(
      PNGChunk.chunks(of: file)?.map(\.type) == [
        "IHDR", "gAMA", "sRGB", "cHRM", "tEXt", "IDAT", "IEND",
      ])
    try expectSameBytes(Self.written(bytes, with: encoder), file)
    let reader = try PNGReader(bytes: file)
    #expect(reader.colorChunks().sRGBIntent == .success(0))
    #expect(reader.texts(.all) == [PNGWriter.mark])
    #expect(reader.warning == nil)
  }

  @Test("The density is written if one is given")
  func density() throws {
    let file = try Self.written(
      [0], with: PNGBandEncoder(width: 1, height: 1, format: PNGRowFormat(channels: 1)),
      pixelsPerMetre: 11811)
    let density = try PNGReader(bytes: file).density()
    #expect(density == .init(x: 11811, y: 11811, isPerMetre: true))
  }

  @Test("Similar rows take less space at higher compression levels")
  func levels() throws {
    let row = Self.noise(300)
    let bytes = (0..<100).flatMap { _ in row }
    let sizes = try [0, 1, 6].map { level in
      try Self.written(
        bytes,
        with: PNGBandEncoder(
          width: 100, height: 100, format: PNGRowFormat(channels: 3), compressionLevel: level)
      ).count
    }
    #expect(sizes[0] > 30_000)
    #expect(sizes[1] < 3_000)
    #expect(sizes[2] <= sizes[1])
  }

  /// The head of a file up to its first IDAT chunk, without the part that all files share.
  struct Head: CustomTestStringConvertible {
    let format: PNGRowFormat
    var pixelsPerMetre: UInt32?
    /// The data of IHDR after the width and the height, with the checksum.
    let header: String
    /// The chunks PLTE, tRNS and pHYs, if there are any.
    var chunks = ""

    var testDescription: String { header }
  }

  static let kinds = [
    Head(format: PNGRowFormat(channels: 1, bitsPerSample: 1), header: "0100000000 a1e1cb75"),
    Head(format: PNGRowFormat(channels: 1), header: "0800000000 acf1a904"),
    Head(format: PNGRowFormat(channels: 2), header: "0804000000 23933e53"),
    Head(format: PNGRowFormat(channels: 3), header: "0802000000 06f8618f"),
    Head(format: PNGRowFormat(channels: 4, bitsPerSample: 16), header: "1006000000 d90a2a9b"),
    Head(
      format: PNGRowFormat(channels: 3), pixelsPerMetre: 11811, header: "0802000000 06f8618f",
      chunks: "00000009 70485973 00002e23 00002e23 01 78a53f76"),
    Head(
      format: PNGRowFormat(
        indicesOf: PNGPalette([
          .init(red: 1, green: 2, blue: 3, alpha: 4), .init(red: 5, green: 6, blue: 7, alpha: 255),
        ])),
      header: "0103000000 b354649b",
      chunks: "00000006 504c5445 010203 050607 c8bb662a 00000001 74524e53 04 478b1c7f"),
  ]

  @Test("The head of each kind of file has the expected bytes with every libpng", arguments: kinds)
  func head(_ head: Head) throws {
    let encoder = PNGBandEncoder(width: 7, height: 5, format: head.format)
    let file = try Self.written(
      [UInt8](repeating: 0, count: encoder.bytesPerRow * 5), with: encoder,
      pixelsPerMetre: head.pixelsPerMetre)
    let expected = """
      89504e470d0a1a0a 0000000d 49484452 00000007 00000005 \(head.header)
      00000004 67414d41 0000b18f 0bfc6105  00000001 73524742 00 aece1ce9
      00000020 6348524d 00007a26 00008084 0000fa00 000080e8 00007530 0000ea60 00003a98 00001770 9cba513c
      \(head.chunks)
      00000015 74455874 536f667477617265 00 636f6e746163747368656574 63970d70
      """
    let digits = expected.filter(\.isHexDigit)
    let end = try #require(file.firstRange(of: Array("IDAT".utf8))).lowerBound - 4
    #expect(hexadecimal(file[..<end]) == digits)
  }

  @Test("Another reader finds the chunks of a written PNG in order, each with its checksum")
  func checksums() throws {
    for format in PNGRowFormat.all {
      let encoder = PNGBandEncoder(
        width: 400, height: 400, format: format, compressionLevel: 1)
      let file = try Self.written(
        Self.noise(400 * encoder.bytesPerRow), with: encoder, pixelsPerMetre: 2835)
      let chunks = try #require(PNGChunk.chunks(of: file))
      expectSameBytes(PNGChunk.file(chunks), file)
      let others = chunks.map(\.type).filter { $0 != "IDAT" }
      #expect(others == ["IHDR", "gAMA", "sRGB", "cHRM", "pHYs", "tEXt", "IEND"])
    }
  }

  @Test(
    "If an allocation fails, the file cannot be continued, and the error says that memory ran out")
  func exhaustedMemory() throws {
    let palette = PNGPalette([.init(red: 1, green: 2, blue: 3, alpha: 4)])
    let encoder = PNGBandEncoder(
      width: 9000, height: 60, format: PNGRowFormat(indicesOf: palette), compressionLevel: 0)
    let bytes = [UInt8](repeating: 0, count: 60 * encoder.bytesPerRow)
    let bands = try (0..<encoder.bandCount).map { try encoder.encode(band: $0, ofPicture: bytes) }
    let whole = try encoder.file(of: bands, pixelsPerMetre: 1)
    // With each limit, the first allocation that exceeds it fails, so in the end every allocation
    // has failed once.
    var (failures, hasEnough) = (0, false)
    for limit in stride(from: 0, to: 1 << 20, by: 16) where !hasEnough {
      do {
        let writer = try PNGWriter(encoder, pixelsPerMetre: 1, memoryLimit: limit)
        var file: [UInt8] = []
        do {
          for band in bands { file += try writer.bytes(of: band) }
          expectSameBytes(file, whole)
          hasEnough = true
        } catch {
          failures += 1
          // The failure is permanent: the file cannot be continued.
          #expect(throws: PictureFileError.outOfMemory) {
            _ = try writer.bytes(of: bands[writer.rowsWritten == 0 ? 0 : bands.count - 1])
          }
          #expect(error == .outOfMemory)
        }
      } catch {
        failures += 1
        #expect(error == .outOfMemory)
      }
    }
    #expect(hasEnough && failures > 100)
  }

  @Test("No chunk is longer than a mebibyte")
  func longChunks() throws {
    let bytes = Self.noise(1_500_000)
    let encoder = PNGBandEncoder(
      width: 1_500_000, height: 1, format: PNGRowFormat(channels: 1), compressionLevel: 0)
    let file = try Self.written(bytes, with: encoder)
    let chunks = try #require(PNGChunk.chunks(of: file))
    let lengths = chunks.filter { $0.type == "IDAT" }.map(\.data.count)
    #expect(lengths.count == 2 && lengths[0] == 1 << 20)
    let rows = try #require(
      inflated(chunks.filter { $0.type == "IDAT" }.flatMap(\.data), count: 1_500_001))
    expectSameBytes(Array(rows.dropFirst()), bytes)
  }

  @Test("A large file written piece by piece has all of its pixels")
  func largeFile() throws {
    let format = PNGRowFormat(channels: 4, bitsPerSample: 16)
    let bytes = Self.noise(200 * 200 * 8)
    let file = try Self.written(
      bytes,
      with: PNGBandEncoder(width: 200, height: 200, format: format, compressionLevel: 0))
    #expect(file.count > 4 * 64 * 1024)
    try expectSameBytes(DecodedPicture(bytes: file).bytes, bytes)
  }

  @Test("A file is complete once its last band is written")
  func completeness() throws {
    let encoder = PNGBandEncoder(width: 300, height: 1200, format: PNGRowFormat(channels: 1))
    try #require(encoder.bandCount == 3)
    let bytes = Self.noise(300 * 1200)
    let writer = try PNGWriter(encoder)
    for band in 0..<3 {
      #expect(!writer.isComplete)
      _ = try writer.bytes(of: encoder.encode(band: band, ofPicture: bytes))
    }
    #expect(writer.isComplete)
  }

  @Test("A band out of turn, or from another picture, is a precondition failure")
  func preconditions() async {
    await #expect(processExitsWith: .failure) {
      let encoder = PNGBandEncoder(width: 300_000, height: 2, format: PNGRowFormat(channels: 1))
      let bytes = [UInt8](repeating: 0, count: 600_000)
      let writer = try PNGWriter(encoder)
      _ = try writer.bytes(of: encoder.encode(band: 1, ofPicture: bytes))
    }
    await #expect(processExitsWith: .failure) {
      let encoder = PNGBandEncoder(width: 1, height: 1, format: PNGRowFormat(channels: 1))
      let other = PNGBandEncoder(width: 2, height: 1, format: PNGRowFormat(channels: 1))
      let writer = try PNGWriter(encoder)
      _ = try writer.bytes(of: other.encode(band: 0, ofPicture: [0, 0]))
    }
  }
}

/// Random samples of few bits, one by one and as the bytes of rows.
private struct Samples {
  let values: [UInt8]
  let packed: [UInt8]

  init(width: Int, height: Int, bits: Int, most: Int = 255) {
    var generator = SeededGenerator(seed: 3)
    let most = UInt8(min(most, (1 << bits) - 1))
    let rows = (0..<height).map { _ in
      (0..<width).map { _ in UInt8.random(in: 0...most, using: &generator) }
    }
    values = rows.flatMap { $0 }
    packed = rows.flatMap { row in
      // The leftmost sample is in the highest bits (PNG specification, 7.2).
      stride(from: 0, to: width, by: 8 / bits).map { start in
        row[start..<min(start + 8 / bits, width)].enumerated().reduce(UInt8(0)) { byte, sample in
          byte | sample.element << UInt8(8 - bits * (sample.offset + 1))
        }
      }
    }
  }
}

/// The bytes as text, with two hexadecimal digits per byte.
private func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
