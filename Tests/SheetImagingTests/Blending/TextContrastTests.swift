import Foundation
import TestSupport
import Testing

@testable import SheetImaging

@Suite struct TextContrastTests {
  /// Luminances of grounds and inks: the ends, dark ones on both sides of where lightness is
  /// proportional to light, neighbours, and random ones.
  static let pairs: [(ground: Double, ink: Double)] = {
    var noise = SeededGenerator(seed: 41)
    let fixed = [0, 1e-12, 1e-5, 0.004, 0.008856, 0.00886, 0.1, 0.1 + 1e-7, 0.18, 0.5, 1 - 1e-6, 1]
    let random = (0..<300).map { _ in
      let luminance = Double.random(in: 0...1, using: &noise)
      return noise.number(below: 3) == 0 ? luminance * 0.02 : luminance
    }
    return fixed.flatMap { one in (fixed + random.prefix(20)).map { (one, $0) } }
      + zip(random, random.reversed())
  }()

  static let coverage = (0...255).map { Double($0) / 255 }

  @Test("Lightness goes from the ground to the ink in proportion to coverage")
  func lightness() {
    var worst = 0.0
    for (ground, ink) in Self.pairs {
      let contrast = TextContrast(ground: ground, ink: ink)
      let start = ReferenceLightness.lightness(ground)
      let range = ReferenceLightness.lightness(ink) - start
      for coverage in Self.coverage {
        let mixed = ground + contrast.share(ofCoverage: coverage) * (ink - ground)
        let error = ReferenceLightness.lightness(mixed) - (start + coverage * range)
        worst = max(worst, abs(error))
      }
    }
    // Of 100. The largest errors are those of luminances too close to each other for the curve.
    #expect(worst < 1e-6)
  }

  @Test("No coverage shows nothing of the ink, full coverage nothing of the ground")
  func ends() {
    for (ground, ink) in Self.pairs {
      let contrast = TextContrast(ground: ground, ink: ink)
      #expect(contrast.share(ofCoverage: 0) == 0 && contrast.share(ofCoverage: 1) == 1)
    }
  }

  @Test("More coverage shows more of the ink")
  func rising() {
    for (ground, ink) in Self.pairs {
      let contrast = TextContrast(ground: ground, ink: ink)
      let shares = Self.coverage.map { contrast.share(ofCoverage: $0) }
      let isRising = zip(shares, shares.dropFirst()).allSatisfy { $0 < $1 }
      #expect(isRising, "\(ground) under \(ink)")
    }
  }

  @Test("Dark on light is the reverse of light on dark")
  func reverse() {
    for (ground, ink) in Self.pairs {
      let (one, other) = (
        TextContrast(ground: ground, ink: ink), TextContrast(ground: ink, ink: ground)
      )
      let worst = Self.coverage.reduce(0) {
        max($0, abs(one.share(ofCoverage: $1) + other.share(ofCoverage: 1 - $1) - 1))
      }
      #expect(worst < 1e-6, "\(ground) under \(ink)")
    }
  }

  @Test("The closer the luminances, the closer the share to the coverage")
  func limit() {
    for ground in [0, 0.003, 0.009, 0.2, 0.7, 0.99] {
      for difference in [1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-15, 0] {
        let contrast = TextContrast(ground: ground, ink: ground + difference)
        let worst = Self.coverage.reduce(0) { max($0, abs(contrast.share(ofCoverage: $1) - $1)) }
        // Half of what the slope of lightness changes by, and rounding.
        #expect(worst < 30 * difference + 1e-6, "\(ground) + \(difference)")
      }
    }
  }
}
