internal import Glibc
internal import SheetModel

// Text in Exif data whose encoding is marked, often wrongly.

extension String {
  /// Decodes a string that starts with a mark for its encoding; nil if the encoding is JIS and this
  /// system cannot read it.
  ///
  /// Source: Exif 2.32 (CIPA DC-008), 4.6.5, tag 37510 (UserComment). The standard defines no mark
  /// for UTF-8, but some programs write one.
  init?(exifMarked bytes: [UInt8], isBigEndian: Bool) {
    let text = bytes.dropFirst(8)
    let mark = Array(bytes.prefix(8))
    let name = mark.prefix { $0 != 0 && $0 != 0x20 }
    let padding = mark.dropFirst(name.count)
    let written = String(decoding: name, as: UTF8.self)
    // Some programs write `Unicode`, or names of their own. Some pad a standard mark with spaces;
    // any other word that is followed by spaces is part of a text without a mark.
    let isMark =
      mark.count == 8
      && (padding.allSatisfy { $0 == 0 }
        || ["ASCII", "JIS", "UNICODE", ""].contains(written) && padding.allSatisfy { $0 == 0x20 })
    switch isMark ? written.uppercased() : "?" {
    case "UNICODE", "UTF-16", "UTF16": self.init(exifUnicode: text, isBigEndian: isBigEndian)
    case "JIS", "SJIS", "S-JIS", "EUC-JP": self.init(jis: text.prefix { $0 != 0 })
    case "UTF-8", "UTF8", "UTF_8":
      let text = text.starts(with: [0xEF, 0xBB, 0xBF]) ? text.dropFirst(3) : text
      self.init(ofUnknownEncoding: text.prefix { $0 != 0 })
    case "ASCII", "", "ANSI", "LATIN1", "LATIN-1", "CP1252":
      self.init(ofUnknownEncoding: text.prefix { $0 != 0 })
    default: self.init(ofUnknownEncoding: bytes.prefix { $0 != 0 })
    }
  }

  /// Decodes text in UTF-16, or in UTF-8 as in Exif 3.0, up to its NUL.
  private init(exifUnicode bytes: ArraySlice<UInt8>, isBigEndian: Bool) {
    let text = bytes.prefix { $0 != 0 }
    if text.starts(with: [0xEF, 0xBB, 0xBF]) {
      self.init(decoding: text.dropFirst(3), as: UTF8.self)
      return
    }
    let utf16 = UTF16Text(bytes, isBigEndian: isBigEndian)
    if !utf16.isMarked, bytes[text.endIndex...].allSatisfy({ $0 == 0 }),
      let utf8 = String(validating: text, as: UTF8.self),
      // Most programs use the encoding that the mark states.
      ReadingCost(utf8.measured(bytes: ReadingCost.measuredBytes), extra: 5) < utf16.cost
    {
      self = utf8
    } else {
      self = utf16.text
    }
  }

  /// Decodes UTF-16 up to its NUL, in the order of its byte order mark, or else in the likelier
  /// order.
  ///
  /// Many programs do not use the file's byte order. If both orders are equally likely, the given
  /// order is used.
  init(exifUTF16 bytes: ArraySlice<UInt8>, isBigEndian: Bool) {
    self = UTF16Text(bytes, isBigEndian: isBigEndian).text
  }

  /// The characters within the first `count` bytes of the text in UTF-8.
  fileprivate func measured(bytes count: Int) -> Substring.UnicodeScalarView {
    guard utf8.count > count else { return self[...].unicodeScalars }
    var end = utf8.index(startIndex, offsetBy: count)
    while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    return self[..<end].unicodeScalars
  }
}

/// Text in UTF-16 of either byte order, up to its NUL.
private struct UTF16Text {
  let text: String
  /// Whether the bytes start with a byte order mark.
  let isMarked: Bool
  let cost: ReadingCost

  init(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) {
    func text(_ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool) -> String {
      String(String(utf16: bytes, isBigEndian: isBigEndian).prefix { $0 != "\0" })
    }
    func cost(_ isBigEndian: Bool, extra: Int) -> ReadingCost {
      let measured = bytes.prefix(ReadingCost.measuredBytes)
      let isOdd = bytes.count % 2 == 1 && bytes.last != 0
      return ReadingCost(
        text(measured, isBigEndian).unicodeScalars,
        extra: extra + (isOdd ? ReadingCost.impossible : 0))
    }
    let mark = Array(bytes.prefix(2))
    isMarked = mark == [0xFE, 0xFF] || mark == [0xFF, 0xFE]
    if isMarked {
      self.text = text(bytes.dropFirst(2), mark[0] == 0xFE)
      self.cost = ReadingCost([])
      return
    }
    // Most programs use the given byte order.
    let (given, swapped) = (cost(isBigEndian, extra: 0), cost(!isBigEndian, extra: 6))
    self.text = text(bytes, swapped < given ? !isBigEndian : isBigEndian)
    self.cost = min(given, swapped)
  }
}

extension ReadingCost {
  /// The number of bytes of a text whose ``ReadingCost`` is measured.
  fileprivate static let measuredBytes = 1024
}

extension String {
  /// Decodes text marked as JIS, in whichever encoding is the most likely, Japanese or not; nil if
  /// this system cannot read it, or if it is damaged.
  ///
  /// The encoding is ISO-2022-JP if there are escapes. Otherwise, it may be ISO-2022-JP without its
  /// escapes (the bare numbers of JIS X 0208), EUC-JP, Shift JIS, UTF-8 or ASCII.
  init?(jis bytes: ArraySlice<UInt8>) {
    if bytes.contains(0x1B) {
      self.init(iso2022: bytes)
      return
    }
    // The Japanese encodings that the mark stands for are likelier than UTF-8.
    var readings: [(text: String?, extra: Int)] = [(String(validating: bytes, as: UTF8.self), 8)]
    if bytes.contains(where: { $0 > 0x7E }) {
      readings += ["EUC-JP", "CP932"].map { (String(bytes, encoding: $0), 0) }
    } else if bytes.count > 4, bytes.count % 2 == 0, bytes.allSatisfy({ $0 > 0x20 }),
      // Words and numbers in ASCII are more likely than ideographs that happen to have the same
      // bytes.
      !bytes.allSatisfy(\.isOfWord)
    {
      let escaped = [0x1B, 0x24, 0x42] + bytes + [0x1B, 0x28, 0x42]
      readings.append((String(escaped, encoding: "ISO-2022-JP"), 0))
    }
    let known = readings.compactMap { text, extra in
      text.map {
        ($0, ReadingCost($0.measured(bytes: ReadingCost.measuredBytes), extra: extra))
      }
    }
    guard let best = known.min(by: { $0.1 < $1.1 }) else { return nil }
    self = best.0
  }

  /// Decodes ISO-2022-JP, which may also contain half-width katakana after `ESC ( I`.
  ///
  /// Source: JIS X 0201 and JIS X 0202; ISO-2022-JP itself (RFC 1468) has no such katakana.
  private init?(iso2022 bytes: ArraySlice<UInt8>) {
    var text = ""
    var rest = bytes
    while !rest.isEmpty {
      if rest.starts(with: [0x1B, 0x28, 0x49]) {
        rest = rest.dropFirst(3)
        let kana = rest.prefix { $0 != 0x1B }
        for byte in kana {
          let offset = UInt32(byte & 0x7F)
          let value = 0x21...0x5F ~= offset ? 0xFF40 + offset : offset
          text.unicodeScalars.append(Unicode.Scalar(value) ?? "\u{FFFD}")
        }
        rest = rest.dropFirst(kana.count)
      } else {
        let end = rest.indices.first { rest[$0...].starts(with: [0x1B, 0x28, 0x49]) }
        let part = rest[..<(end ?? rest.endIndex)]
        // ISO-2022-JP-2 also has rarer ideographs, and ISO-2022-JP-3 also has those of later
        // standards.
        let names = ["ISO-2022-JP", "ISO-2022-JP-2", "ISO-2022-JP-3"]
        guard let others = names.lazy.compactMap({ String(part, encoding: $0) }).first else {
          return nil
        }
        text += others
        rest = rest[part.endIndex...]
      }
    }
    self = text
  }

  /// Decodes text in an encoding of the system's iconv; nil if this system cannot read it, or if it
  /// is damaged.
  private init?(_ bytes: some Collection<UInt8>, encoding: String) {
    let converter = unsafe iconv_open("UTF-8", encoding)
    guard Int(bitPattern: converter) != -1 else { return nil }
    defer { unsafe iconv_close(converter) }
    var source = bytes.map { CChar(bitPattern: $0) }
    // Two bytes of JIS become three bytes of UTF-8, and a single byte becomes at most three.
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

extension UInt8 {
  /// Whether this byte is an ASCII letter or digit, or punctuation that is common between letters
  /// and digits.
  fileprivate var isOfWord: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-")...UInt8(ascii: "/"): true
    default: UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20
    }
  }
}
