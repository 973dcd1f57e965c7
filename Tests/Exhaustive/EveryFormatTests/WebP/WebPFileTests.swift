import FormatFixtures
import SheetFixtures
import SheetImaging
import SheetLayout
import TestSupport
import Testing

@testable import SheetPictures

@Suite(.needs(.webP)) struct WebPFileTests {
  /// The reason why a file's header or rows cannot be read; nil if they can.
  static func reason(_ bytes: [UInt8]) -> String? {
    do { return try ReadPicture(bytes, "webp").failure } catch { return "\(error)" }
  }

  @Test(
    "Pixels match the library's, with and without alpha", arguments: [false, true],
    [false, true])
  func pixels(isLossless: Bool, hasAlpha: Bool) throws {
    let fixture = WebPFixture(width: 61, height: 37, isLossless: isLossless, hasAlpha: hasAlpha)
    let file = fixture.encoded()
    let expected = WebPFixture.decoded(file)
    #expect(expected.count == 4 * 61 * 37)
    #expect(!isLossless || expected == fixture.pattern)
    let read = try ReadPicture(file, "webp")
    #expect(read.failure == nil)
    #expect(read.header.format == PixelFormat(hasAlpha ? .rgba : .rgb, .eight))
    #expect(read.header.isReducible == (!hasAlpha && !isLossless))
    let pixels =
      hasAlpha ? expected : expected.enumerated().filter { $0.offset % 4 != 3 }.map(\.element)
    #expect(read.rows.joined().elementsEqual(pixels))
    // There is no VP8X chunk, as in plain files by libwebp.
    #expect(
      try ReadPicture(WebPFixture.file(fixture.coded()), "webp").rows == read.rows
        || hasAlpha && !isLossless)
  }

  @Test(
    "The coded pixels of a transparent image may have only three bytes, as libwebp writes them",
    arguments: [1, 16, 64])
  func smallest(side: Int) throws {
    let header = WebPFixture.number((side - 1) | (side - 1) << 14 | 1 << 28, 4)
    let file = WebPFixture.file([("VP8L", [0x2F] + header + [0x88, 0x88, 0x08])])
    #expect(file.count == 28)
    let read = try ReadPicture(file, "webp")
    #expect(read.failure == nil && read.header.size == PixelSize(width: side, height: side))
    #expect(read.header.format == PixelFormat(.rgba, .eight))
    #expect(read.rows.count == side)
    #expect(read.rows.allSatisfy { $0 == [UInt8](repeating: 0, count: 4 * side) })
    for missing in 1...8 {
      #expect(Self.reason(file.dropLast(missing)) == "unexpected end of file", "\(missing)")
    }
  }

  @Test(
    "The first frame of an animation is shown at its position on a transparent canvas",
    arguments: [false, true])
  func animations(hasAlpha: Bool) throws {
    var fixture = WebPFixture(width: 20, height: 10, isLossless: true, hasAlpha: hasAlpha)
    fixture.canvas = (50, 40, 6, 4)
    let read = try ReadPicture(fixture.encoded(), "webp")
    #expect(read.failure == nil && read.header.size == PixelSize(width: 50, height: 40))
    #expect(read.header.format == PixelFormat(.rgba, .eight))
    var canvas = [[UInt8]](repeating: [UInt8](repeating: 0, count: 200), count: 40)
    for y in 0..<10 {
      canvas[y + 4].replaceSubrange(24..<104, with: fixture.pattern[80 * y..<80 * (y + 1)])
    }
    #expect(read.rows == canvas)
    // The frame must stay inside the canvas on all sides.
    for outside in [(50, 40, 32, 4), (50, 40, 6, 32), (18, 40, 0, 0)] {
      fixture.canvas = outside
      #expect(Self.reason(fixture.encoded()) == "its image size does not match its headers")
    }
  }

  @Test("A file that ends before its last chunk is truncated, even if its image is whole")
  func truncated() throws {
    let fixture = WebPFixture(width: 20, height: 10, isLossless: true, hasAlpha: false)
    let canvas: [UInt8] = [8, 0, 0, 0] + WebPFixture.number(19, 3) + WebPFixture.number(9, 3)
    let exif: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0]
    for data in [exif, exif + [0]] {
      let file = WebPFixture.file([("VP8X", canvas)] + fixture.coded() + [("EXIF", data)])
      #expect(Self.reason(file) == nil)
      #expect(Self.reason(file + [0, 0, 0]) == nil)
      for missing in 1...22 {
        // Some programs leave out the byte that pads a chunk of odd length.
        let isPadding = missing == 1 && data.count % 2 == 1
        let reason = Self.reason(file.dropLast(missing))
        #expect(reason == (isPadding ? nil : "unexpected end of file"), "\(missing)")
      }
    }
  }

  @Test("A file that would take too much memory is refused once its header is read")
  func tooLarge() throws {
    var fixture = WebPFixture(width: 16, height: 16, isLossless: true)
    fixture.canvas = (1 << 24, 1 << 24, 0, 0)
    let data = fixture.coded()[0].data
    var tables = WebPPrefixCodes()
    tables.add(ByteView(data)[5...], size: PixelSize(width: 16, height: 16))
    // 4 bytes per pixel of the canvas, 4 per pixel of the frame, the coded bytes, and the tables.
    let held = (1 << 50) + 1024 + 8 + data.count + tables.heldBytes
    let refusal = try #require(Self.reason(fixture.encoded()))
    #expect(refusal.hasSuffix("raise the budget, or save it as a PNG without interlacing"))
    // Rows this long need more than the memory left beside pictures, so the stated number is
    // slightly higher.
    let stated = try #require(Int(refusal.split(separator: " ")[8]))
    #expect(
      refusal.hasPrefix("it must be held in memory, and its \(stated) bytes exceed the budget"))
    #expect(stated >= held && stated < held + held / 1000)
    // The header claims 16,384 x 16,384 pixels. Rows and libwebp take 7 bytes for each.
    let name = "VP8L"
    let bomb = WebPFixture.file([(name, [0x2F, 0xFF, 0xFF, 0xFF, 0x0F, 0, 0, 0, 0, 0])])
    let reason = try #require(Self.reason(bomb))
    #expect(
      reason.contains("and its \(7 << 28 + 18) bytes exceed the budget of 1GiB"), "\(reason)")
  }

  /// The number of bytes held for a file.
  private static func held(_ bytes: [UInt8], _ ending: String = "webp") throws -> Int {
    let folder = TemporaryFolder()
    try folder.write(bytes, to: "a.\(ending)")
    let format = FormatTable.standard.reading(Array("a.\(ending)".utf8)[...])
    return try format.reader.file(folder["a.\(ending)"], MetadataUse()).header().heldBytes
  }

  @Test(
    "The memory for the tables of all groups of prefix codes is counted, even for alpha",
    arguments: [4, 40, 256])
  func groups(side: Int) throws {
    let size = PixelSize(width: side, height: side)
    let count = side / 4 * (side / 4)
    let coded = WebPFixture.groups(side: side)
    var tables = WebPPrefixCodes()
    tables.add(ByteView(coded), size: size)
    // The image of groups, and the tables of all groups but one.
    let expected = 4 * count + (count - 1) * (4 * 2954 + 600)
    #expect(tables.heldBytes == expected)
    #expect(expected <= WebPPrefixCodes.mostBytes(of: size))
    // A stream that ends before the choice of groups has no tables.
    var cut = WebPPrefixCodes()
    cut.add(ByteView(coded.prefix(60)), size: size)
    #expect(cut.heldBytes == 0)

    let head = [0x2F] + WebPFixture.number(side - 1 | (side - 1) << 14, 4)
    let file = WebPFixture.file([("VP8L", head + coded)])
    // Rows and libwebp take 7 bytes per pixel.
    #expect(try Self.held(file) == 7 * side * side + 8 + 5 + coded.count + expected)
    let lossy = WebPFixture(width: side, height: side).coded()
    let withAlpha = WebPFixture.file([("ALPH", [1] + coded)] + lossy)
    let plainBytes = try Self.held(WebPFixture.file(lossy))
    #expect(try Self.held(withAlpha) >= plainBytes + expected)
  }

  @Test("Pixels that take no bits are not read one by one")
  func withoutBits() {
    // Three images of 4,096 x 4,096 blocks, in each of which every pixel repeats others.
    let stream: [UInt8] = [
      1, 128, 32, 19, 255, 215, 34, 34, 6, 0, 65, 38, 254, 175, 69, 68, 16, 0, 130, 76, 252, 95,
      139, 136, 0,
    ]
    var tables = WebPPrefixCodes()
    for _ in 0..<1000 {
      tables.add(ByteView(stream), size: PixelSize(width: 16_384, height: 16_384))
    }
    #expect(tables.heldBytes == 0 && tables.examinedBytes == 1000 * stream.count)
  }

  @Test("The memory for groups of prefix codes in a TIFF counts against the budget", .needs(.tiff))
  func groupsInTIFF() throws {
    let coded = WebPFixture.groups(side: 256)
    let file = WebPFixture.file([
      ("VP8L", [0x2F] + WebPFixture.number(255 | 255 << 14, 4) + coded)
    ])
    var fixture = TIFFFixture()
    (fixture.width, fixture.height, fixture.stripHeight) = (256, 256, 256)
    fixture.entries = [(259, .shorts([50_001]))]
    let held = try Self.held(fixture.file([file]), "tif")
    #expect(held > 4095 * 4 * 2954)
  }

  @Test(
    "A large WebP is accepted without alpha, but with alpha, its 9 bytes per pixel exceed the limit"
  )
  func alphaTakesMemory() throws {
    let side = WebPFixture.number(12_000, 2)
    let coded: (name: String, data: [UInt8]) = ("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A] + side + side)
    let folder = TemporaryFolder()
    try folder.write(WebPFixture.file([coded]), to: "a.webp")
    #expect(try LibraryFile(folder["a.webp"], as: .webP).header().size.width == 12_000)
    let reason = Self.reason(WebPFixture.file([("ALPH", [0, 0]), coded]))
    // 9 bytes per pixel, plus the bytes of two chunks.
    #expect(
      reason?.contains("and its \(9 * 144_000_000 + 28) bytes exceed") == true, "\(reason ?? "")")
  }

  @Test("A file whose chunks contradict each other or are missing is refused, with the reason")
  func contradictions() throws {
    let fixture = WebPFixture(isLossless: true)
    let coded = fixture.coded()
    func canvas(_ width: Int, _ height: Int) -> (String, [UInt8]) {
      ("VP8X", [0, 0, 0, 0] + WebPFixture.number(width - 1, 3) + WebPFixture.number(height - 1, 3))
    }
    let sizes = "its image size does not match its headers"
    for (chunks, reason) in [
      ([], "it has no image"),
      ([canvas(40, 30)], "it has no image"),
      ([canvas(41, 30)] + coded, sizes), ([canvas(39, 30)] + coded, sizes),
      ([("VP8X", [0, 0])], "unexpected end of file"),
      ([("ANMF", [0, 0])], "unexpected end of file"),
      ([("VP8 ", [UInt8](repeating: 0, count: 20))], "the header of its image is damaged"),
      ([("VP8L", [UInt8](repeating: 0, count: 20))], "the header of its image is damaged"),
      ([("VP8L", [0x2F])], "unexpected end of file"),
      ([("VP8L", coded[0].data.prefix(12) + [])], "its compressed data is damaged"),
      (
        [("VP8L", coded[0].data.prefix(12) + [UInt8](repeating: 255, count: 400))],
        "its compressed data is damaged"
      ),
      ([("XXXX", [1, 2, 3])] + coded + coded, nil),
    ] as [([(String, [UInt8])], String?)] {
      #expect(Self.reason(WebPFixture.file(chunks.map { (name: $0.0, data: $0.1) })) == reason)
    }
    #expect(Self.reason([]) == "the file is empty")
    #expect(Self.reason(Array("RIFF\0\0\0\0WEB".utf8)) == "unexpected end of file")
    #expect(Self.reason(Array("RIFF\0\0\0\0WAVEfmt ".utf8)) == "not a WebP file")
    // Chunks with lengths near 2³² end the search.
    var long = WebPFixture.file([("ICCP", [1, 2])] + coded)
    long.replaceSubrange(16..<20, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(Self.reason(long) == "unexpected end of file")
    // Bytes beyond the file's stated length are not read.
    #expect(Self.reason(WebPFixture.file(coded) + [1, 2, 3]) == nil)
  }

  @Test("A file's metadata is limited in size, and the first of each kind is used")
  func metadata() throws {
    let coded = WebPFixture().coded()
    let large = [UInt8](repeating: 7, count: 9 << 20)
    #expect(
      Self.reason(WebPFixture.file([("EXIF", large), ("XMP ", large)] + coded))
        == "its profile, Exif data and XMP together take more than 16 MiB")
    let exif = [6, 3].map { ExifFixture([274: .shorts([$0])]) }
    let chunks = coded + [("EXIF", exif[0].marker()), ("EXIF", exif[1].encoded())]
    #expect(try ReadPicture(WebPFixture.file(chunks), "webp").header.orientation == .rightTurn)
  }

  @Test("If there are very many chunks, only a limited number is read")
  func manyChunks() {
    let chunks = [(name: String, data: [UInt8])](repeating: ("XXXX", []), count: 30_000)
    #expect(Self.reason(WebPFixture.file(chunks + WebPFixture().coded())) == "it has no image")
    #expect(Self.reason(WebPFixture.file(WebPFixture().coded() + chunks)) == nil)
  }
}
