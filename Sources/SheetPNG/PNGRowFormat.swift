/// How the pixels of a row lie in memory.
///
/// Channels are interleaved: grey; grey and alpha; red, green and blue; or red,
/// green, blue and alpha. Alpha is straight. Samples of 16 bits are big
/// endian, as in the file (PNG specification, 7.1 and 7.2).
public struct PNGRowFormat: Equatable, Hashable, Sendable {
  /// Samples of a pixel, 1 to 4.
  public let channels: Int
  /// Bits of a sample, 8 or 16.
  public let bitsPerSample: Int

  /// Describes rows.
  ///
  /// - Precondition: `channels` is from 1 to 4, `bitsPerSample` is 8 or 16.
  public init(channels: Int, bitsPerSample: Int = 8) {
    precondition((1...4).contains(channels), "a pixel has 1 to 4 channels")
    precondition(bitsPerSample == 8 || bitsPerSample == 16, "a sample has 8 or 16 bits")
    self.channels = channels
    self.bitsPerSample = bitsPerSample
  }

  /// Bytes of a pixel, 1 to 8.
  public var bytesPerPixel: Int { channels * bitsPerSample / 8 }

  /// Whether the last channel is alpha.
  public var hasAlpha: Bool { channels == 2 || channels == 4 }
}
