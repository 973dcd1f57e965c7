package import SheetPictures

/// The outcome of reading a file to its end: the rows, and the error that ended them.
package struct DecodingOutcome: Equatable, Sendable {
  /// The rows returned, one after another.
  package private(set) var rows: [UInt8] = []
  /// The error that ended the rows; nil if the file was read to its end.
  package private(set) var error: PictureFileError?

  /// Reads a file with one of the decoders.
  package init(_ file: [UInt8], _ decoder: PNGDecoder) {
    do throws(PictureFileError) {
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

  /// The ways of decoding that disagree with libpng about a file, and what each gave.
  package static func differences(_ file: [UInt8]) -> [(decoder: PNGDecoder, found: Self)] {
    let expected = Self(file, .libpng)
    return PNGDecoder.fast.compactMap { decoder in
      let found = Self(file, decoder)
      let isExcused =
        decoder.mayUseISAL && expected.isIncompleteCode && found.rows.starts(with: expected.rows)
      return found == expected || isExcused ? nil : (decoder, found)
    }
  }

  /// Whether zlib refused deflate data for the one reason that ISA-L does not check: incomplete
  /// codes, which leave some bit sequences without a meaning.
  package var isIncompleteCode: Bool {
    let reasons = [
      "invalid code lengths set", "invalid literal/lengths set", "invalid distances set",
    ]
    return reasons.contains { error == .malformed(reason: "IDAT: \($0)") }
  }
}

extension PNGDecoder {
  /// The ways that have to agree with libpng.
  package static let fast = allCases.filter { $0 != .libpng }

  /// Whether ISA-L may read the data, if it is installed.
  fileprivate var mayUseISAL: Bool { Self.isISALPresent && (self == .isal || self == .automatic) }
}
