import ColorFixtures
import Foundation
import ImagingFixtures
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
      try! ColorSpace(CodePoints(primaries: 9, transfer: transfer), peak: peak)
    }
  }

  static let pq = System(
    testDescription: "PQ", transfer: 16, samples: { ReferenceHDR.pq(light: $0) },
    light: { ReferenceHDR.light(pq: $0) })
  static let hlg = System(
    testDescription: "HLG", transfer: 18, samples: { ReferenceHDR.hlg(light: $0) },
    light: { ReferenceHDR.light(hlg: $0) })
  static let systems = [pq, hlg]

  /// A colour according to the reference and on the sheet; reference white has a lightness of 100.
  struct Colors: CustomStringConvertible {
    /// The reference's linear sRGB, before any tone mapping.
    let light: [Double]
    let expected: [Double]
    let shown: [Double]

    var difference: Double { ReferenceColor.difference(expected, shown) }
    var description: String { "\(light): \(expected) is shown as \(shown)" }

    /// The angle between the two CIELAB hues, in degrees.
    var turn: Double {
      func hue(_ lab: [Double]) -> Double { atan2(lab[2], lab[1]) * 180 / .pi }
      return abs(remainder(hue(expected) - hue(shown), 360))
    }
  }

  /// Pixels with the given BT.2020 light in cd/m², stored at `depth` and shown at 16 bits.
  private func colors(
    _ lights: [[Double]], _ system: System, peak: Double? = nil, _ depth: SampleDepth = .sixteen
  ) -> [Colors] {
    let codes = lights.map { light in
      system.samples(light).map { Int((min($0, 1) * Double(depth.maximum)).rounded()) }
    }
    let picture = Picture(lights.count, 1, PixelFormat(.rgb, depth)) { codes[$0][$2] }
    let light = picture.light(.box, to: lights.count, 1, space: system.space(peak: peak))
    let bytes = paint(light, from: .rgb, to: PixelFormat(.rgb, .sixteen))
    return codes.enumerated().map { place, codes in
      let stored = codes.map { Double($0) / Double(depth.maximum) }
      let light = ReferenceHDR.sRGB(light: system.light(stored))
      let shown = (0..<3).map { channel in
        let index = 2 * (3 * place + channel)
        return Double(Int(bytes[index]) << 8 | Int(bytes[index + 1])) / 65_535
      }
      return Colors(
        light: light, expected: ReferenceHDR.lab(sRGB: light),
        shown: ReferenceColor.lab(sRGB: shown))
    }
  }

  /// Random colours; `channel` makes each channel from a number from 0 to 1.
  private func random(_ count: Int, seed: UInt64, _ channel: (Double) -> Double) -> [[Double]] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      (0..<3).map { _ in channel(Double.random(in: 0...1, using: &generator)) }
    }
  }

  private func mean(_ values: [Double]) -> Double {
    values.reduce(0, +) / Double(values.count)
  }

  @Test("sRGB colours up to the knee match BT.2100", arguments: systems)
  func colorsBelowKnee(system: System) {
    let lights = random(2000, seed: 14) { $0 * 0.799 }.map { ReferenceHDR.light(sRGB: $0) }
    let differences = colors(lights, system).map(\.difference)
    // Rounding to 16 bits alone causes 0.0005 on average.
    #expect(mean(differences) < 0.001)
    #expect((differences.max() ?? 1) < 0.01)
  }

  @Test("At 8 bits, colours below 120 cd/m² match BT.2100", arguments: systems)
  func darkColors(system: System) {
    let lights = random(1000, seed: 15) { $0 * 120 / 203 }.map { ReferenceHDR.light(sRGB: $0) }
    #expect(mean(colors(lights, system, .eight).map(\.difference)) < 0.001)
  }

  @Test(
    "For colours up to reference white, the mean difference is under 0.3 ΔE",
    arguments: systems, SampleDepth.allCases)
  func colorsInsideSRGB(system: System, depth: SampleDepth) {
    let lights = random(2000, seed: 16, ReferenceColor.sRGBLight).map {
      ReferenceHDR.light(sRGB: $0)
    }
    #expect(mean(colors(lights, system, depth).map(\.difference)) < 0.3)
  }

  @Test("Highlights keep their hue, whatever the peak", arguments: systems, [nil, 400, 4000])
  func hueOfHighlights(system: System, peak: Double?) {
    // sRGB chromaticities, as bright as the peak of HLG.
    let lights = random(1000, seed: 17) { $0 * 4 }.map { ReferenceHDR.light(sRGB: $0) }
    let encodable = lights.filter { system.samples($0).allSatisfy { $0 < 1 } }
    #expect(encodable.count > 500)
    for color in colors(encodable, system, peak: peak) {
      #expect(hypot(color.shown[1], color.shown[2]) < 5 || color.turn < 0.1, "\(color)")
    }
  }

  @Test("An orange of 800 cd/m² stays orange", arguments: systems)
  func orange(system: System) throws {
    let color = try #require(colors([[800, 320, 40]], system).first)
    #expect(abs(atan2(color.expected[2], color.expected[1]) * 180 / .pi - 61.6) < 0.1)
    #expect(color.turn < 0.5, "\(color)")
  }

  @Test("Colours outside sRGB keep their luminance, and roughly their hue", arguments: systems)
  func colorsOutsideSRGB(system: System) {
    let lights = random(2000, seed: 18) { $0 * $0 * 150 }
    let outside = colors(lights, system).filter { $0.light.contains { $0 < 0 } }
    #expect(outside.count > 500)
    for color in outside {
      let change = color.shown[0] - color.expected[0]
      #expect(change < 0.01 && (change > -0.01 || color.light.contains { $0 > 0.8 }), "\(color)")
    }
    let turns = outside.filter { hypot($0.shown[1], $0.shown[2]) > 5 }.map(\.turn).sorted()
    #expect(mean(turns) < 2.5)
    #expect(turns[turns.count * 95 / 100] < 8)
  }

  @Test("Greys stay grey and rise to white", arguments: systems, SampleDepth.allCases)
  func grays(system: System, depth: SampleDepth) {
    let step = depth == .eight ? 1 : 51
    let count = depth.maximum / step + 1
    let colors = Picture(count, 1, PixelFormat(.rgb, depth)) { x, _, _ in x * step }
    let grays = Picture(count, 1, PixelFormat(.gray, depth)) { x, _, _ in x * step }
    let light = colors.light(.box, to: count, 1, space: system.space())
    let gray = grays.light(.box, to: count, 1, space: system.space())
    for channel in 0...2 {
      #expect(gray == stride(from: channel, to: light.count, by: 3).map { light[$0] })
    }
    // Scaling by a quotient is accurate to within the last bit.
    #expect(zip(gray, gray.dropFirst()).allSatisfy { $0 <= $1 * 1.000_000_2 })
    #expect(gray.first == 0 && abs((gray.last ?? 0) - 1) < 1e-6)
  }

  @Test("Alpha neither changes colours nor is changed", arguments: systems)
  func alpha(system: System) {
    let codes = [60_000, 50_000, 20_000]
    let opaque = Picture(1, 1, PixelFormat(.rgb, .sixteen)) { codes[$2] }
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

  @Test(
    "Rows of any length are mapped like single pixels, on every processor", arguments: systems,
    [PixelFormat.Channels.rgb, .rgba])
  func rows(system: System, channels: PixelFormat.Channels) throws {
    let mapper = try #require(ToneMapper(system.space()))
    var generator = SeededGenerator(seed: 19)
    for pixels in Array(0...70) + [127, 128, 129, 300] {
      // Dark and bright pixels, inside and outside sRGB, and runs of either kind.
      let scale = Float([0.001, 0.02, 1][pixels % 3])
      let light = (0..<pixels * channels.count).map { index -> Float in
        let value = Float.random(in: 0...1, using: &generator)
        return generator.number(below: 9) == 0 ? 0 : index / 96 % 2 == 0 ? value : value * scale
      }
      let expected = (0..<pixels).flatMap { pixel in
        let samples = light[(pixel * channels.count)..<(pixel + 1) * channels.count].map(\.self)
        let alpha = Array(samples.dropFirst(3))
        return mapper.shown(samples[0], samples[1], samples[2]).map { $0 * (alpha.first ?? 1) }
          + alpha
      }
      for row in resultsAtEachVectorLevel({
        var row = light
        var span = row.mutableSpan
        mapper.map(&span, channels)
        return row
      }) {
        #expect(
          firstDifference(row.map(\.bitPattern), expected.map(\.bitPattern)) == nil,
          "\(pixels) pixels")
      }
    }
  }

  @Test(
    "Highlights are compressed before averaging, so that a lamp does not outshine its surroundings")
  func average() {
    let codes = Self.pq.samples([1000, 0]).map { Int(($0 * 65_535).rounded()) }
    let picture = Picture(2, 1, PixelFormat(.rgb, .sixteen)) { x, _, _ in codes[x] }
    let light = picture.light(.box, to: 1, 1, space: Self.pq.space())
    #expect(light.allSatisfy { abs($0 - 0.5) < 1e-4 })
  }

  @Test("HLG's system gamma uses the luminance of the picture's own primaries")
  func luminances() throws {
    let space = try ColorSpace(CodePoints(primaries: 1, transfer: 18))
    let code = 30_000
    let scene = TransferCurve.hybridLogGamma.decoded(Double(code) / 65_535)
    let picture = Picture(1, 1, PixelFormat(.rgb, .sixteen)) { $2 == 0 ? code : 0 }
    let light = picture.light(.box, to: 1, 1, space: space)
    // The red of sRGB has a luminance of 0.2126.
    let expected = 1000 * scene * pow(0.212639 * scene, 0.2) / 203
    #expect(abs(Double(light[0]) - expected) < 1e-5 && light[1] == 0 && light[2] == 0)
  }
}
