import Foundation
import SheetText
import TestSupport
import Testing

@Suite struct CivilTimeTests {
  @Test("Foundation has the same days and minutes, three centuries each way and far away")
  func foundation() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    var generator = SeededGenerator(seed: 5)
    // Foundation's calendar is the Julian one before 1582-10-15, which is this many seconds.
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

  @Test("Days follow each other through every leap year of an era, before and after year 0")
  func everyDay() {
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    // From 0401-03-01 before our era, which is the year -400, through 800 years.
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
    "Times as text",
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

  @Test("A part of a second before a minute belongs to the minute before")
  func fractions() {
    #expect(CivilTime(since1970: .nanoseconds(-1)).minuteText == "1969-12-31 23:59")
    #expect(CivilTime(since1970: .nanoseconds(59_999_999_999)).minuteText == "1970-01-01 00:00")
    #expect(CivilTime(since1970: .seconds(-60)).minuteText == "1969-12-31 23:59")
  }
}
