import ColorFixtures
import Foundation
import ImagingFixtures
import Testing

@testable import SheetImaging

@Suite struct ToneCurveTests {
  static let peaks = [203.0, 250, 400, 1000, 4000, 10_000]

  @Test("Light up to the knee is unchanged, and the peak becomes white", arguments: peaks)
  func ends(peak: Double) {
    let curve = ToneCurve(peak: peak)
    for step in 0...100 {
      let light = ToneCurve.knee * Double(step) / 100
      #expect(curve.shown(light) == light)
    }
    #expect(abs(curve.shown(peak / 203) - 1) < 1e-12)
    #expect(curve.shown(60) > 1)
    // The value is as far below white as possible, so that highlights stay distinct from paper.
    #expect(peak < 1000 || (0.89...0.9).contains(curve.shown(1)))
  }

  @Test("The curve rises without a step, and is steepest at the knee", arguments: peaks)
  func smooth(peak: Double) {
    let curve = ToneCurve(peak: peak)
    let step = 0.001
    var last = 0.0
    for index in 1..<Int(peak / 203 / step) {
      let light = curve.shown(Double(index) * step)
      #expect(light > last && light - last <= step * (1 + 1e-9))
      last = light
    }
    let slope = (curve.shown(ToneCurve.knee + 1e-6) - ToneCurve.knee) / 1e-6
    #expect(abs(slope - 1) < 1e-4)
  }

  @Test("Nothing is compressed for peaks up to reference white")
  func lowPeak() {
    let curve = ToneCurve(peak: 203)
    for step in 0...100 {
      #expect(abs(curve.shown(Double(step) / 100) - Double(step) / 100) < 1e-12)
    }
  }

  @Test("Tables match the curve to within a hundredth of an 8-bit level", arguments: peaks)
  func table(peak: Double) {
    let curve = ToneCurve(peak: peak)
    let table = OctaveTable(-1...6) { curve.shown($0) }
    var last: Float = 0
    for step in 1000...60_000 {
      let light = Double(step) / 1000 * 0.82
      let value = table.value(at: Float(light))
      #expect(abs(Double(value) - curve.shown(light)) < 1e-5 && value >= last)
      last = value
    }
  }

  @Test("Positions outside a table are clamped to it")
  func clamped() {
    let table = OctaveTable(-2...1) { $0 }
    #expect(table.value(at: 0) == 0.25 && table.value(at: 5) == 2)
    #expect(table.value(at: 0.25) == 0.25 && table.value(at: 1.7) == 1.7)
  }

  @Test("The peak is the lower of the content and mastering levels, or the only known level")
  func levels() {
    func peak(_ content: Double?, _ mastering: Double?) -> Double? {
      LightLevels(maximumContentLight: content, masteringMaximum: mastering).peak
    }
    #expect(peak(nil, nil) == nil)
    #expect(peak(600, nil) == 600 && peak(nil, 4000) == 4000)
    #expect(peak(600, 4000) == 600 && peak(4000, 1000) == 1000)
    // The value 0 means unknown. A value of 0.1 is a mistake for 1000.
    #expect(peak(0, 1000) == 1000 && peak(0.1, 0) == nil && peak(.nan, -1) == nil)
  }

  @Test("Colour spaces with different peaks differ only if the peaks affect colours")
  func spaces() throws {
    func space(_ transfer: UInt8, _ peak: Double?) throws -> ColorSpace {
      try ColorSpace(CodePoints(primaries: 9, transfer: transfer, isFullRange: true), peak: peak)
    }
    #expect(try space(16, nil) == space(16, 1000) && space(16, 600) != space(16, 1000))
    #expect(try space(16, 10_000) == space(16, 20_000) && space(16, 10) == space(16, 203))
    #expect(try space(18, 4000) == space(18, nil) && space(18, 600) != space(18, nil))
    #expect(try space(14, 600) == space(14, nil))
  }

  @Test("PQ and HLG put reference white at the levels of BT.2408")
  func referenceWhite() {
    // Table 1, in percent of the signal: 58 and 75.
    #expect(abs(PerceptualQuantizer.light(of: 0.5807) * 10_000 - 203) < 0.2)
    #expect(abs(1000 * pow(HybridLogGamma.light(of: 0.75), HybridLogGamma.systemGamma) - 203) < 1)
    #expect(TransferCurve.hybridLogGamma.decoded(0.5) == 1.0 / 12)
  }

  @Test(
    "Encoding reverses decoding, for PQ and for HLG",
    arguments: [TransferCurve.perceptualQuantizer, .hybridLogGamma])
  func inverse(curve: TransferCurve) {
    for step in 0...1000 {
      let sample = Double(step) / 1000
      #expect(abs(curve.encoded(curve.decoded(sample)) - sample) < 1e-6)
    }
    #expect(abs(curve.decoded(1) - 1) < 1e-7 && curve.decoded(0) == 0)
  }
}
