extension [UInt8] {
  /// Reads a name as git prints it without `-z`: `"caf\303\251.png"` for `café.png`.
  ///
  /// Nil if git would not print the text like that. Git puts a name in quotation marks only if it
  /// escapes some of its bytes, so a name in quotation marks without escapes is taken literally.
  ///
  /// Source: the git documentation, `core.quotePath`.
  init?(quotedByGit text: ArraySlice<UInt8>) {
    let quotationMark = UInt8(ascii: "\"")
    let backslash = UInt8(ascii: "\\")
    guard text.count > 2, text.first == quotationMark, text.last == quotationMark else {
      return nil
    }
    var rest = text.dropFirst().dropLast()
    guard rest.contains(backslash) else { return nil }
    self = []
    while let byte = rest.popFirst() {
      if byte == quotationMark { return nil }
      guard byte == backslash else {
        append(byte)
        continue
      }
      guard let escape = rest.popFirst() else { return nil }
      if let character = Self.escapes[escape] {
        append(character)
        continue
      }
      let digits = [escape] + rest.prefix(2)
      rest = rest.dropFirst(2)
      let areOctal = digits.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "7") ~= $0 }
      guard digits.count == 3, areOctal,
        case let number = digits.reduce(0, { $0 * 8 + Int($1 & 7) }),
        let byte = UInt8(exactly: number), byte != 0
      else { return nil }
      append(byte)
    }
  }

  /// The characters that C escapes with a letter or with themselves.
  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8, UInt8(ascii: "t"): 9, UInt8(ascii: "n"): 10,
    UInt8(ascii: "v"): 11, UInt8(ascii: "f"): 12, UInt8(ascii: "r"): 13,
    UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
  ]
}
