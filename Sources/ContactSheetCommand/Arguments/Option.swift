internal import ArgumentParser
internal import ContactSheet

/// An option: its names, what its value looks like and how it is read, its default, its help, and
/// what becomes of its value.
///
/// An option is declared here and nowhere else. The parser, help, completions, configuration files,
/// the options that `--from-plan` refuses, and the table in the README follow from the declaration.
struct Option<Value: Sendable>: DeclaredOption {
  private(set) var facts: OptionFacts
  /// The value where none is given.
  let standard: Value
  let effect: OptionEffect<Value>
  /// Parses the given texts, at least one, at a density.
  private let read: @Sendable ([String], Int) throws -> Value

  private init(
    _ facts: OptionFacts, default standard: Value, _ effect: OptionEffect<Value>,
    limit: (@Sendable (Value) -> Int)? = nil,
    read: @escaping @Sendable ([String], Int) throws -> Value
  ) {
    self.facts = facts
    self.standard = standard
    self.effect = effect
    self.read = read
    self.facts.isSettledByPlan = effect.isSettledByPlan
    guard let limit else { return }
    self.facts.limit = { [self] texts in limit(texts.map { value(of: $0) } ?? standard) }
  }

  /// The value of texts that ``OptionFacts/check`` has passed, at a density of the sheet.
  func value(of texts: [String], perInch density: Int? = nil) -> Value {
    do { return try read(texts, density ?? String.anyDensity) } catch {
      preconditionFailure("--\(facts.name) was checked when it was given")
    }
  }

  /// An option with a value and a default.
  ///
  /// The help shows the `note` after the default.
  init(
    _ name: String, letter: Character? = nil, value: String, _ form: ValueForm<Value>,
    default standard: Value, note: String? = nil, completion: CompletionKind? = nil,
    inProject: ProjectRule? = nil, limit: (@Sendable (Value) -> Int)? = nil, _ help: String,
    _ effect: OptionEffect<Value>
  ) {
    let facts = OptionFacts(
      name: name, letter: letter, kind: .value, valueName: value, choices: form.choices,
      standard: form.text(standard), defaultNote: note, help: help,
      completion: completion ?? form.completion, inProject: inProject,
      takesLengths: form.takesLengths
    ) { _ = try form.value(of: $0) }
    self.init(facts, default: standard, effect, limit: limit) {
      try form.value(of: $0.last ?? "", perInch: $1)
    }
  }

  /// An option with a value, and without a default.
  ///
  /// `unset` is the help's description of the case that the option is not given. `nothing`, if there
  /// is such a value, takes back a weaker one.
  init<Given: Sendable>(
    _ name: String, letter: Character? = nil, value: String, _ form: ValueForm<Given>,
    unset: String? = nil, nothing: String? = nil, completion: CompletionKind? = nil,
    inProject: ProjectRule? = nil, limit: (@Sendable (Value) -> Int)? = nil,
    onlyOnCommandLine: String? = nil, _ help: String, _ effect: OptionEffect<Value>
  ) where Value == Given? {
    let facts = OptionFacts(
      name: name, letter: letter, kind: .value, valueName: value, choices: form.choices,
      nothing: nothing, defaultNote: unset, help: help,
      completion: completion ?? form.completion, onlyOnCommandLine: onlyOnCommandLine,
      inProject: inProject, takesLengths: form.takesLengths
    ) { if $0 != nothing { _ = try form.value(of: $0) } }
    self.init(facts, default: nil, effect, limit: limit) { texts, density in
      guard let text = texts.last, text != nothing else { return nil }
      return try form.value(of: text, perInch: density)
    }
  }
}

extension Option where Value == Bool {
  /// A flag.
  init(
    _ name: String, letter: Character? = nil, onlyOnCommandLine: String? = nil, _ help: String,
    _ effect: OptionEffect<Bool>
  ) {
    let facts = OptionFacts(
      name: name, letter: letter, kind: .flag, help: help, onlyOnCommandLine: onlyOnCommandLine)
    self.init(facts, default: false, effect) { texts, _ in texts.last == OptionFacts.flagIsSet }
  }
}

extension Option {
  /// An option that may be repeated, or arguments that are no options.
  init<Element>(
    _ name: String, _ kind: OptionFacts.Kind = .list, value: String, _ form: ValueForm<Element>,
    completion: CompletionKind? = nil, onlyOnCommandLine: String? = nil, _ help: String,
    _ effect: OptionEffect<Value>
  ) where Value == [Element] {
    let facts = OptionFacts(
      name: name, kind: kind, valueName: value, help: help,
      completion: completion ?? form.completion, onlyOnCommandLine: onlyOnCommandLine
    ) { _ = try form.value(of: $0) }
    self.init(facts, default: [], effect) { texts, _ in try texts.map { try form.value(of: $0) } }
  }
}

/// An option of any type of value.
protocol DeclaredOption<Value>: Sendable {
  associatedtype Value: Sendable
  /// What is known of it whatever the type of its value.
  var facts: OptionFacts { get }
  /// The value where none is given.
  var standard: Value { get }
  /// What becomes of the value.
  var effect: OptionEffect<Value> { get }
  /// The value of texts that ``OptionFacts/check`` has passed, at a density of the sheet.
  func value(of texts: [String], perInch density: Int?) -> Value
  /// Puts what is said of the option, or its default, into a job.
  func put(into job: inout SheetJob, from arguments: Arguments) throws
  /// Puts what is said of the option, or its default, into a request.
  func put(into request: inout SheetRequest, from arguments: Arguments) throws
}

/// Everything about an option except the type of its value.
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
  /// A note on the default in the help, after it or instead of it.
  var defaultNote: String?
  /// The help, without values and default.
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
  /// The limit that values, or the default, stand for, for an option that guards the machine: a
  /// project's file can only lower it.
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

  /// Whether the given texts have an effect.
  func hasEffect(_ texts: [String]) -> Bool {
    kind == .flag ? texts.last == Self.flagIsSet : nothing == nil || texts.last != nothing
  }
}
