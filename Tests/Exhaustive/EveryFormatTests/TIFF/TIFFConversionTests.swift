import FormatFixtures
import PNGFixtures
import SheetImaging
import TestSupport
import Testing

@testable import SheetPictures

/// Pictures whose colours libtiff converts to RGB, as its own RGBA reading does.
@Suite(.needs(.tiff))
struct TIFFConversionTests {
  /// A YCbCr picture, each of whose chroma samples covers several pixels.
  private struct SubsampledPicture {
    var fixture = TIFFFixture()
    let across, down: Int

    init(_ across: Int, _ down: Int, width: Int, height: Int) {
      (self.across, self.down) = (across, down)
      (fixture.width, fixture.height, fixture.stripHeight) = (width, height, height)
      fixture.colors = 6
      fixture.entries = [(530, .shorts([across, down]))]
    }

    /// The blocks of a rectangle: all luma samples of a block, and its two chroma samples.
    private func blocks(_ left: Int, _ top: Int, _ width: Int, _ height: Int) -> [UInt8] {
      stride(from: top, to: top + height, by: down).flatMap { y in
        stride(from: left, to: left + width, by: across).flatMap { x -> [UInt8] in
          let luma = (0..<across * down).map { UInt8((7 * x + 3 * y + 11 * $0) % 219 + 16) }
          return luma + [UInt8(x % 200 + 20), UInt8(y % 200 + 20)]
        }
      }
    }

    /// The file, in strips or tiles, with or without compression.
    func file(_ coding: TIFFFixture.Coding, _ entries: [(Int, ExifFixture.Value)] = []) -> [UInt8] {
      var fixture = fixture
      fixture.coding = coding
      fixture.entries += entries.map { (tag: $0.0, value: $0.1) }
      let size = fixture.tile ?? (fixture.width, fixture.stripHeight)
      let chunks = stride(from: 0, to: fixture.height, by: size.height).flatMap { top in
        stride(from: 0, to: fixture.width, by: size.width).map { left in
          let isLast = fixture.tile == nil && top + size.height > fixture.height
          let chunk = blocks(left, top, size.width, isLast ? fixture.height - top : size.height)
          return coding == .deflate ? deflated(chunk, level: 6) : chunk
        }
      }
      return fixture.file(chunks)
    }
  }

  @Test(
    "A single strip without compression gives the same pixels as compressed strips, at any size",
    arguments: [(1, 1), (2, 1), (1, 2), (2, 2), (4, 1), (4, 2), (4, 4)])
  func undividedStrips(across: Int, down: Int) throws {
    for (width, height) in [(5, 3), (64, 40), (100, 99), (333, 64), (9000, 12)]
    // If there are several strips, libtiff 4.5 misreads the last rows of incomplete 4 x 4 blocks.
    where down < 4 || height % 4 == 0 || height < 8 {
      var picture = SubsampledPicture(across, down, width: width, height: height)
      let whole = try TIFFFileTests.pixels(picture.file(.none), PixelFormat(.rgb, .eight))
      // RowsPerStrip may be missing, or greater than the height.
      for rows in [Int(UInt32.max), height + 7] {
        let file = picture.file(.none, [(278, .longs([rows]))])
        #expect(try TIFFFileTests.pixels(file, PixelFormat(.rgb, .eight)) == whole)
      }
      picture.fixture.stripHeight = 8
      let strips = try TIFFFileTests.pixels(picture.file(.deflate), PixelFormat(.rgb, .eight))
      #expect(strips == whole, "\(width) x \(height)")
    }
  }

  @Test(
    "Tiles give the same pixels with and without compression, whatever the size of their data",
    arguments: [(1, 1), (2, 1), (2, 2), (4, 4)])
  func tiles(across: Int, down: Int) throws {
    for tile in [(16, 16), (32, 16), (64, 64), (16, 80)] {
      var picture = SubsampledPicture(across, down, width: 100, height: 70)
      picture.fixture.tile = tile
      let files = [TIFFFixture.Coding.none, .deflate].map { picture.file($0) }
      let pixels = try files.map { try TIFFFileTests.pixels($0, PixelFormat(.rgb, .eight)) }
      #expect(pixels[0] == pixels[1], "\(tile)")
    }
  }

  @Test("A strip without compression is held in parts, however tall the picture is")
  func memory() throws {
    func held(_ height: Int) throws -> Int {
      let picture = SubsampledPicture(2, 2, width: 1000, height: height)
      return try ReadPicture(picture.file(.none), "tif").header.heldBytes
    }
    let (low, high) = (try held(100), try held(1000))
    // A strip has 8 KiB at most, and two table entries.
    #expect(high - low < 32 * 1000 && high < 250_000, "\(low) \(high)")
  }

  @Test(
    "Planes of luma and chroma give the same pixels as interleaved ones", arguments: [false, true])
  func planes(isTiled: Bool) throws {
    var fixture = TIFFFixture()
    fixture.colors = 6
    fixture.entries = [(530, .shorts([1, 1]))]
    if isTiled { fixture.tile = (16, 16) }
    let samples = TIFFFileTests.samples(fixture)
    let whole = try TIFFFileTests.pixels(fixture.encoded(samples), PixelFormat(.rgb, .eight))
    for coding in TIFFFixture.Coding.allCases {
      (fixture.isPlanar, fixture.coding) = (true, coding)
      #expect(
        try TIFFFileTests.pixels(fixture.encoded(samples), PixelFormat(.rgb, .eight)) == whole,
        "\(coding)")
    }
  }

  @Test("Chroma samples that libtiff cannot convert are refused, and the error suggests a remedy")
  func refusedChroma() {
    var fixture = TIFFFixture()
    fixture.colors = 6
    func reason(_ subsampling: [Int]) -> String? {
      fixture.entries = [(530, .shorts(subsampling))]
      return TIFFFileTests.reason(fixture.encoded(TIFFFileTests.samples(fixture)))
    }
    for sizes in [[1, 4], [2, 4]] {
      #expect(reason(sizes) == "its chroma subsampling is not supported; save it as RGB")
    }
    fixture.isPlanar = true
    #expect(reason([2, 2])?.contains("stored in planes") == true)
    fixture.colors = 8
    #expect(reason([1, 1])?.contains("stored in planes") == true)
    (fixture.isPlanar, fixture.colors, fixture.samples) = (false, 6, 4)
    #expect(reason([1, 1])?.contains("its sample format is not supported") == true)
  }

  @Test("24-bit and 32-bit LogLuv, and LogL, are converted to sRGB, in strips and tiles")
  func logarithms() throws {
    // Each byte of a pixel is a run of 16 equal bytes: those of the luminance, which is 1, and
    // those of chroma. In 24 bits, pixels are stored without runs.
    let luminance: [UInt8] = [0x40, 0]
    let chroma: [UInt8] = [81, 192]
    for isTiled in [false, true] {
      for (coding, colors, expected) in [
        (34676, 32844, [255, 255, 255]), (34676, 32845, [235, 255, 255]),
        (34677, 32845, [255, 0, 255]),
      ] {
        var fixture = TIFFFixture()
        (fixture.width, fixture.height, fixture.stripHeight) = (16, 16, 16)
        (fixture.bits, fixture.colors, fixture.samples) = (16, colors, colors == 32844 ? 1 : 3)
        fixture.form = 2
        if isTiled { fixture.tile = (16, 16) }
        fixture.entries = [(259, .shorts([coding]))]
        let row: [UInt8] =
          coding == 34677
          ? (0..<16).flatMap { _ in [0xD0, 0x00, 0x00] as [UInt8] }
          : (luminance + (colors == 32844 ? [] : chroma)).flatMap { [128 + 16 - 2, $0] }
        let read = try ReadPicture(fixture.file([(0..<16).flatMap { _ in row }]), "tif")
        #expect(read.failure == nil && read.rows.count == 16, "\(coding) \(colors)")
        let apart = zip(read.rows[0].prefix(3), expected).map { abs(Int($0) - $1) }
        #expect(Set(read.rows).count == 1 && apart.allSatisfy { $0 <= 2 }, "\(coding) \(colors)")
      }
    }
  }

  @Test("Scans compressed by the methods of NeXT and ThunderScan are read")
  func oldScans() throws {
    var fixture = TIFFFixture()
    (fixture.width, fixture.height, fixture.stripHeight) = (16, 4, 4)
    (fixture.samples, fixture.colors) = (1, 1)
    // A literal row of 2 bits per pixel.
    (fixture.bits, fixture.entries) = (2, [(259, .shorts([32766]))])
    let next = fixture.file([(0..<4).flatMap { _ in [0, 0x1B, 0xE4, 0x1B, 0xFF] as [UInt8] }])
    let shades: [UInt8] = [0, 85, 170, 255]
    let row = shades + shades.reversed() + shades + [255, 255, 255, 255]
    #expect(
      try TIFFFileTests.pixels(next, PixelFormat(.gray, .eight)) == (0..<4).flatMap { _ in row })
    // Raw 4-bit pixels.
    (fixture.bits, fixture.entries) = (4, [(259, .shorts([32809]))])
    let thunder = fixture.file([(0..<4).flatMap { _ in (0..<16).map { 0xC0 | UInt8($0) } }])
    #expect(
      try TIFFFileTests.pixels(thunder, PixelFormat(.gray, .eight))
        == (0..<4).flatMap { _ in (0..<16).map { UInt8(17 * $0) } })
  }

  @Test("8-bit and 16-bit Lab becomes sRGB relative to its white point", arguments: [8, 16])
  func lab(bits: Int) throws {
    var fixture = TIFFFixture()
    (fixture.width, fixture.height, fixture.bits, fixture.colors) = (4, 1, bits, 8)
    let unit = bits == 8 ? 1 : 256
    let top = 1 << bits - 1
    // White, black, a grey, and a light magenta; a* and b* are signed.
    let pixels = [
      [top, 0, 0], [0, 0, 0], [128 * unit, 0, 0], [200 * unit, 20 * unit, 236 * unit],
    ]
    // The white point of sRGB, so that neutral colours stay neutral.
    fixture.entries = [(318, .rationals([(3127, 10_000), (3290, 10_000)]))]
    let expected = [[255, 255, 255], [0, 0, 0], [124, 124, 124], [216, 186, 232]]
    for isTiled in [false, true] {
      for coding in TIFFFixture.Coding.allCases {
        for isLittleEndian in [false, true] {
          (fixture.coding, fixture.isLittleEndian) = (coding, isLittleEndian)
          fixture.tile = isTiled ? (16, 16) : nil
          let file = fixture.encoded(pixels.flatMap(\.self))
          let read = try TIFFFileTests.pixels(file, PixelFormat(.rgb, .eight))
          let apart = zip(read, expected.joined()).map { abs(Int($0) - $1) }
          #expect(apart.count == 12 && apart.allSatisfy { $0 <= 2 }, "\(fixture): \(read)")
        }
      }
    }
    fixture.bits = 32
    let reason = TIFFFileTests.reason(fixture.encoded([Int](repeating: 0, count: 12)))
    #expect(reason?.contains("its sample format is not supported") == true)
  }
}
