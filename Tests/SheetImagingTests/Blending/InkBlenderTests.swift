import TestSupport
import Testing

@testable import SheetImaging

@Suite struct InkBlenderTests {
  static let inks = [
    Color.black, .white, .clear, Color(red: 0.8, green: 0.3, blue: 0.1),
    Color(red: 0.1, green: 0.6, blue: 0.9, alpha: 0.4),
  ]

  static func blend(
    _ ink: Color, _ coverage: [UInt8], onto bytes: [UInt8], _ format: PixelFormat
  ) -> [UInt8] {
    var bytes = bytes
    var span = bytes.mutableSpan
    InkBlender(ink, in: format).blend(coverage.span, into: &span)
    return bytes
  }

  /// Expects each stored sample to be that of the reference, rounded either way where it is close.
  static func expectClose(
    _ bytes: [UInt8], _ expected: [ReferencePixel], _ format: PixelFormat,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let codes = format.codes(bytes)
    let samples = expected.flatMap { $0.samples(format) }
    // Half a code of rounding and, with 16 bits, the precision of Float.
    let slack = format.depth == .eight ? 0.51 : 0.8
    let worst = zip(codes, samples).map { abs(Double($0) - $1) }.max() ?? 0
    #expect(codes.count == samples.count && worst <= slack, sourceLocation: sourceLocation)
  }

  @Test(
    "Every coverage of every ink agrees with double precision", arguments: PixelFormat.all)
  func reference(format: PixelFormat) {
    var noise = SeededGenerator(seed: 11)
    let coverage = (0..<256).flatMap { [UInt8($0), UInt8($0)] }
    for ink in Self.inks {
      let before = format.pixels(coverage.count, &noise)
      let expected = zip(format.pixels(before), coverage).map { pixel, coverage in
        ReferencePixel(ink, format).over(pixel, share: Double(coverage) / 255)
      }
      Self.expectClose(
        Self.blend(ink, coverage, onto: before, format), expected, format)
    }
  }

  @Test(
    "Uncovered pixels are unchanged, and pixels covered by opaque ink become the ink",
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

  @Test("Filling is blending with constant coverage", arguments: PixelFormat.all)
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

  @Test("Half of black ink on white paper is half the light")
  func half() {
    let format = PixelFormat(.gray, .eight)
    #expect(Self.blend(.black, [128], onto: [255], format) == [187])
    #expect(Self.blend(.white, [128], onto: [0], format) == [188])
  }
}
