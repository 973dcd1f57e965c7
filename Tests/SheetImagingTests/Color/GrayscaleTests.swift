import TestSupport
import Testing

@testable import SheetImaging

/// Colours shown in shades of grey.
@Suite struct GrayscaleTests {
  @Test(
    "A colour becomes the grey of its luminance, whatever its primaries",
    arguments: [ColorSpace.sRGB, .adobeRGB], [PixelFormat.Channels.rgb, .rgba])
  func luminance(space: ColorSpace, channels: PixelFormat.Channels) throws {
    var random = SeededGenerator(seed: 5)
    let light = (0..<12 * channels.count).map { _ in Float.random(in: 0...1, using: &random) }
    func converted(isGrayscale: Bool) -> [Float] {
      var row = light
      var span = row.mutableSpan
      RowColorConverter(from: space, channels, isGrayscale: isGrayscale)?.convert(&span)
      return row
    }
    let (colors, grays) = (converted(isGrayscale: false), converted(isGrayscale: true))
    for pixel in stride(from: 0, to: light.count, by: channels.count) {
      let expected =
        0.2126 * colors[pixel] + 0.7152 * colors[pixel + 1] + 0.0722 * colors[pixel + 2]
      #expect(abs(grays[pixel] - expected) < 1e-3)
      #expect(grays[pixel] == grays[pixel + 1] && grays[pixel] == grays[pixel + 2])
      if channels.hasAlpha { #expect(grays[pixel + 3] == light[pixel + 3]) }
    }
    let kept = channels.gray(of: grays.span)
    let expected = stride(from: 0, to: grays.count, by: channels.count).flatMap { pixel in
      channels.hasAlpha ? [grays[pixel], grays[pixel + 3]] : [grays[pixel]]
    }
    #expect(kept == expected)
  }

  @Test("Greys stay exactly as they are, and grey pictures need no conversion")
  func grays() {
    let light = (0..<100).flatMap { [Float](repeating: Float($0) / 99, count: 3) }
    var row = light
    var span = row.mutableSpan
    RowColorConverter(from: .sRGB, .rgb, isGrayscale: true)?.convert(&span)
    #expect(row == light)
    for channels in [PixelFormat.Channels.gray, .grayAlpha] {
      #expect(RowColorConverter(from: .adobeRGB, channels, isGrayscale: true) == nil)
      #expect(channels.withoutColor == channels)
      #expect(channels.gray(of: light.span) == light)
    }
  }
}
