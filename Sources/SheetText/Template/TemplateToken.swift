/// The tokens of one kind of template.
///
/// Raw values are their names.
public protocol TemplateToken: CaseIterable, Hashable, RawRepresentable, Sendable
where RawValue == String {
  /// What the tokens are filled in from.
  associatedtype Facts

  /// What may follow the name after a colon.
  var parameter: TokenParameter { get }

  /// The token's value as text; nil where the facts do not have it.
  ///
  /// - Parameters:
  ///   - facts: What is known.
  ///   - keyword: What follows the name of a token that takes a keyword.
  /// - Returns: Text of any content; the template makes one line of it.
  func value(in facts: Facts, keyword: String) -> String?
}

/// What may follow a token's name after a colon.
public enum TokenParameter: Sendable {
  /// Nothing: `{name}`.
  case none
  /// The least number of digits, from 1 to 9, or nothing: `{index:3}`.
  case digits
  /// The keyword of a PNG text, which must be there: `{text:Title}`.
  case keyword
}

extension TemplateToken {
  /// All tokens as they are written, in the order of their declaration.
  static var forms: [String] {
    allCases.map { $0.parameter == .keyword ? "{\($0.rawValue):KEYWORD}" : "{\($0.rawValue)}" }
  }
}
