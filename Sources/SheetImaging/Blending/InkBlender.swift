/// Composites a single colour, the ink, over encoded pixels of a sheet, by coverage.
///
/// Encoded samples are mixed in proportion to the coverage. Grey formats use the ink's luminance.
package struct InkBlender: Sendable {
  /// The format of the pixels.
  package let format: PixelFormat

  private let mixer: PixelMixer

  /// The ink's code values, neither rounded nor premultiplied.
  private let color: SIMD4<Float>
  private let alpha: Float

  /// A pixel of pure ink, padded to 8 bytes.
  private let pixel: SIMD8<UInt8>

  package init(_ color: Color, in format: PixelFormat) {
    self.format = format
    mixer = PixelMixer(format)
    let ink = format.channels.isGray ? color.gray : color
    self.color =
      SIMD4(Float(ink.red), Float(ink.green), Float(ink.blue), 0) * Float(format.depth.maximum)
    alpha = Float(ink.alpha)
    var pixel = SIMD8<UInt8>()
    for (index, byte) in ink.pixel(in: format).enumerated() { pixel[index] = byte }
    self.pixel = pixel
  }

  /// Composites the ink over pixels.
  ///
  /// - Parameters:
  ///   - coverage: One value per pixel; 255 covers the pixel fully.
  ///   - glyphColors: Four values per pixel. The first three are sRGB-encoded red, green and blue,
  ///     which grey formats reduce to luminance. The fourth is the fraction of the coverage that
  ///     has this colour; the rest is ink. If nil, everything is ink.
  ///   - bytes: The same number of pixels.
  package func blend(
    _ coverage: Span<UInt8>, glyphColors: Span<UInt8>? = nil, into bytes: inout MutableSpan<UInt8>
  ) {
    precondition(
      bytes.count == coverage.count * format.bytesPerPixel
        && (glyphColors?.count ?? 4 * coverage.count) == 4 * coverage.count,
      "a row of the wrong length")
    format.specialized { layout in
      for index in 0..<coverage.count where coverage[index] > 0 {
        let (share, start) = (Float(coverage[index]) / 255, index * layout.bytesPerPixel)
        guard let glyphColors, glyphColors[4 * index + 3] > 0 else {
          compose(share, into: &bytes, at: start, layout)
          continue
        }
        let glyphColor = Color(
          red: Double(glyphColors[4 * index]) / 255,
          green: Double(glyphColors[4 * index + 1]) / 255,
          blue: Double(glyphColors[4 * index + 2]) / 255)
        let shown = layout.channels.isGray ? glyphColor.gray : glyphColor
        let codes =
          SIMD4(Float(shown.red), Float(shown.green), Float(shown.blue), 0)
          * Float(layout.depth.maximum)
        let part = Float(glyphColors[4 * index + 3]) / 255
        compose(share, of: color + part * (codes - color), into: &bytes, at: start, layout)
      }
    }
  }

  /// Composites the ink over pixels that all have the same coverage.
  ///
  /// - Parameters:
  ///   - coverage: The coverage of each pixel; 255 covers the pixel fully.
  ///   - bytes: Whole pixels.
  package func fill(_ coverage: UInt8 = 255, into bytes: inout MutableSpan<UInt8>) {
    precondition(bytes.count.isMultiple(of: format.bytesPerPixel), "a row of the wrong length")
    guard coverage > 0 else { return }
    format.specialized { layout in
      // Runs of equal pixels, usually background, give equal results.
      var before: UInt64?
      for start in stride(from: 0, to: bytes.count, by: layout.bytesPerPixel) {
        var here: UInt64 = 0
        for byte in 0..<layout.bytesPerPixel { here = here << 8 | UInt64(bytes[start + byte]) }
        if here == before {
          for byte in start..<start + layout.bytesPerPixel {
            bytes[byte] = bytes[byte - layout.bytesPerPixel]
          }
        } else {
          compose(Float(coverage) / 255, into: &bytes, at: start, layout)
          before = here
        }
      }
    }
  }

  /// Composites a fraction of the ink over one pixel.
  @inline(__always)
  private func compose(
    _ share: Float, into bytes: inout MutableSpan<UInt8>, at start: Int, _ layout: PixelFormat
  ) {
    if share == 1 && alpha == 1 {
      for byte in 0..<layout.bytesPerPixel { bytes[start + byte] = pixel[byte] }
    } else {
      compose(share, of: color, into: &bytes, at: start, layout)
    }
  }

  /// Composites a fraction of another colour, with the alpha of the ink, over one pixel.
  @inline(__always)
  private func compose(
    _ share: Float, of color: SIMD4<Float>, into bytes: inout MutableSpan<UInt8>, at start: Int,
    _ layout: PixelFormat
  ) {
    let share = alpha * share
    mixer.mix(color * share, share, keeping: 1 - share, into: &bytes, at: start, layout)
  }
}
