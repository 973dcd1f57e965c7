extension CivilTime {
  /// The date in the name of a file, and the time if the name has one; nil if it has no date.
  ///
  /// Phones, messaging apps and screenshot tools write the year, month and day, as in
  /// `IMG_20240315_101112`, `PXL_20240315_101112345`, `IMG-20240315-WA0003` and `Screenshot
  /// 2024-03-15 at 10.11.12 PM`. So that serial numbers are not mistaken for dates, a date must be
  /// a day from 1990 to 2099, and must not adjoin the digits or letters of a code, as in
  /// `a120240315f`. If there are several dates, the first is used.
  ///
  /// - Parameter name: The name, without its extension.
  package init?(inName name: String) {
    let name = WrittenName(name)
    for place in name.starts {
      guard let (date, end) = name.date(at: place) else { continue }
      self = name.time(after: end, on: date) ?? date
      return
    }
    return nil
  }
}

/// A file name that may contain a date.
private struct WrittenName {
  private let bytes: [UInt8]

  init(_ name: String) { bytes = Array(name.utf8) }

  /// The indices at which numbers start.
  var starts: [Int] {
    bytes.indices.filter { bytes[$0].isDigit && ($0 == 0 || !bytes[$0 - 1].isDigit) }
  }

  private func byte(at place: Int) -> UInt8? { bytes.indices.contains(place) ? bytes[place] : nil }

  private func isLetter(_ place: Int) -> Bool {
    byte(at: place).map { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 } ?? false
  }

  /// The number of consecutive digits that start at an index.
  private func digitCount(at place: Int) -> Int {
    guard place < bytes.count else { return 0 }
    return bytes[place...].prefix(while: \.isDigit).count
  }

  /// The number written in `count` digits, all of which must exist.
  private func number(_ count: Int, at place: Int) -> Int {
    bytes[place..<place + count].reduce(0) { 10 * $0 + Int($1) - 0x30 }
  }

  /// Three numbers with the same separator between them, such as `2024-03-15`, and the index after
  /// them; nil unless the first number has `first` digits, and the others have two.
  private func parts(
    at place: Int, digits first: Int, between signs: String
  ) -> (parts: [Int], end: Int)? {
    let (second, third) = (place + first + 1, place + first + 4)
    guard digitCount(at: place) == first, digitCount(at: second) == 2,
      digitCount(at: third) == 2, let sign = byte(at: second - 1), signs.utf8.contains(sign),
      byte(at: third - 1) == sign
    else { return nil }
    return ([number(first, at: place), number(2, at: second), number(2, at: third)], third + 2)
  }

  /// The date that starts at an index, without a time, and the index after it.
  func date(at place: Int) -> (date: CivilTime, end: Int)? {
    let parts: [Int]
    let end: Int
    if digitCount(at: place) == 8 {
      parts = [number(4, at: place), number(2, at: place + 4), number(2, at: place + 6)]
      end = place + 8
    } else if let found = self.parts(at: place, digits: 4, between: "-_.") {
      (parts, end) = found
    } else {
      return nil
    }
    let word = bytes[..<place].indices.reversed().prefix(while: isLetter)
    let isAfterCode = word.last.flatMap { byte(at: $0 - 1) }?.isDigit == true
    let isBeforeCode =
      isLetter(end) && !(bytes[end] | 0x20 == UInt8(ascii: "t") && digitCount(at: end + 1) > 0)
    guard !isAfterCode, !isBeforeCode, 1990...2099 ~= parts[0],
      var date = CivilTime(year: parts[0], month: parts[1], day: parts[2])
    else { return nil }
    date.hasTimeOfDay = false
    return (date, end)
  }

  /// The date with the time that follows it: `_101112`, `-101112345`, ` at 10.11.12 PM` and the
  /// like; nil if no time follows.
  func time(after end: Int, on date: CivilTime) -> CivilTime? {
    guard let sign = byte(at: end), "_-. Tt".utf8.contains(sign) else { return nil }
    let start = end + 1
    let count = digitCount(at: start)
    if count == 6 || count == 9 {
      let parts = [0, 2, 4].map { number(2, at: start + $0) }
      let time = self.time(parts[0], parts[1], parts[2], on: date)
      return time?.with(fraction: String(decoding: bytes[start + 6..<start + count], as: UTF8.self))
    }
    let place = start + wordLength(at: start, after: sign)
    // On a 12-hour clock, the hour may have one digit.
    let digits = digitCount(at: place) == 1 ? 1 : 2
    guard let (parts, end) = parts(at: place, digits: digits, between: ".-_:") else { return nil }
    return time(hour(parts[0], before: end), parts[1], parts[2], on: date)
  }

  /// The length of words such as `at ` or `um `, up to the next number; 0 if something else
  /// follows.
  private func wordLength(at place: Int, after sign: UInt8) -> Int {
    guard sign == UInt8(ascii: " ") || sign == UInt8(ascii: "_"), place < bytes.count else {
      return 0
    }
    let words = bytes[place...].prefix { !$0.isDigit && $0 != UInt8(ascii: "-") }
    return words.count <= 12 && words.last == sign ? words.count : 0
  }

  /// The hour on a 24-hour clock, which differs from `hour` only if AM or PM follows the time.
  private func hour(_ hour: Int, before place: Int) -> Int {
    guard 1...12 ~= hour, place < bytes.count else { return hour }
    // A blank may be a no-break space, which has several bytes.
    let half = bytes[place...].drop { $0 == UInt8(ascii: " ") || $0 >= 0x80 }.prefix(3)
    let letters = half.prefix(2).map { $0 | 0x20 }
    guard half.count == 2 || !isLetter(half.endIndex - 1) else { return hour }
    if letters.elementsEqual("pm".utf8) { return hour % 12 + 12 }
    return letters.elementsEqual("am".utf8) ? hour % 12 : hour
  }

  private func time(_ hour: Int, _ minute: Int, _ second: Int, on date: CivilTime) -> CivilTime? {
    guard second < 60 else { return nil }
    return CivilTime(
      year: date.year, month: date.month, day: date.day, hour: hour, minute: minute, second: second)
  }
}
