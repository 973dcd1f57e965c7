import SheetImaging
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetRendering

@Suite struct ColorProfileTests {
  @Test("The profiles in JPEGs and PDFs are read back as sRGB, and as grey with sRGB's curve")
  func own() throws {
    guard case .curves(let space) = try ICCProfile(ColorProfile.rgb.bytes).model else {
      Issue.record("not of curves and primaries")
      return
    }
    #expect(space.name == "sRGB")
    let gray = try ICCProfile(ColorProfile.gray.bytes)
    #expect(gray.isGray)
    if case .curves(let space) = gray.model { #expect(space.name == "sRGB") }
  }

  @Test(
    "Little CMS recognises the profiles in JPEGs and PDFs as sRGB: no 8-bit level changes",
    .needs(.littleCMS), arguments: [1, 3])
  func littleCMS(channels: Int) throws {
    let library = try #require(LittleCMS.installed)
    let format = PixelFormat(channels == 1 ? .gray : .rgb, .eight)
    let profile = channels == 1 ? ColorProfile.gray : .rgb
    let transform = try #require(
      ProfileTransform.shared(
        profile.bytes, from: .pixels(format), pixelCount: 1, with: library))
    let row = Self.samples(channels).flatMap(\.self)
    var converted = [UInt8](
      repeating: 0, count: row.count / channels * transform.outputFormat.bytesPerPixel)
    var span = converted.mutableSpan
    transform.convert(row.span, into: &span)
    let levels = stride(from: 0, to: converted.count, by: 2).map { index -> UInt8 in
      let level = Int(converted[index]) << 8 | Int(converted[index + 1])
      // 257 16-bit levels are one 8-bit level.
      return UInt8((level + 128) / 257)
    }
    #expect(levels == row)
  }

  @Test("The profiles in JPEGs and PDFs are small, and always have the same bytes")
  func size() {
    #expect(ColorProfile.rgb.bytes.count < 600 && ColorProfile.gray.bytes.count < 500)
    #expect(ColorProfile.rgb.bytes.starts(with: [0, 0]))
  }

  private static func samples(_ channels: Int) -> [[UInt8]] {
    var random = SeededGenerator(seed: 9)
    let grays = (0...255).map { [UInt8](repeating: UInt8($0), count: channels) }
    let colors = (0..<500).map { _ in
      (0..<channels).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    return grays + colors
  }
}
