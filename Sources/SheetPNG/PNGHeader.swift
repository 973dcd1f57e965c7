/// What IHDR says about a picture, and whether any of it can be see-through.
///
/// Source: PNG specification, chapter 11 (IHDR and tRNS).
public struct PNGHeader: Equatable, Hashable, Sendable {
  /// Samples per pixel and their meaning; the raw value is the IHDR byte.
  public enum ColorType: UInt8, Sendable {
    /// Grey.
    case gray = 0
    /// Red, green, blue.
    case rgb = 2
    /// An index into a palette of red, green and blue.
    case palette = 3
    /// Grey and alpha.
    case grayAlpha = 4
    /// Red, green, blue and alpha.
    case rgba = 6
  }

  /// Columns of pixels, 1 to 1,000,000.
  public let width: Int
  /// Rows of pixels, 1 to 1,000,000.
  public let height: Int
  /// Bits of a sample, or of a palette index: 1, 2, 4, 8 or 16.
  public let bitDepth: Int
  /// Samples per pixel and their meaning.
  public let colorType: ColorType
  /// Whether the rows come in the seven passes of Adam7.
  ///
  /// Such a picture is held in memory as a whole while it is read.
  public let isInterlaced: Bool
  /// Whether there is an alpha channel or a tRNS chunk.
  public let hasTransparency: Bool

  /// Describes a picture without its file.
  public init(
    width: Int, height: Int, bitDepth: Int = 8, colorType: ColorType, isInterlaced: Bool = false,
    hasTransparency: Bool = false
  ) {
    self.width = width
    self.height = height
    self.bitDepth = bitDepth
    self.colorType = colorType
    self.isInterlaced = isInterlaced
    self.hasTransparency = hasTransparency
  }
}

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
