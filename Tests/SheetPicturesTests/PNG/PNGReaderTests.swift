import PNGFixtures
import PictureFixtures
import SheetImaging
import Testing

@testable import SheetPictures

@Suite struct PNGReaderTests {
  static let filters = (0...4).map { PNGFixture.FilterChoice.fixed($0) } + [.cycling, .best]

  @Test(
    "Every kind of picture is read exactly, whatever its filters, passes and transparency",
    arguments: PixelKind.all, filters)
  func readsExactly(kind: PixelKind, filter: PNGFixture.FilterChoice) throws {
    for isInterlaced in [false, true] {
      var fixture = PNGFixture.noise(bitDepth: kind.bitDepth, colorType: kind.colorType)
      fixture.filter = filter
      fixture.isInterlaced = isInterlaced
      for fixture in [fixture, fixture.withTransparency()] {
        let picture = try DecodedPicture(bytes: fixture.encoded())
        expectSameBytes(picture.bytes, fixture.expectedBytes())
        #expect(picture.header.isInterlaced == isInterlaced)
      }
    }
  }

  @Test("Interlaced pictures of every small size are read exactly", arguments: 1...9, 1...9)
  func readsSmallInterlaced(width: Int, height: Int) throws {
    for depth in [1, 8] {
      var fixture = PNGFixture.noise(
        width: width, height: height, bitDepth: depth, colorType: .gray)
      fixture.isInterlaced = true
      try expectSameBytes(DecodedPicture(bytes: fixture.encoded()).bytes, fixture.expectedBytes())
    }
  }

  @Test(
    "The header describes the samples in the file; the row format describes the decoded samples")
  func header() throws {
    let fixture = PNGFixture.noise(width: 5, height: 3, bitDepth: 2, colorType: .palette)
    let opaque = try PNGReader(bytes: fixture.encoded())
    #expect(opaque.header.width == 5)
    #expect(opaque.header.height == 3)
    #expect(opaque.header.bitDepth == 2)
    #expect(opaque.header.colorType == .palette)
    #expect(opaque.rowFormat == PixelFormat(.rgb, .eight))
    #expect(opaque.bytesPerRow == 15)

    let transparent = try PNGReader(bytes: fixture.withTransparency().encoded())
    #expect(transparent.rowFormat == PixelFormat(.rgba, .eight))

    let wide = PNGFixture.noise(bitDepth: 16, colorType: .gray).withTransparency()
    let reader = try PNGReader(bytes: wide.encoded())
    #expect(reader.rowFormat == PixelFormat(.grayAlpha, .sixteen))
    #expect(reader.rowFormat.bytesPerPixel == 4)
  }

  @Test("The pixel data of a PNG may be split into chunks anywhere", arguments: [1, 2, 7, 100])
  func dataChunks(size: Int) throws {
    var fixture = PNGFixture.noise(bitDepth: 8, colorType: .rgb)
    fixture.dataChunkSize = size
    try expectSameBytes(DecodedPicture(bytes: fixture.encoded()).bytes, fixture.expectedBytes())
  }

  @Test("A palette index without an entry gives black instead of a crash")
  func missingPaletteEntry() throws {
    var fixture = PNGFixture(
      width: 2, height: 1, colorType: .palette, samples: [0, 200], palette: [.init(1, 2, 3)])
    fixture.filter = .fixed(0)
    try expectSameBytes(DecodedPicture(bytes: fixture.encoded()).bytes, [1, 2, 3, 0, 0, 0])
  }

  @Test(
    "An interlaced picture over the limit is refused, and the error states its bytes and a remedy")
  func interlacedLimit() throws {
    var fixture = PNGFixture.noise(width: 10, height: 10, bitDepth: 8, colorType: .rgba)
    fixture.isInterlaced = true
    let file = fixture.encoded()
    #expect(throws: Never.self) {
      try DecodedPicture(PNGReader(bytes: file, interlacedByteLimit: 200))
    }
    let error = PictureFileError.unsupported(
      reason: """
        half of an interlaced image must be held in memory, and its 200 bytes exceed the \
        limit of 199; save it without interlacing
        """)
    #expect(throws: error) {
      try DecodedPicture(PNGReader(bytes: file, interlacedByteLimit: 199))
    }
  }

  @Test(
    "A picture with a side of a million pixels is read, and a picture with a longer side is refused"
  )
  func longestSide() throws {
    func file(width: Int) -> [UInt8] {
      PNGFixture(
        width: width, height: 1, bitDepth: 1, colorType: .gray,
        samples: Array(repeating: 1, count: width), filter: .fixed(0), compressionLevel: 1
      ).encoded()
    }
    #expect(try PNGReader(bytes: file(width: 1_000_000)).header.width == 1_000_000)
    #expect(
      throws: PictureFileError.tooLarge(width: 1_000_001, height: 1, maximumSide: 1_000_000)
    ) { try DecodedPicture(bytes: file(width: 1_000_001)) }
  }

  @Test("Rows that have not been read are checked when the reader finishes")
  func finishChecksTheRest() throws {
    let fixture = PNGFixture.noise(bitDepth: 8, colorType: .rgb)
    try PNGReader(bytes: fixture.encoded()).finish()

    var chunks = fixture.chunks()
    let data = try #require(chunks.firstIndex { $0.type == "IDAT" })
    chunks[data].data.removeLast(40)
    let damaged = PNGChunk.file(chunks)
    #expect(throws: PictureFileError.self) { try PNGReader(bytes: damaged).finish() }
  }

  @Test("Passing a row of the wrong length, or one too many, is a precondition failure")
  func preconditions() async {
    await #expect(processExitsWith: .failure) {
      var reader = try PNGReader(
        bytes: PNGFixture.noise(bitDepth: 8, colorType: .gray).encoded())
      var row = [UInt8](repeating: 0, count: reader.bytesPerRow - 1)
      var span = row.mutableSpan
      try reader.readRow(into: &span)
    }
    await #expect(processExitsWith: .failure) {
      var reader = try PNGReader(
        bytes: PNGFixture.noise(width: 4, height: 1, bitDepth: 8, colorType: .gray).encoded())
      var row = [UInt8](repeating: 0, count: reader.bytesPerRow)
      var span = row.mutableSpan
      try reader.readRow(into: &span)
      try reader.readRow(into: &span)
    }
  }

  @Test("Many readers can work at once")
  func concurrentReaders() async throws {
    let fixture = PNGFixture.noise(width: 40, height: 40, bitDepth: 8, colorType: .rgba)
    let file = fixture.encoded()
    let cut = Array(file.dropLast(200))
    let expected = fixture.expectedBytes()
    await withTaskGroup(of: Bool.self) { group in
      for index in 0..<64 {
        group.addTask {
          if index.isMultiple(of: 2) {
            return (try? DecodedPicture(bytes: file).bytes) == expected
          }
          return (try? DecodedPicture(bytes: cut)) == nil
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}
