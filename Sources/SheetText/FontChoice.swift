internal import SheetModel

/// A font and its size.
///
/// It is written as `auto`, `builtin` or a family, with or without a size in points:
/// `auto 14`, `builtin 10`, `Noto Sans`, `DejaVu Serif Bold 11.5`. A comma after a number at the end
/// makes the number part of the family: `Source Sans 3,`.
package struct FontChoice: Hashable, Sendable {
  /// Where glyphs come from.
  package enum Source: Hashable, Sendable {
    /// The built-in font if it has all characters of a sheet, otherwise Pango's fonts for all text.
    ///
    /// All text is set in the same face, never in a mixture.
    case auto
    /// The built-in font, ``StrokeFace``, which needs nothing installed.
    case builtin
    /// The font with this description, in Pango's notation.
    case family(String)
  }

  /// Where glyphs come from.
  package let source: Source
  /// The em in points, from ``smallestSize`` to ``largestSize``; nil if unset.
  package let size: Double?

  /// The smallest size in points; it is already too small to read.
  static let smallestSize = 0.1
  /// The largest size in points.
  static let largestSize = 1000.0

  /// The built-in font if it suffices, at the default size.
  package static let auto = FontChoice(source: .auto, size: nil)
  /// The built-in font at the default size.
  package static let builtin = FontChoice(source: .builtin, size: nil)
}

extension FontChoice {
  /// This font without a size.
  package var withoutSize: FontChoice { FontChoice(source: source, size: nil) }

  /// This font at a size in points, clamped to the valid range.
  package func withSize(_ size: Double) -> FontChoice {
    FontChoice(source: source, size: min(max(size, Self.smallestSize), Self.largestSize))
  }
}

extension FontChoice: LosslessStringConvertible {
  /// Parses a choice; nil if it is invalid.
  ///
  /// Text is invalid if it names no font, if its size is out of range, or if it contains control
  /// characters. A number at the end is the size, unless a comma follows it. `auto` and `builtin`
  /// may be written in any case; only a size may follow them.
  package init?(_ text: String) {
    guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { return nil }
    var words = text.split(separator: " ")
    var size: Double?
    if let last = words.last, let number = Self.number(last) {
      guard Self.smallestSize...Self.largestSize ~= number else { return nil }
      size = number
      words.removeLast()
    }
    if let last = words.last, last.last == ",", Self.number(last.dropLast()) != nil {
      words[words.count - 1] = last.dropLast()
    }
    guard let first = words.first else { return nil }
    switch (first.lowercased(), words.count) {
    case ("auto", 1): self.init(source: .auto, size: size)
    case ("builtin", 1): self.init(source: .builtin, size: size)
    case ("auto", _), ("builtin", _): return nil
    default: self.init(source: .family(words.joined(separator: " ")), size: size)
    }
  }

  /// The choice as parsed by ``init(_:)``.
  ///
  /// Swift never writes a size in the valid range with an exponent, which could not be parsed.
  package var description: String {
    let name =
      switch source {
      case .auto: "auto"
      case .builtin: "builtin"
      case .family(let family): family
      }
    guard let size else { return Self.endsInNumber(name) ? "\(name)," : name }
    let isWhole = size == size.rounded()
    return isWhole ? "\(name) \(Int(size))" : "\(name) \(size)"
  }

  /// Whether the last word of a name could be taken for a size.
  static func endsInNumber(_ name: String) -> Bool {
    name.split(separator: " ").last.flatMap(number) != nil
  }

  /// The value of digits with or without a decimal point; other notations that Swift parses count
  /// as names.
  private static func number(_ word: Substring) -> Double? {
    word.allSatisfy { $0.isDigit || $0 == "." } ? Double(word) : nil
  }
}

extension FontChoice {
  /// The choice that sets all of `texts` in a single face.
  ///
  /// `auto` becomes `builtin` if the built-in font has every character, if Pango is missing, or if
  /// Pango's fonts lack at least as many characters as the built-in font does. Otherwise it
  /// becomes the system's default sans serif, for all text. Other choices are unchanged.
  ///
  /// - Parameters:
  ///   - texts: All text that is seen together, such as that of a sheet.
  ///   - library: Pango, evaluated only if the built-in font lacks a character.
  /// - Returns: A choice that is not `auto`.
  package func settled(
    for texts: some Sequence<String>, library: @autoclosure () -> PangoLibrary? = .installed
  ) -> FontChoice {
    guard source == .auto else { return self }
    let characters = Set(charactersOf: texts)
    let builtin = StrokeFace(size: Self.anySize)
    let missing = characters.count { !builtin.covers(String($0)) }
    // Each character gets a line to itself, so that none is shaped together with another.
    guard missing > 0,
      let pango = PangoFace(Self.systemSans, size: Self.anySize, library: library()),
      pango.unknownGlyphCount(in: characters.map(String.init).joined(separator: "\n")) < missing
    else { return FontChoice(source: .builtin, size: size) }
    return FontChoice(source: .family(Self.systemSans), size: size)
  }

  /// The first reason why `texts` cannot be set unchanged in a single face; nil if there is none.
  ///
  /// - Parameters:
  ///   - texts: All text that is seen together.
  ///   - library: Pango, evaluated at most once, and only if needed.
  /// - Returns: The problem of the first text that cannot be set, or of the font.
  /// - Complexity: linear in the number of texts; Pango takes about ten microseconds for each.
  package func problem(
    with texts: some Collection<String>, library: @autoclosure () -> PangoLibrary? = .installed
  ) -> TextProblem? {
    let builtin = StrokeFace(size: Self.anySize)
    switch source {
    case .builtin:
      return texts.firstCharacter(missingFrom: builtin).map { .notBuiltIn($0, text: $1) }
    case .auto:
      if texts.allSatisfy(builtin.covers) { return nil }
      let library = library()
      if library == nil, !PangoLibrary.hasRoom { return .noRoom }
      let settled = settled(for: texts, library: library)
      let face = TypeSetter(settled, size: Self.anySize, library: library).face
      return texts.firstCharacter(missingFrom: face).map {
        .glyphMissing($0, text: $1, hasPango: library != nil)
      }
    case .family(let family):
      guard let pango = PangoFace(family, size: Self.anySize, library: library()) else {
        return PangoLibrary.hasRoom ? .pangoMissing(family: family) : .noRoom
      }
      guard pango.hasFonts else { return .familyMissing(family, replacement: "builtin") }
      if let replacement = pango.replacement {
        return .familyMissing(family, replacement: replacement)
      }
      return texts.firstCharacter(missingFrom: pango).map {
        .glyphMissing($0, text: $1, hasPango: true)
      }
    }
  }

  /// Fontconfig's name for the system's default sans serif.
  private static let systemSans = "Sans"
  /// Which characters a font has does not depend on its size.
  private static let anySize = 12.0
}

extension Collection<String> {
  /// The first character missing from a face, with the text that contains it.
  fileprivate func firstCharacter(
    missingFrom face: any Typeface
  ) -> (character: Character, text: String)? {
    for text in self where !face.covers(text) {
      return (text.first { !face.covers(String($0)) } ?? "\u{FFFD}", text)
    }
    return nil
  }
}

/// Why text cannot be set unchanged or in the requested font.
package enum TextProblem: Equatable, Sendable {
  /// A font family was requested, but Pango, which is needed to draw it, is not installed.
  case pangoMissing(family: String)
  /// Pango is needed, but the system has too little memory or too few threads for it.
  case noRoom
  /// A family is not installed.
  ///
  /// `replacement` is the family that Pango uses instead, or `builtin` if Pango has no fonts.
  case familyMissing(String, replacement: String)
  /// The built-in font was requested and lacks a character.
  case notBuiltIn(Character, text: String)
  /// No installed font has a character.
  case glyphMissing(Character, text: String, hasPango: Bool)

  /// Whether Pango is missing, and could set the text if it were installed.
  package var lacksLibrary: Bool {
    switch self {
    case .pangoMissing, .glyphMissing(_, _, hasPango: false): true
    case .noRoom, .familyMissing, .notBuiltIn, .glyphMissing: false
    }
  }
}

extension TextProblem: CustomStringConvertible {
  /// What is wrong, and the package or ``FontChoice`` that solves it.
  package var description: String {
    switch self {
    case .pangoMissing(let family):
      "cannot use the font '\(family.shortPrintable)': it needs Pango, which is not installed; "
        + "install \(PangoLibrary.packageName), or use the font 'builtin'"
    case .noRoom:
      "cannot draw this text: Pango needs \(PangoLibrary.megabytesNeeded) MB of address space and "
        + "threads of its own; raise the limits (ulimit -v, -u), or use the font 'builtin'"
    case .familyMissing(let family, let replacement):
      "cannot use the font '\(family.shortPrintable)': it is not installed, and '\(replacement.printable)' "
        + "is used instead; install it, or name another"
    case .notBuiltIn(let character, let text):
      "cannot draw \(Self.quote(character, from: text)): the built-in font does not have it; use "
        + "the font 'auto'"
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

  /// The Debian package most likely to contain a font for a character.
  private static func fontPackage(for character: Character) -> String {
    guard let scalar = character.unicodeScalars.first else { return "fonts-noto-core" }
    if scalar.properties.isEmojiPresentation { return "fonts-noto-color-emoji" }
    return scalar.isEastAsian ? "fonts-noto-cjk" : "fonts-noto-core"
  }
}

extension Unicode.Scalar {
  /// Whether the character belongs to a script of China, Japan or Korea.
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
