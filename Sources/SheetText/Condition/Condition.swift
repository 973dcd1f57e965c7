/// Which pictures are meant, by what is known of them: `rating >= 4 and taken < 2025-07`.
///
/// A test compares a fact with a value or with another fact by `=`, `!=`, `<`, `<=`, `>` or `>=`, or
/// by `~` with a pattern such as `Canon*`; a fact alone asks whether there is one. `not` binds more
/// than `and`, and `and` more than `or`; there may be parentheses. A name with blanks stands in
/// braces, and a text with blanks in quotation marks. Case does not count.
///
/// A bare word at the right is a text. It is a fact only if it names a documented one whose kind, a
/// number, a time or a text, is that of the fact at the left; in braces it is any fact.
///
/// Two numbers are compared as numbers, times by the spans that they name, and anything else as texts
/// in the natural order. A missing fact makes a comparison false; of a list, any item counts.
public struct Condition: Equatable, Sendable {
  /// The condition as it was written.
  public let source: String

  /// Checks the form of a condition.
  ///
  /// - Throws: ``TemplateError``, which names the position.
  public init(_ source: String) throws(TemplateError) {
    var parser = ConditionParser(source, nil)
    _ = try parser.parsed()
    self.source = source
  }

  /// The condition with its names and values understood, in postfix notation, so that no depth exhausts
  /// the stack.
  ///
  /// - Throws: ``TemplateError`` for the first name that is none of a fact, for a word that is nearly
  ///   one, and for what a time is compared with that is none.
  package func understood(with names: ConditionNames) throws(TemplateError) -> [ConditionStep] {
    var parser = ConditionParser(source, names)
    return try parser.parsed()
  }
}

extension Condition: CustomStringConvertible {
  /// The condition as it was written.
  public var description: String { source }
}

/// A step of a condition in postfix notation.
package enum ConditionStep: Equatable, Sendable {
  case test(FactTest)
  case not, and, or
}

extension [ConditionStep] {
  /// Whether the condition holds where tests come to what is given.
  package func holds(_ test: (FactTest) -> Bool) -> Bool {
    if count == 1, case .test(let only) = self[0] { return test(only) }
    var values: [Bool] = []
    for step in self {
      switch step {
      case .test(let own): values.append(test(own))
      case .not: values.append(!(values.popLast() ?? false))
      case .and, .or:
        let (last, first) = (values.popLast() ?? false, values.popLast() ?? false)
        values.append(step == .and ? first && last : first || last)
      }
    }
    return values.last ?? true
  }
}

/// How a fact is compared.
package enum ConditionOperator: String, CaseIterable, Sendable {
  case equal = "="
  case unequal = "!="
  case less = "<"
  case atMost = "<="
  case greater = ">"
  case atLeast = ">="
  case like = "~"
}

/// A test of a fact that there is.
package struct FactTest: Equatable, Sendable {
  /// The fact.
  package let key: FactKey
  /// How it is compared, and with what; nil where it only has to be there.
  package internal(set) var comparison: Comparison?

  /// How a fact is compared, and with what.
  package struct Comparison: Equatable, Sendable {
    package let comparator: ConditionOperator
    package let operand: Operand
  }

  /// What a fact is compared with.
  package enum Operand: Equatable, Sendable {
    case fact(FactKey)
    case value(ConditionValue)
    case pattern(GlobPattern)
  }

  /// The facts that the test asks for.
  package var keys: [FactKey] {
    if case .fact(let other) = comparison?.operand { [key, other] } else { [key] }
  }
}
