/// A shell pattern that must match the whole text.
///
/// `*` matches any characters, and `?` matches one. `[a-z]` matches one character of a set, and
/// `[!a-z]` matches one that is not in the set. A backslash escapes the next character. A `[`
/// without a `]` matches itself.
package struct GlobPattern: Equatable, Sendable {
  private let tokens: [GlobToken]

  /// A pattern in UTF-8, in which invalid bytes match themselves.
  package init(_ bytes: ArraySlice<UInt8>) {
    tokens = GlobToken.tokens(of: GlobCharacter.characters(of: bytes))
  }

  /// The only text that the pattern matches; nil if the pattern has wildcards.
  package var literal: String? {
    var text = ""
    for token in tokens {
      guard case .character(let character) = token, let scalar = character.scalar else {
        return nil
      }
      text.unicodeScalars.append(scalar)
    }
    return text
  }

  /// Whether the pattern matches the whole text.
  ///
  /// - Complexity: O(pattern · text)
  package func matches(_ text: GlobText) -> Bool {
    wildcardMatch(tokens[...], text.characters[...], isStar: { $0 == .anyText }) {
      token, character in token.matches(character)
    }
  }
}

/// A string to match, as Unicode scalars and single bytes that are not valid UTF-8.
package struct GlobText: Sendable {
  fileprivate let characters: [GlobCharacter]

  package init(_ bytes: ArraySlice<UInt8>) { characters = GlobCharacter.characters(of: bytes) }
}

/// Whether `elements` match a pattern in which a star matches any number of elements.
///
/// On a mismatch only the last star needs to be extended: extending an earlier one would only leave
/// fewer elements for the rest of the pattern.
///
/// - Complexity: O(pattern · elements)
package func wildcardMatch<Pattern, Element>(
  _ pattern: ArraySlice<Pattern>, _ elements: ArraySlice<Element>,
  isStar: (Pattern) -> Bool, matches: (Pattern, Element) -> Bool
) -> Bool {
  var (next, position) = (pattern.startIndex, elements.startIndex)
  var retry: (next: Int, position: Int)?
  while position < elements.endIndex {
    if next < pattern.endIndex, isStar(pattern[next]) {
      next += 1
      retry = (next, position)
    } else if next < pattern.endIndex, matches(pattern[next], elements[position]) {
      next += 1
      position += 1
    } else if let last = retry {
      next = last.next
      position = last.position + 1
      retry = (next, position)
    } else {
      return false
    }
  }
  return pattern[next...].allSatisfy(isStar)
}

/// A part of a pattern, which matches one character or, if it is a star, any number of characters.
enum GlobToken: Equatable, Sendable {
  case character(GlobCharacter)
  case anyCharacter
  case anyText
  case set([ClosedRange<GlobCharacter>], isNegated: Bool)

  func matches(_ character: GlobCharacter) -> Bool {
    switch self {
    case .character(let own): own == character
    case .anyCharacter, .anyText: true
    case .set(let ranges, let isNegated):
      ranges.contains { $0.contains(character) } != isNegated
    }
  }

  /// The tokens of one component of a pattern.
  static func tokens(of pattern: [GlobCharacter]) -> [GlobToken] {
    var tokens: [GlobToken] = []
    var rest = pattern[...]
    while let first = rest.popFirst() {
      switch first {
      case "*": tokens.append(.anyText)
      case "?": tokens.append(.anyCharacter)
      case "\\": tokens.append(.character(rest.popFirst() ?? first))
      case "[":
        if let (set, end) = set(at: rest) {
          tokens.append(set)
          rest = rest[end...]
        } else {
          tokens.append(.character(first))
        }
      default: tokens.append(.character(first))
      }
    }
    return tokens
  }

  /// The set after a `[`, and the index after its `]`; nil if there is no `]`.
  private static func set(at start: ArraySlice<GlobCharacter>) -> (GlobToken, end: Int)? {
    var rest = start
    let isNegated = rest.first == "!" || rest.first == "^"
    if isNegated { rest.removeFirst() }

    var ranges: [ClosedRange<GlobCharacter>] = []
    var isFirst = true
    while let first = rest.popFirst() {
      if first == "]", !isFirst {
        return (.set(ranges, isNegated: isNegated), rest.startIndex)
      }
      isFirst = false
      guard let low = first == "\\" ? rest.popFirst() : first else { return nil }
      var high = low
      if rest.first == "-", let end = rest.dropFirst().first, end != "]" {
        rest.removeFirst(2)
        guard let last = end == "\\" ? rest.popFirst() : end else { return nil }
        high = last
      }
      // As in a shell, a reversed range is empty.
      if low <= high { ranges.append(low...high) }
    }
    return nil
  }
}

/// A Unicode scalar, or a byte that is not part of one.
struct GlobCharacter: Comparable, ExpressibleByUnicodeScalarLiteral, Sendable {
  /// The value of the scalar; invalid bytes sort after all scalars.
  private let number: UInt32

  init(unicodeScalarLiteral scalar: Unicode.Scalar) {
    number = scalar.value
  }

  private init(invalid byte: UInt8) {
    number = 0x11_0000 + UInt32(byte)
  }

  /// The scalar; nil if it is an invalid byte.
  var scalar: Unicode.Scalar? { Unicode.Scalar(number) }
  /// The byte in hexadecimal digits.
  var byteDigits: String { String(number & 0xFF, radix: 16, uppercase: true) }

  static func < (first: GlobCharacter, second: GlobCharacter) -> Bool {
    first.number < second.number
  }

  /// The characters of a name.
  static func characters(of bytes: ArraySlice<UInt8>) -> [GlobCharacter] {
    var characters: [GlobCharacter] = []
    var position = bytes.startIndex
    var remaining = bytes.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    while true {
      switch parser.parseScalar(from: &remaining) {
      case .valid(let encoded):
        characters.append(GlobCharacter(unicodeScalarLiteral: Unicode.UTF8.decode(encoded)))
        position += encoded.count
      case .error(let length):
        characters += bytes[position..<position + length].map(GlobCharacter.init(invalid:))
        position += length
      case .emptyInput: return characters
      }
    }
  }
}
