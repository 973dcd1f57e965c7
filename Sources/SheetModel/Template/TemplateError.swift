/// Why a string is not a valid template.
///
/// Descriptions are fragments that follow a name and a colon: `at character 1: there is no token
/// {nmae} (did you mean {name}?); the tokens are {name} …`.
package struct TemplateError: Error, Equatable, Sendable {
  /// What is wrong.
  package enum Fault: Equatable, Sendable {
    /// A name in braces that is not a token, and the most similar token.
    case unknownToken(String, nearest: String?)
    /// A token and a sign such as `*` beside a number in the same braces.
    case calculatedToken(String)
    /// A token whose value is known only after the template has been filled in.
    case laterToken(String)
    /// A fact that becomes known only after it is needed.
    case unknownYet(String, reason: String)
    /// A parameter after the name of a token that takes no parameter.
    case needlessParameter(String)
    /// A parameter other than `words` after the name of a token for text.
    case notWords(String, String)
    /// A parameter that should be the minimum number of digits of a number, or its format.
    case notDigits(String, String)
    /// A parameter that should be a minimum number of digits, in a template for file names.
    case notDigitsInNames(String, String)
    /// A parameter that should be the format of a number with a unit.
    case notNumberFormat(String, String)
    /// A token that selects one of several facts, without a keyword.
    case noKeyword(String)
    /// A parameter that should be a time format, and why it is not.
    case notTimeFormat(String, String)
    /// An aggregate over several pictures, in text about a single picture.
    case ofSeveral(String)
    /// Bars nested deeper than the limit.
    case tooDeep
    /// An opening brace without a closing one.
    case unclosedBrace
    /// A closing brace without an opening one.
    case strayBrace
    /// A backslash before a character that it cannot escape, or at the end, and a list of valid
    /// escapes.
    case unknownEscape(String, meanings: String)
    /// Empty braces, in a template for file names.
    case noName
    /// A name with a character other than letters, digits, `_` and `-`.
    case notWord(String)
    /// A name that occurs twice.
    case repeated(String)
    /// A name that already has another meaning.
    case taken(String)
    /// A slash with nothing before or after it.
    case emptyComponent
    /// A template without any names.
    case nothingNamed
    /// A template whose text is never a number, although a number is needed.
    case neverNumber(String)
    /// A name in a condition that is not a fact, and the most similar fact.
    case unknownFact(String, nearest: String?)
    /// A word in a condition that is one letter away from the name of a fact.
    case nearlyFact(String, nearest: String)
    /// An invalid time in a condition, and the name of the fact that it is compared with.
    case notTime(String, of: String)
    /// Text compared with a numeric fact in a condition, the name of the fact, and the number that
    /// may have been meant.
    case notNumber(String, of: String, nearest: String?)
    /// A column's numbers have decimal commas, so they are text.
    case commaNumber(String, of: String)
    /// A number with a unit is compared with a fact that is not measured in this unit.
    case otherUnit(String, unit: String, of: String)
    /// Infinity is compared with a fact that is always finite.
    case notFinite(String, of: String)
    /// A test in a condition that does not start with a fact.
    case noFact
    /// A comparison without a value.
    case noValue
    /// Two tests without `and` or `or` between them, and the condition with braces if the tests may
    /// be one name.
    case noConnective(meant: String?)
    /// A word such as `like` stands where an operator is meant.
    case wordForOperator(String)
    /// A sign such as `%` between a fact and a number.
    case calculation
    /// A quotation mark that is not closed.
    case unclosedQuotation
    /// A parenthesis that is not closed.
    case unclosedParenthesis
    /// A closing parenthesis without an opening one.
    case strayParenthesis
    /// A seed of a shuffle that is not a whole number.
    case notSeed(String)
  }

  /// What is wrong.
  package let fault: Fault
  /// The position of the offending character, counted from 1.
  package let position: Int
  /// All tokens, as written; empty if none may be used.
  let knownTokens: [String]
  /// The end of the description, about facts that are not tokens.
  fileprivate(set) var ending = ""
}

extension TemplateError: CustomStringConvertible {
  /// The position, what is wrong, what to do, and the first tokens.
  package var description: String {
    "at character \(position): \(fault)"
      + knownNames(as: fault.isOfCondition ? "facts" : "tokens")
  }

  /// The end of a description: the first tokens, introduced by a noun, and the facts that are not
  /// tokens.
  package func knownNames(as noun: String) -> String {
    let tokens = fault.isAboutNames ? knownTokens.map(\.excerpt).listed(by: " ") : ""
    return (tokens.isEmpty ? "" : "; the \(noun) are \(tokens)") + ending
  }

  /// Whether the mistake is a calculation in a condition.
  package var isCalculation: Bool { fault == .calculation }

  /// Whether the mistake is a calculation in a token of a template.
  package var isCalculatedToken: Bool {
    if case .calculatedToken = fault { true } else { false }
  }

  /// The name that is not a token, and the most similar token; nil for other mistakes.
  package var unknownToken: (name: String, nearest: String?)? {
    if case .unknownToken(let name, let nearest) = fault { (name, nearest) } else { nil }
  }

  /// The name that is neither a token nor a fact, and the most similar one; nil for other mistakes.
  package var unknownFactOrToken: (name: String, nearest: String?)? {
    switch fault {
    case .unknownToken(let name, let nearest), .unknownFact(let name, let nearest): (name, nearest)
    default: nil
    }
  }

  /// The name of a fact that becomes known too late for a condition; nil for other mistakes.
  package var lateFact: String? {
    switch fault {
    case .unknownYet(let name, _), .laterToken(let name): name
    default: nil
    }
  }

  /// The error; if it is about an unknown token, `name` becomes the token that was probably meant.
  package func meaning(_ name: String) -> TemplateError {
    guard case .unknownToken(let written, _) = fault else { return self }
    var error = TemplateError(
      fault: .unknownToken(written, nearest: name), position: position, knownTokens: knownTokens)
    error.ending = ending
    return error
  }

  /// The error; if it is about an unknown fact, its description gets a suffix.
  package func ending(with ending: String) -> TemplateError {
    var error = self
    switch fault {
    case .unknownToken, .unknownFact: error.ending = ending
    default: break
    }
    return error
  }
}

extension TemplateError {
  /// Creates the error for a fault that comes after a number of Unicode scalars in a condition.
  private init(_ fault: Fault, after offset: Int, in condition: Condition) {
    self.init(
      fault: fault, position: condition.source.unicodeScalars.prefix(offset).position,
      knownTokens: [])
  }

  /// A condition compares a fact that has numbers with a value that is not a number.
  ///
  /// - Parameters:
  ///   - text: The value.
  ///   - key: The fact.
  ///   - offset: The number of Unicode scalars before the value.
  ///   - condition: The condition.
  /// - Returns: The error, with the position of the value.
  package static func notNumber(
    _ text: String, of key: FactKey, after offset: Int, in condition: Condition
  ) -> TemplateError {
    TemplateError(
      .notNumber(text, of: "\(key)", nearest: ConditionValue.number(meantBy: text)),
      after: offset, in: condition)
  }

  /// A condition compares, as a number, a fact whose numbers have decimal commas.
  ///
  /// - Parameters:
  ///   - text: A value with a decimal comma.
  ///   - key: The fact.
  ///   - offset: The number of Unicode scalars before the name of the fact.
  ///   - condition: The condition.
  /// - Returns: The error, with the position of the name.
  package static func commaNumber(
    _ text: String, of key: FactKey, after offset: Int, in condition: Condition
  ) -> TemplateError {
    TemplateError(.commaNumber(text, of: "\(key)"), after: offset, in: condition)
  }

  /// A template that should give numbers can only give other text.
  package static func neverNumber(_ text: String) -> TemplateError {
    TemplateError(fault: .neverNumber(text), position: 1, knownTokens: [])
  }

  /// The seed in `shuffle:x` is not a number.
  package static func notSeed(_ text: String) -> TemplateError {
    TemplateError(fault: .notSeed(text), position: "shuffle:".count + 1, knownTokens: [])
  }
}

extension TemplateError.Fault {
  /// Whether a list of names helps to correct the mistake.
  fileprivate var isAboutNames: Bool {
    switch self {
    case .unknownToken, .unknownFact, .laterToken, .noFact, .noKeyword: true
    default: false
    }
  }

  /// Whether the fault is about an unknown fact in a condition.
  fileprivate var isOfCondition: Bool {
    if case .unknownFact = self { true } else { false }
  }
}

extension TemplateError.Fault: CustomStringConvertible {
  /// What is wrong and what to do, without the position.
  package var description: String {
    switch self {
    case .unknownToken(let name, let nearest):
      "there is no token {\(name.shortPrintable)}"
        + (nearest.map {
          " (did you mean \(Self.token($0, meantBy: name))\(Self.explanation(of: $0, insteadOf: name))?)"
        } ?? "")
    case .calculatedToken(let name):
      "there is no token {\(name.shortPrintable)}, because templates cannot do arithmetic; put the "
        + "results in a column of a table"
    case .laterToken(let name):
      "{\(name)} is not known yet, because it depends on where images are placed; leave it out"
    case .unknownYet(let name, let reason):
      "{\(name)} is not known yet, \(reason); leave it out"
    case .notSeed(let text):
      "'\(text.shortPrintable)' is not a whole number; write shuffle, or shuffle:7 for another order"
    case .needlessParameter(let name):
      "nothing can follow the name in {\(name)}; write the name alone"
    case .notWords(let name, let format):
      "'\(format.shortPrintable)' is not a text format; write {\(name)}, or {\(name):words} for spaces "
        + "instead of underscores"
    case .notDigits(let name, let digits):
      "the number of digits must be from 1 to 9, not '\(digits.shortPrintable)'; write {\(name)}, "
        + "or {\(name):3} for three digits, such as 007, {\(name):.1f} for one decimal, or "
        + "{\(name):a} for letters"
    case .notDigitsInNames(let name, let digits):
      "the number of digits must be from 1 to 9, not '\(digits.shortPrintable)'; write {\(name)} "
        + "for any text, or {\(name):3} for at least three digits, such as 007"
    case .notNumberFormat(let name, let format):
      "'\(format.shortPrintable)' is not a number format; write {\(name)}, or {\(name):.1f} for "
        + "one decimal"
    case .noKeyword(let name):
      "{\(name)} needs a keyword; write {\(name):Title} for the one called Title"
    case .notTimeFormat(let name, let reason):
      "the time format of {\(name)} is wrong: \(reason)"
    case .ofSeveral(let name):
      "{\(name.shortPrintable)} describes several images; use it in headings, titles, headers and footers"
    case .tooDeep:
      "text after bars is nested too deeply; use fewer bars"
    case .unclosedBrace:
      "the brace is not closed; write } after the name, or {{ for a literal brace"
    case .strayBrace:
      "the brace closes nothing; write }} for a literal brace"
    case .unknownEscape(let follower, let meanings):
      #"'\\#(follower.shortPrintable)' has no meaning; \#(meanings)"#
    case .noName: "there is no name between the braces; write {scene}, or * for any text"
    case .notWord(let name):
      "'\(name.shortPrintable)' is not a name; names consist of letters, digits, _ and -"
    case .repeated(let name): "{\(name)} occurs twice; leave one out"
    case .taken(let name):
      "{\(name)} already has a meaning; choose another name, such as "
        + "{\(Self.otherNames[name] ?? "\(name)2")}"
        + (Self.namesOfDates.contains(name)
          ? "; dates in names, such as 20240315, are read anyway: write {taken:%Y-%m-%d}" : "")
    case .emptyComponent:
      "a slash separates names of folders, and one side of it is empty; write a name there"
    case .nothingNamed: "it has no name in braces; write one, such as {scene}"
    case .neverNumber(let text):
      "'\(text.shortPrintable)' is never a number; write a single token, such as {psnr}"
    case .unknownFact(let name, let nearest):
      "there is no fact '\(name.shortPrintable)'"
        + (nearest.map { " (did you mean \($0)\(Self.explanation(of: $0, insteadOf: name))?)" }
          ?? "")
    case .nearlyFact(let word, let nearest):
      "'\(word.shortPrintable)' looks like the fact \(nearest); write \(nearest)"
    case .notTime(let text, let name):
      "'\(text.shortPrintable)' is not a time, but a value of \(name) must be; write 2025, "
        + "2025-07, 2025-07-01 or '2025-07-01 14:05'"
    case .notNumber(let text, let name, let nearest):
      "'\(text.shortPrintable)' is not a number, but a value of \(name) must be; write "
        + (nearest ?? "a number such as 4 or 0.5")
    case .commaNumber(let text, let name):
      "'\(text.shortPrintable)', a value of \(name), has a decimal comma, so it is text; write it with a point, "
        + "or separate the columns of the table with semicolons"
    case .otherUnit(let text, let unit, let name):
      "'\(text.shortPrintable)' has the unit \(unit), but \(name) is not measured in it; write the number "
        + "without the unit"
    case .notFinite(let text, let name):
      "'\(text.shortPrintable)' is larger than any \(name) can be; write a number such as 4 or 0.5"
    case .noFact: "a fact is missing; write one, as in rating >= 4"
    case .noValue: "a value is missing after the operator; write one, as in rating >= 4"
    case .noConnective(let meant?):
      "'and' or 'or' is missing here; write one, or write \(meant.shellQuoted) if it is one name"
    case .noConnective(nil):
      "'and' or 'or' is missing here; write one, or put text with spaces in quotation marks"
    case .wordForOperator(let word):
      "'\(word)' is not an operator; write ~ and a pattern, as in name ~ '*moon*'"
    case .calculation:
      "conditions cannot do arithmetic; put the results in a column of a table, or choose images by "
        + "their names"
    case .unclosedQuotation: "the quotation mark is not closed; write another after the text"
    case .unclosedParenthesis:
      "the parenthesis is not closed; write ) after the last condition in it"
    case .strayParenthesis: "the parenthesis closes nothing; leave it out"
    }
  }
}
