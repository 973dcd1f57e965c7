import ColorFixtures
import FormatFixtures
import JPEGFixtures
import SheetImaging
import SheetLayout
import SheetModel
import TestSupport
import Testing

@testable import SheetPictures

@Suite(.needs(.tiff))
struct TIFFFileTests {
  /// The reason why a file's header or rows cannot be read; nil if they can.
  static func reason(_ bytes: [UInt8]) -> String? {
    do { return try ReadPicture(bytes, "tif").failure } catch { return "\(error)" }
  }

  static func samples(_ fixture: TIFFFixture, seed: UInt64 = 1) -> [Int] {
    var generator = SeededGenerator(seed: seed)
    return (0..<fixture.width * fixture.height * fixture.samples).map { _ in
      Int(truncatingIfNeeded: generator.next()) & (1 << min(fixture.bits, 62) - 1)
    }
  }

  /// The joined rows of a picture that is read without failure.
  static func pixels(_ bytes: [UInt8], _ format: PixelFormat) throws -> [UInt8] {
    let read = try ReadPicture(bytes, "tif")
    #expect(read.failure == nil)
    #expect(read.header.format == format)
    return Array(read.rows.joined())
  }

  static func bytes(_ samples: [Int], _ depth: SampleDepth) -> [UInt8] {
    samples.flatMap {
      depth == .eight ? [UInt8($0)] : [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)]
    }
  }

  @Test(
    "Every bit depth is read, in strips, tiles and planes, with every codec and byte order",
    arguments: [1, 2, 4, 7, 8, 10, 12, 16, 32], TIFFFixture.Coding.allCases)
  func forms(bits: Int, coding: TIFFFixture.Coding) throws {
    let depth = bits > 8 ? SampleDepth.sixteen : .eight
    for layout in 0..<8 {
      var fixture = TIFFFixture()
      (fixture.bits, fixture.coding, fixture.height, fixture.stripHeight) = (bits, coding, 7, 3)
      fixture.isLittleEndian = layout & 1 == 0
      fixture.isPlanar = layout & 2 == 0
      fixture.isBig = layout & 3 == 0
      if layout & 4 == 0 { fixture.tile = (16, 16) }
      let samples = Self.samples(fixture)
      let expected = samples.map { sample in
        bits == 32
          ? sample >> 16
          : bits > 8
            ? sample * 65535 / (1 << bits - 1)
            : (sample * 255 * 2 / (1 << bits - 1) + 1) / 2
      }
      let read = try Self.pixels(fixture.encoded(samples), PixelFormat(.rgb, depth))
      #expect(read == Self.bytes(expected, depth), "\(fixture)")
    }
  }

  @Test("Grey of both polarities is read, and so are palettes with 16-bit or 8-bit entries")
  func colors() throws {
    var fixture = TIFFFixture()
    (fixture.samples, fixture.bits, fixture.colors) = (1, 4, 1)
    let samples = Self.samples(fixture)
    let gray = PixelFormat(.gray, .eight)
    #expect(
      try Self.pixels(fixture.encoded(samples), gray) == samples.map { UInt8($0 * 17) })
    fixture.colors = 0
    #expect(
      try Self.pixels(fixture.encoded(samples), gray) == samples.map { UInt8(255 - $0 * 17) })
    fixture.colors = 3
    let palette = (0..<48).map { 5 * $0 }
    for scale in [1, 256, 257] {
      for isLittleEndian in [true, false] {
        fixture.isLittleEndian = isLittleEndian
        fixture.entries = [(320, .shorts(palette.map { $0 * scale }))]
        #expect(
          try Self.pixels(fixture.encoded(samples), PixelFormat(.rgb, .eight))
            == samples.flatMap { color -> [UInt8] in (0..<3).map { UInt8(palette[16 * $0 + color]) }
            })
      }
    }
    fixture.entries = [(320, .shorts([1, 2, 3]))]
    #expect(Self.reason(fixture.encoded(samples)) == "its palette is damaged")
  }

  @Test(
    "Alpha is straight or associated, may lack a description, and may be absent",
    arguments: [8, 16])
  func alpha(bits: Int) throws {
    let depth = bits == 8 ? SampleDepth.eight : .sixteen
    let most = 1 << bits - 1
    for isPlanar in [false, true] {
      var fixture = TIFFFixture()
      (fixture.samples, fixture.bits, fixture.isPlanar) = (5, bits, isPlanar)
      let colors = Self.samples(fixture)
      func pixels(_ body: ([Int]) -> [Int]) -> [Int] {
        stride(from: 0, to: colors.count, by: 5).flatMap { body(Array(colors[$0..<$0 + 5])) }
      }
      let rgba = PixelFormat(.rgba, depth)
      fixture.extras = [0, 2]
      let expected = Self.bytes(
        pixels { pixel -> [Int] in Array(pixel[0..<3]) + [pixel[4]] }, depth)
      #expect(try Self.pixels(fixture.encoded(colors), rgba) == expected)
      fixture.extras = [0, 1]
      let premultiplied = pixels { pixel -> [Int] in
        let alpha = pixel[4]
        return pixel[0..<3].map { color -> Int in (color * alpha + most / 2) / most } + pixel[3...]
      }
      let straight = pixels { pixel -> [Int] in
        let alpha = pixel[4]
        let colors = pixel[0..<3].map { color -> Int in
          let stored = (color * alpha + most / 2) / most
          return alpha == 0 ? 0 : min(most, (stored * most + alpha / 2) / alpha)
        }
        return colors + [alpha]
      }
      let read = try Self.pixels(fixture.encoded(premultiplied), rgba)
      let apart = zip(read, Self.bytes(straight, depth)).map { abs(Int($0) - Int($1)) }
      // Halves may be rounded either way.
      #expect(apart.allSatisfy { $0 <= (bits == 8 ? 1 : 0) } && read.count == apart.count)
      // The first of several extra samples without a description is alpha if it varies, as in
      // libtiff.
      fixture.extras = [0, 0]
      #expect(
        try Self.pixels(fixture.encoded(colors), rgba)
          == Self.bytes(pixels { Array($0[0..<4]) }, depth))
      fixture.extras = []
      #expect(
        try Self.pixels(fixture.encoded(colors), PixelFormat(.rgb, depth))
          == Self.bytes(pixels { Array($0[0..<3]) }, depth))
    }
    // If RGB has four samples, the fourth is alpha, as in Pillow and ImageMagick.
    var fixture = TIFFFixture()
    fixture.samples = 4
    let samples = Self.samples(fixture)
    #expect(
      try Self.pixels(fixture.encoded(samples), PixelFormat(.rgba, .eight))
        == samples.map { UInt8($0) })
  }

  @Test("CMYK is not inverted at 8 or 16 bits, and an extra sample is not treated as ink")
  func inks() throws {
    for bits in [8, 16] {
      var fixture = TIFFFixture()
      (fixture.samples, fixture.bits, fixture.colors, fixture.extras) = (5, bits, 5, [2])
      let samples = Self.samples(fixture).map { bits == 8 ? $0 : ($0 & 255) * 257 }
      let read = try ReadPicture(fixture.encoded(samples), "tif")
      #expect(read.failure == nil && read.header.warnings.count == 1)
      var inks: [UInt8] = []
      for pixel in stride(from: 0, to: samples.count, by: 5) {
        inks += samples[pixel..<pixel + 4].map { UInt8(truncatingIfNeeded: $0) }
      }
      var expected = [UInt8](repeating: 0, count: inks.count / 4 * 3)
      var span = expected.mutableSpan
      InkSamples.plain.convert(inks.span, into: &span)
      #expect(Array(read.rows.joined()) == expected)
    }
  }

  @Test("Floating-point samples are linear light from 0 to 1, unless a profile defines them")
  func floats() throws {
    var fixture = TIFFFixture()
    (fixture.samples, fixture.colors, fixture.form) = (1, 1, 3)
    (fixture.width, fixture.height) = (4, 2)
    let values: [Double] = [0, 1, 0.5, 0.25, -3, 1e9, .nan, -.infinity]
    let expected = Self.bytes([0, 65535, 32768, 16384, 0, 65535, 0, 0], .sixteen)
    let halves = [0, 0x3C00, 0x3800, 0x3400, 0xC200, 0x7C00, 0x7E00, 0xFC00]
    let singles = values.map { Int(Float($0).bitPattern) }
    let doubles = values.map { Int(truncatingIfNeeded: $0.bitPattern) }
    for (count, pattern) in [(16, halves), (32, singles), (64, doubles)] {
      for isLittleEndian in [true, false] {
        (fixture.bits, fixture.isLittleEndian) = (count, isLittleEndian)
        let file = fixture.encoded(pattern)
        let read = try Self.pixels(file, PixelFormat(.gray, .sixteen))
        let apart = zip(read, expected).map { abs(Int($0) - Int($1)) }
        // Half-precision floats have fewer steps.
        let isClose = apart.allSatisfy { $0 <= 1 || count == 16 && $0 == 255 }
        #expect(isClose && read.count == expected.count, "\(count): \(read)")
        #expect(try ReadPicture(file, "tif").header.colorSpace == ColorSpace(.linear))
        let ignored = MetadataUse(color: .ignore)
        #expect(try ReadPicture(file, "tif", at: .whole, ignored).header.colorSpace == .sRGB)
      }
    }
    fixture.entries = [(34675, .bytes(ProfileFixture.gray(ProfileFixture.gamma(2)).encoded()))]
    let read = try ReadPicture(fixture.encoded([0, 1, 2, 3, 4, 5, 6, 7]), "tif")
    #expect(read.header.colorSpace != ColorSpace(.linear) && read.header.warnings.isEmpty)
  }

  @Test(
    "A JPEG inside a TIFF is read with its own colours", .needs(.jpeg))
  func jpegs() throws {
    var picture = JPEGFixture(width: 48, height: 32)
    picture.sampling = (2, 2)
    let pixels = SamplePicture().pixels
    let jpeg = picture.encoded(pixels)
    var fixture = TIFFFixture()
    (fixture.width, fixture.height, fixture.stripHeight, fixture.colors) = (48, 32, 32, 6)
    fixture.entries = [(259, .shorts([7])), (530, .shorts([2, 2]))]
    let read = try ReadPicture(fixture.file([jpeg]), "tif")
    #expect(read.failure == nil && read.header.isLossy)
    let apart = zip(read.rows.joined(), pixels).map { abs(Int($0) - Int($1)) }
    #expect(apart.count == pixels.count)
    #expect(apart.reduce(0, +) < 12 * apart.count)
  }

  @Test("YCbCr without JPEG is read, with 2 x 2 chroma subsampling")
  func subsampled() throws {
    var fixture = TIFFFixture()
    (fixture.width, fixture.height, fixture.stripHeight, fixture.colors) = (16, 32, 16, 6)
    fixture.entries = [(530, .shorts([2, 2]))]
    // Four luma samples and two of chroma, by ITU-R BT.601: the upper strip is red, the lower one
    // blue.
    let (red, blue): ([UInt8], [UInt8]) = ([76, 76, 76, 76, 85, 255], [29, 29, 29, 29, 255, 107])
    let chunks = [red, blue].map { block in (0..<8 * 8).flatMap { _ in block } }
    let read = try ReadPicture(fixture.file(chunks), "tif")
    try #require(read.failure == nil && read.rows.count == 32)
    for (row, expected) in [
      (0, [254, 0, 0]), (15, [254, 0, 0]), (16, [0, 0, 254]), (31, [0, 0, 254]),
    ] {
      let apart = zip(read.rows[row].prefix(3), expected).map { abs(Int($0) - $1) }
      #expect(apart.allSatisfy { $0 <= 2 }, "\(row): \(read.rows[row].prefix(3))")
    }
  }

  @Test("Palettes of more than 8 bits are read", arguments: [10, 16])
  func largePalette(bits: Int) throws {
    var fixture = TIFFFixture()
    (fixture.samples, fixture.bits, fixture.colors) = (1, bits, 3)
    let count = 1 << bits
    let palette = (0..<3 * count).map { ($0 * 40503) & 0xFFFF }
    for isLittleEndian in [true, false] {
      fixture.isLittleEndian = isLittleEndian
      fixture.entries = [(320, .shorts(palette))]
      let samples = Self.samples(fixture)
      #expect(
        try Self.pixels(fixture.encoded(samples), PixelFormat(.rgb, .eight))
          == samples.flatMap { color in
            (0..<3).map { UInt8((palette[$0 * count + color] * 255 + 32_767) / 65_535) }
          })
    }
  }

  @Test(
    "Signed samples are black below 0, and white at their maximum", arguments: [8, 16, 32])
  func signed(bits: Int) throws {
    var fixture = TIFFFixture()
    (fixture.samples, fixture.bits, fixture.colors, fixture.form) = (1, bits, 1, 2)
    (fixture.width, fixture.height) = (4, 1)
    let most = 1 << (bits - 1) - 1
    let file = fixture.encoded([0, most, most + 1, 1 << bits - 1])
    let depth = bits > 8 ? SampleDepth.sixteen : .eight
    #expect(
      try Self.pixels(file, PixelFormat(.gray, depth))
        == Self.bytes([0, depth.maximum, 0, 0], depth))
  }

  @Test("An unspecified fourth sample is alpha if it varies, with a note")
  func unspecifiedSample() throws {
    var fixture = TIFFFixture()
    (fixture.samples, fixture.extras) = (4, [0])
    let varied = Self.samples(fixture)
    let read = try ReadPicture(fixture.encoded(varied), "tif")
    #expect(read.header.format == PixelFormat(.rgba, .eight))
    #expect(Array(read.rows.joined()) == Self.bytes(varied, .eight))
    #expect(
      read.header.warnings.first?.contains("its fourth sample is shown as transparency") == true)
    for constant in [0, 255] {
      let samples = varied.enumerated().map { $0 % 4 == 3 ? constant : $1 }
      let read = try ReadPicture(fixture.encoded(samples), "tif")
      #expect(read.header.format == PixelFormat(.rgb, .eight) && read.header.warnings.isEmpty)
      let colors = samples.enumerated().filter { $0.offset % 4 < 3 }.map(\.element)
      #expect(Array(read.rows.joined()) == Self.bytes(colors, .eight))
    }
  }

  @Test("An unspecified fourth sample that no colour exceeds is associated alpha")
  func unspecifiedAssociated() throws {
    for bits in [8, 16] {
      var fixture = TIFFFixture()
      (fixture.samples, fixture.bits, fixture.extras) = (4, bits, [0])
      let full = (1 << bits) - 1
      let samples = (0..<fixture.width * fixture.height).flatMap { pixel in
        let alpha = [full, full / 2, 0][pixel % 3]
        return [alpha, alpha / 2, 0, alpha]
      }
      let unspecified = try ReadPicture(fixture.encoded(samples), "tif")
      fixture.extras = [1]
      let associated = try ReadPicture(fixture.encoded(samples), "tif")
      #expect(unspecified.rows == associated.rows && unspecified.header.warnings.count == 1)
      // A single colour above its alpha shows that no colours are premultiplied.
      var straight = samples
      straight[4] = full
      fixture.extras = [0]
      let other = try ReadPicture(fixture.encoded(straight), "tif")
      fixture.extras = [2]
      #expect(try other.rows == ReadPicture(fixture.encoded(straight), "tif").rows)
    }
  }

  @Test(
    "If several unspecified samples follow RGB, the first of them is alpha if it varies",
    arguments: [[0, 0], [0], [0, 0, 0]])
  func unspecifiedSamples(extras: [Int]) throws {
    for (isPlanar, isTiled) in [(false, false), (true, false), (false, true)] {
      var fixture = TIFFFixture()
      (fixture.samples, fixture.extras, fixture.isPlanar) = (
        max(3 + extras.count, 5), extras, isPlanar
      )
      if isTiled { fixture.tile = (16, 16) }
      let samples = Self.samples(fixture)
      let read = try ReadPicture(fixture.encoded(samples), "tif")
      #expect(read.header.format == PixelFormat(.rgba, .eight) && read.header.warnings.count == 1)
      let shown = samples.enumerated().filter { $0.offset % fixture.samples < 4 }.map(\.element)
      #expect(Array(read.rows.joined()) == Self.bytes(shown, .eight))
      let constant = samples.enumerated().map { $0 % fixture.samples == 3 ? 7 : $1 }
      let opaque = try ReadPicture(fixture.encoded(constant), "tif")
      #expect(opaque.header.format == PixelFormat(.rgb, .eight) && opaque.header.warnings.isEmpty)
    }
  }

  @Test("A grey picture with further bands gets a note on their number, but alpha is no band")
  func bands() throws {
    for (samples, extras, warning) in [
      (4, [0, 0, 0], "only the first of 4 bands is shown"),
      (2, [0], "only the first of 2 bands is shown"), (4, [], "only the first of 4 bands is shown"),
      (2, [2], nil), (1, [], nil),
    ] as [(Int, [Int], String?)] {
      var fixture = TIFFFixture()
      (fixture.samples, fixture.colors, fixture.extras) = (samples, 1, extras)
      let read = try ReadPicture(fixture.encoded(Self.samples(fixture)), "tif")
      #expect(read.failure == nil, "\(samples) \(extras)")
      let warnings = read.header.warnings
      #expect(warnings.count == (warning == nil ? 0 : 1), "\(samples) \(extras)")
      if let warning { #expect(warnings.first?.hasPrefix(warning) == true, "\(warnings)") }
    }
  }

  @Test(
    "A sample declared as alpha, even with Corel's code, takes precedence over unspecified samples")
  func declaredAlpha() throws {
    var fixture = TIFFFixture()
    for (extras, index) in [([0, 2], 4), ([2, 0], 3), ([999], 3), ([0, 999], 4)] {
      (fixture.samples, fixture.extras) = (3 + extras.count, extras)
      let samples = Self.samples(fixture)
      let read = try ReadPicture(fixture.encoded(samples), "tif")
      #expect(read.header.format == PixelFormat(.rgba, .eight) && read.header.warnings.isEmpty)
      let shown = samples.enumerated().filter {
        $0.offset % fixture.samples < 3 || $0.offset % fixture.samples == index
      }
      #expect(Array(read.rows.joined()) == Self.bytes(shown.map(\.element), .eight), "\(extras)")
    }
  }

  @Test("The first picture that is not a reduced copy or a mask is used, or else the largest copy")
  func pages() throws {
    for (pages, width) in [
      ([(7, 0), (9, 0)], 7), ([(3, 1), (9, 0), (11, 0)], 9), ([(3, 1), (8, 1), (5, 1)], 8),
      ([(9, 4), (7, 2)], 7), ([(9, 4), (7, 1)], 7), ([(6, 0), (60, 1)], 6),
    ] {
      let read = try ReadPicture(TIFFFixture.pages(pages), "tif")
      #expect(read.failure == nil && read.header.size.width == width, "\(pages)")
    }
    // The directory is below another one, as in files from cameras.
    var fixture = TIFFFixture()
    fixture.entries = [(254, .longs([1])), (330, .directory(ExifFixture([256: .longs([99])])))]
    #expect(Self.reason(fixture.encoded(Self.samples(fixture))) == "its image has no size")
    #expect(Self.reason(TIFFFixture.pages([(9, 4)])) == "unexpected end of file")
  }

  @Test("Exif data and IPTC are read wherever they are, even in a BigTIFF")
  func exif() throws {
    let iptc = IPTCFixture([(90, "Rome")]).datasets
    for isBig in [false, true] {
      for isLittleEndian in [false, true] {
        var fixture = TIFFFixture()
        (fixture.isBig, fixture.isLittleEndian, fixture.gap) = (isBig, isLittleEndian, 300_000)
        fixture.entries = [
          (272, .ascii("A")), (271, .ascii("A maker of cameras")), (274, .shorts([6])),
          (34377, .bytes([UInt8](repeating: 7, count: 100_000))),
          (33723, .bytes(iptc)),
          (
            34665,
            .directory(
              ExifFixture([
                36867: .ascii("2026:02:03 04:05:06"), 33434: .rationals([(1, 125)]),
                40961: .shorts([0xFFFF]), 40965: .directory(ExifFixture([1: .ascii("R03")])),
              ]))
          ),
          (
            34853,
            .directory(ExifFixture([1: .ascii("N"), 2: .rationals([(51, 1), (1, 2), (3, 1)])]))
          ),
        ]
        var use = MetadataUse()
        use.needs = MetadataNeeds(exif: true, xmp: true, color: true)
        let read = try ReadPicture(fixture.encoded(Self.samples(fixture)), "tif", at: .whole, use)
        #expect(read.failure == nil && read.header.orientation.rawValue == 6)
        let exif = try #require(read.header.metadata?.exif)
        #expect(exif.text(272) == "A" && exif.text(271) == "A maker of cameras")
        #expect(exif.directory(34665)?.text(36867) == "2026:02:03 04:05:06")
        #expect(exif.directory(34665)?.rational(33434) == 1.0 / 125)
        #expect(exif.directory(34853)?.rationals(2, count: 3) == [51, 0.5, 3])
        #expect(read.header.colorSpace == .adobeRGB)
        #expect(read.header.metadata?.iptc.first == iptc)
      }
    }
  }

  @Test(
    "Two resolutions give the pixel aspect ratio, with or without a unit",
    arguments: [
      ((204, 1), (98, 1), 21, 27), ((1, 1), (9, 16), 21, 23), ((72, 1), (72, 1), 21, 13),
      ((98, 1), (196, 1), 42, 13), ((1, 0), (98, 1), 21, 13), ((0, 1), (0, 1), 21, 13),
      ((400, 1), (100, 1), 21, 13), ((2999, 10), (300, 1), 21, 13),
    ] as [((Int, Int), (Int, Int), Int, Int)])
  func pixelRatio(columns: (Int, Int), rows: (Int, Int), width: Int, height: Int) throws {
    for unit in 1...3 {
      var fixture = TIFFFixture()
      fixture.entries = [
        (282, .rationals([columns])), (283, .rationals([rows])), (296, .shorts([unit])),
      ]
      let read = try ReadPicture(fixture.encoded(Self.samples(fixture)), "tif")
      #expect(read.header.shownSize == PixelSize(width: width, height: height))
    }
  }

  @Test("An unsupported kind of TIFF is refused; the error says so and suggests a remedy")
  func refused() {
    func reason(_ tag: Int, _ value: ExifFixture.Value) -> String? {
      var fixture = TIFFFixture()
      fixture.entries = [(tag, value)]
      return Self.reason(fixture.encoded(Self.samples(fixture)))
    }
    let colors = "its colour format is not supported"
    #expect(reason(262, .shorts([9])) == "\(colors) (9); save it as RGB")
    let coding = "its compression is not supported"
    for code in [34712, 34661, 34887, 32909, 0] {
      #expect(reason(259, .shorts([code])) == "\(coding) (\(code)); save it with LZW or Deflate")
    }
    let mismatch = "its compression does not support its colours; save it as RGB"
    #expect(reason(259, .shorts([34676])) == mismatch && reason(262, .shorts([32845])) == mismatch)
    let samples = "its sample format is not supported; save it"
    for (tag, values) in [(258, [5, 6, 5]), (258, [24, 24, 24]), (258, [0])] {
      #expect(
        reason(tag, .shorts(values)) == "\(samples) with 8 or 16 bits per sample",
        "\(tag) \(values)")
    }
    // The file already has 8 bits per sample, so the message does not suggest them.
    for (tag, values) in [(339, [5, 5, 5]), (277, [2]), (277, [65]), (332, [2])] {
      #expect(reason(tag, .shorts(values)) == "\(samples) as a PNG", "\(tag) \(values)")
    }
    #expect(reason(256, .longs([0])) == "its image has no size")
    for side in [1_000_001, 0x7FFF_FFFF, 0xFFFF_FFFF] {
      #expect(reason(257, .longs([side]))?.contains("no side may exceed 1000000") == true)
    }
    #expect(
      Self.reason(Array("MM\0\u{2B}\0\u{8}\0\0".utf8) + [UInt8](repeating: 255, count: 99))
        == "unexpected end of file")
    #expect(Self.reason(Array("II*\0but no directory".utf8)) == "unexpected end of file")
  }

  @Test("A file that would take too much memory is refused once its header is read")
  func tooLarge() {
    var fixture = TIFFFixture()
    fixture.entries = [(256, .longs([60_000])), (257, .longs([60_000]))]
    for change in [
      [(284, .shorts([2])), (278, .longs([60_000]))],
      [(322, .longs([65_536])), (323, .longs([65_536])), (324, .longs([8])), (325, .longs([8]))],
    ] as [[(Int, ExifFixture.Value)]] {
      var large = fixture
      large.entries += change.map { (tag: $0.0, value: $0.1) }
      #expect(
        Self.reason(large.file([[1, 2, 3]]))?.contains("must be held in memory") == true)
    }
    // The picture's own strips are read row by row, so its size is accepted, but the file is too
    // short.
    #expect(Self.reason(fixture.file([[1, 2, 3]])) != nil)
    fixture.entries = [(256, .longs([100_000])), (257, .longs([100_000]))]
    #expect(
      Self.reason(fixture.file([[1]]))
        == "it has more than 4294967296 pixels; make it smaller")
  }

  @Test("Only one strip or row of tiles is in memory at a time, however tall the picture is")
  func rowByRow() throws {
    func held(_ height: Int, stripHeight: Int, isTiled: Bool = false) throws -> Int {
      var fixture = TIFFFixture()
      (fixture.width, fixture.height, fixture.stripHeight) = (100, height, stripHeight)
      if isTiled { fixture.tile = (16, 16) }
      return try ReadPicture(fixture.encoded(Self.samples(fixture)), "tif").header.heldBytes
    }
    for isTiled in [false, true] {
      let low = try held(400, stripHeight: 4, isTiled: isTiled)
      let high = try held(4000, stripHeight: 4, isTiled: isTiled)
      // The tables of offsets and sizes grow; pixels do not.
      #expect(high - low <= 32 * 1600 && low < 60_000, "\(low), \(high)")
    }
    #expect(try held(4000, stripHeight: 4000) > 3 * 100 * 4000)
  }

  @Test("Directory loops, offsets outside the file and values that share bytes do no harm")
  func hostile() {
    // The file's only directory is not a picture, and names itself as the next one.
    var file = TIFFFixture.pages([(9, 4)])
    let next = 10 + 12 * Int(file[8])
    file[next] = 8
    #expect(Self.reason(file) == "unexpected end of file")
    for place in [0, 7, 1 << 20, 0x7FFF_FFFF, 0xFFFF_FFF0] {
      for isBig in [false, true] {
        var fixture = TIFFFixture()
        fixture.isBig = isBig
        (fixture.stripHeight, fixture.entries) = (13, [(273, .longs([place]))])
        _ = Self.reason(fixture.encoded(Self.samples(fixture)))
        fixture.entries = [(279, .longs([place]))]
        _ = Self.reason(fixture.encoded(Self.samples(fixture)))
        fixture.entries = [
          (273, .numbers(type: 16, bytes: 8, count: 1, [place << 31])),
          (34665, .longs([place])), (330, .longs([place])), (34853, .longs([8])),
          (700, .numbers(type: 7, bytes: 1, count: place, [1, 2, 3, 4, 5, 6, 7, 8, 9])),
          (34675, .numbers(type: 12, bytes: 1, count: place, [1, 2, 3, 4, 5, 6, 7, 8, 9])),
        ]
        _ = Self.reason(fixture.encoded(Self.samples(fixture)))
      }
    }
    // A thousand values share their bytes.
    var fixture = TIFFFixture()
    fixture.entries = (0..<1000).map {
      (tag: 40_000 + $0, value: .numbers(type: 7, bytes: 1, count: 60_000, [1, 2, 3, 4, 5]))
    }
    #expect(Self.reason(fixture.encoded(Self.samples(fixture))) == nil)
  }

  @Test("A truncated file gives the rows of its complete strips")
  func cut() throws {
    let fixture = TIFFFixture()
    let file = fixture.encoded(Self.samples(fixture))
    let read = try ReadPicture(Array(file.dropLast(21 * 3 * 2)), "tif")
    #expect(read.failure == "unexpected end of file" && read.rows.count == 10)
  }
}
