import Foundation
import PNGFixtures
import PictureFixtures
import TestSupport
import Testing

@testable import SheetPictures

@Suite struct PNGDecoderTests {
  /// Small files of every kind that our own decoder reads.
  ///
  /// They have enough rows for a wavefront of eight and one more.
  static let files =
    PixelKind.all.map { kind in
      SmallFile(
        kind.testDescription,
        .noise(width: 5, height: 9, bitDepth: kind.bitDepth, colorType: kind.colorType))
    } + [
      SmallFile(
        "transparent palette",
        .noise(width: 5, height: 9, bitDepth: 8, colorType: .palette).withTransparency()),
      SmallFile(
        "transparent grey",
        .noise(width: 5, height: 9, bitDepth: 4, colorType: .gray).withTransparency()),
      SmallFile("smooth", smooth(width: 24, height: 17)),
      SmallFile("interlaced", smooth(width: 24, height: 17).interlaced()),
      SmallFile(
        "interlaced palette",
        .noise(width: 5, height: 9, bitDepth: 2, colorType: .palette).withTransparency()
          .interlaced()),
    ]

  /// A picture whose deflate data has dynamic codes and repetitions.
  private static func smooth(width: Int, height: Int) -> PNGFixture {
    let samples = (0..<width * height).flatMap { index -> [UInt16] in
      let x = index % width
      let y = index / width
      return [UInt16(x * 9), UInt16((x * x + y * y) / 4 % 256), UInt16(y * 15)]
    }
    return PNGFixture(width: width, height: height, colorType: .rgb, samples: samples)
  }

  @Test("A file truncated anywhere gives the same rows and error as libpng", arguments: files)
  func truncation(small: SmallFile) {
    let file = small.fixture.encoded()
    for damaged in file.truncations { expectAgreement(damaged) }
    expectAgreement(file, "whole")
  }

  @Test(
    "A small file truncated in its only chunk of pixels shows the rows that its data reaches",
    arguments: [false, true], PNGDecoder.allCases)
  func truncatedChunk(isInterlaced: Bool, decoder: PNGDecoder) {
    // Noise cannot be compressed, so that rows and bytes of the file correspond.
    var fixture = PNGFixture.noise(width: 32, height: 32, bitDepth: 8, colorType: .rgb)
    fixture.isInterlaced = isInterlaced
    let file = fixture.encoded()
    let whole = DecodingOutcome(file, decoder)
    for share in [0.5, 0.9, 0.99] {
      let cut = DecodingOutcome(Array(file.prefix(Int(share * Double(file.count)))), decoder)
      #expect(cut.error == .endOfFile)
      #expect(isInterlaced || whole.rows.starts(with: cut.rows))
      let least = isInterlaced ? 1 : share - 0.1
      #expect(Double(cut.rows.count) >= least * Double(whole.rows.count), "\(share)")
    }
  }

  @Test(
    "The checksum of all pixels is verified even in a small file",
    arguments: PNGDecoder.allCases)
  func wrongPixelChecksum(decoder: PNGDecoder) throws {
    let file = PNGFixture.noise(width: 32, height: 32, bitDepth: 8, colorType: .rgb).encoded()
    #expect(DecodingOutcome(file, decoder).error == nil)
    var chunks = try #require(PNGChunk.chunks(of: file))
    let last = try #require(chunks.lastIndex { $0.type == "IDAT" })
    var data = chunks[last].data
    data[data.count - 1] ^= 1
    chunks[last] = PNGChunk(type: "IDAT", data: data)
    #expect(DecodingOutcome(PNGChunk.file(chunks), decoder).error != nil)
  }

  @Test("A flipped bit gives the same rows and error as libpng", arguments: files)
  func flips(small: SmallFile) {
    for damaged in small.fixture.encoded().bitFlips { expectAgreement(damaged) }
  }

  @Test(
    "A flipped bit with a corrected checksum gives the same rows and error as libpng",
    arguments: files)
  func flipsWithChecksums(small: SmallFile) {
    for damaged in small.bitFlipsWithChecksums { expectAgreement(damaged) }
  }

  @Test(
    "Rows of every width are decoded exactly, whatever their filters",
    arguments: PixelKind.all.filter { $0.bitDepth >= 8 })
  func widths(kind: PixelKind) {
    // From 64, 128 or 256 pixels on, depending on their size, more rows are unfiltered together.
    for width in Array(1...70) + Array(125...137) + Array(253...260) {
      for filter in [PNGFixture.FilterChoice.fixed(4), .cycling] {
        var fixture = PNGFixture.noise(
          width: width, height: 35, bitDepth: kind.bitDepth, colorType: kind.colorType)
        fixture.filter = filter
        let file = fixture.encoded()
        let expected = fixture.expectedBytes()
        for decoder in PNGDecoder.fast {
          let outcome = DecodingOutcome(file, decoder)
          #expect(outcome.error == nil && outcome.rows == expected, "\(decoder), \(width) wide")
        }
      }
    }
  }

  @Test(
    "A picture of many batches is decoded exactly, however its data is split into chunks",
    arguments: [1, 997, .max])
  func batches(chunkSize: Int) {
    var fixture = PNGFixture.noise(width: 150, height: 300, bitDepth: 8, colorType: .rgba)
    fixture.filter = .cycling
    fixture.compressionLevel = 1
    fixture.dataChunkSize = chunkSize
    let file = fixture.encoded()
    let expected = fixture.expectedBytes()
    for decoder in PNGDecoder.fast {
      expectSameBytes(DecodingOutcome(file, decoder).rows, expected, "\(decoder)")
    }
  }

  @Test(
    "An interlaced picture of many batches is decoded exactly, however its data is split",
    arguments: [7, 997, .max])
  func interlacedBatches(chunkSize: Int) {
    for type in [PNGFixture.ColorType.palette, .rgba] {
      // The last two passes have several batches of 64 KB.
      let width = type == .palette ? 1000 : 200
      var fixture = PNGFixture.noise(width: width, height: 420, bitDepth: 8, colorType: type)
        .interlaced()
      fixture.filter = .cycling
      fixture.compressionLevel = 1
      fixture.dataChunkSize = chunkSize
      let file = fixture.encoded()
      let expected = fixture.expectedBytes()
      for decoder in PNGDecoder.fast {
        expectSameBytes(DecodingOutcome(file, decoder).rows, expected, "\(type), \(decoder)")
      }
    }
  }

  @Test("An error far into a picture occurs at the same row as in libpng")
  func lateError() throws {
    var fixture = PNGFixture.noise(width: 150, height: 700, bitDepth: 8, colorType: .rgb)
    fixture.filter = .cycling
    fixture.compressionLevel = 1
    var chunks = fixture.chunks()
    let data = try #require(chunks.firstIndex { $0.type == "IDAT" })
    chunks[data].data.removeLast(chunks[data].data.count / 3)
    expectAgreement(PNGChunk.file(chunks), "cut data")
    var rows = fixture.filteredRows()
    rows[500 * 451] = 5
    chunks[data].data = deflated(rows, level: 6)
    expectAgreement(PNGChunk.file(chunks), "a filter that does not exist")
    let outcome = DecodingOutcome(PNGChunk.file(chunks), .automatic)
    #expect(outcome.rows.count == 500 * 450)
    #expect(outcome.error == .malformed(reason: "bad adaptive filter value"))
  }

  @Test(
    "A zlib header that understates the window is accepted, and one with an invalid window is refused"
  )
  func understatedWindow() throws {
    let fixture = Self.smooth(width: 24, height: 170)
    let expected = DecodingOutcome(fixture.encoded(), .libpng).rows
    var chunks = fixture.chunks()
    let data = try #require(chunks.firstIndex { $0.type == "IDAT" })
    for windowBits in 0...8 {
      let method = UInt8(windowBits << 4 | 8)
      chunks[data].data[0] = method
      chunks[data].data[1] = UInt8(31 - Int(method) * 256 % 31)
      expectAgreement(PNGChunk.file(chunks), "\(windowBits)")
      let outcome = DecodingOutcome(PNGChunk.file(chunks), .automatic)
      #expect((outcome.rows == expected && outcome.error == nil) == (windowBits < 8))
    }
  }

  @Test("Incomplete Huffman codes are refused by libpng and zlib")
  func incompleteCode() throws {
    let file = try Self.fileWithIncompleteCode().file
    #expect(DecodingOutcome(file, .libpng).isIncompleteCode)
    #expect(DecodingOutcome(file, .zlib).isIncompleteCode)
  }

  @Test("Incomplete Huffman codes are read by ISA-L", .needs(.isal))
  func incompleteCodeByISAL() throws {
    let (file, rows) = try Self.fileWithIncompleteCode()
    let outcome = DecodingOutcome(file, .isal)
    #expect(outcome.error == nil)
    expectSameBytes(outcome.rows, rows)
  }

  /// A file with an incomplete code, and the bytes of its rows.
  private static func fileWithIncompleteCode() throws -> (file: [UInt8], rows: [UInt8]) {
    // A block of literals 0 with dynamic codes. The only distance has a code of two bits,
    // although a single code should have one bit.
    var bits = BitWriter()
    bits.append(1, count: 1)  // the last block
    bits.append(2, count: 2)  // with dynamic codes
    bits.append(0, count: 5)  // 257 literals and lengths
    bits.append(0, count: 5)  // 1 distance
    bits.append(14, count: 4)  // 18 code length code lengths
    for symbol in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1] {
      bits.append([18: 1, 1: 2, 2: 2][symbol] ?? 0, count: 3)
    }
    bits.append(0b01, count: 2)  // length 1, for literal 0
    bits.append(0, count: 1)  // 138 zeros
    bits.append(138 - 11, count: 7)
    bits.append(0, count: 1)  // 117 zeros
    bits.append(117 - 11, count: 7)
    bits.append(0b01, count: 2)  // length 1, for the end of the block
    bits.append(0b11, count: 2)  // length 2, for the distance
    let height = 8
    bits.append(0, count: 2 * height)  // filter 0 and sample 0 of each row
    bits.append(1, count: 1)  // the end of the block

    let fixture = PNGFixture(
      width: 1, height: height, colorType: .gray,
      samples: Array(repeating: 0, count: height), filter: .fixed(0))
    var chunks = fixture.chunks()
    let data = try #require(chunks.firstIndex { $0.type == "IDAT" })
    let checksum = chunks[data].data.suffix(4)
    chunks[data].data = [0x78, 0x01] + bits.bytes + checksum
    return (PNGChunk.file(chunks), fixture.expectedBytes())
  }

  @Test("Chunks after the pixels are read as libpng reads them")
  func chunksBehind() {
    var fixture = PNGFixture.noise(bitDepth: 8, colorType: .rgb)
    let text = PNGChunk.text("Title", "a")
    let surplus = PNGChunk(type: "IDAT", data: [1, 2, 3])
    let empty = PNGChunk(type: "IDAT", data: [])
    let unknown = PNGChunk(type: "QuIt", data: [])
    let palette = PNGChunk(type: "PLTE", data: [1, 2, 3])
    for behind in [
      [], [text], [empty], [surplus], [empty, text], [text, empty], [text, surplus], [unknown],
      [palette], [text, palette], [PNGChunk(type: "IHDR", data: [])],
      [PNGChunk(type: "a1bc", data: [])],
    ] {
      fixture.chunksAfterData = behind
      let file = fixture.encoded()
      expectAgreement(file, "\(behind.map(\.type))")
      expectAgreement(Array(file.dropLast(12)), "\(behind.map(\.type)) without IEND")
    }
  }

  @Test(
    "Files from every corpus give the same rows and errors as libpng",
    .needs(.corpus("pngsuite"), .corpus("color"), .corpus("hostile")),
    arguments: ["pngsuite", "color"] + CorpusTests.collections.map { "hostile/\($0)" })
  func corpora(collection: String) throws {
    for url in Corpora.files(in: collection) {
      let file = Array(try Data(contentsOf: url))
      // The largest hostile files test memory limits and would take a minute.
      guard let header = try? PNGReader(bytes: file).header,
        header.width * header.height < 300_000
      else { continue }
      expectAgreement(file, url.lastPathComponent)
    }
  }

  @Test("A damaged file on disk gives the same error as with libpng", arguments: PNGDecoder.fast)
  func damagedFile(decoder: PNGDecoder) throws {
    let folder = TemporaryFolder()
    var fixture = PNGFixture.noise(width: 100, height: 300, bitDepth: 8, colorType: .rgba)
    fixture.dataChunkSize = 5000
    var file = fixture.encoded()
    file[file.count / 2] ^= 1
    let expected = DecodingOutcome(file, .libpng)
    let path = try folder.file(file)
    #expect(throws: expected.error ?? .empty) {
      try DecodedPicture(PNGReader(path: path, decoder: decoder))
    }
  }
}

/// Writes bits, starting at the lowest of each byte.
///
/// Source: RFC 1951, 3.1.1 (packing into bytes).
private struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var count = 0

  mutating func append(_ value: Int, count added: Int) {
    for bit in 0..<added {
      if count.isMultiple(of: 8) { bytes.append(0) }
      bytes[count / 8] |= UInt8(value >> bit & 1) << UInt8(count % 8)
      count += 1
    }
  }
}
