/// What the texts of a picture say, by keyword, or by a key in the text under a keyword.
///
/// `Title` is a whole text. `parameters:Seed` is what a text under `parameters` says of `Seed`:
/// programs that make pictures write their settings so, as JSON or as `Key: value`.
package struct TextFacts: Equatable, Sendable {
  private let texts: [PictureText]
  private let values: [TextKey: String]

  /// Looks things up in texts, and in what was found in them.
  package init(_ texts: [PictureText], _ values: [TextKey: String] = [:]) {
    (self.texts, self.values) = (texts, values)
  }

  /// The text under a keyword, or what it says of a key; nil where it is missing or empty.
  ///
  /// A parameter with colons is tried as a keyword, and then divided at the last of them. Of several
  /// texts under a keyword the first counts.
  package func value(of parameter: String) -> String? {
    let value =
      texts.first { $0.keyword == parameter }?.text ?? TextKey(parameter).flatMap { values[$0] }
    return value?.isEmpty == true ? nil : value
  }
}

/// A key in the text under a keyword.
package struct TextKey: Hashable, Sendable {
  /// The keyword of the text.
  package let keyword: String
  /// The key, which has no colon.
  package let key: String

  /// The key that a parameter names behind its last colon; nil where it can only be a keyword.
  package init?(_ parameter: String) {
    // By bytes: to a `String`, a colon and a combining mark are one character that is no colon.
    let bytes = parameter.utf8
    guard let colon = bytes.lastIndex(of: UInt8(ascii: ":")), colon > bytes.startIndex else {
      return nil
    }
    let key = bytes[bytes.index(after: colon)...]
    guard !key.isEmpty else { return nil }
    keyword = String(Substring(bytes[..<colon]))
    self.key = String(Substring(key))
  }
}
