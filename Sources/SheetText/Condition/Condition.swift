/// Which pictures are meant, by what is known of them: `rating >= 4 and taken < 2025-07`.
///
/// A test compares a fact with a value or with another fact by `=`, `!=`, `<`, `<=`, `>` or `>=`, or
/// by `~` with a pattern such as `Canon*`; a fact alone asks whether there is one. `not` binds more
/// than `and`, and `and` more than `or`; there may be parentheses. A name with blanks stands in
/// braces, and a text with blanks in quotation marks. Case does not count.
///
/// Two numbers are compared as numbers, times by the spans that they name, and anything else as texts
/// in the natural order. A missing fact makes a comparison false; of a list, any item counts.
public struct Condition: Equatable, Sendable {
  /// The condition as it was written.
  public let source: String
  /// What it says, in postfix notation, so that no depth exhausts the stack.
  let steps: [ConditionStep<WrittenTest>]

  /// Parses a condition.
  ///
  /// - Throws: ``TemplateError``, which names the position.
  public init(_ source: String) throws(TemplateError) {
    var parser = ConditionParser(source)
    steps = try parser.parsed()
    self.source = source
  }
}

extension Condition: CustomStringConvertible {
  /// The condition as it was written.
  public var description: String { source }
}

/// A step of a condition in postfix notation.
package enum ConditionStep<Test: Equatable & Sendable>: Equatable, Sendable {
  case test(Test), not, and, or
}

extension [ConditionStep<FactTest>] {
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

/// A test as it is written.
struct WrittenTest: Equatable, Sendable {
  let fact: WrittenName
  /// What the fact is compared with; nil where it only has to be there.
  var comparison: Comparison?

  struct Comparison: Equatable, Sendable {
    let comparator: ConditionOperator
    let operand: Operand
  }

  /// What stands at the right.
  enum Operand: Equatable, Sendable {
    /// A name in braces.
    case fact(WrittenName)
    /// A word, which is the fact of that name, or else a value.
    case word(WrittenName)
    /// A text in quotation marks.
    case quoted(String, offset: Int)
  }
}

/// The name of a fact, perhaps with a colon and a keyword, and how many scalars stand ahead of it.
struct WrittenName: Equatable, Sendable {
  let text: String
  let offset: Int

  var key: FactKey {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    return FactKey(String(parts[0]), parts.count == 2 ? String(parts[1]) : "")
  }
}

/// A test of a fact that there is.
package struct FactTest: Equatable, Sendable {
  /// The fact.
  package let key: FactKey
  /// How it is compared, and with what; nil where it only has to be there.
  package let comparison: Comparison?

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
