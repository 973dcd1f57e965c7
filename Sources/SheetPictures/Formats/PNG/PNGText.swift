import SheetImaging

/// A keyword and its text, from a tEXt, zTXt or iTXt chunk.
package struct PNGText: Equatable, Hashable, Sendable {
  /// The keyword, such as `Title` or `XML:com.adobe.xmp`.
  package let keyword: String
  /// The text in UTF-8, after decompression.
  ///
  /// It may contain any character but NUL, including terminal control characters. The text of an
  /// iTXt chunk is not necessarily valid UTF-8.
  package let bytes: [UInt8]

  /// Creates a text chunk with a keyword.
  package init(keyword: String, value: String) {
    self.keyword = keyword
    bytes = Array(value.utf8)
  }

  /// The text, with replacement characters for invalid UTF-8.
  package var value: String { String(decoding: bytes, as: UTF8.self) }
}

/// Which text chunks of a file to read.
enum TextSelection: Equatable, Sendable {
  /// The chunks with these keywords.
  case keywords(Set<String>)
  /// The chunks with all keywords.
  case all

  /// Whether chunks with a keyword are selected; nil stands for a keyword of more than 79 bytes.
  func includes(_ keyword: String?) -> Bool {
    switch self {
    case .all: true
    case .keywords(let keywords): keyword.map(keywords.contains) ?? false
    }
  }
}

/// A text chunk of a file, read piece by piece.
///
/// Accepts the same chunks as libpng: tEXt chunks may have any keyword, and in chunks of every
/// type, a NUL ends the text.
///
/// Source: PNG specification, third edition, 11.3.3.2 to 11.3.3.4.
struct PNGTextPieces: ~Copyable {
  /// The keyword of the text.
  let keyword: String
  private var pieces: ChunkPieces
  private let isLatin1: Bool
  /// The number of bytes read so far, in the file's encoding.
  private(set) var bytesRead = 0
  /// The number of bytes that may still follow.
  private var bytesLeft: Int
  private var isDamaged = false

  /// Opens the text in a chunk, or its start; nil if the chunk violates the format.
  ///
  /// - Parameters:
  ///   - chunk: A tEXt, zTXt or iTXt chunk.
  ///   - source: The file.
  ///   - limit: The maximum number of bytes of the text to decompress.
  init?(_ chunk: ChunkIndex.Chunk, in source: borrowing PNGSource, upTo limit: Int) {
    let end = source.firstZero(in: chunk, from: 0) ?? chunk.count
    let isText = chunk.type == .text
    guard isText || 1...79 ~= end,
      let start = isText
        ? (min(end + 1, chunk.count), false) : source.startOfCompressedText(in: chunk, after: end),
      let name = source.part(of: chunk, from: 0, upTo: end),
      let pieces = ChunkPieces(
        of: chunk, in: source, from: start.0, isCompressed: start.1)
    else { return nil }
    keyword = String(latin1: name)
    isLatin1 = chunk.type != .unicodeText
    bytesLeft = limit
    self.pieces = pieces
  }

  /// The next bytes of the text in UTF-8; a character may continue in the next piece.
  ///
  /// Nil at the end, and also if the text is damaged, which ``end()`` reports.
  mutating func next() -> [UInt8]? {
    guard bytesLeft > 0 else { return nil }
    do throws(UnusableData) {
      let piece = try nextPiece()
      let text = piece.prefix { $0 != 0 }
      if text.count < piece.count {
        // The NUL ends the text, but damage after it still counts.
        while bytesLeft > 0 { _ = try nextPiece() }
      }
      if text.isEmpty { return nil }
      return isLatin1 ? text.fromLatin1 : Array(text)
    } catch {
      (isDamaged, bytesLeft) = (true, 0)
      return nil
    }
  }

  /// Reads the rest of the chunk, and returns whether the text is intact, with a correct checksum
  /// and valid compressed data.
  mutating func end() -> Bool { pieces.end() && !isDamaged }

  private mutating func nextPiece() throws(UnusableData) -> [UInt8] {
    let piece = try pieces.next(upTo: min(bytesLeft, 16 * 1024))
    bytesRead += piece.count
    bytesLeft = piece.isEmpty ? 0 : bytesLeft - piece.count
    return piece
  }
}

extension PNGSource {
  /// The offset of the text in a zTXt or iTXt chunk, and whether it is compressed; nil if the chunk
  /// violates the format.
  fileprivate func startOfCompressedText(
    in chunk: ChunkIndex.Chunk, after keyword: Int
  ) -> (offset: Int, isCompressed: Bool)? {
    guard let flags = part(of: chunk, from: keyword + 1, upTo: 2) else { return nil }
    if chunk.type == .compressedText {
      // The compression method, followed by at least one byte.
      return flags.count == 2 && flags[0] == 0 ? (keyword + 2, true) : nil
    }
    // A compression flag, the compression method, a language and a translated keyword.
    guard chunk.count >= keyword + 5, flags[0] == 0 || flags == [1, 0],
      let language = firstZero(in: chunk, from: keyword + 3),
      let translation = firstZero(in: chunk, from: language + 1)
    else { return nil }
    return (translation + 1, flags[0] == 1)
  }
}

extension PNGText {
  /// The whole text; nil if it is damaged.
  init?(_ pieces: inout PNGTextPieces) {
    keyword = pieces.keyword
    var bytes: [UInt8] = []
    while let piece = pieces.next() { bytes += piece }
    guard pieces.end() else { return nil }
    self.bytes = bytes
  }
}

extension Collection<UInt8> {
  /// Converts Latin-1 to UTF-8; Latin-1 characters have the same numbers in Unicode.
  fileprivate var fromLatin1: [UInt8] {
    // In UTF-8, Latin-1 characters from 128 on take two bytes (RFC 3629, 3).
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
  /// Decodes Latin-1 (ISO 8859-1), in which every byte is a character.
  package init(latin1 bytes: some Collection<UInt8>) {
    self.init(decoding: bytes.fromLatin1, as: UTF8.self)
  }
}
