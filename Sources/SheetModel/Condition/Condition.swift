/// A condition that selects pictures by their facts: `rating >= 4 and taken < 2025-07`.
///
/// A test compares a fact with a value or another fact, using `=`, `!=`, `<`, `<=`, `>` or `>=`.
/// `~` matches a fact against a pattern such as `Canon*`. A fact on its own tests whether the
/// picture has that fact. `in` and `not in` compare a fact with each value of a comma-separated
/// list, as `=` and `!=` do. `not` binds tighter than `and`, `and` tighter than `or`, and
/// parentheses group. Names with spaces go in braces, and text with spaces goes in quotation marks.
/// Case is ignored.
///
/// A bare word on the right is text, unless it names a documented fact of the same kind (number,
/// time or text) as the one on the left. A word in braces is always a fact.
///
/// Two numbers are compared as numbers, and two times are compared by the spans of time that they
/// denote. Text is compared with text in natural order. A number and text have no order: if text
/// came after numbers, `score > 5` would hold for all text. A documented numeric fact can only be
/// compared with numbers. A comparison with a missing fact, or between values that cannot be
/// compared, is false. A list matches if any of its items does.
package struct Condition: Equatable, Sendable {
  /// The condition as written.
  package let source: String

  /// Checks the syntax of a condition.
  ///
  /// - Throws: ``TemplateError``, which gives the position.
  package init(_ source: String) throws(TemplateError) {
    var parser = ConditionParser(source, nil)
    _ = try parser.parsed()
    self.source = source
  }

  /// The condition with names and values resolved, in postfix notation, so that nesting cannot
  /// exhaust the stack.
  ///
  /// - Throws: ``TemplateError`` for the first unknown name, for a word that is almost a name, and
  ///   for an invalid time.
  package func resolved(with names: ConditionNames) throws(TemplateError) -> [ConditionStep] {
    var parser = ConditionParser(source, names)
    return try parser.parsed()
  }
}

extension Condition: CustomStringConvertible {
  /// The condition as written.
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
  /// A test whose result is unknown gives nil, and so does a condition that depends on such a test.
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
        // The value that decides the result whatever the other operand is.
        let decided = step == .or
        let isDecided = operands.contains(decided)
        values.append(isDecided ? decided : operands.contains(nil) ? nil : !decided)
      }
    }
    return values.last ?? true
  }
}

extension Character {
  /// Whether the sign can be part of a comparison operator such as `>=` or `~`.
  package var isComparisonSign: Bool { "=<>!~".contains(self) }
}

package enum ConditionOperator: String, CaseIterable, Sendable {
  case equal = "="
  case unequal = "!="
  case less = "<"
  case atMost = "<="
  case greater = ">"
  case atLeast = ">="
  case like = "~"

  /// Whether the operator compares the order of two values, as `<` does.
  package var isOfOrder: Bool { [.less, .atMost, .greater, .atLeast].contains(self) }
}

/// A test of a known fact.
package struct FactTest: Equatable, Sendable {
  /// The fact that is tested.
  package let key: FactKey
  /// The number of Unicode scalars before the test in its condition.
  package let offset: Int
  /// The comparison; nil if the test only asks whether the picture has the fact.
  package internal(set) var comparison: Comparison?

  /// An operator and the operand on its right.
  package struct Comparison: Equatable, Sendable {
    package let comparator: ConditionOperator
    package let operand: Operand
    /// The number of Unicode scalars before the operand in its condition.
    package let offset: Int
    /// Whether both sides must be numbers, because one of them is a documented numeric fact.
    package var takesNumbers = false
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

/// A value to compare facts with.
package struct ConditionValue: Equatable, Sendable {
  /// The value as written.
  package let text: String
  /// The value as a number, in bytes, seconds or its own unit; nil if it is text.
  package let number: Double?
  /// The span of time that the value denotes, in seconds since 1970; nil if it was not read as a
  /// time.
  package let span: Range<Double>?
  /// The unit after the number, in lower case; nil if there is none.
  var unit: String? {
    number == nil ? nil : Self.units.first { text.lowercased().hasSuffix($0.name) }?.name
  }
  /// Whether the value is a word without quotation marks, which may have been meant as a name.
  package let isBareWord: Bool

  /// Whether the value is a number, or would be one without its quotation marks.
  package var spellsNumber: Bool { Self.number(text) != nil }

  /// Whether the value looks like a mistyped number, as `0,01` does.
  package var resemblesNumber: Bool { Self.number(meantBy: text) != nil }

  /// Creates the value of a string in quotation marks, which is never a number.
  init(quoted text: String) { (self.text, number, span, isBareWord) = (text, nil, nil, false) }

  init(word text: String) {
    (self.text, number, span, isBareWord) = (text, Self.number(text), nil, true)
  }

  /// Parses a time of any precision, such as `2025`, `2025-07` or `2025-07-01 14:05`; nil if the
  /// text is not a time.
  package init?(time text: String) {
    guard let span = CivilTime.span(of: text) else { return nil }
    (self.text, number, self.span, isBareWord) = (text, nil, span, false)
  }

  /// Joins a number and its unit, or a date and a time of day; nil if the two words do not belong
  /// together.
  static func joined(_ word: String, _ next: String) -> String? {
    if !next.isEmpty, Double(decimal: word) != nil || word.contains("/"),
      number(word + next) != nil, next.first?.isNumber == false
    {
      return word + next
    }
    let time = "\(word) \(next)"
    return next.contains(":") && CivilTime.span(of: time) != nil ? time : nil
  }

  /// The number that was probably meant by text such as `0,01`, which has a decimal comma, or
  /// `O.01`, which has the letter O for a zero; nil for other text.
  ///
  /// In `1,000` the comma may separate thousands, so there are two numbers: `1000 or 1.000`.
  static func number(meantBy text: String) -> String? {
    let groups = text.split(separator: ",", omittingEmptySubsequences: false)
    if groups.count > 1, let first = groups.first,
      1...3 ~= first.drop(while: { "+-".contains($0) }).count,
      first.last?.isNumber == true, !first.drop(while: { "+-".contains($0) }).hasPrefix("0"),
      groups.dropFirst().dropLast().allSatisfy({ $0.utf8.count == 3 && Int(digits: $0) != nil }),
      let last = groups.last, last.utf8.prefix(while: \.isDigit).count == 3,
      case let whole = groups.joined(), number(whole) != nil
    {
      // A comma can be a decimal comma only if it is the only one and there is no point.
      let isAmbiguous = groups.count == 2 && !last.contains(".")
      return isAmbiguous ? "\(whole) or \(text.replacing(",", with: "."))" : whole
    }
    let meant = text.replacing(",", with: ".").replacing("o", with: "0").replacing("O", with: "0")
    return number(meant).map { _ in meant }
  }

  /// The numeric value of a string: `64`, `-1.5`, `1/250`, `3:2`, `f/2.8`, each possibly with a
  /// unit, or `inf`.
  fileprivate static func number(_ text: String) -> Double? {
    guard text.utf8.count <= 64 else { return nil }
    let text = text.lowercased()
    // `inf` is the signal-to-noise ratio of identical pictures.
    if text == "inf" { return .infinity }
    let unit = units.first { text.hasSuffix($0.name) }
    let digits = text.dropLast(unit?.name.count ?? 0)
    let quotient =
      digits.hasPrefix("f/")
      ? [digits.dropFirst(2)]
      : digits.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == ":" }
    let parts = quotient.map { Double(decimal: String($0)) }
    guard parts.count <= 2, let dividend = parts[0], let divisor = parts.count == 2 ? parts[1] : 1,
      divisor != 0
    else { return nil }
    let number = dividend / divisor * (unit?.value ?? 1)
    return number.isFinite ? number : nil
  }

  /// The units of facts; each comes before any shorter unit with which it ends, as `kb` before `b`.
  private static let units: [(name: String, value: Double)] = [
    ("kb", 1e3), ("mb", 1e6), ("gb", 1e9), ("tb", 1e12), ("pb", 1e15), ("eb", 1e18), ("b", 1),
    ("mm", 1), ("s", 1), ("%", 0.01),
  ]
}

extension Fact {
  /// Whether the fact would be a number if its comma were a point.
  package var hasDecimalComma: Bool {
    text.utf8.contains(UInt8(ascii: ","))
      && ConditionValue.number(text.replacing(",", with: ".")) != nil
  }

  /// Whether the fact is a number, or text that would be a number if its comma were a point.
  package var resemblesNumber: Bool {
    number != nil || ConditionValue.number(text.replacing(",", with: ".")) != nil
  }
}

extension CivilTime {
  /// The seconds since 1970 covered by a time of any precision; nil if the text is not a time.
  fileprivate static func span(of text: String) -> Range<Double>? {
    let halves = text.split(omittingEmptySubsequences: false) { " Tt".contains($0) }
    let isNegative = text.hasPrefix("-")
    guard 1...2 ~= halves.count, !isNegative else { return nil }
    let day = halves[0].split(separator: "-", omittingEmptySubsequences: false)
    let hour =
      halves.count == 2 ? halves[1].split(separator: ":", omittingEmptySubsequences: false) : []
    guard 1...3 ~= day.count, halves.count == 1 || day.count == 3 && 1...3 ~= hour.count,
      day[0].utf8.count >= 4
    else { return nil }
    let parts = (day + hour).compactMap { $0.utf8.count <= 12 ? Int(digits: $0) : nil }
    guard parts.count == day.count + hour.count else { return nil }
    func seconds(_ parts: [Int]) -> Int64? {
      let all = parts + [1, 1, 0, 0, 0].suffix(6 - parts.count)
      return CivilTime(
        year: all[0], month: all[1], day: all[2], hour: all[3], minute: all[4], second: all[5]
      )?.secondsSince1970
    }
    guard let start = seconds(parts) else { return nil }
    let end: Int64? =
      switch parts.count {
      case 1: seconds([parts[0] + 1])
      case 2: seconds(parts[1] == 12 ? [parts[0] + 1] : [parts[0], parts[1] + 1])
      default: start &+ [86_400, 3600, 60, 1][parts.count - 3]
      }
    guard let end, end > start else { return nil }
    return Double(start)..<Double(end)
  }
}
