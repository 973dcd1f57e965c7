import ImagingFixtures
import SheetImaging
import TestSupport
import Testing

/// How a picture becomes a translucent mark.
@Suite struct WatermarkingTests {
  /// The mark of a picture, one array for each pixel.
  static func mark(_ picture: [[UInt8]], width: Int) -> [[UInt8]] {
    var pixels = Array(picture.joined())
    Watermarking(of: pixels, width: width).mark(&pixels, width: width)
    return (0..<picture.count).map { Array(pixels[4 * $0..<4 * $0 + 4]) }
  }

  /// An opaque square of one colour with an opaque inner square of another, or a transparent one.
  static func square(_ side: Int, _ outer: [UInt8], _ inner: [UInt8]) -> [[UInt8]] {
    (0..<side * side).map { place in
      let (x, y) = (place % side, place / side)
      return (side / 4..<side * 3 / 4).contains(x) && (side / 4..<side * 3 / 4).contains(y)
        ? inner : outer
    }
  }

  @Test(
    "A mark with transparent parts keeps its colours at half their opacity, over a contrasting shadow"
  )
  func transparent() {
    let side = 8
    for (color, shade): ([UInt8], UInt8) in [
      ([10, 20, 30], 255), ([250, 240, 200], 0), ([127, 127, 127], 255), ([128, 128, 128], 0),
    ] {
      for alpha: UInt8 in [255, 200, 51] {
        let mark = Self.mark(Self.square(side, [0, 0, 0, 0], color + [alpha]), width: side)
        for (place, pixel) in mark.enumerated() {
          let (x, y) = (place % side, place / side)
          if (2..<6).contains(x), (2..<6).contains(y) {
            #expect(pixel == color + [UInt8((Double(alpha) / 2).rounded())])
          } else if (3..<7).contains(x), (3..<7).contains(y) {
            // The shade of a single pixel to the right and below.
            let opacity = UInt8((0.35 * Double(alpha)).rounded())
            #expect(pixel == [shade, shade, shade, opacity])
          } else {
            #expect(pixel[3] == 0)
          }
        }
      }
    }
  }

  @Test(
    "In an opaque watermark image, the colour of the corners becomes transparent",
    arguments: [[255, 255, 255, 255], [0, 0, 0, 255], [20, 90, 200, 255], [128, 128, 128, 255]]
      as [[UInt8]])
  func ground(ground: [UInt8]) {
    let inner: [UInt8] = ground[0] >= 128 ? [0, 0, 0, 255] : [255, 255, 255, 255]
    let mark = Self.mark(Self.square(8, ground, inner), width: 8)
    #expect(mark[0][3] == 0 && mark[63][3] == 0 && mark[10][3] == 0)
    #expect(mark[27] == Array(inner[..<3]) + [128])
  }

  @Test("A soft edge keeps the colour of the picture, not that of its background")
  func edge() {
    // Black on white, half covered.
    var picture = Self.square(8, [255, 255, 255, 255], [0, 0, 0, 255])
    picture[28] = [128, 128, 128, 255]
    let pixel = Self.mark(picture, width: 8)[28]
    // Half coverage at half opacity gives 64; the pale shade in the uncovered half adds to that.
    #expect(pixel[0] > 0 && pixel[3] > 64 && pixel[3] < 128)
    picture = Self.square(8, [255, 255, 255, 255], [255, 0, 0, 255])
    picture[18] = [255, 128, 128, 255]
    let red = Self.mark(picture, width: 8)[18]
    #expect(red[..<3] == [255, 0, 0] && 63...64 ~= red[3])
  }

  @Test(
    "An opaque picture without a plain background, or of one colour, becomes a translucent rectangle"
  )
  func rectangle() {
    var picture = Self.square(8, [255, 255, 255, 255], [9, 9, 9, 255])
    picture[63] = [200, 255, 255, 255]
    for picture in [picture, Self.square(8, [7, 8, 9, 255], [7, 8, 9, 255])] {
      let mark = Self.mark(picture, width: 8)
      for (pixel, own) in zip(mark, picture) { #expect(pixel == Array(own[..<3]) + [128]) }
    }
  }

  @Test(
    "A watermark in any grey is visible on a picture in any grey",
    arguments: (0...17).map { 15 * $0 })
  func visible(sample: Int) {
    let ink = [UInt8](repeating: UInt8(sample), count: 3)
    let mark = Self.mark(Self.square(60, [0, 0, 0, 0], ink + [255]), width: 60)
    for ground in 0...255 {
      let distances = mark.map { pixel in
        abs(Double(pixel[0]) - Double(ground)) * Double(pixel[3]) / 255
      }
      #expect((distances.max() ?? 0) >= 25, "on \(ground)")
    }
  }

  @Test("A mark is as large as its picture, and no pixel of it is more than half opaque")
  func hostile() {
    var noise = SeededGenerator(seed: 31)
    for _ in 0..<200 {
      let (width, height) = (1 + noise.number(below: 9), 1 + noise.number(below: 9))
      var pixels = PixelFormat(.rgba, .eight).pixels(width * height, &noise)
      if noise.number(below: 2) == 0 {
        for alpha in stride(from: 3, to: pixels.count, by: 4) { pixels[alpha] = 255 }
      }
      let watermarking = Watermarking(of: pixels, width: width)
      watermarking.mark(&pixels, width: width)
      #expect(pixels.count == 4 * width * height)
      for alpha in stride(from: 3, to: pixels.count, by: 4) { #expect(pixels[alpha] <= 128) }
    }
  }
}
