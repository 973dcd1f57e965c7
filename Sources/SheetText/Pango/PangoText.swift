/// Text as it is handed to Pango: line by line, without what Pango does not take, and no
/// longer than can be seen.
struct PangoText {
  private let scalars: Substring.UnicodeScalarView

  /// The first lines of `text` that are ended by line feeds, with or without a carriage
  /// return.
  static func paragraphs(of text: String, atMost limit: Int) -> [PangoText] {
    text.unicodeScalars
      .split(separator: "\n", maxSplits: limit, omittingEmptySubsequences: false)
      .prefix(limit)
      .map { PangoText(scalars: $0.last == "\r" ? $0.dropLast() : $0) }
  }

  /// The whole text.
  var whole: String { Self.settable(scalars) }

  /// The start and the end of the text, where it is longer than both together.
  ///
  /// A hundred thousand characters take Pango tens of milliseconds, of which a box shows
  /// a few dozen. What is left out has to lie within what the ellipsis stands for.
  ///
  /// - Parameters:
  ///   - head: The number of code points from the start.
  ///   - tail: The number of code points to the end.
  /// - Returns: The whole text where it is no longer than that.
  func shortened(head: Int, tail: Int) -> String {
    guard
      let headEnd = scalars.index(scalars.startIndex, offsetBy: head, limitedBy: scalars.endIndex),
      let tailStart = scalars.index(scalars.endIndex, offsetBy: -tail, limitedBy: headEnd)
    else { return whole }
    return Self.settable(scalars[..<headEnd]) + Self.settable(scalars[tailStart...])
  }

  /// Replaces what acts instead of being seen.
  ///
  /// White space of any kind becomes a space, as in ``StrokeFace``, any other control
  /// character U+FFFD. Pango takes NUL for the end of the text, and would draw a box with
  /// the number of each of the others.
  private static func settable(_ scalars: Substring.UnicodeScalarView) -> String {
    var text = String.UnicodeScalarView()
    for scalar in scalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        text.append(scalar.properties.isWhitespace ? " " : "\u{FFFD}")
      default: text.append(scalar)
      }
    }
    return String(text)
  }
}
