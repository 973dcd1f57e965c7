/// Divides a template into literal text and tokens.
///
/// It reads Unicode scalars: to a `String`, a brace followed by a combining mark is one character
/// that is no brace.
struct TemplateParser {
  /// How many bars may stand in each other's texts: more than anybody writes, and too few to exhaust
  /// the stack.
  private static let maximumDepth = 8

  private let scalars: [Unicode.Scalar]
  private let tokens: [TemplateToken]
  private let others: OtherTokens
  private var next = 0
  private var depth = 0

  init(_ source: String, _ tokens: [TemplateToken], _ others: OtherTokens) {
    scalars = Array(source.unicodeScalars)
    self.tokens = tokens
    self.others = others
  }

  /// The whole template, without empty literals.
  mutating func parsed() throws(TemplateError) -> [TemplatePiece] {
    var pieces: [TemplatePiece] = []
    var literal = String.UnicodeScalarView()
    func endLiteral() {
      guard !literal.isEmpty else { return }
      pieces.append(.literal(String(literal)))
      literal = String.UnicodeScalarView()
    }
    while next < scalars.count {
      switch scalars[next] {
      case "\\": literal.append(try escaped())
      case "{" where isDoubled:
        literal.append("{")
        next += 2
      case "{":
        let field = try field()
        endLiteral()
        pieces.append(.field(field))
      // Behind a bar, the first brace closes the token.
      case "}" where depth > 0:
        endLiteral()
        return pieces
      case "}" where isDoubled:
        literal.append("}")
        next += 2
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
  private mutating func field() throws(TemplateError) -> TemplateField {
    let opening = next
    let marks: Set<Unicode.Scalar> = ["{", "}", "|"]
    guard let end = scalars[(opening + 1)...].firstIndex(where: marks.contains),
      scalars[end] != "{"
    else { throw error(.unclosedBrace, at: opening) }
    let parts = scalars[(opening + 1)..<end]
      .split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      .map { String(String.UnicodeScalarView($0)) }
    var field = try field(parts[0], parts.count == 2 ? parts[1] : nil, at: opening)
    next = end
    if scalars[end] == "|" {
      guard depth < Self.maximumDepth else { throw error(.tooDeep, at: opening) }
      depth += 1
      next += 1
      field.otherwise = TemplateBody(pieces: try parsed())
      depth -= 1
      guard next < scalars.count else { throw error(.unclosedBrace, at: opening) }
    }
    next += 1
    return field
  }

  /// The token of a name with what follows its colon.
  private func field(
    _ name: String, _ parameter: String?, at opening: Int
  ) throws(TemplateError) -> TemplateField {
    var token = tokens.first { $0.name == name }
    if token == nil, others == .any, name.isFactName { token = TemplateToken(name, .digits) }
    guard let token else {
      throw TemplateError(unknown: name, at: scalars[..<opening].position, tokens)
    }
    var field = TemplateField(key: FactKey(name), offset: opening)
    switch (token.parameter, parameter) {
    case (.keyword, let keyword?) where !keyword.isEmpty,
      (.optionalKeyword, let keyword?) where !keyword.isEmpty:
      return TemplateField(key: FactKey(name, keyword), offset: opening)
    case (.optionalKeyword, nil) where others == .any: return field
    case (.keyword, _), (.optionalKeyword, _): throw error(.noKeyword(name), at: opening)
    case (_, nil): return field
    case (.none, _?): throw error(.needlessParameter(name), at: opening)
    case (.digits, let digits?):
      guard digits.utf8.count == 1, let digits = Int(digits), digits > 0 else {
        throw error(.notDigits(name, digits), at: opening)
      }
      field.minimumDigits = digits
    case (.time, let format?):
      do { field.timeFormat = try TimeFormat(format) } catch {
        throw self.error(.notTimeFormat(name, "\(error)"), at: opening)
      }
    }
    return field
  }

  private func error(_ fault: TemplateError.Fault, at index: Int) -> TemplateError {
    TemplateError(fault, position: scalars[..<index].position, knownTokens: tokens.map(\.form))
  }
}

extension Sequence<Unicode.Scalar> {
  /// The position of what follows these scalars, in characters as people count them, from 1.
  var position: Int { String(String.UnicodeScalarView(self)).count + 1 }
}

extension String {
  /// Whether the text can be a name in braces: letters, digits, `_` and `-`.
  package var isFactName: Bool {
    !isEmpty
      && unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.numericType == .decimal || $0 == "_"
          || $0 == "-"
      }
  }

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
