// Text in encodings other than UTF-8, as older programs write it.

extension String {
  /// Decodes UTF-8, or Windows-1252 if the bytes are not UTF-8.
  package init(ofUnknownEncoding bytes: some Collection<UInt8>) {
    self = String(validating: bytes, as: UTF8.self) ?? String(windows1252: bytes)
  }

  /// Decodes a text file: UTF-16 with a byte order mark, UTF-8 with or without such a mark, or else
  /// Windows-1252.
  package init(ofTextFile bytes: [UInt8]) {
    switch (bytes.first, bytes.dropFirst().first) {
    case (0xFF, 0xFE), (0xFE, 0xFF):
      self.init(utf16: bytes.dropFirst(2), isBigEndian: bytes.first == 0xFE)
    default:
      self.init(
        ofUnknownEncoding: bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0))
    }
  }

  /// Decodes Windows-1252, in which every byte is a character.
  ///
  /// Source: WHATWG, "Encoding", index-windows-1252: the five unassigned bytes become control
  /// characters.
  package init(windows1252 bytes: some Collection<UInt8>) {
    self.init()
    unicodeScalars.append(
      contentsOf: bytes.lazy.map {
        0x80...0x9F ~= $0 ? windowsScalars[Int($0) - 0x80] : Unicode.Scalar($0)
      })
  }

  /// Decodes UTF-16 without a byte order mark; an odd byte at the end is dropped.
  package init(utf16 bytes: some Collection<UInt8>, isBigEndian: Bool) {
    let bytes = Array(bytes)
    let high = isBigEndian ? 0 : 1
    let units = (0..<bytes.count / 2).lazy.map {
      UInt16(bytes[2 * $0 + high]) << 8 | UInt16(bytes[2 * $0 + 1 - high])
    }
    self.init(decoding: units, as: UTF16.self)
  }
}

private let windowsScalars = Array(
  "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
