internal import SheetText

/// A directory of Exif data: numbered entries with values.
///
/// Nothing is parsed ahead: an entry is searched when it is asked for. Of several entries with one tag
/// the first counts, and behind damaged bytes there are none.
///
/// Source: TIFF 6.0, section 2 (header, directory and field types); Exif 2.32 (CIPA DC-008), 4.6;
/// Exif 3.0, 4.6.2 (the type UTF-8).
package struct ExifDirectory: Equatable, Sendable {
  private let tiff: TIFFNumbers
  private let offset: Int
  /// Directories below this one that are not in the same bytes, by their tags.
  private var elsewhere: [Int: ExifDirectory] = [:]

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

  /// The number under a tag; nil where there is none, several, or another kind of value.
  ///
  /// Values of 8, 16 and 32 bits with or without a sign are accepted, as TIFF asks of readers,
  /// although Exif fixes the type for each tag.
  package func number(_ tag: Int) -> Int? {
    guard let entry = entry(tag), entry.count == 1 else { return nil }
    return firstNumber(of: entry)
  }

  /// The number under a tag, the first one where there are several; otherwise as ``number(_:)``.
  package func firstNumber(_ tag: Int) -> Int? {
    entry(tag).flatMap { firstNumber(of: $0) }
  }

  /// The fraction under a tag, the first one where there are several; nil where there is none, or
  /// its denominator is zero.
  package func rational(_ tag: Int) -> Double? {
    rationals(tag, count: 1)?.first
  }

  /// The first `count` fractions under a tag, at least one; nil where there are fewer, or a
  /// denominator is zero.
  package func rationals(_ tag: Int, count: Int) -> [Double]? {
    guard let entry = entry(tag), entry.count >= count,
      entry.type == FieldType.rational || entry.type == FieldType.signedRational,
      let start = tiff.number(at: entry.value, bytes: 4)
    else { return nil }
    let isSigned = entry.type == FieldType.signedRational
    var fractions: [Double] = []
    for index in 0..<count {
      guard let numerator = tiff.number(at: start + 8 * index, bytes: 4, isSigned: isSigned),
        let denominator = tiff.number(at: start + 8 * index + 4, bytes: 4, isSigned: isSigned),
        denominator != 0
      else { return nil }
      fractions.append(Double(numerator) / Double(denominator))
    }
    return fractions
  }

  /// The text under a tag, up to the NUL that ends it; nil where there is none.
  package func text(_ tag: Int) -> String? {
    texts(tag, maximum: 1)?.first
  }

  /// The texts under a tag, which NULs end, but no more than `maximum`, which is at least 1; nil
  /// where there are none.
  ///
  /// They should be ASCII, and are read as UTF-8, else as Windows-1252.
  package func texts(_ tag: Int, maximum: Int) -> [String]? {
    guard let entry = entry(tag), entry.type == FieldType.ascii || entry.type == FieldType.utf8
    else { return nil }
    return bytes(of: entry).map { bytes in
      bytes.split(separator: 0, maxSplits: maximum, omittingEmptySubsequences: false)
        .prefix(maximum).map { String(ofUnknownEncoding: $0) }
    }
  }

  /// The text under a tag of Windows: UTF-16 with the least byte first, whatever the order of the file.
  ///
  /// Source: Microsoft, "System.Keywords" and other properties of photographs: tags 40091 to 40095.
  package func windowsText(_ tag: Int) -> String? {
    entry(tag).flatMap { bytes(of: $0) }.map { String(exifUTF16: $0, isBigEndian: false) }
  }

  /// The text under a tag that begins with the mark of its encoding; nil if that is JIS, which is not read.
  ///
  /// Source: Exif 2.32 (CIPA DC-008), 4.6.5, tag 37510 (UserComment).
  package func markedText(_ tag: Int) -> String? {
    guard let bytes = entry(tag).flatMap({ bytes(of: $0) }) else { return nil }
    let text = bytes.dropFirst(8)
    switch String(decoding: bytes.prefix(8), as: UTF8.self) {
    case "UNICODE\0": return String(exifUTF16: text, isBigEndian: tiff.isBigEndian)
    case "JIS\0\0\0\0\0" where text.contains { $0 > 0x7E || $0 == 0x1B }: return nil
    case "ASCII\0\0\0", "JIS\0\0\0\0\0", "\0\0\0\0\0\0\0\0":
      return String(ofUnknownEncoding: text.prefix { $0 != 0 })
    default: return String(ofUnknownEncoding: bytes.prefix { $0 != 0 })
    }
  }

  /// The directory that a tag leads to; nil where it leads to none.
  package func directory(_ tag: Int) -> ExifDirectory? {
    elsewhere[tag] ?? number(tag).map { ExifDirectory(tiff, at: $0) }
  }

  /// Adds a directory under a tag, whose numbers of places count from bytes of its own.
  mutating func add(_ directory: ExifDirectory, under tag: Int) { elsewhere[tag] = directory }

  private typealias Entry = (type: Int, count: Int, value: Int)

  private func entry(_ tag: Int) -> Entry? {
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

  /// The bytes of an entry whose values are bytes or characters; nil if there are none.
  private func bytes(of entry: Entry) -> ArraySlice<UInt8>? {
    guard FieldType.bytes.contains(entry.type), entry.count > 0 else { return nil }
    let start = entry.count <= 4 ? entry.value : tiff.number(at: entry.value, bytes: 4)
    return start.flatMap { tiff.bytes(at: $0, count: entry.count) }
  }

  private func firstNumber(of entry: Entry) -> Int? {
    guard entry.count > 0, let type = FieldType.numbers[entry.type] else { return nil }
    // Up to four bytes stand in the entry itself.
    let start = entry.count * type.bytes <= 4 ? entry.value : tiff.number(at: entry.value, bytes: 4)
    return start.flatMap { tiff.number(at: $0, bytes: type.bytes, isSigned: type.isSigned) }
  }
}

/// The types of values that are read.
private enum FieldType {
  static let ascii = 2
  static let rational = 5
  static let signedRational = 10
  static let utf8 = 129
  /// BYTE, ASCII, SBYTE, UNDEFINED and UTF-8.
  static let bytes: Set = [1, ascii, 6, 7, utf8]
  /// BYTE, SHORT and LONG, and SBYTE, SSHORT and SLONG.
  static let numbers: [Int: (bytes: Int, isSigned: Bool)] = [
    1: (1, false), 3: (2, false), 4: (4, false), 6: (1, true), 8: (2, true), 9: (4, true),
  ]
}

/// Reads the numbers of a TIFF file in its byte order.
private struct TIFFNumbers: Equatable, Sendable {
  private let bytes: [UInt8]
  let isBigEndian: Bool

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
  func number(at offset: Int, bytes count: Int, isSigned: Bool = false) -> Int? {
    guard let field = bytes(at: offset, count: count) else { return nil }
    let number = field.number(isBigEndian: isBigEndian)
    let isNegative = isSigned && number >> (8 * count - 1) == 1
    return isNegative ? number - 1 << (8 * count) : number
  }

  /// A field of some bytes; nil where it is not inside the file.
  func bytes(at offset: Int, count: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, offset <= bytes.count - count else { return nil }
    return bytes[offset..<offset + count]
  }
}

extension String {
  /// UTF-16 up to its NUL; its mark or its zeros show the order of bytes, or else it is as given.
  ///
  /// Many programs write it in an order of their own. ASCII has its zeros in the greater bytes.
  fileprivate init(exifUTF16 bytes: ArraySlice<UInt8>, isBigEndian: Bool) {
    var zeros = [0, 0]
    for (index, byte) in bytes.enumerated() where byte == 0 { zeros[index % 2] += 1 }
    let mark = Array(bytes.prefix(2))
    let hasMark = mark == [0xFE, 0xFF] || mark == [0xFF, 0xFE]
    let isBig =
      hasMark ? mark[0] == 0xFE : zeros[0] == zeros[1] ? isBigEndian : zeros[0] > zeros[1]
    let text = String(utf16: bytes.dropFirst(hasMark ? 2 : 0), isBigEndian: isBig)
    self.init(text.prefix { $0 != "\0" })
  }
}
