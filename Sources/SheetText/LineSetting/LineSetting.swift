/// Characters that stand in one line.
struct TextLine: Equatable, Sendable {
  /// The characters from left to right.
  var characters: [Character] = []
  /// The sum of their advances, in pixels.
  var width = 0

  /// The column where the line starts in a box of `boxWidth` pixels.
  func start(in boxWidth: Int, _ alignment: TextAlignment) -> Int {
    switch alignment {
    case .left: 0
    case .center: (boxWidth - width) / 2
    case .right: boxWidth - width
    }
  }
}

/// Breaks a text into lines that are not wider than a box, by shortening or by wrapping.
///
/// Each line feed of the text starts a new line. Works on characters as people see them, never
/// on parts of one. Takes time in proportion to the length of the text.
struct LineSetting {
  /// The width of the box, in pixels.
  let width: Int
  /// The most lines there may be; what comes after them is left out.
  let maximumLines: Int
  /// What is done about lines that are too wide.
  let overflow: TextOverflow
  /// How many pixels wide a character is; not negative.
  let advance: (Character) -> Int

  /// The characters that a line may get which are not in the text.
  static let ellipsisCharacters: [Character] = ["…", "."]

  /// The lines of a text; those that are empty are in the list too.
  func lines(of text: String) -> [TextLine] {
    var lines: [TextLine] = []
    let paragraphs = text.split(
      maxSplits: max(0, maximumLines), omittingEmptySubsequences: false,
      // A carriage return and a line feed are one character.
      whereSeparator: { $0 == "\n" || $0 == "\r\n" })
    for paragraph in paragraphs where lines.count < maximumLines {
      let characters = Array(paragraph)[...]
      switch overflow {
      case .middle: lines.append(keepingEnds(of: characters))
      case .end: lines.append(keepingStart(of: characters))
      case .wrap: lines += wrapped(characters, maximumLines: maximumLines - lines.count)
      }
    }
    return lines
  }

  /// The characters as a line, however wide.
  func line(_ characters: some Sequence<Character>) -> TextLine {
    characters.reduce(into: TextLine()) { line, character in
      line.characters.append(character)
      line.width += advance(character)
    }
  }
}
