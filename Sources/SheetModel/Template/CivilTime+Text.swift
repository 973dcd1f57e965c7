extension CivilTime {
  /// Parses a time as people and programs write it; nil if it is something else.
  ///
  /// The month is a word, as in `Sat, 31 Aug 2019 09:15:22 +0200`, `Sat Aug 31 09:15:22 2019` and
  /// `August 31, 2019, 9:15 PM`, or a number, as in Exif. The day of the week and the time zone are
  /// ignored. Years have four digits.
  ///
  /// Source: RFC 1123, 5.2.14, which the PNG specification suggests for `Creation Time`; ISO C,
  /// `asctime`.
  package init?(text: String) {
    let parts = WrittenTime(String(decoding: text.utf8.prefix(64), as: UTF8.self))
    guard let time = parts.isNumeric ? parts.numericTime(in: text) : parts.time,
      1...9999 ~= time.year
    else { return nil }
    self = time
  }
}

/// The parts of a time.
private struct WrittenTime {
  private var months: [Int] = []
  /// The numbers that may be the day or the year.
  private var numbers: [Substring] = []
  private var clocks: [Substring] = []
  /// Whether the time is after noon; nil if it is on a 24-hour clock.
  private var isAfternoon: Bool?
  /// The number of digits so far, and the number of digits before the first word other than `T`.
  private var (digits, digitsBeforeWords): (Int, Int?) = (0, nil)

  init(_ text: String) {
    let text = text.lowercased().replacing("a.m.", with: "am").replacing("p.m.", with: "pm")
    var rest = text[...]
    var previous: Character = " "
    while let first = rest.first {
      if first.isLetter {
        let word = rest.prefix(while: \.isLetter)
        rest = rest[word.endIndex...]
        add(word: word)
        previous = "a"
      } else if first.isDigit {
        let number = rest.prefix { $0.isDigit || ":.".contains($0) }
        digits += number.count(where: \.isDigit)
        rest = rest[number.endIndex...]
        // A signed number after the time is a time zone, unless no other number can be the year.
        let hasYear = numbers.contains { $0.count == 4 } || rest.hasYear
        let isZone =
          !clocks.isEmpty && (previous == "+" || previous == "-" && (hasYear || number.count != 4))
        if !isZone { add(number: number) }
        previous = "0"
      } else {
        rest = rest.dropFirst()
        previous = first
      }
    }
  }

  private mutating func add(word: Substring) {
    // `D:` begins a time in a PDF.
    let isBefore = digits == 0 && (word == "d" || Self.weekdays.contains { word.hasPrefix($0) })
    if digitsBeforeWords == nil, word != "t", !isBefore { digitsBeforeWords = digits }
    if let month = Self.months.firstIndex(where: { $0 == word || $0.prefix(3) == word }) {
      months.append(month + 1)
    } else if word == "sept" {
      months.append(9)
    } else if word == "am" || word == "pm" {
      isAfternoon = word == "pm"
      // In `9 PM`, the number before the word is the hour.
      if clocks.isEmpty, let hour = numbers.popLast() { clocks.append(hour) }
    }
  }

  private mutating func add(number: Substring) {
    // A day may end with a dot.
    let number = number.last == "." ? number.dropLast() : number
    if number.contains(where: { ":.".contains($0) }) {
      clocks.append(number)
    } else {
      numbers.append(number)
    }
  }

  /// Whether the date consists of numbers: the only words, if any, are names of time zones after
  /// the date.
  var isNumeric: Bool {
    months.isEmpty && (digitsBeforeWords.map { $0 >= 6 } ?? true)
  }

  /// The time; nil if a part is missing or occurs more than once.
  var time: CivilTime? {
    guard months.count == 1, numbers.count == 2, clocks.count <= 1,
      let year = numbers.first(where: { $0.count == 4 }).flatMap({ Int($0) }),
      let day = numbers.first(where: { $0.count < 3 }).flatMap({ Int($0) })
    else { return nil }
    let parts = (clocks.first ?? "").split { ":.".contains($0) }
    let clock = parts.prefix(3).map { Int($0) }
    guard parts.count <= 4, !clock.contains(nil) else { return nil }
    var time = CivilTime(
      year: year, month: months[0], day: day, hour: hour(clock.first.flatMap(\.self) ?? 0),
      minute: clock.count > 1 ? clock[1] ?? 0 : 0, second: clock.count > 2 ? clock[2] ?? 0 : 0)
    time?.hasTimeOfDay = !clocks.isEmpty
    if parts.count == 4 { time?.setFraction(parts[3].utf8) }
    return time
  }

  /// The time in a text whose date consists of numbers; nil if a part is missing.
  func numericTime(in text: String) -> CivilTime? {
    guard let read = CivilTime(exif: text) else { return nil }
    var time = CivilTime(
      year: read.year, month: read.month, day: read.day, hour: hour(read.hour),
      minute: read.minute, second: read.second)
    time?.microsecond = read.microsecond
    time?.hasTimeOfDay = read.hasTimeOfDay
    return time
  }

  /// The hour on a 24-hour clock that a written hour stands for.
  private func hour(_ written: Int) -> Int {
    guard let isAfternoon, 1...12 ~= written else { return written }
    return written % 12 + (isAfternoon ? 12 : 0)
  }

  private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]
}

extension Substring {
  /// Whether the text contains a four-digit number.
  fileprivate var hasYear: Bool {
    split { !$0.isDigit }.contains { $0.count == 4 }
  }
}
