/// Composes a colour, the ink, over encoded pixels of a sheet, as far as each is covered.
///
/// Mixes in linear light, in proportion to the coverage, as the eye does with the edges of areas.
/// Text is composed by ``TextBlender``. Grey formats get the luminance of the ink.
public struct InkBlender: Sendable {
  /// The format of the pixels.
  public let format: PixelFormat

  let mixer: PixelMixer

  /// The ink's light, not premultiplied.
  let light: SIMD4<Float>
  private let alpha: Float

  /// A pixel of the ink alone, padded to 8 bytes.
  private let pixel: SIMD8<UInt8>

  /// Creates a blender for rows of `format`.
  public init(_ color: Color, in format: PixelFormat) {
    self.format = format
    mixer = PixelMixer(format)
    let ink = format.channels.isGray ? color.gray : color
    func light(_ sample: Double) -> Float { Float(TransferCurve.sRGB.decoded(sample)) }
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
        compose(
          Float(coverage[index]) / 255, into: &bytes, at: index * layout.bytesPerPixel, layout)
      }
    }
  }

  /// Composes the ink over pixels with equal coverage.
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
          compose(Float(coverage) / 255, into: &bytes, at: start, layout)
          before = here
        }
      }
    }
  }

  /// The luminance that full coverage gives to a pixel with the luminance `ground`.
  func luminance(over ground: Double) -> Double {
    let luminance = format.channels.isGray ? light.x : Color.luminance(light)
    return Double(alpha) * Double(luminance) + (1 - Double(alpha)) * ground
  }

  /// Composes a share of the ink over one pixel.
  @inline(__always)
  func compose(
    _ share: Float, into bytes: inout MutableSpan<UInt8>, at start: Int, _ layout: PixelFormat
  ) {
    if share == 1 && alpha == 1 {
      for byte in 0..<layout.bytesPerPixel { bytes[start + byte] = pixel[byte] }
    } else {
      compose(share, of: light, into: &bytes, at: start, layout)
    }
  }

  /// Composes a share of another light, straight, with the alpha of the ink over one pixel.
  @inline(__always)
  func compose(
    _ share: Float, of light: SIMD4<Float>, into bytes: inout MutableSpan<UInt8>, at start: Int,
    _ layout: PixelFormat
  ) {
    let share = alpha * share
    mixer.mix(light * share, share, keeping: 1 - share, into: &bytes, at: start, layout)
  }
}
