/// What a fact of several pictures comes to: `{taken.first}`, `{score.mean}`.
public enum Aggregate: String, CaseIterable, Sendable {
  /// The least and the greatest, of times, numbers and texts, as orders compare them.
  case first, last
  /// The least, the greatest and the mean of numbers.
  case min, max, mean
}

extension Aggregate {
  /// The name of the fact and the aggregate that stand on both sides of a dot; nil without one of them.
  static func parts(of name: String) -> (name: String, aggregate: Aggregate)? {
    guard let dot = name.lastIndex(of: "."),
      let aggregate = Aggregate(rawValue: String(name[dot...].dropFirst())),
      case let name = String(name[..<dot]), name.isFactName
    else { return nil }
    return (name, aggregate)
  }

  /// The name that is meant by one whose fact or aggregate is misspelt; nil where nothing is near.
  static func nearest(to name: String, among tokens: [TemplateToken]) -> String? {
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2, let aggregate = allCases.map(\.rawValue).nearest(to: parts[1])
    else { return nil }
    // What no token resembles may be a column.
    let meant = "\(tokens.map(\.name).nearest(to: parts[0]) ?? parts[0]).\(aggregate)"
    return meant == name ? nil : meant
  }
}

extension Fact {
  /// The mean of the numbers of some facts, in the unit that all of these have; nil without a number.
  package static func mean(of facts: [Fact]) -> Fact? {
    let numbers = facts.compactMap(\.number)
    guard !numbers.isEmpty else { return nil }
    let mean = numbers.reduce(0) { $0 + $1 / Double(numbers.count) }
    let units = Set(facts.filter { $0.number != nil }.map(\.unit))
    if units.isSubset(of: [" B"] + ByteCount.symbols.map { " \($0)" }) {
      return .rounded(mean, as: "\(ByteCount(UInt64(clamping: Int64(mean.rounded()))))")
    }
    let unit = units.count == 1 ? units.first ?? "" : ""
    return .rounded(mean, as: (mean.significantText(keepsZeros: false) ?? "\(mean)") + unit)
  }

  /// What stands behind a number with the blank ahead of it; empty for none.
  var unit: String { text.lastIndex(of: " ").map { String(text[$0...]) } ?? "" }
}
