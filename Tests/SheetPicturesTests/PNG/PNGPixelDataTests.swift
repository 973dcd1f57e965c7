import CPNGCodec
import CZlib
import PNGFixtures
import PictureFixtures
import TestSupport
import Testing

@testable import SheetPictures

@Suite struct PNGPixelDataTests {
  @Test(
    "Joined bands are the data of the file's IDAT chunks", arguments: [1, 300, 5000], [0, 1, 6])
  func imageData(height: Int, level: Int) throws {
    let encoder = PNGBandEncoder(
      width: 97, height: height, format: PNGRowFormat(channels: 3), compressionLevel: level)
    var generator = SeededGenerator(seed: 5)
    let rows = (0..<height * encoder.bytesPerRow).map { index in
      UInt8(truncatingIfNeeded: index / 7) & .random(in: 0...255, using: &generator)
    }
    let bands = try (0..<encoder.bandCount).map { try encoder.encode(band: $0, ofPicture: rows) }
    var data = PNGPixelData()
    let joined = bands.flatMap { data.bytes(of: $0) }
    let chunks = try #require(PNGChunk.chunks(of: encoder.file(of: bands)))
    #expect(joined == chunks.filter { $0.type == "IDAT" }.flatMap(\.data))
    #expect(height < 5000 || bands.count > 1)
  }

  @Test(
    "zlib decompresses streams of every length, compressed at every level", arguments: [0, 1, 6, 9])
  func streams(level: Int) throws {
    var generator = SeededGenerator(seed: 6)
    for count in [0, 1, 2, 255, 256, 65_535, 65_536, 200_000] {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...7, using: &generator) * 31 }
      #expect(inflated(try ZlibStream.compressed(bytes, level: level), count: count) == bytes)
    }
  }

  @Test("Combined checksums of parts equal zlib's checksum of the whole")
  func checksums() {
    var generator = SeededGenerator(seed: 7)
    for count in [0, 1, 5551, 5552, 70_000, 3_000_000] {
      let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        for index in 0..<count { buffer[index] = .random(in: 200...255, using: &generator) }
        filled = count
      }
      let whole = codec_adler32(1, bytes, count)
      #expect(whole == UInt32(adler32(1, bytes, uInt(count))))
      let (first, second) = (bytes[..<(count / 3)], bytes[(count / 3)...])
      let parts = (
        codec_adler32(1, Array(first), first.count), codec_adler32(1, Array(second), second.count)
      )
      #expect(codec_adler32_joined(parts.0, parts.1, second.count) == whole)
    }
  }

  @Test(
    "A picture divided into the same bands as one of another pixel format gives a complete stream")
  func dividedAsAnother() throws {
    let mask = PNGBandEncoder(width: 50, height: 9000, format: PNGRowFormat(channels: 1))
    let encoder = mask.of(PNGRowFormat(channels: 3))
    #expect(encoder.bandCount == mask.bandCount && encoder.bandCount > 1)
    let rows = (0..<9000 * encoder.bytesPerRow).map { UInt8(truncatingIfNeeded: $0 * $0 >> 5) }
    let bands = try (0..<encoder.bandCount).map { try encoder.encode(band: $0, ofPicture: rows) }
    var data = PNGPixelData()
    let stream = bands.flatMap { data.bytes(of: $0) }
    #expect(inflated(stream, count: 9000 * (encoder.bytesPerRow + 1)) != nil)
  }
}
