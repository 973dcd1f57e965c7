/// A named fact of a picture or a page: a number or a string.
package struct Fact: Equatable, Sendable {
  /// The fact as a label shows it.
  package let text: String
  /// The number by which the fact is sorted; nil if the fact is text, which comes after all
  /// numbers.
  package let number: Double?
  /// What the text stands for.
  package let kind: Kind
  /// Whether a number format leaves the text as it is.
  package var ignoresFormat = false
  /// Whether a plus sign and the text after it belong to the column's heading, so that the fact is
  /// shown instead of that text.
  package var isOfWholeHeading = false

  /// Whether text on the sheet keeps the fact's line breaks, as it does if the fact is a cell of a
  /// table.
  package var keepsLines = false

  /// What the text of a fact stands for.
  package indirect enum Kind: Equatable, Sendable {
    /// The text itself, or the exact number that it states.
    case plain
    /// A number with more digits than the text shows, such as `3.2 MB`.
    case rounded
    /// A time.
    case time(CivilTime)
    /// A position in degrees north and degrees east.
    case position(latitude: Double, longitude: Double)
    /// A list of texts, such as keywords; it is not empty.
    case list([String])
  }

  /// Creates a fact from a string, which may come with a number.
  package init(_ text: String, number: Double? = nil) {
    self.init(text, number: number, .plain)
  }

  private init(_ text: String, number: Double?, _ kind: Kind) {
    (self.text, self.number, self.kind) = (text, number, kind)
  }

  /// A list of texts, shown with commas between them; nil if it is empty.
  package static func list(_ texts: [String]) -> Fact? {
    texts.isEmpty ? nil : Fact(texts.joined(separator: ", "), number: nil, .list(texts))
  }

  /// The items of a list, or the fact itself.
  package var items: [Fact] {
    if case .list(let texts) = kind { texts.map { Fact(reading: $0) } } else { [self] }
  }

  /// Whether the fact is a word that tables use for a missing number.
  package var statesNoValue: Bool {
    number == nil
      && ["n/a", "na", "nan", "none", "null", "-", "–", "—"].contains(text.lowercased())
  }

  /// Whether the text shows fewer digits than the number has.
  var isRounded: Bool { kind == .rounded }

  /// A number whose text is rounded.
  package static func rounded(_ number: Double, as text: String) -> Fact {
    Fact(text, number: number, .rounded)
  }

  /// A measured number; its text has a given number of decimals, or four significant digits.
  package static func measured(_ number: Double, decimals: Int? = nil) -> Fact {
    .rounded(
      number,
      as: decimals.map { number.text(decimals: $0, keepsZeros: true) }
        ?? number.significantText(keepsZeros: true) ?? "\(number)")
  }

  /// A whole number.
  package init(_ number: Int) {
    self.init(String(number), number: Double(number))
  }

  /// A time, which is shown to the minute but sorted to the microsecond; a day without a time of
  /// day comes before all times of that day.
  package init(_ time: CivilTime) {
    self.init(
      time.hasTimeOfDay ? time.minuteText : time.dayText,
      number: Double(time.secondsSince1970) + Double(time.microsecond) / 1e6,
      .time(time))
  }

  /// The number; nil if there is none, or if it stands for a day whose time of day is unknown.
  package var instant: Double? {
    if case .time(let time) = kind, !time.hasTimeOfDay { nil } else { number }
  }

  /// A position in degrees, such as `48.8583, 2.2945`; four decimals are precise to about ten
  /// metres.
  package init(latitude: Double, longitude: Double) {
    self.init(
      latitude.text(decimals: 4, keepsZeros: true) + ", "
        + longitude.text(decimals: 4, keepsZeros: true), number: nil,
      .position(latitude: latitude, longitude: longitude))
  }

  /// Creates text that keeps its line breaks.
  package init(lines text: String) {
    self.init(text)
    keepsLines = true
  }

  /// Creates a fact from external text, which becomes a number if it is written like one.
  package init(reading text: String) {
    self.init(text, number: Double(decimal: text))
  }

  /// The fact as data.
  package var value: Value {
    guard let number, isRounded || text.isPlainNumber else { return .text(text) }
    return .number(number)
  }

  /// A fact as data, for manifests and listings.
  package enum Value: Equatable, Sendable {
    /// A number that is shown in digits, or rounded.
    case number(Double)
    /// Anything else, including a number with a unit or with leading zeros.
    case text(String)
  }
}

/// What a template asks for: the name of a fact, and a parameter that selects one of several facts.
package struct FactKey: Hashable, Sendable {
  /// The name, such as `taken` or `text`.
  package let name: String
  /// The part after the name if several facts share it, such as the keyword of a text chunk;
  /// otherwise empty.
  package let parameter: String
  /// The aggregate over several pictures; nil for the fact of a single picture.
  package let aggregate: Aggregate?
  /// What follows the heading of a column, as in `.mean:.2f+x`; empty if nothing does.
  ///
  /// It is an aggregate, a number format, and a plus sign with text, unless all of this belongs to
  /// the heading.
  package let ending: String

  package init(
    _ name: String, _ parameter: String = "", _ aggregate: Aggregate? = nil, ending: String = ""
  ) {
    self.name = name
    self.parameter = parameter
    self.aggregate = aggregate
    self.ending = ending
  }

  /// The key without its aggregate.
  package var ofEach: FactKey { FactKey(name, parameter, ending: ending) }

  /// The endings that a column's heading may have apart from ``parameter``, the longest first.
  package var endingsOfHeading: [String] {
    if ending.isEmpty { return [] }
    var endings = [ending]
    for sign in ["+", ":"] as [Character] {
      let start = String((endings.last ?? "").prefix { $0 != sign })
      if !start.isEmpty, start != endings.last { endings.append(start) }
    }
    return endings
  }
}

extension FactKey: CustomStringConvertible {
  /// The key as written between braces: `text:Title`, `taken.first`.
  package var description: String {
    let name = name + (aggregate.map { ".\($0.rawValue)" } ?? "")
    let text = ending.drop { $0 != "+" }
    return parameter.isEmpty ? name : "\(name):\(parameter)\(text)"
  }
}

extension String {
  /// Whether the text is a plain number, without leading zeros that might be significant.
  fileprivate var isPlainNumber: Bool {
    let digits = utf8.drop { $0 == UInt8(ascii: "-") }
    let isPadded =
      digits.first == UInt8(ascii: "0")
      && digits.dropFirst().first?.isDigit == true
    guard !isPadded, let number = Double(decimal: self) else { return false }
    // Seeds of image generators have up to 64 bits.
    return abs(number) < 0x1p53 || !digits.allSatisfy(\.isDigit)
  }
}

extension Double {
  /// Parses a decimal number, optionally with a sign, a decimal point and an exponent.
  ///
  /// Nil for anything else, such as `inf`, `nan` or hexadecimal digits, and for text longer than
  /// the longest number.
  package init?(decimal text: String) {
    guard text.utf8.count <= 400, text.utf8.contains(where: \.isDigit),
      text.utf8.allSatisfy({ $0.isDigit || "+-.eE".utf8.contains($0) }),
      let number = Double(text), number.isFinite
    else { return nil }
    self = number
  }
}
