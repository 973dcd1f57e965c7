internal import Glibc
internal import SheetModel

// Texts in Exif data whose encoding is marked, often wrongly.

extension String {
  /// Decodes a string that starts with a mark for its encoding; nil if that is JIS and this system
  /// cannot read it.
  ///
  /// Source: Exif 2.32 (CIPA DC-008), 4.6.5, tag 37510 (UserComment).
  init?(exifMarked bytes: [UInt8], isBigEndian: Bool) {
    let text = bytes.dropFirst(8)
    // Some programs pad the mark with spaces.
    let mark = bytes.prefix(8).map { $0 == 0x20 ? 0 : $0 }
    switch String(decoding: mark, as: UTF8.self) {
    case "UNICODE\0": self.init(exifUnicode: text, isBigEndian: isBigEndian)
    case "JIS\0\0\0\0\0" where text.contains { $0 > 0x7E || $0 == 0x1B }:
      self.init(jis: text.prefix { $0 != 0 })
    case "ASCII\0\0\0", "JIS\0\0\0\0\0", "\0\0\0\0\0\0\0\0":
      self.init(ofUnknownEncoding: text.prefix { $0 != 0 })
    default: self.init(ofUnknownEncoding: bytes.prefix { $0 != 0 })
    }
  }

  /// Decodes text in UTF-16, or in UTF-8 as in Exif 3.0, up to its NUL.
  private init(exifUnicode bytes: ArraySlice<UInt8>, isBigEndian: Bool) {
    if let text = Self.utf8(marked: bytes) {
      self = text
    } else {
      self.init(exifUTF16: bytes, isBigEndian: isBigEndian)
    }
  }

  /// The text in UTF-8; nil if it is more likely to be UTF-16.
  ///
  /// Two or three UTF-16 characters may happen to be valid UTF-8 letters; more hardly ever are.
  private static func utf8(marked bytes: ArraySlice<UInt8>) -> String? {
    let text = bytes.prefix { $0 != 0 }
    let isLong = text.count >= 8 || text.count % 2 == 1
    guard isLong, bytes[text.endIndex...].allSatisfy({ $0 == 0 }),
      text.allSatisfy({ $0 >= 0x20 || 0x09...0x0D ~= $0 })
    else { return nil }
    return String(validating: text, as: UTF8.self)
  }

  /// Decodes UTF-16 up to its NUL, in the byte order of its mark, or in whichever is more likely.
  ///
  /// Many programs do not use the file's byte order. If both orders are equally likely, the given
  /// one is used.
  init(exifUTF16 bytes: ArraySlice<UInt8>, isBigEndian: Bool) {
    func text(_ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool) -> Substring {
      String(utf16: bytes, isBigEndian: isBigEndian).prefix { $0 != "\0" }
    }
    let mark = Array(bytes.prefix(2))
    if mark == [0xFE, 0xFF] || mark == [0xFF, 0xFE] {
      self.init(text(bytes.dropFirst(2), mark[0] == 0xFE))
      return
    }
    let (given, swapped) = (text(bytes, isBigEndian), text(bytes, !isBigEndian))
    self.init(ScriptLikelihood(swapped) > ScriptLikelihood(given) ? swapped : given)
  }

  /// Decodes text in a JIS encoding (ISO-2022-JP, or EUC-JP if it has bytes above 127); nil if this
  /// system cannot read it, or if it is damaged.
  private init?(jis bytes: ArraySlice<UInt8>) {
    let name = bytes.contains { $0 > 0x7E } ? "EUC-JP" : "ISO-2022-JP"
    let converter = unsafe iconv_open("UTF-8", name)
    guard Int(bitPattern: converter) != -1 else { return nil }
    defer { unsafe iconv_close(converter) }
    var source = bytes.map { CChar(bitPattern: $0) }
    // Two bytes of JIS become three of UTF-8, and one becomes at most three.
    var target = [UInt8](repeating: 0, count: 3 * bytes.count)
    let length = unsafe source.withUnsafeMutableBufferPointer { source -> Int? in
      unsafe target.withUnsafeMutableBytes { target -> Int? in
        var from = source.baseAddress
        var to = unsafe target.bindMemory(to: CChar.self).baseAddress
        var (left, room) = (source.count, target.count)
        guard unsafe iconv(converter, &from, &left, &to, &room) != -1 else { return nil }
        return target.count - room
      }
    }
    guard let length else { return nil }
    self.init(decoding: target.prefix(length), as: UTF8.self)
  }
}

/// How likely it is that text was decoded correctly, judged by how many of its characters belong to
/// common scripts, and by how few scripts it mixes.
///
/// In the wrong byte order, the high bytes are really the low ones, which vary, so letters turn
/// into rare characters of many scripts.
private struct ScriptLikelihood: Comparable {
  private let rank: (common: Int, latin: Int, fewBlocks: Int)

  init(_ text: Substring) {
    var (common, latin) = (0, 0)
    var blocks: Set<UInt32> = []
    let scalars = text.unicodeScalars.prefix(1024)
    for scalar in scalars {
      if Self.commonBlocks.contains(where: { $0 ~= scalar.value }) { common += 1 }
      if scalar.value < 0x0250 { latin += 1 }
      blocks.insert(scalar.value >> 8)
    }
    // A string that ends early, at a NUL in the wrong byte order, has fewer characters.
    rank = (common, latin, -blocks.count)
  }

  /// Latin, Greek, Cyrillic, Hebrew and Arabic; Indic scripts and Thai; punctuation; kana and
  /// Chinese characters; hangul; full-width forms; emoji.
  private static let commonBlocks: [ClosedRange<UInt32>] = [
    0x0009...0x000D, 0x0020...0x06FF, 0x0900...0x0DFF, 0x0E00...0x0E7F, 0x1E00...0x1FFF,
    0x2010...0x2027, 0x2030...0x203A, 0x20A0...0x20BF, 0x3001...0x30FF, 0x4E00...0x9FFF,
    0xAC00...0xD7A3, 0xFF01...0xFFEE, 0x1F300...0x1FAFF,
  ]

  static func == (one: Self, other: Self) -> Bool { one.rank == other.rank }
  static func < (one: Self, other: Self) -> Bool { one.rank < other.rank }
}
