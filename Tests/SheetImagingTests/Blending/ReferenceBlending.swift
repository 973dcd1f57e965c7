import Foundation
import TestSupport

@testable import SheetImaging

/// A pixel of any format in double precision: straight light and alpha.
struct ReferencePixel {
  var light: [Double]
  var alpha: Double

  init(light: [Double], alpha: Double) {
    self.light = light
    self.alpha = alpha
  }

  init(_ color: Color, _ format: PixelFormat) {
    let color = format.channels.isGray ? color.gray : color
    light = [color.red, color.green, color.blue].prefix(format.channels.colorCount).map {
      TransferCurve.sRGB.decoded($0)
    }
    alpha = color.alpha
  }

  init(_ codes: [Int], _ format: PixelFormat) {
    let samples = codes.map { Double($0) / Double(format.depth.maximum) }
    light = samples.prefix(format.channels.colorCount).map { TransferCurve.sRGB.decoded($0) }
    alpha = format.channels.hasAlpha ? samples[samples.count - 1] : 1
  }

  /// The stored samples before rounding; a fully transparent pixel is all zeros.
  func samples(_ format: PixelFormat) -> [Double] {
    let colors = light.map { alpha > 0 ? TransferCurve.sRGB.encoded($0) : 0 }
    return (format.channels.hasAlpha ? colors + [alpha] : colors).map {
      $0 * Double(format.depth.maximum)
    }
  }

  /// The weighted sum of two pixels, in premultiplied light.
  static func sum(
    _ one: ReferencePixel, _ share: Double, _ other: ReferencePixel, _ otherShare: Double
  ) -> ReferencePixel {
    let alpha = one.alpha * share + other.alpha * otherShare
    let light = zip(one.light, other.light).map {
      ($0 * one.alpha * share + $1 * other.alpha * otherShare) / (alpha > 0 ? alpha : 1)
    }
    return ReferencePixel(light: light, alpha: alpha)
  }

  /// This pixel with a coverage of `share`, composed over another.
  func over(_ other: ReferencePixel, share: Double) -> ReferencePixel {
    .sum(self, share, other, 1 - alpha * share)
  }
}

/// CIE 1976 lightness and its inverse, written as in ISO 11664-4:2008.
enum ReferenceLightness {
  static func lightness(_ luminance: Double) -> Double {
    let isDark = luminance <= pow(24.0 / 116, 3)
    return 116 * (isDark ? 841.0 / 108 * luminance + 16.0 / 116 : pow(luminance, 1.0 / 3)) - 16
  }

  static func luminance(_ lightness: Double) -> Double {
    let root = (lightness + 16) / 116
    return root <= 24.0 / 116 ? (root - 16.0 / 116) * 108 / 841 : pow(root, 3)
  }

  /// The share of `ink` in a mixture whose lightness lies `coverage` of the way from that of
  /// `ground`; all but coverage are luminances.
  static func share(of ink: Double, over ground: Double, coverage: Double) -> Double {
    guard abs(ink - ground) > 1e-7 else { return coverage }
    let (start, end) = (lightness(ground), lightness(ink))
    return (luminance(start + coverage * (end - start)) - ground) / (ink - ground)
  }
}

extension ReferencePixel {
  /// The luminance of the light, alpha left aside.
  var luminance: Double {
    light.count == 1 ? light[0] : 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]
  }

  /// The share of this pixel in text with a coverage, over another: along the curve as far as
  /// the other is opaque.
  func textShare(over other: ReferencePixel, coverage: Double) -> Double {
    let shown = alpha * luminance + (1 - alpha) * other.luminance
    let curved = ReferenceLightness.share(of: shown, over: other.luminance, coverage: coverage)
    return other.alpha * curved + (1 - other.alpha) * coverage
  }
}

extension PixelFormat {
  static let all: [PixelFormat] = Channels.allCases.flatMap { channels in
    SampleDepth.allCases.map { PixelFormat(channels, $0) }
  }

  /// The samples of all pixels in `bytes`.
  func codes(_ bytes: [UInt8]) -> [Int] {
    depth == .eight
      ? bytes.map { Int($0) }
      : stride(from: 0, to: bytes.count, by: 2).map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) }
  }

  /// Random pixels, some of them all zeros, some with extreme samples; fully transparent ones are
  /// all zeros, as in sheets.
  func pixels(_ count: Int, _ noise: inout SeededGenerator) -> [UInt8] {
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
  func pixels(_ bytes: [UInt8]) -> [ReferencePixel] {
    let codes = codes(bytes)
    return stride(from: 0, to: codes.count, by: channels.count).map {
      ReferencePixel(Array(codes[$0..<$0 + channels.count]), self)
    }
  }
}
