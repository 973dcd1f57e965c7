import ImagingFixtures
import TestSupport
import Testing

@testable import SheetImaging

@Suite struct InkBlenderTests {
  static let inks = [
    Color.black, .white, .clear, Color(red: 0.8, green: 0.3, blue: 0.1),
    Color(red: 0.1, green: 0.6, blue: 0.9, alpha: 0.4),
  ]

  static func blend(
    _ ink: Color, _ coverage: [UInt8], glyphColors: [UInt8]? = nil, onto bytes: [UInt8],
    _ format: PixelFormat
  ) -> [UInt8] {
    var bytes = bytes
    var span = bytes.mutableSpan
    let blender = InkBlender(ink, in: format)
    if let glyphColors {
      blender.blend(coverage.span, glyphColors: glyphColors.span, into: &span)
    } else {
      blender.blend(coverage.span, into: &span)
    }
    return bytes
  }

  @Test(
    "Blending any ink at any coverage matches the result in double precision",
    arguments: PixelFormat.all
  )
  func reference(format: PixelFormat) {
    var noise = SeededGenerator(seed: 11)
    let coverage = (0..<256).flatMap { [UInt8($0), UInt8($0)] }
    for ink in Self.inks {
      let before = format.pixels(coverage.count, &noise)
      let expected = zip(format.pixels(before), coverage).map { pixel, coverage in
        ReferencePixel(ink, format).over(pixel, share: Double(coverage) / 255)
      }
      expectClose(
        Self.blend(ink, coverage, onto: before, format), expected, format)
    }
  }

  @Test(
    "Uncovered pixels are unchanged, and pixels fully covered by opaque ink become the ink",
    arguments: PixelFormat.all)
  func ends(format: PixelFormat) {
    var noise = SeededGenerator(seed: 13)
    let before = format.pixels(9, &noise)
    let none = [UInt8](repeating: 0, count: 9)
    let all = [UInt8](repeating: 255, count: 9)
    for ink in Self.inks {
      #expect(Self.blend(ink, none, onto: before, format) == before)
      if ink.isOpaque {
        let pixel = (format.channels.isGray ? ink.gray : ink).pixel(in: format)
        #expect(
          Self.blend(ink, all, onto: before, format) == (0..<9).flatMap { _ in pixel })
      }
    }
  }

  @Test(
    "Filling an area is the same as blending with constant coverage", arguments: PixelFormat.all)
  func fill(format: PixelFormat) {
    var noise = SeededGenerator(seed: 14)
    // Runs of equal pixels, and single ones.
    let before = (0..<10).flatMap { index in
      let pixel = format.pixels(1, &noise)
      return (0...index % 3).flatMap { _ in pixel }
    }
    let count = before.count / format.bytesPerPixel
    for ink in Self.inks {
      for coverage: UInt8 in [0, 1, 128, 254, 255] {
        var filled = before
        var span = filled.mutableSpan
        InkBlender(ink, in: format).fill(coverage, into: &span)
        let blended = Self.blend(
          ink, [UInt8](repeating: coverage, count: count), onto: before, format)
        #expect(firstDifference(filled, blended) == nil)
      }
    }
  }

  @Test(
    "Coloured glyphs blend in their own colours for their share of coverage, and the rest in ink",
    arguments: PixelFormat.all)
  func glyphColors(format: PixelFormat) {
    var noise = SeededGenerator(seed: 32)
    let coverage = (0..<256).flatMap { [UInt8](repeating: UInt8($0), count: 3) }
    let shares = coverage.indices.map { [0, 255, UInt8(noise.number(below: 256))][$0 % 3] }
    let colors = PixelFormat(.rgb, .eight).pixels(coverage.count, &noise)
    let glyphColors = shares.indices.flatMap { colors[3 * $0..<3 * $0 + 3] + [shares[$0]] }
    for ink in Self.inks {
      let before = format.pixels(coverage.count, &noise)
      let expected = format.pixels(before).enumerated().map { index, background in
        let own = ReferencePixel(
          Color(
            red: Double(colors[3 * index]) / 255, green: Double(colors[3 * index + 1]) / 255,
            blue: Double(colors[3 * index + 2]) / 255), format)
        let (ink, part) = (ReferencePixel(ink, format), Double(shares[index]) / 255)
        let mixed = ReferencePixel(
          colors: zip(own.colors, ink.colors).map { part * $0 + (1 - part) * $1 }, alpha: ink.alpha)
        return mixed.over(background, share: Double(coverage[index]) / 255)
      }
      expectClose(
        Self.blend(ink, coverage, glyphColors: glyphColors, onto: before, format), expected, format)
    }
  }

  @Test("Half-covering black on white gives half the sample value in all drawing, as in browsers")
  func half() {
    let format = PixelFormat(.gray, .eight)
    #expect(Self.blend(.black, [128], onto: [255], format) == [127])
    #expect(Self.blend(.white, [128], onto: [0], format) == [128])
    #expect(PixelMixerTests.mix([0], [128], into: [255], format) == [127])
    #expect(Self.blend(Color.black.withAlpha(128.0 / 255), [255], onto: [255], format) == [127])
  }

  @Test("On a transparent background, alpha is the coverage")
  func transparent() {
    let format = PixelFormat(.rgba, .eight)
    let coverage = (0..<256).map { UInt8($0) }
    let pixels = Self.blend(
      .black, coverage, onto: [UInt8](repeating: 0, count: 4 * 256), format)
    #expect(pixels == coverage.flatMap { [0, 0, 0, $0] })
  }
}
