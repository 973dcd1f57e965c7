import FormatFixtures
import SheetFiles
import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SystemPackage
import TestSupport
import Testing

@testable import SheetPictures

/// TIFFs with more samples per pixel than colours, as satellites and microscopes make them.
@Suite(.needs(.tiff)) struct TIFFBandTests {
  private static func picture(_ file: [UInt8]) throws -> SheetPicture {
    let folder = TemporaryFolder.untilExit()
    try folder.write(file, to: "a.tif")
    return try SheetPicture(fileAt: folder["a.tif"], MetadataUse(), FactQuery([]), .standard)
  }

  private static func rows(_ picture: SheetPicture) throws -> [UInt8] {
    let header = try picture.header.get()
    var bytes: [UInt8] = []
    try picture.source.forEachRow(as: header) { row in
      for place in 0..<row.count { bytes.append(row[place]) }
    }
    return bytes
  }

  private static let choices: [Sheet.Bands] = [
    .gray(1), .gray(2), .gray(7), .colors(red: 4, green: 3, blue: 2),
    .colors(red: 7, green: 1, blue: 7), .colors(red: 1, green: 2, blue: 3),
  ]

  @Test(
    "Any bands are shown as they are stored, in strips, tiles and planes, with every codec",
    arguments: TIFFFixture.Coding.allCases)
  func samples(coding: TIFFFixture.Coding) throws {
    for layout in 0..<16 {
      var fixture = TIFFFixture()
      (fixture.samples, fixture.coding, fixture.bits) = (7, coding, layout & 1 == 0 ? 8 : 16)
      (fixture.isPlanar, fixture.isLittleEndian) = (layout & 2 == 0, layout & 1 == 0)
      if layout & 4 == 0 { fixture.tile = (16, 16) }
      // Grey with six more bands, or RGB with four more, of which the first is alpha.
      fixture.colors = layout & 8 == 0 ? 1 : 2
      fixture.extras = layout & 8 == 0 ? [] : [2, 0, 0, 0]
      let samples = TIFFFileTests.samples(fixture)
      let picture = try Self.picture(fixture.encoded(samples))
      let depth: SampleDepth = fixture.bits == 8 ? .eight : .sixteen
      for bands in Self.choices {
        let shown = try #require(try picture.showing(bands), "\(fixture) \(bands)")
        let header = try shown.header.get()
        #expect(header.format == PixelFormat(bands.numbers.count == 1 ? .gray : .rgb, depth))
        #expect(header.warnings.isEmpty && shown.bands == bands && shown.path == picture.path)
        let expected = (0..<fixture.width * fixture.height).flatMap { pixel in
          bands.numbers.map { samples[7 * pixel + $0 - 1] }
        }
        #expect(
          try Self.rows(shown) == TIFFFileTests.bytes(expected, depth), "\(fixture) \(bands)")
      }
      #expect(try picture.showing(.gray(8))?.bands == nil)
      #expect(try picture.showing(.colors(red: 1, green: 8, blue: 1))?.bands == nil)
    }
  }

  @Test("Three grey bands in their stored order are shown as colours")
  func threeBands() throws {
    for layout in 0..<4 {
      var fixture = TIFFFixture()
      (fixture.samples, fixture.colors) = (3, 1)
      (fixture.isPlanar, fixture.bits) = (layout & 1 == 0, layout & 2 == 0 ? 8 : 16)
      let samples = TIFFFileTests.samples(fixture)
      let picture = try Self.picture(fixture.encoded(samples))
      let shown = try #require(try picture.showing(.colors(red: 1, green: 2, blue: 3)))
      let depth: SampleDepth = fixture.bits == 8 ? .eight : .sixteen
      #expect(try shown.header.get().format == PixelFormat(.rgb, depth))
      #expect(try Self.rows(shown) == TIFFFileTests.bytes(samples, depth), "\(fixture)")
    }
  }

  @Test(
    "Only the range of the chosen bands is stretched, even if it goes beyond 0 to 1")
  func stretched() throws {
    for isPlanar in [false, true] {
      var fixture = TIFFFixture()
      (fixture.samples, fixture.colors, fixture.bits, fixture.form) = (5, 1, 32, 3)
      (fixture.width, fixture.height, fixture.isPlanar) = (3, 1, isPlanar)
      let numbers: [Float] = [
        0, -900, 10, 900, 0, 0, -900, 20, 900, 0, 0, -900, 30, 900, 0,
      ]
      let picture = try Self.picture(fixture.encoded(numbers.map { Int($0.bitPattern) }))
      let shown = try #require(try picture.showing(.gray(3)))
      let interval = try #require(try shown.sampleInterval())
      #expect(interval == SampleInterval(10, 30))
      let stretched = shown.stretched(by: .interval(interval))
      #expect(stretched.bands == .gray(3) && stretched.path == picture.path)
      #expect(try Self.rows(stretched) == [0, 0, 0x80, 0, 0xFF, 0xFF])
    }
  }

  @Test("Damage is reported only if it is in the planes of bands that are shown")
  func damage() throws {
    var fixture = TIFFFixture()
    (fixture.samples, fixture.colors, fixture.isPlanar) = (5, 1, true)
    let file = fixture.encoded(TIFFFileTests.samples(fixture))
    let picture = try Self.picture(Array(file.dropLast(fixture.width * 2)))
    for (bands, isDamaged) in [
      (.gray(4), false), (.gray(5), true), (.colors(red: 1, green: 2, blue: 3), false),
      (.colors(red: 1, green: 5, blue: 3), true),
    ] as [(Sheet.Bands, Bool)] {
      let shown = try #require(try picture.showing(bands))
      if isDamaged {
        #expect(throws: PictureFileError.endOfFile, "\(bands)") { try Self.rows(shown) }
      } else {
        #expect(try Self.rows(shown).count == bands.numbers.count * fixture.width * fixture.height)
      }
    }
  }

  @Test("A picture that shows more planes takes more memory")
  func memory() throws {
    var fixture = TIFFFixture()
    (fixture.samples, fixture.colors, fixture.isPlanar) = (5, 1, true)
    (fixture.width, fixture.height, fixture.stripHeight) = (500, 100, 100)
    let picture = try Self.picture(fixture.encoded(TIFFFileTests.samples(fixture)))
    let (one, three) = (
      try #require(try picture.showing(.gray(5))),
      try #require(try picture.showing(.colors(red: 5, green: 4, blue: 3)))
    )
    #expect(one.heldBytes == picture.heldBytes)
    #expect(three.heldBytes - one.heldBytes == 2 * 500 * 101)
  }

  @Test("The colours of a palette, and those that libtiff converts, are bands 1 to 3")
  func converted() throws {
    var fixture = TIFFFixture()
    (fixture.colors, fixture.stripHeight) = (8, fixture.height)
    let picture = try Self.picture(fixture.encoded(TIFFFileTests.samples(fixture)))
    let colors = try Self.rows(picture)
    let green = try #require(try picture.showing(.gray(2)))
    #expect(try Self.rows(green) == stride(from: 1, to: colors.count, by: 3).map { colors[$0] })
    #expect(try picture.showing(.gray(4))?.bands == nil)
  }
}
