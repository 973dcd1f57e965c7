import FormatFixtures
import JPEGFixtures
import SheetFixtures
import SheetImaging
import TestSupport
import Testing

@testable import SheetPictures

/// The memory of the codecs inside libtiff, which is estimated before libtiff sees a file.
@Suite(.needs(.tiff))
struct TIFFMemoryTests {
  private static func held(_ file: [UInt8]) throws -> Int {
    let folder = TemporaryFolder()
    try folder.write(file, to: "a.tif")
    return try LibraryFile(folder["a.tif"], as: .tiff).header().heldBytes
  }

  /// A file of 4000 x 3000 pixels in one strip of zeros, 36 MB, compressed with the given window.
  private static func zeros(_ frames: [UInt8]) throws -> Int {
    var fixture = TIFFFixture()
    (fixture.width, fixture.height, fixture.stripHeight) = (4000, 3000, 3000)
    fixture.entries = [(259, .shorts([50_000]))]
    let file = fixture.file([frames])
    // A row, the tables of strips, and the coded strip.
    return try held(file) - 3 * 4000 - 32 - file.count
  }

  @Test("Zstandard needs memory for the largest window of all frames, but no more than it decodes")
  func zstandard() throws {
    let pixels = 4000 * 3000 * 3
    let others = 512 << 10
    func frame(_ count: Int, _ code: UInt8) -> [UInt8] {
      ZstandardFixture.zeros(count, windowCode: code)
    }
    #expect(try Self.zeros(frame(pixels, 0x00)) == 1 << 10 + others)
    #expect(try Self.zeros(frame(pixels, 0x60)) == 4 << 20 + others)
    #expect(try Self.zeros(frame(pixels, 0x62)) == 5 << 20 + others)
    #expect(try Self.zeros(frame(pixels, 0x88)) == pixels + others)
    #expect(try Self.zeros(frame(12_000, 0) + frame(pixels, 0x60)) == 4 << 20 + others)
    let skipped: [UInt8] = [0x50, 0x2A, 0x4D, 0x18, 2, 0, 0, 0, 1, 2]
    #expect(try Self.zeros(skipped + frame(pixels, 0x60)) == 4 << 20 + others)
  }

  /// The start of an LZMA block with a dictionary, one chunk of stored bytes, and a checksum.
  private static func lzmaBlock(_ code: UInt8, delta: Bool = false) -> [UInt8] {
    let filters: [UInt8] = (delta ? [3, 1, 0] : []) + [0x21, 1, code]
    var header: [UInt8] = [0, delta ? 1 : 0] + filters
    while header.count % 4 != 0 { header.append(0) }
    header[0] = UInt8((header.count + 4) / 4 - 1)
    return header + [9, 9, 9, 9] + [1, 0, 2, 7, 7, 7, 0] + [0] + [9, 9, 9, 9]
  }

  @Test("LZMA needs memory for the largest dictionary of all blocks, even after other filters")
  func lzma() throws {
    func held(_ blocks: [UInt8]) throws -> Int {
      var fixture = TIFFFixture()
      (fixture.width, fixture.height, fixture.stripHeight) = (4000, 3000, 3000)
      fixture.entries = [(259, .shorts([34_925]))]
      let stream: [UInt8] = [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0, 1, 9, 9, 9, 9] + blocks + [0]
      let file = fixture.file([stream])
      return try Self.held(file) - 3 * 4000 - 32 - file.count - 256 << 10
    }
    #expect(try held(Self.lzmaBlock(0)) == 4 << 10)
    #expect(try held(Self.lzmaBlock(22)) == 8 << 20)
    #expect(try held(Self.lzmaBlock(23, delta: true)) == 12 << 20)
    #expect(try held(Self.lzmaBlock(0) + Self.lzmaBlock(28)) == 64 << 20)
    #expect(try held(Self.lzmaBlock(22) + Self.lzmaBlock(40)) == 1 << 32 - 1)
  }

  /// A picture with JPEGs as strips, each as wide as the picture and 16 rows high.
  private static func jpegs(_ strips: [[UInt8]]) -> [UInt8] {
    var fixture = TIFFFixture()
    (fixture.width, fixture.height, fixture.stripHeight) = (64, 16 * strips.count, 16)
    fixture.colors = 6
    fixture.entries = [(259, .shorts([7])), (530, .shorts([2, 2]))]
    return fixture.file(strips)
  }

  @Test(
    "A JPEG with several scans takes two bytes per coefficient; a JPEG with a single scan takes none",
    .needs(.jpeg))
  func coefficients() throws {
    var picture = JPEGFixture(width: 64, height: 16)
    let plain = picture.encoded()
    picture.isProgressive = true
    let progressive = picture.encoded()
    func codec(_ strips: [[UInt8]]) throws -> Int {
      let file = Self.jpegs(strips)
      return try Self.held(file) - 3 * 64 - 32 * strips.count - min(file.count, 30_720 + 4096)
    }
    #expect(try codec([plain, plain]) == 0)
    // 4:2:0: three samples for two pixels.
    #expect(try codec([plain, progressive]) == 64 * 16 * 3)
    #expect(JPEGFixture.coefficientBytes(progressive) == 64 * 16 * 3)
  }

  @Test(
    "A 256-byte strip that claims gigabytes is refused, and the error states a sufficient budget",
    .needs(.jpeg))
  func claims() throws {
    var picture = JPEGFixture(width: 64, height: 16)
    (picture.isProgressive, picture.sampling) = (true, (1, 1))
    let large = try #require(JPEGMarker.resized(picture.encoded(), width: 30_000, height: 30_000))
    var fixture = TIFFFixture()
    (fixture.width, fixture.height, fixture.stripHeight, fixture.colors) = (
      30_000, 30_000, 30_000, 6
    )
    fixture.entries = [(259, .shorts([7])), (530, .shorts([1, 1]))]
    let file = fixture.file([large])
    #expect(try Self.held(file) > 3750 * 3750 * 3 * 128)
    let folder = TemporaryFolder()
    try folder.write(file, to: "a.tif")
    let refused = SheetPicture(LibraryFile(folder["a.tif"], as: .tiff)).within(1 << 30)
    #expect(refused.unreadable?.reason.contains("exceed the budget of 1GiB") == true)
  }

  @Test("The limit on a JPEG's scans also applies to JPEGs in a TIFF", .needs(.jpeg))
  func endless() throws {
    var picture = JPEGFixture(width: 64, height: 16)
    picture.isProgressive = true
    let file = picture.encoded()
    // The last scan, over and over.
    let place = try #require((0..<file.count - 1).last { file[$0] == 0xFF && file[$0 + 1] == 0xDA })
    let scan = file[place..<file.count - 2]
    let strip = file.dropLast(2) + repeatElement(scan, count: 1000).joined() + [0xFF, 0xD9]
    let folder = TemporaryFolder()
    try folder.write(Self.jpegs([Array(strip)]), to: "a.tif")
    #expect(
      SheetPicture(LibraryFile(folder["a.tif"], as: .tiff)).unreadable?.reason
        == "it has more scans than any image needs; save it as a baseline JPEG")
  }

  @Test("Millions of strips that share a huge JPEG are refused before their total overflows")
  func sharedJPEG() {
    let channels: [UInt8] = (1...10).flatMap { [$0, 0x11, 0] }
    let frame: [UInt8] = [0xFF, 0xC2, 0, 38, 8, 0xFF, 0xFF, 0xFF, 0xFF, 10] + channels
    let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0, 0]
    let jpeg: [UInt8] = [0xFF, 0xD8] + frame + scan + [0xFF, 0xD9]
    // Each strip starts at 0x0808.
    var bytes = [UInt8](repeating: 8, count: 28 << 20)
    bytes.replaceSubrange(0x0808..<0x0808 + jpeg.count, with: jpeg)
    let file = ByteView(bytes)
    let table = file[4096...]
    let chunks = TIFFChunks(
      file: file,
      offsets: TIFFDirectory.Entry(type: 3, count: table.count / 2, value: table), lengths: nil)
    #expect(
      throws: PictureFileError.malformed(reason: "its parts have more pixels than the image")
    ) { _ = try TIFFCodecMemory.jpegs(chunks) }
  }

  @Test("The number of bits per pixel is limited")
  func wide() throws {
    var fixture = TIFFFixture()
    (fixture.samples, fixture.bits, fixture.form, fixture.colors) = (16, 64, 3, 1)
    (fixture.width, fixture.height) = (2, 1)
    #expect(TIFFFileTests.reason(fixture.file([[UInt8](repeating: 0, count: 256)])) == nil)
    fixture.samples = 17
    #expect(
      TIFFFileTests.reason(fixture.file([[UInt8](repeating: 0, count: 272)]))
        == "a pixel has 17 samples of 64 bits, and more than 1024 bits are not supported; save it "
        + "with 8 or 16 bits per sample")
  }
}
