/// Makes a picture translucent, so that it marks the pictures over which it is drawn.
///
/// Opaque pixels become half transparent. An opaque picture whose corners have the same colour,
/// such as a logo on white, loses its background. A shifted copy of the picture sticks out from
/// under it as a shade: dark beside a bright picture, and bright beside a dark one, so that the
/// mark is visible whatever it is drawn over.
package struct Watermarking: Equatable, Sendable {
  /// The opacity of opaque pixels.
  package static let opacity: Float = 0.5
  private static let shadeOpacity: Float = 0.35
  /// The length of the shorter side divided by the shift of the shade.
  private static let shiftsPerSide = 48
  /// How much the corners' samples may differ, which is more than the noise of a JPEG.
  private static let cornerTolerance: UInt8 = 16
  /// The coverage below which a pixel counts as background.
  private static let noise: Float = 0.05
  /// The mean coverage below which removing the background would leave next to nothing of a
  /// picture.
  private static let minimumCoverage: Float = 0.005

  /// The colour that becomes transparent; nil if the picture has transparent parts of its own, or
  /// no background.
  private let background: SIMD4<Float>?
  /// The value of the shade's samples: 0 or 255.
  private let shade: Float

  /// Determines the background and the shade of a picture from its pixels, or from those of a
  /// smaller copy.
  ///
  /// - Parameters:
  ///   - pixels: 8-bit RGBA with straight alpha, in rows without padding.
  ///   - width: The number of pixels in a row.
  package init(of pixels: [UInt8], width: Int) {
    precondition(!pixels.isEmpty && pixels.count.isMultiple(of: 4 * width), "rows of whole pixels")
    var background = Self.corners(of: pixels, width: width)
    var (sum, coverage) = Self.visible(pixels, on: background)
    if background != nil, coverage < Self.minimumCoverage * Float(pixels.count / 4) {
      background = nil
      (sum, coverage) = Self.visible(pixels, on: nil)
    }
    self.background = background
    shade = sum > 127.5 * coverage ? 0 : 255
  }

  /// The colour of the corners; nil if they differ, or if the picture is not opaque.
  private static func corners(of pixels: [UInt8], width: Int) -> SIMD4<Float>? {
    for index in stride(from: 3, to: pixels.count, by: 4) where pixels[index] < 255 { return nil }
    let corners = [0, 4 * (width - 1), pixels.count - 4 * width, pixels.count - 4]
    var background = SIMD4<Float>.zero
    for channel in 0..<3 {
      var (least, most) = (UInt8.max, UInt8.min)
      for corner in corners {
        let sample = pixels[corner + channel]
        (least, most) = (min(least, sample), max(most, sample))
        background[channel] += Float(sample) / 4
      }
      if most - least > cornerTolerance { return nil }
    }
    return background
  }

  /// The sum of the brightness of visible pixels, weighted by their coverage, and the sum of their
  /// coverage.
  private static func visible(
    _ pixels: [UInt8], on background: SIMD4<Float>?
  ) -> (brightness: Float, coverage: Float) {
    let weights = SIMD4<Float>(0.299, 0.587, 0.114, 0)
    var (brightness, coverage) = (Float(0), Float(0))
    for start in stride(from: 0, to: pixels.count, by: 4) {
      let (color, alpha) = pixel(pixels, at: start, on: background)
      brightness += alpha * (weights * color).sum()
      coverage += alpha
    }
    return (brightness, coverage)
  }

  /// A pixel without its background, and its alpha from 0 to 1.
  ///
  /// Mixing it with the background again would give the original colour.
  private static func pixel(
    _ pixels: [UInt8], at start: Int, on background: SIMD4<Float>?
  ) -> (color: SIMD4<Float>, alpha: Float) {
    let color = SIMD4(
      Float(pixels[start]), Float(pixels[start + 1]), Float(pixels[start + 2]), 0)
    guard let background else { return (color, Float(pixels[start + 3]) / 255) }
    var alpha: Float = 0
    for channel in 0..<3 {
      let reach = max(background[channel], 255 - background[channel])
      alpha = max(alpha, abs(color[channel] - background[channel]) / reach)
    }
    if alpha < noise { return (background, 0) }
    let own = background + (color - background) / alpha
    return (own.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255)), alpha)
  }

  /// Turns the picture, at any size, into its mark.
  ///
  /// - Parameters:
  ///   - pixels: 8-bit RGBA with straight alpha, in rows without padding.
  ///   - width: The number of pixels in a row.
  package func mark(_ pixels: inout [UInt8], width: Int) {
    let height = pixels.count / 4 / width
    let shift = max(1, min(width, height) / Self.shiftsPerSide)
    // Backwards, because the shade comes from pixels above and to the left.
    for y in (0..<height).reversed() {
      for x in (0..<width).reversed() {
        let start = 4 * (y * width + x)
        let (own, coverage) = Self.pixel(pixels, at: start, on: background)
        var shaded: Float = 0
        if x >= shift, y >= shift {
          let above = start - 4 * shift * (width + 1)
          shaded = Self.pixel(pixels, at: above, on: background).alpha
        }
        let upper = Self.opacity * coverage
        let lower = Self.shadeOpacity * max(0, shaded - coverage) * (1 - upper)
        let alpha = upper + lower
        let color =
          alpha > 0 ? (own * upper + SIMD4(repeating: shade * lower)) / alpha : .zero
        for channel in 0..<3 { pixels[start + channel] = UInt8(min(color[channel], 255) + 0.5) }
        pixels[start + 3] = UInt8(alpha * 255 + 0.5)
      }
    }
  }
}
