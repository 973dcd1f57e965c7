/// A text with tokens in braces, such as `{index:3} {name}`, that is filled in for each
/// picture or page.
///
/// `\n` is a line feed, `\t` a tab and `\\` a backslash; `{{` and `}}` are braces. A template
/// is parsed once, and says which facts it needs, so that files are read only for tokens that it
/// has.
public struct TextTemplate<Token: TemplateToken>: Equatable, Sendable {
  /// The template as it was written.
  public let source: String
  private let pieces: [TemplatePiece<Token>]

  /// Parses a template.
  ///
  /// - Throws: ``TemplateError``, which names the position and lists the tokens.
  public init(_ source: String) throws(TemplateError) {
    var parser = TemplateParser<Token>(source)
    pieces = try parser.parsed()
    self.source = source
  }

  /// The text for these facts.
  ///
  /// It always has ``lineCount`` lines, so that labels line up: values hold no line feeds, and a
  /// line that a missing value leaves empty stays.
  public func text(from facts: Token.Facts) -> String {
    var text = ""
    for piece in pieces {
      switch piece {
      case .literal(let literal): text += literal
      case .field(let field): text += field.text(from: facts)
      }
    }
    return text
  }

  /// The number of lines of every text of this template, at least 1.
  public var lineCount: Int {
    pieces.reduce(1) { count, piece in
      guard case .literal(let text) = piece else { return count }
      return count + text.utf8.count { $0 == UInt8(ascii: "\n") }
    }
  }

  /// Whether the template has this token.
  public func uses(_ token: Token) -> Bool {
    fields.contains { $0.token == token }
  }

  /// The template's tokens with their parameters, in order.
  var fields: [TemplateField<Token>] {
    pieces.compactMap { piece in
      guard case .field(let field) = piece else { return nil }
      return field
    }
  }
}

extension TextTemplate: CustomStringConvertible {
  /// The template as it was written.
  public var description: String { source }
}

/// A part of a template.
enum TemplatePiece<Token: TemplateToken>: Equatable, Sendable {
  /// Text that is the same for all pictures or pages.
  case literal(String)
  /// A token that is filled in.
  case field(TemplateField<Token>)
}

/// A token and its parameter.
struct TemplateField<Token: TemplateToken>: Equatable, Sendable {
  let token: Token
  /// The keyword of a token that takes one, and empty otherwise.
  var keyword = ""
  /// The minimum number of digits; shorter numbers get leading zeros.
  var minimumDigits = 1

  /// The value of the token in one line; empty where it is missing.
  func text(from facts: Token.Facts) -> String {
    let text = token.value(in: facts, keyword: keyword)?.oneLine ?? ""
    guard !text.isEmpty else { return text }
    return String(repeating: "0", count: max(0, minimumDigits - text.utf8.count)) + text
  }
}

/// The tokens of one kind of template; raw values are their names.
public protocol TemplateToken: CaseIterable, Hashable, RawRepresentable, Sendable
where RawValue == String {
  /// What the tokens are filled in from.
  associatedtype Facts

  /// What may follow the name after a colon.
  var parameter: TokenParameter { get }

  /// The token's value as text; nil where the facts lack it.
  ///
  /// - Parameters:
  ///   - facts: What is known of the picture or page.
  ///   - keyword: The parameter of a token that takes a keyword.
  /// - Returns: Any text; the template turns it into one line.
  func value(in facts: Facts, keyword: String) -> String?
}

/// What may follow a token's name after a colon.
public enum TokenParameter: Sendable {
  /// Nothing: `{name}`.
  case none
  /// The minimum number of digits, from 1 to 9, or nothing: `{index:3}`.
  case digits
  /// The required keyword of a PNG text: `{text:Title}`.
  case keyword
}

extension TemplateToken {
  /// All tokens as they are written, in the order of their declaration.
  static var forms: [String] {
    allCases.map { $0.parameter == .keyword ? "{\($0.rawValue):KEYWORD}" : "{\($0.rawValue)}" }
  }
}
