/// What is known of a picture, or of a page, under one name: a number or a text.
public struct Fact: Equatable, Sendable {
  /// The fact as a label shows it.
  public let text: String
  /// What it is sorted by, ahead of all texts; nil for a text.
  public let number: Double?
  /// What the fact lists, such as keywords; none for a single one.
  private let listed: [String]
  /// Whether the text shows fewer digits than the number has, as `3.2 MB` does.
  let isRounded: Bool

  /// Creates a fact; of a text without a number, unless one is given.
  public init(_ text: String, number: Double? = nil) {
    self.init(text, number: number, isRounded: false)
  }

  private init(_ text: String, number: Double?, listed: [String] = [], isRounded: Bool) {
    self.text = text
    self.number = number
    self.listed = listed
    self.isRounded = isRounded
  }

  /// Several texts, which are shown with commas between them; nil for none.
  package static func list(_ texts: [String]) -> Fact? {
    texts.isEmpty
      ? nil : Fact(texts.joined(separator: ", "), number: nil, listed: texts, isRounded: false)
  }

  /// Each of what the fact lists, or the fact itself.
  package var items: [Fact] { listed.isEmpty ? [self] : listed.map { Fact(reading: $0) } }

  /// A number that the text tells only roughly.
  package static func rounded(_ number: Double, as text: String) -> Fact {
    Fact(text, number: number, isRounded: true)
  }

  /// A whole number.
  package init(_ number: Int) {
    self.init(String(number), number: Double(number))
  }

  /// A time, to the minute.
  package init(_ time: CivilTime) {
    self.init(time.minuteText, number: Double(time.secondsSince1970))
  }

  /// A text from outside, which is a number where it is written as one.
  package init(reading text: String) {
    self.init(text, number: Double(decimal: text))
  }

  /// The fact as data.
  public var value: Value {
    guard let number, isRounded || text.isPlainNumber else { return .text(text) }
    return .number(number)
  }

  /// A fact as data: in manifests and listings.
  public enum Value: Equatable, Sendable {
    /// A number that is shown in digits, or rounded.
    case number(Double)
    /// Anything else, also a number with a unit or with leading zeros.
    case text(String)
  }
}

/// What a template asks for: the name of a fact, and which of several of that name.
public struct FactKey: Hashable, Sendable {
  /// The name, such as `taken` or `text`.
  public let name: String
  /// What follows the name where it has several facts, such as the keyword of a text; else empty.
  public let parameter: String
  /// What is asked of several pictures; nil for the fact of one.
  public let aggregate: Aggregate?

  /// Creates a key.
  public init(_ name: String, _ parameter: String = "", _ aggregate: Aggregate? = nil) {
    self.name = name
    self.parameter = parameter
    self.aggregate = aggregate
  }

  /// The key of the fact of each picture.
  package var ofEach: FactKey { FactKey(name, parameter) }
}

extension FactKey: CustomStringConvertible {
  /// The key as it stands between braces: `text:Title`, `taken.first`.
  public var description: String {
    let name = name + (aggregate.map { ".\($0.rawValue)" } ?? "")
    return parameter.isEmpty ? name : "\(name):\(parameter)"
  }
}

extension String {
  /// Whether the text is nothing but a number, without leading zeros, which may mean something.
  fileprivate var isPlainNumber: Bool {
    let digits = utf8.drop { $0 == UInt8(ascii: "-") }
    let isPadded =
      digits.first == UInt8(ascii: "0")
      && digits.dropFirst().first?.isDigit == true
    return !isPadded && Double(decimal: self) != nil
  }
}

extension Double {
  /// The number that a text is in decimal digits, perhaps with a sign, a point and an exponent.
  ///
  /// Nil if the text is anything else, such as `inf`, `nan` and hexadecimal digits, or longer than the
  /// digits of the largest number.
  package init?(decimal text: String) {
    guard text.utf8.count <= 400, text.utf8.contains(where: \.isDigit),
      text.utf8.allSatisfy({ $0.isDigit || "+-.eE".utf8.contains($0) }),
      let number = Double(text), number.isFinite
    else { return nil }
    self = number
  }
}

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
