internal import ArgumentParser
internal import SheetModel

/// An option: its names, the form of its value, its default, its help, and the field of
/// ``RawOptions`` that it sets.
///
/// An option is declared only here. The parser, the help, completions, configuration files and the
/// table in the README follow from the declaration, and so do the options that `--from-plan`
/// refuses.
struct Option: Sendable {
  /// How many values an option takes.
  enum Kind: Sendable {
    /// An argument on its own instead of an option.
    case positional
    case flag
    /// An optional value, after `=`.
    case flagOrValue
    case value
    /// Several values; the option may be repeated.
    case list
  }

  /// The text of a flag that is set.
  static let isSet = "true"
  /// The text of a flag that is unset with `--no-` and its name.
  static let isUnset = "false"

  /// What the help calls the default of an option that is unset unless it is given; as a value,
  /// this word unsets the option.
  static let none = "none"

  /// The long name without its dashes.
  let name: String
  /// The letter of the option's short name; nil if it has none.
  let letter: Character?
  /// How many values the option takes.
  let kind: Kind
  /// The name of the option's value in the help.
  let valueName: String
  /// The possible values; empty if there are too many to list.
  let choices: [String]
  /// The literal that unsets the option, as an empty string does too.
  let nothing: String?
  /// The default as a user would write it.
  let standard: String?
  /// A note in the help that follows the default or replaces it.
  let defaultNote: String?
  /// The help, without values and default.
  let help: String
  let completion: CompletionKind?
  /// Why the option is refused in a file of arguments; nil if it is accepted.
  let onlyOnCommandLine: String?
  let inProject: ProjectRule?
  let takesLengths: Bool
  /// Whether the option's values are rules for some of the pictures.
  let isRule: Bool
  /// Whether a value applies to all pictures, for an option that also takes rules for some
  /// pictures.
  ///
  /// A rule leaves the policy of a weaker file or preset in force.
  let isPolicy: @Sendable (String) -> Bool
  /// Whether rules for some pictures remain in force if the option is unset for all others.
  let keepsRules: Bool
  /// The layouts that support the option; nil if all do.
  let layouts: [LayoutKind]?
  /// Whether the option is already determined by an earlier plan.
  var isFixedByPlan = false
  /// The limit, if the option protects the machine; a project file can only lower it.
  let limit: (@Sendable (RawOptions) -> Int)?
  /// Reads values, as written, into the field.
  let read: @Sendable (inout RawOptions, [String]) throws -> Void
  /// Copies the field from other options.
  let copy: @Sendable (inout RawOptions, RawOptions) -> Void

  /// Creates an option with a value.
  ///
  /// In the help, `note` follows the default, or `unset` replaces it.
  // One body serves values of all types, because compiling one for each type took 2 s and made
  // nothing faster.
  @_semantics("optimize.sil.specialize.generic.never")
  init<Value>(
    _ name: String, _ field: any WritableKeyPath<RawOptions, Value?> & Sendable,
    letter: Character? = nil, value: String = "", _ form: ValueParser<Value>,
    default standard: Value? = nil, note: String? = nil, unset: String? = nil,
    nothing: String? = nil, limit: (@Sendable (Value?) -> Int)? = nil,
    onlyOnCommandLine: String? = nil, for layouts: [LayoutKind]? = nil, _ help: String
  ) {
    (self.name, self.letter, kind, valueName) = (name, letter, form.kind, value)
    (choices, self.standard) = (form.choices, standard.flatMap(form.text))
    // If the help calls the default `none`, `none` can also be written as a value.
    self.nothing = nothing ?? (unset == Self.none ? Self.none : nil)
    (defaultNote, self.help) = (note ?? unset, help)
    completion = form.completion ?? (form.choices.isEmpty ? nil : .list(form.choices))
    (self.onlyOnCommandLine, inProject) = (onlyOnCommandLine, form.inProject)
    (takesLengths, isRule, self.layouts) = (form.takesLengths, form.isRule, layouts)
    (isPolicy, keepsRules) = (form.isPolicy, form.keepsRules)
    if let limit { self.limit = { limit($0[keyPath: field]) } } else { self.limit = nil }
    let unsetText = form.keepsRules ? nil : self.nothing
    copy = { $0[keyPath: field] = $1[keyPath: field] }
    read = { options, texts in
      var value: Value?
      for text in texts {
        if Self.unsets(text, nothing: unsetText) {
          value = nil
          continue
        }
        let next: Value
        do {
          // A length that is too large at every resolution is not a mistake of notation. A rule is
          // not checked, because the names of its pictures may look like lengths.
          if form.takesLengths, !form.isRule || form.isPolicy(text) {
            _ = try text.withLengthsInPixels(perInch: Sheet.Length.lowestDensity)
          }
          next = try form.read(text)
        } catch {
          if let meant = Synonyms.meant(by: text, of: name) {
            throw CommandError("\(error); \(meant)")
          }
          guard text.first == "-", text.dropFirst().first?.isNumber == true else { throw error }
          throw CommandError("\(error)".replacing("it is not valid", with: "it is negative"))
        }
        value = value.map { form.join($0, next) } ?? next
      }
      options[keyPath: field] = value
    }
  }

  /// Creates a flag.
  init(
    _ name: String, _ field: any WritableKeyPath<RawOptions, Bool?> & Sendable,
    letter: Character? = nil, onlyOnCommandLine: String? = nil, for layouts: [LayoutKind]? = nil,
    _ help: String
  ) {
    self.init(
      name, field, letter: letter, .flag, default: false, onlyOnCommandLine: onlyOnCommandLine,
      for: layouts, help)
  }
}

extension Option {
  /// The option as it is named in messages.
  var flag: String { kind == .positional ? "naming images" : "--\(name)" }

  /// The name that unsets a flag.
  var inverseName: String { "no-\(name)" }

  /// Whether the option may be given without a value.
  var isFlag: Bool { kind == .flag || kind == .flagOrValue }

  /// What must be written between an option and its value: `=` if the value may be left out,
  /// otherwise a space.
  static func separator(after flag: String) -> String {
    OptionCatalog.option(written: flag)?.kind == .flagOrValue ? "=" : " "
  }

  /// The value that turns the option off: the value that unsets it, or `none`; nil if there is
  /// neither.
  var nothingToWrite: String? {
    let values = choices + valueName.split { "| ".contains($0) }.map(String.init)
    return nothing ?? (values.contains(Self.none) ? Self.none : nil)
  }

  /// The default as it is shown in the help.
  var shownDefault: String? {
    let parts = [standard, defaultNote].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// The complete help text for the option.
  var wholeHelp: String {
    let values = choices.isEmpty ? nil : "values: \(choices.joined(separator: ", "))"
    let facts = [values, shownDefault.map { "default: \($0)" }].compactMap(\.self)
    return facts.isEmpty ? help : "\(help) (\(facts.joined(separator: "; ")))"
  }

  /// Whether a string unsets an option because it is empty or the literal `nothing`; false if
  /// `nothing` is nil.
  static func unsets(_ text: String, nothing: String?) -> Bool {
    nothing != nil && (text.isEmpty || text == nothing)
  }

  /// Whether values do more than unset the option.
  func hasEffect(_ texts: [String]) -> Bool {
    if kind == .flag { return texts.last == Self.isSet }
    if keepsRules, texts.contains(where: { !isPolicy($0) }) { return true }
    return !texts.suffix(1).contains { Self.unsets($0, nothing: nothing) }
  }

  /// Checks a value as written.
  ///
  /// - Throws: The mistake in a value that is invalid at every resolution.
  func check(_ text: String) throws {
    var options = RawOptions()
    try options.set(self, [text])
  }
}

/// Joins options and lists of options into one list.
///
/// The compiler then checks the type of each separately, which takes less time.
@resultBuilder
enum OptionListBuilder {
  static func buildExpression(_ option: Option) -> [Option] { [option] }
  static func buildExpression(_ options: [Option]) -> [Option] { options }
  static func buildBlock(_ lists: [Option]...) -> [Option] { lists.flatMap(\.self) }
}

/// Options that form a section of the help: their fields, their declarations and their rules.
protocol OptionSection: Sendable {
  /// The heading in the help.
  static var title: String { get }
  static var options: [Option] { get }
  /// Whether the options are already determined by an earlier plan.
  static var isFixedByPlan: Bool { get }
  /// Options that exclude each other, or need another option.
  static var rules: [OptionRule] { get }
}

extension OptionSection {
  static var isFixedByPlan: Bool { true }
  static var rules: [OptionRule] { [] }
}

/// The options, by section and by name.
enum OptionCatalog {
  /// The sections in the order of the help.
  static let sections: [any OptionSection.Type] = [
    InputOptions.self, LayoutOptions.self, MatrixOptions.self, CompareOptions.self,
    PageOptions.self, TileOptions.self, TextOptions.self, DecorationOptions.self, PlanOptions.self,
    OutputOptions.self, RunningOptions.self, ConfigurationOptions.self, VersionOptions.self,
  ]

  static let all = sections.flatMap(options(of:))

  /// The headings of the help with their options, in order.
  static var headings: [(title: String, options: [Option])] {
    sections.map { ($0.title, options(of: $0)) }
  }

  private static let byTitle = Dictionary(
    uniqueKeysWithValues: sections.map { section in
      let options = section.options.map { option in
        var option = option
        option.isFixedByPlan = section.isFixedByPlan
        return option
      }
      return (section.title, options)
    })

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  static func options(of section: any OptionSection.Type) -> [Option] {
    byTitle[section.title] ?? []
  }

  /// The option with a given long name, without its dashes.
  static func option(named name: String) -> Option? { byName[name] }

  /// The option with a given name, which must exist.
  static func known(_ name: String) -> Option {
    guard let option = byName[name] else { preconditionFailure("no option is called \(name)") }
    return option
  }

  /// The option at the beginning of a line in a file: `--gap` or `-r`.
  static func option(written text: String) -> Option? {
    if text.hasPrefix("--") { return option(named: String(text.dropFirst(2))) }
    guard text.count == 2, text.hasPrefix("-") else { return nil }
    return all.first { $0.letter == text.last }
  }

  /// The flag that is unset with `--no-` and its name.
  static func flag(unsetBy text: String) -> Option? {
    guard text.hasPrefix("--no-"), option(written: text) == nil,
      let option = option(named: String(text.dropFirst("--no-".count))), option.isFlag,
      option.onlyOnCommandLine == nil
    else { return nil }
    return option
  }

  /// Arguments in the form that the argument parser expects, in which `--trim=10` and the flag
  /// `--trim` are different options.
  static func named(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments[..<end].map { argument in
      guard let sign = argument.firstIndex(of: "="),
        let option = option(written: String(argument[..<sign])), option.kind == .flagOrValue
      else { return argument }
      return "--\(option.nameWithValue)\(argument[sign...])"
    } + arguments[end...]
  }

  /// The option that a user who wrote `text` may have meant; if `inFile` is true, only options that
  /// a file may contain are considered.
  static func option(resembling text: String, inFile: Bool = true) -> Option? {
    let word = text.drop { $0 == "-" }
    if word.count == 1 { return all.first { $0.letter == word.first } }
    let spelling = String(word.map { $0 == "_" ? "-" : $0 })
    return named(inFile: inFile).map(\.name).nearest(to: spelling).flatMap(option(named:))
  }

  /// The options that are written with a name; if `inFile` is true, only options that a file may
  /// contain.
  static func named(inFile: Bool) -> [Option] {
    all.filter { $0.kind != .positional && (!inFile || $0.onlyOnCommandLine == nil) }
  }
}

extension Sequence<String> {
  /// The arguments, with each sort key such as `-rating` joined to the `--sort` before it.
  ///
  /// The parser would take a key that begins with a dash for options with one letter each.
  var joiningSortKeys: [String] {
    var arguments: [String] = []
    for argument in self {
      if arguments.last == "--sort", argument.count > 2, argument.first == "-",
        argument.dropFirst().first.map({ $0.isLetter || $0 == "{" }) == true
      {
        arguments[arguments.endIndex - 1] += "=\(argument)"
      } else {
        arguments.append(argument)
      }
    }
    return arguments
  }
}
