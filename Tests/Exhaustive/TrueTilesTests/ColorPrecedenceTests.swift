import ColorFixtures
import Foundation
import PNGFixtures
import SheetFixtures
import SheetImaging
import SheetLayout
import SystemPackage
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetRendering

/// The precedence of colour chunks, shown by one pixel on a sheet.
@Suite struct ColorPrecedenceTests {
  private static let pixel = [200.0, 100, 50].map { $0 / 255 }
  private static let chromaticitiesOfP3 = PNGChunk.chromaticities(
    [31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6000])
  private static let gammaOne = PNGChunk.gamma(100_000)
  private static let adobe = PNGChunk.profile(
    name: "Adobe RGB",
    ProfileFixture.rgb(ReferenceColor.adobeRGB, curve: ProfileFixture.gamma(563.0 / 256)).encoded())
  private static let linear = PNGChunk.profile(
    name: "linear", ProfileFixture.rgb(ProfileFixture.linear).encoded())
  private static let unchanged = pixel.map { $0 * 255 }
  private static let brightened = pixel.map { ReferenceColor.sRGBSample($0) * 255 }
  /// The pixel interpreted as Adobe RGB (1998), in unrounded sRGB.
  private static let fromAdobe: [Double] = {
    let light = pixel.map { pow($0, 563.0 / 256) }
    let xyz = ReferenceColor.times(
      ReferenceColor.toXYZ(ReferenceColor.adobeRGB, white: ReferenceColor.d65), light)
    let shown = ReferenceColor.solve(
      ReferenceColor.toXYZ(ReferenceColor.sRGBPrimaries, white: ReferenceColor.d65), xyz)
    return shown.map { ReferenceColor.sRGBSample($0) * 255 }
  }()

  /// The pixel interpreted as Display P3, which has the curve of sRGB, in unrounded sRGB.
  private static let fromP3: [Double] = {
    let xyz = ReferenceColor.times(
      ReferenceColor.toXYZ(ReferenceColor.displayP3, white: ReferenceColor.d65),
      pixel.map(ReferenceColor.sRGBLight))
    let shown = ReferenceColor.solve(
      ReferenceColor.toXYZ(ReferenceColor.sRGBPrimaries, white: ReferenceColor.d65), xyz)
    return shown.map { ReferenceColor.sRGBSample(min(max($0, 0), 1)) * 255 }
  }()

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let chunks: [PNGChunk]
    let expected: [Double]
    var warnings: [String] = []
  }

  static let cases: [Case] = [
    Case(testDescription: "sRGB, iCCP", chunks: [.sRGB(), adobe], expected: fromAdobe),
    Case(testDescription: "iCCP, sRGB", chunks: [adobe, .sRGB()], expected: fromAdobe),
    Case(testDescription: "cHRM alone", chunks: [chromaticitiesOfP3], expected: fromP3),
    Case(testDescription: "gAMA alone", chunks: [gammaOne], expected: brightened),
    Case(
      testDescription: "sRGB, cHRM", chunks: [.sRGB(), chromaticitiesOfP3], expected: unchanged),
    Case(
      testDescription: "a truncated iCCP, gAMA",
      chunks: [PNGChunk(type: "iCCP", data: Array(adobe.data.prefix(100))), gammaOne],
      expected: brightened, warnings: ["its colour profile is ignored: it is incomplete"]),
    Case(
      testDescription: "a broken iCCP, gAMA",
      chunks: [PNGChunk(type: "iCCP", data: [0x61, 0, 0, 7, 7, 7, 7, 7]), gammaOne],
      expected: brightened,
      warnings: ["its colour profile is ignored: its compressed data is damaged"]),
    Case(
      testDescription: "an unnamed iCCP, gAMA",
      chunks: [PNGChunk(type: "iCCP", data: Array(linear.data.dropFirst(6))), .gamma(100_000)],
      expected: brightened, warnings: ["its colour profile is ignored: its name is empty"]),
    Case(
      testDescription: "a text as iCCP, gAMA",
      chunks: [
        .profile(name: "x", Array(String(repeating: "a text, ", count: 20).utf8)), gammaOne,
      ],
      expected: brightened, warnings: ["its colour profile is ignored: it is not an ICC profile"]),
    Case(
      testDescription: "a grey iCCP, gAMA",
      chunks: [
        .profile(name: "g", ProfileFixture.gray(ProfileFixture.gamma(1.8)).encoded()), gammaOne,
      ],
      expected: brightened, warnings: ["its colour profile is ignored: it is for grey images"]),
    Case(
      testDescription: "a bad cHRM, gAMA",
      chunks: [.chromaticities([1, 1, 2, 2, 3, 3, 4, 4]), gammaOne], expected: brightened,
      warnings: ["its cHRM chunk is ignored: the white point lies outside the primaries"]),
    Case(
      testDescription: "two iCCP", chunks: [adobe, linear], expected: fromAdobe,
      warnings: ["its second colour profile is ignored: an image can have only one"]),
    Case(
      testDescription: "two sRGB", chunks: [.sRGB(), .sRGB(intent: 2)], expected: unchanged),
    Case(testDescription: "two gAMA", chunks: [gammaOne, .gamma(20_000)], expected: brightened),
    Case(
      testDescription: "cICP, iCCP, sRGB",
      chunks: [.codingIndependentCodePoints(primaries: 1, transfer: 8), adobe, .sRGB()],
      expected: brightened),
    Case(
      testDescription: "an unknown cICP, sRGB, gAMA",
      chunks: [
        .codingIndependentCodePoints(primaries: 2, transfer: 2), .sRGB(), gammaOne,
      ], expected: unchanged,
      warnings: ["its cICP chunk is ignored: colour primaries 2 are not known"]),
    Case(
      testDescription: "an sRGB of two bytes, gAMA",
      chunks: [PNGChunk(type: "sRGB", data: [0, 0]), gammaOne], expected: brightened,
      warnings: ["its sRGB chunk is ignored: it has 2 bytes instead of 1"]),
  ]

  @Test(
    "The chunk that the specification prefers is used, whatever other chunks there are",
    arguments: cases)
  func precedence(of chunks: Case) throws {
    let (header, shown) = try Self.shown([200, 100, 50], chunks.chunks)
    #expect(header.warnings == chunks.warnings)
    for (shown, expected) in zip(shown, chunks.expected) {
      // A tenth of an 8-bit level, because profiles round their primaries.
      #expect(abs(shown - expected) < 0.1)
    }
  }

  /// A pixel on a 16-bit sheet, in 8-bit levels with fractions.
  private static func shown(
    _ pixel: [UInt16], _ chunks: [PNGChunk]
  ) throws -> (header: PictureHeader, samples: [Double]) {
    var fixture = PNGFixture(width: 1, height: 1, colorType: .rgb, samples: pixel)
    fixture.chunksBeforePalette = chunks
    let folder = TemporaryFolder()
    let path = folder["a.png"]
    try Data(fixture.encoded()).write(to: URL(fileURLWithPath: path.string))
    let file = PNGFile(path)
    let header = try file.header()
    let renderer = TileRenderer(
      format: PixelFormat(.rgb, .sixteen), filter: .lanczos, isGrayscale: false, sharpening: nil,
      backdrop: .color(.white))
    let pixels = try renderer.pixels(
      of: file, as: header,
      PicturePlacement(
        image: PixelRect(x: 0, y: 0, width: 1, height: 1),
        crop: Rect(origin: .zero, size: Size(width: 1, height: 1))))
    let samples = (0..<3).map { channel -> Double in
      let sample = Int(pixels[2 * channel]) << 8 | Int(pixels[2 * channel + 1])
      return Double(sample) / 257
    }
    return (header, samples)
  }

  // W3C's test of cICP in web-platform-tests (png/cicp-chunk.html) allows a difference of two
  // levels.
  @Test("A Display P3 pixel tagged with cICP is shown as W3C's test requires")
  func displayP3() throws {
    let displayP3 = PNGChunk.codingIndependentCodePoints(primaries: 12, transfer: 13)
    let shown = try Self.shown([51, 102, 153], [displayP3]).samples
    for (shown, expected) in zip(shown, [26.534, 103.513, 157.335]) {
      #expect(abs(shown - expected) < 0.01)
    }
  }
}
