import CPNGOracle
import Foundation
import PNGFixtures
import PictureFixtures
import SheetImaging
import TestSupport
import Testing

@testable import SheetPictures

@Suite(.needs(.corpus("pngsuite"), .corpus("hostile")))
struct CorpusTests {
  static let suite = Corpora.files(in: "pngsuite")
  static let collections = [
    "generated", "image-png-bugs", "image-png-fuzz-crcfix", "libpng", "libspng", "pillow", "stb",
  ]

  /// Copies the samples that an oracle decoded.
  private static func bytes(of picture: cpng_oracle_picture) -> [UInt8]? {
    guard let start = picture.bytes else { return nil }
    defer { free(start) }
    let count = picture.bytes_per_row * Int(picture.height)
    return Array(UnsafeBufferPointer(start: start, count: count))
  }

  @Test("PngSuite files give the same pixels as when libpng reads them whole")
  func suiteInOnePiece() throws {
    var count = 0
    for url in Self.suite where !url.lastPathComponent.hasPrefix("x") {
      let file = Array(try Data(contentsOf: url))
      let expected = Self.bytes(of: cpng_oracle_decode_wide(file, file.count))
      let picture = try DecodedPicture(PNGReader(path: url.path))
      expectSameBytes(picture.widened(), try #require(expected), url.lastPathComponent)
      count += 1
    }
    #expect(count == 162)
  }

  @Test("PngSuite up to 8 bits gives the same pixels as libpng's simplified API")
  func suiteSimply() throws {
    for url in Self.suite where !url.lastPathComponent.hasPrefix("x") {
      // With gAMA, the simplified API would convert to sRGB.
      let chunks = try #require(PNGChunk.chunks(of: Array(try Data(contentsOf: url))))
      let file = PNGChunk.file(chunks.filter { $0.type != "gAMA" })
      let picture = try DecodedPicture(bytes: file)
      guard picture.format.depth == .eight else { continue }
      let expected = Self.bytes(of: cpng_oracle_decode_simply(file, file.count))
      let narrow = picture.widened().enumerated().filter { $0.offset.isMultiple(of: 2) }
      expectSameBytes(
        narrow.map(\.element), try #require(expected), url.lastPathComponent)
    }
  }

  @Test("The broken files in PngSuite give errors")
  func brokenSuite() {
    let broken = Self.suite.filter { $0.lastPathComponent.hasPrefix("x") }
    #expect(broken.count == 14)
    for url in broken {
      #expect(throws: PictureFileError.self, "\(url.lastPathComponent)") {
        try DecodedPicture(PNGReader(path: url.path))
      }
    }
  }

  @Test("Hostile files give an error or whole rows", arguments: collections)
  func hostileFiles(collection: String) {
    let files = Corpora.files(in: "hostile/\(collection)")
    #expect(!files.isEmpty)
    for url in files {
      guard let picture = try? DecodedPicture(PNGReader(path: url.path)) else { continue }
      let pixels = picture.header.width * picture.header.height
      #expect(picture.bytes.count == pixels * picture.format.bytesPerPixel)
    }
  }

  @Test("Generated hostile files are accepted or refused as their list says")
  func expectations() throws {
    let list = Corpora.folder.appending(path: "hostile/generated/EXPECTED.tsv")
    let lines = try String(contentsOf: list, encoding: .utf8).split(separator: "\n").dropFirst()
    for line in lines {
      let fields = line.split(separator: "\t")
      let path = list.deletingLastPathComponent().appending(path: String(fields[0])).path
      let result = Result { try DecodedPicture(PNGReader(path: path)) }
      switch fields[1] {
      case "ok": #expect(throws: Never.self, "\(line)") { try result.get() }
      case "error": #expect(throws: PictureFileError.self, "\(line)") { try result.get() }
      default: break
      }
    }
    #expect(lines.count > 200)
  }

  @Test("A stream with a wrong checksum gives an error")
  func wrongChecksum() {
    let path = Corpora.folder.appending(path: "hostile/libspng/badadler.png").path
    #expect(throws: PictureFileError.wrongEnd(reason: "IDAT: incorrect data check")) {
      try DecodedPicture(PNGReader(path: path))
    }
  }
}
