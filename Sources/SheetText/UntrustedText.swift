// File names and texts in PNG files hold anything. These are the two ways to show them.

extension String {
  /// The text as a message may show it on a terminal.
  ///
  /// Control characters, such as line ends and those of escape sequences, and changes of the
  /// writing direction are written as `\n` or `\u{1B}`, so that a file name cannot forge a
  /// message.
  package var printable: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": text += #"\n"#
      case "\r": text += #"\r"#
      case "\t": text += #"\t"#
      case _ where scalar.isInvisible:
        text += #"\u{"# + String(scalar.value, radix: 16, uppercase: true) + "}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The text as one line of a label.
  ///
  /// Line ends and tabs become spaces. Other control characters, and changes of the writing
  /// direction, which would affect text around this one, become U+FFFD. Text longer than the
  /// longest path, 4096 scalars, ends in an ellipsis.
  package var oneLine: String {
    if utf8.count <= Self.maximumLineLength, utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return self }
    var line = UnicodeScalarView()
    var previous: Unicode.Scalar?
    for (count, scalar) in unicodeScalars.enumerated() {
      guard count < Self.maximumLineLength else {
        line.append("…")
        break
      }
      // A carriage return and its line feed are one line end.
      if !(scalar == "\n" && previous == "\r") { line.append(scalar.inLine) }
      previous = scalar
    }
    return String(line)
  }

  private static let maximumLineLength = 4096
}

extension Unicode.Scalar {
  /// Whether a terminal obeys the scalar instead of showing it.
  fileprivate var isInvisible: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    // The joiners U+200C and U+200D are part of emoji and of words.
    case .format: !(0x200C...0x200D ~= value)
    default: false
    }
  }

  /// The scalar, or its replacement in a line.
  fileprivate var inLine: Unicode.Scalar {
    switch self {
    // Tab, line feed, vertical tab, form feed, carriage return, next line.
    case "\u{9}"..."\u{D}", "\u{85}", "\u{2028}", "\u{2029}": " "
    // The other control characters.
    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": "\u{FFFD}"
    // Embeddings, overrides and isolates of the bidirectional algorithm, and their ends.
    case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": "\u{FFFD}"
    default: self
    }
  }
}
