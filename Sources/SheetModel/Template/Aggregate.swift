/// An aggregate of a fact over several pictures: `{taken.first}`, `{score.mean}`.
package enum Aggregate: String, CaseIterable, Sendable {
  /// The first and last time, number or text in sort order.
  case first, last
  /// The minimum and maximum of numbers.
  case min, max
  /// The mean, median, standard deviation and sum of numbers.
  case mean, median, std, sum

  /// Whether the aggregate needs numbers.
  package var needsNumbers: Bool { self != .first && self != .last }

  /// Whether the aggregate is calculated rather than selected; times have no such aggregates.
  var isCalculated: Bool { [.mean, .median, .std, .sum].contains(self) }

  /// Names that people and other programs use for some of the aggregates.
  private static let synonyms = [
    "avg": Aggregate.mean, "average": .mean, "total": .sum, "sd": .std, "stdev": .std,
    "stddev": .std, "minimum": .min, "maximum": .max,
  ]

  /// The fact and the aggregate in a name such as `taken.first`; nil if either is missing.
  static func parts(of name: String) -> (name: String, aggregate: Aggregate)? {
    guard let dot = name.lastIndex(of: "."),
      let aggregate = Aggregate(rawValue: String(name[dot...].dropFirst())),
      case let name = String(name[..<dot]), name.isColumnName
    else { return nil }
    return (name, aggregate)
  }

  /// The correct spelling of a misspelt fact or aggregate; nil if nothing is similar.
  static func nearest(to name: String, among tokens: [TemplateToken]) -> String? {
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2,
      let aggregate = synonyms[parts[1].lowercased()]?.rawValue
        ?? allCases.map(\.rawValue).nearest(to: parts[1])
    else { return nil }
    // A name unlike any token may be a column's name.
    let meant = "\(tokens.map(\.name).nearest(to: parts[0]) ?? parts[0]).\(aggregate)"
    return meant == name ? nil : meant
  }
}

extension Fact {
  /// The mean of the numeric facts, with their unit if they share one; nil if no fact is numeric.
  package static func mean(of facts: [Fact]) -> Fact? {
    calculated(from: facts) { $0.mean }
  }

  /// The median of the numeric facts, in the same form as ``mean(of:)``.
  package static func median(of facts: [Fact]) -> Fact? {
    calculated(from: facts) { numbers in
      let sorted = numbers.sorted()
      let middle = sorted.count / 2
      return sorted.count.isMultiple(of: 2)
        ? sorted[middle - 1] / 2 + sorted[middle] / 2 : sorted[middle]
    }
  }

  /// The standard deviation of the numeric facts as a sample of a larger population; nil if there
  /// are fewer than two.
  package static func standardDeviation(of facts: [Fact]) -> Fact? {
    calculated(from: facts) { numbers in
      guard numbers.count > 1 else { return nil }
      let mean = numbers.mean
      let squares = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      return (squares / Double(numbers.count - 1)).squareRoot()
    }
  }

  /// The sum of the numeric facts, with as many decimals as the most precise of them.
  package static func sum(of facts: [Fact]) -> Fact? {
    var most: Int? = 0
    for fact in facts where fact.number != nil {
      most = fact.decimals.flatMap { decimals in most.map { max($0, decimals) } }
    }
    return calculated(from: facts, decimals: most.map { min($0, 9) }) { $0.reduce(0, +) }
  }

  /// A value calculated from the numeric facts, with their unit if they share one.
  ///
  /// - Parameters:
  ///   - facts: The facts.
  ///   - decimals: The number of decimals; nil for four significant digits.
  ///   - value: Calculates the value from at least one number; nil if that is impossible.
  /// - Returns: The value; nil if no fact is numeric, or if the value is not finite.
  private static func calculated(
    from facts: [Fact], decimals: Int? = nil, _ value: ([Double]) -> Double?
  ) -> Fact? {
    let numbers = facts.compactMap(\.number)
    guard !numbers.isEmpty, let value = value(numbers), value.isFinite else { return nil }
    let units = Set(facts.filter { $0.number != nil }.map(\.unit))
    if units.isSubset(of: [" B"] + ByteCount.symbols.map { " \($0)" }) {
      return .rounded(value, as: "\(ByteCount(UInt64(min(max(value, 0), 1e19).rounded())))")
    }
    let unit = units.count == 1 ? units.first ?? "" : ""
    let text =
      decimals.map { value.text(decimals: $0, keepsZeros: true) }
      ?? value.significantText(keepsZeros: false)
    return .rounded(value, as: (text ?? "\(value)") + unit)
  }

  /// The number of digits after the decimal point or comma; nil if the text is not a number with a
  /// unit.
  private var decimals: Int? {
    let number = text.dropLast(unit.count).utf8
    let digits = number.reversed().prefix(while: \.isDigit).count
    let rest = number.dropLast(digits)
    guard !number.contains(where: { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }) else {
      return nil
    }
    switch rest.last {
    case UInt8(ascii: ".")?, UInt8(ascii: ",")?: return digits
    case nil: return 0
    case UInt8(ascii: "-")? where rest.count == 1: return 0
    default: return nil
    }
  }

  /// The unit after a number, with the space before it; empty if there is none.
  var unit: String { text.lastIndex(of: " ").map { String(text[$0...]) } ?? "" }
}

extension [Double] {
  /// The mean of the numbers, which rounding never moves outside their range.
  ///
  /// There must be at least one number.
  fileprivate var mean: Double {
    let mean = reduce(0) { $0 + $1 / Double(count) }
    return Swift.min(Swift.max(mean, self.min() ?? mean), self.max() ?? mean)
  }
}
