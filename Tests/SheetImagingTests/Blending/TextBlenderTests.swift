import TestSupport
import Testing

@testable import SheetImaging

@Suite struct TextBlenderTests {
  static func blend(
    _ ink: Color, _ coverage: [UInt8], ownColors: [UInt8]? = nil, onto bytes: [UInt8],
    _ format: PixelFormat
  ) -> [UInt8] {
    var bytes = bytes
    var span = bytes.mutableSpan
    let blender = TextBlender(ink, in: format)
    if let ownColors {
      blender.blend(coverage.span, ownColors: ownColors.span, into: &span)
    } else {
      blender.blend(coverage.span, into: &span)
    }
    return bytes
  }

  /// Inks of all kinds, opaque and translucent.
  static func inks(_ noise: inout SeededGenerator) -> [Color] {
    InkBlenderTests.inks
      + (0..<10).map { _ in
        let samples = (0..<4).map { _ in Double(noise.number(below: 256)) / 255 }
        return Color(
          red: samples[0], green: samples[1], blue: samples[2],
          alpha: noise.number(below: 2) == 0 ? 1 : samples[3])
      }
  }

  @Test(
    "Every coverage of every ink over any ground agrees with double precision",
    arguments: PixelFormat.all)
  func reference(format: PixelFormat) {
    var noise = SeededGenerator(seed: 31)
    let coverage = (0..<256).flatMap { [UInt8](repeating: UInt8($0), count: 4) }
    for ink in Self.inks(&noise) {
      let before = format.pixels(coverage.count, &noise)
      let reference = ReferencePixel(ink, format)
      let expected = zip(format.pixels(before), coverage).map { ground, coverage in
        let share = reference.textShare(over: ground, coverage: Double(coverage) / 255)
        return reference.over(ground, share: share)
      }
      InkBlenderTests.expectClose(Self.blend(ink, coverage, onto: before, format), expected, format)
    }
  }

  @Test(
    "Colours of their own are mixed as light by their share, the rest as ink",
    arguments: PixelFormat.all)
  func ownColors(format: PixelFormat) {
    var noise = SeededGenerator(seed: 32)
    let coverage = (0..<256).flatMap { [UInt8](repeating: UInt8($0), count: 3) }
    let shares = coverage.indices.map { [0, 255, UInt8(noise.number(below: 256))][$0 % 3] }
    let colors = PixelFormat(.rgb, .eight).pixels(coverage.count, &noise)
    let ownColors = shares.indices.flatMap { colors[3 * $0..<3 * $0 + 3] + [shares[$0]] }
    for ink in Self.inks(&noise) {
      let before = format.pixels(coverage.count, &noise)
      let expected = format.pixels(before).enumerated().map { index, ground in
        let own = ReferencePixel(
          Color(
            red: Double(colors[3 * index]) / 255, green: Double(colors[3 * index + 1]) / 255,
            blue: Double(colors[3 * index + 2]) / 255), format)
        let (ink, part) = (ReferencePixel(ink, format), Double(shares[index]) / 255)
        let mixed = ReferencePixel(
          light: zip(own.light, ink.light).map { part * $0 + (1 - part) * $1 }, alpha: ink.alpha)
        let covered = Double(coverage[index]) / 255
        let share =
          part * covered + (1 - part) * ink.textShare(over: ground, coverage: covered)
        return mixed.over(ground, share: share)
      }
      InkBlenderTests.expectClose(
        Self.blend(ink, coverage, ownColors: ownColors, onto: before, format), expected, format)
    }
  }

  @Test(
    "Uncovered pixels are unchanged, and fully covered ones are those of the ink alone",
    arguments: PixelFormat.all)
  func ends(format: PixelFormat) {
    var noise = SeededGenerator(seed: 33)
    let none = [UInt8](repeating: 0, count: 9)
    let all = [UInt8](repeating: 255, count: 9)
    for ink in Self.inks(&noise) {
      let before = format.pixels(9, &noise)
      #expect(Self.blend(ink, none, onto: before, format) == before)
      let unowned = [UInt8](repeating: 0, count: 36)
      #expect(Self.blend(ink, none, ownColors: unowned, onto: before, format) == before)
      #expect(
        Self.blend(ink, all, onto: before, format)
          == InkBlenderTests.blend(ink, all, onto: before, format))
    }
  }

  @Test(
    "More coverage never shows more of the ground, and no sample is outside ground and ink",
    arguments: PixelFormat.all)
  func rising(format: PixelFormat) {
    var noise = SeededGenerator(seed: 34)
    let coverage = (0..<256).map { UInt8($0) }
    for ink in Self.inks(&noise) where ink.isOpaque {
      for _ in 0..<5 {
        let color = Color(
          red: .random(in: 0...1, using: &noise), green: .random(in: 0...1, using: &noise),
          blue: .random(in: 0...1, using: &noise))
        let ground = (format.channels.isGray ? color.gray : color).pixel(in: format)
        let codes = format.codes(
          Self.blend(ink, coverage, onto: coverage.flatMap { _ in ground }, format))
        for channel in 0..<format.channels.count {
          let samples = stride(from: channel, to: codes.count, by: format.channels.count)
            .map { codes[$0] }
          let isRising = zip(samples, samples.dropFirst()).allSatisfy { $0 <= $1 }
          let isFalling = zip(samples, samples.dropFirst()).allSatisfy { $0 >= $1 }
          #expect(isRising || isFalling, "\(ink.hexadecimal) over \(ground)")
        }
      }
    }
  }

  @Test("Half of the ink is half of the lightness, whichever of the two is light")
  func half() {
    let format = PixelFormat(.gray, .eight)
    // 128 of 255 leave a lightness of 49.8 on white, and give one of 50.2 on black.
    #expect(Self.blend(.black, [128], onto: [255], format) == [118])
    #expect(Self.blend(.white, [128], onto: [0], format) == [119])
  }

  @Test("On a transparent ground, alpha is the coverage")
  func transparent() {
    let format = PixelFormat(.rgba, .eight)
    let coverage = (0..<256).map { UInt8($0) }
    let pixels = Self.blend(
      .black, coverage, onto: [UInt8](repeating: 0, count: 4 * 256), format)
    #expect(pixels == coverage.flatMap { [0, 0, 0, $0] })
  }

  @Test("What is not text is mixed as light")
  func onlyText() {
    let format = PixelFormat(.gray, .eight)
    var (filled, rounded) = ([255] as [UInt8], [255] as [UInt8])
    var pixel = filled.mutableSpan
    InkBlender(.black, in: format).fill(128, into: &pixel)
    var corner = rounded.mutableSpan
    PixelMixer(format).mix([0].span, by: [128].span, into: &corner)
    // Half of the light of white.
    #expect(filled == [187] && rounded == [187])
  }
}
