import SheetImaging
package import SheetPictures
import Testing

extension PNGBandEncoder {
  /// Encodes a band of a picture in memory.
  package func encode(band: Int, ofPicture bytes: [UInt8]) throws(PictureFileError)
    -> PNGEncodedBand
  {
    let rows = rowsNeeded(forBand: band)
    let span = bytes.span.extracting(
      rows.lowerBound * bytesPerRow..<rows.upperBound * bytesPerRow)
    return try encode(band: band, from: span)
  }

  /// The file consisting of all bands.
  package func file(of bands: [PNGEncodedBand], pixelsPerMetre: UInt32? = nil)
    throws(PictureFileError)
    -> [UInt8]
  {
    let writer = try PNGWriter(self, pixelsPerMetre: pixelsPerMetre)
    var file: [UInt8] = []
    for band in bands { file += try writer.bytes(of: band) }
    #expect(writer.isComplete)
    return file
  }
}

extension PNGRowFormat {
  /// Every format that can be written.
  package static let all = [8, 16].flatMap { bits in
    (1...4).map { PNGRowFormat(channels: $0, bitsPerSample: bits) }
  }
}
