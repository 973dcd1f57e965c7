internal import SheetFacts

/// A font and its size.
///
/// It is written as `auto`, `builtin` or a family, with or without a size in points:
/// `auto 14`, `builtin 10`, `Noto Sans`, `DejaVu Serif Bold 11.5`.
package struct FontChoice: Hashable, Sendable {
  /// The source of glyphs.
  package enum Source: Hashable, Sendable {
    /// The built-in font if it has all characters of a sheet, else Pango's fonts for all texts.
    ///
    /// All texts are set in one face, never in a mixture.
    case auto
    /// The built-in font, ``StrokeFace``, which needs nothing installed.
    case builtin
    /// The font of this description, in Pango's notation.
    case family(String)
  }

  /// The source of glyphs.
  package let source: Source
  /// The em in points, ``smallestSize`` to ``largestSize``; nil if unset.
  package let size: Double?

  /// The smallest size in points, in which no text is legible.
  package static let smallestSize = 0.1
  /// The largest size in points.
  package static let largestSize = 1000.0

  /// The built-in font if it suffices, in the default size.
  package static let auto = FontChoice(source: .auto, size: nil)
  /// The built-in font in the default size.
  package static let builtin = FontChoice(source: .builtin, size: nil)
}

extension FontChoice {
  /// This font without a size.
  package var withoutSize: FontChoice { FontChoice(source: source, size: nil) }

  /// This font in a size in points, limited to the valid range.
  package func withSize(_ size: Double) -> FontChoice {
    FontChoice(source: source, size: min(max(size, Self.smallestSize), Self.largestSize))
  }
}

extension FontChoice: LosslessStringConvertible {
  /// Parses a choice; nil if it is invalid.
  ///
  /// Invalid are a missing font, a size out of range, and control characters.
  /// A number at the end is the size. `auto` and `builtin` may be written in any case; only a size
  /// may follow them.
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
    guard let first = words.first else { return nil }
    switch (first.lowercased(), words.count) {
    case ("auto", 1): self.init(source: .auto, size: size)
    case ("builtin", 1): self.init(source: .builtin, size: size)
    case ("auto", _), ("builtin", _): return nil
    default: self.init(source: .family(words.joined(separator: " ")), size: size)
    }
  }

  /// The choice as ``init(_:)`` parses it.
  ///
  /// Swift writes no size in the valid range with an exponent, which would not be parsed.
  package var description: String {
    let name =
      switch source {
      case .auto: "auto"
      case .builtin: "builtin"
      case .family(let family): family
      }
    guard let size else { return name }
    let isWhole = size == size.rounded()
    return isWhole ? "\(name) \(Int(size))" : "\(name) \(size)"
  }

  /// The value of digits with or without a point; other notations that Swift parses are names.
  private static func number(_ word: Substring) -> Double? {
    word.allSatisfy { $0.isDigit || $0 == "." } ? Double(word) : nil
  }
}
