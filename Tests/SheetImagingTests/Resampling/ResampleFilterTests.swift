import Testing

@testable import SheetImaging

@Suite struct ResampleFilterTests {
  static let distances = (0...400).map { Double($0) / 100 }

  @Test("Filters are known by the names of the command line")
  func names() {
    #expect(
      ResampleFilter.allCases.map(\.rawValue)
        == ["lanczos", "mitchell", "catmull-rom", "triangle", "box", "nearest"])
  }

  @Test("Weights are those of the textbook forms", arguments: ResampleFilter.allCases)
  func textbook(filter: ResampleFilter) {
    for distance in Self.distances {
      #expect(
        abs(filter.weight(at: distance) - ReferenceResampler.kernel(filter, distance)) < 1e-14)
    }
  }

  @Test(
    "Weights are symmetric and 0 beyond the support", arguments: ResampleFilter.allCases)
  func symmetric(filter: ResampleFilter) {
    for distance in Self.distances {
      #expect(filter.weight(at: distance) == filter.weight(at: -distance))
      if distance >= filter.support { #expect(filter.weight(at: distance) == 0) }
    }
  }

  @Test(
    "Interpolating filters are 0 at the other samples",
    arguments: [ResampleFilter.lanczos, .catmullRom, .triangle])
  func interpolating(filter: ResampleFilter) {
    #expect(abs(filter.weight(at: 0) - 1) < 1e-15)
    for distance in 1...3 { #expect(abs(filter.weight(at: Double(distance))) < 1e-15) }
  }
}
