/// Text without line feeds, prepared for line breaking: its characters with their widths.
struct LineText {
  /// A character with its width and kind.
  struct Unit {
    var kind: Kind
    /// Whether the character is an x, which between two numbers stands for a multiplication sign.
    var isTimes = false
    /// Whether the character is a capital letter, which may begin a word in a name such as
    /// `EfficientNet`.
    var isCapital = false
    /// The advance in pixels.
    var width: Int

    init(_ byte: UInt8, width: Int) {
      (kind, isTimes) = (Kind(byte), byte == UInt8(ascii: "x"))
      isCapital = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
      self.width = width
    }

    init(_ character: Character, width: Int) {
      (kind, isTimes) = (Kind(character), character == "x")
      isCapital = character.isUppercase
      self.width = width
    }
  }

  /// The kinds of characters that breaks depend on.
  enum Kind: UInt8 {
    /// White space, dropped at the end of a line.
    case space
    case letter, digit
    /// `_` or `-`.
    case joint
    /// `.` or `,`.
    case point
    case slash
    case opening, closing
    /// A quotation mark, which may open or close, or an apostrophe.
    case quotation
    /// A mark such as `?` that follows a word.
    case trailing
    /// A character of a script without spaces that may be broken anywhere, such as kana or Chinese.
    case ideograph
    /// A letter of a script without spaces whose words need a dictionary, such as Thai or Khmer.
    case unspaced
    case other
  }

  /// How good a break is; lines use the best breaks that suffice.
  enum Level: Int, Comparable {
    /// Between words with two or more blanks between them, such as the values of a label.
    case gap
    /// Between words.
    case word
    /// After a mark that divides a name, and between words in parentheses.
    case mark
    /// Between letters and digits, between numbers in a name, and before a capital inside a word.
    case part
    /// Between a number and its unit.
    case unit
    /// Inside a date.
    case date
    /// Between any two characters, such as two digits of a number.
    case any
    /// Before a closing mark, or after an opening one.
    case mispunctuated

    static func < (one: Level, other: Level) -> Bool { one.rawValue < other.rawValue }
  }

  var units: [Unit] = []
  /// Whether the script allows a break before each character; nil if only the kinds of characters
  /// matter.
  var breaks: [Bool]?

  private func kind(_ index: Int) -> Kind? {
    units.indices.contains(index) ? units[index].kind : nil
  }
}

extension LineText {
  /// The level of the break before each character; the level before a space is unused.
  var levels: [Level] {
    let words = words
    var levels = [Level](repeating: .any, count: units.count)
    for (place, word) in words.enumerated() {
      if place > 0 { levels[word.lowerBound] = level(in: words, at: place) }
      for index in word.dropFirst() { levels[index] = level(index, in: word) }
    }
    for range in parentheses {
      for index in range.dropFirst() where levels[index] <= .word { levels[index] = .mark }
    }
    return levels
  }

  /// The runs of characters without spaces.
  private var words: [Range<Int>] {
    Array(units.indices(where: { $0.kind != .space }).ranges)
  }

  /// The outermost closed pairs of parentheses.
  private var parentheses: [Range<Int>] {
    var (ranges, openings): ([Range<Int>], [Int]) = ([], [])
    for (index, unit) in units.enumerated() {
      if unit.kind == .opening { openings.append(index) }
      guard unit.kind == .closing, let opening = openings.popLast() else { continue }
      while let last = ranges.last, last.lowerBound > opening { ranges.removeLast() }
      ranges.append(opening..<index + 1)
    }
    return ranges
  }

  private func count(_ word: Range<Int>, of kind: Kind) -> Int {
    units[word].count { $0.kind == kind }
  }

  /// The level of the break before a word.
  private func level(in words: [Range<Int>], at place: Int) -> Level {
    if words[place].lowerBound - words[place - 1].upperBound > 1 { return .gap }
    if isClosing(words[place]) || isOpening(words[place - 1]) { return .unit }
    for first in max(0, place - 2)..<place where first + 2 < words.count {
      if isDateOrProduct(words[first], words[first + 1], words[first + 2]) { return .date }
    }
    let isUnit = words[place].count <= 3 && count(words[place], of: .digit) == 0
    return isUnit && kind(words[place - 1].upperBound - 1) == .digit ? .unit : .word
  }

  /// Whether a word is only a mark that closes something, as in `Quoi ?`.
  private func isClosing(_ word: Range<Int>) -> Bool {
    units[word].allSatisfy { $0.kind == .closing || $0.kind == .point || $0.kind == .trailing }
  }

  /// Whether a word is only an opening bracket.
  private func isOpening(_ word: Range<Int>) -> Bool {
    units[word].allSatisfy { $0.kind == .opening }
  }

  /// Whether three words are `26 May 2026`, `May 26, 2026`, `1920 × 1080` or `1920 x 1080`.
  private func isDateOrProduct(
    _ first: Range<Int>, _ second: Range<Int>, _ third: Range<Int>
  ) -> Bool {
    if second.count == 1, kind(first.upperBound - 1) == .digit, kind(third.lowerBound) == .digit {
      let sign = units[second.lowerBound]
      return sign.isTimes || sign.kind != .digit && sign.kind != .letter
    }
    func isDay(_ word: Range<Int>) -> Bool {
      1...2 ~= count(word, of: .digit)
        && word.count == count(word, of: .digit) + count(word, of: .point)
    }
    func isMonth(_ word: Range<Int>) -> Bool {
      word.count >= 3 && count(word, of: .letter) >= word.count - 1
    }
    let isYear =
      units[third].prefix(4).allSatisfy { $0.kind == .digit } && third.count >= 4
      && units[third].dropFirst(4).allSatisfy { $0.kind == .point }
    return isYear && (isDay(first) && isMonth(second) || isMonth(first) && isDay(second))
  }

  /// The level of a break inside a word.
  private func level(_ index: Int, in word: Range<Int>) -> Level {
    let (last, next) = (units[index - 1].kind, units[index].kind)
    /// The length of the run of letters that ends or starts at an index.
    func letters(before end: Int) -> Int {
      units[word.lowerBound..<end].reversed().prefix { $0.kind == .letter }.count
    }
    func letters(from start: Int) -> Int {
      units[start..<word.upperBound].prefix { $0.kind == .letter }.count
    }
    switch (last, next) {
    case (.ideograph, _), (.unspaced, _), (_, .ideograph), (_, .unspaced):
      if last == .digit { return .unit }
      if let breaks { return breaks[index] ? .word : .any }
      let isBreak =
        last == .ideograph && next != .other && next != .unspaced && next != .closing
        && next != .quotation && next != .trailing
        || next == .ideograph && last == .letter
      return isBreak ? .word : .any
    case (_, .closing), (.opening, _), (_, .quotation), (_, .trailing):
      return .mispunctuated
    case (.quotation, _) where index - 1 == word.lowerBound: return .mispunctuated
    case (_, .point) where ![.letter, .digit, .ideograph, .unspaced].contains(kind(index + 1)):
      return .mispunctuated
    case (_, .joint), (_, .point), (_, .slash): return .any
    case (.point, .digit) where index - 2 >= word.lowerBound && kind(index - 2) == .digit:
      return .any
    case (.slash, .digit) where kind(index - 2) == .digit:
      let isFraction =
        word.count <= 16 && count(word, of: .slash) == 1
        && units[word].allSatisfy { $0.kind == .digit || $0.kind == .slash }
      return isFraction ? .any : .part
    case (.slash, .digit) where letters(before: index - 1) == 1: return .unit
    case (.joint, .digit) where index - 1 == word.lowerBound: return .any
    case (.joint, .digit) where kind(index - 2) == .digit: return .part
    case (.joint, _), (.point, _), (.slash, _): return .mark
    case (.letter, .digit):
      // The first letter of `P1060001` does not stand alone.
      let isAlone = letters(before: index) == 1
      return isAlone ? index - 1 == word.lowerBound ? .any : .unit : .part
    case (.digit, .letter):
      let count = letters(from: index)
      let isUnit = count <= 3 && (kind(index + count) != .digit || count == 1)
      return isUnit ? .unit : .part
    case (.letter, .letter) where units[index].isCapital && !units[index - 1].isCapital:
      return .part
    default: return .any
    }
  }
}

extension LineText.Kind {
  /// The kind of an ASCII byte.
  init(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"): self = .space
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self = .digit
    case UInt8(ascii: "_"), UInt8(ascii: "-"): self = .joint
    case UInt8(ascii: "."), UInt8(ascii: ","): self = .point
    case UInt8(ascii: "/"): self = .slash
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): self = .opening
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): self = .closing
    case UInt8(ascii: "\""), UInt8(ascii: "'"): self = .quotation
    case UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: ":"), UInt8(ascii: ";"):
      self = .trailing
    default: self = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 ? .letter : .other
    }
  }

  init(_ character: Character) {
    if character.utf8.count == 1, let byte = character.utf8.first {
      self.init(byte)
      return
    }
    switch character.unicodeScalars.first?.value ?? 0 {
    case 0xA0, 0x2007, 0x202F: self = .other
    case 0xAB, 0xBB, 0x2018...0x201F, 0x2039...0x203A: self = .quotation
    // An ellipsis, and the marks of Chinese and Japanese.
    case 0x2026, 0x3001...0x3002, 0xFF01, 0xFF0C, 0xFF1A...0xFF1B, 0xFF1F: self = .trailing
    case 0xE00...0x109F, 0x1780...0x17FF, 0x1950...0x19DF, 0x1A20...0x1AAF: self = .unspaced
    case 0x3041...0x30FF, 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: self = .ideograph
    default:
      self =
        character.isWhitespace
        ? .space : character.isLetter ? .letter : character.isWholeNumber ? .digit : .other
    }
  }
}
