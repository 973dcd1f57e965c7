package import SheetModel

/// A value for some pictures, as written in options: `IMG_12*=3`, or `{rating} >= 5=3`.
///
/// The equals sign follows a pattern, or a condition with braces, that selects the pictures, and
/// precedes the value.
package struct PictureRule<Value: Sendable>: Sendable {
  /// The rule as written.
  package let source: String
  /// The pictures that the rule applies to.
  package let pictures: PictureSelector
  /// The value that those pictures get.
  package let value: Value
}

extension PictureRule: Equatable where Value: Equatable {}

/// Which pictures a rule applies to.
package enum PictureSelector: Equatable, Sendable {
  /// All pictures; the rule is just a value.
  case all
  /// The pictures whose names, or ends of paths, match a pattern.
  case pattern(String)
  /// The pictures that meet a condition.
  case condition(Condition)

  /// Creates a pattern, or a condition if the text has a brace.
  ///
  /// - Throws: `TemplateError` if there is a brace, and the text is not a condition.
  fileprivate init(_ text: String) throws(TemplateError) {
    self = text.contains("{") ? .condition(try Condition(text)) : .pattern(text)
  }

  /// The pattern if it has neither wildcards nor a folder, and so may be meant as something else;
  /// otherwise nil.
  var plainName: String? {
    guard case .pattern(let text) = self, !text.contains(where: { "*?[/".contains($0) }) else {
      return nil
    }
    return text
  }
}

extension PictureRule {
  /// Parses a rule of an option.
  ///
  /// - Throws: `TemplateError` for a condition or a template that cannot be read, and
  ///   ``RuleError``.
  /// - Returns: Nil if the text has another form.
  package init?(_ source: String, as form: RuleForm<Value>) throws {
    self.source = source
    guard let sign = form.sign(source) else {
      if let value = try form.read(source), form.mayStandAlone(value) {
        (pictures, self.value) = (.all, value)
        return
      }
      // An unclosed brace hides the sign, and an error at the brace is clearer.
      if source.contains("{") { _ = try Condition(source) }
      return nil
    }
    let (before, after) = (source[..<sign], String(source[source.index(after: sign)...]))
    if before.isEmpty { return nil }
    guard let value = try form.read(after) else {
      if after.contains("{") { throw RuleError.template(after, form.description) }
      return nil
    }
    (pictures, self.value) = (try PictureSelector(String(before)), value)
  }
}

extension PictureRule {
  /// Creates a rule that a program gave as parts or as a string.
  ///
  /// - Parameters:
  ///   - rule: The rule.
  ///   - form: How the rule is written.
  ///   - convert: Converts the given value; returns nil if it is out of range.
  /// - Throws: `TemplateError` for a condition or a template that cannot be read, and
  ///   ``RuleError``.
  init<Given>(
    _ rule: Sheet.Rule<Given>, as form: RuleForm<Value>, _ convert: (Given) throws -> Value?
  ) throws {
    switch rule.content {
    case .written(let text):
      guard let read = try PictureRule(text, as: form) else {
        throw RuleError.form(text, form.description)
      }
      self = read
    case .parts(let pictures, let given):
      guard let value = try convert(given) else {
        throw RuleError.range("\(given)", form.values)
      }
      self.value = value
      source = rule.description
      self.pictures =
        switch pictures {
        case .all: .all
        case .name(let pattern): .pattern(pattern)
        case .condition(let text): .condition(try Condition(text))
        }
    }
  }
}

extension PictureRule {
  /// The pattern or the condition as written; nil for all pictures.
  var selector: String? {
    switch pictures {
    case .all: nil
    case .pattern(let pattern): pattern
    case .condition(let condition): condition.source
    }
  }
}

extension PictureRule: CustomStringConvertible {
  /// The rule as written.
  package var description: String { source }
}

/// How the rules of an option are written, and what they do.
package struct RuleForm<Value: Sendable>: Sendable {
  /// What messages call a value: `a number from 0.01 to 100`.
  let values: String
  /// Rules as examples.
  let examples: [String]
  /// What a rule does, in a note about a rule without effect: `sets a weight`.
  let effect: String
  /// What patterns and conditions apply to.
  var subject = RuleSubject.pictures
  /// Whether a value with no selector before it applies to all pictures.
  var mayStandAlone: @Sendable (Value) -> Bool = { _ in false }
  /// Whether most rules are just a value.
  var isUsuallyAlone = false
  /// Whether any text is a valid value, so that text with an equals sign may be meant as a value.
  var isText = false
  /// A clause for messages that says what else gives pictures such values.
  var alternative: String?
  /// Finds the equals sign between the selector of pictures and the value; nil if there is only a
  /// value.
  var sign: @Sendable (String) -> String.Index? = { $0.ruleSigns.last }
  /// Parses a value; nil if the text is malformed.
  let read: @Sendable (String) throws -> Value?

  /// The form as messages describe it.
  package var description: String {
    let form =
      isUsuallyAlone
      ? "\(values), alone or after a pattern (or a condition with braces) and '='"
      : "a pattern, or a condition with braces, then '=' and \(values)"
    return "\(form), such as " + examples.map { "'\($0)'" }.listed("or")
      + (alternative.map { "; \($0)" } ?? "")
  }
}

/// What the patterns and conditions of rules apply to.
enum RuleSubject {
  /// Pictures on the sheet, all of whose facts are known.
  case pictures
  /// Pictures as they are found; a pattern also matches the name of a camera.
  case foundPictures
  /// Pairs that have not been compared yet; a condition may be met by either picture.
  case pairs
  /// Pairs with their results.
  case comparedPairs

  /// What a note calls a single picture or pair.
  var noun: String {
    switch self {
    case .pictures: "image"
    case .foundPictures: "image or camera"
    case .pairs, .comparedPairs: "pair"
    }
  }
}

/// Why a rule cannot be read.
package enum RuleError: Error, Equatable, CustomStringConvertible {
  /// The value has braces, but must not have any.
  case template(String, String)
  /// The text has another form.
  case form(String, String)
  /// The value is out of range.
  case range(String, String)
  /// There is no value.
  case missing(String)

  package var description: String {
    switch self {
    case .template(let value, let form):
      "'\(value.shortPrintable)' is a template, and the value cannot be one; write \(form)"
    case .form(let text, let form): "'\(text.shortPrintable)' is not valid; write \(form)"
    case .range(let value, let values): "\(value) is out of range; choose \(values)"
    case .missing(let form): "the value is missing; write \(form)"
    }
  }
}

extension StringProtocol {
  /// The positions of equals signs that may end the selector of a rule.
  ///
  /// They are outside braces, and not part of `>=`, `<=`, `!=` or `==`.
  package var ruleSigns: [Index] {
    var (signs, depth): ([Index], Int) = ([], 0)
    var previous: Character = " "
    for index in indices {
      let character = self[index]
      switch character {
      case "{": depth += 1
      case "}": depth = Swift.max(0, depth - 1)
      case "=" where depth == 0 && !"<>!=".contains(previous):
        let next = self.index(after: index)
        if next == endIndex || self[next] != "=" { signs.append(index) }
      default: break
      }
      previous = character
    }
    return signs
  }

  /// Whether there are as many closing as opening braces.
  ///
  /// An open brace hides the equals sign that ends the selector of a rule. The text is then not a
  /// value, but a rule whose condition has a mistake.
  var hasBalancedBraces: Bool { count { $0 == "{" } == count { $0 == "}" } }
}
