import PNGFixtures
import SheetFixtures
import SheetModel
import TestSupport
import Testing

@testable import SheetPictures

/// The resolution that a file states, which is the fact `{ppi}`.
@Suite struct StatedResolutionTests {
  private static func perInch(
    _ before: [PNGChunk], _ exif: ExifFixture? = nil
  ) throws -> Double? {
    let folder = TemporaryFolder()
    let chunks = before + (exif.map { [PNGChunk(type: "eXIf", data: $0.encoded())] } ?? [])
    let fixture = PNGFixture(
      width: 2, height: 2, colorType: .gray, samples: [1, 2, 3, 4], chunksBeforeData: chunks)
    try folder.write(fixture.encoded(), to: "a.png")
    return try SheetPicture(
      fileAt: folder["a.png"], MetadataUse(), FactQuery([.pixelsPerInch]), .standard
    ).fact(.pixelsPerInch)?.number
  }

  private static func exif(_ density: (Int, Int), unit: Int?) -> ExifFixture {
    var exif = ExifFixture([282: .rationals([density])])
    if let unit { exif.entries.append((tag: 296, value: .shorts([unit]))) }
    return exif
  }

  @Test("Pixels per metre are converted to the whole pixels per inch from which they were rounded")
  func perMetre() {
    for perInch in [1, 72, 96, 150, 299, 300, 301, 400, 600, 1200, 2400, 9600] {
      let density = UInt32((Double(perInch) / 0.0254).rounded())
      let resolution = StatedResolution(PNGDensity(x: density, y: 1, isPerMetre: true))
      #expect(resolution?.pixelsPerInch == Double(perInch))
    }
    let other = StatedResolution(PNGDensity(x: 12_000, y: 12_000, isPerMetre: true))
    #expect(other.map { abs($0.pixelsPerInch - 304.8) < 1e-9 } == true)
    #expect(StatedResolution(PNGDensity(x: 11_811, y: 11_811, isPerMetre: false)) == nil)
    #expect(StatedResolution(PNGDensity(x: 0, y: 0, isPerMetre: true)) == nil)
  }

  @Test("A JFIF density is a resolution only if its unit is inches or centimetres")
  func jfif() {
    #expect(StatedResolution(densityOfJFIF: 300, unit: 1)?.pixelsPerInch == 300)
    #expect(StatedResolution(densityOfJFIF: 100, unit: 2)?.pixelsPerInch == 254)
    for (density, unit) in [(1, 0), (300, 0), (300, 3), (0, 1)] as [(UInt16, UInt8)] {
      #expect(StatedResolution(densityOfJFIF: density, unit: unit) == nil)
    }
  }

  @Test("Exif states pixels per inch or centimetre; without a unit, they are per inch")
  func exif() throws {
    for (density, unit, expected) in [
      ((600, 1), 2, 600), ((6001, 10), 2, 600.1), ((600, 1), nil, 600), ((100, 1), 3, 254),
      ((600, 1), 1, nil), ((600, 0), 2, nil), ((0, 1), 2, nil), ((600, 1), 9, nil),
    ] as [((Int, Int), Int?, Double?)] {
      let directory = try #require(
        TIFFDirectory(exif: Self.exif(density, unit: unit).encoded()))
      let found = ExifFacts(directory).resolution?.pixelsPerInch
      #expect(
        found == expected || abs((found ?? 0) - (expected ?? -1)) < 1e-9, "\(density) \(unit ?? 0)")
    }
    let empty = try #require(TIFFDirectory(exif: ExifFixture([271: .ascii("Canon")]).encoded()))
    #expect(ExifFacts(empty).resolution == nil)
  }

  @Test("72 and 96 pixels per inch are placeholders, even if they are rounded in another unit")
  func placeholders() {
    for (perInch, isPlaceholder) in [
      (72, true), (72.009, true), (71.12, true), (96, true), (96.52, true), (100, false),
      (75, false), (300, false), (7200, false),
    ] as [(Double, Bool)] {
      #expect(StatedResolution(perInch)?.isPlaceholder == isPlaceholder, "\(perInch)")
    }
  }

  @Test(
    "The format's own resolution overrides Exif's, unless only the former is a placeholder"
  )
  func order() throws {
    let (six, three) = (Self.exif((600, 1), unit: 2), Self.exif((72, 1), unit: 2))
    #expect(try Self.perInch([]) == nil)
    #expect(try Self.perInch([.density(x: 11_811, y: 11_811)]) == 300)
    #expect(try Self.perInch([], six) == 600)
    #expect(try Self.perInch([.density(x: 11_811, y: 11_811)], six) == 300)
    #expect(try Self.perInch([.density(x: 2835, y: 2835)], six) == 600)
    #expect(try Self.perInch([.density(x: 3780, y: 3780)], three) == 96)
    #expect(try Self.perInch([.density(x: 5, y: 4, perMetre: false)], six) == 600)
  }
}
