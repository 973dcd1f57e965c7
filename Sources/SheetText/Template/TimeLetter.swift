/// What a letter behind a percent sign stands for in a ``TimeFormat``; raw values are the letters.
enum TimeLetter: String, CaseIterable, Sendable {
  case year = "Y"
  case yearOfCentury = "y"
  case century = "C"
  case month = "m"
  case monthName = "B"
  case shortMonthName = "b"
  case alsoShortMonthName = "h"
  case day = "d"
  case spacedDay = "e"
  case dayOfYear = "j"
  case weekdayName = "A"
  case shortWeekdayName = "a"
  /// From 1 for Monday to 7.
  case weekdayFromMonday = "u"
  /// From 0 for Sunday to 6.
  case weekdayFromSunday = "w"
  case hour = "H"
  case hourOfHalf = "I"
  case spacedHour = "k"
  case spacedHourOfHalf = "l"
  case minute = "M"
  case second = "S"
  case half = "p"
  case smallHalf = "P"
  case isoDate = "F"
  case americanDate = "D"
  case time = "T"
  case timeWithoutSeconds = "R"
  /// The year that has most days of the week, which begins on Monday.
  case isoYear = "G"
  case isoYearOfCentury = "g"
  case isoWeek = "V"
  /// The week that begins on Sunday; days before the first Sunday are in week 0.
  case weekFromSunday = "U"
  /// The week that begins on Monday; days before the first Monday are in week 0.
  case weekFromMonday = "W"
  case lineFeed = "n"
  case tab = "t"
  case percentSign = "%"
}

/// How a number gets its usual width; raw values are the flags that ask for it.
enum TimePadding: String, Sendable {
  case usual = ""
  case none = "-"
  case spaces = "_"
  case zeros = "0"
}

extension TimeLetter {
  /// What the letter stands for; the padding matters to numbers only.
  ///
  /// Years have at least four digits, as in ``CivilTime/dayText``.
  func text(of time: CivilTime, padding: TimePadding) -> String {
    func number(_ number: Int, _ width: Int, _ usual: TimePadding = .zeros) -> String {
      let digits = String(number.magnitude)
      let missing = max(0, width - digits.utf8.count)
      let sign = number < 0 ? "-" : ""
      return switch padding == .usual ? usual : padding {
      case .none: sign + digits
      case .spaces: String(repeating: " ", count: missing) + sign + digits
      case .zeros, .usual: sign + String(repeating: "0", count: missing) + digits
      }
    }
    func together(_ format: [TimeLetter], _ separator: String) -> String {
      format.map { $0.text(of: time, padding: .usual) }.joined(separator: separator)
    }
    return switch self {
    case .year: number(time.year, 4)
    case .yearOfCentury: number(time.year.dividedRoundingDown(by: 100).remainder, 2)
    case .century: number(time.year.dividedRoundingDown(by: 100).quotient, 2)
    case .month: number(time.month, 2)
    case .monthName: Self.months[time.month - 1]
    case .shortMonthName, .alsoShortMonthName: String(Self.months[time.month - 1].prefix(3))
    case .day: number(time.day, 2)
    case .spacedDay: number(time.day, 2, .spaces)
    case .dayOfYear: number(time.dayOfYear, 3)
    case .weekdayName: Self.weekdays[time.dayOfWeek]
    case .shortWeekdayName: String(Self.weekdays[time.dayOfWeek].prefix(3))
    case .weekdayFromMonday: number(time.isoDayOfWeek, 1)
    case .weekdayFromSunday: number(time.dayOfWeek, 1)
    case .hour: number(time.hour, 2)
    case .hourOfHalf: number(time.hourOfHalf, 2)
    case .spacedHour: number(time.hour, 2, .spaces)
    case .spacedHourOfHalf: number(time.hourOfHalf, 2, .spaces)
    case .minute: number(time.minute, 2)
    case .second: number(time.second, 2)
    case .half: time.hour < 12 ? "AM" : "PM"
    case .smallHalf: time.hour < 12 ? "am" : "pm"
    case .isoDate: time.dayText
    case .americanDate: together([.month, .day, .yearOfCentury], "/")
    case .time: together([.hour, .minute, .second], ":")
    case .timeWithoutSeconds: together([.hour, .minute], ":")
    case .isoYear: number(time.isoWeek.year, 4)
    case .isoYearOfCentury: number(time.isoWeek.year.dividedRoundingDown(by: 100).remainder, 2)
    case .isoWeek: number(time.isoWeek.week, 2)
    case .weekFromSunday: number((time.dayOfYear + 6 - time.dayOfWeek) / 7, 2)
    case .weekFromMonday: number((time.dayOfYear + 7 - time.isoDayOfWeek) / 7, 2)
    case .lineFeed: "\n"
    case .tab: "\t"
    case .percentSign: "%"
    }
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
}

extension CivilTime {
  /// The hour of a clock with twelve, 1 to 12.
  fileprivate var hourOfHalf: Int { (hour + 11) % 12 + 1 }

  /// The day of the week, from 1 for Monday to 7.
  fileprivate var isoDayOfWeek: Int { (dayOfWeek + 6) % 7 + 1 }

  /// The week from Monday to Sunday, and the year that has its Thursday, which counts it.
  ///
  /// Source: ISO 8601 (week calendar).
  fileprivate var isoWeek: (year: Int, week: Int) {
    let thursday = CivilTime(
      secondsSince1970: Int64(daysSince1970 + 4 - isoDayOfWeek) &* 86_400)
    return (thursday.year, (thursday.dayOfYear + 6) / 7)
  }
}
