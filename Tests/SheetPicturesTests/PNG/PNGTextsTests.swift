import CPNGOracle
import Foundation
import PNGFixtures
import PictureFixtures
import TestSupport
import Testing

@testable import SheetPictures

@Suite struct PNGTextsTests {
  private static func file(
    _ ahead: [PNGChunk], _ behind: [PNGChunk] = [], side: Int = 4
  ) -> [UInt8] {
    var fixture = PNGFixture.noise(width: side, height: side, bitDepth: 8, colorType: .rgb)
    fixture.chunksBeforeData = ahead
    fixture.chunksAfterData = behind
    return fixture.encoded()
  }

  @Test(
    "Text chunks match those that libpng reads from the whole file, wherever they are",
    arguments: 1...200
  )
  func asLibpng(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let counts = (random.number(below: 9), random.number(below: 9))
    let file = Self.file(
      (0..<counts.0).map { _ in .anyText(&random) }, (0..<counts.1).map { _ in .anyText(&random) })
    let damaged = seed % 2 == 0 ? file : file.withDamagedText(&random)
    let folder = TemporaryFolder()
    for reader in [0, 1] {
      let reader =
        try reader == 0 ? PNGReader(bytes: damaged) : PNGReader(path: folder.file(damaged))
      let expected = try #require(OracleTexts(damaged))
      #expect(reader.texts(.all) == expected.all)
      for keywords in [["Title"], ["Title", "Köln", "none"], [""], []] as [Set<String>] {
        #expect(
          reader.texts(.keywords(keywords))
            == expected.all.filter { keywords.contains($0.keyword) })
      }
    }
  }

  @Test("Keywords of up to 79 characters are found, in Latin-1")
  func keywords() throws {
    let long = String(repeating: "k", count: 79)
    let chunks: [PNGChunk] = [.text(long, "a"), .text(long + "k", "b"), .text("Köln", "c")]
    for reader in [0, 1] {
      let reader = try PNGReader(
        bytes: reader == 0 ? Self.file(chunks) : Self.file([], chunks, side: 300))
      func found(_ keyword: String) -> [String] {
        reader.texts(.keywords([keyword])).map(\.value)
      }
      #expect(found(long) == ["a"])
      #expect(found(long + "k") == [])
      #expect(found("Köln") == ["c"])
      #expect(found("東京") == [])
    }
  }

  @Test("The first 64 requested text chunks are read, wherever they are")
  func manyTexts() throws {
    let many = (0..<300).map { PNGChunk.text("n", "\($0)") }
    let reader = try PNGReader(bytes: Self.file(many + [.text("Title", "a")], many))
    #expect(reader.texts(.all).map(\.value) == (0..<64).map { "\($0)" })
    #expect(reader.texts(.keywords(["Title"])).map(\.value) == ["a"])
  }

  @Test("A text chunk is decompressed only to the requested length, so later damage goes unnoticed")
  func limit() throws {
    let value = String(repeating: "0123456789", count: 5_000)
    func folded(_ damage: (inout [UInt8]) -> Void) -> PNGChunk {
      var stream = deflated(Array(value.utf8), level: 9)
      damage(&stream)
      return PNGChunk(type: "zTXt", data: Array("folded".utf8) + [0, 0] + stream)
    }
    let chunks: [PNGChunk] = [
      .text("plain", value), .compressedText("zTXt", value), .internationalText("iTXt", value),
      .internationalText("folded iTXt", value, compressed: true), folded { $0.removeLast(4) },
    ]
    let reader = try PNGReader(bytes: Self.file(chunks))
    for limit in [0, 1, 4_095, 4_096, 4_097, 32_768, 49_999] {
      let texts = reader.texts(.all, upTo: limit)
      #expect(texts.count == chunks.count)
      #expect(texts.allSatisfy { $0.bytes.elementsEqual(value.utf8.prefix(limit)) }, "\(limit)")
    }
    #expect(reader.texts(.all).map(\.bytes.count) == [50_000, 50_000, 50_000, 50_000])
  }

  @Test("In a truncated file, the text chunks before its end are read")
  func truncation() throws {
    let behind: [PNGChunk] = [
      .text("a", "1"), .compressedText("b", "22"), .internationalText("c", "333"),
    ]
    let file = Self.file([.text("h", "0")], behind)
    let all = try PNGReader(bytes: file).texts(.all)
    #expect(all.map(\.value) == ["0", "1", "22", "333"])
    var counts: Set<Int> = []
    for cut in file.truncations {
      guard let reader = try? PNGReader(bytes: cut.bytes) else { continue }
      let found = reader.texts(.all)
      #expect(all.starts(with: found), "\(cut)")
      counts.insert(found.count)
    }
    #expect(counts == [1, 2, 3, 4])
  }

  @Test("A flipped bit after the pixels may lose text chunks, but never changes one")
  func flips() throws {
    let texts: [PNGChunk] = [.text("a", "1"), .compressedText("b", "22")]
    let file = Self.file([], texts)
    let start = file.count - 12 - texts.reduce(0) { $0 + $1.encoded().count }
    for damaged in file.bitFlips.dropFirst(start * 8) {
      let found = try PNGReader(bytes: damaged.bytes).texts(.all)
      #expect(found.allSatisfy { ["1", "22"].contains($0.value) }, "\(damaged)")
    }
  }

  @Test(
    "A text chunk whose length leads beyond the file gives no text",
    arguments: [0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFF4, 0xFFFF_FFFF] as [UInt32])
  func hostileLengths(length: UInt32) throws {
    let texts: [PNGChunk] = [.text("a", "1"), .text("b", "2")]
    var file = Self.file([], texts)
    let place = file.count - 12 - texts[1].encoded().count
    for byte in 0..<4 { file[place + byte] = UInt8(length >> (24 - 8 * byte) & 0xFF) }
    #expect(try PNGReader(bytes: file).texts(.all).map(\.value) == ["1"])
  }

  @Test("A text chunk that decompresses to gigabytes is decompressed only on request")
  func bomb() throws {
    let bomb = PNGChunk(
      type: "zTXt",
      data: Array("Comment".utf8) + [0, 0]
        + deflated([UInt8](repeating: 0x20, count: 12_000_000), level: 9))
    let bombs = Array(repeating: bomb, count: 100)
    let file = Self.file(bombs, bombs + [.text("Title", "a")])
    let start = ContinuousClock.now
    for _ in 0..<10 {
      let reader = try PNGReader(bytes: file)
      #expect(reader.texts(.keywords(["Title"])).map(\.value) == ["a"])
      #expect(reader.warning == nil)
    }
    // Decompressed, the texts would take 24 GB.
    #expect(ContinuousClock.now - start < .seconds(5))
  }
}

/// A file's texts as libpng itself reads them.
private struct OracleTexts {
  var all: [PNGText] = []
  var ahead: [PNGText] = []
  var behind: [PNGText] = []

  init?(_ file: [UInt8]) {
    guard let found = cpng_oracle_read_texts(file, file.count) else { return nil }
    defer { cpng_oracle_texts_free(found) }
    withUnsafeBytes(of: &found.pointee.texts) { bytes in
      for text in bytes.bindMemory(to: cpng_oracle_text.self).prefix(found.pointee.count) {
        let value = UnsafeRawBufferPointer(start: text.value, count: text.value_count)
        let keyword = String(cString: text.keyword, encoding: .isoLatin1) ?? ""
        all.append(
          PNGText(
            keyword: keyword,
            value: text.is_utf8
              ? String(decoding: value, as: UTF8.self)
              : String(String.UnicodeScalarView(value.map { Unicode.Scalar($0) }))))
      }
    }
    ahead = Array(all.prefix(found.pointee.ahead_count))
    behind = Array(all.dropFirst(ahead.count))
  }
}

extension PNGChunk {
  /// A text chunk of any kind under one of a few keywords, sometimes one that violates the format.
  fileprivate static func anyText(_ random: inout SeededGenerator) -> PNGChunk {
    let keyword = ["Title", "Köln", "Titles", "k", "XML:com.adobe.xmp"][random.number(below: 5)]
    let text = String(repeating: "aß ", count: random.number(below: 40))
    switch random.number(below: 9) {
    case 0, 1: return .text(keyword, text)
    case 2, 3: return .compressedText(keyword, text)
    case 4: return .internationalText(keyword, text + "東")
    case 5: return .internationalText(keyword, text + "東", compressed: true)
    case 6: return PNGChunk(type: "vpAg", data: [1, 2, 3])
    default:
      var chunk: PNGChunk =
        [.text(keyword, text), .compressedText(keyword, text)][random.number(below: 2)]
      switch random.number(below: 5) {
      case 0: chunk.data = []
      case 1: chunk.data.removeLast(min(chunk.data.count, random.number(below: 20)))
      case 2: chunk.data.insert(0, at: 0)
      case 3: chunk.data = [UInt8](repeating: 0x6B, count: 85) + chunk.data
      default: chunk.data[random.number(below: chunk.data.count)] ^= 0xFF
      }
      return chunk
    }
  }
}

extension [UInt8] {
  /// The file with a byte changed in the data of a chunk that is not part of the picture.
  fileprivate func withDamagedText(_ random: inout SeededGenerator) -> [UInt8] {
    guard let chunks = PNGChunk.chunks(of: self) else { return self }
    var file = self
    var start = PNGChunk.signature.count
    for chunk in chunks {
      if chunk.type.hasSuffix("Xt"), !chunk.data.isEmpty, random.number(below: 3) == 0 {
        file[start + 8 + random.number(below: chunk.data.count)] ^= 1
      }
      start += chunk.data.count + 12
    }
    return file
  }
}
