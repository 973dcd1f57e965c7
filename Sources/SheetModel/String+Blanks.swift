extension StringProtocol {
  /// The text without trailing spaces.
  package var withoutEndBlanks: String {
    String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
  }

  /// The text without any white space, for comparing text that is broken into lines differently.
  package var withoutWhitespace: String { String(lazy.filter { !$0.isWhitespace }) }
}
