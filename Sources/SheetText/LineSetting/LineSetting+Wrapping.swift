extension LineSetting {
  /// The characters in as many lines as they need.
  ///
  /// A line ends at a space, which is left out, or after one of `-_/.`; where there is none
  /// of these, between any two characters. If the lines do not suffice, the last one holds all
  /// that is left over, without its middle.
  func wrapped(_ characters: ArraySlice<Character>, maximumLines: Int) -> [TextLine] {
    var lines: [TextLine] = []
    var rest = characters
    while lines.count + 1 < maximumLines {
      if let last = whole(rest) { return lines + [last] }
      guard let end = lineEnd(of: rest) else { break }
      lines.append(line(rest[..<end].trimmingSpaces()))
      rest = rest[end...].drop(while: Self.isSpace)
      // Spaces at the end of the text start no line.
      if rest.isEmpty { return lines }
    }
    return lines + [keepingEnds(of: rest)]
  }

  /// Where the first line of characters ends that do not fit into one; nil if not even the
  /// first character fits.
  private func lineEnd(of characters: ArraySlice<Character>) -> Int? {
    var used = 0
    var lastBreak: Int?
    for (index, character) in zip(characters.indices, characters) {
      // A space that does not fit is left out, and ends the line all the same.
      if Self.isSpace(character), index > characters.startIndex { lastBreak = index }
      used += advance(character)
      guard used <= width else {
        return lastBreak ?? (index > characters.startIndex ? index : nil)
      }
      if "-_/.".contains(character) { lastBreak = index + 1 }
    }
    return characters.endIndex
  }

  fileprivate static func isSpace(_ character: Character) -> Bool {
    character == " " || character == "\t"
  }
}

extension ArraySlice<Character> {
  fileprivate func trimmingSpaces() -> ArraySlice {
    guard let last = lastIndex(where: { !LineSetting.isSpace($0) }) else { return prefix(0) }
    return self[...last]
  }
}
