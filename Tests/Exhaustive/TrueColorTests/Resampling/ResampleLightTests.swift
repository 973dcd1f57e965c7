import ImagingFixtures
import TestSupport
import Testing

@testable import SheetImaging

@Suite struct ResampleLightTests {
  static let gray = PixelFormat(.gray, .eight)

  @Test("Black and white lines mix to half the linear light, or to half the encoded value")
  func lines() {
    let picture = Picture(64, 64, Self.gray) { x, _, _ in x % 2 * 255 }
    #expect(picture.resampled(.box, to: 8, 8).allSatisfy { $0 == 188 })
    #expect(picture.resampled(.box, to: 8, 8, in: .encoded).allSatisfy { $0 == 128 })
  }

  @Test(
    "Encoded samples are resampled as Pillow 13 resamples them, to within 1",
    arguments: [
      (
        ResampleFilter.triangle,
        [175, 171, 180, 140, 165, 195, 180, 174, 167, 148, 189, 201, 168, 178, 171]
      ),
      (.lanczos, [172, 171, 182, 135, 165, 195, 180, 173, 169, 148, 189, 205, 166, 177, 175]),
    ])
  func pillow(filter: ResampleFilter, expected: [Int]) {
    let picture = Picture(12, 6, Self.gray) { x, y, _ in
      (x / 2 + y) % 3 == 0 ? 255 : (x * 37 + y * 91) % 256
    }
    let resampled = picture.resampled(filter, to: 5, 3, in: .encoded)
    #expect(zip(resampled, expected).allSatisfy { abs(Int($0) - $1) <= 1 }, "\(resampled)")
    let light = picture.resampled(filter, to: 5, 3)
    #expect(zip(light, expected).contains { abs(Int($0) - $1) > 10 })
  }

  @Test(
    "Colours are converted first: flat areas are the same after linear and encoded resampling",
    arguments: [
      ColorSpace.sRGB, ColorConversionTests.codePoints(12, 13),
      ColorConversionTests.codePoints(9, 16), ColorConversionTests.codePoints(9, 18),
      ColorConversionTests.codePoints(1, 8), ColorConversionTests.swapped,
    ])
  func conversion(space: ColorSpace) {
    for channels in PixelFormat.Channels.allCases {
      for depth in SampleDepth.allCases {
        let format = PixelFormat(channels, depth)
        for code in [3, 60, 130, 250] {
          let picture = Picture(9, 7, format) { _, _, channel in
            (channel == channels.colorCount ? 128 : (code + channel * 40) % 256)
              * (depth == .eight ? 1 : 257)
          }
          var linear = picture.light(.lanczos, to: 4, 3, space: space)
          var span = linear.mutableSpan
          RowColorConverter(from: space, channels)?.convert(&span)
          let encoded = picture.light(.lanczos, to: 4, 3, space: space, in: .encoded)
          let shown = paint(linear, from: channels, to: PixelFormat(.rgba, .eight))
          let others = paint(
            encoded, from: channels, to: PixelFormat(.rgba, .eight), .encoded)
          #expect(
            zip(shown, others).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "\(format), \(code)")
        }
      }
    }
  }

  @Test("The mean of two pixels is the mean of their visible colours", arguments: [12, 1])
  func means(primaries: UInt8) {
    let space = ColorConversionTests.codePoints(primaries, 13)
    let format = PixelFormat(.rgb, .eight)
    let colors = [[200, 90, 40], [20, 120, 230]]
    let picture = Picture(2, 1, format) { x, _, channel in colors[x][channel] }
    let ends = paint(
      picture.light(.box, to: 2, 1, space: space, in: .encoded), from: .rgb, to: format, .encoded)
    let mean = paint(
      picture.light(.box, to: 1, 1, space: space, in: .encoded), from: .rgb, to: format, .encoded)
    for channel in 0..<3 {
      let sum = Int(ends[channel]) + Int(ends[channel + 3])
      #expect(abs(2 * Int(mean[channel]) - sum) <= 2)
    }
  }

  @Test("Transparent pixels contribute no colour, whether resampling is linear or encoded")
  func premultiplied() {
    let format = PixelFormat(.rgba, .eight)
    let picture = Picture(2, 1, format) { x, _, channel in x == 0 ? 255 : channel == 0 ? 90 : 0 }
    for light in ResampleLight.allCases {
      #expect(
        picture.resampled(.box, to: 1, 1, as: format, over: .clear, in: light)
          == [255, 255, 255, 128])
    }
  }

  @Test("Sharpening is the same after linear and encoded resampling, to within 1")
  func sharpened() throws {
    let picture = Picture(20, 12, PixelFormat(.rgba, .eight)) { x, y, channel in
      (x * 31 + y * 57 + channel * 83) % 256
    }
    let mask = try #require(UnsharpMask(amount: 0.8))
    let sheets = ResampleLight.allCases.map { kind -> [UInt8] in
      let light = picture.light(.lanczos, to: 20, 12, in: kind)
      var sharpener = RowSharpener(mask, .rgba, width: 20, height: 12, in: kind)
      var (result, row) = ([Float](), [Float](repeating: 0, count: 80))
      for y in 0..<12 {
        sharpener.add(light[80 * y..<80 * y + 80].span)
        var span = row.mutableSpan
        while sharpener.takeRow(into: &span) {
          for index in 0..<80 { result.append(span[index]) }
        }
      }
      return paint(result, from: .rgba, to: PixelFormat(.rgba, .eight), over: .color(.clear), kind)
    }
    #expect(zip(sheets[0], sheets[1]).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    #expect(sheets[0].count == 4 * 20 * 12 && sheets[0] != picture.bytes)
  }
}
