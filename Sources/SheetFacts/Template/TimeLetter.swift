/// A letter after a percent sign in a ``TimeFormat``, and its text.
struct TimeLetter: Sendable {
  let letter: Unicode.Scalar
  /// The letter's text; only numbers use the padding.
  let text: @Sendable (CivilTime, TimePadding) -> String

  private init(
    _ letter: Unicode.Scalar, _ text: @escaping @Sendable (CivilTime, TimePadding) -> String
  ) {
    (self.letter, self.text) = (letter, text)
  }

  /// The letters in the order in which messages list them.
  ///
  /// Years have at least four digits, as in ``CivilTime/dayText``. An ISO year is the year with
  /// most days of the week, which begins on Monday. Days before the first Sunday, or Monday, of a
  /// year are in its week 0. Parts of a second are millionths, as in Python.
  static let all: [TimeLetter] = [
    TimeLetter("Y") { $1.text(of: $0.year, 4) },
    TimeLetter("y") { $1.text(of: $0.year.dividedRoundingDown(by: 100).remainder, 2) },
    TimeLetter("C") { $1.text(of: $0.year.dividedRoundingDown(by: 100).quotient, 2) },
    TimeLetter("m") { $1.text(of: $0.month, 2) },
    TimeLetter("B") { time, _ in months[time.month - 1] },
    TimeLetter("b") { time, _ in String(months[time.month - 1].prefix(3)) },
    TimeLetter("h") { time, _ in String(months[time.month - 1].prefix(3)) },
    TimeLetter("d") { $1.text(of: $0.day, 2) },
    TimeLetter("e") { $1.text(of: $0.day, 2, usual: .spaces) },
    TimeLetter("j") { $1.text(of: $0.dayOfYear, 3) },
    TimeLetter("A") { time, _ in weekdays[time.dayOfWeek] },
    TimeLetter("a") { time, _ in String(weekdays[time.dayOfWeek].prefix(3)) },
    TimeLetter("u") { $1.text(of: $0.isoDayOfWeek, 1) },
    TimeLetter("w") { $1.text(of: $0.dayOfWeek, 1) },
    TimeLetter("H") { $1.text(of: $0.hour, 2) },
    TimeLetter("I") { $1.text(of: $0.hourOfHalf, 2) },
    TimeLetter("k") { $1.text(of: $0.hour, 2, usual: .spaces) },
    TimeLetter("l") { $1.text(of: $0.hourOfHalf, 2, usual: .spaces) },
    TimeLetter("M") { $1.text(of: $0.minute, 2) },
    TimeLetter("S") { $1.text(of: $0.second, 2) },
    TimeLetter("f") { time, padding in
      let digits = time.microsecond.digits(6)
      let zeros = padding == .none ? digits.reversed().prefix { $0 == "0" }.count : 0
      return String(digits.prefix(max(1, 6 - zeros)))
    },
    TimeLetter("p") { time, _ in time.hour < 12 ? "AM" : "PM" },
    TimeLetter("P") { time, _ in time.hour < 12 ? "am" : "pm" },
    TimeLetter("F") { time, _ in time.dayText },
    TimeLetter("D") { time, _ in joined("mdy", "/", time) },
    TimeLetter("T") { time, _ in joined("HMS", ":", time) },
    TimeLetter("R") { time, _ in joined("HM", ":", time) },
    TimeLetter("G") { $1.text(of: $0.isoWeek.year, 4) },
    TimeLetter("g") { $1.text(of: $0.isoWeek.year.dividedRoundingDown(by: 100).remainder, 2) },
    TimeLetter("V") { $1.text(of: $0.isoWeek.week, 2) },
    TimeLetter("U") { $1.text(of: ($0.dayOfYear + 6 - $0.dayOfWeek) / 7, 2) },
    TimeLetter("W") { $1.text(of: ($0.dayOfYear + 7 - $0.isoDayOfWeek) / 7, 2) },
    TimeLetter("n") { _, _ in "\n" },
    TimeLetter("t") { _, _ in "\t" },
    TimeLetter("%") { _, _ in "%" },
  ]

  /// The letters, by character.
  static let byLetter = Dictionary(uniqueKeysWithValues: all.map { ($0.letter, $0) })

  private static func joined(_ letters: String, _ separator: String, _ time: CivilTime) -> String {
    letters.unicodeScalars.compactMap { byLetter[$0]?.text(time, .usual) }
      .joined(separator: separator)
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
}

extension TimeLetter: Equatable {
  static func == (one: TimeLetter, other: TimeLetter) -> Bool { one.letter == other.letter }
}

/// The padding of numbers to their usual width; raw values are the flags that request it.
enum TimePadding: String, Sendable {
  case usual = ""
  case none = "-"
  case spaces = "_"
  case zeros = "0"

  /// A number with at least `width` digits.
  func text(of number: Int, _ width: Int, usual: TimePadding = .zeros) -> String {
    switch self == .usual ? usual : self {
    case .none: "\(number)"
    case .spaces:
      String(repeating: " ", count: max(0, width - "\(number.magnitude)".count)) + "\(number)"
    case .zeros, .usual: number.digits(width)
    }
  }
}

extension CivilTime {
  /// The hour of a clock with twelve, 1 to 12.
  fileprivate var hourOfHalf: Int { (hour + 11) % 12 + 1 }

  /// The day of the week, from 1 for Monday to 7.
  fileprivate var isoDayOfWeek: Int { (dayOfWeek + 6) % 7 + 1 }

  /// The week from Monday to Sunday, and its year, which is the year of its Thursday.
  ///
  /// Source: ISO 8601 (week calendar).
  fileprivate var isoWeek: (year: Int, week: Int) {
    let thursday = CivilTime(
      secondsSince1970: Int64(daysSince1970 + 4 - isoDayOfWeek) &* 86_400)
    return (thursday.year, (thursday.dayOfYear + 6) / 7)
  }
}
