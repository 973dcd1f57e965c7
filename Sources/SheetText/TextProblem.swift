internal import SheetFacts

/// The reason why texts cannot be set unchanged, or not in the requested font.
package enum TextProblem: Equatable, Sendable {
  /// A font family was requested, but Pango, which would draw it, is not installed.
  case pangoMissing(family: String)
  /// Pango is needed, but this process has too little memory or too few threads for it.
  case noRoom
  /// A family is not installed.
  ///
  /// `replacement` is the family that Pango uses instead, or `builtin` if Pango has no fonts.
  case familyMissing(String, replacement: String)
  /// The built-in font was requested and lacks a character.
  case notBuiltIn(Character, text: String)
  /// No installed font has a character.
  case glyphMissing(Character, text: String, hasPango: Bool)
}

extension TextProblem {
  /// Whether a library is missing that would set the texts.
  package var lacksLibrary: Bool {
    switch self {
    case .pangoMissing, .glyphMissing(_, _, hasPango: false): true
    case .noRoom, .familyMissing, .notBuiltIn, .glyphMissing: false
    }
  }
}

extension TextProblem: CustomStringConvertible {
  /// The problem, and the package or ``FontChoice`` that solves it.
  package var description: String {
    switch self {
    case .pangoMissing(let family):
      "cannot use the font '\(family.shortPrintable)': it needs Pango, which is not installed; "
        + "install \(PangoLibrary.packageName), or use font 'builtin'"
    case .noRoom:
      "cannot draw these texts: Pango needs \(PangoLibrary.megabytesNeeded) MB of address space and "
        + "threads of its own; raise the limits (ulimit -v, -u), or use font 'builtin'"
    case .familyMissing(let family, let replacement):
      "cannot use the font '\(family.shortPrintable)': it is not installed, and '\(replacement.printable)' "
        + "takes its place; install it, or name another"
    case .notBuiltIn(let character, let text):
      "cannot draw \(Self.quote(character, from: text)): the built-in font does not have it; use font "
        + "'auto'"
    case .glyphMissing(let character, let text, let hasPango):
      "cannot draw \(Self.quote(character, from: text)): no installed font has it; install "
        + (hasPango ? "" : "\(PangoLibrary.packageName) and ")
        + "fonts such as \(Self.fontPackage(for: character))"
    }
  }

  private static let maximumQuoteLength = 60

  private static func quote(_ character: Character, from text: String) -> String {
    let start = text.prefix(maximumQuoteLength)
    let quoted = start.endIndex < text.endIndex ? start + "…" : start
    return "'\(String(character).printable)', as in '\(String(quoted).printable)'"
  }

  /// The Debian package most likely to have a font for a character.
  private static func fontPackage(for character: Character) -> String {
    guard let scalar = character.unicodeScalars.first else { return "fonts-noto-core" }
    if scalar.properties.isEmojiPresentation { return "fonts-noto-color-emoji" }
    return scalar.isEastAsian ? "fonts-noto-cjk" : "fonts-noto-core"
  }
}

extension Unicode.Scalar {
  /// Whether the character belongs to the scripts of China, Japan or Korea.
  ///
  /// Source: the Unicode Standard: CJK Radicals Supplement to CJK Unified Ideographs; Hangul Jamo;
  /// Hangul Syllables; the planes of ideographs.
  fileprivate var isEastAsian: Bool {
    switch value {
    case 0x1100...0x11FF, 0x2E80...0x9FFF, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF00...0xFFEF,
      0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
