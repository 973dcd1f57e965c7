internal import SheetFiles
internal import SheetModel
internal import SystemPackage

extension FactTest {
  /// Whether the test holds for a picture.
  ///
  /// - Parameters:
  ///   - picture: The picture.
  ///   - missing: The result if the picture does not have the fact that the test asks for.
  ///   - undecided: The result if the two sides cannot be compared.
  /// - Returns: The result; nil if it is unknown.
  func holds(
    for picture: PictureFacts, missing: Bool?, undecided: Bool?
  ) -> Bool? {
    guard let fact = picture.fact(key), !fact.text.isEmpty else {
      return comparison == nil ? missing : undecided
    }
    guard let comparison else { return true }
    let comparator = comparison.comparator
    switch comparison.operand {
    case .pattern(let pattern):
      return fact.isLike(pattern)
    case .value(let value) where value.number != nil && fact.statesNoValue:
      return undecided
    case .value(let value):
      let items = comparison.takesNumbers ? fact.items.filter { $0.number != nil } : fact.items
      return items.holds(comparator) { $0.order(beside: value) } ?? undecided
    case .fact(let key):
      guard let other = picture.fact(key), !other.text.isEmpty else { return undecided }
      if comparator == .like {
        // The text of the other fact is the pattern.
        return other.items.contains {
          fact.isLike(GlobPattern(Array($0.text.lowercased().utf8)[...]))
        }
      }
      var results: [Bool] = []
      for other in other.items {
        if comparison.takesNumbers, fact.number == nil || other.number == nil { continue }
        let result = fact.items.holds(comparator) {
          $0.order(beside: other.number, other.text, isTime: other.isTime)
        }
        if let result { results.append(result) }
      }
      if results.isEmpty { return undecided }
      return comparator == .unequal ? !results.contains(false) : results.contains(true)
    }
  }
}

extension [Fact] {
  /// Whether a comparison holds for any item of a fact or, if it is `!=`, for all items; nil if no
  /// item can be compared.
  fileprivate func holds(_ comparator: ConditionOperator, order: (Fact) -> Order) -> Bool? {
    if isEmpty { return nil }
    switch comparator {
    case .equal: return contains { order($0) == .same }
    case .unequal: return allSatisfy { order($0) != .same }
    case .less, .atMost, .greater, .atLeast, .like:
      var holds: Bool?
      for item in self {
        let order = order(item)
        if order == .unordered { continue }
        switch comparator {
        case .less: holds = order == .before
        case .atMost: holds = order != .after
        case .greater: holds = order == .after
        default: holds = order != .before
        }
        if holds == true { return true }
      }
      return holds
    }
  }
}

/// How a fact compares with a value.
private enum Order {
  case before, same, after
  /// Two numbers are equal, but written differently, as `007` and `7` are.
  case level
  /// A number and a text differ, but neither comes first.
  case unordered
}

extension Fact {
  /// Whether any item of the fact matches a pattern in lower case.
  fileprivate func isLike(_ pattern: GlobPattern) -> Bool {
    items.contains { pattern.matches(GlobText(Array($0.text.lowercased().utf8)[...])) }
  }

  fileprivate func order(beside value: ConditionValue) -> Order {
    if let span = value.span, let number {
      return number < span.lowerBound ? .before : span.contains(number) ? .same : .after
    }
    // A ratio such as 3:2 is nominal: few pictures have it exactly.
    if value.text.contains(":"), text == value.text { return .same }
    return order(beside: value.number, value.text)
  }

  fileprivate var isTime: Bool { if case .time = kind { true } else { false } }

  /// Compares two numbers by value, and anything else as text, in natural order.
  ///
  /// If one side is a number and the other is text that can be read as one, such as the file name
  /// `007`, they are ordered by value. They are equal only if they are written the same way. A time
  /// and text that states a time are compared as text.
  fileprivate func order(
    beside otherNumber: Double?, _ otherText: String, isTime otherIsTime: Bool = false
  ) -> Order {
    if let number, let otherNumber {
      return number < otherNumber ? .before : number == otherNumber ? .same : .after
    }
    let (text, other) = (text.lowercased(), otherText.lowercased())
    if text == other { return .same }
    if !isTime, !otherIsTime, number != nil || otherNumber != nil {
      if let number = number ?? Self.number(text), let other = otherNumber ?? Self.number(other) {
        return number < other ? .before : number > other ? .after : .level
      }
      if ConditionValue(time: text) == nil || ConditionValue(time: other) == nil {
        return .unordered
      }
    }
    return PathKey.natural(FilePath(text)) < .natural(FilePath(other)) ? .before : .after
  }

  /// The text as a number; numbers in tables may be infinite.
  private static func number(_ text: String) -> Double? {
    Double(decimal: text) ?? (["inf", "infinity", "∞"].contains(text) ? .infinity : nil)
  }
}
