/// Why texts cannot be set as they are, or not in the font that was asked for.
public enum TextProblem: Equatable, Sendable {
  /// A family was asked for, and what could draw it is not installed.
  case pangoMissing(family: String)
  /// A family is not installed: Pango takes another one, or where it has none at all the own
  /// face, `builtin`, takes what it covers.
  case familyMissing(String, standIn: String)
  /// The own face, which was asked for, lacks a character.
  case notBuiltIn(Character, text: String)
  /// No font that is installed has a character.
  case glyphMissing(Character, text: String, hasPango: Bool)
}

extension TextProblem: CustomStringConvertible {
  /// What is wrong, and what would help.
  public var description: String {
    switch self {
    case .pangoMissing(let family):
      "font '\(family.printable)' needs Pango, which is not installed; "
        + "install \(PangoLibrary.packageName), or choose --font builtin"
    case .familyMissing(let family, let standIn):
      "font '\(family.printable)' is not installed; '\(standIn.printable)' stands in for it"
    case .notBuiltIn(let character, let text):
      "the built-in font has no \(Self.named(character, in: text)); choose --font auto"
    case .glyphMissing(let character, let text, let hasPango):
      "no font here has \(Self.named(character, in: text)); install "
        + (hasPango ? "" : "\(PangoLibrary.packageName) and ")
        + "fonts such as \(Self.fontPackage(for: character))"
    }
  }

  /// The most characters of a text that are quoted.
  private static let longestQuotation = 60

  private static func named(_ character: Character, in text: String) -> String {
    let start = text.prefix(longestQuotation)
    let quoted = start.endIndex < text.endIndex ? start + "…" : start
    return "'\(String(character).printable)', as in '\(String(quoted).printable)'"
  }

  /// The Debian package with fonts for a character, as far as three packages go.
  private static func fontPackage(for character: Character) -> String {
    guard let scalar = character.unicodeScalars.first else { return "fonts-noto-core" }
    if scalar.properties.isEmojiPresentation { return "fonts-noto-color-emoji" }
    return scalar.isEastAsian ? "fonts-noto-cjk" : "fonts-noto-core"
  }
}

extension Unicode.Scalar {
  /// Whether the character is of the writing systems of China, Japan and Korea.
  ///
  /// Source: the blocks of the Unicode Standard from CJK Radicals Supplement to CJK Unified
  /// Ideographs, Hangul Jamo and Syllables, and the planes of ideographs.
  fileprivate var isEastAsian: Bool {
    switch value {
    case 0x1100...0x11FF, 0x2E80...0x9FFF, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF00...0xFFEF,
      0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
