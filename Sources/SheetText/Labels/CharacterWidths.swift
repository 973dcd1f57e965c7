/// How wide characters are in one face and size, in whole pixels.
struct CharacterWidths: Sendable {
  /// By the codes of ASCII; that of NUL is the width of characters that nobody measured.
  private var ascii: [Int]
  private var others: [Character: Int] = [:]

  /// Takes the widths of some characters; all others are as wide as given.
  init(_ widths: [Character: Int], otherwise width: Int) {
    ascii = Array(repeating: width, count: 128)
    for (character, width) in widths {
      if character.utf8.count == 1, let code = character.utf8.first {
        ascii[Int(code)] = width
      } else {
        others[character] = width
      }
    }
  }

  subscript(character: Character) -> Int {
    if character.utf8.count == 1, let code = character.utf8.first { return ascii[Int(code)] }
    return others[character] ?? ascii[0]
  }

  /// The width of the character of ASCII with a code below 128.
  subscript(ascii code: UInt8) -> Int { ascii[Int(code)] }

  /// The width of a text in one line, without any shaping.
  func width(of text: Substring) -> Int {
    var sum = 0
    for byte in text.utf8 {
      guard byte < 128 else { return text.reduce(0) { $0 + self[$1] } }
      sum += ascii[Int(byte)]
    }
    return sum
  }
}

extension TypeSetter {
  /// The widths of characters as ``raster(_:)`` sets them.
  func widths(of characters: Set<Character>) -> CharacterWidths {
    CharacterWidths(
      face.widths(of: characters), otherwise: Int(builtin.size.rounded(.up)))
  }
}

extension StrokeFace {
  /// The advances of characters in pixels, each once.
  public func widths(of characters: Set<Character>) -> [Character: Int] {
    Dictionary(uniqueKeysWithValues: characters.map { ($0, glyphs.advance(of: $0)) })
  }
}

extension PangoFace {
  /// The advances of characters in pixels, each for itself.
  ///
  /// Of a character with very many marks, the first few are measured.
  public func widths(of characters: Set<Character>) -> [Character: Int] {
    // Zero-width spaces keep marks from joining the spaces, and spaces keep letters from each other.
    let separator = "\u{200B} \u{200B}"
    // In one order, as the fonts of some characters follow from their neighbours.
    let characters = characters.sorted()
    let measured = characters.map { Character(String($0.unicodeScalars.prefix(8))) }
    let widths = advances(in: measured.map(String.init).joined(separator: separator))
    return Dictionary(
      zip(characters, measured).compactMap { character, measured in
        widths[measured].map { (character, $0) }
      }, uniquingKeysWith: max)
  }
}
