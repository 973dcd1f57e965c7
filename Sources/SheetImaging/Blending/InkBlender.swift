/// Composes a colour, the ink, over encoded pixels of a sheet, as far as each is covered.
///
/// Mixes in linear light, so that the edges of dark and of light letters are equally soft. Grey
/// formats get the luminance of the ink.
public struct InkBlender: Sendable {
  /// The format of the pixels.
  public let format: PixelFormat

  private let pixels: FinishedPixels

  /// The ink's light, premultiplied.
  private let light: SIMD4<Float>
  private let alpha: Float

  /// A pixel of the ink alone, padded to 8 bytes.
  private let pixel: SIMD8<UInt8>

  /// Creates a blender for rows of `format`.
  public init(_ color: Color, in format: PixelFormat) {
    self.format = format
    pixels = FinishedPixels(format)
    let ink = format.channels.isGray ? color.gray : color
    func light(_ sample: Double) -> Float {
      Float(TransferCurve.sRGB.decoded(sample) * ink.alpha)
    }
    self.light = [light(ink.red), light(ink.green), light(ink.blue), 0]
    alpha = Float(ink.alpha)
    var pixel = SIMD8<UInt8>()
    for (index, byte) in ink.pixel(in: format).enumerated() { pixel[index] = byte }
    self.pixel = pixel
  }

  /// Composes the ink over pixels.
  ///
  /// - Parameters:
  ///   - coverage: One value per pixel; 255 covers it fully.
  ///   - bytes: As many pixels.
  public func blend(_ coverage: Span<UInt8>, into bytes: inout MutableSpan<UInt8>) {
    precondition(
      bytes.count == coverage.count * format.bytesPerPixel, "a row of the wrong length")
    format.specialized { layout in
      for index in 0..<coverage.count where coverage[index] > 0 {
        compose(coverage[index], into: &bytes, at: index * layout.bytesPerPixel, layout)
      }
    }
  }

  /// Composes the ink over pixels with the same coverage.
  ///
  /// - Parameters:
  ///   - coverage: The coverage of each pixel; 255 covers it fully.
  ///   - bytes: Whole pixels.
  public func fill(_ coverage: UInt8 = 255, into bytes: inout MutableSpan<UInt8>) {
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
          compose(coverage, into: &bytes, at: start, layout)
          before = here
        }
      }
    }
  }

  /// Composes a different colour over each pixel, with the alpha of the ink.
  ///
  /// - Parameters:
  ///   - coverage: One value per pixel; 255 covers it fully.
  ///   - colors: Red, green and blue per pixel, sRGB-encoded; grey formats get their luminance.
  ///   - bytes: As many pixels.
  public func blend(
    _ coverage: Span<UInt8>, colors: Span<UInt8>, into bytes: inout MutableSpan<UInt8>
  ) {
    precondition(
      bytes.count == coverage.count * format.bytesPerPixel && colors.count == 3 * coverage.count,
      "a row of the wrong length")
    let table = DecodingTable.table(of: .sRGB, .eight).light
    let decoded = table.span
    format.specialized { layout in
      for index in 0..<coverage.count where coverage[index] > 0 {
        var light = SIMD4<Float>(
          decoded[Int(colors[3 * index])], decoded[Int(colors[3 * index + 1])],
          decoded[Int(colors[3 * index + 2])], 0)
        if layout.channels.isGray { light.x = Color.luminance(light) }
        let share = Float(coverage[index]) / 255 * alpha
        pixels.mix(
          light * share, share, keeping: 1 - share, into: &bytes,
          at: index * layout.bytesPerPixel, layout)
      }
    }
  }

  @inline(__always)
  private func compose(
    _ coverage: UInt8, into bytes: inout MutableSpan<UInt8>, at start: Int, _ layout: PixelFormat
  ) {
    if coverage == 255 && alpha == 1 {
      for byte in 0..<layout.bytesPerPixel { bytes[start + byte] = pixel[byte] }
    } else {
      let share = Float(coverage) / 255
      pixels.mix(
        light * share, alpha * share, keeping: 1 - alpha * share, into: &bytes, at: start, layout)
    }
  }
}
