/// Breaks labels into lines that are no wider than their room.
///
/// A line ends at spaces, which are dropped, behind one of `_-./,`, between letters and digits, or
/// beside a character of a script that has no spaces between words.
struct LabelLines: Sendable {
  let widths: CharacterWidths

  /// The lines of a text without line feeds; each as long as it can be.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - width: The most that a line takes, in pixels.
  ///   - limit: The most lines.
  ///   - anywhere: Whether what is too wide for a line is broken between any two characters.
  /// - Returns: At least one line; nil where there would be more than `limit`, or a line too wide.
  func lines(
    of text: ArraySlice<Character>, width: Int, limit: Int, anywhere: Bool
  ) -> [ArraySlice<Character>]? {
    var lines: [ArraySlice<Character>] = []
    var start = text.startIndex
    repeat {
      guard lines.count < limit, let end = lineEnd(of: text[start...], width, anywhere: anywhere)
      else { return nil }
      lines.append(text[start..<end].withoutSpacesAtEnd)
      start = end
      // Spaces at the end of the text start no line.
      while start < text.endIndex, text[start].isLabelSpace { start += 1 }
    } while start < text.endIndex
    return lines
  }

  /// Where the first line of a text ends; nil if it cannot be broken so that it fits.
  private func lineEnd(of text: ArraySlice<Character>, _ width: Int, anywhere: Bool) -> Int? {
    var used = 0
    for index in text.indices {
      used += widths[text[index]]
      // A line may end at spaces that do not fit.
      guard used > width, !text[index].isLabelSpace else { continue }
      for end in stride(from: index, to: text.startIndex, by: -1)
      where text[end].isLabelSpace || text.isBreak(before: end) {
        return end
      }
      return anywhere && index > text.startIndex ? index : nil
    }
    return text.endIndex
  }
}

extension ArraySlice<Character> {
  /// Whether a line may end in front of the character at an index, which is not the first.
  func isBreak(before index: Int) -> Bool {
    let (last, next) = (self[index - 1], self[index])
    if last.isLabelSpace { return true }
    if last == "_" || last == "-" || last == "." || last == "/" || last == "," { return true }
    return last.isLetter && next.isWholeNumber || last.isWholeNumber && next.isLetter
      || last.isBrokenAnywhere || next.isBrokenAnywhere && last.isLetter
  }

  fileprivate var withoutSpacesAtEnd: ArraySlice {
    guard let last = lastIndex(where: { !$0.isLabelSpace }) else { return prefix(0) }
    return self[startIndex...last]
  }
}

extension Character {
  fileprivate var isLabelSpace: Bool { self == " " || self == "\t" }

  /// Whether it is of a script that puts no spaces between words: kana, Chinese characters.
  fileprivate var isBrokenAnywhere: Bool {
    guard utf8.count > 2, let value = unicodeScalars.first?.value else { return false }
    return 0x3040...0x30FF ~= value || 0x3400...0x9FFF ~= value || 0x20000...0x3FFFF ~= value
  }
}
