import ImagingFixtures
import TestSupport
import Testing

@testable import SheetImaging

@Suite struct RowResamplerTests {
  static let gray = PixelFormat(.gray, .eight)
  static let rgba = PixelFormat(.rgba, .eight)

  /// Output sizes for a picture of 64 × 48 pixels.
  ///
  /// They are doubled, almost equal, or shrunk up to forty times, even by different factors across
  /// and down.
  static let sizes = [
    (128, 96), (64, 48), (65, 47), (63, 49), (32, 24), (21, 13), (9, 96), (200, 5), (2, 1),
  ]

  static let noise: Picture = {
    var noise = SeededGenerator(seed: 7)
    return Picture(64, 48, rgba) { _, _, _ in noise.number(below: 256) }
  }()

  static let pictures = [
    "ramp": Picture(64, 48, gray) { x, y, _ in x * 2 + y * 2 },
    "zone plate": Picture(64, 48, gray) { x, y, _ in
      let phase = Double(x * x + y * y) / 64
      return Int((127.5 + 127.5 * (phase.truncatingRemainder(dividingBy: 2) - 1)).rounded())
    },
    "noise": noise,
  ]

  @Test("Resampled pixels match a slow reference", arguments: ResampleFilter.allCases, sizes)
  func reference(filter: ResampleFilter, size: (Int, Int)) {
    for (name, picture) in Self.pictures {
      let fast = picture.light(filter, to: size.0, size.1)
      let slow = ReferenceResampler.light(picture, filter, to: size.0, size.1)
      #expect(fast.count == size.0 * size.1 * picture.format.channels.count)
      #expect(largestDifference(fast, slow.map { Float($0) }) < 2e-6, "\(name)")
    }
  }

  @Test("A flat area of any grey keeps its value", arguments: ResampleFilter.allCases)
  func flat(filter: ResampleFilter) {
    for code in 0...255 {
      let picture = Picture(9, 7, Self.gray) { _, _, _ in code }
      for (width, height) in [(4, 3), (9, 7), (5, 10), (20, 15), (1, 1)] {
        #expect(
          picture.resampled(filter, to: width, height).allSatisfy { Int($0) == code },
          "\(code) at \(width)x\(height)")
      }
    }
  }

  @Test("A flat 16-bit colour keeps its samples", arguments: ResampleFilter.allCases)
  func flatDeep(filter: ResampleFilter) {
    let format = PixelFormat(.rgb, .sixteen)
    for code in stride(from: 0, through: 65_535, by: 3855) {
      let codes = [code, 65_535 - code, code / 7]
      let picture = Picture(9, 7, format) { _, _, channel in codes[channel] }
      for (width, height) in [(4, 3), (20, 15)] {
        let expected = Picture(width, height, format) { _, _, channel in codes[channel] }
        #expect(
          firstDifference(picture.resampled(filter, to: width, height), expected.bytes) == nil)
      }
    }
  }

  @Test("A flat grey keeps its value however many samples are averaged")
  func flatLarge() {
    for code in [1, 100, 254, 255] {
      let picture = Picture(1500, 150, Self.gray) { _, _, _ in code }
      #expect(picture.resampled(.lanczos, to: 3, 2).allSatisfy { Int($0) == code })
    }
  }

  @Test("A flat translucent colour keeps its samples", arguments: ResampleFilter.allCases)
  func flatTranslucent(filter: ResampleFilter) {
    for alpha in [1, 2, 77, 128, 254, 255] {
      let codes = [0, 255, 90, alpha]
      let picture = Picture(6, 5, Self.rgba) { _, _, channel in codes[channel] }
      let expected = Picture(4, 7, Self.rgba) { _, _, channel in codes[channel] }
      let bytes = picture.resampled(filter, to: 4, 7, over: .clear)
      #expect(firstDifference(bytes, expected.bytes) == nil, "alpha \(alpha)")
    }
  }

  @Test("A picture that keeps its size keeps its bytes", arguments: ResampleFilter.allCases)
  func identity(filter: ResampleFilter) {
    for channels in PixelFormat.Channels.allCases {
      for depth in SampleDepth.allCases {
        var noise = SeededGenerator(seed: 3)
        let format = PixelFormat(channels, depth)
        let picture = Picture(11, 6, format) { _, _, channel in
          // The colours of fully transparent pixels are lost, so there are none.
          format.channels.hasAlpha && channel == channels.count - 1
            ? depth.maximum - noise.number(below: depth.maximum)
            : noise.number(below: depth.maximum + 1)
        }
        let codes = picture.resampled(filter, to: 11, 6, over: .clear)
        #expect(firstDifference(codes, picture.bytes) == nil, "\(format)")
      }
    }
  }

  @Test(
    "A symmetric picture stays symmetric",
    arguments: ResampleFilter.allCases.filter { $0 != .nearest }, sizes)
  func symmetric(filter: ResampleFilter, size: (Int, Int)) {
    let picture = Picture(31, 22, Self.gray) { x, y, _ in
      (min(x, 30 - x) * 37 + min(y, 21 - y) * 101) % 256
    }
    let light = picture.light(filter, to: size.0, size.1)
    #expect(largestDifference(light, light.reversed()) < 2e-6)
  }

  @Test(
    "Filters without negative lobes stay between the darkest and the brightest sample",
    arguments: [ResampleFilter.triangle, .box, .nearest], sizes)
  func range(filter: ResampleFilter, size: (Int, Int)) {
    var noise = SeededGenerator(seed: 5)
    let picture = Picture(64, 48, Self.gray) { _, _, _ in 60 + noise.number(below: 100) }
    let codes = picture.resampled(filter, to: size.0, size.1)
    #expect(codes.allSatisfy { (60...159).contains($0) })
  }

  @Test(
    "Black and white mix to half the light, which is encoded as 188",
    arguments: ResampleFilter.allCases.filter { $0 != .nearest })
  func checkerboard(filter: ResampleFilter) {
    let picture = Picture(64, 64, Self.gray) { x, y, _ in (x + y) % 2 * 255 }
    #expect(picture.resampled(filter, to: 8, 8).allSatisfy { (187...189).contains($0) })
  }

  @Test("The colours of transparent pixels do not bleed", arguments: ResampleFilter.allCases)
  func fringe(filter: ResampleFilter) {
    let picture = Picture(40, 10, Self.rgba) { x, _, channel in
      x < 20 ? [255, 0, 0, 255][channel] : [0, 255, 0, 0][channel]
    }
    let codes = picture.resampled(filter, to: 13, 4, over: .clear)
    for pixel in stride(from: 0, to: codes.count, by: 4) {
      #expect(codes[pixel + 1] == 0)
      #expect(codes[pixel] == (codes[pixel + 3] == 0 ? 0 : 255))
    }
    let onWhite = picture.resampled(filter, to: 13, 4, as: PixelFormat(.rgb, .eight), over: .white)
    for pixel in stride(from: 0, to: onWhite.count, by: 3) {
      #expect(onWhite[pixel] == 255 && onWhite[pixel + 1] == onWhite[pixel + 2])
    }
  }

  @Test(
    "The same picture in another pixel format gives the same result",
    arguments: ResampleFilter.allCases)
  func formatsAgree(filter: ResampleFilter) {
    var noise = SeededGenerator(seed: 11)
    let codes = (0..<30 * 20).map { _ in noise.number(below: 256) }
    let target = PixelFormat(.rgba, .sixteen)
    func result(_ channels: PixelFormat.Channels, _ depth: SampleDepth) -> [UInt8] {
      Picture(30, 20, PixelFormat(channels, depth)) { x, y, channel in
        let isAlpha = channels.hasAlpha && channel == channels.count - 1
        return isAlpha ? depth.maximum : codes[y * 30 + x] * (depth.maximum / 255)
      }.resampled(filter, to: 11, 9, as: target)
    }
    let expected = result(.gray, .eight)
    for channels in PixelFormat.Channels.allCases where !channels.hasAlpha {
      for depth in SampleDepth.allCases {
        #expect(firstDifference(result(channels, depth), expected) == nil)
      }
    }
    // Resampled alpha is a sum of weights, which can differ from 1 by a rounding error.
    for channels in [PixelFormat.Channels.grayAlpha, .rgba] {
      for depth in SampleDepth.allCases {
        let difference = zip(words(result(channels, depth)), words(expected)).map { abs($0 - $1) }
        #expect(difference.allSatisfy { $0 <= 2 })
      }
    }
  }

  private func words(_ bytes: [UInt8]) -> [Int] {
    stride(from: 0, to: bytes.count, by: 2).map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) }
  }

  @Test(
    "A resampled crop equals the same part of the resampled whole picture",
    arguments: ResampleFilter.allCases)
  func crop(filter: ResampleFilter) {
    let whole = Self.noise.light(filter, to: 16, 12)
    let cut = Self.noise.light(filter, to: 8, 4, columns: 16..<48, rows: 24..<40)
    let part = (6..<10).flatMap { y in
      let pixels = y * 16 + 4..<y * 16 + 12
      return whole[pixels.lowerBound * 4..<pixels.upperBound * 4]
    }
    #expect(largestDifference(cut, part) < 1e-6)
  }

  @Test(
    "Source samples beyond the reach of a filter kernel have no influence",
    arguments: ResampleFilter.allCases)
  func outsideCrop(filter: ResampleFilter) {
    func light(_ outside: Int) -> [Float] {
      Picture(60, 60, Self.gray) { x, y, _ in
        (13..<47).contains(x) && (13..<47).contains(y) ? x * y % 256 : outside
      }.light(filter, to: 5, 5, columns: 25..<35, rows: 25..<35)
    }
    #expect(firstDifference(light(0), light(255)) == nil)
  }

  @Test("A one-pixel picture can be resampled to any size", arguments: ResampleFilter.allCases)
  func onePixel(filter: ResampleFilter) {
    let picture = Picture(1, 1, Self.rgba) { _, _, channel in [10, 200, 30, 255][channel] }
    for (width, height) in [(1, 1), (7, 3), (1, 40)] {
      let expected = Picture(width, height, Self.rgba) { _, _, channel in
        [10, 200, 30, 255][channel]
      }
      #expect(
        firstDifference(picture.resampled(filter, to: width, height), expected.bytes) == nil)
    }
    let line = Picture(1, 300, Self.gray) { _, _, _ in 77 }
    #expect(line.resampled(filter, to: 9, 1) == [UInt8](repeating: 77, count: 9))
  }

  @Test("Samples are decoded with the source's own transfer curve")
  func curves() {
    let picture = Picture(2, 1, Self.gray) { x, _, _ in x * 255 }
    #expect(picture.light(.box, to: 1, 1) == [0.5])
    let middle = Picture(1, 1, Self.gray) { _, _, _ in 51 }
    #expect(middle.light(.box, to: 1, 1, space: ColorSpace(.linear)) == [0.2])
    #expect(abs(middle.light(.box, to: 1, 1, space: ColorSpace(.gamma(2)))[0] - 0.04) < 1e-8)
  }

  @Test(
    "Only a few rows are in memory, however tall the picture", arguments: ResampleFilter.allCases)
  func memory(filter: ResampleFilter) {
    for (source, output) in FilterTapsTests.axes + [(20_000, 7), (7, 20_000), (12_000, 11_999)] {
      let resampler = RowResampler(
        Self.gray, .sRGB, columns: FilterTaps(filter, from: 1, to: 1),
        rows: FilterTaps(filter, from: source, to: output))
      #expect(resampler.lines.count <= Int(2 * filter.support) + 1, "\(source) to \(output)")
    }
  }

  @Test(
    "Source rows used for many output rows are in memory at the output's width",
    arguments: ResampleFilter.allCases)
  func narrowRows(filter: ResampleFilter) {
    for (width, height) in [(1, 4000), (3, 200), (499, 90), (500, 90), (800, 90)] {
      let resampler = RowResampler(
        Self.rgba, .sRGB, columns: FilterTaps(filter, from: 500, to: width),
        rows: FilterTaps(filter, from: 30, to: height))
      #expect(resampler.lines.width <= 4 * min(width, 500) + rowPadding, "\(width) x \(height)")
    }
  }

  @Test("Each output row is ready as soon as its last source row is added")
  func promptness() {
    let rows = FilterTaps(.lanczos, from: 30, crop: 6..<24, to: 4)
    var resampler = RowResampler(
      Self.gray, .sRGB, columns: FilterTaps(.lanczos, from: 3, to: 2), rows: rows)
    let line: [UInt8] = [1, 2, 3]
    func takesRow() -> Bool {
      var output: [Float] = [0, 0]
      var span = output.mutableSpan
      return resampler.takeRow(into: &span)
    }
    for source in 0..<30 {
      resampler.add(line.span)
      let complete = (0..<4).filter { rows.sources(of: $0).upperBound == source + 1 }
      for _ in complete {
        #expect(resampler.hasRow)
        #expect(takesRow())
      }
      #expect(!resampler.hasRow)
      #expect((resampler.rowsTaken == 4) == (source + 1 >= rows.sourceRange.upperBound))
    }
    #expect(resampler.rowsTaken == 4 && resampler.rowsAdded == 30)
    #expect(!takesRow())
  }
}
