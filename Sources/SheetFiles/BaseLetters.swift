extension ArraySlice<UInt8> {
  /// A name in lower case with each Latin letter as the letters that it is sorted by: `o` for `ö` and
  /// `ø`, `l` for `ł`, `ss` for `ß`; marks that follow their letters are left out.
  ///
  /// What is not UTF-8 stays as it is.
  var baseLetters: ArraySlice<UInt8> {
    guard let text = String(validating: self, as: UTF8.self) else { return self }
    return text.unicodeScalars.flatMap { Array($0.baseLetters.utf8) }[...]
  }
}

extension Unicode.Scalar {
  /// Letters that are not named after those that they are sorted by.
  private static let others: [Unicode.Scalar: String] = [
    "ß": "ss", "þ": "th", "ð": "d", "ı": "i", "œ": "oe", "ŋ": "n", "ĸ": "k", "ſ": "s",
  ]

  /// The letters that it is sorted by, which are itself for what is no Latin letter.
  ///
  /// Unicode names letters by their base: LATIN SMALL LETTER L WITH STROKE has no decomposition.
  fileprivate var baseLetters: String {
    guard value >= 0x80 else { return String(self) }
    if properties.generalCategory == .nonspacingMark, 0x300...0x36F ~= value { return "" }
    // Latin-1, Latin Extended-A and -B, and Latin Extended Additional.
    guard 0xDF...0x24F ~= value || 0x1E00...0x1EFF ~= value else { return String(self) }
    if let letters = Self.others[self] { return letters }
    let words = (properties.name ?? "").split(separator: " ")
    guard words.count > 3, words.starts(with: ["LATIN", "SMALL", "LETTER"]), words[3].count <= 2
    else { return String(self) }
    return words[3].lowercased()
  }
}
