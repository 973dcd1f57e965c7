/// A directory of Exif data: numbered entries with values.
///
/// Nothing is parsed ahead: an entry is searched when it is asked for. Of several entries with one tag
/// the first counts, and behind damaged bytes there are none.
///
/// Source: TIFF 6.0, section 2 (header, directory and field types); Exif 2.32 (CIPA DC-008), 4.6.
package struct ExifDirectory: Sendable {
  private let tiff: TIFFNumbers
  private let offset: Int

  /// The first directory, which describes the picture itself; nil where there is none.
  ///
  /// - Parameter exif: A TIFF header and directories. JPEG files, and some writers of PNG, put
  ///   `Exif\0\0` before them.
  package init?(_ exif: [UInt8]) {
    let prefix = Array("Exif\0\0".utf8)
    guard let tiff = TIFFNumbers(exif.starts(with: prefix) ? Array(exif[prefix.count...]) : exif),
      let offset = tiff.number(at: 4, bytes: 4)
    else { return nil }
    self.tiff = tiff
    self.offset = offset
  }

  private init(_ tiff: TIFFNumbers, at offset: Int) {
    self.tiff = tiff
    self.offset = offset
  }

  /// The number under a tag; nil where there is none, or another kind of value.
  ///
  /// Values of 8, 16 and 32 bits are accepted, as TIFF asks of readers, although Exif fixes the size
  /// for each tag.
  package func number(_ tag: Int) -> Int? {
    guard let entry = entry(tag), let bytes = Self.numberBytes[entry.type], entry.count == 1
    else { return nil }
    return tiff.number(at: entry.value, bytes: bytes)
  }

  /// The text under a tag, up to the NUL that ends it; nil where there is none.
  package func text(_ tag: Int) -> String? {
    guard let entry = entry(tag), entry.type == Self.textType, entry.count > 0 else { return nil }
    let start = entry.count <= 4 ? entry.value : tiff.number(at: entry.value, bytes: 4)
    return start.flatMap { tiff.bytes(at: $0, count: entry.count) }.map {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// The directory that a tag leads to; nil where it leads to none.
  package func directory(_ tag: Int) -> ExifDirectory? {
    number(tag).map { ExifDirectory(tiff, at: $0) }
  }

  private func entry(_ tag: Int) -> (type: Int, count: Int, value: Int)? {
    guard let count = tiff.number(at: offset, bytes: 2) else { return nil }
    for index in 0..<count {
      let entry = offset + 2 + 12 * index
      guard let own = tiff.number(at: entry, bytes: 2) else { return nil }
      guard own == tag else { continue }
      guard let type = tiff.number(at: entry + 2, bytes: 2),
        let count = tiff.number(at: entry + 4, bytes: 4)
      else { return nil }
      return (type, count, entry + 8)
    }
    return nil
  }

  /// The sizes of the types BYTE, SHORT and LONG.
  private static let numberBytes = [1: 1, 3: 2, 4: 4]
  /// The type ASCII.
  private static let textType = 2
}

/// Reads the numbers of a TIFF file in its byte order.
private struct TIFFNumbers: Sendable {
  private let bytes: [UInt8]
  private let isBigEndian: Bool

  /// Nil unless the bytes begin with a TIFF header.
  init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0x4D, 0x4D, 0, 42]) {
      isBigEndian = true
    } else if bytes.starts(with: [0x49, 0x49, 42, 0]) {
      isBigEndian = false
    } else {
      return nil
    }
    self.bytes = bytes
  }

  /// A number of 1 to 4 bytes; nil where it is not inside the file.
  ///
  /// The offset is not negative.
  func number(at offset: Int, bytes count: Int) -> Int? {
    guard let field = bytes(at: offset, count: count) else { return nil }
    return isBigEndian
      ? field.reduce(0) { $0 << 8 | Int($1) } : field.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// A field of some bytes; nil where it is not inside the file.
  ///
  /// The offset is not negative.
  func bytes(at offset: Int, count: Int) -> ArraySlice<UInt8>? {
    guard offset <= bytes.count - count else { return nil }
    return bytes[offset..<offset + count]
  }
}
