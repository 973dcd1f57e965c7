import ColorFixtures
import Foundation
import TestSupport
import Testing

@testable import SheetImaging

/// Pictures in PQ and HLG, compared with the equations of BT.2100.
@Suite struct HighDynamicRangeTests {
  /// A system as the module reads it and as the reference computes it.
  struct System: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let transfer: UInt8
    let samples: @Sendable ([Double]) -> [Double]
    let light: @Sendable ([Double]) -> [Double]

    func space(peak: Double? = nil) -> ColorSpace {
      try! ColorSpace(
        primaries: 9, transfer: transfer, matrix: 0, isFullRange: true, peak: peak)
    }
  }

  static let pq = System(
    testDescription: "PQ", transfer: 16, samples: { ReferenceHDR.pq(light: $0) },
    light: { ReferenceHDR.light(pq: $0) })
  static let hlg = System(
    testDescription: "HLG", transfer: 18, samples: { ReferenceHDR.hlg(light: $0) },
    light: { ReferenceHDR.light(hlg: $0) })
  static let systems = [pq, hlg]

  /// What the sheet shows for samples, as codes of 16 bits from 0 to 1.
  private func shown(
    _ samples: [Double], _ system: System, peak: Double? = nil, _ depth: SampleDepth = .sixteen
  ) -> [Double] {
    let codes = samples.map { Int(($0 * Double(depth.maximum)).rounded()) }
    let picture = Picture(1, 1, PixelFormat(.rgb, depth)) { _, _, channel in codes[channel] }
    let light = picture.light(.box, to: 1, 1, space: system.space(peak: peak))
    let bytes = paint(light, from: .rgb, to: PixelFormat(.rgb, .sixteen))
    return (0..<3).map { Double(Int(bytes[2 * $0]) << 8 | Int(bytes[2 * $0 + 1])) / 65_535 }
  }

  /// Samples as a file of this depth holds them.
  private func stored(_ samples: [Double], _ depth: SampleDepth) -> [Double] {
    samples.map { ($0 * Double(depth.maximum)).rounded() / Double(depth.maximum) }
  }

  private func hue(_ lab: [Double]) -> Double { atan2(lab[2], lab[1]) * 180 / .pi }

  /// The angle between two hues in degrees.
  private func turn(_ one: [Double], _ other: [Double]) -> Double {
    abs(remainder(hue(one) - hue(other), 360))
  }

  @Test("Colours of sRGB up to the knee are those of BT.2100", arguments: systems)
  func colorsBelowKnee(system: System) {
    var random = SeededGenerator(seed: 14)
    var (sum, largest) = (0.0, 0.0)
    for _ in 0..<2000 {
      let color = (0..<3).map { _ in Double.random(in: 0...0.799, using: &random) }
      let samples = stored(system.samples(ReferenceHDR.light(sRGB: color)), .sixteen)
      let expected = ReferenceHDR.lab(sRGB: ReferenceHDR.sRGB(light: system.light(samples)))
      let difference = ReferenceColor.difference(
        expected, ReferenceColor.lab(sRGB: shown(samples, system)))
      sum += difference
      largest = max(largest, difference)
    }
    // The rounding to 16 bits alone is 0.0005 on average.
    #expect(sum / 2000 < 0.001 && largest < 0.01, "mean \(sum / 2000), maximum \(largest)")
  }

  @Test(
    "All colours of sRGB are those of BT.2100 to within 0.5 ΔE on average", arguments: systems,
    SampleDepth.allCases)
  func colorsInsideSRGB(system: System, depth: SampleDepth) {
    var random = SeededGenerator(seed: 15)
    var sum = 0.0
    for _ in 0..<2000 {
      let color = (0..<3).map { _ in
        ReferenceColor.sRGBLight(Double.random(in: 0...1, using: &random))
      }
      let samples = stored(system.samples(ReferenceHDR.light(sRGB: color)), depth)
      let expected = ReferenceHDR.lab(sRGB: ReferenceHDR.sRGB(light: system.light(samples)))
      sum += ReferenceColor.difference(
        expected, ReferenceColor.lab(sRGB: shown(samples, system, depth)))
    }
    #expect(sum / 2000 < 0.5, "mean \(sum / 2000)")
  }

  @Test("Colours under 120 cd/m² are those of BT.2100, also with 8 bits", arguments: systems)
  func darkColors(system: System) {
    var random = SeededGenerator(seed: 16)
    var sum = 0.0
    for _ in 0..<1000 {
      let color = (0..<3).map { _ in Double.random(in: 0...120 / 203.0, using: &random) }
      let samples = stored(system.samples(ReferenceHDR.light(sRGB: color)), .eight)
      let expected = ReferenceHDR.lab(sRGB: ReferenceHDR.sRGB(light: system.light(samples)))
      sum += ReferenceColor.difference(
        expected, ReferenceColor.lab(sRGB: shown(samples, system, .eight)))
    }
    #expect(sum / 1000 < 0.001, "mean \(sum / 1000)")
  }

  @Test("Highlights keep their hue, whatever the peak", arguments: systems, [nil, 400, 4000])
  func hueOfHighlights(system: System, peak: Double?) {
    var random = SeededGenerator(seed: 17)
    for _ in 0..<500 {
      // Colours with the chromaticities of sRGB, up to 1000 cd/m² or what HLG can encode.
      let color = (0..<3).map { _ in Double.random(in: 0...4, using: &random) }
      let samples = stored(system.samples(ReferenceHDR.light(sRGB: color)), .sixteen)
      guard samples.allSatisfy({ $0 <= 1 }) else { continue }
      let expected = ReferenceHDR.lab(sRGB: ReferenceHDR.sRGB(light: system.light(samples)))
      let lab = ReferenceColor.lab(sRGB: shown(samples, system, peak: peak))
      guard hypot(lab[1], lab[2]) > 5 else { continue }
      #expect(turn(lab, expected) < 0.1, "\(color)")
    }
  }

  @Test("An orange of 1000 cd/m² stays orange", arguments: systems)
  func orange(system: System) {
    let samples = stored(system.samples([1000, 400, 50].map { $0 * 0.8 }), .sixteen)
    let expected = ReferenceHDR.lab(sRGB: ReferenceHDR.sRGB(light: system.light(samples)))
    #expect(abs(hue(expected) - 61.6) < 0.1)
    let lab = ReferenceColor.lab(sRGB: shown(samples, system))
    #expect(abs(hue(lab) - 61.6) < 0.5, "hue \(hue(lab))")
  }

  @Test("Colours outside sRGB keep their hue and luminance about", arguments: systems)
  func colorsOutsideSRGB(system: System) {
    var random = SeededGenerator(seed: 18)
    var turns: [Double] = []
    for _ in 0..<2000 {
      let light = (0..<3).map { _ in 150 * pow(Double.random(in: 0...1, using: &random), 2) }
      let samples = stored(system.samples(light), .sixteen)
      let color = ReferenceHDR.sRGB(light: system.light(samples))
      guard color.contains(where: { $0 < 0 }) else { continue }
      let expected = ReferenceHDR.lab(sRGB: color)
      let lab = ReferenceColor.lab(sRGB: shown(samples, system))
      if hypot(lab[1], lab[2]) > 5 { turns.append(turn(lab, expected)) }
      #expect(lab[0] <= expected[0] + 0.01)
      if color.allSatisfy({ $0 <= 0.8 }) { #expect(abs(lab[0] - expected[0]) < 0.01, "\(light)") }
    }
    turns.sort()
    #expect(turns.count > 500)
    let mean = turns.reduce(0, +) / Double(turns.count)
    #expect(mean < 2.5 && turns[turns.count * 95 / 100] < 8, "mean \(mean)")
  }

  @Test("Greys stay grey and rise to white", arguments: systems, SampleDepth.allCases)
  func grays(system: System, depth: SampleDepth) {
    let step = depth == .eight ? 1 : 97
    let count = depth.maximum / step + 1
    let colors = Picture(count, 1, PixelFormat(.rgb, depth)) { x, _, _ in x * step }
    let grays = Picture(count, 1, PixelFormat(.gray, depth)) { x, _, _ in x * step }
    let light = colors.light(.box, to: count, 1, space: system.space())
    let gray = grays.light(.box, to: count, 1, space: system.space())
    let red = stride(from: 0, to: light.count, by: 3).map { light[$0] }
    for offset in 1...2 {
      #expect(red == stride(from: offset, to: light.count, by: 3).map { light[$0] })
    }
    #expect(red == gray)
    // Scaling by a quotient is exact to the last bit but one.
    #expect(zip(gray, gray.dropFirst()).allSatisfy { $0 <= $1 * 1.000_000_2 })
    #expect(gray.first == 0 && abs((gray.last ?? 0) - 1) < 1e-6)
  }

  @Test("Alpha neither changes colours nor is changed", arguments: systems)
  func alpha(system: System) {
    let codes = [60_000, 50_000, 20_000]
    let opaque = Picture(1, 1, PixelFormat(.rgb, .sixteen)) { _, _, channel in codes[channel] }
    let expected = opaque.light(.box, to: 1, 1, space: system.space())
    let alphas = [65_535, 30_000, 1]
    let picture = Picture(3, 1, PixelFormat(.rgba, .sixteen)) { x, _, channel in
      channel == 3 ? alphas[x] : codes[channel]
    }
    let light = picture.light(.box, to: 3, 1, space: system.space())
    for (x, alpha) in alphas.enumerated() {
      let coverage = Float(alpha) / 65_535
      #expect(light[4 * x + 3] == coverage)
      for channel in 0..<3 {
        #expect(abs(light[4 * x + channel] - expected[channel] * coverage) <= 1e-6 * coverage)
      }
    }
  }

  @Test("A lamp outshines its surroundings no more than it does on the display")
  func average() {
    let codes = Self.pq.samples([1000, 0]).map { Int(($0 * 65_535).rounded()) }
    let picture = Picture(2, 1, PixelFormat(.rgb, .sixteen)) { x, _, _ in codes[x] }
    let light = picture.light(.box, to: 1, 1, space: Self.pq.space())
    #expect(light.allSatisfy { abs($0 - 0.5) < 1e-4 })
  }

  @Test("Primaries of their own have their own luminances in HLG")
  func luminances() throws {
    // Red of sRGB, whose luminance is 0.2126: scene light 0.5 becomes 1000 · 0.5 · 0.1063^0.2.
    let space = try ColorSpace(primaries: 1, transfer: 18, matrix: 0, isFullRange: true)
    let code = Int((ReferenceHDR.hlg(light: [1000 * pow(0.1, 1.2), 0, 0])[0] * 65_535).rounded())
    let scene = TransferCurve.hybridLogGamma.decoded(Double(code) / 65_535)
    let picture = Picture(1, 1, PixelFormat(.rgb, .sixteen)) { _, _, channel in
      channel == 0 ? code : 0
    }
    let light = picture.light(.box, to: 1, 1, space: space)
    let expected = 1000 * scene * pow(0.212639 * scene, 0.2) / 203
    #expect(expected < 0.8)
    #expect(abs(Double(light[0]) - expected) < 1e-5 && light[1] == 0 && light[2] == 0)
  }
}
