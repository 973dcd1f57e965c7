import Testing

@testable import SheetImaging

@Suite struct RowKernelTests {
  static func values(_ count: Int, seed: Int) -> [Float] {
    (0..<count).map { Float(($0 * 7919 + seed * 104_729) % 65_521) / 65_521 - 0.2 }
  }

  @Test("Folding rows together gives the bits of adding them one by one", arguments: 1...4)
  func fold(rows: Int) {
    for width in [1, 2, 3, 7, 8, 9, 31, 32, 33, 100, 1023] {
      var pending = PendingRows(width: width)
      var expected = Self.values(width + 2, seed: 9)
      var sums = expected
      let weights = Self.values(rows, seed: 3)
      for source in 0..<rows {
        let row = Self.values(width, seed: source)
        pending.append(source) { span in
          for index in 0..<width { span[index] = row[index] }
        }
        for index in 0..<width { expected[index] += weights[source] * row[index] }
      }
      #expect(pending.isFull == (rows == 4))
      pending.fold(into: &sums) { weights[$0] }
      #expect(sums == expected)
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
