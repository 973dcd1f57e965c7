extension String {
  /// The text as one line that can stand in a label.
  ///
  /// File names and texts in PNG files hold anything. Line ends and tabs become spaces, other
  /// control characters and changes of the writing direction, which would reach beyond the text,
  /// U+FFFD. What is longer than the longest path, of 4096 characters, ends in an ellipsis.
  package var oneLine: String {
    if utf8.count <= Self.longestLine, utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return self }
    var line = UnicodeScalarView()
    var previous: Unicode.Scalar?
    for (count, scalar) in unicodeScalars.enumerated() {
      guard count < Self.longestLine else {
        line.append("…")
        break
      }
      // A carriage return and its line feed are one line end.
      if !(scalar == "\n" && previous == "\r") { line.append(scalar.inLine) }
      previous = scalar
    }
    return String(line)
  }

  private static let longestLine = 4096
}

extension Unicode.Scalar {
  /// The scalar, or what stands for it in a line.
  fileprivate var inLine: Unicode.Scalar {
    switch self {
    // Tab, line feed, vertical tab, form feed, carriage return, next line.
    case "\u{9}"..."\u{D}", "\u{85}", "\u{2028}", "\u{2029}": " "
    // The rest of the controls.
    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": "\u{FFFD}"
    // Embeddings, overrides and isolates of the bidirectional algorithm, and their ends.
    case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": "\u{FFFD}"
    default: self
    }
  }
}
