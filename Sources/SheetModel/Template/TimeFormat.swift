/// The format of a time: text with the conversion letters of `strftime`, such as `%e %B %Y`.
///
/// Names are always in English, and times are not converted between zones. Between the percent sign
/// and the letter, `-` suppresses the padding of a number, `_` pads it with spaces, and `0` pads it
/// with zeros.
///
/// Source: POSIX.1-2017, strftime; glibc manual, "Formatting Calendar Time" (flags, `%P`, `%k` and
/// `%l`).
package struct TimeFormat: Equatable, Sendable {
  /// The format as written.
  package let source: String
  private let pieces: [Piece]

  /// Parses a format.
  ///
  /// - Throws: ``TimeFormatError``, which lists the valid letters.
  package init(_ format: String) throws(TimeFormatError) {
    source = format
    var pieces: [Piece] = []
    var rest = format.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "%" else {
        pieces.append(.literal(scalar))
        continue
      }
      var padding = TimePadding.usual
      if let flag = rest.first.flatMap({ TimePadding(rawValue: String($0)) }) {
        padding = flag
        rest.removeFirst()
      }
      let letter = rest.popFirst()
      guard let letter, Self.letters.contains(letter) else {
        throw TimeFormatError(letter: letter.map { String($0) } ?? "")
      }
      pieces.append(.time(letter, padding))
    }
    self.pieces = pieces
  }

  /// The time in this format.
  package func text(of time: CivilTime) -> String {
    var text = ""
    for piece in pieces {
      switch piece {
      case .literal(let scalar): text.unicodeScalars.append(scalar)
      case .time(let letter, let padding): text += time.text(of: letter, padding)
      }
    }
    return text
  }

  /// The format for a day whose time of day is unknown: without hours, minutes and seconds, and
  /// without the text that connects them to the date.
  ///
  /// `%-d %B, %H:%M` becomes `%-d %B`. Nil if the format contains no part of a date.
  var ofDay: TimeFormat? {
    var kept: [Piece] = []
    var texts: [Piece] = []
    var isAfterTime = false
    for piece in pieces {
      switch piece {
      case .time(let letter, _) where Self.lettersOfDay.contains(letter):
        // The text after a time connects it to a date only if the time comes first.
        kept += isAfterTime && kept.isEmpty ? [piece] : texts + [piece]
        (texts, isAfterTime) = ([], false)
      case .time(let letter, _) where Self.lettersOfTime.contains(letter):
        (texts, isAfterTime) = ([], true)
      case .time, .literal: texts.append(piece)
      }
    }
    guard !kept.isEmpty else { return nil }
    return TimeFormat(source: source, isAfterTime ? kept : kept + texts)
  }

  /// Whether the format writes a year, so that its output stands for dates.
  var hasYear: Bool {
    pieces.contains { piece in
      if case .time(let letter, _) = piece {
        "YyGgFD".unicodeScalars.contains(letter)
      } else {
        false
      }
    }
  }

  private init(source: String, _ pieces: [Piece]) { (self.source, self.pieces) = (source, pieces) }

  private enum Piece: Equatable, Sendable {
    case literal(Unicode.Scalar)
    case time(Unicode.Scalar, TimePadding)
  }

  /// The letters, in the order in which messages list them.
  fileprivate static let letters = "YyCmBbhdejAauwHIklMSfpPFDTRGgVUWnt%".unicodeScalars
  private static let lettersOfTime = "HIklMSfpPTR".unicodeScalars
  private static let lettersOfDay = letters.filter { !"HIklMSfpPTRnt%".unicodeScalars.contains($0) }
}

/// Why a string is not a valid time format.
///
/// Descriptions are fragments that follow a name and a colon: `there is no %Q; the letters are %Y
/// …`.
package struct TimeFormatError: Error, Equatable, Sendable {
  /// The unknown letter after a percent sign; empty if the format ends there.
  package let letter: String
}

extension TimeFormatError: CustomStringConvertible {
  /// What is wrong, what to do, and all letters.
  package var description: String {
    let letters = TimeFormat.letters.map { "%\($0)" }.joined(separator: " ")
    let fault =
      letter.isEmpty
      ? "nothing follows the % at the end (did you mean %%?)"
      : "there is no %\(letter.printable)"
    return "\(fault); the letters are \(letters)"
  }
}

/// How numbers are padded to their usual width; raw values are the flags that request the padding.
enum TimePadding: String, Sendable {
  case usual = ""
  case none = "-"
  case spaces = "_"
  case zeros = "0"

  /// The number with at least `width` digits.
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
  /// The text for a letter after a percent sign; only numbers use the padding.
  ///
  /// Years have at least four digits, as in ``CivilTime/dayText``. An ISO week begins on Monday,
  /// and belongs to the year that contains most of its days. Days before the first Sunday (`%U`) or
  /// Monday (`%W`) of a year are in week 0. Fractions of a second are in microseconds, as in
  /// Python.
  ///
  /// - Precondition: The letter is one that a format may have.
  fileprivate func text(of letter: Unicode.Scalar, _ padding: TimePadding = .usual) -> String {
    switch letter {
    case "Y": padding.text(of: year, 4)
    case "y": padding.text(of: year.dividedRoundingDown(by: 100).remainder, 2)
    case "C": padding.text(of: year.dividedRoundingDown(by: 100).quotient, 2)
    case "m": padding.text(of: month, 2)
    case "B": Self.months[month - 1]
    case "b", "h": String(Self.months[month - 1].prefix(3))
    case "d": padding.text(of: day, 2)
    case "e": padding.text(of: day, 2, usual: .spaces)
    case "j": padding.text(of: dayOfYear, 3)
    case "A": Self.weekdays[dayOfWeek]
    case "a": String(Self.weekdays[dayOfWeek].prefix(3))
    case "u": padding.text(of: isoDayOfWeek, 1)
    case "w": padding.text(of: dayOfWeek, 1)
    case "H": padding.text(of: hour, 2)
    case "I": padding.text(of: hourOfHalf, 2)
    case "k": padding.text(of: hour, 2, usual: .spaces)
    case "l": padding.text(of: hourOfHalf, 2, usual: .spaces)
    case "M": padding.text(of: minute, 2)
    case "S": padding.text(of: second, 2)
    case "f": padding == .none ? shortMicrosecond : microsecond.digits(6)
    case "p": hour < 12 ? "AM" : "PM"
    case "P": hour < 12 ? "am" : "pm"
    case "F": dayText
    case "D": [text(of: "m"), text(of: "d"), text(of: "y")].joined(separator: "/")
    case "T": [text(of: "H"), text(of: "M"), text(of: "S")].joined(separator: ":")
    case "R": [text(of: "H"), text(of: "M")].joined(separator: ":")
    case "G": padding.text(of: isoWeek.year, 4)
    case "g": padding.text(of: isoWeek.year.dividedRoundingDown(by: 100).remainder, 2)
    case "V": padding.text(of: isoWeek.week, 2)
    case "U": padding.text(of: (dayOfYear + 6 - dayOfWeek) / 7, 2)
    case "W": padding.text(of: (dayOfYear + 7 - isoDayOfWeek) / 7, 2)
    case "n": "\n"
    case "t": "\t"
    case "%": "%"
    default: preconditionFailure("%\(letter) is not a letter of a format")
    }
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]

  /// The number of a month, from 1, by its English name or an abbreviation such as `Sept.`; nil for
  /// any other text.
  package static func month(named text: String) -> Int? { place(of: text, in: months) }

  /// The number of a day of the week, from 1 for Monday to 7 for Sunday, by its English name or an
  /// abbreviation such as `Thu`; nil for any other text.
  package static func weekday(named text: String) -> Int? {
    place(of: text, in: weekdays).map { ($0 + 5) % 7 + 1 }
  }

  /// The usual abbreviations of names that have more than three letters.
  private static let longAbbreviations: Set<String> = ["sept", "tues", "thur", "thurs"]

  /// The position of a name, counted from 1; the name may be abbreviated.
  private static func place(of text: String, in names: [String]) -> Int? {
    guard 3...10 ~= text.utf8.count else { return nil }
    let start = (text.last == "." ? String(text.dropLast()) : text).lowercased()
    guard start.utf8.count >= 3 else { return nil }
    let isShort = start.utf8.count == 3 || longAbbreviations.contains(start)
    return names.firstIndex {
      let name = $0.lowercased()
      return name == start || isShort && name.hasPrefix(start)
    }.map { $0 + 1 }
  }

  /// The six digits of ``microsecond`` without trailing zeros, but at least one digit.
  private var shortMicrosecond: String {
    let digits = microsecond.digits(6)
    let zeros = digits.reversed().prefix { $0 == "0" }.count
    return String(digits.prefix(max(1, 6 - zeros)))
  }

  /// The hour on a 12-hour clock, 1 to 12.
  private var hourOfHalf: Int { (hour + 11) % 12 + 1 }

  /// The day of the week, from 1 for Monday to 7 for Sunday.
  private var isoDayOfWeek: Int { (dayOfWeek + 6) % 7 + 1 }

  /// The week from Monday to Sunday, and its year, which is the year of its Thursday.
  ///
  /// Source: ISO 8601 (week calendar).
  private var isoWeek: (year: Int, week: Int) {
    let thursday = CivilTime(
      secondsSince1970: Int64(daysSince1970 + 4 - isoDayOfWeek) &* 86_400)
    return (thursday.year, (thursday.dayOfYear + 6) / 7)
  }
}
