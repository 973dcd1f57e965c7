/// Divides a template into literal text and tokens.
///
/// It reads Unicode scalars: to a `String`, a brace followed by a combining mark is one character
/// that is no brace.
struct TemplateParser<Token: TemplateToken> {
  private let scalars: [Unicode.Scalar]
  private var next = 0
  private var pieces: [TemplatePiece<Token>] = []
  private var literal = String.UnicodeScalarView()

  init(_ source: String) {
    scalars = Array(source.unicodeScalars)
  }

  /// The whole template, without empty literals.
  mutating func parsed() throws(TemplateError) -> [TemplatePiece<Token>] {
    while next < scalars.count {
      switch scalars[next] {
      case "\\": literal.append(try escaped())
      case "{" where isDoubled, "}" where isDoubled:
        literal.append(scalars[next])
        next += 2
      case "{":
        let field = try field()
        endLiteral()
        pieces.append(.field(field))
      case "}": throw error(.strayBrace, at: next)
      default:
        literal.append(scalars[next])
        next += 1
      }
    }
    endLiteral()
    return pieces
  }

  private var isDoubled: Bool {
    next + 1 < scalars.count && scalars[next + 1] == scalars[next]
  }

  private mutating func endLiteral() {
    guard !literal.isEmpty else { return }
    pieces.append(.literal(String(literal)))
    literal = String.UnicodeScalarView()
  }

  /// Consumes a backslash and the character after it.
  private mutating func escaped() throws(TemplateError) -> Unicode.Scalar {
    let follower = next + 1 < scalars.count ? scalars[next + 1] : nil
    guard let meaning = escapeMeaning(of: follower) else {
      throw error(.unknownEscape(follower.map { String($0) } ?? ""), at: next)
    }
    next += 2
    return meaning
  }

  /// Consumes a token with its braces.
  private mutating func field() throws(TemplateError) -> TemplateField<Token> {
    let opening = next
    guard let end = scalars[(opening + 1)...].firstIndex(where: { $0 == "}" || $0 == "{" }),
      scalars[end] == "}"
    else { throw error(.unclosedBrace, at: opening) }
    next = end + 1

    let parts = scalars[(opening + 1)..<end]
      .split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      .map { String(String.UnicodeScalarView($0)) }
    let name = parts[0]
    guard let token = Token(rawValue: name) else {
      let nearest = Token.allCases.map(\.rawValue).nearest(to: name)
      throw error(.unknownToken(name, nearest: nearest), at: opening)
    }
    let parameter = parts.count == 2 ? parts[1] : nil
    switch (token.parameter, parameter) {
    case (.none, nil), (.digits, nil):
      return TemplateField(token: token)
    case (.none, _?):
      throw error(.needlessParameter(name), at: opening)
    case (.digits, let digits?):
      guard digits.utf8.count == 1, let digits = Int(digits), digits > 0 else {
        throw error(.notDigits(name, digits), at: opening)
      }
      return TemplateField(token: token, minimumDigits: digits)
    case (.keyword, let keyword?) where !keyword.isEmpty:
      return TemplateField(token: token, keyword: keyword)
    case (.keyword, _):
      throw error(.noKeyword(name), at: opening)
    }
  }

  private func error(_ fault: TemplateError.Fault, at index: Int) -> TemplateError {
    TemplateError(
      fault, position: scalars[..<index].characterCount + 1, knownTokens: Token.forms)
  }
}

extension ArraySlice<Unicode.Scalar> {
  /// The number of characters as people count them.
  fileprivate var characterCount: Int { String(String.UnicodeScalarView(self)).count }
}

extension String {
  /// Replaces the escapes of a text without tokens: `\n` by a line feed, `\t` by a tab and `\\`
  /// by a backslash.
  ///
  /// - Throws: ``TemplateError`` for a backslash before anything else.
  package init(unescaping source: String) throws(TemplateError) {
    var text = String.UnicodeScalarView()
    let scalars = source.unicodeScalars
    var rest = scalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        text.append(scalar)
        continue
      }
      let backslash = scalars.index(before: rest.startIndex)
      let follower = rest.popFirst()
      guard let meaning = escapeMeaning(of: follower) else {
        throw TemplateError(
          .unknownEscape(follower.map { String($0) } ?? ""),
          position: String(scalars[..<backslash]).count + 1, knownTokens: [])
      }
      text.append(meaning)
    }
    self = String(text)
  }
}

/// What a backslash and the scalar after it stand for; nil where they have no meaning.
private func escapeMeaning(of follower: Unicode.Scalar?) -> Unicode.Scalar? {
  switch follower {
  case "n": "\n"
  case "t": "\t"
  case "\\": "\\"
  default: nil
  }
}
