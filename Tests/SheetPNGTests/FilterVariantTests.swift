import CKernelVariants
import TestSupport
import Testing

/// That filters give the same bytes by every variant that they have for a processor.
@Suite struct FilterVariantTests {
  private static let processors: [kernel_processor] = [.baseline, .avx2, .avx512]
  /// What the bytes of a pixel can be, of 8 and 16 bits.
  static let pixelSizes = [1, 2, 3, 4, 6, 8]

  @Test(
    "Rows are filtered to the same bytes on every processor", arguments: pixelSizes
  )
  func filtering(pixelSize: Int) {
    var generator = SeededGenerator(seed: UInt64(pixelSize))
    var types: Set<UInt8> = []
    for width in Array(1...80) + [1000] {
      // Small steps from pixel to pixel, so that each filter is the best of some rows.
      for amplitude in [1, 8, 256] {
        let count = width * pixelSize
        let above = Self.noise(count, amplitude, &generator)
        let row = zip(above, Self.noise(count, 40, &generator)).map { $0 &+ $1 }
        var filtered = [UInt8](repeating: 0, count: count + 1)
        cpng_filter_row(row, above, count, pixelSize, &filtered)
        for processor in Self.processors {
          variant_choose(processor)
          var other = [UInt8](repeating: 0, count: count + 1)
          variant_filter_row(row, above, count, pixelSize, &other)
          #expect(other == filtered, "\(width) pixels")
        }
        types.insert(filtered[0])
      }
    }
    #expect(types.count > 1)
  }

  @Test(
    "Filters are taken back to the same bytes on every processor, and without registers",
    arguments: pixelSizes)
  func unfiltering(pixelSize: Int) {
    var generator = SeededGenerator(seed: UInt64(pixelSize))
    for width in Array(1...40) + Array(126...132) + [300] {
      for types: ClosedRange<UInt8> in [0...4, 3...3, 4...4] {
        let rowCount = 1 + generator.number(below: 40)
        let filtered = FilteredRows(
          byteCount: width * pixelSize, pixelSize: pixelSize, rowCount: rowCount, types: types,
          &generator)
        let rows = filtered.restored { cpng_unfilter(&$0, rowCount, true) }
        #expect(rows == filtered.restored { cpng_unfilter(&$0, rowCount, false) })
        for processor in Self.processors {
          variant_choose(processor)
          #expect(rows == filtered.restored { variant_unfilter(&$0, rowCount, false) })
        }
      }
    }
  }

  private static func noise(
    _ count: Int, _ amplitude: Int, _ generator: inout SeededGenerator
  ) -> [UInt8] {
    (0..<count).map { _ in UInt8(generator.number(below: amplitude)) }
  }
}

/// Rows of noise behind filter types, with the slack that ``cpng_unfilter`` asks for.
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
    let count = (byteCount + 1) * rowCount + Int(cpng_row_slack)
    filtered = (0..<count).map { _ in .random(in: 0...255, using: &generator) }
    for row in 0..<rowCount {
      filtered[row * (byteCount + 1)] = .random(in: types, using: &generator)
    }
  }

  /// The rows without their slack, the one above them first.
  func restored(by unfilter: (inout cpng_filtered_rows) -> Void) -> [[UInt8]] {
    let stride = byteCount + Int(cpng_row_slack)
    var rows = [UInt8](repeating: 0, count: stride * (rowCount + 1))
    for index in 0..<byteCount { rows[index] = UInt8(truncatingIfNeeded: index * 89) }
    filtered.withUnsafeBufferPointer { filtered in
      rows.withUnsafeMutableBufferPointer { rows in
        var all = cpng_filtered_rows(
          filtered: filtered.baseAddress, filtered_stride: byteCount + 1,
          rows: rows.baseAddress, stride: stride, byte_count: byteCount, pixel_bytes: pixelSize)
        unfilter(&all)
      }
    }
    return (0...rowCount).map { Array(rows[$0 * stride..<$0 * stride + byteCount]) }
  }
}
