// Only `0` to `9` count as decimal digits here; other Unicode digits are treated as letters.

extension UInt8 {
  /// Whether the byte is one of `0` to `9`.
  package var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}

extension Character {
  /// Whether the character is one of `0` to `9`, without combining marks.
  package var isDigit: Bool { "0"..."9" ~= self && utf8.count == 1 }
}

extension Int {
  /// The number, padded with zeros to at least `count` digits, after a minus sign if it is
  /// negative.
  package func digits(_ count: Int) -> String {
    let digits = String(magnitude)
    let zeros = String(repeating: "0", count: Swift.max(0, count - digits.utf8.count))
    return (self < 0 ? "-" : "") + zeros + digits
  }

  /// Reads decimal digits only: no sign, no space, at least one digit.
  package init?(digits text: some StringProtocol) {
    guard text.utf8.allSatisfy(\.isDigit) else { return nil }
    self.init(text)
  }
}

extension String {
  /// Parses a whole number, or two with a divider between them; nil for anything else.
  package func numbers(dividedBy divider: Character) -> (first: Int, second: Int?)? {
    let parts = split(separator: divider, omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int(digits: $0) }
    guard numbers.count == parts.count, 1...2 ~= parts.count else { return nil }
    return (numbers[0], numbers.count == 2 ? numbers[1] : nil)
  }
}
