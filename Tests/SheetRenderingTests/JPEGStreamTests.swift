import JPEGFixtures
import SheetLayout
import TestSupport
import Testing

@testable import SheetRendering

@Suite(.enabled(if: JPEGFixture.isAvailable, "no libjpeg")) struct JPEGStreamTests {
  /// A picture of some size, its channels and its quality, by a seed.
  private static func picture(
    _ numbers: inout SeededGenerator
  ) -> (fixture: JPEGFixture, encoder: JPEGEncoder) {
    let isGray = numbers.number(below: 3) == 0
    var fixture = JPEGFixture(
      width: 1 + numbers.number(below: 90), height: 1 + numbers.number(below: 300),
      space: isGray ? .gray : .yCbCr)
    fixture.quality = [1, 50, 89, 90, 100][numbers.number(below: 5)]
    let factor = isGray || fixture.quality >= 90 ? 1 : 2
    fixture.sampling = (factor, factor)
    let encoder = JPEGEncoder(
      PixelSize(width: fixture.width, height: fixture.height), channels: fixture.space.channels,
      quality: fixture.quality)
    return (fixture, encoder)
  }

  /// The file of rows that are cut into pieces somewhere between rows of blocks.
  private static func file(
    _ rows: [UInt8], _ encoder: JPEGEncoder, optimizedUpTo limit: Int,
    _ numbers: inout SeededGenerator
  ) throws -> [UInt8] {
    var stream = JPEGStream(encoder, optimizedUpTo: limit)
    let bytes = encoder.size.width * encoder.channels
    var (file, row): ([UInt8], Int) = ([], 0)
    while row < encoder.size.height {
      let end = min(
        row + encoder.rowsOfBlocks * (1 + numbers.number(below: 5)), encoder.size.height)
      file += stream.add(try encoder.encode(rows[(row * bytes)..<(end * bytes)].span))
      row = end
    }
    return file + (try stream.finish())
  }

  @Test(
    "However rows are cut, a file has the pixels that libjpeg gives the whole picture",
    arguments: 0..<60)
  func pixels(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    let (fixture, encoder) = Self.picture(&numbers)
    let rows = fixture.pattern
    let expected = JPEGFixture.decoded(fixture.encoded(rows))
    for limit in [0, JPEGEncoder.optimizedPixels] {
      let file = try Self.file(rows, encoder, optimizedUpTo: limit, &numbers)
      let found = JPEGFixture.decoded(file)
      #expect(found.width == expected.width && found.height == expected.height, "\(fixture)")
      #expect(found.channels == expected.channels, "\(fixture)")
      #expect(found.bytes == expected.bytes, "\(fixture), at most \(limit)")
    }
  }

  @Test("A file with tables of its own is no larger than libjpeg's in several scans, or in one")
  func sizes() throws {
    var numbers = SeededGenerator(seed: 7)
    for _ in 0..<20 {
      var (fixture, encoder) = Self.picture(&numbers)
      let rows = fixture.pattern
      let file = try Self.file(
        rows, encoder, optimizedUpTo: JPEGEncoder.optimizedPixels, &numbers)
      fixture.hasJFIFMarker = false
      for isProgressive in [false, true] {
        fixture.isProgressive = isProgressive
        #expect(file.count <= fixture.encoded(rows).count, "\(fixture)")
      }
      let whole = try Self.file(
        rows, encoder, optimizedUpTo: fixture.width * fixture.height, &numbers)
      #expect(whole == file, "the limit itself is within")
    }
  }
}
