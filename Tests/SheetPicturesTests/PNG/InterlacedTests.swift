import PNGFixtures
import PictureFixtures
import TestSupport
import Testing

@testable import SheetPictures

/// Interlaced pictures whose files are truncated.
@Suite struct InterlacedTests {
  /// A picture of 5 x 5 pixels whose samples are ten times the row plus the column, from 0 to 44.
  static let numbered = PNGFixture(
    width: 5, height: 5, colorType: .gray,
    samples: (0..<5).flatMap { y in (0..<5).map { x in UInt16(10 * y + x) } }, isInterlaced: true,
    filter: .fixed(0), compressionLevel: 0)

  /// A file whose pixel data ends after a number of bytes of rows, including filter types.
  private static func file(_ fixture: PNGFixture, endingAfter count: Int) throws -> [UInt8] {
    var chunks = fixture.chunks()
    let data = try #require(chunks.firstIndex { $0.type == "IDAT" })
    // Stored data is preceded by 2 bytes of zlib and 5 of the block.
    chunks[data].data = Array(chunks[data].data.prefix(2 + 5 + count))
    return PNGChunk.file(Array(chunks[...data]))
  }

  @Test(
    "A missing pixel has the colour of an earlier pass, to its left or above",
    arguments: PNGDecoder.allCases)
  func coarse(decoder: PNGDecoder) throws {
    // The bytes up to the end of each row of each pass, and the rows of the picture that they give.
    for (count, expected) in [
      (2, "0 0 0 0 0 | 0 0 0 0 0 | 0 0 0 0 0 | 0 0 0 0 0 | 0 0 0 0 0"),
      (4, "0 0 0 0 4 | 0 0 0 0 4 | 0 0 0 0 4 | 0 0 0 0 4 | 0 0 0 0 4"),
      (7, "0 0 0 0 4 | 0 0 0 0 4 | 0 0 0 0 4 | 0 0 0 0 4 | 40 40 40 40 44"),
      (9, "0 0 2 2 4 | 0 0 2 2 4 | 0 0 2 2 4 | 0 0 2 2 4 | 40 40 40 40 44"),
      (11, "0 0 2 2 4 | 0 0 2 2 4 | 0 0 2 2 4 | 0 0 2 2 4 | 40 40 42 42 44"),
      (15, "0 0 2 2 4 | 0 0 2 2 4 | 20 20 22 22 24 | 20 20 22 22 24 | 40 40 42 42 44"),
      (18, "0 1 2 3 4 | 0 1 2 3 4 | 20 20 22 22 24 | 20 20 22 22 24 | 40 40 42 42 44"),
      (21, "0 1 2 3 4 | 0 1 2 3 4 | 20 21 22 23 24 | 20 21 22 23 24 | 40 40 42 42 44"),
      (24, "0 1 2 3 4 | 0 1 2 3 4 | 20 21 22 23 24 | 20 21 22 23 24 | 40 41 42 43 44"),
      (30, "0 1 2 3 4 | 10 11 12 13 14 | 20 21 22 23 24 | 20 21 22 23 24 | 40 41 42 43 44"),
    ] {
      let outcome = DecodingOutcome(try Self.file(Self.numbered, endingAfter: count), decoder)
      #expect(outcome.lines(of: 5) == expected, "\(count) bytes")
      #expect(outcome.error == .endOfFile)
    }
    let whole = DecodingOutcome(Self.numbered.encoded(), decoder)
    expectSameBytes(whole.rows, Self.numbered.expectedBytes())
    #expect(whole.error == nil)
  }

  @Test("Rows below the first pass are missing, and so is a picture without any rows")
  func missingRows() throws {
    let tall = PNGFixture(
      width: 1, height: 20, colorType: .gray, samples: (0..<20).map { $0 }, isInterlaced: true,
      filter: .fixed(0), compressionLevel: 0)
    for (count, value) in [
      (0, ""), (1, ""), (2, "0 0 0 0 0 0 0 0"), (4, "0 0 0 0 0 0 0 0 8 8 8 8 8 8 8 8"),
      (6, "0 0 0 0 0 0 0 0 8 8 8 8 8 8 8 8 16 16 16 16"),
      // The third pass begins with row 4.
      (8, "0 0 0 0 4 4 4 4 8 8 8 8 8 8 8 8 16 16 16 16"),
    ] {
      let outcome = DecodingOutcome(try Self.file(tall, endingAfter: count), .automatic)
      #expect(outcome.lines(of: 20) == value, "\(count) bytes")
      #expect(outcome.error == .endOfFile)
    }
  }
}

extension DecodingOutcome {
  /// The bytes of the rows as numbers, with a bar after each row.
  fileprivate func lines(of width: Int) -> String {
    stride(from: 0, to: rows.count, by: width).map { start in
      rows[start..<min(start + width, rows.count)].map(String.init).joined(separator: " ")
    }.joined(separator: " | ")
  }
}
