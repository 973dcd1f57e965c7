internal import ArgumentParser
internal import SheetModel
internal import SheetPlanning

/// The form of an option's values, and how they are read and written.
struct ValueParser<Value: Sendable>: Sendable {
  var kind = Option.Kind.value
  /// The possible values; empty if there are too many to list.
  var choices: [String] = []
  var completion: CompletionKind?
  /// The restriction on values in project files; nil for none.
  var inProject: ProjectRule?
  /// Whether values may have units of length.
  var takesLengths = false
  /// Whether a value applies only to some pictures, which a pattern or a condition selects.
  var isRule = false
  /// Whether a value applies to all pictures, for an option that also takes rules for some
  /// pictures.
  var isPolicy: @Sendable (String) -> Bool = { _ in false }
  /// Whether the text that unsets an option is read like any other value, because it leaves the
  /// rules for some pictures in force.
  var keepsRules = false
  /// Reads a string, or throws the mistake.
  let read: @Sendable (String) throws -> Value
  /// Combines the values of an option that is given twice.
  ///
  /// The last value is used, unless the values are a list.
  var join: @Sendable (Value, Value) -> Value = { $1 }
  /// The text of a value, from which it can be read again; nil if the help does not show the value.
  var text: @Sendable (Value) -> String? = { _ in nil }

  /// The form with a property changed.
  func with<Property>(_ property: WritableKeyPath<Self, Property>, _ value: Property) -> Self {
    var form = self
    form[keyPath: property] = value
    return form
  }

  /// The form, with values that may have units of length.
  var lengths: Self { with(\.takesLengths, true) }

  /// Values that are read by a parser of the library, whose errors are shown unchanged.
  static func parsed(
    _ read: @escaping @Sendable (String) throws -> Value,
    text: @escaping @Sendable (Value) -> String = { "\($0)" }
  ) -> Self {
    Self(read: read, text: text)
  }

  /// Values that are read by an initialiser; an error states the remedy.
  static func written(
    _ form: String, _ read: @escaping @Sendable (String) throws -> Value?,
    text: @escaping @Sendable (Value) -> String = { "\($0)" }
  ) -> Self {
    parsed(
      { text in
        guard let value = try read(text) else {
          throw CommandError("it is not valid; write \(form)")
        }
        return value
      }, text: text)
  }

  static func named(_ values: [Value], by name: @escaping @Sendable (Value) -> String) -> Self {
    let names = values.map(name)
    return Self(
      choices: names,
      read: { text in
        guard let value = values.first(where: { name($0) == text }) else {
          throw Synonyms.noName(text, names)
        }
        return value
      }, text: name)
  }

  /// An optional value, and what the option means without one.
  static func flag(or form: Self, alone value: Value) -> Self {
    Self(
      kind: .flagOrValue, completion: form.completion,
      read: { $0 == Option.isSet ? value : try form.read($0) })
  }

  /// The values of an option that may be repeated, or of arguments.
  static func list<Element>(
    _ form: ValueParser<Element>, _ kind: Option.Kind = .list
  ) -> Self where Value == [Element] {
    Self(
      kind: kind, choices: form.choices, completion: form.completion, isRule: form.isRule,
      read: { [try form.read($0)] }, join: { $0 + $1 })
  }

  /// The values of an option that may be repeated; an empty string is not a value.
  static func listOrNone<Element>(
    _ form: ValueParser<Element>
  ) -> Self where Value == [Element] {
    Self(
      kind: .list, isRule: form.isRule, read: { $0.isEmpty ? [] : [try form.read($0)] },
      join: { $0 + $1 })
  }
}

extension ValueParser {
  /// A value for some pictures.
  static func rule<Given, Read>(_ form: RuleForm<Read>) -> Self where Value == Sheet.Rule<Given> {
    written(form.description) { text in
      try PictureRule(text, as: form) == nil ? nil : Sheet.Rule(text)
    }.with(\.isRule, true)
  }
}

/// A value for all pictures, and rules for some.
struct Ruled<Value: Sendable, Exception: Sendable>: Sendable {
  /// What applies to the pictures that no rule selects.
  enum Policy: Sendable {
    /// The option is unset for these pictures.
    case unset
    case value(Value)

    /// The value; nil if there is none.
    var value: Value? { if case .value(let value) = self { value } else { nil } }
  }

  /// What applies to the pictures that no rule selects; nil if nothing is given for them.
  var policy: Policy?
  var rules: [Sheet.Rule<Exception>] = []
}

extension ValueParser {
  /// A value for all pictures, or a rule for some; the option may be repeated.
  static func policy<Policy, Given, Read>(
    _ policy: ValueParser<Policy>, orRule form: RuleForm<Read>
  ) -> Self where Value == Ruled<Policy, Given> {
    let rule = ValueParser<Sheet.Rule<Given>>.rule(form)
    @Sendable func isPolicy(_ text: String) -> Bool { !text.contains { "={".contains($0) } }
    return Self(
      kind: .list, completion: policy.completion, takesLengths: policy.takesLengths, isRule: true,
      isPolicy: isPolicy, keepsRules: true,
      read: { text in
        if Option.unsets(text, nothing: Option.none) { return Ruled(policy: .unset) }
        // A value followed by a template, such as '12 {dominant}', is not a condition.
        if text.ruleSigns.isEmpty, let brace = text.firstIndex(of: "{"),
          (try? policy.read(text[..<brace].split(separator: " ").joined(separator: " "))) != nil
        {
          return Ruled(policy: .value(try policy.read(text)))
        }
        return isPolicy(text)
          ? Ruled(policy: .value(try policy.read(text))) : Ruled(rules: [try rule.read(text)])
      },
      // A rule says nothing about the other pictures, so the value given before it is kept.
      join: { Ruled(policy: $1.policy ?? $0.policy, rules: $0.rules + $1.rules) })
  }
}

extension ValueParser where Value: LosslessStringConvertible {
  /// Values whose descriptions can be read again; an error states the remedy.
  static func written(_ form: String) -> Self {
    written(form, { Value($0) }, text: { $0.description })
  }
}

extension ValueParser where Value == Bool {
  static var flag: Self { Self(kind: .flag, read: { $0 == Option.isSet }) }
}

extension ValueParser where Value == String {
  static var text: Self { parsed { $0 } }

  /// A string in one of the library's notations.
  ///
  /// It is only checked here; the library parses it when it reads the whole sheet.
  static func checked<Notation>(_ read: @escaping @Sendable (String) throws -> Notation) -> Self {
    parsed { text in
      _ = try read(text)
      return text
    }
  }

  static var folder: Self { text.with(\.completion, .directory) }

  /// The form with a restriction in project files.
  func restricted(by rule: ProjectRule) -> Self { with(\.inProject, rule) }

  /// The name of a file, with a restriction in project files.
  static func file(_ extensions: String..., inProject: ProjectRule? = nil) -> Self {
    text.with(\.completion, .file(extensions: extensions)).with(\.inProject, inProject)
  }
}

extension ValueParser where Value == Int {
  static func number(_ range: ClosedRange<Int>) -> Self {
    let end = range.upperBound == .max ? "up" : "to \(range.upperBound)"
    return written("a whole number from \(range.lowerBound) \(end)") { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension ValueParser where Value == Sheet.Length {
  /// A length of at least this many pixels.
  static func length(from least: Int) -> Self {
    let most = Sheet.Length.maximumPixels
    return written("whole pixels from \(least) up, or a length such as 5mm or 0.5in") {
      text in
      Sheet.Length(text).flatMap { $0.fits(least...most) ? $0 : nil }
    }.lengths
  }
}

extension ValueParser
where Value: CaseIterable & RawRepresentable, Value.RawValue: LosslessStringConvertible {
  /// One of the cases of an enumeration, by raw value.
  static var choice: Self { named(Array(Value.allCases)) { $0.rawValue.description } }
}

/// A mistake, in words that are shown unchanged.
struct CommandError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
