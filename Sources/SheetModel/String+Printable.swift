// File names, options and text in files may contain any characters. These functions make them
// printable.

extension String {
  /// The text as a message quotes it.
  ///
  /// Characters that affect a terminal, or are invisible there, are written as `\n` or `\u{1B}`,
  /// and backslashes are doubled, so that different text looks different and none can forge a
  /// message.
  package var printable: String { escaped(\.isBackslashOrInvisible) { $0.escape } }

  /// A whole message on one line; external text in it should already be ``printable``.
  ///
  /// Even if a caller forgets that, no character affects the terminal.
  package var printableLine: String { escaped(\.isInvisible) { $0.escape } }

  /// The JSON, whose strings escape the characters that ``printable`` escapes; line breaks stay.
  package var escapedJSON: String {
    escaped({ $0.value >= 0x7F && $0.isInvisible }) { scalar in
      UTF16.encode(scalar)?.map { #"\u"# + String(0x1_0000 + Int($0), radix: 16).dropFirst() }
        .joined() ?? ""
    }
  }

  /// Bytes that should be UTF-8, as a message quotes them; invalid bytes are written as `\xE4`.
  package init(printable bytes: some Collection<UInt8>) {
    self = ""
    var valid = UnicodeScalarView()
    for character in GlobCharacter.characters(of: Array(bytes)[...]) {
      if let scalar = character.scalar {
        valid.append(scalar)
      } else {
        self += String(valid).printable + #"\x"# + character.byteDigits
        valid = UnicodeScalarView()
      }
    }
    self += String(valid).printable
  }

  private func escaped(
    _ isEscaped: (Unicode.Scalar) -> Bool, as escape: (Unicode.Scalar) -> String
  ) -> String {
    var text = UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in unicodeScalars {
      // Joiners are invisible, but belong to emoji and to words in many scripts.
      let isPart = scalar.joins && !previous.isASCII && !previous.joins
      previous = scalar
      if isPart || !isEscaped(scalar) {
        text.append(scalar)
      } else {
        text += escape(scalar).unicodeScalars
      }
    }
    return String(text)
  }

  /// The text on one line, for a label.
  ///
  /// Line breaks and tabs become spaces. Other control characters, and changes of writing
  /// direction, which would affect surrounding text, become U+FFFD. Text longer than 4096 scalars,
  /// the length of the longest path, is truncated and ends in an ellipsis.
  package var oneLine: String {
    if utf8.count <= Self.maximumLineLength, utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return self }
    var line = UnicodeScalarView()
    var previous: Unicode.Scalar?
    for (count, scalar) in unicodeScalars.enumerated() {
      guard count < Self.maximumLineLength else {
        line.append("…")
        break
      }
      // A carriage return and its line feed count as one line break.
      if !(scalar == "\n" && previous == "\r") { line.append(scalar.inLine) }
      previous = scalar
    }
    return String(line)
  }

  private static let maximumLineLength = 4096

  /// The lines of the text, each as in ``oneLine``, without empty ones at its start and end.
  ///
  /// If there are more than a thousand lines, those after the thousandth are joined to it.
  package var ownLines: String {
    guard contains(where: \.isNewline) else { return oneLine }
    var lines = split(
      maxSplits: Self.maximumLines - 1, omittingEmptySubsequences: false,
      whereSeparator: \.isNewline
    ).map { String($0).oneLine.withoutEndBlanks }[...]
    while lines.first?.isEmpty == true { lines.removeFirst() }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  private static let maximumLines = 1000

  /// The text in at most this many lines; further lines are appended to the last one.
  package func inLines(atMost limit: Int) -> String {
    split(separator: "\n", maxSplits: limit - 1, omittingEmptySubsequences: false)
      .map { $0.replacing("\n", with: " ") }.joined(separator: "\n")
  }
}

extension Unicode.Scalar {
  /// The scalar for a line whose layout is left to other software: control characters become a
  /// space or U+FFFD.
  package var withoutControl: Unicode.Scalar {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator:
      properties.isWhitespace ? " " : "\u{FFFD}"
    default: self
    }
  }

  /// Whether a terminal obeys or hides the scalar instead of showing it.
  fileprivate var isInvisible: Bool {
    guard !isASCII else { return value < 0x20 || value == 0x7F }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: return properties.isDefaultIgnorableCodePoint
    }
  }

  fileprivate var isBackslashOrInvisible: Bool { self == "\\" || isInvisible }

  /// Whether this is a joiner, or selects a variant of the previous character.
  fileprivate var joins: Bool {
    0x200C...0x200D ~= value || properties.isVariationSelector
  }

  /// The escape of the scalar in a message.
  fileprivate var escape: String {
    switch self {
    case "\\": #"\\"#
    case "\n": #"\n"#
    case "\r": #"\r"#
    case "\t": #"\t"#
    default: #"\u{"# + String(value, radix: 16, uppercase: true) + "}"
    }
  }

  /// The scalar, or what replaces it on a single line.
  fileprivate var inLine: Unicode.Scalar {
    switch self {
    // Tab, line feed, vertical tab, form feed, carriage return, next line.
    case "\u{9}"..."\u{D}", "\u{85}", "\u{2028}", "\u{2029}": " "
    // The other control characters.
    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": "\u{FFFD}"
    // Embeddings, overrides and isolates of the bidirectional algorithm, and the characters that
    // end them.
    case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": "\u{FFFD}"
    default: self
    }
  }
}
