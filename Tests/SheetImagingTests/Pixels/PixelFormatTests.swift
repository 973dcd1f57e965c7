import SheetImaging
import Testing

@Suite struct PixelFormatTests {
  @Test(
    "A pixel has as many bytes as its samples",
    arguments: [
      (PixelFormat(.gray, .eight), 1), (PixelFormat(.grayAlpha, .eight), 2),
      (PixelFormat(.rgb, .eight), 3), (PixelFormat(.rgba, .eight), 4),
      (PixelFormat(.gray, .sixteen), 2), (PixelFormat(.grayAlpha, .sixteen), 4),
      (PixelFormat(.rgb, .sixteen), 6), (PixelFormat(.rgba, .sixteen), 8),
    ])
  func bytesPerPixel(format: PixelFormat, expected: Int) {
    #expect(format.bytesPerPixel == expected)
  }

  @Test("Every channel is a colour or alpha", arguments: PixelFormat.Channels.allCases)
  func channels(channels: PixelFormat.Channels) {
    #expect(channels.count == channels.colorCount + (channels.hasAlpha ? 1 : 0))
    #expect(channels.isGray == (channels.colorCount == 1))
  }

  @Test("The maximum sample has all bits set")
  func maximum() {
    #expect(SampleDepth.eight.maximum == 255)
    #expect(SampleDepth.sixteen.maximum == 65_535)
    #expect(SampleDepth.sixteen.bits == 8 * SampleDepth.sixteen.bytes)
  }
}
