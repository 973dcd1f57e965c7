import Testing

@testable import SheetImaging

@Suite struct TransferCurveTests {
  static let curves: [TransferCurve] = [
    .sRGB, .linear, .gamma(2.2), .gamma(1.8), .gamma(1 / 2.2), .sampled([0, 9000, 65_535]),
    .parametric(ParametricCurve(exponent: 2.4, footScale: 0.01, start: 0.1)),
  ]

  @Test("Encoding with a transfer curve undoes decoding", arguments: curves)
  func inverse(curve: TransferCurve) {
    for step in 0...1000 {
      let sample = Double(step) / 1000
      // The standard rounds the constants of sRGB's linear segment.
      #expect(abs(curve.encoded(curve.decoded(sample)) - sample) < 1e-6)
    }
  }

  @Test("Transfer curves rise from black to white", arguments: curves)
  func monotone(curve: TransferCurve) {
    #expect(curve.decoded(0) == 0)
    #expect(curve.decoded(1) == 1)
    #expect(abs(curve.encoded(1) - 1) < 1e-15)
    for step in 1...1000 {
      #expect(curve.decoded(Double(step) / 1000) > curve.decoded(Double(step - 1) / 1000))
    }
  }

  @Test("A transfer curve clamps values to the range from 0 to 1", arguments: curves)
  func clamped(curve: TransferCurve) {
    #expect(curve.decoded(-0.5) == 0 && curve.encoded(-0.5) == 0)
    #expect(curve.decoded(1.5) == 1 && curve.encoded(1.5) == curve.encoded(1))
    #expect(curve.decoded(.nan) == 0 && curve.encoded(.nan) == curve.encoded(0))
  }

  @Test(
    "The sRGB curve has the standard's values",
    arguments: [
      (0.04045, 0.0031308), (0.5, 0.2140411), (0.02, 0.0015480), (0.7353570, 0.5),
    ])
  func sRGB(sample: Double, light: Double) {
    #expect(abs(TransferCurve.sRGB.decoded(sample) - light) < 1e-6)
  }

  @Test("A parametric curve leaves its linear segment exactly at the start value")
  func start() {
    // The curve has a step at the start, so it matters which side the value is on.
    let curve = TransferCurve.parametric(
      ParametricCurve(exponent: 1, footScale: 0.25, start: 0.5))
    #expect(curve.decoded(0.5) == 0.5)
    #expect(curve.decoded(0.5.nextDown) == 0.25 * 0.5.nextDown)
  }

  @Test("A gamma curve decodes by raising to a power, and encodes by its root")
  func gamma() {
    #expect(abs(TransferCurve.gamma(2).decoded(0.3) - 0.09) < 1e-15)
    #expect(abs(TransferCurve.gamma(2).encoded(0.09) - 0.3) < 1e-15)
  }

  @Test(
    "Tables contain the linear-light value of every sample", arguments: curves,
    SampleDepth.allCases)
  func tables(curve: TransferCurve, depth: SampleDepth) {
    let light = DecodingTable.table(of: curve, depth).light
    #expect(light.count == depth.maximum + 1)
    #expect(light.first == 0 && light.last == 1)
    for code in stride(from: 0, to: light.count, by: depth == .eight ? 1 : 97) {
      #expect(light[code] == Float(curve.decoded(Double(code) / Double(depth.maximum))))
    }
  }
}
