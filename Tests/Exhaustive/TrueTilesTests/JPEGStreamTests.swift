import JPEGFixtures
import SheetLayout
import TestSupport
import Testing

@testable import SheetRendering

@Suite(.needs(.jpeg)) struct JPEGStreamTests {
  /// A picture with a random size, channels and quality.
  private static func picture(
    _ numbers: inout SeededGenerator, optimizedUpTo limit: Int = JPEGEncoder.optimizedPixels
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
      quality: fixture.quality, optimizedUpTo: limit)
    return (fixture, encoder)
  }

  /// The file made from rows that are split somewhere between rows of blocks.
  private static func file(
    _ rows: [UInt8], _ encoder: JPEGEncoder, _ numbers: inout SeededGenerator
  ) throws -> [UInt8] {
    var stream = JPEGStream(encoder)
    let bytes = encoder.size.width * encoder.channels
    var (file, row): ([UInt8], Int) = ([], 0)
    while row < encoder.size.height {
      let end = min(
        row + encoder.rowsOfBlocks * (1 + numbers.number(below: 5)), encoder.size.height)
      file += try stream.add(try encoder.encode(rows[(row * bytes)..<(end * bytes)].span))
      row = end
    }
    return file + (try stream.finish())
  }

  @Test(
    "However rows are split, the file decodes like libjpeg's file of the whole picture",
    arguments: 0..<60)
  func pixels(seed: UInt64) throws {
    for limit in [0, JPEGEncoder.optimizedPixels] {
      var numbers = SeededGenerator(seed: seed)
      let (fixture, encoder) = Self.picture(&numbers, optimizedUpTo: limit)
      let rows = fixture.pattern
      let expected = JPEGFixture.decoded(fixture.encoded(rows))
      let file = try Self.file(rows, encoder, &numbers)
      let found = JPEGFixture.decoded(file)
      #expect(found.width == expected.width && found.height == expected.height, "\(fixture)")
      #expect(found.channels == expected.channels, "\(fixture)")
      #expect(found.bytes == expected.bytes, "\(fixture), at most \(limit)")
    }
  }

  @Test("With optimised tables, a file is no larger than libjpeg's, progressive or not")
  func sizes() throws {
    var numbers = SeededGenerator(seed: 7)
    for _ in 0..<20 {
      var (fixture, encoder) = Self.picture(&numbers)
      let rows = fixture.pattern
      let file = try Self.file(rows, encoder, &numbers)
      fixture.hasJFIFMarker = false
      for isProgressive in [false, true] {
        fixture.isProgressive = isProgressive
        #expect(file.count <= fixture.encoded(rows).count, "\(fixture)")
      }
    }
  }

  @Test("A file has optimised tables if its picture has at most the given number of pixels")
  func limit() {
    let size = PixelSize(width: 30, height: 20)
    for (limit, isOptimized) in [(599, false), (600, true)] {
      let encoder = JPEGEncoder(size, channels: 1, quality: 90, optimizedUpTo: limit)
      #expect(encoder.isOptimized == isOptimized)
    }
  }

  @Test(
    "A picture of more than 100,000 pixels is written by libjpeg in several scans",
    arguments: [89, 90])
  func progressive(quality: Int) throws {
    var numbers = SeededGenerator(seed: 8)
    var fixture = JPEGFixture(width: 401, height: 299, space: .yCbCr)
    fixture.quality = quality
    fixture.sampling = quality >= 90 ? (1, 1) : (2, 2)
    (fixture.hasJFIFMarker, fixture.isProgressive) = (false, true)
    let encoder = JPEGEncoder(
      PixelSize(width: 401, height: 299), channels: 3, quality: quality)
    let file = try Self.file(fixture.pattern, encoder, &numbers)
    #expect(firstDifference(file, fixture.encoded(fixture.pattern)) == nil)
  }
}
