import TestSupport
import Testing

@testable import SheetImaging

@Suite struct SamplePainterTests {
  /// Formats of pictures and of the sheets that they are painted on.
  static let formats: [(PixelFormat.Channels, PixelFormat.Channels)] = [
    (.gray, .gray), (.grayAlpha, .gray), (.rgb, .rgb), (.rgba, .rgb),
  ]

  static func painted(
    _ picture: Picture, as sheet: PixelFormat, over color: Color
  ) throws -> [UInt8] {
    let painter = try #require(
      SamplePainter(from: picture.format, .sRGB, to: sheet, over: .color(color)))
    return (0..<picture.height).flatMap { y in
      var bytes = [UInt8](repeating: 0, count: picture.width * sheet.bytesPerPixel)
      var span = bytes.mutableSpan
      painter.paint(picture.row(y).span, into: &span)
      return bytes
    }
  }

  @Test("Every sample with every alpha gives the same byte as by resampling", arguments: formats)
  func everySample(from channels: PixelFormat.Channels, to sheet: PixelFormat.Channels) throws {
    let picture = Picture(256, 256, PixelFormat(channels, .eight)) { x, y, channel in
      channel == channels.colorCount ? y : (x + 85 * channel) % 256
    }
    let target = PixelFormat(sheet, .eight)
    for color in [Color.white, .black, Color(red: 0.3, green: 0.3, blue: 0.3, alpha: 0.5)] {
      let expected = picture.resampled(.lanczos, to: 256, 256, as: target, over: color)
      #expect(
        firstDifference(try Self.painted(picture, as: target, over: color), expected) == nil)
    }
  }

  @Test("Repeated pixels give the same bytes as by resampling", arguments: formats)
  func flat(from channels: PixelFormat.Channels, to sheet: PixelFormat.Channels) throws {
    var noise = SeededGenerator(seed: 11)
    let samples = (0..<400).map { _ in [0, 0, 90, 200, 255][noise.number(below: 5)] }
    let picture = Picture(100, 4, PixelFormat(channels, .eight)) { x, y, channel in
      samples[(x / 3 + 40 * y + 7 * channel) % samples.count]
    }
    let target = PixelFormat(sheet, .eight)
    let expected = picture.resampled(.lanczos, to: 100, 4, as: target, over: .white)
    #expect(firstDifference(try Self.painted(picture, as: target, over: .white), expected) == nil)
  }

  @Test("Other pictures and sheets have no sample painter")
  func others() {
    let rgba = PixelFormat(.rgba, .eight)
    let rgb = PixelFormat(.rgb, .eight)
    let gamma = ColorSpace(.linear)
    #expect(SamplePainter(from: rgba, .sRGB, to: rgb, over: .color(.white)) != nil)
    #expect(SamplePainter(from: rgba, gamma, to: rgb, over: .color(.white)) == nil)
    #expect(SamplePainter(from: rgba, .sRGB, to: rgb, over: .checkerboard) == nil)
    #expect(SamplePainter(from: rgba, .sRGB, to: rgba, over: .color(.white)) == nil)
    let (rgba16, rgb16) = (PixelFormat(.rgba, .sixteen), PixelFormat(.rgb, .sixteen))
    #expect(SamplePainter(from: rgba16, .sRGB, to: rgb, over: .color(.white)) == nil)
    #expect(SamplePainter(from: rgba, .sRGB, to: rgb16, over: .color(.white)) == nil)
    let gray = PixelFormat(.gray, .eight)
    #expect(SamplePainter(from: gray, .sRGB, to: rgb, over: .color(.white)) == nil)
  }
}
