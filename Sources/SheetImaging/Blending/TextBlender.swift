private import Glibc

/// Composes text over encoded pixels of a sheet, as heavy as its coverage says.
///
/// Text differs from ink of ``InkBlender`` in its edges alone. In a pixel that is partly covered, the
/// fraction of ink follows the contrast between it and the pixel that was there.
/// Fully covered pixels become the ink.
///
/// Characters with their own colours, such as emoji, are pictures. Like all pictures, they are
/// mixed in linear light in proportion to their coverage.
public struct TextBlender: Sendable {
  /// The format of the pixels.
  public var format: PixelFormat { ink.format }

  private let ink: InkBlender

  /// Creates a blender for rows of `format`.
  public init(_ color: Color, in format: PixelFormat) {
    ink = InkBlender(color, in: format)
  }

  /// Composes text over pixels, with the alpha of the ink.
  ///
  /// - Parameters:
  ///   - coverage: One value per pixel; 255 covers it fully.
  ///   - ownColors: Four values per pixel: red, green and blue, sRGB-encoded, which become their
  ///     luminance in grey formats; then the fraction of this colour in the coverage. The rest is ink,
  ///     and so is all if there are none.
  ///   - bytes: As many pixels.
  public func blend(
    _ coverage: Span<UInt8>, ownColors: Span<UInt8>? = nil, into bytes: inout MutableSpan<UInt8>
  ) {
    precondition(
      bytes.count == coverage.count * format.bytesPerPixel
        && (ownColors?.count ?? 4 * coverage.count) == 4 * coverage.count,
      "a row of the wrong length")
    let table = DecodingTable.table(of: .sRGB, .eight).light
    let decoded = table.span
    format.specialized { layout in
      var contrast = TextContrast(ground: 0, ink: ink.luminance(over: 0))
      for index in 0..<coverage.count where coverage[index] > 0 {
        let start = index * layout.bytesPerPixel
        let share = share(
          ofCoverage: coverage[index], over: bytes.span, at: start, layout, &contrast)
        guard let ownColors, ownColors[4 * index + 3] > 0 else {
          ink.compose(share, into: &bytes, at: start, layout)
          continue
        }
        let own = Float(ownColors[4 * index + 3]) / 255
        var color = SIMD4<Float>(
          decoded[Int(ownColors[4 * index])], decoded[Int(ownColors[4 * index + 1])],
          decoded[Int(ownColors[4 * index + 2])], 0)
        if layout.channels.isGray { color.x = Color.luminance(color) }
        ink.compose(
          share + own * (Float(coverage[index]) / 255 - share),
          of: ink.light + own * (color - ink.light), into: &bytes, at: start, layout)
      }
    }
  }

  /// The fraction of ink in a pixel that begins at the byte `start`.
  ///
  /// The ground that will be seen through a transparent pixel is unknown, so no curve can be right for
  /// it. The fraction is the coverage there, which makes the alpha of a letter its coverage. Programs
  /// that show a transparent sheet mostly mix encoded samples by alpha, which is close to mixing
  /// lightness.
  ///
  /// `contrast` is the curve of the last pixel, which is also that of this one on a flat ground.
  @inline(__always)
  private func share(
    ofCoverage coverage: UInt8, over bytes: Span<UInt8>, at start: Int, _ layout: PixelFormat,
    _ contrast: inout TextContrast
  ) -> Float {
    let covered = Float(coverage) / 255
    guard coverage < 255 else { return covered }
    let ground = Double(ink.mixer.luminance(bytes, start, layout))
    if ground != contrast.ground {
      contrast = TextContrast(ground: ground, ink: ink.luminance(over: ground))
    }
    let share = Float(contrast.share(ofCoverage: Double(covered)))
    guard layout.channels.hasAlpha else { return share }
    return covered + ink.mixer.alpha(bytes, start, layout) * (share - covered)
  }
}

/// The fraction of its ground that text of one luminance replaces in a pixel of another.
///
/// Light is the right scale for areas, but small text consists mostly of pixels that are covered
/// in part, and is read by lightness. Half the light of white is still three quarters as light to
/// the eye, so dark text mixed by its coverage looks thin, and light text on black looks bold. With
/// this share, the lightness of the mixture goes from that of the ground to that of the ink in
/// proportion to the coverage, and text is as heavy as its font draws it on any ground. Font engines
/// embolden glyphs instead, which needs outlines and makes light text too bold.
///
/// If ground and ink have equal luminance, the fraction is the coverage itself, which is also the
/// limit of the formula.
struct TextContrast {
  /// The luminance of the ground, from 0 to 1.
  let ground: Double

  private let groundLightness: Double
  /// The difference in lightness between ink and ground.
  private let lightnessRange: Double
  /// The luminance that ``groundLightness`` stands for.
  ///
  /// Unlike ``ground``, it makes the fraction for no coverage exactly 0.
  private let base: Double
  /// The difference in luminance between ink and ground.
  private let range: Double

  /// Creates the curve of a ground and an ink, given their luminances from 0 to 1.
  init(ground: Double, ink: Double) {
    self.ground = ground
    groundLightness = lightness(ofLuminance: ground)
    lightnessRange = lightness(ofLuminance: ink) - groundLightness
    base = luminance(ofLightness: groundLightness)
    range = luminance(ofLightness: groundLightness + lightnessRange) - base
  }

  /// The fraction of ink in a pixel, for a coverage from 0 to 1; exact at both ends.
  func share(ofCoverage coverage: Double) -> Double {
    // Below this, rounding would do more harm than leaving the curve out.
    guard abs(range) > 1e-9 else { return coverage }
    return (luminance(ofLightness: groundLightness + coverage * lightnessRange) - base) / range
  }
}

// CIE 1976 lightness, L*: 0 is black, 100 is white, and equal steps look equal.
//
// Source: ISO/CIE 11664-4:2019, which is also in CIE 15:2018. The sheet's white is the reference
// white.

private func lightness(ofLuminance luminance: Double) -> Double {
  luminance > darkLimit ? 116 * cbrt(luminance) - 16 : luminance / darkSlope
}

private func luminance(ofLightness lightness: Double) -> Double {
  guard lightness > 8 else { return lightness * darkSlope }
  let root = (lightness + 16) / 116
  return root * root * root
}

/// Up to this luminance, and to a lightness of 8, one is proportional to the other.
private let darkLimit = (6.0 / 29) * (6.0 / 29) * (6.0 / 29)
private let darkSlope = (3.0 / 29) * (3.0 / 29) * (3.0 / 29)
