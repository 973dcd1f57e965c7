extension ColumnTrack {
  /// Parses a list of tracks.
  ///
  /// Tracks are separated by spaces, commas or both:
  ///
  ///     fixed(70) adaptive(40)
  ///     flexible(60, 120), flexible
  ///     adaptive(min: 40, max: 100) spacing 10 align left
  ///     3 * flexible(max: 200) fixed(80) spacing 0
  ///
  /// The whole grammar, where what is in `[ ]` is optional and `|` separates alternatives:
  ///
  ///     track     = [count "*"] size ["spacing" number] ["align" alignment]
  ///     size      = "fixed" "(" number ")"
  ///               | "flexible" ["(" bounds ")"]
  ///               | "adaptive" "(" bounds ")"
  ///     bounds    = minimum ["," maximum] | maximum
  ///     minimum   = ["min:"] number
  ///     maximum   = "max:" number, or a plain number after a minimum
  ///     number    = digits ["." digits]
  ///     alignment = the raw value of an ``Alignment``
  ///
  /// The minimum of `flexible` is 10 by default; `adaptive` needs one. Without a maximum there is
  /// no limit. Widths are above 0, except for the minimum of `flexible`, and a maximum is at least
  /// its minimum. A count repeats its track with its spacing and alignment.
  ///
  /// - Throws: ``LayoutError/trackSyntax(position:expected:found:)`` at the first token that does
  ///   not belong, and ``LayoutError/tooManyColumns(_:)``.
  public static func list(parsing text: String) throws(LayoutError) -> [ColumnTrack] {
    var parser = TrackListParser(text)
    return try parser.list()
  }
}

/// A recursive-descent parser for the grammar of ``ColumnTrack/list(parsing:)``.
private struct TrackListParser {
  private var tokens: TrackTokens

  init(_ text: String) {
    tokens = TrackTokens(text)
  }

  mutating func list() throws(LayoutError) -> [ColumnTrack] {
    var tracks: [ColumnTrack] = []
    repeat {
      let count = try count()
      let track = try track()
      tracks.append(contentsOf: repeatElement(track, count: count))
      guard tracks.count <= LayoutError.maximumColumns else {
        throw .tooManyColumns(Double(tracks.count))
      }
    } while tokens.skip(",") || !tokens.isAtEnd
    return tracks
  }

  private mutating func count() throws(LayoutError) -> Int {
    let start = tokens
    guard let number = tokens.number() else { return 1 }
    guard number >= 1, number <= Double(LayoutError.maximumColumns),
      Double(Int(number)) == number
    else {
      throw start.unexpected("a count from 1 to \(LayoutError.maximumColumns)")
    }
    guard tokens.skip("*") else { throw tokens.unexpected("'*'") }
    return Int(number)
  }

  private mutating func track() throws(LayoutError) -> ColumnTrack {
    var track = ColumnTrack(try sizing())
    if tokens.skip("spacing") { track.spacing = try number() }
    if tokens.skip("align") { track.alignment = try alignment() }
    return track
  }

  private mutating func sizing() throws(LayoutError) -> ColumnTrack.Sizing {
    if tokens.skip("fixed") {
      try expect("(")
      let width = try width()
      try expect(")")
      return .fixed(width)
    }
    if tokens.skip("flexible") {
      guard tokens.skip("(") else { return .flexible() }
      let hasMinimum = !tokens.isAt("max")
      if tokens.skip("min") { try expect(":") }
      // The default minimum of `ColumnTrack.Sizing.flexible`.
      let minimum = try hasMinimum ? number() : 10
      let hasMaximum = !hasMinimum || tokens.skip(",")
      let maximum = try hasMaximum ? maximum(for: minimum) : .infinity
      try expect(")")
      return .flexible(minimum: minimum, maximum: maximum)
    }
    if tokens.skip("adaptive") {
      try expect("(")
      if tokens.skip("min") { try expect(":") }
      let minimum = try width()
      let maximum = try tokens.skip(",") ? maximum(for: minimum) : .infinity
      try expect(")")
      return .adaptive(minimum: minimum, maximum: maximum)
    }
    throw tokens.unexpected("'fixed', 'flexible' or 'adaptive'")
  }

  private mutating func maximum(for minimum: Double) throws(LayoutError) -> Double {
    if tokens.skip("max") { try expect(":") }
    let start = tokens
    let maximum = try width()
    guard maximum >= minimum else { throw start.unexpected("a maximum not below the minimum") }
    return maximum
  }

  private mutating func width() throws(LayoutError) -> Double {
    let start = tokens
    let width = try number()
    guard width > 0 else { throw start.unexpected("a width above 0") }
    return width
  }

  private mutating func alignment() throws(LayoutError) -> Alignment {
    for alignment in Alignment.allCases where tokens.skip(alignment.rawValue) {
      return alignment
    }
    let names = Alignment.allCases.map { "'\($0.rawValue)'" }
    throw tokens.unexpected("one of " + names.joined(separator: ", "))
  }

  private mutating func number() throws(LayoutError) -> Double {
    guard let number = tokens.number() else { throw tokens.unexpected("a number") }
    return number
  }

  private mutating func expect(_ word: String) throws(LayoutError) {
    guard tokens.skip(word) else { throw tokens.unexpected("'\(word)'") }
  }
}

/// The words, numbers and symbols of a list of tracks, without the whitespace between them.
private struct TrackTokens {
  private let tokens: [Token]
  private var next = 0

  private struct Token {
    var text: String
    /// The position of the first character, counted from 1.
    var position: Int
  }

  /// Splits a text into words of letters and hyphens, numbers of digits and points, and single
  /// other characters.
  init(_ text: String) {
    let characters = Array(text)
    var tokens: [Token] = []
    var index = 0
    while index < characters.count {
      let start = index
      let first = characters[index]
      index += 1
      guard !first.isWhitespace else { continue }
      if first.isLetter {
        while index < characters.count, characters[index].isLetter || characters[index] == "-" {
          index += 1
        }
      } else if first.isPartOfNumber {
        while index < characters.count, characters[index].isPartOfNumber { index += 1 }
      }
      tokens.append(Token(text: String(characters[start..<index]), position: start + 1))
    }
    tokens.append(Token(text: "", position: characters.count + 1))
    self.tokens = tokens
  }

  /// Whether no token is left.
  var isAtEnd: Bool { next == tokens.count - 1 }

  /// Whether the next token is `text`.
  func isAt(_ text: String) -> Bool {
    tokens[next].text == text
  }

  /// Consumes the next token if it is `text`.
  mutating func skip(_ text: String) -> Bool {
    guard isAt(text) else { return false }
    next += 1
    return true
  }

  /// Consumes the next token if it is a number.
  mutating func number() -> Double? {
    let text = tokens[next].text
    guard text.first?.isPartOfNumber == true, let number = Double(text), number.isFinite else {
      return nil
    }
    next += 1
    return number
  }

  /// The error for a next token that is not what was expected.
  func unexpected(_ expected: String) -> LayoutError {
    // A message has no room for a very long one.
    let found = isAtEnd ? "the end" : "'\(tokens[next].text.prefix(40))'"
    return .trackSyntax(position: tokens[next].position, expected: expected, found: found)
  }
}

extension Character {
  fileprivate var isPartOfNumber: Bool {
    ("0"..."9").contains(self) || self == "."
  }
}
