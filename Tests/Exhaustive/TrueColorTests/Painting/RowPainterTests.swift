import ImagingFixtures
import TestSupport
import Testing

@testable import SheetImaging

@Suite struct RowPainterTests {
  static let rgb = PixelFormat(.rgb, .eight)
  static let rgba = PixelFormat(.rgba, .eight)

  @Test("The background shows through transparent pixels", arguments: SampleDepth.allCases)
  func background(depth: SampleDepth) {
    for background in [Color.white, .clear, Color(red: 0.2, green: 0.4, blue: 0.6, alpha: 0.4)] {
      for channels in [PixelFormat.Channels.rgb, .rgba] {
        let format = PixelFormat(channels, depth)
        #expect(
          paint([0, 0, 0, 0], from: .rgba, to: format, over: .color(background))
            == background.pixel(in: format))
      }
    }
  }

  @Test("Half-transparent black over white gives half the sample value")
  func half() {
    #expect(
      paint([0, 0.5], from: .grayAlpha, to: Self.rgb, over: .color(.white)) == [127, 127, 127])
    #expect(
      paint([0, 0, 0, 0.5], from: .rgba, to: Self.rgba, over: .color(.white)) == [
        127, 127, 127, 255,
      ])
    #expect(
      paint([0, 0, 0, 0.5], from: .rgba, to: Self.rgba, over: .color(.clear)) == [0, 0, 0, 128])
  }

  @Test("On a transparent background, colours are written unpremultiplied")
  func straight() {
    #expect(
      paint([0.25, 0.125, 0, 0.25], from: .rgba, to: Self.rgba, over: .color(.clear))
        == [255, 188, 0, 64])
    #expect(
      paint(
        [0.25, 0.5], from: .grayAlpha, to: PixelFormat(.grayAlpha, .sixteen), over: .color(.clear))
        == [0xBC, 0x40, 0x80, 0x00])
  }

  @Test("Painting gives the same result as composing two colours")
  func composes() {
    let front = Color(red: 0.9, green: 0.5, blue: 0.1, alpha: 0.6)
    let back = Color(red: 0.1, green: 0.3, blue: 0.8, alpha: 0.5)
    let light = [front.red, front.green, front.blue].map {
      Float(TransferCurve.sRGB.decoded($0) * front.alpha)
    }
    for depth in SampleDepth.allCases {
      let format = PixelFormat(.rgba, depth)
      let painted = paint(light + [Float(front.alpha)], from: .rgba, to: format, over: .color(back))
      let expected = front.composed(over: back).pixel(in: format)
      #expect(
        zip(format.codes(painted), format.codes(expected)).allSatisfy { abs($0 - $1) <= 1 })
    }
  }

  @Test("Opaque linear-light values are painted the same with and without alpha")
  func opaque() {
    var noise = SeededGenerator(seed: 2)
    let light = (0..<300).map { _ in Float(noise.number(below: 1 << 20)) / Float(1 << 20) }
    let withAlpha = stride(from: 0, to: 300, by: 3).flatMap { light[$0..<$0 + 3] + [1] }
    let expected = paint(light, from: .rgb, to: Self.rgb)
    #expect(
      firstDifference(paint(withAlpha, from: .rgba, to: Self.rgb, over: .color(.white)), expected)
        == nil)
    let straight = paint(withAlpha, from: .rgba, to: Self.rgba, over: .color(.clear))
    let colors = straight.indices.filter { $0 % 4 < 3 }.map { straight[$0] }
    #expect(firstDifference(colors, expected) == nil)
    #expect(
      firstDifference(straight, paint(light, from: .rgb, to: Self.rgba, over: .color(.clear)))
        == nil)
  }

  /// Rows with pixels of each alpha value; some are entirely transparent or opaque.
  static func samples(_ channels: PixelFormat.Channels, _ depth: SampleDepth) -> [UInt8] {
    var noise = SeededGenerator(seed: 5)
    return PixelFormat(channels, depth).pixels(200, &noise)
  }

  @Test(
    "Pixels blend as in double precision, to within rounding", arguments: PixelFormat.all)
  func reference(format: PixelFormat) {
    for channels in PixelFormat.Channels.allCases
    where !format.channels.isGray || channels.isGray {
      let samples = Self.samples(channels, format.depth)
      for background in [
        Color.white, .black, .clear, Color(red: 0.4, green: 0.4, blue: 0.4, alpha: 0.6),
      ] {
        let below = format.pixels(background.pixel(in: format))[0]
        let expected = PixelFormat(channels, format.depth).pixels(samples).map { pixel in
          var pixel = pixel
          let count = format.channels.colorCount
          if pixel.colors.count < count {
            pixel.colors = Array(repeating: pixel.colors[0], count: count)
          }
          return pixel.over(below, share: 1)
        }
        expectClose(
          paint(samples: samples, from: channels, to: format, over: .color(background)), expected,
          format)
      }
    }
  }

  /// The bytes, with black instead of colours whose alpha is 0.
  private func visible(_ bytes: [UInt8], _ format: PixelFormat) -> [UInt8] {
    guard format.channels.hasAlpha else { return bytes }
    var bytes = bytes
    let (size, alpha) = (format.bytesPerPixel, format.depth.bytes)
    for start in stride(from: 0, to: bytes.count, by: size)
    where bytes[(start + size - alpha)..<(start + size)].allSatisfy({ $0 == 0 }) {
      for index in start..<start + size { bytes[index] = 0 }
    }
    return bytes
  }

  @Test(
    "Samples of each alpha give the same bytes whether painted directly or resampled",
    arguments: PixelFormat.all)
  func everySample(format: PixelFormat) {
    for channels in PixelFormat.Channels.allCases
    where !format.channels.isGray || channels.isGray {
      let picture = Picture(52, 18, PixelFormat(channels, format.depth)) { x, y, channel in
        (channel == channels.colorCount ? 15 * y : (5 * x + 85 * channel) % 256)
          * (format.depth == .eight ? 1 : 257)
      }
      let light = picture.light(.lanczos, to: 52, 18)
      for backdrop in [Backdrop.color(.white), .color(.clear), .checker]
      where format.channels.hasAlpha || backdrop.isOpaque {
        let resampled = paint(light, from: channels, to: format, over: backdrop)
        let painted = paint(samples: picture.bytes, from: channels, to: format, over: backdrop)
        // Only copying keeps colours that cannot be seen.
        #expect(
          firstDifference(visible(painted, format), visible(resampled, format)) == nil,
          "\(channels) over \(backdrop)")
      }
    }
  }

  @Test(
    "A transparent sheet laid over a colour is within 1 of the sheet made on that colour",
    arguments: [3, 1])
  func laidOver(colors: Int) {
    var noise = SeededGenerator(seed: 6)
    let channels: PixelFormat.Channels = colors == 1 ? .grayAlpha : .rgba
    let light = (0..<2000).flatMap { _ -> [Float] in
      let alpha = Float(noise.number(below: 1001)) / 1000
      return (0..<colors).map { _ in alpha * Float(noise.number(below: 1001)) / 1000 } + [alpha]
    }
    for depth in SampleDepth.allCases {
      let opaque = PixelFormat(colors == 1 ? .gray : .rgb, depth)
      let clear = PixelFormat(channels, depth)
      let sheet = clear.pixels(paint(light, from: channels, to: clear, over: .color(.clear)))
      for background in [Color.white, .black, Color(red: 0.3, green: 0.3, blue: 0.3)] {
        let below = ReferencePixel(opaque.codes(background.pixel(in: opaque)), opaque)
        let laid = sheet.flatMap { $0.over(below, share: 1).samples(opaque) }
        let made = opaque.codes(paint(light, from: channels, to: opaque, over: .color(background)))
        #expect(zip(laid, made).allSatisfy { abs($0.rounded() - Double($1)) <= 1 })
      }
    }
  }

  @Test("An opaque picture with alpha has the same bytes as one without alpha, even when resampled")
  func opaqueAlpha() {
    for depth in SampleDepth.allCases {
      func picture(_ channels: PixelFormat.Channels) -> Picture {
        Picture(61, 47, PixelFormat(channels, depth)) { x, y, channel in
          channel == 3 ? depth.maximum : (x * 2977 + y * 811 + channel * 7919) % (depth.maximum + 1)
        }
      }
      let format = PixelFormat(.rgb, depth)
      for light in ResampleLight.allCases {
        #expect(
          firstDifference(
            picture(.rgba).resampled(.lanczos, to: 23, 11, as: format, over: .white, in: light),
            picture(.rgb).resampled(.lanczos, to: 23, 11, as: format, in: light)) == nil)
      }
    }
  }

  @Test("Grey becomes three equal samples")
  func grayToColor() {
    #expect(paint([0.5], from: .gray, to: Self.rgb) == [188, 188, 188])
    #expect(
      paint([0.5, 1], from: .gray, to: PixelFormat(.rgb, .sixteen))
        == [0xBC, 0x40, 0xBC, 0x40, 0xBC, 0x40, 255, 255, 255, 255, 255, 255])
    #expect(paint([0.5], from: .gray, to: Self.rgba, over: .color(.clear)) == [188, 188, 188, 255])
  }

  @Test("Overshoot from sharp filters is clamped")
  func overshoot() {
    #expect(paint([-0.2, 1.3, 0.5], from: .rgb, to: Self.rgb) == [0, 255, 188])
    #expect(
      paint([-0.2, 1.3, 0.5, 1.1], from: .rgba, to: Self.rgb, over: .color(.white)) == [
        0, 255, 188,
      ])
    #expect(
      paint([-0.2, -0.1, 0.5, -0.1], from: .rgba, to: Self.rgb, over: .color(.white)) == [
        255, 255, 255,
      ])
    #expect(
      paint([0.9, 0, 0, 0.5], from: .rgba, to: Self.rgb, over: .color(.black)) == [128, 0, 0])
    #expect(
      paint([0.9, 0, 0, 0.5], from: .rgba, to: Self.rgba, over: .color(.clear)) == [255, 0, 0, 128])
  }

  @Test("A format without alpha treats the background as opaque")
  func opaqueBackground() {
    let veil = Color(red: 1, green: 1, blue: 1, alpha: 0.25)
    #expect(paint([0, 0], from: .grayAlpha, to: Self.rgb, over: .color(veil)) == [255, 255, 255])
  }
}
