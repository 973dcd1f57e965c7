extension CivilTime {
  /// The time in a text of Exif, XMP or IPTC, such as `2019:08:31 09:15:22`; nil if it states none.
  ///
  /// Numbers are read with any characters between them: cameras write slashes, blanks, NULs and
  /// `T`. The first number is a year of four digits; other parts have one or two, or stand
  /// together. Missing parts are the first of January and midnight. A zone is left out, as a
  /// picture has the time of its place. Blanks, zeros and days that no month has are not times.
  ///
  /// Source: Exif 2.32 (CIPA DC-008), 4.6.4, DateTime; the ExifTool documentation, "-d"; ISO 8601.
  package init?(exif text: String) {
    var rest = Array(text.utf8.prefix(64))[...]
    func number(_ most: Int) -> Int {
      let digits = rest.prefix(most).prefix(while: \.isDigit)
      rest = rest[digits.endIndex...]
      return digits.reduce(0) { 10 * $0 + Int($1) - 0x30 }
    }
    rest = rest.drop { !$0.isDigit }
    // A day, and perhaps a time, may stand together; other numbers are not years.
    guard [4, 8, 12, 14].contains(rest.prefix(while: \.isDigit).count) else { return nil }
    var parts = [number(4)]
    while parts.count < 6 {
      let separator = rest.prefix { !$0.isDigit }
      let next = rest[separator.endIndex...]
      let mayBeZone = parts.count > 2 && separator.isSign
      if next.isEmpty || mayBeZone && next.isZone(needsColon: parts.count == 3) { break }
      rest = next
      parts.append(number(2))
    }
    let isExact = parts.count == 6
    parts += [1, 1, 0, 0, 0].suffix(6 - parts.count)
    self.init(
      year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4],
      second: parts[5])
    if isExact, let point = rest.first, ".,".utf8.contains(point) {
      setFraction(rest.dropFirst())
    }
  }

  /// The time with a fraction of its second in decimal digits, unless it has one.
  package func with(fraction digits: String?) -> CivilTime {
    var time = self
    if microsecond == 0, let digits { time.setFraction(digits.utf8.drop { !$0.isDigit }) }
    return time
  }

  private mutating func setFraction(_ text: some Sequence<UInt8>) {
    var unit = 1_000_000
    for digit in text.prefix(while: \.isDigit).prefix(6) {
      unit /= 10
      microsecond += (Int(digit) - 0x30) * unit
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate var isSign: Bool { last.map { "+-".utf8.contains($0) } ?? false }

  /// Whether all that is left is hours and minutes, as a zone has them after its sign.
  fileprivate func isZone(needsColon: Bool) -> Bool {
    let hours = prefix(while: \.isDigit)
    let rest = self[hours.endIndex...]
    let hasColon = rest.first == UInt8(ascii: ":")
    let minutes = hasColon ? rest.dropFirst().prefix(while: \.isDigit) : []
    let isOfZone =
      hasColon
      ? 1...2 ~= hours.count && minutes.count == 2 : 3...4 ~= hours.count && !needsColon
    return isOfZone && !rest.dropFirst(hasColon ? 3 : 0).contains(where: \.isDigit)
  }
}
