/// A condition that selects pictures by their facts: `rating >= 4 and taken < 2025-07`.
///
/// A test compares a fact with a value or with another fact by `=`, `!=`, `<`, `<=`, `>` or `>=`.
/// `~` compares it with a pattern such as `Canon*`. A fact alone tests whether the picture has it.
/// `not` binds tighter than `and`, `and` tighter than `or`, and parentheses group. A name with
/// blanks is in braces, and a text with blanks in quotation marks. Case is ignored.
///
/// A bare word on the right is a text. It is a fact only if it names a documented fact of the left
/// fact's kind: number, time or text. In braces it is any fact.
///
/// Two numbers are compared as numbers, and times by the spans that they name. Anything else is
/// compared as texts in the natural order. A missing fact makes a comparison false. A list matches
/// if any of its items does.
package struct Condition: Equatable, Sendable {
  /// The condition as it was written.
  package let source: String

  /// Checks the form of a condition.
  ///
  /// - Throws: ``TemplateError``, which names the position.
  package init(_ source: String) throws(TemplateError) {
    var parser = ConditionParser(source, nil)
    _ = try parser.parsed()
    self.source = source
  }

  /// The condition with its names and values resolved, in postfix notation, so no depth exhausts
  /// the stack.
  ///
  /// - Throws: ``TemplateError`` for the first unknown name, for a word that is nearly a name, and
  ///   for an invalid time.
  package func resolved(with names: ConditionNames) throws(TemplateError) -> [ConditionStep] {
    var parser = ConditionParser(source, names)
    return try parser.parsed()
  }
}

extension Condition: CustomStringConvertible {
  /// The condition as it was written.
  package var description: String { source }
}

/// A step of a condition in postfix notation.
package enum ConditionStep: Equatable, Sendable {
  case test(FactTest)
  case not, and, or
}

extension [ConditionStep] {
  /// Whether the condition holds, given the results of its tests.
  ///
  /// An unknown result is nil. The result of the condition is nil, too, if it depends on an unknown
  /// one.
  ///
  /// Source: S. C. Kleene, "Introduction to Metamathematics", 1952, section 64, the strong tables.
  package func holds(_ test: (FactTest) -> Bool?) -> Bool? {
    if count == 1, case .test(let only) = self[0] { return test(only) }
    var values: [Bool?] = []
    for step in self {
      switch step {
      case .test(let own): values.append(test(own))
      case .not: values.append(values.popLast()?.map(!))
      case .and, .or:
        let operands = [values.popLast() ?? nil, values.popLast() ?? nil]
        // The result if one operand alone decides.
        let decided = step == .or
        let isDecided = operands.contains(decided)
        values.append(isDecided ? decided : operands.contains(nil) ? nil : !decided)
      }
    }
    return values.last ?? true
  }
}

/// The operator of a comparison.
package enum ConditionOperator: String, CaseIterable, Sendable {
  case equal = "="
  case unequal = "!="
  case less = "<"
  case atMost = "<="
  case greater = ">"
  case atLeast = ">="
  case like = "~"
}

/// A test of a known fact.
package struct FactTest: Equatable, Sendable {
  /// The fact.
  package let key: FactKey
  /// The comparison; nil if the test only asks whether the fact exists.
  package internal(set) var comparison: Comparison?

  /// An operator and its right side.
  package struct Comparison: Equatable, Sendable {
    package let comparator: ConditionOperator
    package let operand: Operand
  }

  /// The right side of a comparison.
  package enum Operand: Equatable, Sendable {
    case fact(FactKey)
    case value(ConditionValue)
    case pattern(GlobPattern)
  }

  /// The facts that the test needs.
  package var keys: [FactKey] {
    if case .fact(let other) = comparison?.operand { [key, other] } else { [key] }
  }
}
