import ImagingFixtures
import Testing

@testable import SheetImaging

/// Transparency as a browser shows it.
///
/// The numbers are from a screenshot by Chromium 156 of Debian. The page had a PNG at its own size
/// over each colour:
///
///     chromium --headless --force-color-profile=srgb --screenshot=shot.png page.html
@Suite struct BrowserMixingTests {
  static let backgrounds = ["white", "black", "#2060a0", "#cc8844"].map { try! Color(parsing: $0) }

  /// Pixels of the PNG, and what they look like on each background.
  static let seen: [([UInt8], [[Int]])] = [
    ([254, 0, 127, 1], [[255, 254, 254], [1, 0, 0], [32, 95, 159], [204, 135, 67]]),
    ([255, 254, 200, 2], [[255, 255, 255], [2, 2, 2], [33, 97, 160], [204, 136, 69]]),
    ([50, 255, 254, 31], [[230, 255, 255], [6, 31, 31], [34, 115, 171], [185, 150, 90]]),
    ([0, 128, 255, 64], [[191, 223, 255], [0, 32, 64], [24, 104, 184], [153, 134, 115]]),
    ([254, 255, 1, 96], [[255, 255, 159], [96, 96, 0], [116, 156, 100], [223, 181, 42]]),
    ([127, 127, 0, 127], [[191, 191, 128], [63, 63, 0], [79, 111, 80], [165, 131, 34]]),
    (
      [254, 254, 254, 128],
      [[254, 254, 254], [127, 127, 127], [143, 175, 207], [229, 195, 161]]
    ),
    ([254, 0, 127, 128], [[254, 127, 191], [127, 0, 64], [143, 48, 144], [229, 68, 98]]),
    ([254, 50, 128, 129], [[254, 151, 191], [128, 25, 65], [143, 72, 144], [229, 92, 98]]),
    ([1, 200, 128, 160], [[96, 220, 175], [1, 125, 80], [13, 161, 140], [77, 176, 105]]),
    ([127, 127, 127, 191], [[159, 159, 159], [95, 95, 95], [103, 119, 135], [146, 129, 112]]),
    ([1, 127, 1, 223], [[33, 143, 33], [1, 111, 1], [5, 123, 21], [27, 128, 9]]),
    ([254, 200, 1, 250], [[254, 201, 6], [249, 196, 1], [249, 198, 4], [253, 199, 2]]),
    ([0, 0, 1, 254], [[1, 1, 2], [0, 0, 1], [0, 0, 2], [1, 1, 1]]),
    ([255, 254, 50, 255], [[255, 254, 50], [255, 254, 50], [255, 254, 50], [255, 254, 50]]),
  ]

  /// Expects samples of 8 or 16 bits to match what the browser shows, to within 1 of 255.
  static func expectSeen(
    _ bytes: [UInt8], _ seen: [Int], _ format: PixelFormat, _ what: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let scale = Double(format.depth.maximum) / 255
    let isNear = zip(format.codes(bytes), seen).allSatisfy {
      abs((Double($0) / scale).rounded() - Double($1)) <= 1
    }
    #expect(isNear, "\(what): \(bytes)", sourceLocation: sourceLocation)
  }

  @Test(
    "A picture at its own size matches Chromium's pixels, to within 1 of 255",
    arguments: SampleDepth.allCases
  )
  func ownSize(depth: SampleDepth) {
    for channels in [PixelFormat.Channels.rgb, .rgba] {
      let format = PixelFormat(channels, depth)
      for (pixel, seen) in Self.seen {
        let samples = pixel.flatMap { [UInt8](repeating: $0, count: depth.bytes) }
        for (background, seen) in zip(Self.backgrounds, seen) {
          Self.expectSeen(
            paint(samples: samples, from: .rgba, to: format, over: .color(background)), seen,
            format,
            "\(pixel) over \(background.hexadecimal)")
        }
      }
    }
  }

  @Test(
    "Inks, colours and corners blend as Chromium blends pictures",
    arguments: SampleDepth.allCases)
  func ink(depth: SampleDepth) {
    let format = PixelFormat(.rgb, depth)
    for (pixel, seen) in Self.seen {
      let share = Double(pixel[3]) / 255
      let color = Color(
        red: Double(pixel[0]) / 255, green: Double(pixel[1]) / 255, blue: Double(pixel[2]) / 255)
      for (background, seen) in zip(Self.backgrounds, seen) {
        let (below, what) = (
          background.pixel(in: format), "\(pixel) over \(background.hexadecimal)"
        )
        let veil = color.withAlpha(share)
        for bytes in [
          InkBlenderTests.blend(color, [pixel[3]], onto: below, format),
          InkBlenderTests.blend(veil, [255], onto: below, format),
          PixelMixerTests.mix(color.pixel(in: format), [pixel[3]], into: below, format),
          veil.composed(over: background).pixel(in: format),
        ] { Self.expectSeen(bytes, seen, format, what) }
      }
    }
  }

  @Test("Black at alpha 128 over white gives 127")
  func half() {
    let format = PixelFormat(.rgb, .eight)
    let shadow: [UInt8] = [0, 0, 0, 128]
    #expect(
      paint(samples: shadow, from: .rgba, to: format, over: .color(.white)) == [127, 127, 127])
    let light = Picture(1, 1, PixelFormat(.rgba, .eight)) { Int(shadow[$0 + $1 + $2]) }
    #expect(light.resampled(.lanczos, to: 1, 1, as: format, over: .white) == [127, 127, 127])
  }
}
