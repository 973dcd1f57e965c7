/// A Unicode scalar, or a byte that is no part of one, as a number.
typealias Character32 = UInt32

extension Character32 {
  /// The characters of a name; bytes that are not UTF-8 lie above all scalars.
  static func characters(of bytes: ArraySlice<UInt8>) -> [Character32] {
    var characters: [Character32] = []
    var position = bytes.startIndex
    var remaining = bytes.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    while true {
      switch parser.parseScalar(from: &remaining) {
      case .valid(let encoded):
        characters.append(Unicode.UTF8.decode(encoded).value)
        position += encoded.count
      case .error(let length):
        characters += bytes[position..<position + length].map { 0x11_0000 + UInt32($0) }
        position += length
      case .emptyInput: return characters
      }
    }
  }

  init(_ scalar: Unicode.Scalar) { self = scalar.value }
}

/// What one character, or a run of them, is compared with.
enum Token: Equatable, Sendable {
  case character(Character32)
  case anyCharacter
  case anyText
  case set([ClosedRange<Character32>], isNegated: Bool)

  func matches(_ character: Character32) -> Bool {
    switch self {
    case .character(let own): own == character
    case .anyCharacter, .anyText: true
    case .set(let ranges, let isNegated):
      ranges.contains { $0.contains(character) } != isNegated
    }
  }

  /// The tokens of one component of a pattern.
  static func tokens(of pattern: [Character32]) -> [Token] {
    var tokens: [Token] = []
    var rest = pattern[...]
    while let first = rest.popFirst() {
      switch first {
      case Character32("*"): tokens.append(.anyText)
      case Character32("?"): tokens.append(.anyCharacter)
      case Character32("\\"): tokens.append(.character(rest.popFirst() ?? first))
      case Character32("["):
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

  /// The set after a `[`, and the index after its `]`; nil where it is not closed.
  private static func set(at start: ArraySlice<Character32>) -> (Token, end: Int)? {
    var rest = start
    let isNegated = rest.first == Character32("!") || rest.first == Character32("^")
    if isNegated { rest.removeFirst() }

    var ranges: [ClosedRange<Character32>] = []
    var isFirst = true
    while let first = rest.popFirst() {
      if first == Character32("]"), !isFirst {
        return (.set(ranges, isNegated: isNegated), rest.startIndex)
      }
      isFirst = false
      guard let low = first == Character32("\\") ? rest.popFirst() : first else { return nil }
      var high = low
      if rest.first == Character32("-"), let end = rest.dropFirst().first, end != Character32("]") {
        rest.removeFirst(2)
        guard let last = end == Character32("\\") ? rest.popFirst() : end else { return nil }
        high = last
      }
      // As in a shell, a range that runs backwards holds nothing.
      if low <= high { ranges.append(low...high) }
    }
    return nil
  }
}
