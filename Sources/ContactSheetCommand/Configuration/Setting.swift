/// An option by its long name, with what a configuration or the command line says of it.
struct Setting: Equatable, Sendable {
  /// What is said of an option.
  enum Value: Equatable, Sendable {
    /// A flag is set, or taken back.
    case flag(Bool)
    /// An option has a value.
    case text(String)
    /// An option that may be repeated has these values, and no others.
    case list([String])
  }

  /// The long name of the option, without its dashes.
  let key: String
  var value: Value
  /// The line of a configuration file, counted from 1; nil where it is not from one.
  var line: Int?

  /// The arguments that say the same; none for a flag that is taken back.
  ///
  /// Values are joined to their names, so that they may begin with a dash. An empty one is not,
  /// as the argument parser would take it for missing.
  var arguments: [String] {
    switch value {
    case .flag(let isSet): isSet ? ["--\(key)"] : []
    case .text(let text): arguments(with: text)
    case .list(let texts): texts.flatMap(arguments(with:))
    }
  }

  private func arguments(with text: String) -> [String] {
    text.isEmpty ? ["--\(key)", ""] : ["--\(key)=\(text)"]
  }

  /// The last value, as far as the setting says something; nil for a flag that is taken back.
  var effect: String? {
    switch value {
    case .flag(let isSet): isSet ? "" : nil
    case .text(let text): text
    case .list(let texts): texts.last
    }
  }
}

extension Setting.Value: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral
{
  init(booleanLiteral value: Bool) { self = .flag(value) }
  init(integerLiteral value: Int) { self = .text("\(value)") }
  init(stringLiteral value: String) { self = .text(value) }
  init(arrayLiteral elements: String...) { self = .list(elements) }
}
