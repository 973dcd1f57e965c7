import CPNGCodec
package import SheetImaging

/// Filters and compresses a picture in independent bands.
///
/// Where bands are cut depends only on the size and format of the picture and on the level, so any
/// task may encode any band at any time without changing the bytes. ``PNGWriter`` joins the bands
/// into one zlib stream. A match may reach into the band above, so dividing a picture into bands
/// costs almost no bytes. A band therefore needs rows above its own (see ``rowsNeeded(forBand:)``).
///
/// Each row gets the filter with the smallest sum of magnitudes (PNG specification, 12.7). A strip
/// of about 32 KiB gets no filter if a trial shows that it is smaller unfiltered, as flat colours
/// are. From level 7 on, every filter is tried on each strip, compressed as a continuation of the
/// strip above. At level 0 nothing is filtered.
///
/// The deflate encoder is our own, so the bytes depend on the picture, the level and the version,
/// but not on the installed zlib or the processor.
package struct PNGBandEncoder: Equatable, Hashable, Sendable {
  /// The approximate minimum number of filtered bytes in a band.
  ///
  /// Smaller bands cost bytes for their code tables; larger ones leave workers idle on a small
  /// sheet.
  private static let bandBytes = 128 * 1024
  /// The size of a band at the highest level, which deflate parses in one piece.
  private static let bandBytesOfHighestLevel = 512 * 1024
  /// The minimum number of rows in a band of a wide picture.
  ///
  /// With fewer rows, most of the work would go into the rows above, which each band filters again.
  private static let minimumRows = 16
  /// The maximum number of bands in a tall picture, unless bands would exceed their maximum size.
  ///
  /// More bands would not keep workers busier, and each cut ends the runs of background that cross
  /// it.
  private static let maximumBands = 512
  /// The maximum size of a band if `minimumRows` or `maximumBands` applies.
  private static let maximumBandBytes = 2 * 1024 * 1024

  /// The number of columns.
  package let width: Int
  /// The number of rows.
  package let height: Int
  /// The format of the rows.
  package private(set) var format: PNGRowFormat
  /// How hard to search, from 0 (stored) to 9 (smallest).
  package let compressionLevel: Int
  /// The number of rows of each band; the last may have fewer.
  package let rowsPerBand: Int

  /// Divides a picture into bands.
  ///
  /// - Precondition: Width and height are from 1 to 2^31 − 1, and the level is from 0 to 9.
  package init(width: Int, height: Int, format: PNGRowFormat, compressionLevel: Int = 6) {
    precondition((1...0x7FFF_FFFF).contains(width), "a width that PNG does not allow")
    precondition((1...0x7FFF_FFFF).contains(height), "a height that PNG does not allow")
    precondition((0...9).contains(compressionLevel), "the levels are 0 to 9")
    self.width = width
    self.height = height
    self.format = format
    self.compressionLevel = compressionLevel
    rowsPerBand = Self.rowsPerBand(
      height: height, bytesPerRow: format.bytesPerRow(width: width), level: compressionLevel)
  }

  /// The encoder for another picture of this size, divided the same way.
  ///
  /// The rows of the other picture must be at least as long as those of this one.
  package func of(_ format: PNGRowFormat) -> PNGBandEncoder {
    precondition(format.bytesPerRow(width: width) >= bytesPerRow, "bands would be too short")
    var other = self
    other.format = format
    return other
  }

  /// The length of a row, without padding.
  package var bytesPerRow: Int { format.bytesPerRow(width: width) }

  private static func rowsPerBand(height: Int, bytesPerRow: Int, level: Int) -> Int {
    let filteredBytesPerRow = bytesPerRow + 1
    let large = min(
      max(minimumRows, height / maximumBands), maximumBandBytes / filteredBytesPerRow)
    let least = level == 9 ? bandBytesOfHighestLevel : bandBytes
    return max(1, least / filteredBytesPerRow, large)
  }

  /// The number of bands.
  package var bandCount: Int { (height - 1) / rowsPerBand + 1 }

  /// The rows of a band.
  ///
  /// - Precondition: the band exists.
  package func rows(ofBand band: Int) -> Range<Int> {
    precondition((0..<bandCount).contains(band), "there is no such band")
    return band * rowsPerBand..<min((band + 1) * rowsPerBand, height)
  }

  /// The rows needed to encode a band.
  ///
  /// These are the band's own rows, the rows above it that matches can reach, and one more row
  /// above to filter against.
  ///
  /// - Precondition: the band exists.
  package func rowsNeeded(forBand band: Int) -> Range<Int> {
    let rows = rows(ofBand: band)
    let reach = (codec_window - 1) / filteredBytesPerRow + 1
    return max(0, rows.lowerBound - reach - 1)..<rows.upperBound
  }

  /// Filters and compresses a band.
  ///
  /// - Parameters:
  ///   - band: The index of the band, from 0 at the top.
  ///   - rows: The rows of ``rowsNeeded(forBand:)``, in sequence.
  /// - Returns: The band in the form that ``PNGWriter/bytes(of:)`` expects.
  /// - Throws: ``PictureFileError/outOfMemory``, including for rows of 4 GiB.
  /// - Precondition: The band exists, and `rows` has the right length.
  package func encode(band: Int, from rows: Span<UInt8>) throws(PictureFileError) -> PNGEncodedBand
  {
    let needed = rowsNeeded(forBand: band)
    let bandRows = self.rows(ofBand: band)
    precondition(rows.count == needed.count * bytesPerRow, "rows of the wrong length")
    return try unsafe rows.withUnsafeBufferPointer { bytes throws(PictureFileError) in
      guard let start = bytes.baseAddress else { preconditionFailure("a band has rows") }
      return try unsafe PNGEncodedBand(
        codec_band(
          rows: start, bytes_per_row: bytesPerRow, bytes_per_pixel: format.bytesPerPixel,
          lead: bandRows.lowerBound - needed.lowerBound, count: bandRows.count, is_first: band == 0,
          is_last: bandRows.upperBound == height, compression_level: CInt(compressionLevel)),
        of: bandRows, by: self)
    }
  }

  /// The length of a filtered row, including the byte for the filter type.
  private var filteredBytesPerRow: Int { bytesPerRow + 1 }
}

/// Compressed rows, ready to be written by ``PNGWriter``.
package struct PNGEncodedBand: Equatable, Sendable {
  /// The rows of the picture in the band.
  package let rows: Range<Int>
  /// The number of compressed bytes.
  package var byteCount: Int { bytes.count }

  /// The encoder that made the band.
  let encoder: PNGBandEncoder
  /// A piece of the picture's zlib stream; the first one includes the stream's header.
  let bytes: [UInt8]
  /// Adler-32 of the filtered rows.
  let checksum: UInt32
  /// The length of the filtered rows.
  let filteredByteCount: Int
  /// Whether this is the last band.
  let isLast: Bool

  init(_ band: codec_band, of rows: Range<Int>, by encoder: PNGBandEncoder) throws(PictureFileError)
  {
    var piece = unsafe codec_encoded_band()
    guard unsafe codec_encode_band(band, &piece) else { throw .outOfMemory }
    defer { unsafe codec_encoded_band_free(&piece) }
    self.rows = rows
    self.encoder = encoder
    bytes = unsafe Array(UnsafeBufferPointer(start: piece.bytes, count: piece.count))
    checksum = unsafe piece.checksum
    filteredByteCount = unsafe piece.filtered_count
    isLast = unsafe band.is_last
  }
}

/// How a row's pixels are laid out in memory.
///
/// Channels are interleaved: grey; grey and alpha; red, green and blue; or red, green, blue and
/// alpha. Alpha is straight. 16-bit samples are big endian, as in the file (PNG specification, 7.1
/// and 7.2). Samples with fewer than 8 bits and palette indices occur only in rows to be written:
/// the reader expands both.
package struct PNGRowFormat: Equatable, Hashable, Sendable {
  /// The number of samples per pixel, 1 to 4.
  package let channels: Int
  /// Bits per sample: 8 or 16; for a single channel also 1, 2 or 4, with the leftmost pixel in the
  /// highest bits.
  package let bitsPerSample: Int
  /// The colours to which samples are indices; nil if samples are intensities.
  package let palette: PNGPalette?

  /// Describes rows of intensities.
  ///
  /// - Precondition: `channels` is from 1 to 4; `bitsPerSample` is 8 or 16 or, with one channel, 1,
  ///   2 or 4.
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

  /// Describes rows of palette indices, with as few bits as the palette needs.
  package init(indicesOf palette: PNGPalette) {
    channels = 1
    bitsPerSample = palette.bitsPerIndex
    self.palette = palette
  }

  /// Bytes per pixel, 1 to 8; at least 1 even if a pixel has fewer than 8 bits.
  ///
  /// Filters use the byte this far to the left (PNG specification, 9.2).
  package var bytesPerPixel: Int { max(1, channels * bitsPerSample / 8) }

  /// The length of a row of `width` pixels, padded only to whole bytes.
  package func bytesPerRow(width: Int) -> Int { (width * channels * bitsPerSample + 7) / 8 }
}

/// The colours of a file whose pixels are indices (PNG specification, 11.2.2 and 11.3.1.1).
package struct PNGPalette: Equatable, Hashable, Sendable {
  /// A colour with 8 bits per sample and straight alpha.
  package struct Color: Equatable, Hashable, Sendable {
    /// The samples, from 0 to 255.
    package let red, green, blue, alpha: UInt8

    /// Creates a colour; an alpha of 255 is opaque.
    package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
      (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }
  }

  /// The colours, by index.
  package let colors: [Color]

  /// Creates a palette.
  ///
  /// The file is smallest if colours that are not opaque come first.
  ///
  /// - Precondition: There are 1 to 256 colours.
  package init(_ colors: [Color]) {
    precondition((1...256).contains(colors.count), "a palette has 1 to 256 colours")
    self.colors = colors
  }

  /// The number of bits in an index: 1, 2, 4 or 8.
  var bitsPerIndex: Int {
    switch colors.count {
    case ...2: 1
    case ...4: 2
    case ...16: 4
    default: 8
    }
  }
}
