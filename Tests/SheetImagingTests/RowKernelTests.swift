import Testing

@testable import SheetImaging

@Suite struct RowKernelTests {
  static func values(_ count: Int, seed: Int) -> [Float] {
    (0..<count).map { Float(($0 * 7919 + seed * 104_729) % 65_521) / 65_521 - 0.2 }
  }

  /// Any bytes, none far from the next.
  static func samples(_ count: Int, seed: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: ($0 * 7919 + seed * 104_729) >> 5) }
  }

  @Test("Looking light up gives what the table has, in rows of any length")
  func decode() {
    let table = Self.values(256, seed: 1)
    for width in [0, 1, 7, 8, 9, 63, 64, 65, 127, 128, 300, 1023] {
      let samples = Self.samples(width, seed: width)
      var row = [Float](repeating: 0, count: width)
      var span = row.mutableSpan
      SheetImaging.decode(samples.span, by: table, into: &span)
      #expect(row == samples.map { table[Int($0)] })
    }
  }

  @Test("Light is premultiplied by alpha, in rows of any length", arguments: [1, 3])
  func decodeAlpha(colors: Int) {
    let table = Self.values(256, seed: 1)
    let alphas = Self.values(256, seed: 2)
    for width in [0, 1, 7, 63, 64, 65, 300, 511, 512, 513, 1100] {
      let samples = Self.samples(width * (colors + 1), seed: width)
      var row = [Float](repeating: 0, count: samples.count)
      var span = row.mutableSpan
      SheetImaging.decode(samples.span, colors: colors, by: table, alphas: alphas, into: &span)
      let expected = samples.indices.map { index in
        let alpha = alphas[Int(samples[index / (colors + 1) * (colors + 1) + colors])]
        return index % (colors + 1) == colors ? alpha : table[Int(samples[index])] * alpha
      }
      #expect(row == expected)
    }
  }

  @Test(
    "Folding rows together gives the bits of adding them one by one",
    arguments: [PixelFormat.Channels.gray, .rgb, .rgba], SampleDepth.allCases)
  func fold(channels: PixelFormat.Channels, depth: SampleDepth) {
    let format = PixelFormat(channels, depth)
    let linearizer = RowLinearizer(format, .sRGB)
    // The last two are longer than a block.
    for (index, width) in [1, 2, 11, 33, 1537, 4000].enumerated() {
      let rows = index % 4 + 1
      let count = width * channels.count
      var pending = PendingRows(format, linearizer, width: width)
      var expected = [Self.values(count + 2, seed: 9), Self.values(count + 2, seed: 8)]
      var lines = expected
      let weights = Self.values(2 * rows, seed: 3)
      for source in 0..<rows {
        let bytes = Self.samples(width * format.bytesPerPixel, seed: source)
        var light = [Float](repeating: 0, count: count)
        var span = light.mutableSpan
        linearizer.linearize(bytes.span, into: &span)
        for line in 0..<2 {
          for index in 0..<count {
            expected[line][index] += weights[line * rows + source] * light[index]
          }
        }
        pending.append(source, bytes.span)
      }
      #expect(pending.isFull == (rows == 4))
      let shares = (0..<2).map { line in pending.share(of: line) { weights[line * rows + $0] } }
      pending.fold(shares, into: &lines)
      #expect(lines == expected)
    }
  }

  @Test("Weighing pixels gives their weighted sums, whatever stands behind them", arguments: 1...4)
  func weigh(channels: Int) {
    for (sourceCount, count) in [(1, 1), (2, 5), (9, 9), (40, 7), (94, 3), (200, 1)] {
      let crop = min(0.3, Double(sourceCount) / 4)..<Double(sourceCount) - 0.1
      let taps = FilterTaps(.lanczos, from: sourceCount, crop: crop, to: count)
      let row = Self.values(taps.sourceRange.count * channels, seed: channels)
      let padded = row + Array(repeating: .nan, count: rowPadding)
      var outputs = [Float](repeating: 0, count: count * channels)
      var span = outputs.mutableSpan
      taps.weigh(padded, into: &span)
      for index in outputs.indices {
        let (output, channel) = (index / channels, index % channels)
        let expected = taps.sources(of: output).reduce(0.0) { sum, source in
          let value = row[(source - taps.sourceRange.lowerBound) * channels + channel]
          return sum + Double(taps.weight(of: source, in: output)) * Double(value)
        }
        #expect(abs(Double(outputs[index]) - expected) < 1e-5)
      }
    }
  }
}
