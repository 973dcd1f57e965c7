import TestSupport

/// Texts that depend on the seed only, on every machine.
struct RandomText {
  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  /// What file names are made of, and what they should not be made of but can be.
  static let alphabet: [Character] =
    Array("abcdefghijilmnopWMI0123456789 --__..//,()’…éß") + [
      "\n", "\r\n", "\t", "\r", "\u{0}", "\u{1B}", "e\u{301}", "x\u{301}", "日", "ع", "👩‍👩‍👧",
      "\u{FFFD}",
      "\u{200B}", "\u{202E}",
    ]

  /// A number below `bound`.
  mutating func number(below bound: Int) -> Int {
    generator.number(below: bound)
  }

  /// A text of up to `longest` characters of an alphabet.
  mutating func text(of alphabet: [Character] = Self.alphabet, longest: Int) -> String {
    let length = number(below: longest + 1)
    return String((0..<length).map { _ in alphabet[number(below: alphabet.count)] })
  }
}
