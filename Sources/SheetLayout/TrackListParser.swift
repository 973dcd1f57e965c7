/// Reads the grammar of ``ColumnTrack/list(parsing:)`` by recursive descent.
struct TrackListParser {
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
      // 10 is the minimum that `flexible` has by itself.
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
