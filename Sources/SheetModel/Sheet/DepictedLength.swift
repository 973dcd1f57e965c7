/// A length of something that a picture shows, or a length in pixels of the picture.
package struct DepictedLength: Hashable, Sendable {
  /// A unit of length; the raw value is its symbol.
  package enum Unit: String, CaseIterable, Sendable {
    case nanometres = "nm"
    case micrometres = "µm"
    case millimetres = "mm"
    case centimetres = "cm"
    case metres = "m"
    case kilometres = "km"
    case pixels = "px"

    /// The number of nanometres; nil for pixels.
    package var nanometres: Double? {
      switch self {
      case .nanometres: 1
      case .micrometres: 1e3
      case .millimetres: 1e6
      case .centimetres: 1e7
      case .metres: 1e9
      case .kilometres: 1e12
      case .pixels: nil
      }
    }

    /// Parses a symbol; `um`, and `μm` with the Greek letter, also mean micrometres.
    package init?(_ symbol: some StringProtocol) {
      switch symbol {
      case "um", "\u{3BC}m": self = .micrometres
      default: self.init(rawValue: String(symbol))
      }
    }
  }

  /// The number as written.
  private let number: String
  /// The number of units, which is above 0.
  package let value: Double
  package let unit: Unit

  /// The largest valid number of units.
  private static let largest = 1e12
  /// The smallest valid number of units.
  private static let smallest = 1e-12

  /// Parses a decimal number and a unit, with or without a space between them.
  package init?(_ text: some StringProtocol) {
    let text = text.drop(while: \.isWhitespace)
    let number = text.prefix(while: \.isOfNumber)
    let symbol = text[number.endIndex...].split(whereSeparator: \.isWhitespace)
    guard symbol.count == 1, let unit = Unit(symbol[0]) else { return nil }
    self.init(String(number), unit)
  }

  /// Creates a length from a number as written and its unit; nil if the number is malformed, zero
  /// or extreme.
  package init?(_ number: String, _ unit: Unit) {
    guard number.allSatisfy(\.isOfNumber), let value = Double(decimal: number),
      Self.smallest...Self.largest ~= value
    else { return nil }
    (self.number, self.value, self.unit) = (number, value, unit)
  }

  /// How many times as long as `other` this length is; nil if only one of them is in pixels.
  package func ratio(to other: DepictedLength) -> Double? {
    switch (unit.nanometres, other.unit.nanometres) {
    case (nil, nil): value / other.value
    case (let own?, let others?): value * own / (other.value * others)
    default: nil
    }
  }

  /// The length nearest by ratio to `factor` times this length, among those whose number is 1, 2 or
  /// 5 times a power of ten.
  ///
  /// It has the same unit, unless the number would then be below 0.1 or at least 10,000.
  package func nearestRoundLength(times factor: Double) -> DepictedLength? {
    var (amount, unit) = (value * factor, unit)
    if !(0.1..<10_000 ~= amount), let nanometres = unit.nanometres {
      let units: [Unit] = [.kilometres, .metres, .millimetres, .micrometres, .nanometres]
      let total = amount * nanometres
      let better = units.first { total >= $0.nanometres ?? .infinity } ?? .nanometres
      (amount, unit) = (total / (better.nanometres ?? 1), better)
    }
    guard Self.smallest...Self.largest ~= amount else { return nil }
    var power = 1.0
    while power * 10 <= amount { power *= 10 }
    while power > amount { power /= 10 }
    // The limits are the geometric means of neighbouring round numbers.
    let digit =
      [(1.0, 2.0.squareRoot()), (2, 10.0.squareRoot()), (5, 50.0.squareRoot())]
      .first { amount / power < $0.1 }?.0 ?? 10
    return DepictedLength((digit * power).text(decimals: 9), unit)
  }
}

extension DepictedLength: CustomStringConvertible {
  /// The number as written, and the symbol of the unit.
  package var description: String { "\(number) \(unit.rawValue)" }
}
