extension ICCProfile {
  /// What a profile calls itself, such as `Display P3`, also one that is for other pictures than
  /// those in RGB or grey.
  ///
  /// A longer text than any name ends early, and one with a NUL ends there.
  ///
  /// Source: ICC.1:2022, 9.2.41 (profileDescriptionTag).
  ///
  /// - Returns: The text, which may hold any other character; nil where it is missing or damaged.
  package static func description(of profile: [UInt8]) -> String? {
    (try? ICCTags(profile))?.description
  }
}

extension ICCTags {
  fileprivate var description: String? {
    guard let tag = try? reader(of: "desc"), tag.count >= 12 else { return nil }
    switch tag.text(at: 0) {
    case "desc": return Self.plainText(in: tag)
    case "mluc": return Self.localizedText(in: tag)
    default: return nil
    }
  }

  /// Behind the count there is ASCII that ends with a NUL, and then what older software needed.
  ///
  /// Source: ICC.1:2001-04, 6.5.17 (textDescriptionType).
  private static func plainText(in tag: BigEndianReader) -> String? {
    let count = Int(tag.word(at: 8))
    guard count <= tag.count - 12 else { return nil }
    let bytes = (0..<min(count, descriptionLimit)).map { tag.byte(at: 12 + $0) }
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The first text in English, else the first one: in UTF-16, at an offset from the tag's start.
  ///
  /// Source: ICC.1:2022, 10.15 (multiLocalizedUnicodeType).
  private static func localizedText(in tag: BigEndianReader) -> String? {
    let (head, recordSize) = (16, 12)
    guard tag.count >= head, tag.word(at: 12) == recordSize else { return nil }
    let count = Int(tag.word(at: 8))
    guard count > 0, count <= (tag.count - head) / recordSize else { return nil }
    let english = UInt16(UInt8(ascii: "e")) << 8 | UInt16(UInt8(ascii: "n"))
    let index = (0..<count).first { tag.halfWord(at: head + $0 * recordSize) == english } ?? 0
    let record = head + index * recordSize
    let (length, start) = (Int(tag.word(at: record + 4)), Int(tag.word(at: record + 8)))
    guard length.isMultiple(of: 2), start + length <= tag.count else { return nil }
    let units = (0..<min(length / 2, descriptionLimit)).map { tag.halfWord(at: start + 2 * $0) }
    return String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
  }

  /// The longest text, in code units; names of profiles have a few dozen.
  private static var descriptionLimit: Int { 256 }
}
