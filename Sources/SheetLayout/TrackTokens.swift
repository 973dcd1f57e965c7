/// The words, numbers and signs of a list of tracks, without the spaces between them.
struct TrackTokens {
  private let tokens: [Token]
  private var next = 0

  private struct Token {
    var text: String
    /// The place of the first character, counted from one.
    var position: Int
  }

  /// Divides a text: words are letters and inner hyphens, numbers digits and points, and
  /// anything else stands alone.
  init(_ text: String) {
    let characters = Array(text)
    var tokens: [Token] = []
    var index = 0
    while index < characters.count {
      let start = index
      let first = characters[index]
      index += 1
      guard !first.isWhitespace else { continue }
      if first.isLetter {
        while index < characters.count, characters[index].isLetter || characters[index] == "-" {
          index += 1
        }
      } else if first.isPartOfNumber {
        while index < characters.count, characters[index].isPartOfNumber { index += 1 }
      }
      tokens.append(Token(text: String(characters[start..<index]), position: start + 1))
    }
    tokens.append(Token(text: "", position: characters.count + 1))
    self.tokens = tokens
  }

  /// Whether nothing is left.
  var isAtEnd: Bool { next == tokens.count - 1 }

  /// Whether the next token is this one.
  func isAt(_ text: String) -> Bool {
    tokens[next].text == text
  }

  /// Takes the next token if it is this one.
  mutating func skip(_ text: String) -> Bool {
    guard isAt(text) else { return false }
    next += 1
    return true
  }

  /// Takes the next token if it is a number.
  mutating func number() -> Double? {
    let text = tokens[next].text
    guard text.first?.isPartOfNumber == true, let number = Double(text), number.isFinite else {
      return nil
    }
    next += 1
    return number
  }

  /// The error of a next token that does not belong.
  func unexpected(_ expected: String) -> LayoutError {
    let found = isAtEnd ? "the end" : "'\(tokens[next].text)'"
    return .trackSyntax(position: tokens[next].position, expected: expected, found: found)
  }
}

extension Character {
  fileprivate var isPartOfNumber: Bool {
    ("0"..."9").contains(self) || self == "."
  }
}
