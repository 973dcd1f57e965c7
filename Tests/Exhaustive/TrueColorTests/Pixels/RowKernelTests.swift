import CKernels
import TestSupport
import Testing

@testable import SheetImaging

@Suite struct RowKernelTests {
  static func values(_ count: Int, seed: Int) -> [Float] {
    (0..<count).map { Float(($0 * 7919 + seed * 104_729) % 65_521) / 65_521 - 0.2 }
  }

  /// Varying bytes, with neighbours close to each other.
  static func samples(_ count: Int, seed: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: ($0 * 7919 + seed * 104_729) >> 5) }
  }

  @Test(
    "Adding rows together gives the same bits as adding them one by one",
    arguments: [PixelFormat.Channels.gray, .rgb, .rgba], SampleDepth.allCases)
  func fold(channels: PixelFormat.Channels, depth: SampleDepth) {
    let format = PixelFormat(channels, depth)
    let linearizer = RowLinearizer(format, .sRGB)
    let taps = FilterTaps(.lanczos, from: 40, to: 11)
    // The last two widths are greater than a block.
    for (index, width) in [1, 2, 11, 33, 512, 1537, 4000].enumerated() {
      let rows = index % 4 + 1
      // Some rows contribute to only some of the outputs.
      let outputs = index % 3..<index % 3 + index % 4 + 1
      let count = width * channels.count
      var pending = PendingRows(format, linearizer, width: width)
      var sums = AlignedRows(count: 5, width: count + 2)
      var expected = (0..<5).map { Self.values(count + 2, seed: $0) }
      for (line, values) in expected.enumerated() {
        sums.update(row: line) { for index in 0..<$0.count { $0[index] = values[index] } }
      }
      for source in 6..<6 + rows {
        let bytes = Self.samples(width * format.bytesPerPixel, seed: source)
        var light = [Float](repeating: 0, count: count)
        var span = light.mutableSpan
        linearizer.linearize(bytes.span, into: &span)
        for output in outputs where taps.sources(of: output).contains(source) {
          for index in 0..<count {
            expected[output % 5][index] += taps.weight(of: source, in: output) * light[index]
          }
        }
        pending.append(source, bytes.span)
      }
      #expect(pending.isFull == (rows == 4))
      pending.fold(into: &sums, by: taps, in: outputs)
      for output in outputs {
        var row = [Float](repeating: 0, count: count)
        var span = row.mutableSpan
        sums.copy(row: output % 5, to: &span)
        #expect(firstDifference(row, expected[output % 5].prefix(count)) == nil, "\(width) pixels")
      }
    }
  }

  @Test("Aligned rows begin on separate cache lines", arguments: 1...4)
  func alignedRows(channels: Int) {
    for width in [0, 1, 12, 15, 16, 17, 48, 192, 1024, 4096] {
      var rows = AlignedRows(count: 3, width: width, channels: channels)
      #expect(rows.stride % 16 == 0 && rows.stride % channels == 0 && rows.stride % 32 != 0)
      for row in 0..<3 {
        rows.update(row: row) { $0.update(repeating: Float(row + 1)) }
        rows.withUnsafeRow(row) { #expect(UInt(bitPattern: $0) % 64 == 0) }
      }
      for row in 0..<3 {
        var copy = [Float](repeating: 0, count: width)
        var span = copy.mutableSpan
        rows.copy(row: row, to: &span)
        #expect(copy.allSatisfy { $0 == Float(row + 1) })
      }
    }
  }

  @Test("Weighting pixels gives weighted sums, whatever the padding contains", arguments: 1...4)
  func weigh(channels: Int) {
    for (sourceCount, count) in [(1, 1), (2, 5), (9, 9), (40, 7), (94, 3), (200, 1)] {
      let crop = min(0.3, Double(sourceCount) / 4)..<Double(sourceCount) - 0.1
      let taps = FilterTaps(.lanczos, from: sourceCount, crop: crop, to: count)
      let row = Self.values(taps.sourceRange.count * channels, seed: channels)
      let padded = row + Array(repeating: .nan, count: rowPadding)
      var rows = AlignedRows(count: 2, width: padded.count)
      rows.update(row: 1) { for index in 0..<$0.count { $0[index] = padded[index] } }
      var outputs = [Float](repeating: 0, count: count * channels)
      var span = outputs.mutableSpan
      taps.weigh(1, of: rows, into: &span)
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

/// A kernel gives the same bits at every vector level that this processor has.
@Suite struct KernelVariantTests {
  private static let counts = Array(0...80) + [127, 128, 129, 1023, 1024, 4096]

  private static func values(_ count: Int, _ generator: inout SeededGenerator) -> [Float] {
    (0..<count).map { _ in .random(in: -1...2, using: &generator) }
  }

  @Test("Adding rows gives the same bits on every processor, at every address")
  func fold() {
    var generator = SeededGenerator(seed: 51)
    let taps = FilterTaps(.lanczos, from: 60, to: 17)
    let line = Int(ckernels_line_values)
    for (index, count) in Self.counts.enumerated() {
      let sourceCount = index % 4 + 1
      let sources = [20, 21, 23, 24].prefix(sourceCount)
      // Some rows contribute to only some of these outputs.
      let outputs = 4..<4 + index % 6
      let stride = (count + line - 1) / line * line
      let rows = KernelRows(count: sourceCount, width: stride, &generator)
      let sums = KernelRows(count: 7, width: stride, &generator)
      var expected = sums.values
      for output in outputs {
        for (row, source) in sources.enumerated() {
          guard taps.sources(of: output).contains(source) else { continue }
          let weight = taps.weight(of: source, in: output)
          for place in 0..<stride {
            expected[output % 7 * stride + place] += weight * rows.values[row * stride + place]
          }
        }
      }
      let results = resultsAtEachVectorLevel {
        sums.folded(rows, sources.map { Int32($0) }, taps, outputs, count: count)
      }
      for result in results {
        #expect(firstDifference(result, expected.map(\.bitPattern)) == nil, "\(count) values")
      }
    }
  }

  @Test("Weighting pixels gives the same bits on every processor", arguments: 1...4)
  func weigh(channels: Int) {
    var generator = SeededGenerator(seed: 56)
    let lengths = [(1, 1), (2, 5), (9, 9), (40, 7), (94, 3), (200, 1), (33, 21), (64, 30)]
    for (sourceCount, count) in lengths {
      let taps = FilterTaps(.lanczos, from: sourceCount, to: count)
      let values = Self.values(taps.sourceRange.count * channels + rowPadding, &generator)
      var rows = AlignedRows(count: 1, width: values.count)
      rows.update(row: 0) { for index in 0..<$0.count { $0[index] = values[index] } }
      let expected = (0..<count * channels).map { index in
        // Taps are added to four sums in turn; those after the last group of four go to the first
        // sum.
        let sources = Array(taps.sources(of: index / channels))
        var sums = [Float](repeating: 0, count: 4)
        for (tap, source) in sources.enumerated() {
          let place = (source - taps.sourceRange.lowerBound) * channels + index % channels
          sums[tap < sources.count / 4 * 4 ? tap % 4 : 0] +=
            taps.weight(of: source, in: index / channels) * values[place]
        }
        return ((sums[0] + sums[1]) + (sums[2] + sums[3])).bitPattern
      }
      let results = resultsAtEachVectorLevel {
        var outputs = [Float](repeating: 0, count: count * channels)
        var span = outputs.mutableSpan
        taps.weigh(0, of: rows, into: &span)
        return outputs.map(\.bitPattern)
      }
      for result in results {
        #expect(firstDifference(result, expected) == nil, "\(sourceCount) to \(count)")
      }
    }
  }

  @Test(
    "Decoding looks up each sample in its table, with the same bits on every processor",
    arguments: [PixelFormat.Channels.gray, .grayAlpha, .rgb, .rgba], SampleDepth.allCases)
  func decode(channels: PixelFormat.Channels, depth: SampleDepth) {
    let format = PixelFormat(channels, depth)
    var generator = SeededGenerator(seed: 52)
    // All bytes of a value are random, as a kernel may look each of them up separately.
    let tables = (0..<4).map { _ in
      (0...depth.maximum).map { _ in
        Float(bitPattern: .random(in: 0..<Float(0x1p60).bitPattern, using: &generator))
      }
    }
    for (isUniform, isStraight) in [(true, false), (false, false), (true, true), (false, true)] {
      let colors = isUniform ? [tables[1], tables[1], tables[1]] : Array(tables[..<3])
      let all = ChannelTables(red: colors[0], green: colors[1], blue: colors[2], alpha: tables[3])
      for pixels in Self.counts {
        let samples = (0..<pixels * channels.count).map { _ in
          Int.random(in: 0...depth.maximum, using: &generator)
        }
        let bytes = samples.flatMap {
          depth == .eight ? [UInt8($0)] : [UInt8($0 >> 8), UInt8($0 & 255)]
        }
        let expected = samples.indices.map { index in
          let (place, last) = (index % channels.count, channels.count - 1)
          let alpha = channels.hasAlpha ? tables[3][samples[index - place + last]] : 1
          if channels.hasAlpha, place == last { return alpha.bitPattern }
          let light = colors[channels.isGray ? 1 : place][samples[index]]
          return (isStraight ? light : light * alpha).bitPattern
        }
        let results = resultsAtEachVectorLevel {
          var row = [Float](repeating: 0, count: samples.count)
          var span = row.mutableSpan
          all.decode(bytes.span, of: format, isStraight: isStraight, into: &span)
          return row.map(\.bitPattern)
        }
        for result in results {
          #expect(firstDifference(result, expected) == nil, "\(pixels) pixels, \(isUniform)")
        }
      }
    }
  }

  @Test("Encoding linear-light values gives the same samples on every processor, at every address")
  func encode() {
    let table = EncodingTable.table(.eight)
    var generator = SeededGenerator(seed: 54)
    for count in Self.counts {
      let start = count % 5
      let light = Self.values(start + count, &generator)
      let expected = light[start...].map { UInt8(table.code(for: $0)) }
      let results = resultsAtEachVectorLevel {
        // Bytes after the row are left alone.
        var codes = [UInt8](repeating: 77, count: count + 8)
        light.withUnsafeBufferPointer {
          ckernels_encode(&codes, $0.baseAddress! + start, count, table.kernelSteps)
        }
        return codes
      }
      for result in results {
        #expect(
          firstDifference(result, expected + [UInt8](repeating: 77, count: 8)) == nil,
          "\(count) values")
      }
    }
  }

  @Test("Encoding with alpha gives the same samples on every processor", arguments: [1, 3])
  func encodeAlpha(colors: Int) {
    let table = EncodingTable.table(.eight)
    var generator = SeededGenerator(seed: 55)
    let odd: [Float] = [0, -0.0, 1, .nan, .infinity, -.infinity, 0.5, 0.001, 0.002, 1 - 0x1p-18]
    for pixels in Self.counts {
      var row = Self.values(pixels * (colors + 1), &generator)
      for index in row.indices {
        switch generator.number(below: 8) {
        case 0: row[index] = odd[generator.number(below: odd.count)]
        // Runs of equal pixels, even across groups that are encoded together.
        case 1...5 where index > colors: row[index] = row[index - colors - 1]
        default: break
        }
      }
      let expected = (0..<pixels).flatMap { pixel -> [UInt8] in
        let values = row[pixel * (colors + 1)..<(pixel + 1) * (colors + 1)]
        var alpha = values.last! > 0 ? min(values.last!, 1) : 0
        if alpha >= 1 - 0x1p-17 { alpha = 1 }
        let opacity = UInt8(alpha * 255 + 0.5)
        return values.dropLast().map { opacity == 0 ? 0 : UInt8(table.code(for: $0 / alpha)) }
          + [opacity]
      }
      let results = resultsAtEachVectorLevel {
        var codes = [UInt8](repeating: 77, count: row.count + 8)
        ckernels_encode_alpha(&codes, row, pixels, colors, table.kernelSteps)
        return codes
      }
      for result in results {
        #expect(
          firstDifference(result, expected + [UInt8](repeating: 77, count: 8)) == nil,
          "\(pixels) pixels")
      }
    }
  }

  @Test("Rows, even premultiplied ones, are summed with the same result on every processor")
  func sums() {
    var generator = SeededGenerator(seed: 57)
    for pixels in Self.counts {
      let samples = (0..<4 * pixels).map { _ in UInt8.random(in: 0...255, using: &generator) }
      // Bytes after the row are left alone.
      let before = (0..<4 * pixels + 8).map { _ in UInt16.random(in: 0...60_000, using: &generator)
      }
      let rest = before.suffix(8)
      let plain = zip(before, samples).map { $0 + UInt16($1) } + rest
      let premultiplied =
        samples.indices.map { index in
          let alpha = index % 4 == 3 ? 255 : Double(samples[index / 4 * 4 + 3])
          return before[index] + UInt16((Double(samples[index]) * alpha / 255).rounded())
        } + rest
      for result in resultsAtEachVectorLevel({
        var (one, other) = (before, before)
        ckernels_sum(&one, samples, samples.count)
        ckernels_sum_premultiplied(&other, samples, pixels)
        return [one, other]
      }) {
        #expect(firstDifference(result[0], plain) == nil, "\(pixels) pixels")
        #expect(firstDifference(result[1], premultiplied) == nil, "\(pixels) pixels")
      }
    }
  }

  @Test("Integer matrices are multiplied exactly on every processor")
  func multiply() {
    var generator = SeededGenerator(seed: 58)
    let columns = Int(ckernels_matrix_columns)
    for (rows, inner) in [(0, 3), (1, 1), (7, 32), (32, 5), (32, 32)] {
      let left = (0..<rows * columns).map { _ in
        Double(Int.random(in: -999...999, using: &generator))
      }
      let right = (0..<inner * columns).map { _ in
        Double(Int.random(in: -262_144...262_144, using: &generator))
      }
      let expected = (0..<rows * columns).map { place in
        let (row, column) = (place / columns, place % columns)
        return (0..<inner).reduce(0.0) {
          $0 + left[row * columns + $1] * right[$1 * columns + column]
        }
      }
      for result in resultsAtEachVectorLevel({
        var result = [Double](repeating: 0, count: rows * columns)
        ckernels_multiply(&result, left, rows, right, inner)
        return result
      }) {
        #expect(result == expected, "\(rows) x \(inner)")
      }
    }
  }
}

/// Consecutive rows, anywhere in memory.
private struct KernelRows {
  let count: Int
  let width: Int
  let values: [Float]

  init(count: Int, width: Int, _ generator: inout SeededGenerator) {
    (self.count, self.width) = (count, width)
    values = (0..<count * width).map { _ in .random(in: -1...2, using: &generator) }
  }

  /// The bits of these sums after adding `rows`.
  func folded(
    _ rows: Self, _ sources: [Int32], _ taps: FilterTaps, _ outputs: Range<Int>, count: Int
  ) -> [UInt32] {
    var values = values
    let sourceCount = sources.count
    values.withUnsafeMutableBufferPointer { values in
      rows.values.withUnsafeBufferPointer { rows in
        withUnsafePointers(taps.firsts, taps.offsets, sources) { firsts, offsets, sources in
          taps.weights.withUnsafeBufferPointer { weights in
            guard let rows = rows.baseAddress, let values = values.baseAddress,
              let weights = weights.baseAddress
            else { return }
            var taps = ckernels_taps(
              firsts: firsts, offsets: offsets, weights: weights, count: taps.count)
            var sums = ckernels_sums(values: values, stride: width, count: self.count)
            var group = ckernels_group(
              rows: rows, stride: width, sources: sources, count: sourceCount)
            ckernels_accumulate_rows(
              &sums, &group, &taps, outputs.lowerBound, outputs.upperBound, count)
          }
        }
      }
    }
    return values.map(\.bitPattern)
  }
}

/// Calls `body` with the addresses of non-empty arrays.
private func withUnsafePointers(
  _ one: [Int32], _ other: [Int32], _ third: [Int32],
  _ body: (UnsafePointer<Int32>, UnsafePointer<Int32>, UnsafePointer<Int32>) -> Void
) {
  one.withUnsafeBufferPointer { one in
    other.withUnsafeBufferPointer { other in
      third.withUnsafeBufferPointer { third in
        guard let one = one.baseAddress, let other = other.baseAddress,
          let third = third.baseAddress
        else { return }
        body(one, other, third)
      }
    }
  }
}
