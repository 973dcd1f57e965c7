/// The parts of a colour profile from an iCCP chunk that a sheet needs.
///
/// Versions 2 and 4 are supported, for RGB and grey displays, scanners, printers and working
/// spaces, if the profile is defined by curves and three primaries, or by one grey curve. LUT-based
/// profiles are recognised but not evaluated; see ``Model/tables(otherwise:)``.
///
/// Source: ICC.1:2022, chapters 7 to 10.
package struct ICCProfile: Hashable, Sendable {
  /// How a profile defines its colours.
  package enum Model: Hashable, Sendable {
    /// Only curves and primaries define the colours.
    case curves(ColorSpace)
    /// Lookup tables, such as `A2B0`, define the colours; they take precedence if a profile has
    /// curves as well (ICC.1:2022, 8.10). The colour space comes from its curves and primaries, if
    /// it has any: usually a close approximation, for use when nothing can evaluate the tables.
    case tables(otherwise: ColorSpace?)
  }

  /// Whether the profile is for grey pictures rather than RGB.
  package let isGray: Bool

  /// How the profile defines its colours.
  package let model: Model

  /// Code points that specify the same colours more precisely, such as PQ; nil if there are none.
  package let codePoints: CodePoints?

  /// Parses a profile, using at most twice its size in memory even if its fields are wrong.
  ///
  /// - Throws: ``UnusableData`` if the profile is damaged or not for pictures in RGB or grey.
  package init(_ bytes: [UInt8]) throws(UnusableData) {
    let tags = try ICCTags(bytes)
    switch tags.colorSpace {
    case "RGB ": isGray = false
    case "GRAY": isGray = true
    default: throw .unsupported("colour space", tags.colorSpace)
    }
    codePoints = tags.codePoints
    guard tags.contains("A2B0") || tags.contains("A2B1") else {
      model = .curves(isGray ? try tags.graySpace() : try tags.matrixSpace())
      return
    }
    if isGray, let space = try? tags.graySpace() {
      model = .curves(space)
    } else {
      model = .tables(otherwise: isGray ? nil : try? tags.matrixSpace())
    }
  }
}

extension ICCProfile {
  private static let recent = LRUCache<[UInt8], Result<ICCProfile, UnusableData>>(limit: 16)

  /// The maximum size of a cached profile, in bytes.
  ///
  /// Few profiles are larger, and the 16 that are cached take 16 MiB at most.
  private static let maximumSharedBytes = 1 << 20

  /// The parsed profile, whose curves are shared with recent callers that passed the same bytes.
  ///
  /// - Throws: The errors of ``init(_:)``.
  package static func shared(_ bytes: [UInt8]) throws(UnusableData) -> ICCProfile {
    guard bytes.count <= maximumSharedBytes else { return try ICCProfile(bytes) }
    return try recent.value(of: bytes) {
      Result { () throws(UnusableData) in try ICCProfile(bytes) }
    }.get()
  }
}

extension ICCProfile {
  /// The name of a profile, such as `Display P3`, even if it is for pictures that are neither RGB
  /// nor grey.
  ///
  /// A string of more than 256 code units is truncated, and text ends at the first NUL.
  ///
  /// Source: ICC.1:2022, 9.2.41 (profileDescriptionTag).
  ///
  /// - Returns: The text, which may contain any other character; nil if it is missing or damaged.
  package static func description(of profile: [UInt8]) -> String? {
    (try? ICCTags(profile))?.description
  }
}

extension ICCTags {
  fileprivate var description: String? {
    guard let tag = try? part("desc") else { return nil }
    switch tag.text(at: 0) {
    case "desc": return Self.plainText(in: tag)
    case "mluc": return Self.localizedText(in: tag)
    default: return nil
    }
  }

  /// The text of a `desc` tag: NUL-terminated ASCII after a length, followed by data for older
  /// software.
  ///
  /// Source: ICC.1:2001-04, 6.5.17 (textDescriptionType).
  private static func plainText(in tag: ByteView) -> String? {
    guard let count = tag.number(at: 8, 4), count <= tag.count - 12 else { return nil }
    let bytes = tag[12...].prefix(min(count, descriptionLimit))
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The first English text of a `mluc` tag, or else its first text, in UTF-16.
  ///
  /// Source: ICC.1:2022, 10.15 (multiLocalizedUnicodeType).
  private static func localizedText(in tag: ByteView) -> String? {
    let (head, recordSize) = (16, 12)
    guard let count = tag.number(at: 8, 4), tag.number(at: 12, 4) == recordSize, count > 0,
      count <= (tag.count - head) / recordSize
    else { return nil }
    let records = (0..<count).lazy.map { tag[(head + $0 * recordSize)...] }
    let record = records.first { $0.prefix(2).elementsEqual("en".utf8) } ?? records[0]
    guard let length = record.number(at: 4, 4), let start = record.number(at: 8, 4),
      length.isMultiple(of: 2), start + length <= tag.count
    else { return nil }
    let units = (0..<min(length / 2, descriptionLimit)).lazy.compactMap {
      tag.number(at: start + 2 * $0, 2)
    }
    return String(decoding: units.prefix { $0 != 0 }.map(UInt16.init), as: UTF16.self)
  }

  /// The maximum length of a string, in code units; names of profiles have a few dozen.
  private static var descriptionLimit: Int { 256 }
}
