import FormatFixtures
import PNGFixtures
import SheetFixtures
import SheetLayout
import SheetModel
import SystemPackage
import TestSupport
import Testing

@testable import SheetImaging
@testable import SheetPictures

/// Stretched samples, which hold data rather than colours.
@Suite struct StretchTests {
  private static func picture(_ file: [UInt8], _ name: String) throws -> SheetPicture {
    let folder = TemporaryFolder.untilExit()
    try folder.write(file, to: name)
    return try SheetPicture(fileAt: folder[name], MetadataUse(), FactQuery([]), .standard)
  }

  private static func png(_ samples: [UInt16], bits: Int = 16) throws -> SheetPicture {
    let fixture = PNGFixture(
      width: samples.count, height: 1, bitDepth: bits, colorType: .gray, samples: samples)
    return try picture(fixture.encoded(), "a.png")
  }

  private static func tiff(
    _ samples: [Int], bits: Int, form: Int, colors: Int = 1
  ) throws -> SheetPicture {
    var fixture = TIFFFixture()
    (fixture.samples, fixture.colors, fixture.bits, fixture.form) = (1, colors, bits, form)
    (fixture.width, fixture.height) = (samples.count, 1)
    return try picture(fixture.encoded(samples), "a.tif")
  }

  private static func singles(_ numbers: [Float]) throws -> SheetPicture {
    try tiff(numbers.map { Int($0.bitPattern) }, bits: 32, form: 3)
  }

  /// All samples converted to 8-bit sRGB, as on a sheet that shows the picture at its own size.
  private static func shown(_ picture: SheetPicture) throws -> [Int] {
    let header = try picture.header.get()
    var codes: [Int] = []
    try picture.source.forEachRow(as: header) { row in
      for place in stride(from: 0, to: row.count, by: header.format.depth.bytes) {
        let share = header.colorSpace.share(row.sample(at: place, header.format.depth))
        codes.append(Int((share * 255).rounded()))
      }
    }
    return codes
  }

  @Test(
    "The interval runs from the 0.1st to the 99.9th percentile of the stored samples", .needs(.tiff)
  )
  func percentiles() throws {
    let ramp = (0..<2001).map { UInt16(5000 + $0) }
    #expect(try Self.png(ramp).sampleInterval() == SampleInterval(5002, 6998))
    let numbers = ramp.map { Float($0) / 1000 - 6 }
    #expect(
      try Self.singles(numbers).sampleInterval()
        == SampleInterval(Double(numbers[2]), Double(numbers[1998])))
    let signed = ramp.map { Int($0) - 6000 }
    for bits in [16, 32] {
      let stored = signed.map { $0 & (1 << bits - 1) }
      #expect(
        try Self.tiff(stored, bits: bits, form: 2).sampleInterval() == SampleInterval(-998, 998))
    }
    let twelve = ramp.map { Int($0) - 4000 }
    #expect(
      try Self.tiff(twelve, bits: 12, form: 1).sampleInterval() == SampleInterval(1002, 2998))
  }

  @Test("Non-finite numbers are ignored, and a picture of one value has no interval", .needs(.tiff))
  func odd() throws {
    #expect(
      try Self.singles([.nan, .infinity, -.infinity, 3, -2]).sampleInterval()
        == SampleInterval(-2, 3))
    for numbers in [[.nan, .nan], [.infinity], [7, 7, .nan]] as [[Float]] {
      #expect(try Self.singles(numbers).sampleInterval() == nil, "\(numbers)")
    }
    #expect(try Self.png([77, 77, 77]).sampleInterval() == nil)
    #expect(try Self.png([7, 8, 9], bits: 8).sampleInterval() == nil)
    // The length of this range is not representable.
    let most = Int(truncatingIfNeeded: Double.greatestFiniteMagnitude.bitPattern)
    let least = Int(truncatingIfNeeded: (-Double.greatestFiniteMagnitude).bitPattern)
    #expect(try Self.tiff([most, least], bits: 64, form: 3).sampleInterval() == nil)
  }

  @Test("If nearly all samples are equal, the interval covers all samples", .needs(.tiff))
  func stars() throws {
    var sky = [UInt16](repeating: 10, count: 5000)
    sky[3000] = 4000
    #expect(try Self.png(sky).sampleInterval() == SampleInterval(10, 4000))
    #expect(
      try Self.singles(sky.map(Float.init)).sampleInterval() == SampleInterval(10, 4000))
  }

  @Test("A large floating-point picture is sampled over all its columns and rows", .needs(.tiff))
  func sampled() throws {
    var fixture = TIFFFixture()
    (fixture.samples, fixture.colors, fixture.bits, fixture.form) = (1, 1, 32, 3)
    (fixture.width, fixture.height, fixture.stripHeight) = (1024, 1024, 64)
    let numbers = (0..<1 << 20).map { Float(($0 &* 7919) % 10007) }
    let picture = try Self.picture(
      fixture.encoded(numbers.map { Int($0.bitPattern) }), "large.tif")
    let interval = try #require(try picture.sampleInterval())
    #expect(abs(interval.low - 10) <= 9 && abs(interval.high - 9996) <= 9, "\(interval)")
  }

  @Test(
    "The samples of an interval are shown from black to white, however they are stored",
    .needs(.tiff))
  func intervals() throws {
    let values = [0, 100, 150, 310, 500, 600]
    let expected = [0, 0, 32, 134, 255, 255]
    let stretch = SampleStretch.interval(SampleInterval(100, 500))
    let pictures = [
      try Self.png(values.map(UInt16.init)), try Self.singles(values.map(Float.init)),
      try Self.tiff(values, bits: 12, form: 1), try Self.tiff(values, bits: 32, form: 1),
      try Self.tiff(values, bits: 16, form: 2), try Self.tiff(values, bits: 32, form: 2),
      try Self.tiff(
        values.map { Int(truncatingIfNeeded: Double($0).bitPattern) }, bits: 64, form: 3),
    ]
    for picture in pictures {
      let stretched = picture.stretched(by: stretch)
      #expect(stretched.stretch == stretch && stretched.path == picture.path)
      #expect(
        try Self.shown(stretched) == expected, "\(picture.readableHeader?.bitsPerSample ?? 0) bits")
    }
    let inverted = try Self.tiff(values, bits: 16, form: 1, colors: 0).stretched(by: stretch)
    #expect(try Self.shown(inverted) == expected.map { 255 - $0 })
    let negative = try Self.singles([-9, -2, 0, 2, 9, .nan])
      .stretched(by: .interval(SampleInterval(-2, 2)))
    #expect(try Self.shown(negative) == [0, 0, 128, 255, 255, 0])
  }

  @Test(
    "8-bit pictures are not stretched over an interval, but grey ones can be coloured as labels")
  func unchanged() throws {
    let eight = try Self.png([1, 2], bits: 8)
    #expect(eight.stretched(by: .interval(SampleInterval(0, 9))).stretch == nil)
    #expect(eight.stretched(by: .labels).stretch == .labels)
    let rgb = try Self.picture(
      PNGFixture.plain(width: 2, height: 2, color: [1, 2, 3]).encoded(), "c.png")
    #expect(try !rgb.hasGrayPixels())
    #expect(rgb.stretched(by: .interval(SampleInterval(0, 9))).stretch == nil)
  }

  /// A grey picture with 8 or 16 bits per sample; the closure returns the sample of each pixel.
  private static func gray(
    _ width: Int, _ height: Int, bits: Int = 8, _ sample: (_ x: Int, _ y: Int) -> Int
  ) throws -> SheetPicture {
    let samples = (0..<width * height).map { UInt16(sample($0 % width, $0 / width)) }
    return try picture(
      PNGFixture(
        width: width, height: height, bitDepth: bits, colorType: .gray, samples: samples
      ).encoded(), "g.png")
  }

  @Test("Masks have few values, or few or large regions of each value; photographs do not")
  func masks() throws {
    var random = SeededGenerator(seed: 64)
    func noise(_ most: Int) -> Int { random.number(below: most + 1) }
    // Up to 64 values, in any order.
    let few = try Self.gray(90, 60) { _, _ in noise(63) }
    #expect(try few.mayBeClassMask())
    let small = try Self.gray(7, 5) { x, y in 7 * x + y }
    #expect(try small.mayBeClassMask())
    for bits in [8, 16] {
      // Hundreds of instances next to each other.
      let area = try Self.gray(120, 60, bits: bits) { x, y in (x / 3 + 40 * (y / 7)) % 250 + 1 }
      #expect(try area.mayBeClassMask(), "\(bits) bits")
      // Small objects on a background.
      let cells = try Self.gray(160, 160, bits: bits) { x, y in
        x % 16 < 5 && y % 16 < 5 ? x / 16 + 10 * (y / 16) + 1 : 0
      }
      #expect(try cells.mayBeClassMask(), "\(bits) bits")
      // Many large regions of the same values.
      let land = try Self.gray(480, 480, bits: bits) { x, y in (x / 12 + 7 * (y / 12)) % 100 }
      #expect(try land.mayBeClassMask(), "\(bits) bits")
      // Samples that differ from pixel to pixel, even if a background covers most of the picture.
      let photograph = try Self.gray(120, 90, bits: bits) { x, y in
        (x + y + noise(40)) % 256
      }
      #expect(try !photograph.mayBeClassMask(), "\(bits) bits")
      let product = try Self.gray(120, 90, bits: bits) { x, y in
        x < 40 && y < 40 ? noise(200) : 255
      }
      #expect(try !product.mayBeClassMask(), "\(bits) bits")
      // A photograph enlarged by 3.
      let samples = (0..<100 * 80).map { _ in noise(255) }
      let enlarged = try Self.gray(300, 240, bits: bits) { x, y in samples[100 * (y / 3) + x / 3] }
      #expect(try !enlarged.mayBeClassMask(), "\(bits) bits")
    }
    // 1600 instances of 2 x 2 pixels, next to each other or on a background.
    let dense = try Self.gray(80, 80, bits: 16) { x, y in x / 2 + 40 * (y / 2) + 1 }
    #expect(try dense.mayBeClassMask())
    let sparse = try Self.gray(160, 160, bits: 16) { x, y in
      x % 4 < 2 && y % 4 < 2 ? x / 4 + 40 * (y / 4) + 1 : 0
    }
    #expect(try sparse.mayBeClassMask())
  }

  @Test("Gradients in any direction are not masks", arguments: [1, 2, 9])
  func gradients(width: Int) throws {
    #expect(try !Self.gray(200 * width, 20) { x, _ in x / width }.mayBeClassMask())
    #expect(try !Self.gray(20, 200 * width) { _, y in y / width }.mayBeClassMask())
    #expect(try !Self.gray(1, 200 * width) { _, y in y / width }.mayBeClassMask())
    #expect(try !Self.gray(120 * width, 90 * width) { x, y in (x + y) / width }.mayBeClassMask())
    // Successive values need not be successive numbers.
    let deep = try Self.gray(20, 200 * width, bits: 16) { _, y in 300 * (y / width) }
    #expect(try !deep.mayBeClassMask())
  }

  @Test("The rows that a truncated picture has decide whether it may be a mask")
  func incompleteMasks() throws {
    var random = SeededGenerator(seed: 65)
    func cut(_ sample: (_ x: Int, _ y: Int) -> Int) throws -> SheetPicture {
      let samples = (0..<120 * 90).map { UInt16(sample($0 % 120, $0 / 120)) }
      let file = PNGFixture(
        width: 120, height: 90, bitDepth: 8, colorType: .gray, samples: samples
      ).encoded()
      return try Self.picture(Array(file[..<(file.count * 3 / 4)]), "g.png")
    }
    #expect(try !cut { _, _ in random.number(below: 256) }.mayBeClassMask())
    #expect(try cut { x, y in (x / 8 + 15 * (y / 8)) % 200 }.mayBeClassMask())
  }

  @Test("Numbers with fractions are not class indices", .needs(.tiff))
  func fractions() throws {
    #expect(try !Self.singles([0, 0.25, 0.5, 1]).mayBeClassMask())
    #expect(try Self.singles([0, 1, 7, -1, .nan, 70_000]).mayBeClassMask())
    // For integers of more than 16 bits, the rule is the same as for other samples.
    #expect(try Self.tiff([0, 1, 70_000], bits: 32, form: 1).mayBeClassMask())
    #expect(try !Self.tiff((0..<200).map { 1000 * $0 }, bits: 32, form: 1).mayBeClassMask())
  }

  @Test(
    "Class indices in a grey palette, or in three equal samples, are coloured like grey samples")
  func grayColors() throws {
    let classes = [0, 1, 2, 7, 15]
    let expected = classes.flatMap { Array(LabelColors.samples[3 * $0..<3 * $0 + 3]) }
    let gray = (0..<16).map { PNGFixture.Color(UInt8($0), UInt8($0), UInt8($0)) }
    var pictures: [(SheetPicture, hasAlpha: Bool)] = []
    for bits in [4, 8] {
      for transparency in [nil, [UInt8](repeating: 255, count: 16)] {
        let fixture = PNGFixture(
          width: classes.count, height: 1, bitDepth: bits, colorType: .palette,
          samples: classes.map { UInt16($0) }, palette: gray, transparency: transparency)
        pictures.append((try Self.picture(fixture.encoded(), "p.png"), transparency != nil))
      }
    }
    for bits in [8, 16] {
      let samples = classes.flatMap { [UInt16](repeating: UInt16($0), count: 3) }
      let fixture = PNGFixture(
        width: classes.count, height: 1, bitDepth: bits, colorType: .rgb, samples: samples)
      pictures.append((try Self.picture(fixture.encoded(), "c.png"), false))
    }
    for (picture, hasAlpha) in pictures {
      #expect(try picture.hasGrayPixels())
      let stretched = picture.stretched(by: .labels)
      let header = try stretched.header.get()
      #expect(header.format == PixelFormat(hasAlpha ? .rgba : .rgb, .eight))
      var bytes: [UInt8] = []
      try stretched.source.forEachRow(as: header) { row in
        for index in 0..<row.count where !hasAlpha || index % 4 < 3 { bytes.append(row[index]) }
      }
      #expect(bytes == expected)
    }
  }

  @Test("One coloured pixel makes a picture coloured, unless it is fully transparent")
  func oneColoredPixel() throws {
    for (alpha, isGray) in [(0, true), (1, false), (255, false)] as [(UInt16, Bool)] {
      let fixture = PNGFixture(
        width: 2, height: 1, bitDepth: 8, colorType: .rgba, samples: [5, 5, 5, 255, 5, 6, 5, alpha])
      #expect(try Self.picture(fixture.encoded(), "a.png").hasGrayPixels() == isGray)
    }
  }

  @Test(
    "Infinite samples are ignored in deciding whether a picture is faint", .needs(.tiff),
    arguments: [16, 32, 64])
  func infinite(bits: Int) throws {
    func isFaint(_ numbers: [Double]) throws -> Bool {
      let patterns = numbers.map { number in
        switch bits {
        case 16: number == .infinity ? 0x7C00 : number == 1 ? 0x3C00 : number == 0 ? 0 : 0x1400
        case 32: Int(Float(number).bitPattern)
        default: Int(truncatingIfNeeded: number.bitPattern)
        }
      }
      let picture = try Self.tiff(patterns, bits: bits, form: 3)
      let header = try picture.header.get()
      var faintness = try #require(FaintSamples(header.format, mayBeInfinite: true))
      let rows = try picture.source.rows(as: header)
      try rows.next { faintness.add($0) }
      return faintness.areFaint(infiniteCount: rows.lostNumbers.infiniteCount)
    }
    #expect(try isFaint([0, 0x1p-10, 0]))
    #expect(try isFaint([.infinity, 0x1p-10, 0, .infinity]))
    #expect(try !isFaint([0, 0x1p-10, 0, .infinity, 1]))
    #expect(try !isFaint([.infinity, 0x1p-10, 0x1p-10]))
    #expect(try !isFaint([.infinity, .infinity]))
  }

  @Test(
    "Fractional floats above 1 count as clipped, but 1, infinity and whole numbers do not",
    .needs(.tiff))
  func clipped() throws {
    func count(_ picture: SheetPicture) throws -> Int {
      let header = try picture.header.get()
      let rows = try picture.source.rows(as: header)
      try rows.next { _ in }
      return rows.lostNumbers.clippedCount
    }
    let numbers: [Float] = [0, 0.5, 1, 1.5, 4000, .infinity, -3, .nan]
    #expect(try count(Self.tiff(numbers.map { Int($0.bitPattern) }, bits: 32, form: 3)) == 2)
    // Each grey sample gets three samples of a map.
    let floats = try Self.tiff(numbers.map { Int($0.bitPattern) }, bits: 32, form: 3)
    #expect(try count(floats.colored(in: .viridis)) == 6)
    #expect(try count(Self.tiff([0, 65_535, 65_535], bits: 16, form: 1)) == 0)
    #expect(try count(Self.tiff([0, 0xFFFF_FFFF], bits: 32, form: 1)) == 0)
  }

  @Test(
    "Numbers that samples cannot represent are counted, for files and for pictures in memory",
    .needs(.tiff))
  func lostNumbers() throws {
    let numbers: [Float] = [0x1p-40, 0.5, 1.5, 4000, .infinity]
    var fixture = TIFFFixture()
    (fixture.samples, fixture.colors, fixture.bits, fixture.form) = (1, 1, 32, 3)
    (fixture.width, fixture.height) = (numbers.count, 1)
    let file = fixture.encoded(numbers.map { Int($0.bitPattern) })
    let sources: [any PictureSource] = [
      try Self.picture(file, "a.tif").source, EncodedPicture("a.tif", id: "a", file),
    ]
    for source in sources {
      let rows = try source.rows(as: source.header())
      try rows.next { _ in }
      #expect(
        rows.lostNumbers == LostNumbers(hasTiny: true, infiniteCount: 1, clippedCount: 2),
        "\(type(of: source))")
    }
  }

  @Test("Each class index has its colour at every depth, and alpha is kept", .needs(.tiff))
  func labels() throws {
    let classes = [0, 1, 2, 7, 15]
    let expected = classes.flatMap { Array(LabelColors.samples[3 * $0..<3 * $0 + 3]) }
    let pictures = [
      try Self.png(classes.map(UInt16.init), bits: 4),
      try Self.png(classes.map(UInt16.init), bits: 8),
      try Self.png(classes.map(UInt16.init)), try Self.tiff(classes, bits: 32, form: 1),
      try Self.singles(classes.map(Float.init)),
    ]
    for picture in pictures {
      let stretched = picture.stretched(by: .labels)
      let header = try stretched.header.get()
      #expect(header.format == PixelFormat(.rgb, .eight) && header.colorSpace == .sRGB)
      var bytes: [UInt8] = []
      try stretched.source.forEachRow(as: header) { row in
        for index in 0..<row.count { bytes.append(row[index]) }
      }
      #expect(bytes == expected)
    }
  }

  @Test(
    "Class indices are those in the file, whether 0 is black or white; indices over 65,535 stay distinct",
    .needs(.tiff)
  )
  func storedLabels() throws {
    let high = [-1, 65_536, 70_000, 70_001, 1 << 40]
    for (bits, form, colors, classes, shown) in [
      (8, 1, 0, [0, 1, 255], [0, 1, 255]), (16, 1, 0, [0, 1, 65_535], [0, 1, 65_535]),
      (8, 2, 1, [0, 1, -1], [0, 1, 255]), (16, 2, 1, [0, 1, -1], [0, 1, 65_535]),
      (32, 2, 1, [0, 1, -1], [0, 1, 65_535]), (64, 1, 1, [0, 1, 70_000], [0, 1, 4466]),
      (64, 2, 1, [0] + high, [0, 65_535, 2, 4466, 4467, 257]),
    ] as [(Int, Int, Int, [Int], [Int])] {
      let picture = try Self.tiff(classes, bits: bits, form: form, colors: colors)
        .stretched(by: .labels)
      var bytes: [UInt8] = []
      try picture.source.forEachRow(as: try picture.header.get()) { row in
        for index in 0..<row.count { bytes.append(row[index]) }
      }
      let expected = shown.flatMap { Array(LabelColors.samples[3 * $0..<3 * $0 + 3]) }
      #expect(bytes == expected, "\(bits) bits, form \(form), colours \(colors)")
    }
  }
}

extension ColorSpace {
  /// The fraction of white that a sample stands for before its curve is applied.
  fileprivate func share(_ code: Int, _ depth: SampleDepth = .sixteen) -> Double {
    let table = DecodingTable.table(of: curves.green, depth, range)
    return curves.green.encoded(Double(table.light[code]))
  }
}
