/// Replaces encoded pixels by others, as far as each is covered.
///
/// Gives pictures rounded corners: where a pixel is half covered, half of the pixel that was there
/// stays. Unlike ``InkBlender``, which composes over pixels, a translucent replacement hides what
/// it replaces.
public struct PixelMixer: Sendable {
  /// The format of all pixels.
  public let format: PixelFormat

  private let pixels: FinishedPixels

  /// Creates a mixer of rows of `format`.
  public init(_ format: PixelFormat) {
    self.format = format
    pixels = FinishedPixels(format)
  }

  /// Replaces pixels.
  ///
  /// - Parameters:
  ///   - replacement: The new pixels.
  ///   - coverage: One value per pixel; 255 replaces it fully.
  ///   - bytes: As many pixels to replace.
  public func mix(
    _ replacement: Span<UInt8>, by coverage: Span<UInt8>, into bytes: inout MutableSpan<UInt8>
  ) {
    precondition(
      bytes.count == coverage.count * format.bytesPerPixel && replacement.count == bytes.count,
      "a row of the wrong length")
    let table = pixels.light
    let light = table.span
    format.specialized { layout in
      let (colors, depth) = (layout.channels.colorCount, layout.depth)
      for index in 0..<coverage.count where coverage[index] > 0 {
        let start = index * layout.bytesPerPixel
        if coverage[index] == 255 {
          for byte in start..<start + layout.bytesPerPixel { bytes[byte] = replacement[byte] }
          continue
        }
        let share = Float(coverage[index]) / 255
        var alpha = share
        if layout.channels.hasAlpha { alpha *= pixels.alpha(replacement, start, layout) }
        var added = SIMD4<Float>.zero
        for color in 0..<colors {
          added[color] = light[pixels.code(replacement, start + color * depth.bytes, depth)] * alpha
        }
        pixels.mix(added, alpha, keeping: 1 - share, into: &bytes, at: start, layout)
      }
    }
  }
}
