/// Why a text is not a template of names.
///
/// Descriptions are fragments that follow a name and a colon:
/// `at character 1: the brace is not closed; write {{ for a brace that starts no name`.
public struct NameTemplateError: Error, Equatable, Sendable {
  /// What is wrong.
  public enum Fault: Equatable, Sendable {
    /// Braces without a name.
    case noName
    /// A name with a character that is no letter, digit, `_` or `-`.
    case notWord(String)
    /// A name for the second time.
    case repeated(String)
    /// A name that already means something else.
    case taken(String)
    /// What follows a name and a colon is no number of digits.
    case notDigits(String, String)
    /// An opening brace without a closing one.
    case unclosedBrace
    /// A closing brace without an opening one.
    case strayBrace
    /// A backslash before this character, or before the end, where it has no meaning.
    case unknownEscape(String)
    /// A slash with nothing before or behind it.
    case emptyComponent
    /// There is no name in the whole template.
    case nothingNamed
  }

  /// What is wrong.
  public let fault: Fault
  /// The position of the character at fault, from 1.
  public let position: Int

  init(_ fault: Fault, position: Int) {
    self.fault = fault
    self.position = position
  }
}

extension NameTemplateError: CustomStringConvertible {
  /// The position, what is wrong and what helps.
  public var description: String { "at character \(position): \(fault)" }
}

extension NameTemplateError.Fault: CustomStringConvertible {
  /// What is wrong and what helps, without the position.
  public var description: String {
    switch self {
    case .noName: "the braces hold no name; write {scene}, or * for what does not matter"
    case .notWord(let name):
      "'\(name.printable)' is no name; names have letters, digits, _ and -"
    case .repeated(let name): "{\(name)} is there twice"
    case .taken(let name): "{\(name)} has a meaning of its own; choose another name"
    case .notDigits(let name, let digits):
      "'\(digits.printable)' is not a number of digits from 1 to 9; write {\(name):3} for at least "
        + "three"
    case .unclosedBrace: "the brace is not closed; write {{ for a brace that starts no name"
    case .strayBrace: "the brace closes no name; write }} for a brace"
    case .unknownEscape(let follower):
      #"'\\#(follower.printable)' has no meaning; \* is a star and \\ a backslash"#
    case .emptyComponent: "a slash divides names of folders, and there is none on one side of it"
    case .nothingNamed: "it names nothing; write {scene} for what is to be called so"
    }
  }
}
