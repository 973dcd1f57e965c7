package import PNGFixtures
import Testing

/// A colour type with one of its bit depths.
package struct PixelKind: CustomTestStringConvertible {
  package let colorType: PNGFixture.ColorType
  package let bitDepth: Int

  package static let all = PNGFixture.ColorType.allCases.flatMap { type in
    type.bitDepths.map { PixelKind(colorType: type, bitDepth: $0) }
  }

  package var testDescription: String { "\(colorType) of \(bitDepth) bits" }
}
