/// How the pixels of a row of bytes are stored.
///
/// Rows are as PNG has them: samples interleaved, no padding, alpha straight
/// and last. Samples of 16 bits are big endian.
public struct PixelFormat: Hashable, Sendable {
  /// Which samples make up a pixel, in the order in which they are stored.
  public enum Channels: Int, CaseIterable, Sendable {
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
  public let channels: Channels

  /// The size of each sample.
  public let depth: SampleDepth

  /// A format of `channels` samples of `depth` each.
  public init(_ channels: Channels, _ depth: SampleDepth) {
    self.channels = channels
    self.depth = depth
  }

  /// The size of one pixel in bytes: 1 to 8.
  public var bytesPerPixel: Int {
    channels.count * depth.bytes
  }
}

extension PixelFormat.Channels {
  /// The number of samples a pixel has, alpha included.
  public var count: Int {
    rawValue
  }

  /// Whether the last sample is alpha.
  public var hasAlpha: Bool {
    self == .grayAlpha || self == .rgba
  }

  /// Whether one sample stands for all three colours.
  public var isGray: Bool {
    self == .gray || self == .grayAlpha
  }

  /// The number of samples without alpha: 1 or 3.
  public var colorCount: Int {
    isGray ? 1 : 3
  }
}

/// The number of bits in a sample.
public enum SampleDepth: Int, CaseIterable, Sendable {
  /// One byte, 0 to 255.
  case eight = 8
  /// Two bytes, 0 to 65,535, the more significant one first.
  case sixteen = 16

  /// The number of bits.
  public var bits: Int {
    rawValue
  }

  /// The number of bytes.
  public var bytes: Int {
    rawValue / 8
  }

  /// The largest sample, which stands for 1.
  public var maximum: Int {
    (1 << rawValue) - 1
  }
}
