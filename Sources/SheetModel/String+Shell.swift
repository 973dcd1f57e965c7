// Names and values in remedies are quoted for bash, so that they can be pasted as they stand.

extension String {
  /// The text as a single shell word in quotation marks, even if it needs none.
  package var shellQuoted: String { utf8.shellQuoted }
}

extension Collection<UInt8> {
  /// The bytes as a single shell word in quotation marks.
  ///
  /// Invalid UTF-8, and characters that affect a terminal or are invisible there, are escaped as in
  /// `$'a\x1Bb'`.
  package var shellQuoted: String {
    let text = String(decoding: self, as: UTF8.self)
    guard text.utf8.elementsEqual(self), text.printableLine == text else {
      return "$'\(map(\.shellEscape).joined())'"
    }
    return "'\(text.replacing("'", with: #"'\''"#))'"
  }
}

extension UInt8 {
  /// The byte as written inside `$'…'`.
  fileprivate var shellEscape: String {
    switch self {
    case UInt8(ascii: "\n"): #"\n"#
    case UInt8(ascii: "'"), UInt8(ascii: "\\"): #"\"# + String(UnicodeScalar(self))
    case 0x20..<0x7F: String(UnicodeScalar(self))
    default: #"\x"# + (self < 16 ? "0" : "") + String(self, radix: 16, uppercase: true)
    }
  }
}
