import SheetPNG

extension PNGBandEncoder {
  /// Encodes a band of a picture that is in memory as a whole.
  func encode(band: Int, ofPicture bytes: [UInt8]) throws(PNGError) -> PNGEncodedBand {
    let rows = rowsNeeded(forBand: band)
    let span = bytes.span.extracting(
      rows.lowerBound * bytesPerRow..<rows.upperBound * bytesPerRow)
    return try encode(band: band, from: span)
  }
}
