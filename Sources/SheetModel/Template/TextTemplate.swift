/// Text with tokens in braces, such as `{index:3} {name}`, filled in for each picture or page.
///
/// `\n` is a line feed, `\t` a tab and `\\` a backslash; `{{` and `}}` are braces. `{taken|no
/// date}` gives the text after the bar if the fact is missing. `{iso+ISO {iso}}` gives the text
/// after the plus sign if the fact is present. Either text may contain tokens itself.
///
/// A template is parsed once, and lists the facts that it needs, so that no others are read from
/// files.
package struct TextTemplate<Tokens: TemplateTokens>: Equatable, Sendable {
  /// The template as written.
  package let source: String
  /// The parsed template, independent of the kind of its tokens.
  package let body: TemplateBody
  /// The tokens that may take an ``Aggregate``.
  private let ofEach: [TemplateToken]

  /// Parses a template.
  ///
  /// - Parameters:
  ///   - source: The template.
  ///   - others: The tokens of other kinds that the template may contain; by default none.
  ///   - ofEach: The tokens that may take an ``Aggregate``; by default the tokens of the template's
  ///     kind.
  /// - Throws: ``TemplateError``, which gives the position and lists the tokens.
  package init(
    _ source: String, others: OtherTokens = .none, ofEach: [TemplateToken] = Tokens.ofEach
  ) throws(TemplateError) {
    self.ofEach = ofEach
    var parser = TemplateParser(source, Tokens.all, others, ofEach: ofEach)
    body = TemplateBody(pieces: try parser.parsed())
    self.source = source
  }

  /// The text, given the facts.
  ///
  /// The text has ``lineCount`` lines, so that labels line up: a line left empty by a missing value
  /// stays, and values contain no line feeds.
  ///
  /// - Parameter fact: Returns the fact for a key; nil if it is missing.
  /// - Returns: The text, which may be empty.
  package func text(from fact: (FactKey) -> Fact?) -> String { body.text(from: fact) }

  /// The text for these facts, without the lines whose tokens are all empty.
  ///
  /// A token whose fact is missing is not empty if it has text after a bar. The text keeps the line
  /// breaks of facts with ``Fact/keepsLines``.
  package func statedLines(from fact: (FactKey) -> Fact?) -> String {
    statedLines(emphasizing: { _ in false }, from: fact).text
  }

  /// The text of ``statedLines(from:)``, and the ranges, in Unicode scalars, of the values of tokens
  /// whose keys meet a condition.
  package func statedLines(
    emphasizing isEmphasized: (FactKey) -> Bool, from fact: (FactKey) -> Fact?
  ) -> (text: String, emphasis: [Range<Int>]) {
    body.statedLines(emphasizing: isEmphasized, from: fact)
  }

  /// The number of lines in every text of this template, at least 1.
  package var lineCount: Int { body.lineCount }

  /// The keys of all tokens in order, including duplicates.
  package var keys: [FactKey] { body.fields.map(\.key) }

  /// Checks the tokens that are of other kinds.
  ///
  /// - Parameters:
  ///   - names: Other names that are allowed; messages list them first.
  ///   - unknown: Tokens of the template's own kind whose facts are not known when it is filled in.
  /// - Throws: ``TemplateError`` for the first token with another name, or with an unknown fact.
  package func checkTokens(
    names: [String], without unknown: Set<String> = []
  ) throws(TemplateError) {
    let own = Tokens.all.filter { !unknown.contains($0.name) }
    // There may be a million columns, so they are made into tokens only if the template's own
    // tokens are not enough.
    let isOnlyOwn = body.fields.allSatisfy { field in
      own.contains { $0.name == field.key.name && $0.parameter != .optionalKeyword }
    }
    let others = isOnlyOwn ? [] : names.map { TemplateToken($0, .digits) }
    let tokens = own + others
    let known = Set(tokens.map(\.name))
    let ambiguous = Set(Tokens.all.filter { $0.parameter == .optionalKeyword }.map(\.name))
      .subtracting(names)
    let ofEach = ofEach.isEmpty ? [] : ofEach + names.map { TemplateToken($0, .digits) }
    func check(_ isWrong: (FactKey) -> TemplateError.Fault?) throws(TemplateError) {
      for field in body.fields {
        guard let fault = isWrong(field.key) else { continue }
        throw TemplateError(
          fault: fault, position: source.unicodeScalars.prefix(field.offset).position,
          knownTokens: (others + own).map(\.form))
      }
    }
    try check { ambiguous.contains($0.name) && $0.parameter.isEmpty ? .noKeyword($0.name) : nil }
    try check { key in
      if key.aggregate != nil, ofEach.contains(where: { $0.name == key.name }) { return nil }
      if key.aggregate == nil, known.contains(key.name) { return nil }
      return unknown.contains(key.name)
        ? .laterToken(key.name) : .unknown("\(key)", among: tokens, ofEach: ofEach)
    }
  }
}

extension TextTemplate: CustomStringConvertible {
  /// The template as written.
  package var description: String { source }
}

/// The tokens of one kind of template.
package protocol TemplateTokens: Sendable {
  /// All tokens, in the order in which messages list them.
  static var all: [TemplateToken] { get }
  /// The tokens of single pictures that may take an ``Aggregate`` in text about several pictures;
  /// empty for other text.
  static var ofEach: [TemplateToken] { get }
}

extension TemplateTokens {
  /// By default, none.
  package static var ofEach: [TemplateToken] { [] }
}

/// A token of templates.
package struct TemplateToken: Equatable, Sendable {
  /// What may follow the name of a token after a colon.
  package enum Parameter: Equatable, Sendable {
    /// Nothing, or `words`, which may also follow digits and numbers: `{name}`, `{name:words}`.
    case none
    /// The minimum number of digits, from 1 to 9, a ``CountingLetters``, or nothing: `{index:3}`.
    case digits
    /// A keyword that selects one of several facts, as in `{text:Title}`; required.
    case keyword
    /// An optional keyword: the name alone may be a fact as well, such as a column of the table.
    case optionalKeyword
    /// A ``TimeFormat``, or nothing: `{taken:%d %B %Y}`.
    case time
    /// A number format, or nothing: `{size:.1f}`.
    case number
  }

  package let name: String
  /// The parameter that the token may have.
  package let parameter: Parameter
  /// Whether the token was introduced after columns and parts of file names could already use its
  /// name.
  ///
  /// A column or part of the same name takes precedence over it.
  package let isRecent: Bool

  package init(_ name: String, _ parameter: Parameter = .none, isRecent: Bool = false) {
    self.name = name
    self.parameter = parameter
    self.isRecent = isRecent
  }

  /// The token as written in a template.
  var form: String {
    switch parameter {
    case .keyword, .optionalKeyword: "{\(name):KEYWORD}"
    case .none, .digits, .time, .number: "{\(name)}"
    }
  }
}

/// Which tokens a template may have apart from those of its own kind.
package enum OtherTokens: Sendable {
  /// None: an unknown token causes an error.
  case none
  /// Any word; `checkTokens` checks the words once the columns are known.
  case any
}
