/// The widths of text in one face at one size, and how it breaks into lines.
package struct TextMeasure: Sendable {
  private let face: any Typeface
  /// The widths by ASCII code; the width at index 0, NUL, is used for characters that have not been
  /// measured.
  private var ascii: [Int]
  private var others: [Character: Int] = [:]

  /// Takes the measured widths of characters; all other characters get `width`.
  package init(
    _ face: any Typeface, _ widths: [Character: Int], otherwise width: Int
  ) {
    self.face = face
    ascii = Array(repeating: width, count: 128)
    for (character, width) in widths {
      if character.utf8.count == 1, let code = character.utf8.first {
        ascii[Int(code)] = width
      } else {
        others[character] = width
      }
    }
  }

  private subscript(character: Character) -> Int {
    if character.utf8.count == 1, let code = character.utf8.first { return ascii[Int(code)] }
    return others[character] ?? ascii[0]
  }

  /// The width of text on one line: the sum of its characters' widths, each set by itself.
  func width(of text: Substring) -> Int {
    var sum = 0
    for byte in text.utf8 {
      guard byte < 128 else { return text.reduce(0) { $0 + self[$1] } }
      sum += ascii[Int(byte)]
    }
    return sum
  }

  /// Text without line feeds, measured for line breaking.
  func measured(_ text: Substring) -> LineText {
    var measured = LineText()
    measured.units.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      guard byte < 128 else { return measuredByCharacters(text) }
      measured.units.append(.init(byte, width: ascii[Int(byte)]))
    }
    return measured
  }

  /// The maximum length, in bytes, of text that is shaped as a whole; a line shows only part of a
  /// longer text.
  fileprivate static let longestShaped = 4096

  private func measuredByCharacters(_ text: Substring) -> LineText {
    var measured = LineText()
    measured.units = text.map { .init($0, width: self[$0]) }
    guard text.utf8.count <= Self.longestShaped else { return measured }
    if measured.units.contains(where: { $0.kind == .ideograph || $0.kind == .unspaced }) {
      measured.breaks = face.breaks(in: String(text))
    }
    if text.unicodeScalars.contains(where: \.isShaped), let widths = face.advances(in: String(text))
    {
      for (index, width) in zip(measured.units.indices, widths) {
        measured.units[index].width = width
      }
    }
    return measured
  }

  /// The width of a line as drawn, or the sum of its characters' widths if it is long.
  package func drawnWidth(of line: Substring) -> Int {
    line.utf8.count <= Self.longestShaped
      ? face.width(of: line) ?? width(of: line) : width(of: line)
  }
}

extension TypeSetter {
  /// The width of a line as drawn, as in ``TextMeasure/drawnWidth(of:)``, for lines that are not
  /// broken.
  package func drawnWidth(of line: String) -> Int {
    if line.utf8.count <= TextMeasure.longestShaped, let width = face.width(of: line[...]) {
      return width
    }
    return measure(for: [line]).drawnWidth(of: line[...])
  }

  /// The widths of the characters of text, as set by ``raster(_:)``.
  package func measure(for texts: some Sequence<String>) -> TextMeasure {
    measure(of: Set(charactersOf: texts))
  }

  func measure(of characters: Set<Character>) -> TextMeasure {
    TextMeasure(
      face, face.widths(of: characters.union(TextMeasure.ellipses)),
      otherwise: Int(builtin.size.rounded(.up)))
  }
}

extension Set<Character> {
  /// The characters of text, without line feeds.
  package init(charactersOf texts: some Sequence<String>) {
    self.init()
    var ascii = [Bool](repeating: false, count: 128)
    for text in texts {
      if text.utf8.allSatisfy({ $0 < 128 }) {
        for code in text.utf8 { ascii[Int(code)] = true }
      } else {
        formUnion(text)
      }
    }
    for code in ascii.indices where ascii[code] {
      insert(Character(Unicode.Scalar(UInt8(code))))
    }
    subtract(["\n", "\r\n"])
  }
}

extension TextMeasure {
  /// The characters that shortening inserts.
  package static let ellipses: Set<Character> = ["…", "."]

  /// The maximum number of times that a paragraph is broken into lines, each time narrower, until
  /// the lines fit as drawn: characters may take more room next to each other than alone.
  private static let attempts = 8

  /// Whether no line of text is wider than the box.
  package func fits(_ text: String, width: Int) -> Bool {
    text.paragraphs().allSatisfy { drawnWidth(of: $0) <= width }
  }

  /// The lines of text, no wider than the box if possible.
  ///
  /// Each line feed starts a new line. Grapheme clusters are never split. In a right-to-left
  /// paragraph, a line whose first letter does not indicate its direction starts with a directional
  /// mark.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - width: The width of the box in pixels.
  ///   - limit: The maximum number of lines; text after them is left out, or shortened if it is
  ///     wrapped.
  ///   - overflow: What to do with paragraphs that are too wide.
  /// - Returns: The lines, including empty ones.
  package func lines(
    of text: String, width: Int, limit: Int, overflow: TextOverflow
  ) -> [String] {
    var lines: [String] = []
    for paragraph in text.paragraphs(atMost: max(0, limit)) where lines.count < limit {
      if drawnWidth(of: paragraph) <= width {
        lines.append(String(paragraph))
        continue
      }
      var (room, paragraphLines) = (width, [String]())
      for _ in 0..<Self.attempts {
        paragraphLines = self.lines(
          of: paragraph, width: room, limit: limit - lines.count, overflow)
        let widest = paragraphLines.reduce(0) { max($0, drawnWidth(of: $1[...])) }
        if widest <= width { break }
        room -= widest - width
      }
      lines += paragraphLines
    }
    return lines
  }

  /// The lines of a paragraph that is too wide for a single line.
  private func lines(
    of paragraph: Substring, width: Int, limit: Int, _ overflow: TextOverflow
  ) -> [String] {
    if overflow == .wrap, let lines = lines(of: paragraph, width: width, limit: limit) {
      return lines
    }
    let (text, characters) = (measured(paragraph), Array(paragraph))
    let (lines, start) =
      overflow == .wrap ? LineBreaker(text).start(ofLine: limit, width: width) : ([], 0)
    let rest = characters[start...]
    var last = String(rest)
    if text.units[start...].reduce(0, { $0 + $1.width }) > width {
      last =
        overflow == .end
        ? shortenedAtEnd(rest, text, width) : shortenedInMiddle(rest, text, width)
    }
    return directed(lines.map { String(characters[$0]) } + [last], as: paragraph)
  }

  /// The number of lines of a paragraph; nil if they do not fit.
  func count(of paragraph: Substring, width: Int, limit: Int, anywhere: Bool = false) -> Int? {
    LineBreaker(measured(paragraph)).count(width: width, limit: limit, anywhere: anywhere)
  }

  /// The lines of a paragraph, with as few breaks as possible; nil if they do not fit.
  func lines(of paragraph: Substring, width: Int, limit: Int) -> [String]? {
    let text = measured(paragraph)
    let breaker = LineBreaker(text)
    guard
      let lines = breaker.lines(width: width, limit: limit, anywhere: false)
        ?? breaker.lines(width: width, limit: limit, anywhere: true)
    else { return nil }
    // ASCII reads from left to right, and needs no search for character boundaries.
    if text.units.count == paragraph.utf8.count {
      let codes = Array(paragraph.utf8)
      return lines.map { String(decoding: codes[$0], as: UTF8.self) }
    }
    let characters = Array(paragraph)
    return directed(lines.map { String(characters[$0]) }, as: paragraph)
  }

  /// The lines, with a mark before each one whose direction differs from its paragraph's.
  private func directed(_ lines: [String], as paragraph: Substring) -> [String] {
    // A face that does not measure whole lines does not support directions.
    if face.width(of: "") == nil { return lines }
    let isRightToLeft = paragraph.readsFromRight
    return lines.map {
      $0.readsFromRight == isRightToLeft ? $0 : (isRightToLeft ? "\u{200F}" : "\u{200E}") + $0
    }
  }
}

extension TextMeasure {
  /// Extensions of up to this many characters, including the dot, are kept whole.
  private static let maximumExtensionLength = 6

  /// Characters with an ellipsis in place of their end.
  private func shortenedAtEnd(
    _ characters: ArraySlice<Character>, _ text: LineText, _ width: Int
  ) -> String {
    let ellipsis = ellipsis(within: width)
    let head = fitting(characters.indices, text, within: width - ellipsis.width).count
    return String(characters.prefix(head)) + ellipsis.text
  }

  /// Characters with an ellipsis in place of their middle.
  ///
  /// The end gets half of the width, or as much as a short file extension needs; the beginning gets
  /// the rest.
  private func shortenedInMiddle(
    _ characters: ArraySlice<Character>, _ text: LineText, _ width: Int
  ) -> String {
    let ellipsis = ellipsis(within: width)
    let room = width - ellipsis.width
    var tail = fitting(characters.indices.reversed(), text, within: room / 2)
    if let name = fileNameExtension(of: characters), name.count > tail.count {
      let whole = fitting(name.indices, text, within: room)
      if whole.count == name.count { tail = whole }
    }
    let start = characters.dropLast(tail.count)
    let head = fitting(start.indices, text, within: room - tail.width)
    // Width left over by the beginning may be enough for another character at the end.
    let rest = fitting(
      start.dropFirst(head.count).indices.reversed(), text,
      within: room - tail.width - head.width)
    return characters.prefix(head.count) + ellipsis.text
      + characters.suffix(rest.count + tail.count)
  }

  /// The widest of `…`, `..`, `.` and nothing that fits.
  private func ellipsis(within width: Int) -> (text: String, width: Int) {
    ["…", "..", "."].lazy.map { ($0, self.width(of: $0[...])) }.first { $0.1 <= width } ?? ("", 0)
  }

  /// The number of leading characters that together are no wider than `room`, and their width.
  private func fitting(
    _ indices: some Sequence<Int>, _ text: LineText, within room: Int
  ) -> (count: Int, width: Int) {
    var (count, used) = (0, 0)
    for index in indices {
      let next = used + text.units[index].width
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

extension StringProtocol {
  /// The texts between line feeds; CR LF is one `Character`.
  func paragraphs(atMost limit: Int = .max) -> [SubSequence] {
    Array(
      split(maxSplits: limit, omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        .prefix(limit))
  }

  /// Whether the text's first letter is written from right to left.
  fileprivate var readsFromRight: Bool {
    unicodeScalars.first(where: \.properties.isAlphabetic)?.isRightToLeft ?? false
  }
}

extension Unicode.Scalar {
  /// Whether the character is a letter of Hebrew, Arabic or another script that is written from
  /// right to left.
  fileprivate var isRightToLeft: Bool {
    [0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF]
      .contains { $0 ~= value }
  }

  /// Whether the character's shape, and therefore its width, may depend on the characters beside
  /// it.
  fileprivate var isShaped: Bool {
    isRightToLeft
      || [0x900...0xDFF, 0xF00...0x109F, 0x1700...0x1BFF, 0xA800...0xABFF].contains { $0 ~= value }
  }
}
