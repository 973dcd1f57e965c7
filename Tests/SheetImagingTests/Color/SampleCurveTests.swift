import SheetImaging
import Testing

@Suite struct SampleCurveTests {
  @Test(
    "A curve keeps black and white, rises, and only lightens; its inverse undoes it",
    arguments: SampleCurve.allCases)
  func shape(curve: SampleCurve) {
    #expect(curve.value(0) == 0 && abs(curve.value(1) - 1) < 1e-12)
    var last = -1.0
    for step in 0...1000 {
      let sample = Double(step) / 1000
      let value = curve.value(sample)
      #expect(value > last && value >= sample - 1e-12, "\(sample)")
      #expect(abs(curve.sample(value) - sample) < 1e-9, "\(sample)")
      last = value
    }
  }

  // Astropy 8.0.2: SqrtStretch, LogStretch and AsinhStretch of 0.1.
  @Test(
    "The values of the curves match those of Astropy",
    arguments: [
      (SampleCurve.linear, 0.1), (.sqrt, 0.316_227_766), (.log, 0.668_010_468),
      (.asinh, 0.293_965_326),
    ])
  func values(curve: SampleCurve, expected: Double) {
    #expect(abs(curve.value(0.1) - expected) < 1e-8)
  }
}
