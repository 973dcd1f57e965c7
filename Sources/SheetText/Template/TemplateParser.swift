/// Divides a template into literal text and tokens.
///
/// It goes by Unicode scalars: a brace followed by a combining mark is one character to a
/// `String`, but still a brace.
struct TemplateParser<Token: TemplateToken> {
  private let scalars: [Unicode.Scalar]
  private var next = 0
  private var pieces: [TemplatePiece<Token>] = []
  private var literal = String.UnicodeScalarView()

  init(_ source: String) {
    scalars = Array(source.unicodeScalars)
  }

  /// Everything up to the end, without empty literals.
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

  /// Takes a backslash and what follows it.
  private mutating func escaped() throws(TemplateError) -> Unicode.Scalar {
    let follower = next + 1 < scalars.count ? scalars[next + 1] : nil
    guard let meaning = TextEscape.meaning(of: follower) else {
      throw error(.unknownEscape(follower.map { String($0) } ?? ""), at: next)
    }
    next += 2
    return meaning
  }

  /// Takes a token with its braces.
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
      return TemplateField(token: token, digits: digits)
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
  /// The number of characters that people count in these scalars.
  fileprivate var characterCount: Int { String(String.UnicodeScalarView(self)).count }
}
