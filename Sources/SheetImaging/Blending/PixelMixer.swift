/// Puts finished pixels in place of others, as much as each is covered.
///
/// That is how a picture gets round corners: where a pixel of it is covered by half, half of
/// what was there before stays. Unlike ink laid *over* pixels, pixels that are partly
/// transparent let nothing through that they replace.
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
  ///   - replacement: The pixels to be seen.
  ///   - coverage: How much of each is, 255 for all of it.
  ///   - bytes: As many pixels to be replaced.
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
        if layout.channels.hasAlpha {
          let code = pixels.code(replacement, start + colors * depth.bytes, depth)
          alpha *= Float(code) / pixels.maximum
        }
        var added = SIMD4<Float>.zero
        for color in 0..<colors {
          added[color] = light[pixels.code(replacement, start + color * depth.bytes, depth)] * alpha
        }
        pixels.mix(added, alpha, keeping: 1 - share, into: &bytes, at: start, layout)
      }
    }
  }
}
