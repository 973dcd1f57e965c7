internal import CKernels

/// How pixels are laid out in a row of bytes.
///
/// The layout is that of PNG: interleaved samples, no padding, straight alpha last. 16-bit samples
/// are big-endian.
package struct PixelFormat: Hashable, Sendable {
  /// The samples of a pixel, in order.
  package enum Channels: Int, CaseIterable, Sendable {
    /// One grey sample.
    case gray = 1
    /// Grey, then alpha.
    case grayAlpha = 2
    /// Red, green, blue.
    case rgb = 3
    /// Red, green, blue, alpha.
    case rgba = 4
  }

  /// The samples of a pixel.
  package let channels: Channels

  /// The size of each sample.
  package let depth: SampleDepth

  /// A format with the given channels and the given depth of samples.
  package init(_ channels: Channels, _ depth: SampleDepth) {
    self.channels = channels
    self.depth = depth
  }

  /// The size of one pixel in bytes: 1 to 8.
  package var bytesPerPixel: Int {
    channels.count * depth.bytes
  }
}

extension PixelFormat {
  /// Whether all pixels of a row are fully opaque.
  package func isOpaque(_ row: Span<UInt8>) -> Bool {
    guard channels.hasAlpha else { return true }
    return unsafe row.withUnsafeBufferPointer { samples in
      guard let start = samples.baseAddress else { return true }
      return unsafe ckernels_is_opaque(start, samples.count, bytesPerPixel, depth.bytes)
    }
  }
}

extension PixelFormat {
  /// Whether all pixels of a row are grey, except for those that are fully transparent.
  package func isGray(_ row: Span<UInt8>) -> Bool {
    if channels.isGray { return true }
    let bytes = depth.bytes
    for pixel in stride(from: 0, to: row.count, by: bytesPerPixel) {
      for place in pixel..<pixel + bytes {
        let red = row[place]
        if red == row[place + bytes], red == row[place + 2 * bytes] { continue }
        if channels.hasAlpha, row.sample(at: pixel + 3 * bytes, depth) == 0 { break }
        return false
      }
    }
    return true
  }
}

extension PixelFormat.Channels {
  /// The channels of the same pixels with a single grey channel instead of colours.
  package var withoutColor: PixelFormat.Channels { hasAlpha ? .grayAlpha : .gray }

  /// Reduces a row in which all pixels are grey to the channels ``withoutColor``.
  package func gray(of row: Span<Float>) -> [Float] {
    var gray: [Float] = []
    gray.reserveCapacity(row.count / count * withoutColor.count)
    for pixel in stride(from: 0, to: row.count, by: count) {
      gray.append(row[pixel])
      if hasAlpha { gray.append(row[pixel + colorCount]) }
    }
    return gray
  }

  /// The number of samples in a pixel, including alpha.
  package var count: Int {
    rawValue
  }

  /// Whether the last sample is alpha.
  package var hasAlpha: Bool {
    self == .grayAlpha || self == .rgba
  }

  /// Whether one sample stands for all three colours.
  package var isGray: Bool {
    self == .gray || self == .grayAlpha
  }

  /// The number of samples without alpha: 1 or 3.
  package var colorCount: Int {
    isGray ? 1 : 3
  }
}

/// The number of bits in a sample.
public enum SampleDepth: Int, CaseIterable, Sendable {
  /// One byte, 0 to 255.
  case eight = 8
  /// Two bytes, big-endian, 0 to 65,535.
  case sixteen = 16

  /// The number of bits.
  package var bits: Int {
    rawValue
  }

  /// The number of bytes.
  package var bytes: Int {
    rawValue / 8
  }

  /// The maximum sample, which represents 1.
  package var maximum: Int {
    (1 << rawValue) - 1
  }
}

extension Span<UInt8> {
  /// The sample that starts at a byte.
  @inline(__always)
  package func sample(at place: Int, _ depth: SampleDepth) -> Int {
    depth == .eight ? Int(self[place]) : Int(self[place]) << 8 | Int(self[place + 1])
  }
}
