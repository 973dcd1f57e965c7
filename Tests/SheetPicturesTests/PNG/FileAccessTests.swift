import Foundation
import PNGFixtures
import PictureFixtures
import SheetImaging
import TestSupport
import Testing

@testable import SheetPictures

@Suite struct FileAccessTests {
  static let fixture = PNGFixture.noise(width: 60, height: 60, bitDepth: 16, colorType: .rgba)

  @Test("A file on disk gives the same picture as its bytes")
  func readsFiles() throws {
    let folder = TemporaryFolder()
    let path = try folder.file(Self.fixture.encoded())
    try expectSameBytes(DecodedPicture(PNGReader(path: path)).bytes, Self.fixture.expectedBytes())
  }

  @Test("A link to a picture is a picture")
  func followsLinks() throws {
    let folder = TemporaryFolder()
    let path = try folder.file(Self.fixture.encoded())
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.png"), withDestinationPath: path)
    #expect(try PNGReader(path: folder.path("link.png")).header.width == 60)
  }

  @Test("A missing file gives the system's error")
  func systemErrors() throws {
    let folder = TemporaryFolder()
    let error = PictureFileError.system(errorNumber: ENOENT)
    #expect(throws: error) { try DecodedPicture(PNGReader(path: folder.path("none.png"))) }
    #expect(error.description == "it does not exist")
  }

  @Test("A folder, a pipe and a device are refused at once")
  func specialFiles() throws {
    let folder = TemporaryFolder()
    #expect(throws: PictureFileError.folder) {
      try DecodedPicture(PNGReader(path: folder.url.path))
    }
    try #require(mkfifo(folder.path("pipe.png"), 0o600) == 0)
    #expect(throws: PictureFileError.notARegularFile) {
      try DecodedPicture(PNGReader(path: folder.path("pipe.png")))
    }
    #expect(throws: PictureFileError.notARegularFile) {
      try DecodedPicture(PNGReader(path: "/dev/zero"))
    }
  }

  @Test("A chunk of a file that has become shorter is truncated, not empty")
  func shrinks() throws {
    let folder = TemporaryFolder()
    var fixture = PNGFixture.noise(width: 8, height: 8, bitDepth: 8, colorType: .rgb)
    fixture.chunksBeforeData = [.text("Long", String(repeating: "x", count: 40_000))]
    let path = try folder.file(fixture.encoded())
    let source = try PNGSource(descriptor: open(path, O_RDONLY | O_CLOEXEC))
    let chunks = try ChunkIndex(source).beforePixels
    let chunk = try #require(chunks.last)
    try #require(truncate(path, 9000) == 0)
    guard var pieces = ChunkPieces(of: chunk, in: source, from: 0, isCompressed: false) else {
      Issue.record("the chunk cannot be opened")
      return
    }
    do throws(UnusableData) {
      let piece = try pieces.next()
      Issue.record("\(piece.count) bytes of a truncated chunk")
    } catch {
      #expect(error == .truncated)
    }
    let isWhole = pieces.end()
    #expect(!isWhole)
  }

  @Test("A header is read without the pixels after it")
  func headerAlone() throws {
    let folder = TemporaryFolder()
    var fixture = Self.fixture
    fixture.chunksBeforeData = [.density(x: 2835, y: 2835)]
    let file = fixture.encoded()
    #expect(file.count > 25_000)
    let reader = try PNGReader(path: folder.file(file))
    #expect(reader.density()?.x == 2835)
    #expect(reader.bytesFetched == 8192)

    let start = PNGChunk.file(fixture.chunks().prefix { $0.type != "IDAT" }) + [0, 0, 1, 0]
    let cut = try PNGReader(path: folder.file(start + Array("IDAT".utf8), name: "cut.png"))
    #expect(cut.header.height == 60)
    #expect(cut.density()?.y == 2835)
    #expect(throws: PictureFileError.malformed(reason: "unexpected end of file")) {
      try DecodedPicture(PNGReader(path: folder.path("cut.png")))
    }
  }

  @Test("Chunks after a few pixels take one read per 4 KiB, whatever their kinds")
  func readsBehindPixels() throws {
    let folder = TemporaryFolder()
    var fixture = PNGFixture.noise(width: 8, height: 8, bitDepth: 8, colorType: .rgb)
    fixture.chunksAfterData = (0..<200).map { .text("Comment \($0)", "a text of some length") }
    let exif = PNGChunk.orientation(6)
    fixture.chunksAfterData += [
      .text("Long", String(repeating: "x", count: 12_000)), exif,
    ]
    let file = fixture.encoded()
    #expect(file.count > 20_000)
    let reader = try PNGReader(path: folder.file(file))
    #expect(reader.exif() == exif.data)
    #expect(reader.texts(.keywords(["Long"])).first?.bytes.count == 12_000)
    // The beginning takes one read; blocks of chunk headers and the long text take the others.
    #expect(reader.readCount <= 8)
  }

  @Test("A header longer than the first read is read once, along with its chunks")
  func longHeader() throws {
    let folder = TemporaryFolder()
    var fixture = Self.fixture
    fixture.chunksBeforePalette = [PNGChunk(type: "iCCP", data: Array(repeating: 1, count: 30_000))]
    fixture.chunksBeforeData = [.density(x: 2835, y: 2835), .text("Title", "a")]
    let reader = try PNGReader(path: folder.file(fixture.encoded()))
    #expect(reader.colorChunks().profile == .failure(UnusableData("its name has no end")))
    #expect(reader.density()?.x == 2835)
    #expect(reader.texts(.all).map(\.value) == ["a"])
    #expect(reader.readCount == 2)
  }

  @Test("Opened files are closed again")
  func closesFiles() throws {
    let folder = TemporaryFolder()
    let path = try folder.file(Self.fixture.encoded())
    let broken = try folder.file([1, 2, 3], name: "broken.png")
    do {
      let reader = try PNGReader(path: path)
      #expect(folder.openFiles() == ["picture.png"])
      #expect(reader.header.width == 60)
    }
    #expect(throws: PictureFileError.notPNG) { _ = try PNGReader(path: broken) }
    #expect(folder.openFiles() == [])
  }

  @Test("An empty file is reported as empty")
  func emptyFile() throws {
    let folder = TemporaryFolder()
    #expect(throws: PictureFileError.empty) { try DecodedPicture(PNGReader(path: folder.file([]))) }
    #expect(throws: PictureFileError.empty) { try DecodedPicture(bytes: []) }
  }

  @Test(
    "A file that begins differently is not a PNG; a few matching bytes may be a truncated PNG")
  func otherKinds() {
    #expect(throws: PictureFileError.notPNG) { try DecodedPicture(bytes: Array("GIF89a...".utf8)) }
    #expect(throws: PictureFileError.malformed(reason: "unexpected end of file")) {
      try DecodedPicture(bytes: [0x89, 0x50, 0x4E, 0x47])
    }
  }

  @Test("An undamaged file is read once", arguments: PNGDecoder.fast)
  func oneReading(decoder: PNGDecoder) throws {
    let folder = TemporaryFolder()
    // One row more than are unpacked together, and rows that take few bits of compressed data.
    for height in [1, 255, 256, 257, 258, 300, 513] {
      for width in [1, 100, 255, 256] {
        let fixture = PNGFixture(
          width: width, height: height, colorType: .gray,
          samples: Array(repeating: 0, count: width * height), filter: .fixed(0))
        let file = fixture.encoded()
        var reader = try PNGReader(path: folder.file(file), decoder: decoder)
        var row = [UInt8](repeating: 1, count: width)
        for _ in 0..<height {
          var span = row.mutableSpan
          try reader.readRow(into: &span)
        }
        #expect(reader.bytesFetched == file.count, "\(width) x \(height)")
        try reader.finish()
      }
    }
  }
}
