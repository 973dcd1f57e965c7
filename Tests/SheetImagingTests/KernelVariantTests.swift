import CKernels
import TestSupport
import Testing

/// That a kernel gives the same bits at every level of vector instructions that this processor has.
@Suite struct KernelVariantTests {
  private static let counts = Array(0...80) + [127, 128, 129, 1023, 1024, 4096]

  private static func values(_ count: Int, _ generator: inout SeededGenerator) -> [Float] {
    (0..<count).map { _ in .random(in: -1...2, using: &generator) }
  }

  @Test("Rows are folded to the same bits on every processor")
  func fold() {
    var generator = SeededGenerator(seed: 51)
    for count in Self.counts {
      let stride = count + generator.number(below: 9)
      let rows = Self.values(stride * Int(ckernels_fold_rows), &generator)
      let weights = Self.values(Int(ckernels_fold_rows), &generator)
      let sums = Self.values(count, &generator)
      let results = resultsAtEachVectorLevel {
        var folded = sums
        ckernels_fold(&folded, rows, stride, weights, count)
        return folded.map(\.bitPattern)
      }
      for result in results { #expect(result == results[0], "\(count) values") }
    }
  }

  @Test("Pixels with alpha are looked up as the same bits on every processor", arguments: [1, 3])
  func decodeAlpha(colors: Int) {
    var generator = SeededGenerator(seed: 53)
    let table = Self.values(256, &generator)
    let alphas = Self.values(256, &generator)
    for pixels in Self.counts {
      let samples = (0..<pixels * (colors + 1)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      let expected = samples.indices.map { index in
        let place = index % (colors + 1)
        let alpha = alphas[Int(samples[index - place + colors])]
        return (place == colors ? alpha : table[Int(samples[index])] * alpha).bitPattern
      }
      let results = resultsAtEachVectorLevel {
        var light = [Float](repeating: 0, count: samples.count)
        ckernels_decode_alpha(&light, samples, pixels, colors, table, alphas)
        return light.map(\.bitPattern)
      }
      for result in results { #expect(result == expected, "\(pixels) pixels") }
    }
  }

  @Test("Samples are looked up as the same bits on every processor")
  func decode() {
    var generator = SeededGenerator(seed: 52)
    // Every byte of a value has a part of its own to come from.
    let table = (0..<256).map { _ in
      Float(bitPattern: .random(in: 0..<Float.infinity.bitPattern, using: &generator))
    }
    for count in Self.counts {
      let samples = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let expected = samples.map { table[Int($0)].bitPattern }
      let results = resultsAtEachVectorLevel {
        var light = [Float](repeating: 0, count: count)
        ckernels_decode(&light, samples, count, table)
        return light.map(\.bitPattern)
      }
      for result in results { #expect(result == expected, "\(count) samples") }
    }
  }
}
