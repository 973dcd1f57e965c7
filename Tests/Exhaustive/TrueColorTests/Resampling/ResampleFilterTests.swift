import ImagingFixtures
import Testing

@testable import SheetImaging

@Suite struct ResampleFilterTests {
  static let distances = (0...400).map { Double($0) / 100 }

  @Test("Filters have the names used on the command line")
  func names() {
    #expect(
      ResampleFilter.allCases.map(\.rawValue)
        == ["lanczos", "mitchell", "catmull-rom", "triangle", "box", "nearest"])
  }

  @Test("Filter weights match the textbook formulas", arguments: ResampleFilter.allCases)
  func textbook(filter: ResampleFilter) {
    for distance in Self.distances {
      #expect(
        abs(filter.weight(at: distance) - ReferenceResampler.kernel(filter, distance)) < 1e-14)
    }
  }

  @Test(
    "Weights calculated for a row of samples match those calculated for each distance",
    arguments: ResampleFilter.allCases)
  func rows(filter: ResampleFilter) {
    for scale in [1, 1.5, 4, 6.25, 400] {
      for count in [1, 2, 7, 40, 2500] {
        let centre = Double(count) * 0.45 + 0.1
        var weights = [Double](repeating: .nan, count: count)
        var span = weights.mutableSpan
        filter.weigh(from: 0.5, around: centre, scale: scale, into: &span)
        let expected = weights.indices.map {
          ReferenceResampler.kernel(filter, (Double($0) + 0.5 - centre) / scale)
        }
        #expect(zip(weights, expected).allSatisfy { abs($0 - $1) < 1e-14 }, "\(count) by \(scale)")
      }
    }
  }

  @Test(
    "Filter weights are symmetric, and 0 beyond the filter's support",
    arguments: ResampleFilter.allCases)
  func symmetric(filter: ResampleFilter) {
    for distance in Self.distances {
      #expect(filter.weight(at: distance) == filter.weight(at: -distance))
      if distance >= filter.support { #expect(filter.weight(at: distance) == 0) }
    }
  }

  @Test(
    "An interpolating filter has the weight 1 at its own sample and 0 at all others",
    arguments: [ResampleFilter.lanczos, .catmullRom, .triangle])
  func interpolating(filter: ResampleFilter) {
    #expect(abs(filter.weight(at: 0) - 1) < 1e-15)
    for distance in 1...3 { #expect(abs(filter.weight(at: Double(distance))) < 1e-15) }
  }
}
