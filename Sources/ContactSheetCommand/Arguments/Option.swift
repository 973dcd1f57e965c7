internal import ArgumentParser

/// An option: its names, what its value looks like and how it is read, its default and its help.
///
/// This is all that is said of an option in one place, but for what becomes of its value, which
/// ``Arguments/job()`` says. The parser, help, completions, configuration files, what is refused
/// beside `--from-plan`, and the table in the README follow from it.
struct Option<Value: Sendable>: DeclaredOption {
  private(set) var facts: OptionFacts
  /// Reads what was given, which is one text or more, at a density.
  private let read: @Sendable ([String], Int) throws -> Value

  /// The value where none is given.
  var standard: Value { value(of: facts.standard.map { [$0] } ?? []) }

  /// The value of texts that ``OptionFacts/check`` has passed, at a density of the sheet.
  func value(of texts: [String], perInch density: Int? = nil) -> Value {
    do { return try read(texts, density ?? String.anyDensity) } catch {
      preconditionFailure("--\(facts.name) was checked when it was given")
    }
  }

  /// An option with a value and a default, which is written as on the command line.
  ///
  /// The help says the `note` behind the default and a comma.
  init(
    _ name: String, letter: Character? = nil, value: String, _ form: ValueForm<Value>,
    default standard: String, note: String? = nil, completion: CompletionKind? = nil,
    inProject: ProjectRule? = nil, limit: (@Sendable (Value) -> Int)? = nil, _ help: String
  ) {
    facts = OptionFacts(
      name: name, letter: letter, kind: .value, valueName: value, choices: form.choices,
      standard: standard, defaultNote: note, help: help,
      completion: completion ?? form.completion, inProject: inProject,
      takesLengths: form.takesLengths
    ) { _ = try form.value(of: $0) }
    read = { try form.value(of: $0.last ?? "", perInch: $1) }
    addLimit(limit)
  }

  /// An option with a value, and without a default.
  ///
  /// `unset` is what the help says of not giving it, and `nothing` the value that takes back a
  /// weaker one, if there is such a value.
  init<Given: Sendable>(
    _ name: String, letter: Character? = nil, value: String, _ form: ValueForm<Given>,
    unset: String? = nil, nothing: String? = nil, completion: CompletionKind? = nil,
    inProject: ProjectRule? = nil, limit: (@Sendable (Value) -> Int)? = nil,
    onlyOnCommandLine: String? = nil, _ help: String
  ) where Value == Given? {
    facts = OptionFacts(
      name: name, letter: letter, kind: .value, valueName: value, choices: form.choices,
      nothing: nothing,
      defaultNote: unset, help: help, completion: completion ?? form.completion,
      onlyOnCommandLine: onlyOnCommandLine, inProject: inProject,
      takesLengths: form.takesLengths
    ) { if $0 != nothing { _ = try form.value(of: $0) } }
    read = { texts, density in
      guard let text = texts.last, text != nothing else { return nil }
      return try form.value(of: text, perInch: density)
    }
    addLimit(limit)
  }

  private mutating func addLimit(_ limit: (@Sendable (Value) -> Int)?) {
    guard let limit else { return }
    facts.limit = { [self] texts in limit(texts.map { value(of: $0) } ?? standard) }
  }
}

extension Option where Value == Bool {
  /// A flag.
  init(
    _ name: String, letter: Character? = nil, onlyOnCommandLine: String? = nil, _ help: String
  ) {
    facts = OptionFacts(
      name: name, letter: letter, kind: .flag, help: help, onlyOnCommandLine: onlyOnCommandLine)
    read = { texts, _ in texts.last == OptionFacts.flagIsSet }
  }
}

extension Option where Value == [String] {
  /// An option that may be repeated, or arguments that are no options.
  init(
    _ name: String, _ kind: OptionFacts.Kind = .list, value: String,
    completion: CompletionKind? = nil, onlyOnCommandLine: String? = nil, _ help: String
  ) {
    facts = OptionFacts(
      name: name, kind: kind, valueName: value, help: help, completion: completion,
      onlyOnCommandLine: onlyOnCommandLine)
    read = { texts, _ in texts }
  }
}

extension Option {
  /// An option that may be repeated and whose values have a form.
  init<Element>(_ name: String, value: String, _ form: ValueForm<Element>, _ help: String)
  where Value == [Element] {
    facts = OptionFacts(
      name: name, kind: .list, valueName: value, help: help, completion: form.completion
    ) { _ = try form.value(of: $0) }
    read = { texts, _ in try texts.map { try form.value(of: $0) } }
  }
}

/// An option of any type of value.
protocol DeclaredOption: Sendable {
  var facts: OptionFacts { get }
}

/// All that is known of an option but the type of its value.
struct OptionFacts: Sendable {
  /// How much an option takes.
  enum Kind: Sendable {
    /// It is not an option, but an argument by itself.
    case positional
    case flag
    case value
    /// Values, as the option may be repeated.
    case list
  }

  /// What stands for a flag that is given.
  static let flagIsSet = "true"
  /// What stands for a flag that is taken back by `--no-` and its name.
  static let flagIsTakenBack = "false"

  /// The long name without its dashes.
  let name: String
  var letter: Character?
  let kind: Kind
  var valueName = ""
  /// The possible values; none where they cannot be counted.
  var choices: [String] = []
  /// The value that says the same as none, and so takes back a weaker one.
  var nothing: String?
  /// The default as it would be written.
  var standard: String?
  /// What the help says of the default, behind it or in its place.
  var defaultNote: String?
  /// What the help says ahead of values and default.
  let help: String
  var completion: CompletionKind?
  /// Why the option cannot stand in a file of arguments; nil where it can.
  var onlyOnCommandLine: String?
  /// What a project's file may not say.
  var inProject: ProjectRule?
  /// Whether there may be units of length in a value.
  var takesLengths = false
  /// Throws what is wrong with a text that should be a value.
  var check: @Sendable (String) throws -> Void = { _ in }
  /// How much values, or else the default, allow, for an option that guards the machine: a project's
  /// file can only lower it.
  var limit: (@Sendable ([String]?) -> Int)?
  /// The title that the option stands under in the help.
  var section = ""
  /// Whether a plan that was made before has settled what the option says.
  var isSettledByPlan = false

  /// The option as a message names it.
  var flag: String { kind == .positional ? "naming pictures" : "--\(name)" }

  /// The default as the help tells it.
  var toldDefault: String? {
    let parts = [standard, defaultNote].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// All that the help says.
  var wholeHelp: String {
    let values = choices.isEmpty ? nil : "values: \(choices.joined(separator: ", "))"
    let facts = [values, toldDefault.map { "default: \($0)" }].compactMap(\.self)
    return facts.isEmpty ? help : "\(help) (\(facts.joined(separator: "; ")))"
  }

  /// Whether texts that were given say more than nothing.
  func hasEffect(_ texts: [String]) -> Bool {
    kind == .flag ? texts.last == Self.flagIsSet : nothing == nil || texts.last != nothing
  }
}

/// How a value is written, and read.
struct ValueForm<Value: Sendable>: Sendable {
  /// The possible values; none where they cannot be counted.
  var choices: [String] = []
  /// Whether there may be units of length in a value; it is read with pixels in their place.
  var takesLengths = false
  fileprivate let read: @Sendable (String) throws -> Value

  var completion: CompletionKind? { choices.isEmpty ? nil : .list(choices) }

  /// The same with units of length.
  var lengths: Self {
    var form = self
    form.takesLengths = true
    return form
  }

  /// The value of a text.
  ///
  /// - Throws: What is wrong with the text.
  func value(of text: String, perInch density: Int = String.anyDensity) throws -> Value {
    do {
      return try read(takesLengths ? text.withLengthsInPixels(perInch: density) : text)
    } catch {
      guard text.first == "-", text.dropFirst().first?.isNumber == true else { throw error }
      throw WrongValue("it is negative; \(error)")
    }
  }

  /// What a parser of the library understands, which says itself what is wrong.
  static func parsed(_ read: @escaping @Sendable (String) throws -> Value) -> Self {
    Self(read: read)
  }

  /// What an initialiser takes; else an error tells what to write.
  static func written(
    _ form: String, _ read: @escaping @Sendable (String) -> Value?
  ) -> Self {
    Self { text in
      guard let value = read(text) else { throw WrongValue("write \(form)") }
      return value
    }
  }

  /// One of some values with names.
  static func named(_ values: [(name: String, value: Value)]) -> Self {
    let names = values.map(\.name)
    return Self(choices: names) { text in
      guard let value = values.first(where: { $0.name == text })?.value else {
        let meant = OtherWords.value(meantBy: text, among: names)
        throw WrongValue(
          "write one of \(names.joined(separator: ", "))"
            + (meant.map { "; did you mean '\($0)'?" } ?? ""))
      }
      return value
    }
  }
}

extension ValueForm where Value == String {
  /// Any text.
  static var text: Self { Self { $0 } }
}

extension ValueForm where Value == Int {
  /// A whole number in a range.
  static func number(_ range: ClosedRange<Int>) -> Self {
    written("a whole number from \(range.lowerBound) to \(range.upperBound)") { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension ValueForm where Value == Int {
  /// A length in whole pixels, in a range.
  static func pixels(_ range: ClosedRange<Int>) -> Self {
    written(
      "whole pixels from \(range.lowerBound) to \(range.upperBound), or a length as 5mm or 0.5in"
    ) { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }.lengths
  }
}

extension ValueForm
where Value: CaseIterable & RawRepresentable, Value.RawValue: LosslessStringConvertible {
  /// One of the cases, by their raw values.
  static var choice: Self { named(Value.allCases.map { ($0.rawValue.description, $0) }) }
}

/// What is wrong with a value, and what would do.
struct WrongValue: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
