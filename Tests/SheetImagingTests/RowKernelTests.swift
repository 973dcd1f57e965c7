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

  @Test("Weighing pixels gives their weighted sum, whatever stands behind them", arguments: 1...4)
  func weigh(channels: Int) {
    for count in [1, 2, 3, 4, 5, 8, 11, 94] {
      var row = Self.values((count + 2) * channels, seed: channels)
      row += Array(repeating: .nan, count: rowPadding)
      let weights = Self.values(count + 3, seed: 17)
      let weigher = PixelWeigher(row: row, channelCount: channels, weights: weights)
      var pixel = [Float](repeating: 0, count: channels)
      var span = pixel.mutableSpan
      weigher.weigh(from: 2 * channels, by: 3..<count + 3, into: &span)
      for channel in 0..<channels {
        let expected = (0..<count).reduce(0.0) { sum, tap in
          sum + Double(weights[3 + tap]) * Double(row[(2 + tap) * channels + channel])
        }
        #expect(abs(Double(pixel[channel]) - expected) < 1e-5)
      }
    }
  }
}
