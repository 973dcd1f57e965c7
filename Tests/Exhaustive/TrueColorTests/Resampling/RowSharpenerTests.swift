import ImagingFixtures
import TestSupport
import Testing

@testable import SheetImaging

@Suite struct RowSharpenerTests {
  static func sharpened(
    _ light: [Float], _ channels: PixelFormat.Channels, width: Int, amount: Double
  ) -> [Float] {
    let rowCount = width * channels.count
    let height = light.count / rowCount
    guard let mask = UnsharpMask(amount: amount) else { preconditionFailure("no such amount") }
    var sharpener = RowSharpener(mask, channels, width: width, height: height)
    var output: [Float] = []
    var row = [Float](repeating: .nan, count: rowCount)
    for y in 0..<height {
      sharpener.add(light.span.extracting(y * rowCount..<(y + 1) * rowCount))
      while sharpener.hasRow {
        var span = row.mutableSpan
        _ = sharpener.takeRow(into: &span)
        output += row
      }
    }
    return output
  }

  static func light(of sample: Int) -> Float {
    Float(TransferCurve.sRGB.decoded(Double(sample) / 255))
  }

  /// Premultiplied linear-light values of random colours.
  static func noise(
    _ channels: PixelFormat.Channels, pixels: Int, seed: UInt64 = 5
  ) -> [Float] {
    var noise = SeededGenerator(seed: seed)
    return (0..<pixels).flatMap { _ -> [Float] in
      let alpha = channels.hasAlpha ? Float(noise.number(below: 5)) / 4 : 1
      let colors = (0..<channels.colorCount).map { _ in light(of: noise.number(below: 256)) * alpha
      }
      return channels.hasAlpha ? colors + [alpha] : colors
    }
  }

  @Test(
    "A tile has the same bits as one sharpened pixel by pixel, on every processor",
    arguments: PixelFormat.Channels.allCases)
  func pixelByPixel(channels: PixelFormat.Channels) {
    for width in Array(1...18) + [31, 32, 33, 64, 65, 200] {
      let light = Self.noise(channels, pixels: width * 5, seed: UInt64(width))
      let slow = ReferenceSharpener(channels: channels, width: width, amount: 1.7)
      let expected = slow.sharpened(light).map(\.bitPattern)
      for result in resultsAtEachVectorLevel({
        Self.sharpened(light, channels, width: width, amount: 1.7).map(\.bitPattern)
      }) { #expect(firstDifference(result, expected) == nil, "\(width) pixels") }
    }
  }

  @Test(
    "Sharpening returns all rows of a tile, whatever the tile's size", arguments: [1, 2, 3, 4, 9])
  func rows(side: Int) {
    for other in [1, 2, 3, 7] {
      let light = Self.noise(.rgb, pixels: side * other)
      #expect(Self.sharpened(light, .rgb, width: side, amount: 1).count == light.count)
    }
  }

  @Test("Sharpening leaves flat colours unchanged", arguments: PixelFormat.Channels.allCases)
  func flat(channels: PixelFormat.Channels) {
    for pixel in 0..<20 {
      var color = Self.noise(channels, pixels: 1, seed: UInt64(pixel))
      // A deviation that a sharp filter may leave behind.
      color[0] *= 1.000_001
      let light = Array(repeating: color, count: 35).flatMap(\.self)
      let sharp = Self.sharpened(light, channels, width: 7, amount: 5)
      #expect(firstDifference(sharp, light) == nil)
    }
  }

  @Test("An amount of 0 changes nothing, and alpha never changes")
  func untouched() {
    let light = Self.noise(.rgba, pixels: 99)
    #expect(
      firstDifference(Self.sharpened(light, .rgba, width: 11, amount: 0), light) == nil)
    let sharp = Self.sharpened(light, .rgba, width: 11, amount: 3)
    #expect(firstDifference(sharp, light) != nil)
    for index in stride(from: 3, to: light.count, by: 4) { #expect(sharp[index] == light[index]) }
  }

  @Test("Colours stay between black and white even at the largest amount")
  func bounded() {
    let light = Self.noise(.rgba, pixels: 400)
    let sharp = Self.sharpened(light, .rgba, width: 20, amount: 5)
    for index in sharp.indices where index % 4 < 3 {
      #expect(sharp[index] >= 0 && sharp[index] <= sharp[index / 4 * 4 + 3])
    }
  }

  @Test("Transparent pixels are ignored, and the sides of the tile are not edges")
  func transparent() {
    // A flat colour beside transparent pixels and beside the sides.
    let color: [Float] = [0.3, 0.1, 0.05, 0.5]
    var light = Array(repeating: color, count: 30).flatMap(\.self)
    for pixel in [7, 8, 13, 22] {
      light.replaceSubrange(4 * pixel..<4 * pixel + 4, with: [0, 0, 0, 0])
    }
    #expect(firstDifference(Self.sharpened(light, .rgba, width: 6, amount: 5), light) == nil)
  }

  @Test("A flat colour of any alpha stays unchanged")
  func softEdge() {
    let alphas: [Float] = [0, 0.25, 0.5, 0.75, 1]
    let light = (0..<40).flatMap { index -> [Float] in
      let alpha = alphas[index * 7 % 5]
      return [0.5 * alpha, 0.25 * alpha, 0.125 * alpha, alpha]
    }
    #expect(firstDifference(Self.sharpened(light, .rgba, width: 8, amount: 5), light) == nil)
  }

  @Test("Both sides of an edge move by the same step in encoded samples")
  func edge() {
    let gray = PixelFormat(.gray, .eight)
    let row = [100, 100, 100, 150, 150, 150].map(Self.light(of:))
    let sharp = Self.sharpened(
      Array(repeating: row, count: 3).flatMap(\.self), .gray, width: 6, amount: 1)
    // A sixth of the step of 50 is missing on each side of the blurred edge.
    #expect(
      paint(Array(sharp[6..<12]), from: .gray, to: gray) == [100, 100, 92, 158, 150, 150])
  }

  @Test("All channels of an edge move by equal steps, so that no fringe appears")
  func fringe() {
    let rgb = PixelFormat(.rgb, .eight)
    let pixels = [[60, 90, 120], [60, 90, 120], [120, 150, 180], [120, 150, 180]]
    let row = pixels.flatMap { $0.map(Self.light(of:)) }
    let sharp = Self.sharpened(row, .rgb, width: 4, amount: 1.2)
    #expect(
      paint(sharp, from: .rgb, to: rgb)
        == [60, 90, 120, 48, 78, 108, 132, 162, 192, 120, 150, 180])
  }

  @Test("A transposed tile is sharpened like the tile itself")
  func turned() {
    let light = Self.noise(.rgb, pixels: 42)
    let sharp = Self.sharpened(light, .rgb, width: 7, amount: 1.5)
    func transposed(_ light: [Float], width: Int) -> [Float] {
      let height = light.count / 3 / width
      var turned: [Float] = []
      for x in 0..<width {
        for start in (0..<height).map({ ($0 * width + x) * 3 }) {
          turned += light[start..<start + 3]
        }
      }
      return turned
    }
    let turned = Self.sharpened(
      transposed(light, width: 7), .rgb, width: 6, amount: 1.5)
    #expect(firstDifference(transposed(turned, width: 6), sharp) == nil)
  }

  @Test(
    "Sharpened pixels match the formula for unsharp masking",
    arguments: PixelFormat.Channels.allCases)
  func reference(channels: PixelFormat.Channels) {
    let (width, height, amount) = (9, 8, 0.8)
    let light = Self.noise(channels, pixels: width * height)
    let sharp = Self.sharpened(light, channels, width: width, amount: amount)
    let count = channels.count
    func alpha(_ pixel: Int) -> Double {
      channels.hasAlpha ? Double(light[pixel * count + count - 1]) : 1
    }
    func sample(_ pixel: Int, _ channel: Int) -> Double {
      TransferCurve.sRGB.encoded(Double(light[pixel * count + channel]) / alpha(pixel))
    }
    func luma(_ pixel: Int) -> Double {
      guard !channels.isGray else { return sample(pixel, 0) }
      return 0.2126 * sample(pixel, 0) + 0.7152 * sample(pixel, 1) + 0.0722 * sample(pixel, 2)
    }
    var largest = 0.0
    for y in 0..<height {
      for x in 0..<width {
        let pixel = y * width + x
        guard alpha(pixel) > 0 else { continue }
        var (sum, weights) = (0.0, 0.0)
        for dy in -1...1 where 0..<height ~= y + dy {
          for dx in -1...1 where 0..<width ~= x + dx {
            let other = pixel + dy * width + dx
            let weight = (dx == 0 ? 4.0 : 1) * (dy == 0 ? 4 : 1) * alpha(other)
            guard weight > 0 else { continue }
            sum += weight * luma(other)
            weights += weight
          }
        }
        let change = amount * (luma(pixel) - sum / weights)
        for channel in 0..<channels.colorCount {
          let expected = min(max(sample(pixel, channel) + change, 0), 1)
          let found = TransferCurve.sRGB.encoded(
            Double(sharp[pixel * count + channel]) / alpha(pixel))
          largest = max(largest, abs(found - expected))
        }
      }
    }
    // Rounding to 16 bits, and rounding of luma.
    #expect(largest < 2.5 / 65_535)
    #expect(largest > 0)
  }

  @Test("Amounts of sharpening are from 0 to 5")
  func amounts() {
    for text in ["0", "0.75", "5"] { #expect(UnsharpMask(text)?.amount == Double(text)) }
    for text in ["-0.1", "5.1", "nan", "inf", "", "much"] { #expect(UnsharpMask(text) == nil) }
  }
}
