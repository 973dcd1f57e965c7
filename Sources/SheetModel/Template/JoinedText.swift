/// A text that consists of the literals and values of a template.
///
/// A unit that a literal repeats beside a value is written once: `f/{aperture} {exposure} s` gives
/// `f/2.8 1/250 s`.
struct JoinedText {
  /// The text without the last literal.
  private var text = ""
  /// The last literal, from whose end a unit or blanks may still be removed.
  private var literal = ""
  /// The unit at the end of the last value; empty if there is none, or if a literal follows.
  private var unit: Substring = ""
  /// Whether the hole left by a missing value is closed: of the blanks on its two sides, only the
  /// longer run stays, and a hole at the start or end of the line leaves no blanks.
  private let closesHoles: Bool
  /// Whether the last value was missing and nothing has followed it, apart from blanks that were
  /// removed.
  private var followsNothing = false

  init(closesHoles: Bool) { self.closesHoles = closesHoles }

  /// The text of everything that was added.
  var joined: String { text + (followsNothing && closesHoles ? literal.withoutEndBlanks : literal) }

  /// The number of scalars up to the end of the last value.
  var lengthOfValues: Int { text.unicodeScalars.count }

  mutating func add(literal next: Substring) {
    var next = next.withoutUnit(unit)
    unit = ""
    if followsNothing, closesHoles {
      let before = literal.utf8.reversed().prefix(while: \.isBlank).count
      let after = next.utf8.prefix(while: \.isBlank).count
      if text.isEmpty, before == literal.utf8.count {
        literal = ""
        next.removeFirst(after)
      } else if before >= after, before > 0 {
        next.removeFirst(after)
      } else if before > 0 {
        literal = literal.withoutEndBlanks
      }
      // After blanks alone, another missing value may follow.
      if !next.isEmpty { followsNothing = false }
    }
    literal += next
  }

  /// Adds the value of a token; a missing value is empty.
  mutating func add(value: String, isNumber: Bool) {
    unit = ""
    followsNothing = value.isEmpty
    if value.isEmpty { return }
    if isNumber, let units = NumberUnits(value) {
      literal = literal.withoutUnit(before: units.before)
      unit = units.after
    }
    text += literal + value
    literal = ""
  }
}

/// The units around a number: `f/` before `2.8`, `s` after `1/250`.
private struct NumberUnits {
  /// The unit before the number; empty if there is none.
  let before: Substring
  /// The unit after the number, without the blank between them; empty if there is none.
  let after: Substring

  /// Nil for a number without a unit, and for text without digits.
  init?(_ text: String) {
    guard let first = text.utf8.first, let last = text.utf8.last,
      !(first.isDigit && last.isDigit), let start = text.utf8.firstIndex(where: \.isDigit),
      let end = text.utf8.lastIndex(where: \.isDigit)
    else { return nil }
    let signs = "+-−."
    let before = text[..<start]
    self.before = before.prefix(
      before.count - before.reversed().prefix { signs.contains($0) }.count)
    after = text[text.utf8.index(after: end)...].drop { $0 == " " }
    if self.before.isEmpty, after.isEmpty { return nil }
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == UInt8(ascii: " ") }
}

extension Substring {
  /// The literal after a value, without the value's unit at its start.
  fileprivate func withoutUnit(_ unit: Substring) -> Substring {
    if unit.isEmpty { return self }
    let text = drop { $0 == " " }
    guard text.hasPrefix(unit) else { return self }
    let rest = text.dropFirst(unit.count)
    // The literal may be a longer word, such as `seconds` after `1/250 s`.
    return unit.last?.isLetter == true && rest.first?.isWordCharacter == true ? self : rest
  }
}

extension String {
  /// The literal before a value, without the value's unit at its end.
  ///
  /// The unit may be written without its slash, and with a hooked f: `f`, `ƒ/`.
  fileprivate func withoutUnit(before unit: Substring) -> String {
    let letters = unit.prefix(while: \.isLetter)
    if unit.isEmpty || letters.isEmpty { return self }
    let text = withoutEndBlanks
    for form in [unit, letters] {
      let end = text.suffix(form.count)
      let rest = text.dropLast(form.count)
      // The literal may be a longer word, such as `of`.
      if end.replacing("ƒ", with: "f") == form, rest.last?.isWordCharacter != true {
        return String(rest)
      }
    }
    return self
  }
}

extension Character {
  fileprivate var isWordCharacter: Bool { isLetter || isNumber }
}
