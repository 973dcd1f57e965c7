/// What one character, or a run of them, is compared with.
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

  /// The set after a `[`, and the index after its `]`; nil where it is not closed.
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
      // As in a shell, a range that runs backwards holds nothing.
      if low <= high { ranges.append(low...high) }
    }
    return nil
  }
}
