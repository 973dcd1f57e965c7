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
  func lines<Unit: LabelUnit>(
    of text: ArraySlice<Unit>, width: Int, limit: Int, anywhere: Bool
  ) -> [ArraySlice<Unit>]? {
    var lines: [ArraySlice<Unit>] = []
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
  private func lineEnd<Unit: LabelUnit>(
    of text: ArraySlice<Unit>, _ width: Int, anywhere: Bool
  ) -> Int? {
    var used = 0
    for index in text.indices {
      used += text[index].width(in: widths)
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

/// A character as lines are broken by it.
protocol LabelUnit {
  /// Whether it is a space, which goes where a line ends.
  var isLabelSpace: Bool { get }
  /// Whether a line may end behind it, as a part of a name ends there.
  var endsLabelPart: Bool { get }
  var isLabelLetter: Bool { get }
  var isLabelNumber: Bool { get }
  /// Whether it is of a script that puts no spaces between words: kana, Chinese characters.
  var isBrokenAnywhere: Bool { get }

  /// How wide it is in pixels.
  func width(in widths: CharacterWidths) -> Int
}

extension ArraySlice where Element: LabelUnit {
  /// Whether a line may end in front of the character at an index, which is not the first.
  func isBreak(before index: Int) -> Bool {
    let (last, next) = (self[index - 1], self[index])
    if last.isLabelSpace || last.endsLabelPart { return true }
    return last.isLabelLetter && next.isLabelNumber || last.isLabelNumber && next.isLabelLetter
      || last.isBrokenAnywhere || next.isBrokenAnywhere && last.isLabelLetter
  }

  var withoutSpacesAtEnd: ArraySlice {
    guard let last = lastIndex(where: { !$0.isLabelSpace }) else { return prefix(0) }
    return self[startIndex...last]
  }
}

extension Character: LabelUnit {
  // What Unicode says of a character takes long to find, and most are ASCII.
  private var ascii: UInt8? { utf8.count == 1 ? utf8.first : nil }
  var isLabelSpace: Bool { ascii?.isLabelSpace ?? false }
  var endsLabelPart: Bool { ascii?.endsLabelPart ?? false }
  var isLabelLetter: Bool { ascii?.isLabelLetter ?? isLetter }
  var isLabelNumber: Bool { ascii?.isLabelNumber ?? isWholeNumber }
  var isBrokenAnywhere: Bool {
    guard utf8.count > 2, let value = unicodeScalars.first?.value else { return false }
    return 0x3040...0x30FF ~= value || 0x3400...0x9FFF ~= value || 0x20000...0x3FFFF ~= value
  }

  func width(in widths: CharacterWidths) -> Int { widths[self] }
}

/// A character of ASCII by its code: most labels have no others, and these take a fraction of the time.
extension UInt8: LabelUnit {
  var isLabelSpace: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
  var endsLabelPart: Bool {
    switch self {
    case UInt8(ascii: "_"), UInt8(ascii: ","), UInt8(ascii: "-")...UInt8(ascii: "/"): true
    default: false
    }
  }
  var isLabelLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }
  var isLabelNumber: Bool { isDigit }
  var isBrokenAnywhere: Bool { false }

  func width(in widths: CharacterWidths) -> Int { widths[ascii: self] }
}
