package import SheetImaging
package import SheetPictures
package import TestSupport
package import Testing

/// A whole picture, as the reader returns it.
package struct DecodedPicture: Equatable {
  package let header: PNGHeader
  package let format: PixelFormat
  package let bytes: [UInt8]

  /// Reads every row and finishes the file.
  package init(_ reader: consuming PNGReader) throws(PictureFileError) {
    header = reader.header
    format = reader.rowFormat
    var row = [UInt8](repeating: 0, count: reader.bytesPerRow)
    var bytes: [UInt8] = []
    for _ in 0..<reader.header.height {
      var span = row.mutableSpan
      try reader.readRow(into: &span)
      bytes += row
    }
    try reader.finish()
    self.bytes = bytes
  }

  package init(bytes: [UInt8], decoder: PNGDecoder = .automatic) throws(PictureFileError) {
    try self.init(PNGReader(bytes: bytes, decoder: decoder))
  }

  /// The picture as big-endian 16-bit RGBA: 8-bit samples times 257.
  package func widened() -> [UInt8] {
    let sampleBytes = format.depth.bytes
    var result: [UInt8] = []
    result.reserveCapacity(header.width * header.height * 8)
    for pixel in stride(from: 0, to: bytes.count, by: format.bytesPerPixel) {
      func append(channel: Int) {
        let start = pixel + channel * sampleBytes
        result.append(bytes[start])
        result.append(bytes[start + sampleBytes - 1])
      }
      for channel in 0..<3 { append(channel: !format.channels.isGray ? channel : 0) }
      if format.channels.hasAlpha {
        append(channel: format.channels.colorCount)
      } else {
        result.append(255)
        result.append(255)
      }
    }
    return result
  }
}

/// Expects every way of decoding to give the same rows and error as libpng.
package func expectAgreement(
  _ file: [UInt8], _ comment: @autoclosure () -> String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  for (decoder, found) in DecodingOutcome.differences(file) {
    let expected = DecodingOutcome(file, .libpng)
    Issue.record(
      """
      \(decoder), \(comment()): \(found.rows.count) bytes and \(found.error as Any) instead of \
      \(expected.rows.count) and \(expected.error as Any)
      """, sourceLocation: sourceLocation)
  }
}

/// Expects every way of decoding damaged bytes to give the same rows and error as libpng.
package func expectAgreement(
  _ damaged: DamagedBytes, sourceLocation: SourceLocation = #_sourceLocation
) {
  expectAgreement(damaged.bytes, damaged.description, sourceLocation: sourceLocation)
}

/// Expects equal bytes, and reports the first difference on one line.
package func expectSameBytes(
  _ actual: [UInt8], _ expected: [UInt8], _ comment: @autoclosure () -> String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  if actual == expected { return }
  let place = zip(actual, expected).enumerated().first { $1.0 != $1.1 }
  let difference = place.map { "byte \($0) is \($1.0) instead of \($1.1)" } ?? "the rest is missing"
  Issue.record(
    "\(comment()): \(actual.count) bytes instead of \(expected.count); \(difference)",
    sourceLocation: sourceLocation)
}
