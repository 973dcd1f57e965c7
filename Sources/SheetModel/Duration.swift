// Lengths of time in the notation of options.

extension StringProtocol {
  /// The number of seconds in a duration such as `2h`, `1h3m` or `0.5s`, with each unit at most
  /// once and the longest first; nil for anything else.
  package var secondsWithUnits: Double? {
    var units: ArraySlice<(unit: Character, seconds: Double)> = [
      ("d", 86_400), ("h", 3600), ("m", 60), ("s", 1),
    ]
    var (total, number) = (0.0, "")
    for character in self {
      if character == "." || character.isASCII && character.isNumber {
        number.append(character)
        continue
      }
      units = units.drop { $0.unit != character }
      guard let unit = units.popFirst(), let value = Double(decimal: number) else { return nil }
      total += value * unit.seconds
      number = ""
    }
    return number.isEmpty && !isEmpty ? total : nil
  }
}

extension Double {
  /// The seconds of a duration such as `2s`, `10m` or `1h30m`; a number alone is in seconds.
  ///
  /// Nil for anything else.
  package init?(duration text: String) {
    let number = text.hasSuffix("s") ? text.dropLast() : text[...]
    guard let seconds = text.secondsWithUnits ?? Double(decimal: String(number)), seconds >= 0
    else { return nil }
    self = seconds
  }
}
