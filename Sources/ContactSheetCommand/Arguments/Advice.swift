internal import SheetModel

/// Advice on a mistake; whatever the user can type is quoted for a shell.
///
/// `"did you mean \(typing: "--where", "rating>=4")?"` reads `did you mean --where 'rating>=4'?`,
/// so that it can be pasted as it stands.
struct Advice: ExpressibleByStringInterpolation, CustomStringConvertible, Sendable {
  /// Converts a value that was typed after an option of another program; nil if the value is of no
  /// use.
  typealias Form = @Sendable (_ typed: String) -> String?

  fileprivate enum Part: Sendable {
    case words(String)
    /// Arguments to type.
    case typing([String])
    /// An option to type with an example of a value; the value that the user typed replaces the
    /// example if the option accepts it.
    case giving(option: String, example: String?, Form)
    /// A value to type.
    case value(String)
  }

  private var parts: [Part]

  init(stringLiteral text: String) { parts = [.words(text)] }

  init(stringInterpolation text: StringInterpolation) { parts = text.parts }

  /// The advice, with what to type quoted for a shell.
  var description: String { text(isQuoted: true) }

  /// The advice, in which what to type is written as a line of a file of options.
  var inFile: String { text(isQuoted: false) }

  private func text(isQuoted: Bool) -> String {
    parts.map { part in
      switch part {
      case .words(let words): words
      case .value(let value): isQuoted ? value.shellQuoted : "'\(value)'"
      case .typing, .giving:
        part.arguments.map { isQuoted ? $0.shellWord : $0 }.joined(separator: " ")
      }
    }.joined()
  }

  /// What to type, as one list of arguments for each suggestion.
  var hints: [[String]] { parts.map(\.arguments).filter { !$0.isEmpty } }

  /// The advice for someone who typed a value, which replaces the examples where it fits.
  func given(_ value: String?) -> Self {
    guard let value, !value.isEmpty, value.excerpt == value else { return self }
    var advice = self
    advice.parts = parts.map { part in
      guard case .giving(let name, _, let form) = part,
        let option = OptionCatalog.option(written: name), option.kind != .flag,
        let text = ([value] + Synonyms.values(meantBy: value)).lazy.compactMap(form)
          .first(where: { (try? option.check($0)) != nil })
      else { return part }
      let isJoined = option.kind == .flagOrValue || text.hasPrefix("-")
      return .typing(isJoined ? ["\(name)=\(text)"] : [name, text])
    }
    return advice
  }

  /// Asks whether an option was meant, with the typed value or without a value.
  static func meaning(_ option: String) -> Self { "did you mean \(giving: option, nil)?" }

  /// Asks whether an option with a value was meant.
  static func meaning(_ arguments: String...) -> Self { meaning(arguments) }

  /// Asks whether an option with a value was meant.
  static func meaning(_ arguments: [String]) -> Self { "did you mean \(typing: arguments)?" }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ words: String) { parts.append(.words(words)) }

    /// Adds arguments to type.
    mutating func appendInterpolation(typing arguments: String...) {
      appendInterpolation(typing: arguments)
    }

    /// Adds arguments to type.
    mutating func appendInterpolation(typing arguments: [String]) {
      parts.append(.typing(arguments))
    }

    /// Adds an option to type, with the value that the user typed if that can be converted to a
    /// form that the option accepts, and otherwise with an example.
    mutating func appendInterpolation(
      giving option: String, _ example: String?, as form: @escaping Form = { $0 }
    ) {
      parts.append(.giving(option: option, example: example, form))
    }

    /// Adds a value to type; it is always in quotation marks, as values in messages are.
    mutating func appendInterpolation(value: String) { parts.append(.value(value)) }
  }
}

extension Advice.Part {
  /// The arguments to type; empty for a part that consists of words.
  fileprivate var arguments: [String] {
    switch self {
    case .words: []
    case .typing(let arguments): arguments
    case .giving(let option, let example, _): [option] + (example.map { [$0] } ?? [])
    case .value(let value): [value]
    }
  }
}
