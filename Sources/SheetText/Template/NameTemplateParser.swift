/// Divides a template of names into components and pieces.
///
/// It reads Unicode scalars: to a `String`, a brace or a slash followed by a combining mark is one
/// character that is neither.
struct NameTemplateParser {
  private let scalars: [Unicode.Scalar]
  private let reserved: Set<String>
  private var next = 0
  private var components: [NamePattern] = []
  private var pattern = NamePattern()
  private var literal: [Unicode.Scalar] = []
  /// The names that have been read.
  private(set) var names: [String] = []

  init(_ source: String, reserved: Set<String>) {
    scalars = Array(source.unicodeScalars)
    self.reserved = reserved
  }

  /// The whole template: at least one component.
  mutating func parsed() throws(NameTemplateError) -> [NamePattern] {
    while next < scalars.count {
      switch scalars[next] {
      case "\\": literal.append(try escaped())
      case "{" where isDoubled, "}" where isDoubled:
        literal.append(scalars[next])
        next += 2
      case "{":
        let piece = try field()
        endLiteral()
        pattern.pieces.append(piece)
      case "}": throw error(.strayBrace, at: next)
      case "*":
        endLiteral()
        // A second star says nothing more.
        if pattern.pieces.last != .anything { pattern.pieces.append(.anything) }
        next += 1
      case "/":
        try endComponent(at: next)
        next += 1
      default:
        literal.append(scalars[next])
        next += 1
      }
    }
    if components.isEmpty, names.isEmpty { throw error(.nothingNamed, at: 0) }
    try endComponent(at: max(0, scalars.count - 1))
    if names.isEmpty { throw error(.nothingNamed, at: 0) }
    return components
  }

  private var isDoubled: Bool {
    next + 1 < scalars.count && scalars[next + 1] == scalars[next]
  }

  private mutating func endLiteral() {
    guard !literal.isEmpty else { return }
    pattern.pieces.append(.literal(literal))
    literal = []
  }

  private mutating func endComponent(at index: Int) throws(NameTemplateError) {
    endLiteral()
    guard !pattern.pieces.isEmpty else { throw error(.emptyComponent, at: index) }
    components.append(pattern)
    pattern = NamePattern()
  }

  /// Consumes a backslash and the character after it.
  private mutating func escaped() throws(NameTemplateError) -> Unicode.Scalar {
    let follower = next + 1 < scalars.count ? scalars[next + 1] : nil
    guard let follower, follower == "*" || follower == "\\" else {
      throw error(.unknownEscape(follower.map { String($0) } ?? ""), at: next)
    }
    next += 2
    return follower
  }

  /// Consumes a name with its braces.
  private mutating func field() throws(NameTemplateError) -> NamePattern.Piece {
    let opening = next
    guard let end = scalars[(opening + 1)...].firstIndex(where: { $0 == "}" || $0 == "{" }),
      scalars[end] == "}"
    else { throw error(.unclosedBrace, at: opening) }
    next = end + 1
    let parts = scalars[(opening + 1)..<end]
      .split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(String.UnicodeScalarView(parts[0]))
    guard !name.isEmpty else { throw error(.noName, at: opening) }
    guard name.isFactName else { throw error(.notWord(name), at: opening) }
    guard !reserved.contains(name) else { throw error(.taken(name), at: opening) }
    guard !names.contains(name) else { throw error(.repeated(name), at: opening) }
    names.append(name)
    guard parts.count == 2 else { return .name(name) }
    guard parts[1].count == 1, let digit = parts[1].first, "1"..."9" ~= digit else {
      throw error(.notDigits(name, String(String.UnicodeScalarView(parts[1]))), at: opening)
    }
    return .digits(name, minimum: Int(digit.value - 0x30))
  }

  private func error(_ fault: NameTemplateError.Fault, at index: Int) -> NameTemplateError {
    NameTemplateError(fault, position: scalars[..<index].position)
  }
}
