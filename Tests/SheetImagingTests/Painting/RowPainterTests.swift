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
          paint([0, 0, 0, 0], from: .rgba, to: format, over: background)
            == background.pixel(in: format))
      }
    }
  }

  @Test("Half of black over white is half the light")
  func half() {
    #expect(paint([0, 0.5], from: .grayAlpha, to: Self.rgb, over: .white) == [188, 188, 188])
    #expect(
      paint([0, 0, 0, 0.5], from: .rgba, to: Self.rgba, over: .white) == [188, 188, 188, 255])
    #expect(paint([0, 0, 0, 0.5], from: .rgba, to: Self.rgba, over: .clear) == [0, 0, 0, 128])
  }

  @Test("On a clear background colours come out straight")
  func straight() {
    #expect(
      paint([0.25, 0.125, 0, 0.25], from: .rgba, to: Self.rgba, over: .clear)
        == [255, 188, 0, 64])
    #expect(
      paint([0.25, 0.5], from: .grayAlpha, to: PixelFormat(.grayAlpha, .sixteen), over: .clear)
        == [0xBC, 0x40, 0x80, 0x00])
  }

  @Test("Painting composes as colours do")
  func composes() {
    let front = Color(red: 0.9, green: 0.5, blue: 0.1, alpha: 0.6)
    let back = Color(red: 0.1, green: 0.3, blue: 0.8, alpha: 0.5)
    let light = [front.red, front.green, front.blue].map {
      Float(TransferCurve.sRGB.decoded($0) * front.alpha)
    }
    for depth in SampleDepth.allCases {
      let format = PixelFormat(.rgba, depth)
      #expect(
        paint(light + [Float(front.alpha)], from: .rgba, to: format, over: back)
          == front.composed(over: back).pixel(in: format))
    }
  }

  @Test("Opaque light is painted the same with and without alpha")
  func opaque() {
    var noise = SeededGenerator(seed: 2)
    let light = (0..<300).map { _ in Float(noise.number(below: 1 << 20)) / Float(1 << 20) }
    let withAlpha = stride(from: 0, to: 300, by: 3).flatMap { light[$0..<$0 + 3] + [1] }
    let expected = paint(light, from: .rgb, to: Self.rgb)
    #expect(
      firstDifference(paint(withAlpha, from: .rgba, to: Self.rgb, over: .white), expected) == nil)
    let straight = paint(withAlpha, from: .rgba, to: Self.rgba, over: .clear)
    let colors = straight.indices.filter { $0 % 4 < 3 }.map { straight[$0] }
    #expect(firstDifference(colors, expected) == nil)
    #expect(
      firstDifference(straight, paint(light, from: .rgb, to: Self.rgba, over: .clear)) == nil)
  }

  @Test("The fast path over an opaque background gives the same bytes", arguments: [1, 3])
  func quickPath(colors: Int) {
    // A sheet with alpha does not take the fast path, which copies repeated pixels.
    var noise = SeededGenerator(seed: 5)
    let light = (0..<1000).flatMap { _ in
      let alpha = Float(noise.number(below: 1 << 10)) / Float(1 << 10) * 1.2 - 0.1
      let light = (0..<colors).map { _ in Float(noise.number(below: 1 << 10)) / Float(1 << 10) - 0.1
      }
      return (0...noise.number(below: 3)).flatMap { _ in light + [alpha] }
    }
    let channels = colors == 1 ? PixelFormat.Channels.grayAlpha : .rgba
    let background = Color(red: 0.4, green: 0.4, blue: 0.4)
    let slow = paint(light, from: channels, to: PixelFormat(channels, .eight), over: background)
    let quick = paint(
      light, from: channels, to: PixelFormat(colors == 1 ? .gray : .rgb, .eight), over: background)
    let expected = slow.indices.filter { $0 % (colors + 1) < colors }.map { slow[$0] }
    #expect(firstDifference(quick, expected) == nil)
  }

  @Test("Grey becomes three equal colours")
  func grayToColor() {
    #expect(paint([0.5], from: .gray, to: Self.rgb) == [188, 188, 188])
    #expect(
      paint([0.5, 1], from: .gray, to: PixelFormat(.rgb, .sixteen))
        == [0xBC, 0x40, 0xBC, 0x40, 0xBC, 0x40, 255, 255, 255, 255, 255, 255])
    #expect(paint([0.5], from: .gray, to: Self.rgba, over: .clear) == [188, 188, 188, 255])
  }

  @Test("Overshoot of sharp filters is clamped")
  func overshoot() {
    #expect(paint([-0.2, 1.3, 0.5], from: .rgb, to: Self.rgb) == [0, 255, 188])
    #expect(
      paint([-0.2, 1.3, 0.5, 1.1], from: .rgba, to: Self.rgb, over: .white) == [0, 255, 188])
    #expect(
      paint([-0.2, -0.1, 0.5, -0.1], from: .rgba, to: Self.rgb, over: .white) == [255, 255, 255])
    #expect(paint([0.9, 0, 0, 0.5], from: .rgba, to: Self.rgb, over: .black) == [188, 0, 0])
    #expect(
      paint([0.9, 0, 0, 0.5], from: .rgba, to: Self.rgba, over: .clear) == [255, 0, 0, 128])
  }

  @Test("A format without alpha takes the background as opaque")
  func opaqueBackground() {
    let veil = Color(red: 1, green: 1, blue: 1, alpha: 0.25)
    #expect(paint([0, 0], from: .grayAlpha, to: Self.rgb, over: veil) == [255, 255, 255])
  }
}
