import ColorFixtures
import Foundation
import JPEGFixtures
import PNGFixtures
import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SystemPackage
import TestSupport
import Testing

@testable import SheetPictures

@Suite struct HeaderFactsTests {
  /// A profile whose colour space has no known name.
  private static let profile = ProfileFixture.rgb(ProfileFixture.gamma(1.5))

  private static func fact(
    _ name: String, ofFile bytes: [UInt8], _ metadata: MetadataUse = MetadataUse()
  ) throws -> String? {
    let folder = TemporaryFolder()
    let path = folder["picture"]
    try Data(bytes).write(to: URL(filePath: path.string))
    let key = FactKey(name)
    let picture = try SheetPicture(fileAt: path, metadata, FactQuery([key]), .standard)
    return picture.fact(key)?.text
  }

  private static func spaceOfPNG(
    _ chunks: [PNGChunk], _ type: PNGFixture.ColorType = .rgb, _ policy: Sheet.OwnColors = .convert
  ) throws -> String? {
    var fixture = PNGFixture(
      width: 1, height: 1, colorType: type, samples: Array(repeating: 7, count: type.channels))
    fixture.chunksBeforePalette = chunks
    return try fact("profile", ofFile: fixture.encoded(), MetadataUse(color: policy))
  }

  private static func spaceOfJPEG(
    _ markers: [JPEGMarker], _ space: JPEGFixture.Space = .yCbCr,
    _ policy: Sheet.OwnColors = .convert
  ) throws -> String? {
    var fixture = JPEGFixture(width: 8, height: 8, space: space)
    fixture.markers = markers
    return try fact("profile", ofFile: fixture.encoded(), MetadataUse(color: policy))
  }

  @Test("The depth of a PNG is the bit depth stated in its file, even with a palette")
  func depth() throws {
    for type in PNGFixture.ColorType.allCases {
      for depth in type.bitDepths {
        let fixture = PNGFixture(
          width: 1, height: 1, bitDepth: depth, colorType: type,
          samples: Array(repeating: 0, count: type.channels),
          palette: type == .palette ? [PNGFixture.Color(1, 2, 3)] : [])
        #expect(try Self.fact("depth", ofFile: fixture.encoded()) == String(depth))
      }
    }
  }

  @Test("A LUT-based profile, which makes samples 16-bit, does not change the depth")
  func convertedDepth() throws {
    var fixture = PNGFixture(width: 1, height: 1, colorType: .rgb, samples: [1, 2, 3])
    fixture.chunksBeforePalette = [.profile(name: "t", ProfileFixture.tables.encoded())]
    #expect(try Self.fact("depth", ofFile: fixture.encoded()) == "8")
  }

  @Test("A JPEG has 8 bits per channel", .needs(.jpeg))
  func depthOfJPEG() throws {
    for space in [JPEGFixture.Space.gray, .yCbCr, .cmyk] {
      let file = JPEGFixture(width: 8, height: 8, space: space).encoded()
      #expect(try Self.fact("depth", ofFile: file) == "8")
    }
  }

  @Test(
    "A picture that is not a file has the depth of its pixel format and the colour space it states")
  func memory() throws {
    func facts(_ depth: SampleDepth, _ space: ColorSpace) throws -> [String?] {
      let picture = MemoryPicture(
        name: "a", size: PixelSize(width: 1, height: 1), format: PixelFormat(.gray, depth),
        colorSpace: space, bytes: Array(repeating: 0, count: depth.bytes))
      let keys = [FactKey("depth"), FactKey("profile")]
      let probed = try SheetPicture(probing: picture, FactQuery(keys))
      return keys.map { probed.fact($0)?.text }
    }
    #expect(try facts(.eight, .sRGB) == ["8", "sRGB"])
    #expect(try facts(.sixteen, ColorSpace(.linear)) == ["16", "gamma 1"])
    let p3 = try ColorSpace(CodePoints(primaries: 12, transfer: 13))
    #expect(try facts(.eight, p3) == ["8", "Display P3"])
  }

  /// A picture of which only the size is known.
  private struct Outline: PictureSource {
    let size: PixelSize
    var name: String { "outline" }

    func header() -> PictureHeader { PictureHeader(size: size, format: PixelFormat(.gray, .eight)) }
    func rows(as _: PictureHeader) throws -> sending any PictureRows { throw PictureChanged() }
  }

  @Test(
    "Megapixels and ratios are written with few digits, and never in scientific notation",
    arguments: [
      (1, 1, "0.000001", "1:1"), (1, 1000, "0.001", "0.001"), (3000, 1, "0.003", "3000"),
      (64, 64, "0.004", "1:1"), (640, 480, "0.3", "4:3"), (1920, 1080, "2.1", "16:9"),
      (6000, 4000, "24", "3:2"), (4000, 6000, "24", "2:3"), (178, 100, "0.018", "16:9"),
      (190, 100, "0.019", "1.9"), (123_456, 7, "0.9", "17636.57"),
    ])
  func sizes(width: Int, height: Int, megapixels: String, aspect: String) {
    let picture = SheetPicture(Outline(size: PixelSize(width: width, height: height)))
    #expect(picture.fact(FactKey("megapixels"))?.text == megapixels)
    #expect(picture.fact(FactKey("aspect"))?.text == aspect)
  }

  @Test("The colour space of a PNG is the one that its colours are converted from")
  func color() throws {
    let cICP = PNGChunk.codingIndependentCodePoints(primaries: 12, transfer: 13)
    let iCCP = PNGChunk.profile(name: "x", Self.profile.described("Bright").encoded())
    let gamma = PNGChunk.gamma(45_455)
    let adobeRGB = PNGChunk.chromaticities(
      [31_270, 32_900, 64_000, 33_000, 21_000, 71_000, 15_000, 6000])
    #expect(try Self.spaceOfPNG([cICP, iCCP, .sRGB(), gamma]) == "Display P3")
    #expect(try Self.spaceOfPNG([iCCP, gamma, adobeRGB]) == "Bright")
    #expect(try Self.spaceOfPNG([.sRGB(), gamma, adobeRGB]) == "sRGB")
    #expect(try Self.spaceOfPNG([gamma, adobeRGB]) == "Adobe RGB")
    #expect(try Self.spaceOfPNG([gamma, adobeRGB], .gray) == "gamma 2.2")
    #expect(try Self.spaceOfPNG([.gamma(100_000)]) == "gamma 1")
    #expect(try Self.spaceOfPNG([]) == "sRGB")
    #expect(try Self.spaceOfPNG([cICP, iCCP], .rgb, .ignore) == "sRGB")
    // Unusable chunks are ignored.
    let unknown = PNGChunk.codingIndependentCodePoints(primaries: 1, transfer: 99)
    #expect(try Self.spaceOfPNG([unknown, iCCP]) == "Bright")
    #expect(try Self.spaceOfPNG([iCCP, gamma], .gray) == "sRGB")
    #expect(try Self.spaceOfPNG([gamma]) == "sRGB")
  }

  @Test(
    "A profile is named by its description",
    arguments: [
      ("Bright", "Bright"), ("  Bright \n", "Bright"), ("sRGB IEC61966-2.1", "sRGB"),
      ("sRGB", "sRGB"), ("My sRGB", "My sRGB"), ("", "gamma 1.5"), (" \n", "gamma 1.5"),
    ])
  func descriptions(text: String, expected: String) throws {
    let profile = Self.profile.described(text).encoded()
    #expect(try Self.spaceOfPNG([.profile(name: "Name", profile)]) == expected)
  }

  @Test("A grey profile is also named by its description, if it has one")
  func grayProfiles() throws {
    func color(_ fixture: ProfileFixture) throws -> String? {
      try Self.spaceOfPNG([.profile(name: "x", fixture.encoded())], .gray)
    }
    let gray = ProfileFixture.gray(ProfileFixture.gamma(1.75))
    #expect(try color(gray.described("Dot Gain 20%")) == "Dot Gain 20%")
    #expect(try color(gray) == "gamma 1.75")
  }

  @Test("A LUT-based profile is also named by its description, if it has one", .needs(.littleCMS))
  func tableProfiles() throws {
    func color(_ fixture: ProfileFixture) throws -> String? {
      try Self.spaceOfPNG([.profile(name: "x", fixture.encoded())], .rgb)
    }
    #expect(try color(.tables.described("Scanner")) == "Scanner")
    #expect(try color(.tables) == "unnamed profile")
  }

  @Test("The colour space of a JPEG comes from its profile, or else from Exif", .needs(.jpeg))
  func colorOfJPEG() throws {
    let profile = JPEGMarker.profile(Self.profile.described("Bright").encoded())
    let adobeRGB = JPEGMarker.exif(colorSpace: 2)
    #expect(try Self.spaceOfJPEG([adobeRGB] + profile) == "Bright")
    #expect(try Self.spaceOfJPEG([adobeRGB]) == "Adobe RGB")
    #expect(try Self.spaceOfJPEG([]) == "sRGB")
    #expect(try Self.spaceOfJPEG([adobeRGB] + profile, .yCbCr, .ignore) == "sRGB")
    #expect(try Self.spaceOfJPEG([], .gray) == "sRGB")
    #expect(try Self.spaceOfJPEG(profile, .gray) == "sRGB")
    let gray = ProfileFixture.gray(ProfileFixture.gamma(1.75)).described("Dot Gain 20%")
    #expect(try Self.spaceOfJPEG(JPEGMarker.profile(gray.encoded()), .gray) == "Dot Gain 20%")
  }

  @Test("CMYK without a profile is named CMYK, even if colour spaces are ignored", .needs(.jpeg))
  func inks() throws {
    for space in [JPEGFixture.Space.cmyk, .ycck] {
      #expect(try Self.spaceOfJPEG([], space) == "CMYK")
      #expect(try Self.spaceOfJPEG([], space, .ignore) == "CMYK")
    }
  }

  @Test("A colour space is named only on request")
  func unasked() throws {
    var needs = MetadataNeeds(exif: true)
    func found() throws -> PictureMetadata? {
      let folder = TemporaryFolder()
      let file = PNGFixture(width: 1, height: 1, colorType: .gray, samples: [7]).encoded()
      try Data(file).write(to: URL(filePath: folder["a.png"].string))
      var use = MetadataUse()
      use.needs = needs
      return try PNGFile(folder["a.png"], metadata: use).header().metadata
    }
    #expect(try found() == nil)
    needs = MetadataNeeds(color: true)
    #expect(try found() == PictureMetadata(colorName: "sRGB"))
    #expect(FactQuery([FactKey("profile")]).needs == needs)
    #expect(FactQuery([FactKey("depth")]).needs == MetadataNeeds())
  }
}
