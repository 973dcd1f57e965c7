package import SheetImaging

/// The layout of a row's pixels in memory.
///
/// Channels are interleaved: grey; grey and alpha; red, green and blue; or red, green, blue and
/// alpha. Alpha is straight. Samples of 16 bits are big endian, as in the file (PNG specification,
/// 7.1 and 7.2). Samples of fewer than 8 bits and palette indices occur only in rows to write: the
/// reader expands both.
package struct PNGRowFormat: Equatable, Hashable, Sendable {
  /// Samples of a pixel, 1 to 4.
  package let channels: Int
  /// Bits of a sample: 8 or 16; for a single channel also 1, 2 or 4, the leftmost pixel in the
  /// highest bits.
  package let bitsPerSample: Int
  /// The colours that samples are indices of; nil if samples are shades.
  package let palette: PNGPalette?

  /// Describes rows of shades.
  ///
  /// - Precondition: `channels` is from 1 to 4, `bitsPerSample` is 8 or 16, or with one channel
  ///   1, 2 or 4.
  package init(channels: Int, bitsPerSample: Int = 8) {
    precondition((1...4).contains(channels), "a pixel has 1 to 4 channels")
    precondition(
      [8, 16].contains(bitsPerSample) || channels == 1 && [1, 2, 4].contains(bitsPerSample),
      "a sample has 8 or 16 bits, or a grey pixel 1, 2 or 4")
    self.channels = channels
    self.bitsPerSample = bitsPerSample
    palette = nil
  }

  /// Describes rows of pixels in a format.
  package init(_ format: PixelFormat) {
    self.init(channels: format.channels.count, bitsPerSample: format.depth.bits)
  }

  /// Describes rows of indices, of as few bits as the palette needs.
  package init(indicesOf palette: PNGPalette) {
    channels = 1
    bitsPerSample = palette.bitsPerIndex
    self.palette = palette
  }

  /// Bytes of a pixel, 1 to 8; at least 1 even if it has fewer than 8 bits.
  ///
  /// Filters look at the byte this far to the left (PNG specification, 9.2).
  package var bytesPerPixel: Int { max(1, channels * bitsPerSample / 8) }

  /// The length of a row of `width` pixels, padded only to whole bytes.
  package func bytesPerRow(width: Int) -> Int { (width * channels * bitsPerSample + 7) / 8 }
}

/// The colours of a file whose pixels are indices (PNG specification, 11.2.2 and 11.3.1.1).
package struct PNGPalette: Equatable, Hashable, Sendable {
  /// A colour of 8 bits a sample, with straight alpha.
  package struct Color: Equatable, Hashable, Sendable {
    /// The samples, from 0 to 255.
    package let red, green, blue, alpha: UInt8

    /// A colour; 255 is opaque.
    package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
      (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }
  }

  /// The colours, by their index.
  package let colors: [Color]

  /// Creates a palette.
  ///
  /// The file is smallest if colours that are not opaque come first.
  ///
  /// - Precondition: there are 1 to 256 colours.
  package init(_ colors: [Color]) {
    precondition((1...256).contains(colors.count), "a palette has 1 to 256 colours")
    self.colors = colors
  }

  /// The bits of an index: 1, 2, 4 or 8.
  var bitsPerIndex: Int {
    switch colors.count {
    case ...2: 1
    case ...4: 2
    case ...16: 4
    default: 8
    }
  }
}
