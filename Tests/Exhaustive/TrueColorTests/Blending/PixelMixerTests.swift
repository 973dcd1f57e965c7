import ImagingFixtures
import TestSupport
import Testing

@testable import SheetImaging

@Suite struct PixelMixerTests {
  static func mix(
    _ replacement: [UInt8], _ coverage: [UInt8], into bytes: [UInt8], _ format: PixelFormat
  ) -> [UInt8] {
    var bytes = bytes
    var span = bytes.mutableSpan
    PixelMixer(format).mix(replacement.span, by: coverage.span, into: &span)
    return bytes
  }

  @Test("Mixing at any coverage matches the result in double precision", arguments: PixelFormat.all)
  func reference(format: PixelFormat) {
    var noise = SeededGenerator(seed: 21)
    let coverage = (0..<256).flatMap { [UInt8($0), UInt8($0), UInt8($0)] }
    let before = format.pixels(coverage.count, &noise)
    let replacement = format.pixels(coverage.count, &noise)
    let (old, new) = (format.pixels(before), format.pixels(replacement))
    let expected = coverage.indices.map { index in
      let share = Double(coverage[index]) / 255
      return ReferencePixel.sum(new[index], share, old[index], 1 - share)
    }
    expectClose(
      Self.mix(replacement, coverage, into: before, format), expected, format)
  }

  @Test(
    "Pixels without coverage are kept exactly, and fully covered ones are replaced exactly",
    arguments: PixelFormat.all)
  func ends(format: PixelFormat) {
    var noise = SeededGenerator(seed: 22)
    let before = format.pixels(50, &noise)
    let replacement = format.pixels(50, &noise)
    let kept = Self.mix(replacement, [UInt8](repeating: 0, count: 50), into: before, format)
    #expect(firstDifference(kept, before) == nil)
    let copied = Self.mix(replacement, [UInt8](repeating: 255, count: 50), into: before, format)
    #expect(firstDifference(copied, replacement) == nil)
  }

  @Test("Composing translucent pixels matches double precision", arguments: PixelFormat.all)
  func composed(format: PixelFormat) {
    var noise = SeededGenerator(seed: 24)
    let before = format.pixels(600, &noise)
    let upper = PixelFormat(.rgba, .eight).pixels(600, &noise)
    let old = format.pixels(before)
    let expected = old.indices.map { index in
      let samples = upper[4 * index..<4 * index + 4].map { Double($0) / 255 }
      let color = Color(red: samples[0], green: samples[1], blue: samples[2], alpha: samples[3])
      return ReferencePixel(color, format).over(old[index], share: 1)
    }
    var bytes = before
    var span = bytes.mutableSpan
    PixelMixer(format).compose(upper.span, over: &span)
    expectClose(bytes, expected, format)
  }

  @Test("Mixing equal pixels changes nothing", arguments: PixelFormat.all)
  func same(format: PixelFormat) {
    var noise = SeededGenerator(seed: 23)
    let coverage = (0..<256).map { UInt8($0) }
    let before = format.pixels(256, &noise)
    expectClose(
      Self.mix(before, coverage, into: before, format), format.pixels(before), format)
  }
}
