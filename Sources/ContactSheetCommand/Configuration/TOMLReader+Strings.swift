extension TOMLReader {
  /// A string of any of the four kinds.
  mutating func string() throws(SyntaxError) -> String {
    let isLiteral = next == "'"
    let mark: Unicode.Scalar = isLiteral ? "'" : "\""
    let threeMarks = String(repeating: Character(mark), count: 3)
    let isMultiline = take(threeMarks)
    if isMultiline {
      _ = take("\n")
    } else {
      try expect(String(mark))
    }
    var text = String.UnicodeScalarView()
    while true {
      if isMultiline, take(threeMarks) {
        // Up to two marks before the three that end the string are part of it.
        for _ in 0..<2 where take(String(mark)) { text.append(mark) }
        return String(text)
      }
      if !isMultiline, take(String(mark)) { return String(text) }
      guard let scalar = next, scalar != "\n" || isMultiline else {
        throw unexpected("'\(isMultiline ? threeMarks : String(mark))'")
      }
      if scalar == "\\", !isLiteral {
        try takeEscape(into: &text, isMultiline: isMultiline)
      } else if scalar.isControl, scalar != "\t", scalar != "\n" {
        throw unexpected("an escape sequence for it")
      } else {
        text.append(scalar)
        _ = takeNext()
      }
    }
  }

  /// Takes a backslash and what belongs to it, and appends what both stand for.
  private mutating func takeEscape(
    into text: inout String.UnicodeScalarView, isMultiline: Bool
  ) throws(SyntaxError) {
    try expect("\\")
    if isMultiline, try skipLineEnd() { return }
    let letter = next
    let start = self
    _ = takeNext()
    switch letter {
    case "b": text.append("\u{8}")
    case "t": text.append("\t")
    case "n": text.append("\n")
    case "f": text.append("\u{C}")
    case "r": text.append("\r")
    case "\"", "\\": text.append(letter ?? "\\")
    case "u": text.append(try codePoint(digitCount: 4))
    case "U": text.append(try codePoint(digitCount: 8))
    default:
      self = start
      throw unexpected(#"one of b t n f r " \ u U after a backslash"#)
    }
  }

  /// Passes the end of the line, and what is blank after it; false where the line goes on.
  private mutating func skipLineEnd() throws(SyntaxError) -> Bool {
    let start = self
    skipBlanks()
    guard next == "\n" else {
      self = start
      return false
    }
    _ = takeAll { $0 == " " || $0 == "\t" || $0 == "\n" }
    return true
  }

  private mutating func codePoint(digitCount: Int) throws(SyntaxError) -> Unicode.Scalar {
    let start = self
    var value: UInt32 = 0
    for _ in 0..<digitCount {
      guard let scalar = takeNext(), let digit = Character(scalar).hexDigitValue,
        scalar.isASCII
      else {
        self = start
        throw error("expected \(digitCount) hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
    }
    // An argument of a program ends where a NUL stands.
    guard value != 0, let scalar = Unicode.Scalar(value) else {
      self = start
      throw error(value == 0 ? "no option takes a NUL character" : "there is no such character")
    }
    return scalar
  }
}
