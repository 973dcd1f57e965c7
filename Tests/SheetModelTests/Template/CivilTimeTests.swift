import Foundation
import SheetModel
import TestSupport
import Testing

@Suite struct CivilTimeTests {
  @Test("Dates and minutes match Foundation's from 1582 on, even a thousand centuries ahead")
  func foundation() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    var generator = SeededGenerator(seed: 5)
    // Foundation's calendar is Julian before 1582-10-15, which is this many seconds.
    let reform: Int64 = -12_219_292_800
    for range in [reform...9_000_000_000, 9_000_000_000...4_000_000_000_000] {
      for _ in 0..<3000 {
        let seconds = Int64.random(in: range, using: &generator)
        let parts = calendar.dateComponents(
          [.year, .month, .day, .hour, .minute],
          from: Date(timeIntervalSince1970: TimeInterval(seconds)))
        let time = CivilTime(secondsSince1970: seconds)
        #expect(
          [time.year, time.month, time.day, time.hour, time.minute]
            == [parts.year, parts.month, parts.day, parts.hour, parts.minute],
          "\(seconds) seconds")
      }
    }
  }

  @Test("Days follow each other, leap days included, through 400 years before and after year 0")
  func everyDay() {
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    // 800 years from -0400-03-01, which is 401 BC.
    var (year, month, day) = (-400, 3, 1)
    let start: Int64 = -719_468 - 146_097
    for number in 0..<Int64(2 * 146_097) {
      let time = CivilTime(secondsSince1970: (start + number) * 86_400 + 86_399)
      guard [time.year, time.month, time.day] == [year, month, day] else {
        Issue.record("day \(number) is \(time.dayText), not \(year)-\(month)-\(day)")
        return
      }
      let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
      day += 1
      if day > lengths[month - 1] + (month == 2 && isLeap ? 1 : 0) { (day, month) = (1, month + 1) }
      if month > 12 { (month, year) = (1, year + 1) }
    }
  }

  @Test(
    "Times of any year are written as a date and a time",
    arguments: [
      (0, "1970-01-01 00:00"), (-1, "1969-12-31 23:59"), (951_782_400, "2000-02-29 00:00"),
      (1_795_269_900, "2026-11-21 14:05"), (-62_167_219_200, "0000-01-01 00:00"),
      (-62_167_219_201, "-0001-12-31 23:59"), (253_402_300_800, "10000-01-01 00:00"),
      (.max, "292277026596-12-04 15:30"), (.min, "-292277022657-01-27 08:29"),
    ] as [(Int64, String)])
  func text(seconds: Int64, expected: String) {
    let time = CivilTime(secondsSince1970: seconds)
    #expect(time.minuteText == expected)
    #expect(time.dayText + " " == expected.prefix(expected.count - 5))
  }

  @Test("A time less than a second before a minute belongs to the previous minute")
  func fractions() {
    #expect(CivilTime(since1970: .nanoseconds(-1)).minuteText == "1969-12-31 23:59")
    #expect(CivilTime(since1970: .nanoseconds(59_999_999_999)).minuteText == "1970-01-01 00:00")
    #expect(CivilTime(since1970: .seconds(-60)).minuteText == "1969-12-31 23:59")
  }

  @Test(
    "Seconds give the right date, weekday and day of the year on every day of 400 years")
  func backToSeconds() {
    // The days begin with 1600-01-01, a Saturday.
    let start: Int64 = -11_676_096_000
    var (weekday, dayOfYear) = (6, 1)
    for number in 0..<Int64(146_097) {
      let seconds = start + number * 86_400 + number * 7919 % 86_400
      let time = CivilTime(secondsSince1970: seconds)
      let isFirst = time.month == 1 && time.day == 1
      dayOfYear = isFirst ? 1 : dayOfYear
      let parts = CivilTime(
        year: time.year, month: time.month, day: time.day, hour: time.hour, minute: time.minute,
        second: time.second)
      guard time.secondsSince1970 == seconds, parts == time, time.dayOfWeek == weekday,
        time.dayOfYear == dayOfYear
      else {
        Issue.record("\(time.minuteText) is not \(seconds) seconds, or is another day")
        return
      }
      (weekday, dayOfYear) = ((weekday + 1) % 7, dayOfYear + 1)
    }
    #expect(CivilTime(secondsSince1970: start + 146_097 * 86_400).dayText == "2000-01-01")
  }

  @Test(
    "Seconds converted to a date and time, and back, are the same seconds",
    arguments: [0, -1, 59, .max, .min, .min + 86_400] as [Int64])
  func seconds(seconds: Int64) {
    #expect(CivilTime(secondsSince1970: seconds).secondsSince1970 == seconds)
  }

  @Test(
    "Times are read in the form in which Exif stores them",
    arguments: [
      ("2019:08:31 09:15:22", "2019-08-31 09:15", 22), ("2019:08:31 09:15", "2019-08-31 09:15", 0),
      ("2019-08-31 09:15:22", "2019-08-31 09:15", 22),
      ("2019:08:31 09:15:22  \0", "2019-08-31 09:15", 22),
      ("2000:02:29 23:59:60", "2000-02-29 23:59", 60),
      ("0000:01:01 00:00:00", "0000-01-01 00:00", 0),
      ("9999:12:31 23:59:59", "9999-12-31 23:59", 59),
    ])
  func exif(text: String, expected: String, second: Int) throws {
    let time = try #require(CivilTime(exif: text))
    #expect(time.minuteText == expected)
    #expect(time.second == second)
  }

  @Test("A leap second is treated as the second after it")
  func leapSecond() {
    #expect(CivilTime(exif: "2016:12:31 23:59:60")?.secondsSince1970 == 1_483_228_800)
  }

  @Test(
    "Text that is not a time is refused",
    arguments: [
      "", " ", "0000:00:00 00:00:00", "    :  :     :  :  ", "                   ", "T", "Z",
      "1567242922", "31/08/2019 09:15:22", "019:08:31", "12019:08:31", "2019:008:31",
      "2019:08:31 24:00:00", "2019:08:31 09:60:00", "2019:08:31 09:15:61", "2019:13:01 00:00:00",
      "2019:00:01 00:00:00", "2019:04:31 00:00:00", "2019:02:29 00:00:00", "1900:02:29 00:00:00",
      "2019:08:00 00:00:00", "2019:08:32 00:00:00", "+019:08:31 09:15:22", "Sunday, 11am",
      "२०१९:08:31 09:15:22",
    ])
  func noExif(text: String) {
    #expect(CivilTime(exif: text) == nil)
  }

  @Test("Fields out of range are refused, and so are years beyond what seconds can represent")
  func noTime() {
    #expect(CivilTime(year: .max, month: 1, day: 1) == nil)
    #expect(CivilTime(year: .min, month: 1, day: 1) == nil)
    #expect(CivilTime(year: 2000, month: .max, day: .max) == nil)
    #expect(CivilTime(year: 2000, month: 1, day: 1, hour: -1) == nil)
    #expect(CivilTime(year: 2000, month: 1, day: 1, minute: -1) == nil)
    #expect(CivilTime(year: 2000, month: 1, day: 1, second: -1) == nil)
    #expect(CivilTime(year: 292_277_026_595, month: 12, day: 31, hour: 23)?.year == 292_277_026_595)
  }
}
