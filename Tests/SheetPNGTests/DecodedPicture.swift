import SheetPNG
import TestSupport
import Testing

/// A whole picture, as the reader hands it out.
struct DecodedPicture: Equatable {
  let header: PNGHeader
  let format: PNGRowFormat
  let bytes: [UInt8]

  /// Reads every row and finishes the file.
  init(_ reader: consuming PNGReader) throws(PNGError) {
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

  init(bytes: [UInt8], decoder: PNGDecoder = .automatic) throws(PNGError) {
    try self.init(PNGReader(bytes: bytes, decoder: decoder))
  }

  /// The picture as RGBA of 16 bits, big endian: 8-bit samples times 257.
  func widened() -> [UInt8] {
    let sampleBytes = format.bitsPerSample / 8
    var result: [UInt8] = []
    result.reserveCapacity(header.width * header.height * 8)
    for pixel in stride(from: 0, to: bytes.count, by: format.bytesPerPixel) {
      func append(channel: Int) {
        let start = pixel + channel * sampleBytes
        result.append(bytes[start])
        result.append(bytes[start + sampleBytes - 1])
      }
      for channel in 0..<3 { append(channel: format.channels >= 3 ? channel : 0) }
      if format.hasAlpha {
        append(channel: format.channels - 1)
      } else {
        result.append(255)
        result.append(255)
      }
    }
    return result
  }
}

/// What reading a file to its end gives: rows, and the error that ended them.
struct DecodingOutcome: Equatable {
  var rows: [UInt8] = []
  var error: PNGError?

  init(_ file: [UInt8], _ decoder: PNGDecoder) {
    do throws(PNGError) {
      var reader = try PNGReader(bytes: file, decoder: decoder)
      var row = [UInt8](repeating: 0, count: reader.bytesPerRow)
      for _ in 0..<reader.header.height {
        var span = row.mutableSpan
        try reader.readRow(into: &span)
        rows += row
      }
      try reader.finish()
    } catch {
      self.error = error
    }
  }

  /// Whether zlib refused deflate data for the one reason that ISA-L does not
  /// know: codes that leave some sequences of bits without a meaning.
  var isIncompleteCode: Bool {
    let reasons = [
      "invalid code lengths set", "invalid literal/lengths set", "invalid distances set",
    ]
    return reasons.contains { error == .malformed(reason: "IDAT: \($0)") }
  }
}

extension PNGDecoder {
  /// The ways that have to agree with libpng.
  static let fast = allCases.filter { $0 != .libpng }

  /// Whether ISA-L may read what is at hand.
  var mayUseISAL: Bool { Self.isISALPresent && (self == .isal || self == .automatic) }
}

/// Expects that every way of decoding gives the rows and the error of libpng.
func expectAgreement(
  _ file: [UInt8], _ comment: @autoclosure () -> String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let expected = DecodingOutcome(file, .libpng)
  for decoder in PNGDecoder.fast {
    let outcome = DecodingOutcome(file, decoder)
    if outcome == expected { continue }
    if decoder.mayUseISAL && expected.isIncompleteCode && outcome.error == nil { continue }
    Issue.record(
      """
      \(decoder), \(comment()): \(outcome.rows.count) bytes and \(outcome.error as Any) instead \
      of \(expected.rows.count) and \(expected.error as Any)
      """, sourceLocation: sourceLocation)
  }
}

/// The same of damaged bytes.
func expectAgreement(
  _ damaged: DamagedBytes, sourceLocation: SourceLocation = #_sourceLocation
) {
  expectAgreement(damaged.bytes, damaged.description, sourceLocation: sourceLocation)
}

/// Expects that bytes are the same, and says in one line where they differ.
func expectSameBytes(
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
