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
      let width = try number()
      try expect(")")
      return .fixed(width)
    }
    if tokens.skip("flexible") {
      guard tokens.skip("(") else { return .flexible() }
      let minimum = tokens.isAt("max") ? nil : try minimum()
      let maximum = try maximum(after: minimum)
      try expect(")")
      return switch (minimum, maximum) {
      case (let minimum?, let maximum?): .flexible(minimum: minimum, maximum: maximum)
      case (let minimum?, nil): .flexible(minimum: minimum)
      case (nil, let maximum?): .flexible(maximum: maximum)
      case (nil, nil): .flexible()
      }
    }
    if tokens.skip("adaptive") {
      try expect("(")
      let minimum = try minimum()
      let maximum = try maximum(after: minimum)
      try expect(")")
      return .adaptive(minimum: minimum, maximum: maximum ?? .infinity)
    }
    throw tokens.unexpected("'fixed', 'flexible' or 'adaptive'")
  }

  private mutating func minimum() throws(LayoutError) -> Double {
    if tokens.skip("min") { try expect(":") }
    return try number()
  }

  /// The maximum, which follows a minimum after a comma, or nil where there is none.
  private mutating func maximum(after minimum: Double?) throws(LayoutError) -> Double? {
    if minimum != nil {
      guard tokens.skip(",") else { return nil }
    }
    if tokens.skip("max") { try expect(":") }
    return try number()
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
