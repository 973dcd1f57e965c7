/// Splits a template into literal text and tokens.
struct TemplateParser {
  /// The maximum nesting of bars: deeper than any practical template, and too shallow to exhaust
  /// the stack.
  private static let maximumDepth = 8
  /// The format that separates the words of the text by blanks.
  private static let words = "words"

  private var scanner: TemplateScanner
  private let tokens: [TemplateToken]
  private let others: OtherTokens
  /// The tokens that support aggregates.
  private let ofEach: [TemplateToken]
  private var depth = 0

  init(
    _ source: String, _ tokens: [TemplateToken], _ others: OtherTokens, ofEach: [TemplateToken]
  ) {
    scanner = TemplateScanner(source, .ofTexts, knownTokens: tokens.map(\.form))
    (self.tokens, self.others, self.ofEach) = (tokens, others, ofEach)
  }

  /// Parses the whole template, or the text after a token's plus sign or bar, without empty
  /// literals.
  mutating func parsed(endsAtBar: Bool = false) throws(TemplateError) -> [TemplatePiece] {
    var pieces: [TemplatePiece] = []
    while true {
      // After a bar, the first brace closes the token.
      let literal = try scanner.literal(
        upTo: endsAtBar ? ["{", "}", "|"] : ["{", "}"], doubled: depth > 0 ? ["{"] : ["{", "}"])
      if !literal.isEmpty { pieces.append(.literal(String(String.UnicodeScalarView(literal)))) }
      if scanner.next == "{" {
        pieces.append(.field(try field()))
      } else if scanner.next == nil || depth > 0 {
        return pieces
      } else {
        throw scanner.error(.strayBrace)
      }
    }
  }

  /// Reads a token including its braces.
  private mutating func field() throws(TemplateError) -> TemplateField {
    let opening = scanner.offset
    let (name, parameter) = try scanner.name(upTo: ["}", "|", "+"])
    var field =
      if name == "column", let parameter {
        try column(parameter, at: opening)
      } else {
        try field(name, parameter, at: opening)
      }
    if scanner.next == "+" { field.then = try inner(of: opening, endsAtBar: true) }
    if scanner.next == "|" { field.otherwise = try inner(of: opening, endsAtBar: false) }
    scanner.skip()
    return field
  }

  /// Reads the text after a plus sign or a bar, up to the sign that ends it.
  private mutating func inner(
    of opening: Int, endsAtBar: Bool
  ) throws(TemplateError) -> TemplateBody {
    guard depth < Self.maximumDepth else { throw scanner.error(.tooDeep, at: opening) }
    depth += 1
    scanner.skip()
    let body = TemplateBody(pieces: try parsed(endsAtBar: endsAtBar))
    depth -= 1
    guard scanner.next != nil else { throw scanner.error(.unclosedBrace, at: opening) }
    return body
  }

  /// Creates the token for a name, with the format after its colon.
  private func field(
    _ name: String, _ parameter: String?, at opening: Int
  ) throws(TemplateError) -> TemplateField {
    let (token, aggregate) = try token(name, isFormatted: parameter != nil, at: opening)
    var field = TemplateField(key: FactKey(token.name, "", aggregate), offset: opening)
    switch (token.parameter, parameter) {
    case (.keyword, let keyword?) where !keyword.isEmpty,
      (.optionalKeyword, let keyword?) where !keyword.isEmpty:
      return TemplateField(key: FactKey(token.name, keyword, aggregate), offset: opening)
    case (.optionalKeyword, nil) where others == .any: return field
    case (.keyword, _), (.optionalKeyword, _): throw scanner.error(.noKeyword(name), at: opening)
    case (_, nil): return field
    case (.none, Self.words?), (.digits, Self.words?), (.number, Self.words?):
      field.separatesWords = true
    case (.digits, let text?), (.number, let text?):
      if let format = NumberFormat(text) {
        field.numberFormat = format
      } else if token.parameter == .digits, let letters = CountingLetters(rawValue: text) {
        field.letters = letters
      } else if token.parameter == .digits {
        do throws(TemplateError) {
          field.minimumDigits = try scanner.digits(text, of: name, at: opening)
        } catch {
          // An unknown name may be a misspelt time fact.
          let isKnown = (tokens + ofEach).contains { $0.name == token.name }
          let unknown = TemplateError.Fault.unknown(name, among: tokens, ofEach: ofEach)
          guard !isKnown, case .unknownToken(_, _?) = unknown else { throw error }
          throw scanner.error(unknown, at: opening)
        }
      } else {
        throw scanner.error(.notNumberFormat(name, text), at: opening)
      }
    case (.none, let text?): throw scanner.error(.notWords(name, text), at: opening)
    case (.time, let format?):
      do { field.timeFormat = try TimeFormat(format) } catch {
        throw scanner.error(.notTimeFormat(name, "\(error)"), at: opening)
      }
    }
    return field
  }

  /// Creates the token for a heading.
  ///
  /// The heading may be followed by an aggregate and a number format, as in `{column:best of
  /// run.mean:.2f}`, or by `:words`; and then by a plus sign and text.
  ///
  /// All of these may instead be the end of a heading, which is decided once the columns are known.
  private func column(_ text: String, at opening: Int) throws(TemplateError) -> TemplateField {
    var heading = text
    var format: NumberFormat?
    var (separatesWords, then): (Bool, TemplateBody?) = (false, nil)
    if let plus = text.dropFirst().firstIndex(of: "+") {
      var rest = TemplateScanner(String(text[plus...].dropFirst()), .ofTexts)
      if let literal = try? rest.literal() {
        then = TemplateBody(
          pieces: literal.isEmpty ? [] : [.literal(String(String.UnicodeScalarView(literal)))])
        heading = String(text[..<plus])
      }
    }
    if let colon = heading.lastIndex(of: ":"), colon > heading.startIndex {
      let ending = String(heading[colon...].dropFirst())
      format = NumberFormat(ending)
      separatesWords = ending == Self.words
      if format != nil || separatesWords { heading = String(heading[..<colon]) }
    }
    var name = "column"
    if !ofEach.isEmpty, let dot = heading.lastIndex(of: "."), dot > heading.startIndex,
      Aggregate(rawValue: String(heading[dot...].dropFirst())) != nil
    {
      name += heading[dot...]
      heading = String(heading[..<dot])
    }
    var field = try field(name, heading, at: opening)
    (field.numberFormat, field.separatesWords, field.then) = (format, separatesWords, then)
    let ending = String(text.dropFirst(heading.count))
    field.key = FactKey(field.key.name, heading, field.key.aggregate, ending: ending)
    return field
  }

  /// Finds the token for a name, and its aggregate over several pictures.
  private func token(
    _ name: String, isFormatted: Bool, at opening: Int
  ) throws(TemplateError) -> (TemplateToken, Aggregate?) {
    let parts = Aggregate.parts(of: name)
    if parts != nil, ofEach.isEmpty { throw scanner.error(.ofSeveral(name), at: opening) }
    let (base, aggregate) = (parts?.name ?? name, parts?.aggregate)
    var token = (parts == nil ? tokens : ofEach).first { $0.name == base }
    // A column takes precedence over a token introduced later, and may be formatted as a number.
    let isColumn = token?.isRecent != false && (token == nil || isFormatted)
    if isColumn, others == .any || parts != nil, base.isColumnName {
      token = TemplateToken(base, .digits)
    }
    switch (aggregate, token?.parameter) {
    case (let aggregate?, .time?) where aggregate.isCalculated:
      throw scanner.error(.unknownToken(name, nearest: "\(base).first"), at: opening)
    case (_?, TemplateToken.Parameter.none?): token = TemplateToken(base, .number)
    default: break
    }
    guard let token else {
      throw scanner.error(.unknown(name, among: tokens, ofEach: ofEach), at: opening)
    }
    return (token, aggregate)
  }
}
