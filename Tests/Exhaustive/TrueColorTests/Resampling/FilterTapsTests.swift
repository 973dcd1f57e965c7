import ImagingFixtures
import Testing

@testable import SheetImaging

@Suite struct FilterTapsTests {
  /// Numbers of source and output samples: equal, almost equal, a thousand to 1, odd factors,
  /// single samples.
  static let axes = [
    (1, 1), (1, 7), (7, 1), (2, 3), (3, 2), (10, 30), (30, 10), (1000, 1001), (1000, 999),
    (1000, 1), (3000, 3), (97, 41), (41, 97), (64, 64), (5, 640),
  ]

  private func weights(_ taps: FilterTaps, _ output: Int) -> [Float] {
    taps.sources(of: output).map { taps.weight(of: $0, in: output) }
  }

  @Test("The weights of each output sample sum to 1", arguments: ResampleFilter.allCases, axes)
  func sums(filter: ResampleFilter, axis: (Int, Int)) {
    let taps = FilterTaps(filter, from: axis.0, to: axis.1)
    for output in 0..<axis.1 {
      let sum = weights(taps, output).reduce(0) { $0 + Double($1) }
      #expect(abs(sum - 1) < 6e-8, "\(filter) \(axis) output \(output)")
    }
  }

  @Test(
    "Filter windows lie inside the source and never move backwards",
    arguments: ResampleFilter.allCases, axes)
  func windows(filter: ResampleFilter, axis: (Int, Int)) {
    let taps = FilterTaps(filter, from: axis.0, to: axis.1)
    var previous = 0..<1
    for output in 0..<axis.1 {
      let sources = taps.sources(of: output)
      #expect(!sources.isEmpty && (0..<axis.0).contains(sources.lowerBound))
      #expect(sources.upperBound <= axis.0)
      #expect(sources.lowerBound >= previous.lowerBound)
      #expect(sources.upperBound >= previous.upperBound)
      #expect(sources.lowerBound >= taps.sourceRange.lowerBound)
      #expect(sources.upperBound <= taps.sourceRange.upperBound)
      previous = sources
    }
    #expect(taps.sourceCount == axis.0 && taps.count == axis.1)
  }

  @Test(
    "Taps calculated for some output samples match those calculated for all of them",
    arguments: ResampleFilter.allCases)
  func parts(filter: ResampleFilter) {
    for step in [2.25, 0.75, 1, 1.0 / 3] {
      // The step is rounded so that all positions are exact, as in a sliding crop.
      let step = (step * 0x1p20).rounded(.down) / 0x1p20
      let whole = FilterTaps(filter, from: 60, crop: 1.5..<1.5 + 24 * step, to: 24)
      for start in [0, 3, 10] {
        let first = 1.5 + Double(start) * step
        let alone = FilterTaps(filter, from: 60, crop: first..<first + 14 * step, to: 14)
        let part = whole.part(start..<start + 14)
        #expect(part.firsts == alone.firsts && part.offsets == alone.offsets)
        #expect(part.weights == alone.weights && part.sourceRange == alone.sourceRange)
        #expect(part.largestWindow == alone.largestWindow)
        #expect(part.largestOverlap == alone.largestOverlap)
      }
    }
  }

  @Test(
    "A crop whose width rounds to 0 shows the sample at its position",
    arguments: ResampleFilter.allCases, [(10, 1), (10, 7), (1, 3)])
  func narrowCrop(filter: ResampleFilter, axis: (Int, Int)) {
    for (edge, sample) in [(0, 0), (0.5, 0), (4.25, 4), (10, 9)] as [(Double, Int)] {
      let taps = FilterTaps(filter, from: axis.0, crop: edge..<edge, to: axis.1)
      let wanted = min(sample, axis.0 - 1)
      for output in 0..<axis.1 {
        let sources = taps.sources(of: output)
        #expect(sources.contains(wanted), "\(sources) at \(edge)")
        #expect(abs(weights(taps, output).reduce(0, +) - 1) < 1e-6)
      }
    }
  }

  @Test(
    "A mirrored axis has mirrored weights",
    arguments: ResampleFilter.allCases.filter { $0 != .nearest }, axes)
  func mirrored(filter: ResampleFilter, axis: (Int, Int)) {
    let taps = FilterTaps(filter, from: axis.0, to: axis.1)
    for output in 0..<axis.1 {
      var dense = [Float](repeating: 0, count: axis.0)
      var mirrored = dense
      for source in taps.sources(of: output) {
        dense[source] = taps.weight(of: source, in: output)
      }
      for source in taps.sources(of: axis.1 - 1 - output) {
        mirrored[axis.0 - 1 - source] = taps.weight(of: source, in: axis.1 - 1 - output)
      }
      #expect(largestDifference(dense, mirrored) < 2e-7)
    }
  }

  @Test("A picture that keeps its size keeps its samples", arguments: ResampleFilter.allCases)
  func identity(filter: ResampleFilter) {
    for (crop, first) in [(nil, 0), (3..<13, 3)] as [(Range<Double>?, Int)] {
      let taps = FilterTaps(filter, from: 20, crop: crop, to: crop == nil ? 20 : 10)
      for output in 0..<taps.count {
        #expect(taps.sources(of: output) == first + output..<first + output + 1)
        #expect(weights(taps, output) == [1])
      }
      #expect(taps.largestWindow == 1 && taps.largestOverlap == 1)
    }
  }

  @Test(
    "A crop has the same weights as the same part of the whole picture",
    arguments: ResampleFilter.allCases)
  func crop(filter: ResampleFilter) {
    for (count, part) in [(16, 4..<12), (256, 64..<192)] {
      let whole = FilterTaps(filter, from: 64, to: count)
      let cut = FilterTaps(filter, from: 64, crop: 16..<48, to: part.count)
      for output in 0..<cut.count {
        #expect(cut.sources(of: output) == whole.sources(of: part.lowerBound + output))
        #expect(
          largestDifference(weights(cut, output), weights(whole, part.lowerBound + output)) < 1e-6)
      }
    }
  }

  @Test("A crop is clamped to the source")
  func overlongCrop() {
    let taps = FilterTaps(.box, from: 4, crop: -1..<9, to: 2)
    #expect(taps.sourceRange == 0..<4)
    #expect(weights(taps, 0) == [0.5, 0.5])
  }

  @Test("A box filter weights source samples by the area covered")
  func box() {
    let shrunk = FilterTaps(.box, from: 3, to: 2)
    #expect(largestDifference(weights(shrunk, 0), [2 / 3, 1 / 3]) < 1e-7)
    #expect(shrunk.sources(of: 1) == 1..<3)
    let enlarged = FilterTaps(.box, from: 2, to: 3)
    #expect(enlarged.sources(of: 0) == 0..<1)
    #expect(weights(enlarged, 1) == [0.5, 0.5])
    let shifted = FilterTaps(.box, from: 8, crop: 2.5..<5.5, to: 3)
    #expect(shifted.sources(of: 0) == 2..<4)
    #expect(weights(shifted, 2) == [0.5, 0.5])
  }

  @Test("A triangle filter interpolates between neighbours when enlarging")
  func triangle() {
    let taps = FilterTaps(.triangle, from: 2, to: 4)
    #expect(weights(taps, 0) == [1])
    #expect(weights(taps, 1) == [0.75, 0.25])
    #expect(weights(taps, 2) == [0.25, 0.75])
    #expect(weights(taps, 3) == [1])
  }

  @Test("The nearest filter uses the source sample at the centre")
  func nearest() {
    let shrunk = FilterTaps(.nearest, from: 9, to: 3)
    #expect((0..<3).map { shrunk.sources(of: $0).lowerBound } == [1, 4, 7])
    let enlarged = FilterTaps(.nearest, from: 2, to: 5)
    #expect((0..<5).map { enlarged.sources(of: $0).lowerBound } == [0, 0, 1, 1, 1])
  }

  @Test("Kernels are widened for shrinking, but not for enlarging")
  func windowSizes() {
    #expect(FilterTaps(.lanczos, from: 1000, to: 100).largestWindow == 60)
    #expect(FilterTaps(.lanczos, from: 1000, to: 3000).largestWindow <= 7)
    #expect(FilterTaps(.lanczos, from: 1000, to: 100).largestOverlap <= 7)
  }

  @Test("A crop narrower than a sample still has weights", arguments: ResampleFilter.allCases)
  func sliver(filter: ResampleFilter) {
    for crop in [4.999_999_999..<5, 4.5..<4.5.nextUp, 0..<1e-300] {
      let taps = FilterTaps(filter, from: 10, crop: crop, to: 3)
      for output in 0..<3 {
        #expect(weights(taps, output).allSatisfy { $0.isFinite })
        #expect(taps.sources(of: output).contains(Int(crop.lowerBound)))
      }
    }
  }
}
