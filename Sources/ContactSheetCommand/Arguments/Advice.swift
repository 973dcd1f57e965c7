internal import SheetModel

/// Advice on a mistake; whatever the user can type is quoted for a shell.
///
/// `"did you mean \(typing: "--where", "rating>=4")?"` reads `did you mean --where 'rating>=4'?`,
/// so that it can be pasted as it stands.
struct Advice: ExpressibleByStringInterpolation, CustomStringConvertible, Sendable {
  let description: String
  /// The arguments of each thing to type.
  let hints: [[String]]

  init(stringLiteral text: String) { (description, hints) = (text, []) }

  init(stringInterpolation text: StringInterpolation) {
    (description, hints) = (text.text, text.hints)
  }

  /// Asks whether an option was meant, optionally with a value.
  static func meaning(_ arguments: String...) -> Self { meaning(arguments) }

  /// Asks whether an option was meant, optionally with a value.
  static func meaning(_ arguments: [String]) -> Self { "did you mean \(typing: arguments)?" }

  /// The parts of a literal.
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""
    fileprivate var hints: [[String]] = []

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ words: String) { text += words }

    /// Adds arguments to type.
    mutating func appendInterpolation(typing arguments: String...) {
      appendInterpolation(typing: arguments)
    }

    /// Adds arguments to type.
    mutating func appendInterpolation(typing arguments: [String]) {
      text += arguments.map(\.shellWord).joined(separator: " ")
      hints.append(arguments)
    }

    /// Adds a value to type; it is always in quotation marks, as values in messages are.
    mutating func appendInterpolation(value: String) {
      text += value.shellQuoted
      hints.append([value])
    }
  }
}
