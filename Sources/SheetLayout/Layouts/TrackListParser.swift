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
  /// The whole grammar; text in `[ ]` is optional, and `|` separates alternatives:
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
  /// The minimum of `flexible` defaults to 10; `adaptive` needs one. Without a maximum there is no
  /// limit. Widths are above 0, except for the minimum of `flexible`, and a maximum is at least its
  /// minimum. A count repeats its track with its spacing and alignment.
  ///
  /// - Throws: ``LayoutError/trackSyntax(position:expected:found:)`` at the first unexpected token,
  ///   and ``LayoutError/tooManyColumns(_:)``.
  package static func list(parsing text: String) throws(LayoutError) -> [ColumnTrack] {
    var parser = TrackListParser(text)
    return try parser.list()
  }
}

/// A recursive-descent parser for the grammar of ``ColumnTrack/list(parsing:)``.
private struct TrackListParser {
  /// The words, numbers and signs with their positions, counted from 1; the last marks the end.
  private let tokens: [(text: String, position: Int)]
  private var next = 0

  init(_ text: String) {
    let characters = Array(text)
    var tokens: [(text: String, position: Int)] = []
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
      tokens.append((String(characters[start..<index]), start + 1))
    }
    tokens.append(("", characters.count + 1))
    self.tokens = tokens
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
    } while skip(",") || !isAtEnd
    return tracks
  }

  private mutating func count() throws(LayoutError) -> Int {
    let start = next
    guard let number = numberIfAny() else { return 1 }
    guard number >= 1, number <= Double(LayoutError.maximumColumns),
      Double(Int(number)) == number
    else {
      throw unexpected("a count from 1 to \(LayoutError.maximumColumns)", at: start)
    }
    guard skip("*") else { throw unexpected("'*'") }
    return Int(number)
  }

  private mutating func track() throws(LayoutError) -> ColumnTrack {
    var track = ColumnTrack(try sizing())
    if skip("spacing") { track.spacing = try number() }
    if skip("align") { track.alignment = try alignment() }
    return track
  }

  private mutating func sizing() throws(LayoutError) -> ColumnTrack.Sizing {
    if skip("fixed") {
      try expect("(")
      let width = try width()
      try expect(")")
      return .fixed(width)
    }
    if skip("flexible") {
      guard skip("(") else { return .flexible() }
      let hasMinimum = !isAt("max")
      if skip("min") { try expect(":") }
      // The default minimum of `ColumnTrack.Sizing.flexible`.
      let minimum = try hasMinimum ? number() : 10
      let hasMaximum = !hasMinimum || skip(",")
      let maximum = try hasMaximum ? maximum(for: minimum) : .infinity
      try expect(")")
      return .flexible(minimum: minimum, maximum: maximum)
    }
    if skip("adaptive") {
      try expect("(")
      if skip("min") { try expect(":") }
      let minimum = try width()
      let maximum = try skip(",") ? maximum(for: minimum) : .infinity
      try expect(")")
      return .adaptive(minimum: minimum, maximum: maximum)
    }
    throw unexpected("'fixed', 'flexible' or 'adaptive'")
  }

  private mutating func maximum(for minimum: Double) throws(LayoutError) -> Double {
    if skip("max") { try expect(":") }
    let start = next
    let maximum = try width()
    guard maximum >= minimum else { throw unexpected("a maximum not below the minimum", at: start) }
    return maximum
  }

  private mutating func width() throws(LayoutError) -> Double {
    let start = next
    let width = try number()
    guard width > 0 else { throw unexpected("a width above 0", at: start) }
    return width
  }

  private mutating func alignment() throws(LayoutError) -> Alignment {
    for alignment in Alignment.allCases where skip(alignment.rawValue) {
      return alignment
    }
    let names = Alignment.allCases.map { "'\($0.rawValue)'" }
    throw unexpected("one of " + names.joined(separator: ", "))
  }

  private mutating func number() throws(LayoutError) -> Double {
    guard let number = numberIfAny() else { throw unexpected("a number") }
    return number
  }

  private mutating func expect(_ word: String) throws(LayoutError) {
    guard skip(word) else { throw unexpected("'\(word)'") }
  }

  private var isAtEnd: Bool { next == tokens.count - 1 }

  private func isAt(_ text: String) -> Bool { tokens[next].text == text }

  /// Consumes the next token if it is `text`.
  private mutating func skip(_ text: String) -> Bool {
    guard isAt(text) else { return false }
    next += 1
    return true
  }

  /// Consumes the next token if it is a number, and returns it.
  private mutating func numberIfAny() -> Double? {
    let text = tokens[next].text
    guard text.first?.isPartOfNumber == true, let number = Double(text), number.isFinite else {
      return nil
    }
    next += 1
    return number
  }

  /// The error for an unexpected next token.
  private func unexpected(_ expected: String, at place: Int? = nil) -> LayoutError {
    let place = place ?? next
    // Keep very long tokens out of the message.
    let found = place == tokens.count - 1 ? "the end" : "'\(tokens[place].text.prefix(40))'"
    return .trackSyntax(position: tokens[place].position, expected: expected, found: found)
  }
}

extension Character {
  fileprivate var isPartOfNumber: Bool {
    ("0"..."9").contains(self) || self == "."
  }
}
