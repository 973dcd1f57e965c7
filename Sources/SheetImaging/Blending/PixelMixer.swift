/// Mixes colours or pixels into pixels that are already in the format of the sheet.
///
/// Encoded samples are premultiplied and mixed, as in browsers.
package struct PixelMixer: Sendable {
  /// The format of all pixels.
  package let format: PixelFormat

  /// The maximum code value, which represents 1.
  private var maximum: Float { Float(format.depth.maximum) }

  package init(_ format: PixelFormat) { self.format = format }

  /// Replaces pixels with new ones, in proportion to coverage.
  ///
  /// This gives pictures rounded corners: where a pixel is half covered, half of the old pixel
  /// stays. Unlike with ``InkBlender``, which composites over pixels, a translucent replacement
  /// hides what it replaces.
  ///
  /// - Parameters:
  ///   - replacement: The new pixels.
  ///   - coverage: One value per pixel; 255 replaces the pixel fully.
  ///   - bytes: The same number of pixels to replace.
  package func mix(
    _ replacement: Span<UInt8>, by coverage: Span<UInt8>, into bytes: inout MutableSpan<UInt8>
  ) {
    precondition(
      bytes.count == coverage.count * format.bytesPerPixel && replacement.count == bytes.count,
      "a row of the wrong length")
    format.specialized { layout in
      for index in 0..<coverage.count where coverage[index] > 0 {
        let start = index * layout.bytesPerPixel
        if coverage[index] == 255 {
          for byte in start..<start + layout.bytesPerPixel { bytes[byte] = replacement[byte] }
          continue
        }
        let share = Float(coverage[index]) / 255
        let (color, alpha) = pixel(replacement, at: start, layout)
        mix(
          color * (alpha * share), alpha * share, keeping: 1 - share, into: &bytes, at: start,
          layout)
      }
    }
  }

  /// Composites translucent pixels over others.
  ///
  /// - Parameters:
  ///   - pixels: 8-bit RGBA, sRGB-encoded with straight alpha; grey formats get the luminance.
  ///   - bytes: The same number of pixels in ``format``.
  package func compose(_ pixels: Span<UInt8>, over bytes: inout MutableSpan<UInt8>) {
    precondition(
      pixels.count * format.bytesPerPixel == bytes.count * 4, "a row of the wrong length")
    format.specialized { layout in
      let scale = Float(layout.depth.maximum) / 255
      for index in 0..<pixels.count / 4 where pixels[4 * index + 3] > 0 {
        var color = SIMD4(
          Float(pixels[4 * index]), Float(pixels[4 * index + 1]), Float(pixels[4 * index + 2]), 0)
        if layout.channels.isGray, color.x != color.y || color.y != color.z {
          let gray = Color(
            red: Double(color.x) / 255, green: Double(color.y) / 255, blue: Double(color.z) / 255
          ).gray
          color = SIMD4(repeating: 255 * Float(gray.red))
        }
        let share = Float(pixels[4 * index + 3]) / 255
        mix(
          color * (scale * share), share, keeping: 1 - share, into: &bytes,
          at: index * layout.bytesPerPixel, layout)
      }
    }
  }

  /// The code values and the alpha, from 0 to 1, of the pixel that begins at the byte `start`.
  @inline(__always)
  private func pixel(
    _ bytes: Span<UInt8>, at start: Int, _ layout: PixelFormat
  ) -> (color: SIMD4<Float>, alpha: Float) {
    let (colors, depth) = (layout.channels.colorCount, layout.depth)
    var color = SIMD4<Float>.zero
    for index in 0..<colors {
      color[index] = Float(bytes.sample(at: start + index * depth.bytes, depth))
    }
    guard layout.channels.hasAlpha else { return (color, 1) }
    return (color, Float(bytes.sample(at: start + colors * depth.bytes, depth)) / maximum)
  }

  /// Mixes a colour into one pixel.
  ///
  /// - Parameters:
  ///   - added: The premultiplied code values to add: one for grey, three for RGB.
  ///   - addedAlpha: The alpha of the added colour.
  ///   - kept: The fraction of the existing pixel that is kept.
  ///   - bytes: The pixels.
  ///   - start: The first byte of the pixel.
  ///   - layout: The format again, as a constant, so that branches on it are optimised away.
  @inline(__always)
  func mix(
    _ added: SIMD4<Float>, _ addedAlpha: Float, keeping kept: Float,
    into bytes: inout MutableSpan<UInt8>, at start: Int, _ layout: PixelFormat
  ) {
    let (color, alpha) = pixel(bytes.span, at: start, layout)
    let total = addedAlpha + kept * alpha
    var sum = added + color * (kept * alpha)
    if layout.channels.hasAlpha { sum = total > 0 ? sum / total : .zero }
    put(sum, total, into: &bytes, at: start, layout)
  }

  /// Rounds and stores the code values and the alpha of a pixel.
  @inline(__always)
  private func put(
    _ color: SIMD4<Float>, _ alpha: Float, into bytes: inout MutableSpan<UInt8>, at start: Int,
    _ layout: PixelFormat
  ) {
    let (colors, depth) = (layout.channels.colorCount, layout.depth)
    for index in 0..<colors {
      let code = UInt16(min(color[index], maximum) + 0.5)
      Self.put(code, into: &bytes, at: start + index * depth.bytes, depth)
    }
    guard layout.channels.hasAlpha else { return }
    let opacity = UInt16(min(alpha, 1) * maximum + 0.5)
    Self.put(opacity, into: &bytes, at: start + colors * depth.bytes, depth)
  }

  @inline(__always)
  static func put(
    _ code: UInt16, into bytes: inout MutableSpan<UInt8>, at place: Int, _ depth: SampleDepth
  ) {
    switch depth {
    case .eight:
      bytes[place] = UInt8(truncatingIfNeeded: code)
    case .sixteen:
      bytes[place] = UInt8(truncatingIfNeeded: code >> 8)
      bytes[place + 1] = UInt8(truncatingIfNeeded: code)
    }
  }
}

extension PixelFormat {
  /// Calls `body` with this format as a constant, so that the optimiser generates a specialised
  /// loop for each format.
  @inline(__always)
  func specialized(_ body: (PixelFormat) -> Void) {
    switch (channels, depth) {
    case (.gray, .eight): body(PixelFormat(.gray, .eight))
    case (.gray, .sixteen): body(PixelFormat(.gray, .sixteen))
    case (.grayAlpha, .eight): body(PixelFormat(.grayAlpha, .eight))
    case (.grayAlpha, .sixteen): body(PixelFormat(.grayAlpha, .sixteen))
    case (.rgb, .eight): body(PixelFormat(.rgb, .eight))
    case (.rgb, .sixteen): body(PixelFormat(.rgb, .sixteen))
    case (.rgba, .eight): body(PixelFormat(.rgba, .eight))
    case (.rgba, .sixteen): body(PixelFormat(.rgba, .sixteen))
    }
  }
}
