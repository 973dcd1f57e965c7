/// What a backslash makes of the character behind it.
enum TextEscape {
  /// The meaning of a backslash with `follower`; nil where it has none.
  static func meaning(of follower: Unicode.Scalar?) -> Unicode.Scalar? {
    switch follower {
    case "n": "\n"
    case "t": "\t"
    case "\\": "\\"
    default: nil
    }
  }
}

/// Text in which `\n` is a line feed, `\t` a tab and `\\` a backslash, and which has no tokens.
public struct EscapedText: Equatable, Sendable {
  /// The text with its escapes replaced.
  public let text: String

  /// Replaces the escapes of a text.
  ///
  /// - Throws: ``TemplateError`` for a backslash before anything else.
  public init(_ source: String) throws(TemplateError) {
    var text = String.UnicodeScalarView()
    let scalars = source.unicodeScalars
    var rest = scalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        text.append(scalar)
        continue
      }
      let backslash = scalars.index(before: rest.startIndex)
      let follower = rest.popFirst()
      guard let meaning = TextEscape.meaning(of: follower) else {
        throw TemplateError(
          .unknownEscape(follower.map { String($0) } ?? ""),
          position: String(scalars[..<backslash]).count + 1, knownTokens: [])
      }
      text.append(meaning)
    }
    self.text = String(text)
  }
}
