/// A day of the proleptic Gregorian calendar, which has a year 0, and a minute of it, in UTC.
public struct CivilTime: Equatable, Sendable {
  /// The year; 0 is the year before 1.
  public let year: Int
  /// The month, 1 to 12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int
  /// The hour, 0 to 23.
  public let hour: Int
  /// The minute, 0 to 59.
  public let minute: Int

  /// The time this many seconds after the start of 1970; negative values lie before it.
  ///
  /// Years are counted from March, so that the leap day is their last, in eras of 400 years,
  /// each of 146,097 days.
  ///
  /// Source: Hinnant, "chrono-Compatible Low-Level Date Algorithms".
  public init(secondsSince1970 seconds: Int64) {
    let (days, second) = seconds.dividedRoundingDown(by: 86_400)
    // 0000-03-01 is 719,468 days before 1970-01-01.
    let (era, dayOfEra) = (days + 719_468).dividedRoundingDown(by: 146_097)
    // Without its leap days an era has years of 365 days. There is a leap day every 4 years, but
    // not every 100, and again one as the last day of the era.
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    // From March on, every five months have 153 days.
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = Int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
    year = Int(400 * era + yearOfEra + (month <= 2 ? 1 : 0))
    hour = Int(second / 3600)
    minute = Int(second / 60 % 60)
  }

  /// The time this long after the start of 1970; negative values lie before it.
  public init(since1970 duration: Duration) {
    let (seconds, fraction) = duration.components
    self.init(secondsSince1970: fraction < 0 ? seconds - 1 : seconds)
  }

  /// The day, such as `2026-11-21`.
  ///
  /// Years have at least four digits; negative years have a minus sign.
  public var dayText: String {
    "\(year < 0 ? "-" : "")\(Self.digits(abs(year), 4))-\(Self.digits(month, 2))-"
      + Self.digits(day, 2)
  }

  /// The day and the minute, such as `2026-11-21 14:05`.
  public var minuteText: String {
    "\(dayText) \(Self.digits(hour, 2)):\(Self.digits(minute, 2))"
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }
}

extension Int64 {
  /// The quotient rounded down, and the remainder, which is never negative.
  fileprivate func dividedRoundingDown(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
