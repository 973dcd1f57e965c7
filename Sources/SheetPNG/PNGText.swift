/// A keyword and its text, from a tEXt, zTXt or iTXt chunk.
package struct PNGText: Equatable, Hashable, Sendable {
  /// The keyword, such as `Title` or `XML:com.adobe.xmp`.
  package let keyword: String
  /// The text in UTF-8, no longer compressed.
  ///
  /// It may hold any character but NUL, also ones that control a terminal; what iTXt holds need not
  /// be UTF-8.
  package let bytes: [UInt8]

  /// A text under a keyword.
  package init(keyword: String, value: String) {
    self.keyword = keyword
    bytes = Array(value.utf8)
  }

  /// The text, with replacement characters for what is not UTF-8.
  package var value: String { String(decoding: bytes, as: UTF8.self) }
}

/// Which texts of a file are wanted.
package enum PNGTextSelection: Equatable, Sendable {
  /// Those under some keywords.
  case keywords(Set<String>)
  /// All.
  case all

  /// Whether a keyword is wanted, which the file has in Latin-1; nil is one of more than 79 bytes.
  func includes(_ keyword: [UInt8]?) -> Bool {
    switch self {
    case .all: true
    case .keywords(let keywords): keyword.map { keywords.contains(String(latin1: $0)) } ?? false
    }
  }
}

/// Where in a file texts are looked for.
package enum PNGTextPlace: Sendable {
  /// Between the header and the pixels.
  case aheadOfPixels
  /// Between the pixels and the end.
  case behindPixels
  /// Ahead of the pixels, then behind them.
  case anywhere
}

extension PNGText {
  /// The text in a chunk, or its beginning; nil where it breaks the format.
  ///
  /// Chunks that libpng accepts are accepted here: in tEXt any keyword, and everywhere a NUL ends the
  /// text.
  ///
  /// Source: PNG specification, third edition, 11.3.3.2 to 11.3.3.4.
  ///
  /// - Parameters:
  ///   - type: tEXt, zTXt or iTXt.
  ///   - data: What the chunk holds.
  ///   - limit: How many bytes of the text are unpacked at most.
  init?(_ type: ChunkType, _ data: [UInt8], upTo limit: Int) {
    let end = data.firstIndex(of: 0) ?? data.count
    keyword = String(latin1: data[..<end])
    guard type != .text else {
      bytes = data[end...].dropFirst().prefix(limit).upToZero.fromLatin1
      return
    }
    guard 1...79 ~= end else { return nil }
    if type == .foldedText {
      // The method of compression, and at least a byte.
      guard data.count >= end + 3, data[end + 1] == 0,
        let text = try? data[(end + 2)...].unfolded(upTo: limit)
      else { return nil }
      bytes = text[...].upToZero.fromLatin1
      return
    }
    // Whether the text is compressed, how, a language and a translated keyword.
    guard data.count >= end + 5, data[end + 1] == 0 || data[end + 1] == 1 && data[end + 2] == 0,
      let language = data[(end + 3)...].firstIndex(of: 0),
      let translation = data[(language + 1)...].firstIndex(of: 0)
    else { return nil }
    let rest = data[(translation + 1)...]
    guard data[end + 1] == 1 else {
      bytes = Array(rest.prefix(limit).upToZero)
      return
    }
    guard let text = try? rest.unfolded(upTo: limit) else { return nil }
    bytes = Array(text[...].upToZero)
  }
}

extension ArraySlice<UInt8> {
  fileprivate var upToZero: ArraySlice<UInt8> { prefix { $0 != 0 } }
}

extension Collection<UInt8> {
  /// Latin-1, which numbers its characters as Unicode does, as UTF-8.
  fileprivate var fromLatin1: [UInt8] {
    // In UTF-8, a character from 128 on is two bytes (RFC 3629, 3).
    var utf8: [UInt8] = []
    utf8.reserveCapacity(count)
    for byte in self {
      if byte < 0x80 {
        utf8.append(byte)
      } else {
        utf8.append(0xC0 | byte >> 6)
        utf8.append(0x80 | byte & 0x3F)
      }
    }
    return utf8
  }
}

extension String {
  /// Text in Latin-1 (ISO 8859-1), in which every byte is a character.
  package init(latin1 bytes: some Collection<UInt8>) {
    self.init(decoding: bytes.fromLatin1, as: UTF8.self)
  }
}
