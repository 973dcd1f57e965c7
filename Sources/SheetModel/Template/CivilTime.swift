/// A date and time in the proleptic Gregorian calendar, to the microsecond; the calendar has a year
/// 0.
///
/// The time is UTC, or local time without its time zone, which cameras seldom record.
package struct CivilTime: Equatable, Sendable {
  /// The year; 0 is the year before year 1.
  package let year: Int
  /// The month, 1 to 12.
  package let month: Int
  /// The day of the month, from 1.
  package let day: Int
  /// The hour, 0 to 23.
  package let hour: Int
  /// The minute, 0 to 59.
  package let minute: Int
  /// The second, 0 to 60; 60 is a leap second.
  package let second: Int
  /// The microseconds within the second, below a million.
  package internal(set) var microsecond = 0
  /// Whether the time of day is known; if not, it is midnight.
  package internal(set) var hasTimeOfDay = true

  /// Creates a time from its parts; nil if there is no such day or time.
  package init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    guard Self.years.contains(year), 1...12 ~= month,
      1...Self.dayCount(of: month, in: year) ~= day, 0...23 ~= hour, 0...59 ~= minute,
      0...60 ~= second
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// Creates the time this many seconds after the start of 1970; negative values give times before
  /// 1970.
  ///
  /// Years are counted from March, so that the leap day is the last of the year. Eras of 400 years
  /// have 146,097 days each.
  ///
  /// Source: Hinnant, "chrono-Compatible Low-Level Date Algorithms".
  package init(secondsSince1970 seconds: Int64) {
    let (days, secondOfDay) = seconds.dividedRoundingDown(by: 86_400)
    // 0000-03-01 is 719,468 days before 1970-01-01.
    let (era, dayOfEra) = (days + 719_468).dividedRoundingDown(by: 146_097)
    // Without its leap days, the era consists of 365-day years. There is a leap day every 4 years,
    // but not every 100 years; one more is the last day of the era.
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    // From March on, every five months have 153 days.
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = Int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
    year = Int(400 * era + yearOfEra + (month <= 2 ? 1 : 0))
    hour = Int(secondOfDay / 3600)
    minute = Int(secondOfDay / 60 % 60)
    second = Int(secondOfDay % 60)
  }

  /// Creates the time this many seconds after the start of 1970, to the nearest microsecond,
  /// clamped to the valid range.
  ///
  /// A file can give a time of 2⁶³ - 1 seconds, which as a `Double` is 2⁶³.
  package init(nearest seconds: Double) {
    let start = seconds.rounded(.down)
    self.init(secondsSince1970: Int64(exactly: start) ?? (seconds < 0 ? .min : .max))
    // Rounding must not reach into the next second.
    microsecond = min(Int(exactly: ((seconds - start) * 1e6).rounded()) ?? 0, 999_999)
  }

  /// Creates the time this long after the start of 1970; negative values give times before 1970.
  package init(since1970 duration: Duration) {
    let (seconds, fraction) = duration.components
    self.init(secondsSince1970: fraction < 0 ? seconds - 1 : seconds)
  }

  /// The date, such as `2026-11-21`.
  ///
  /// Years have at least four digits; negative years have a minus sign.
  package var dayText: String {
    "\(year.digits(4))-\(month.digits(2))-\(day.digits(2))"
  }

  /// The date and time to the minute, such as `2026-11-21 14:05`.
  package var minuteText: String {
    "\(dayText) \(hour.digits(2)):\(minute.digits(2))"
  }

  /// The seconds from the start of 1970 to this time, both in UTC; a leap second counts as the
  /// second after it.
  package var secondsSince1970: Int64 {
    let days = Int64(daysSince1970)
    let secondOfDay = Int64((hour * 60 + minute) * 60 + second)
    // The product overflows for the first day, but adding the seconds wraps back into range.
    return days &* 86_400 &+ secondOfDay
  }

  /// The days from 1970-01-01 to this date, using the years and eras of
  /// ``init(secondsSince1970:)``.
  var daysSince1970: Int {
    let (era, yearOfEra) = Int64(month <= 2 ? year - 1 : year).dividedRoundingDown(by: 400)
    let monthFromMarch = Int64(month <= 2 ? month + 9 : month - 3)
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + Int64(day) - 1
    let dayOfEra = 365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return Int(146_097 * era + dayOfEra - 719_468)
  }

  /// The day of the week, from 0 for Sunday to 6 for Saturday.
  package var dayOfWeek: Int {
    // 1970-01-01 was a Thursday.
    Int(Int64(daysSince1970 + 4).dividedRoundingDown(by: 7).remainder)
  }

  /// The day of the year, from 1 to 366.
  package var dayOfYear: Int {
    (1..<month).reduce(day) { $0 + Self.dayCount(of: $1, in: year) }
  }

  private static func dayCount(of month: Int, in year: Int) -> Int {
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    return switch month {
    case 2: isLeap ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The years in which every second can be expressed as seconds since 1970.
  private static let years = -292_277_022_656...292_277_026_595
}

extension FixedWidthInteger {
  /// The quotient rounded down, and the remainder, which is never negative.
  func dividedRoundingDown(by divisor: Self) -> (quotient: Self, remainder: Self) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

extension CivilTime {
  /// Parses a time from Exif, XMP or IPTC, such as `2019:08:31 09:15:22`; nil if the text is not a
  /// time.
  ///
  /// Any characters may separate the numbers: cameras write slashes, spaces, NULs and `T`. The
  /// first number is a four-digit year; other parts have one or two digits, or are written
  /// together. Missing parts default to the first of January and the start of an hour or minute; a
  /// day alone has no time of day. The time zone is ignored, since a picture's time is the local
  /// time of the place where it was taken. Blanks, zeros and impossible dates are not times.
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
    // A date, possibly with a time, may be written without separators; other long numbers are not
    // years.
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
    let (isExact, hasHour) = (parts.count == 6, parts.count > 3)
    parts += [1, 1, 0, 0, 0].suffix(6 - parts.count)
    self.init(
      year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4],
      second: parts[5])
    hasTimeOfDay = hasHour
    if isExact, let point = rest.first, ".,".utf8.contains(point) {
      setFraction(rest.dropFirst())
    }
  }

  /// The time with a fraction of a second in decimal digits, unless it already has one.
  package func with(fraction digits: String?) -> CivilTime {
    var time = self
    if microsecond == 0, let digits { time.setFraction(digits.utf8.drop { !$0.isDigit }) }
    return time
  }

  mutating func setFraction(_ text: some Sequence<UInt8>) {
    var unit = 1_000_000
    for digit in text.prefix(while: \.isDigit).prefix(6) {
      unit /= 10
      microsecond += (Int(digit) - 0x30) * unit
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate var isSign: Bool { last.map { "+-".utf8.contains($0) } ?? false }

  /// Whether only the hours and minutes of a time zone are left, after its sign.
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
