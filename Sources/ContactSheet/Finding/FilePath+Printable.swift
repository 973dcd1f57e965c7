package import SystemPackage

extension FilePath {
  /// The path as a message may show it on a terminal.
  ///
  /// What is not UTF-8 becomes U+FFFD. Characters that act instead of being seen,
  /// such as a line end, an escape sequence or a change of the writing direction,
  /// are written as `\n` or `\u{1B}`, so that a file name cannot forge a message.
  package var printable: String { string.printable }

  /// The printable path between quotation marks.
  var quoted: String { "'\(printable)'" }
}

extension String {
  /// The text with the characters escaped that ``FilePath/printable`` escapes.
  package var printable: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": text += #"\n"#
      case "\r": text += #"\r"#
      case "\t": text += #"\t"#
      case _ where Self.acts(scalar):
        text += #"\u{"# + String(scalar.value, radix: 16, uppercase: true) + "}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private static func acts(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    // The joiners U+200C and U+200D hold emoji and the letters of words together.
    case .format: !(0x200C...0x200D ~= scalar.value)
    default: false
    }
  }
}
