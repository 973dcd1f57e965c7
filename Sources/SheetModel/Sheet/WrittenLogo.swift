/// A logo as written in an option: a file, optionally with its height, as in `studio.png 12mm`.
package struct WrittenLogo: Equatable, Sendable {
  /// The path of the file.
  package let path: String
  /// The height; nil to use the height of the title.
  package let height: Sheet.Length?

  /// Splits a string at its last space if that space is preceded by a name with an extension and
  /// followed by a length.
  package init(_ text: String) {
    guard let blank = text.lastIndex(of: " "),
      let height = Sheet.Length(String(text[text.index(after: blank)...])), height.value > 0,
      text.last?.isLetter == true || text[..<blank].contains(/\.[A-Za-z]{3,5}$/)
    else {
      (path, height) = (text, nil)
      return
    }
    (path, self.height) = (String(text[..<blank]), height)
  }
}
