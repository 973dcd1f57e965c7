extension LineSetting {
  /// The most characters that an extension has, its point included, to be kept whole.
  private static let longestExtension = 6

  /// The characters, their end replaced by an ellipsis if they are too wide.
  func keepingStart(of characters: ArraySlice<Character>) -> TextLine {
    if let line = whole(characters) { return line }
    let ellipsis = ellipsis
    let (head, _) = prefix(of: characters, within: width - ellipsis.width)
    return line(head + ellipsis.characters)
  }

  /// The characters, their middle replaced by an ellipsis if they are too wide.
  ///
  /// The end gets half of the room, or what a short file name extension takes if that is more;
  /// the beginning gets the rest.
  func keepingEnds(of characters: ArraySlice<Character>) -> TextLine {
    if let line = whole(characters) { return line }
    let ellipsis = ellipsis
    let room = width - ellipsis.width
    var (tail, tailWidth) = suffix(of: characters, within: room / 2)
    if let name = fileNameExtension(of: characters), name.count > tail.count {
      let nameWidth = line(name).width
      if nameWidth <= room { (tail, tailWidth) = (name, nameWidth) }
    }
    let start = characters[..<tail.startIndex]
    let (head, headWidth) = prefix(of: start, within: room - tailWidth)
    // What the beginning leaves over may be enough for a narrow character of the end.
    let (rest, _) = suffix(
      of: characters[head.endIndex..<tail.startIndex], within: room - tailWidth - headWidth)
    return line(head + ellipsis.characters + rest + tail)
  }

  /// The characters as a line if they fit.
  func whole(_ characters: ArraySlice<Character>) -> TextLine? {
    let (head, headWidth) = prefix(of: characters, within: width)
    guard head.count == characters.count else { return nil }
    return TextLine(characters: Array(head), width: headWidth)
  }

  /// The widest of `…`, `..`, `.` and nothing that fits.
  private var ellipsis: TextLine {
    let candidates: [[Character]] = [["…"], [".", "."], ["."]]
    return candidates.lazy.map { line($0) }.first { $0.width <= width } ?? TextLine()
  }

  /// As many characters from the first as are not wider than `room`.
  private func prefix(
    of characters: ArraySlice<Character>, within room: Int
  ) -> (ArraySlice<Character>, width: Int) {
    var (end, used) = (characters.startIndex, 0)
    while end < characters.endIndex {
      let next = used + advance(characters[end])
      guard next <= room else { break }
      (end, used) = (end + 1, next)
    }
    return (characters[..<end], used)
  }

  /// As many characters up to the last as are not wider than `room`.
  private func suffix(
    of characters: ArraySlice<Character>, within room: Int
  ) -> (ArraySlice<Character>, width: Int) {
    var (start, used) = (characters.endIndex, 0)
    while start > characters.startIndex {
      let next = used + advance(characters[start - 1])
      guard next <= room else { break }
      (start, used) = (start - 1, next)
    }
    return (characters[start...], used)
  }

  /// The last point and what follows it, if it is short and something stands before it.
  private func fileNameExtension(of characters: ArraySlice<Character>) -> ArraySlice<Character>? {
    let end = characters.suffix(Self.longestExtension)
    guard let point = end.lastIndex(of: "."), point > characters.startIndex else { return nil }
    return characters[point...]
  }
}
