/// Makes the bytes of a PNG file band by band, from top to bottom; libpng writes its chunks.
///
/// The file is not interlaced. Its colours are sRGB, by the chunks gAMA, sRGB and cHRM. Its only
/// text is ``mark``, and it holds no time: equal rows and levels give equal bytes, with every
/// libpng.
package final class PNGWriter {
  /// The text by which files of this writer are recognized.
  package static let mark = PNGText(keyword: "Software", value: "contactsheet")

  /// The encoder of the bands.
  package let encoder: PNGBandEncoder
  /// The number of rows that have been written.
  package private(set) var rowsWritten = 0
  private let pixelsPerMetre: UInt32?
  private var data = PNGPixelData()
  private let file: LibpngWriter

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - encoder: The encoder of the bands.
  ///   - pixelsPerMetre: The density for the pHYs chunk; nil if the file has none. 1 dpi is
  ///     1 / 0.0254 pixels per metre.
  ///   - memoryLimit: The most bytes that libpng and the bytes of a band may take.
  /// - Throws: ``PictureFileError/outOfMemory``.
  package init(
    _ encoder: PNGBandEncoder, pixelsPerMetre: UInt32? = nil, memoryLimit: Int = .max
  ) throws(PictureFileError) {
    self.encoder = encoder
    self.pixelsPerMetre = pixelsPerMetre
    file = try LibpngWriter(memoryLimit: memoryLimit)
  }

  /// The next bytes of the file; the last band brings its end.
  ///
  /// - Throws: ``PictureFileError/outOfMemory``; the file cannot be continued then.
  /// - Precondition: `band` comes from an encoder equal to ``encoder``, and its rows follow the
  ///   rows that have been written.
  package func bytes(of band: PNGEncodedBand) throws(PictureFileError) -> [UInt8] {
    precondition(band.rows.lowerBound == rowsWritten, "bands are written from the top down")
    precondition(band.encoder == encoder, "a band of another picture")
    if rowsWritten == 0 {
      try file.begin(encoder, pixelsPerMetre: pixelsPerMetre, text: Self.mark)
    }
    try file.append(data.bytes(of: band))
    if band.isLast { try file.end() }
    rowsWritten = band.rows.upperBound
    return file.taken()
  }

  /// Checks that the file is complete.
  ///
  /// - Throws: ``PictureFileError/missingRows(written:expected:)``.
  package func finish() throws(PictureFileError) {
    guard rowsWritten == encoder.height else {
      throw .missingRows(written: rowsWritten, expected: encoder.height)
    }
  }
}
