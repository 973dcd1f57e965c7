import CPNGCodec
import CPNGOracle
import PictureFixtures
import TestSupport
import Testing

/// Filtering and unfiltering give the same bytes at every vector level that this processor has.
@Suite struct FilterTests {
  /// The possible sizes of a pixel in bytes, at 8 and 16 bits per channel.
  static let pixelSizes = [1, 2, 3, 4, 6, 8]

  @Test(
    "Rows are filtered to the same bytes on every processor", arguments: pixelSizes
  )
  func filtering(pixelSize: Int) {
    var generator = SeededGenerator(seed: UInt64(pixelSize))
    var types: Set<UInt8> = []
    for width in Array(1...80) + [1000] {
      // Small steps from pixel to pixel, so that each filter is the best for some rows.
      for amplitude in [1, 8, 256] {
        let count = width * pixelSize
        let above = Self.noise(count, amplitude, &generator)
        let row = zip(above, Self.noise(count, 40, &generator)).map { $0 &+ $1 }
        let results = resultsAtEachVectorLevel {
          var filtered = [UInt8](repeating: 0, count: count + 1)
          codec_filter_row(row, above, count, pixelSize, &filtered)
          return filtered
        }
        for result in results { #expect(result == results[0], "\(width) pixels") }
        types.insert(results[0][0])
      }
    }
    #expect(types.count > 1)
  }

  @Test(
    "Rows are unfiltered to the same bytes on every processor, even one row at a time",
    arguments: pixelSizes)
  func unfiltering(pixelSize: Int) {
    var generator = SeededGenerator(seed: UInt64(pixelSize))
    // Around the minimum widths for wavefronts in AVX2 registers: 32, 64 and 128 pixels.
    for width in Array(1...40) + [63, 64, 65, 126, 127, 128, 129, 131, 255, 256, 257, 300] {
      for types: ClosedRange<UInt8> in [0...4, 3...3, 4...4] {
        let rowCount = 1 + generator.number(below: 72)
        let filtered = FilteredRows(
          byteCount: width * pixelSize, pixelSize: pixelSize, rowCount: rowCount, types: types,
          &generator)
        let expected = filtered.restored(isPortable: true)
        let results = resultsAtEachVectorLevel { filtered.restored(isPortable: false) }
        for rows in results {
          #expect(rows == expected, "\(rowCount) rows of \(width) pixels, filters \(types)")
        }
      }
    }
  }

  @Test("Paeth matches the specification's formula, for all neighbours")
  func paeth() {
    // For each left neighbour: a row with every pair of neighbours above, and the row to restore.
    let count = 2 * 256 * 256
    for left in UInt8.min...UInt8.max {
      var filtered = [UInt8](repeating: 0, count: count + 1 + Int(codec_row_slack))
      var expected = [UInt8](repeating: 0, count: count)
      var rows = [UInt8](repeating: 0, count: 2 * (count + Int(codec_row_slack)))
      cpng_oracle_paeth(left, &rows, &filtered, &expected)
      let stride = rows.count / 2
      unfilter(filtered, into: &rows, byteCount: count, pixelSize: 1, isPortable: true)
      #expect(rows[stride..<stride + count].elementsEqual(expected), "left is \(left)")
    }
  }

  private static func noise(
    _ count: Int, _ amplitude: Int, _ generator: inout SeededGenerator
  ) -> [UInt8] {
    (0..<count).map { _ in UInt8(generator.number(below: amplitude)) }
  }
}

/// Rows of noise after filter types, with the slack that ``codec_unfilter`` needs.
private struct FilteredRows {
  let byteCount: Int
  let pixelSize: Int
  let rowCount: Int
  private var filtered: [UInt8]

  init(
    byteCount: Int, pixelSize: Int, rowCount: Int, types: ClosedRange<UInt8>,
    _ generator: inout SeededGenerator
  ) {
    self.byteCount = byteCount
    self.pixelSize = pixelSize
    self.rowCount = rowCount
    let count = (byteCount + 1) * rowCount + Int(codec_row_slack)
    filtered = (0..<count).map { _ in .random(in: 0...255, using: &generator) }
    for row in 0..<rowCount {
      filtered[row * (byteCount + 1)] = .random(in: types, using: &generator)
    }
  }

  /// The rows without their slack, beginning with the row above them.
  func restored(isPortable: Bool) -> [[UInt8]] {
    let stride = byteCount + Int(codec_row_slack)
    var rows = [UInt8](repeating: 0, count: stride * (rowCount + 1))
    for index in 0..<byteCount { rows[index] = UInt8(truncatingIfNeeded: index * 89) }
    unfilter(
      filtered, into: &rows, byteCount: byteCount, pixelSize: pixelSize, isPortable: isPortable)
    return (0...rowCount).map { Array(rows[$0 * stride..<$0 * stride + byteCount]) }
  }
}

/// Fills in all `rows` but the first, each with its slack.
private func unfilter(
  _ filtered: [UInt8], into rows: inout [UInt8], byteCount: Int, pixelSize: Int, isPortable: Bool
) {
  let stride = byteCount + Int(codec_row_slack)
  let rowCount = rows.count / stride - 1
  filtered.withUnsafeBufferPointer { filtered in
    rows.withUnsafeMutableBufferPointer { rows in
      guard let filtered = filtered.baseAddress, let start = rows.baseAddress else { return }
      var all = codec_filtered_rows(
        filtered: filtered, filtered_stride: byteCount + 1, rows: start, stride: stride,
        byte_count: byteCount, pixel_bytes: pixelSize)
      codec_unfilter(&all, rowCount, isPortable)
    }
  }
}
