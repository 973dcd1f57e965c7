/// A number format: `.1f` for one decimal, `d` for a whole number, `.0%` for a percentage.
///
/// A subset of Python's "Format Specification Mini-Language".
struct NumberFormat: Equatable, Sendable {
  private let decimals: Int
  private let isPercent: Bool

  /// Parses a format with up to nine decimals; nil for anything else.
  init?(_ text: String) {
    if text == "d" {
      (decimals, isPercent) = (0, false)
      return
    }
    let sign = text.last
    guard text.utf8.count == 3, text.hasPrefix("."), sign == "f" || sign == "%",
      let decimals = Int(digits: text.dropFirst().dropLast())
    else { return nil }
    (self.decimals, isPercent) = (decimals, sign == "%")
  }

  /// The number of a fact in this format, with the unit from the fact's text unless the format is a
  /// percentage; nil if there is no number, or if it would have more than 15 digits.
  func text(of fact: Fact) -> String? {
    guard var number = fact.number else { return nil }
    let unit = isPercent ? "" : fact.unit
    if isPercent {
      number *= 100
    } else {
      let power = ByteCount.symbols.firstIndex { $0 == unit.dropFirst() }
      for _ in 0..<(power.map { $0 + 1 } ?? 0) { number /= 1000 }
    }
    let limit = (0..<decimals).reduce(1e15) { limit, _ in limit / 10 }
    guard number.magnitude < 1e6 || decimals < 9 && number.magnitude < limit else { return nil }
    let prefix = fact.text.hasPrefix("f/") && !isPercent ? "f/" : ""
    return prefix + number.text(decimals: decimals, keepsZeros: true) + (isPercent ? " %" : unit)
  }
}

/// Letters for counting, as for the panels of a figure: a to z, then aa, ab and so on.
enum CountingLetters: String, Equatable, Sendable {
  case lowercase = "a"
  case uppercase = "A"

  /// The letters for the number of a fact; nil unless it is a whole number of at least 1 without a
  /// unit.
  func text(of fact: Fact) -> String? {
    guard var rest = fact.number.flatMap(Int.init(exactly:)), rest > 0, fact.unit.isEmpty else {
      return nil
    }
    let first: UInt8 = self == .lowercase ? 0x61 : 0x41
    var letters: [UInt8] = []
    while rest > 0 {
      letters.append(first + UInt8((rest - 1) % 26))
      rest = (rest - 1) / 26
    }
    return String(decoding: letters.reversed(), as: UTF8.self)
  }
}

extension Fact {
  /// Creates a fact from a cell of a table; the text of a number with more than six decimals is
  /// rounded.
  ///
  /// Rounded text has four significant digits, and all digits before the decimal point. The number
  /// itself stays exact.
  package init(column text: String) {
    self.init(reading: text)
    keepsLines = number == nil && text.utf8.contains { 0xA...0xD ~= $0 }
    guard let number, let point = text.utf8.firstIndex(of: UInt8(ascii: ".")) else { return }
    let decimals = text.utf8[point...].dropFirst().prefix { 0x30...0x39 ~= $0 }
    let exponent = text.utf8[decimals.endIndex...]
    guard decimals.count > 6, let mantissa = Double(String(text[..<decimals.endIndex])),
      let shown = mantissa.significantText(keepsZeros: true)
    else { return }
    self = .rounded(number, as: shown + String(Substring(exponent)))
  }
}

extension Double {
  /// The number with at most this many decimals, halves rounded away from zero; zero has no sign.
  ///
  /// Trailing zeros after the decimal point are dropped unless `keepsZeros` is true.
  ///
  /// A number with more than 18 digits, including decimals, is written with an exponent.
  package func text(decimals: Int, keepsZeros: Bool = false) -> String {
    let scale = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
    guard let scaled = Int(exactly: (magnitude * Double(scale)).rounded()) else { return "\(self)" }
    let (whole, rest) = scaled.quotientAndRemainder(dividingBy: scale)
    // A leading digit preserves zeros at the start.
    var fraction = String(scale + rest).dropFirst()
    if !keepsZeros { while fraction.last == "0" { fraction.removeLast() } }
    let sign = self < 0 && scaled > 0 ? "-" : ""
    return sign + String(whole) + (fraction.isEmpty ? "" : "." + fraction)
  }

  /// The number with four significant digits; nil if it needs more than 15 decimals.
  func significantText(keepsZeros: Bool) -> String? {
    guard self != 0 else { return "0" }
    // Both loops end within these bounds.
    guard 1e-12..<1e15 ~= magnitude else { return nil }
    var (rest, decimals) = (magnitude, 3)
    while rest >= 10 { (rest, decimals) = (rest / 10, decimals - 1) }
    while rest < 1 { (rest, decimals) = (rest * 10, decimals + 1) }
    return text(decimals: max(0, decimals), keepsZeros: keepsZeros)
  }
}

/// A number of bytes in human-readable form, using powers of 1000.
package struct ByteCount: CustomStringConvertible {
  private let bytes: UInt64

  /// The symbols of the powers of 1000, starting from the first.
  static let symbols = ["kB", "MB", "GB", "TB", "PB", "EB"]

  package init(_ bytes: UInt64) {
    self.bytes = bytes
  }

  /// The number in the largest unit in which it is at least 1, such as `999 B`, `3.2 MB` or `32
  /// MB`.
  ///
  /// It is rounded to tenths below 10 and to whole numbers from 10 on, with halves rounded up.
  package var description: String {
    guard bytes >= 1000 else { return "\(bytes) B" }
    var (unit, power): (UInt64, Int) = (1000, 0)
    // No number reaches a thousand of the largest unit.
    while rounded(to: unit) >= 1000 { (unit, power) = (unit * 1000, power + 1) }
    let (tenths, wholes) = (rounded(to: unit / 10), rounded(to: unit))
    let number = tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(wholes)"
    return "\(number) \(Self.symbols[power])"
  }

  /// The number of units, halves rounded up.
  private func rounded(to unit: UInt64) -> UInt64 {
    bytes / unit + (bytes % unit >= unit / 2 ? 1 : 0)
  }
}
