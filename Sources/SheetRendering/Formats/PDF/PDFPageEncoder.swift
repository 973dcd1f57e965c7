internal import SheetImaging
internal import SheetLayout
internal import SheetPNG
internal import SheetPlans

/// Encodes the pixels of a page as PNG does, in one stream for the colours and, where the sheet lets
/// something through, one for what it covers.
struct PDFPageEncoder: BandEncoder {
  /// What a band becomes.
  struct Band: Sendable {
    let colors: PNGEncodedBand
    /// The share that is covered; nil where all is.
    let mask: PNGEncodedBand?
  }

  /// How the pixels are written.
  private enum Streams {
    /// As in a PNG.
    case one(PNGSheetEncoder)
    /// Apart, as rows of a format whose last sample is alpha.
    case two(colors: PNGBandEncoder, mask: PNGBandEncoder, PixelFormat)
  }

  private let streams: Streams

  /// Creates an encoder for a page of a size, from rows of `format`.
  init(
    _ size: PixelSize, _ format: PixelFormat, _ encoding: SheetEncoding, colors: SheetColors?
  ) {
    guard format.channels.hasAlpha else {
      streams = .one(PNGSheetEncoder(size, format, encoding, colors: colors))
      return
    }
    let bits = format.depth.bits
    let mask = PNGBandEncoder(
      width: size.width, height: size.height,
      format: PNGRowFormat(channels: 1, bitsPerSample: bits),
      compressionLevel: encoding.compressionLevel)
    let colors = PNGBandEncoder(
      PNGRowFormat(channels: format.channels.colorCount, bitsPerSample: bits), dividedAs: mask)
    streams = .two(colors: colors, mask: mask, format)
  }

  /// What the stream of colours holds.
  var colors: PNGBandEncoder {
    switch streams {
    case .one(let encoder): encoder.bands
    case .two(let colors, _, _): colors
    }
  }

  /// What the other stream holds; nil where all is covered.
  var mask: PNGBandEncoder? {
    if case .two(_, let mask, _) = streams { mask } else { nil }
  }

  var height: Int { colors.height }
  var bandCount: Int { colors.bandCount }

  func rows(ofBand band: Int) -> Range<Int> { colors.rows(ofBand: band) }

  func rowsNeeded(forBand band: Int) -> Range<Int> {
    let needed = colors.rowsNeeded(forBand: band)
    return mask.map { $0.rowsNeeded(forBand: band).lowerBound..<needed.upperBound } ?? needed
  }

  func encode(band: Int, from rows: Span<UInt8>) throws -> Band {
    switch streams {
    case .one(let encoder):
      return Band(colors: try encoder.encode(band: band, from: rows), mask: nil)
    case .two(let colors, let mask, let format):
      let sampleBytes = format.depth.bytes
      let colorBytes = format.bytesPerPixel - sampleBytes
      let first = rowsNeeded(forBand: band).lowerBound
      // Matches reach less far up where rows are longer.
      let skipped =
        (colors.rowsNeeded(forBand: band).lowerBound - first) * colors.width * format.bytesPerPixel
      return try systemErrors {
        Band(
          colors: try colors.encode(
            band: band,
            from: rows.extracting(skipped..<rows.count)
              .samples(0..<colorBytes, ofEach: format.bytesPerPixel).span),
          mask: try mask.encode(
            band: band,
            from: rows.samples(colorBytes..<format.bytesPerPixel, ofEach: format.bytesPerPixel).span
          ))
      }
    }
  }
}

extension Span<UInt8> {
  /// Some bytes of each pixel.
  fileprivate func samples(_ bytes: Range<Int>, ofEach bytesPerPixel: Int) -> [UInt8] {
    var samples: [UInt8] = []
    samples.reserveCapacity(count / bytesPerPixel * bytes.count)
    for start in stride(from: 0, to: count, by: bytesPerPixel) {
      for index in bytes { samples.append(self[start + index]) }
    }
    return samples
  }
}
