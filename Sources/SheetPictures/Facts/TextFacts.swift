internal import SheetText

/// What the texts of a picture say, by keyword, or by a key in the text under a keyword.
///
/// `Title` is a whole text. `parameters:Seed` is what a text under `parameters` says of `Seed`:
/// programs that make pictures write their settings so, as JSON or as `Key: value`.
package struct TextFacts: Equatable, Sendable {
  private let texts: [PictureText]

  /// Looks things up in texts.
  package init(_ texts: [PictureText]) {
    self.texts = texts
  }

  /// The keyword of the text in which a parameter names a key, unless it is a keyword as a whole.
  package static func searchedKeyword(of parameter: String) -> String? {
    divided(parameter)?.keyword
  }

  /// The text under a keyword, or what it says of a key; nil where it is missing or empty.
  ///
  /// A parameter with colons is tried as a keyword, and then divided at the last of them. Of several
  /// texts under a keyword the first counts.
  ///
  /// - Complexity: O(*n*) for texts of *n* bytes.
  package func value(of parameter: String) -> String? {
    var value = text(under: parameter)
    if value == nil, let (keyword, key) = Self.divided(parameter) {
      value = text(under: keyword).flatMap { Self.value(of: key, in: $0) }
    }
    return value?.isEmpty == true ? nil : value
  }

  private func text(under keyword: String) -> String? {
    texts.first { $0.keyword == keyword }?.text
  }

  private static func value(of key: String, in text: String) -> String? {
    let (key, bytes) = (Array(key.utf8), Array(text.utf8))
    let value: [UInt8]?
    switch JSONFields.search(bytes, for: key) {
    case .noObject: value = KeyedLines(bytes).value(of: key)
    case .noValue: value = nil
    case .value(let found): value = found
    }
    return value.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func divided(_ parameter: String) -> (keyword: String, key: String)? {
    // By bytes: to a `String`, a colon and a combining mark are one character that is no colon.
    let bytes = parameter.utf8
    guard let colon = bytes.lastIndex(of: UInt8(ascii: ":")), colon > bytes.startIndex else {
      return nil
    }
    let key = bytes[bytes.index(after: colon)...]
    guard !key.isEmpty else { return nil }
    return (String(Substring(bytes[..<colon])), String(Substring(key)))
  }
}
