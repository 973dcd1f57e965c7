package import SheetImaging
package import TestSupport
package import Testing

/// A pixel of any format in double precision: straight colours, encoded as sRGB, and alpha.
package struct ReferencePixel {
  package var colors: [Double]
  package var alpha: Double

  package init(colors: [Double], alpha: Double) {
    self.colors = colors
    self.alpha = alpha
  }

  package init(_ color: Color, _ format: PixelFormat) {
    let color = format.channels.isGray ? color.gray : color
    colors = Array([color.red, color.green, color.blue].prefix(format.channels.colorCount))
    alpha = color.alpha
  }

  package init(_ codes: [Int], _ format: PixelFormat) {
    let samples = codes.map { Double($0) / Double(format.depth.maximum) }
    colors = Array(samples.prefix(format.channels.colorCount))
    alpha = format.channels.hasAlpha ? samples[samples.count - 1] : 1
  }

  /// The stored samples before rounding; a fully transparent pixel is all zeros.
  package func samples(_ format: PixelFormat) -> [Double] {
    let colors = colors.map { alpha > 0 ? $0 : 0 }
    return (format.channels.hasAlpha ? colors + [alpha] : colors).map {
      $0 * Double(format.depth.maximum)
    }
  }

  /// The weighted sum of two premultiplied pixels.
  package static func sum(
    _ one: ReferencePixel, _ share: Double, _ other: ReferencePixel, _ otherShare: Double
  ) -> ReferencePixel {
    let alpha = one.alpha * share + other.alpha * otherShare
    let colors = zip(one.colors, other.colors).map {
      ($0 * one.alpha * share + $1 * other.alpha * otherShare) / (alpha > 0 ? alpha : 1)
    }
    return ReferencePixel(colors: colors, alpha: alpha)
  }

  /// This pixel with a coverage of `share`, composited over another.
  package func over(_ other: ReferencePixel, share: Double) -> ReferencePixel {
    .sum(self, share, other, 1 - alpha * share)
  }
}

extension PixelFormat {
  package static let all: [PixelFormat] = Channels.allCases.flatMap { channels in
    SampleDepth.allCases.map { PixelFormat(channels, $0) }
  }

  /// The samples of all pixels in `bytes`.
  package func codes(_ bytes: [UInt8]) -> [Int] {
    depth == .eight
      ? bytes.map { Int($0) }
      : stride(from: 0, to: bytes.count, by: 2).map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) }
  }

  /// Random pixels, some of them all zeros, some with extreme samples; as in sheets, fully
  /// transparent ones are all zeros.
  package func pixels(_ count: Int, _ noise: inout SeededGenerator) -> [UInt8] {
    (0..<count).flatMap { _ -> [UInt8] in
      let kind = noise.number(below: 5)
      let bytes = (0..<bytesPerPixel).map { _ in
        kind == 0 ? (noise.number(below: 2) == 0 ? 0 : 255) : UInt8(noise.number(below: 256))
      }
      let alpha = bytes.suffix(depth.bytes)
      let isSeen = kind != 1 && !(channels.hasAlpha && alpha.allSatisfy { $0 == 0 })
      return isSeen ? bytes : bytes.map { _ in 0 }
    }
  }

  /// All pixels in `bytes`.
  package func pixels(_ bytes: [UInt8]) -> [ReferencePixel] {
    let codes = codes(bytes)
    return stride(from: 0, to: codes.count, by: channels.count).map {
      ReferencePixel(Array(codes[$0..<$0 + channels.count]), self)
    }
  }
}

/// Expects each stored sample to match the reference, which may be rounded either way if it is
/// close to the middle between two sample values.
package func expectClose(
  _ bytes: [UInt8], _ expected: [ReferencePixel], _ format: PixelFormat,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let codes = format.codes(bytes)
  let samples = expected.flatMap { $0.samples(format) }
  // Rounding by half a sample value and, at 16 bits, the precision of Float.
  let slack = format.depth == .eight ? 0.51 : 0.8
  let worst = zip(codes, samples).map { abs(Double($0) - $1) }.max() ?? 0
  #expect(codes.count == samples.count && worst <= slack, sourceLocation: sourceLocation)
}
