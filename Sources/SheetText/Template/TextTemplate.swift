/// A text with tokens in braces, such as `{index:3} {name}`, that is filled in for each
/// picture or page.
///
/// `\n` is a line feed, `\t` a tab and `\\` a backslash; `{{` and `}}` are braces. All else
/// is what it is. A template is parsed once, and says which facts it needs, so that nothing is
/// read from a file for a token that is not there.
public struct TextTemplate<Token: TemplateToken>: Equatable, Sendable {
  /// The template as it was written.
  public let source: String
  private let pieces: [TemplatePiece<Token>]

  /// Parses a template.
  ///
  /// - Throws: ``TemplateError``, which names the place and lists the tokens.
  public init(_ source: String) throws(TemplateError) {
    var parser = TemplateParser<Token>(source)
    pieces = try parser.parsed()
    self.source = source
  }

  /// The text for these facts.
  ///
  /// It has as many lines for all facts: a value never brings a line feed along, and a line
  /// stays where a missing value leaves it empty, so that labels side by side line up.
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

  /// The template's tokens with what is said of them, in order.
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

/// A token and what follows its name after a colon.
struct TemplateField<Token: TemplateToken>: Equatable, Sendable {
  let token: Token
  /// The keyword after a token that takes one, and empty otherwise.
  var keyword = ""
  /// The digits that a number has at least; smaller numbers start with zeros.
  var digits = 1

  /// The value of the token in one line; empty where it is missing.
  func text(from facts: Token.Facts) -> String {
    let text = token.value(in: facts, keyword: keyword)?.oneLine ?? ""
    guard !text.isEmpty else { return text }
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
