/// Mixes light or other pixels into pixels that are already encoded as in the sheet.
///
/// Each pixel is decoded, mixed in premultiplied linear light, and encoded again, so that rounding
/// changes it by no more than half a code.
public struct PixelMixer: Sendable {
  /// The format of all pixels.
  public let format: PixelFormat

  private let tables: SampleTables

  /// The maximum code, which stands for 1.
  private var maximum: Float { Float(format.depth.maximum) }

  /// Creates a mixer of rows of `format`.
  public init(_ format: PixelFormat) {
    self.format = format
    tables = .sRGB(format.depth)
  }

  /// Replaces pixels by new pixels, as far as each is covered.
  ///
  /// Gives pictures rounded corners: if a pixel is half covered, half of the pixel that was there
  /// stays. Unlike ``InkBlender``, which composes over pixels, a translucent replacement hides what
  /// it replaces.
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
    let samples = tables.decoding.light
    let light = samples.span
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
        if layout.channels.hasAlpha { alpha *= self.alpha(replacement, start, layout) }
        var added = SIMD4<Float>.zero
        for color in 0..<colors {
          added[color] = light[code(replacement, start + color * depth.bytes, depth)] * alpha
        }
        mix(added, alpha, keeping: 1 - share, into: &bytes, at: start, layout)
      }
    }
  }

  /// The code that begins at the byte `place`.
  @inline(__always)
  private func code(_ bytes: Span<UInt8>, _ place: Int, _ depth: SampleDepth) -> Int {
    depth == .eight ? Int(bytes[place]) : Int(bytes[place]) << 8 | Int(bytes[place + 1])
  }

  /// The alpha of the pixel that begins at the byte `start`, in a format with alpha.
  @inline(__always)
  func alpha(_ bytes: Span<UInt8>, _ start: Int, _ layout: PixelFormat) -> Float {
    let place = start + layout.channels.colorCount * layout.depth.bytes
    return Float(code(bytes, place, layout.depth)) / maximum
  }

  /// The luminance of the pixel that begins at the byte `start`, its alpha left aside.
  @inline(__always)
  func luminance(_ bytes: Span<UInt8>, _ start: Int, _ layout: PixelFormat) -> Float {
    let samples = tables.decoding.light
    let light = samples.span
    let depth = layout.depth
    let first = light[code(bytes, start, depth)]
    guard !layout.channels.isGray else { return first }
    return Color.luminance([
      first, light[code(bytes, start + depth.bytes, depth)],
      light[code(bytes, start + 2 * depth.bytes, depth)], 0,
    ])
  }

  /// Mixes light into one pixel.
  ///
  /// - Parameters:
  ///   - added: The light to add, premultiplied, in one or three colours.
  ///   - addedAlpha: Its alpha.
  ///   - kept: The fraction of the present pixel that is kept.
  ///   - bytes: The pixels.
  ///   - start: The first byte of the pixel.
  ///   - layout: The format again, as a constant, so that branches on it are optimised away.
  @inline(__always)
  func mix(
    _ added: SIMD4<Float>, _ addedAlpha: Float, keeping kept: Float,
    into bytes: inout MutableSpan<UInt8>, at start: Int, _ layout: PixelFormat
  ) {
    let samples = tables.decoding.light
    let light = samples.span
    let encoding = tables.encoding
    let (colors, depth) = (layout.channels.colorCount, layout.depth)
    var keptAlpha = kept
    var total: Float = 1
    if layout.channels.hasAlpha {
      keptAlpha = kept * alpha(bytes.span, start, layout)
      total = addedAlpha + keptAlpha
    }
    // Most pixels under text and furniture are grey, and take one encoding for all colours.
    var (encoded, code) = (Float(-1), UInt16(0))
    for color in 0..<colors {
      let place = start + color * depth.bytes
      let sum = added[color] + keptAlpha * light[self.code(bytes.span, place, depth)]
      if sum != encoded {
        encoded = sum
        code =
          layout.channels.hasAlpha
          ? (total > 0 ? encoding.code(for: sum / total) : 0) : encoding.code(for: sum)
      }
      put(code, into: &bytes, at: place, depth)
    }
    if layout.channels.hasAlpha {
      put(
        UInt16(min(total, 1) * maximum + 0.5), into: &bytes, at: start + colors * depth.bytes, depth
      )
    }
  }

  @inline(__always)
  private func put(
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

/// The sRGB tables of one depth in a class, so that passing them along for each row of each tile
/// does not retain and release three arrays.
private final class SampleTables: Sendable {
  let decoding: DecodingTable
  let encoding: EncodingTable

  private init(_ depth: SampleDepth) {
    decoding = .table(of: .sRGB, depth)
    encoding = .sRGB(depth)
  }

  static func sRGB(_ depth: SampleDepth) -> SampleTables {
    depth == .eight ? eight : sixteen
  }

  private static let eight = SampleTables(.eight)
  private static let sixteen = SampleTables(.sixteen)
}

extension PixelFormat {
  /// Calls `body` with this format as a constant, so that the optimiser makes a specialised loop
  /// for each format.
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
