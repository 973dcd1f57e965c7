/// How light is mixed into pixels that are already stored as a sheet stores them.
///
/// Each pixel is decoded, mixed as premultiplied linear light, and encoded again, so that
/// what is mixed lightly is off by no more than half a code from where it was.
struct FinishedPixels: Sendable {
  /// The format of the pixels.
  let format: PixelFormat

  private let tables: SampleTables

  init(_ format: PixelFormat) {
    self.format = format
    tables = .sRGB(format.depth)
  }

  /// The light of the samples of the format's depth.
  var light: [Float] { tables.decoding.light }

  /// The size of the code that stands for 1, and the reach of alpha.
  var maximum: Float { Float(format.depth.maximum) }

  /// The code at the byte `place`.
  @inline(__always)
  func code(_ bytes: Span<UInt8>, _ place: Int, _ depth: SampleDepth) -> Int {
    depth == .eight ? Int(bytes[place]) : Int(bytes[place]) << 8 | Int(bytes[place + 1])
  }

  /// Mixes light into one pixel.
  ///
  /// - Parameters:
  ///   - added: The light to add, premultiplied, in one or three colours.
  ///   - addedAlpha: Its alpha.
  ///   - kept: The share that is kept of what is there.
  ///   - bytes: The pixels.
  ///   - start: Where the pixel starts in them.
  ///   - layout: The layout of the pixel; a constant, so that its branches vanish.
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
      let alpha = code(bytes.span, start + colors * depth.bytes, depth)
      keptAlpha = kept * (Float(alpha) / maximum)
      total = addedAlpha + keptAlpha
    }
    for color in 0..<colors {
      let place = start + color * depth.bytes
      let sum = added[color] + keptAlpha * light[code(bytes.span, place, depth)]
      let code =
        layout.channels.hasAlpha
        ? (total > 0 ? encoding.code(for: sum / total) : 0) : encoding.code(for: sum)
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

/// The tables between samples and light of one depth, as one object: values that are handed
/// around for each row of each tile had better not count the references to three arrays.
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
  /// Calls `body` with this format as a constant of the call, which the optimiser makes a loop
  /// of its own of.
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
