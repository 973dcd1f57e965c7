/// The characters of one line.
struct TextLine: Equatable, Sendable {
  /// The characters from left to right.
  var characters: [Character] = []
  /// The sum of their advances, in pixels.
  var width = 0
  /// All that the line stands for, of which shortening leaves out a part.
  var whole: ArraySlice<Character> = []

  /// The column where the line starts in a box of `boxWidth` pixels.
  func start(in boxWidth: Int, _ alignment: TextAlignment) -> Int {
    switch alignment {
    case .left: 0
    case .center: (boxWidth - width) / 2
    case .right: boxWidth - width
    }
  }
}

/// Fits a text into lines no wider than a box, by shortening or wrapping.
///
/// Each line feed of the text starts a new line. Grapheme clusters are never split. The time is
/// linear in the length of the text.
struct LineSetting {
  /// The width of the box, in pixels.
  let width: Int
  /// The maximum number of lines; text after them is left out.
  let maximumLines: Int
  /// What happens to lines that are too wide.
  let overflow: TextOverflow
  /// The width of a character in pixels; not negative.
  let advance: (Character) -> Int

  /// The characters that shortening adds to a line.
  static let ellipsisCharacters: [Character] = ["…", "."]

  /// The lines of a text, empty ones included.
  func lines(of text: String) -> [TextLine] {
    var lines: [TextLine] = []
    for paragraph in text.paragraphs(atMost: max(0, maximumLines))
    where lines.count < maximumLines {
      let characters = Array(paragraph)[...]
      switch overflow {
      case .middle, .fit: lines.append(keepingEnds(of: characters))
      case .end: lines.append(keepingStart(of: characters))
      case .wrap: lines += wrapped(characters, maximumLines: maximumLines - lines.count)
      }
    }
    return lines
  }

  /// The characters as a line, however wide, and what it stands for.
  func line(
    _ characters: some Sequence<Character>, for whole: ArraySlice<Character> = []
  ) -> TextLine {
    characters.reduce(into: TextLine(whole: whole)) { line, character in
      line.characters.append(character)
      line.width += advance(character)
    }
  }
}

extension LineSetting {
  /// Extensions of up to this many characters, the dot included, are kept whole.
  private static let maximumExtensionLength = 6

  /// The characters; an ellipsis replaces their end if they are too wide.
  func keepingStart(of characters: ArraySlice<Character>) -> TextLine {
    if let line = whole(characters) { return line }
    let ellipsis = ellipsis
    let head = characters.prefix(fitting(characters, within: width - ellipsis.width).count)
    return line(head + ellipsis.characters, for: characters)
  }

  /// The characters; an ellipsis replaces their middle if they are too wide.
  ///
  /// The end gets half of the width, or as much as a short file name extension needs; the
  /// beginning gets the rest.
  func keepingEnds(of characters: ArraySlice<Character>) -> TextLine {
    if let line = whole(characters) { return line }
    let ellipsis = ellipsis
    let room = width - ellipsis.width
    var (tailCount, tailWidth) = fitting(characters.reversed(), within: room / 2)
    if let name = fileNameExtension(of: characters), name.count > tailCount {
      let nameWidth = line(name).width
      if nameWidth <= room { (tailCount, tailWidth) = (name.count, nameWidth) }
    }
    let start = characters.dropLast(tailCount)
    let (headCount, headWidth) = fitting(start, within: room - tailWidth)
    // The width that the beginning leaves may suffice for another character of the end.
    let rest = fitting(
      start.dropFirst(headCount).reversed(), within: room - tailWidth - headWidth)
    return line(
      characters.prefix(headCount) + ellipsis.characters
        + characters.suffix(rest.count + tailCount), for: characters)
  }

  /// The characters as a line if they fit.
  func whole(_ characters: ArraySlice<Character>) -> TextLine? {
    let (count, fittingWidth) = fitting(characters, within: width)
    guard count == characters.count else { return nil }
    return TextLine(characters: Array(characters), width: fittingWidth, whole: characters)
  }

  /// The widest of `…`, `..`, `.` and nothing that fits.
  private var ellipsis: TextLine {
    let candidates: [[Character]] = [["…"], [".", "."], ["."]]
    return candidates.lazy.map { line($0) }.first { $0.width <= width } ?? TextLine()
  }

  /// How many characters, from the first on, are together no wider than `room`, and how wide they are.
  private func fitting(
    _ characters: some Sequence<Character>, within room: Int
  ) -> (count: Int, width: Int) {
    var (count, used) = (0, 0)
    for character in characters {
      let next = used + advance(character)
      guard next <= room else { break }
      (count, used) = (count + 1, next)
    }
    return (count, used)
  }

  /// The last dot and what follows it, if that is short and the dot is not the first character.
  private func fileNameExtension(of characters: ArraySlice<Character>) -> ArraySlice<Character>? {
    let end = characters.suffix(Self.maximumExtensionLength)
    guard let point = end.lastIndex(of: "."), point > characters.startIndex else { return nil }
    return characters[point...]
  }
}

extension LineSetting {
  /// The characters in as many lines as they need, at most `maximumLines`.
  ///
  /// A line ends at a space, which is dropped, or after one of `-_/.`, but not inside of a number, and
  /// not between parentheses that a line has room for; failing these between any two characters. The
  /// last line holds all the remaining text, its middle replaced by an ellipsis if it is too wide.
  func wrapped(_ characters: ArraySlice<Character>, maximumLines: Int) -> [TextLine] {
    var lines: [TextLine] = []
    var rest = characters
    if let line = whole(characters) { return [line] }
    var kept = Parentheses.ranges(in: characters).map {
      characters.startIndex + $0.lowerBound..<characters.startIndex + $0.upperBound
    }.filter { whole(characters[$0]) != nil }[...]
    while lines.count + 1 < maximumLines {
      if let last = whole(rest) { return lines + [last] }
      kept = kept.drop { $0.upperBound <= rest.startIndex }
      guard let end = lineEnd(of: rest, keeping: kept) else { break }
      let part = rest[..<end].withoutSpacesAtEnd
      lines.append(line(part, for: part))
      rest = rest[end...].drop(while: \.isLabelSpace)
      // Spaces at the end of the text start no line.
      if rest.isEmpty { return lines }
    }
    return lines + [keepingEnds(of: rest)]
  }

  /// The end of the first line of characters that need several; nil if not even one character
  /// fits.
  private func lineEnd(
    of characters: ArraySlice<Character>, keeping parts: ArraySlice<Range<Int>>
  ) -> Int? {
    var (used, parts) = (0, parts)
    var (lastBreak, innerBreak): (Int?, Int?)
    func setBreak(_ index: Int) {
      if let part = parts.first, part.lowerBound < index {
        innerBreak = index
      } else {
        lastBreak = index
      }
    }
    for (index, character) in zip(characters.indices, characters) {
      if let part = parts.first, part.upperBound <= index { parts.removeFirst() }
      // A line may end at a space that does not fit.
      if character.isLabelSpace, index > characters.startIndex { setBreak(index) }
      used += advance(character)
      guard used <= width else {
        return lastBreak ?? innerBreak ?? (index > characters.startIndex ? index : nil)
      }
      if "-_/.".contains(character), !isInNumber(index, of: characters) { setBreak(index + 1) }
    }
    return characters.endIndex
  }

  /// Whether a character is the point of a number.
  private func isInNumber(_ index: Int, of characters: ArraySlice<Character>) -> Bool {
    characters[index] == "." && index > characters.startIndex && index + 1 < characters.endIndex
      && characters[index - 1].isNumber && characters[index + 1].isNumber
  }
}
