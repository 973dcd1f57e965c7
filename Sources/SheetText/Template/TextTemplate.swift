/// A text with tokens in braces, such as `{index:3} {name}`, that is filled in for each picture or
/// page.
///
/// `\n` is a line feed, `\t` a tab and `\\` a backslash; `{{` and `}}` are braces.
/// `{taken|no date}` gives what follows the bar, which may have tokens itself, where a fact is
/// missing, and `{iso+ISO {iso}}` what follows the plus sign where it is there. A template is parsed once, and says which facts it needs, so that files are read only
/// for tokens that it has.
public struct TextTemplate<Tokens: TemplateTokens>: Equatable, Sendable {
  /// The template as it was written.
  public let source: String
  /// What it says, whatever its tokens are.
  package let body: TemplateBody

  /// Parses a template.
  ///
  /// - Parameters:
  ///   - source: The template.
  ///   - others: Whether it may have tokens beside those of its kind; the default is none.
  /// - Throws: ``TemplateError``, which names the position and lists the tokens.
  public init(_ source: String, others: OtherTokens = .none) throws(TemplateError) {
    var parser = TemplateParser(source, Tokens.all, others, ofEach: Tokens.ofEach)
    body = TemplateBody(pieces: try parser.parsed())
    self.source = source
  }

  /// The text for these facts.
  ///
  /// It always has ``lineCount`` lines, so that labels line up: values hold no line feeds, and a
  /// line that a missing value leaves empty stays.
  ///
  /// - Parameter fact: The fact of a key; nil where it is missing.
  /// - Returns: The text, which may be empty.
  public func text(from fact: (FactKey) -> Fact?) -> String { body.text(from: fact) }

  /// The number of lines of every text of this template, at least 1.
  public var lineCount: Int { body.lineCount }

  /// What the template asks for, in order; what is asked for twice is there twice.
  public var keys: [FactKey] { body.fields.map(\.key) }

  /// Checks the tokens that are not of its kind.
  ///
  /// - Parameters:
  ///   - names: Further names.
  ///   - unknown: Tokens of its kind whose facts are not known when it is filled in.
  /// - Throws: ``TemplateError`` for the first that is none of them, or not known.
  package func checkTokens(
    besides names: [String], without unknown: Set<String> = []
  ) throws(TemplateError) {
    let own = Tokens.all.filter { !unknown.contains($0.name) }
    // Of columns there may be a million.
    let isOnlyOwn = body.fields.allSatisfy { field in
      own.contains { $0.name == field.key.name && $0.parameter != .optionalKeyword }
    }
    let tokens = own + (isOnlyOwn ? [] : names.map { TemplateToken($0, .digits) })
    let known = Set(tokens.map(\.name))
    let ambiguous = Set(Tokens.all.filter { $0.parameter == .optionalKeyword }.map(\.name))
      .subtracting(names)
    let ofEach =
      Tokens.ofEach.isEmpty ? [] : Tokens.ofEach + names.map { TemplateToken($0, .digits) }
    func check(_ isWrong: (FactKey) -> TemplateError.Fault?) throws(TemplateError) {
      for field in body.fields {
        guard let fault = isWrong(field.key) else { continue }
        throw TemplateError(
          fault: fault, position: source.unicodeScalars.prefix(field.offset).position,
          knownTokens: tokens.map(\.form))
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
  /// The template as it was written.
  public var description: String { source }
}

/// The tokens of one kind of template.
public protocol TemplateTokens: Sendable {
  /// All of them, in the order in which messages list them.
  static var all: [TemplateToken] { get }
  /// Those of single pictures, of which a text about several takes the ``Aggregate``; none for others.
  static var ofEach: [TemplateToken] { get }
}

extension TemplateTokens {
  /// None.
  public static var ofEach: [TemplateToken] { [] }
}

/// A token of templates.
public struct TemplateToken: Equatable, Sendable {
  /// What may follow a token's name after a colon.
  public enum Parameter: Equatable, Sendable {
    /// Nothing: `{name}`.
    case none
    /// The minimum number of digits, from 1 to 9, or nothing: `{index:3}`.
    case digits
    /// Which of several facts, as in `{text:Title}`; it must be there.
    case keyword
    /// The same, but the name alone may be a fact as well, as that of a table's column.
    case optionalKeyword
    /// A ``TimeFormat``, or nothing: `{taken:%d %B %Y}`.
    case time
    /// How a number with a unit is written, or nothing: `{size:.1f}`.
    case number
  }

  /// The name.
  public let name: String
  /// What may follow it.
  public let parameter: Parameter
  /// Whether it came after columns and parts of names could have any other name: one of these counts
  /// before it.
  public let isRecent: Bool

  /// Creates a token.
  public init(_ name: String, _ parameter: Parameter = .none, isRecent: Bool = false) {
    self.name = name
    self.parameter = parameter
    self.isRecent = isRecent
  }

  /// The token as it is written.
  var form: String {
    switch parameter {
    case .keyword, .optionalKeyword: "{\(name):KEYWORD}"
    case .none, .digits, .time, .number: "{\(name)}"
    }
  }
}

/// Which tokens a template may have beside those of its kind.
public enum OtherTokens: Sendable {
  /// None: what is unknown is an error.
  case none
  /// Any word; `checkTokens` checks them once columns are known.
  case any
}
