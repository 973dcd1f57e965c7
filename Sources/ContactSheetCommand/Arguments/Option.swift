internal import ArgumentParser
internal import ContactSheet

/// An option: its names, what its value looks like and how it is read, its default, its help, and
/// what becomes of its value.
///
/// An option is declared here and nowhere else. The parser, help, completions, configuration files,
/// the options that `--from-plan` refuses, and the table in the README follow from the declaration.
struct Option<Value: Sendable>: DeclaredOption {
  private(set) var facts: OptionFacts
  let standard: Value
  /// The value that readings of the option come to, of which there is at least one.
  let value: @Sendable ([OptionReading]) -> Value

  /// An option with a default; the help shows the `note` after it.
  init(
    _ name: String, letter: Character? = nil, value: String = "", _ form: ValueForm<Value>,
    default standard: Value, note: String? = nil, nothing: String? = nil,
    limit: (@Sendable (Value) -> Int)? = nil, onlyOnCommandLine: String? = nil, _ help: String,
    _ effect: OptionEffect<Value>
  ) {
    (self.standard, self.value) = (standard, form.value)
    facts = OptionFacts(
      name: name, letter: letter, kind: form.kind, valueName: value, choices: form.choices,
      nothing: nothing, standard: form.text(standard), defaultNote: note, help: help,
      completion: form.completion ?? (form.choices.isEmpty ? nil : .list(form.choices)),
      onlyOnCommandLine: onlyOnCommandLine, inProject: form.inProject,
      takesLengths: form.takesLengths, isSettledByPlan: effect.isSettledByPlan, read: form.read)
    let option = self
    if let put = effect.job { facts.putIntoJob = { try put(&$0, $1[option], $1) } }
    if let put = effect.request { facts.putIntoRequest = { try put(&$0, $1[option], $1) } }
    if let limit { facts.limit = { limit($0[option]) } }
  }

  /// An option without a default.
  ///
  /// `unset` is the help's description of the case that the option is not given. `nothing`, if there
  /// is such a value, takes back a weaker one.
  init<Given>(
    _ name: String, letter: Character? = nil, value: String, _ form: ValueForm<Given>,
    unset: String? = nil, nothing: String? = nil, limit: (@Sendable (Value) -> Int)? = nil,
    onlyOnCommandLine: String? = nil, _ help: String, _ effect: OptionEffect<Value>
  ) where Value == Given? {
    self.init(
      name, letter: letter, value: value, .optional(form, nothing: nothing), default: nil,
      note: unset, nothing: nothing, limit: limit, onlyOnCommandLine: onlyOnCommandLine, help,
      effect)
  }

  /// A flag.
  init(
    _ name: String, letter: Character? = nil, onlyOnCommandLine: String? = nil, _ help: String,
    _ effect: OptionEffect<Bool>
  ) where Value == Bool {
    self.init(
      name, letter: letter, .flag, default: false, onlyOnCommandLine: onlyOnCommandLine, help,
      effect)
  }
}

protocol DeclaredOption<Value>: Sendable {
  associatedtype Value: Sendable
  var facts: OptionFacts { get }
  /// The value where none is given.
  var standard: Value { get }
}

/// A text that is given for an option, and what it says.
///
/// It is read here and nowhere else: where it is found. Only what has lengths in units is read once
/// more, when the density of the sheet is known.
struct OptionReading: Sendable {
  let text: String
  /// Of the type that the option reads.
  var anyValue: any Sendable
  /// Whether the value is another at another density.
  let dependsOnDensity: Bool

  /// The value, for the option that has read it.
  func value<Value>() -> Value {
    guard let value = anyValue as? Value else {
      preconditionFailure("'\(text)' is read as another")
    }
    return value
  }
}

/// Everything about an option except the type of its value.
struct OptionFacts: Sendable {
  /// How much an option takes.
  enum Kind: Sendable {
    /// It is not an option, but an argument by itself.
    case positional
    case flag
    /// Its value may be left out, and stands behind `=` where it is not.
    case flagOrValue
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
  let letter: Character?
  let kind: Kind
  let valueName: String
  let choices: [String]
  /// The value that says the same as none, and so takes back a weaker one, as an empty one does then.
  let nothing: String?
  /// The default as it would be written.
  let standard: String?
  /// A note on the default in the help, after it or instead of it.
  let defaultNote: String?
  /// The help, without values and default.
  let help: String
  let completion: CompletionKind?
  /// Why the option cannot stand in a file of arguments; nil where it can.
  let onlyOnCommandLine: String?
  let inProject: ProjectRule?
  let takesLengths: Bool
  /// Whether a plan that was made before has settled what the option says.
  let isSettledByPlan: Bool
  fileprivate let read: @Sendable (String) throws -> any Sendable
  /// What arguments limit, for an option that guards the machine: a project's file can only lower
  /// it.
  fileprivate(set) var limit: (@Sendable (Arguments) -> Int)?
  /// Puts what arguments say of the option, or its default, into a job; nil where that says nothing.
  fileprivate(set) var putIntoJob: (@Sendable (inout SheetJob, Arguments) throws -> Void)?
  /// The same for a request.
  fileprivate(set) var putIntoRequest: (@Sendable (inout SheetRequest, Arguments) throws -> Void)?

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
    let units = takesLengths ? "in pixels; as mm, cm, in or pt with --dpi or --paper" : nil
    let facts = [values, units, toldDefault.map { "default: \($0)" }].compactMap(\.self)
    return facts.isEmpty ? help : "\(help) (\(facts.joined(separator: "; ")))"
  }

  /// Whether a text is the value that says the same as none, if an option has such a value.
  static func says(_ text: String, nothing: String?) -> Bool {
    nothing != nil && (text.isEmpty || text == nothing)
  }

  /// What a text says.
  ///
  /// - Throws: What is wrong with it at any density.
  func reading(_ text: String) throws -> OptionReading {
    do {
      return OptionReading(text: text, anyValue: try value(of: text), dependsOnDensity: false)
    } catch LengthError.noDensity {
      let value = try value(of: text, perInch: String.anyDensity)
      return OptionReading(text: text, anyValue: value, dependsOnDensity: true)
    }
  }

  /// The value of a text on a sheet of a density; nil for a sheet that has none.
  func value(of text: String, perInch density: Int? = nil) throws -> any Sendable {
    let text = takesLengths ? try text.withLengthsInPixels(perInch: density) : text
    do { return try read(text) } catch {
      guard text.first == "-", text.dropFirst().first?.isNumber == true else { throw error }
      throw CommandError("it is negative; \(error)")
    }
  }
}
