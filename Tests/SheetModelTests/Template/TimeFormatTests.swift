import Glibc
import SheetModel
import TestSupport
import Testing

@Suite struct TimeFormatTests {
  static let letters = Array("YyCmdejHIklMSpPBbhAauwFTRDGVgUWnt%")

  @Test("Formatted times match the C library's in the C locale, for all letters and flags")
  func library() throws {
    let locale = try #require(newlocale(1 << LC_TIME, "C", nil))
    defer { freelocale(locale) }
    let formats = ["", "-", "_", "0"].flatMap { flag in Self.letters.map { "%\(flag)\($0)" } }
    let parsed = try TimeFormat(formats.joined(separator: "|"))
    let all = formats.joined(separator: "|")
    var noise = SeededGenerator(seed: 12)
    // Four-digit years: the C library does not pad shorter ones.
    let (first, last) = (
      CivilTime(year: 1000, month: 1, day: 1)!, CivilTime(year: 9999, month: 12, day: 31)!
    )
    var times = (0..<1_000).map { _ in
      CivilTime(
        secondsSince1970: .random(
          in: first.secondsSince1970...last.secondsSince1970, using: &noise))
    }
    // The first days of a year may belong to a week of the year before.
    for year in 1990..<2030 {
      for day in 1...5 {
        times.append(CivilTime(year: year, month: 1, day: day, hour: 12)!)
        times.append(CivilTime(year: year, month: 12, day: 32 - day, second: 60)!)
      }
    }
    for time in times {
      let expected = Self.libraryText(all, time, locale)
      guard parsed.text(of: time) != expected else { continue }
      for format in formats {
        let (own, other) = (
          try TimeFormat(format).text(of: time), Self.libraryText(format, time, locale)
        )
        #expect(own == other, "\(format) of \(time.minuteText)")
      }
    }
  }

  private static func libraryText(
    _ format: String, _ time: CivilTime, _ locale: locale_t
  ) -> String {
    var fields = tm()
    fields.tm_year = CInt(time.year - 1900)
    fields.tm_mon = CInt(time.month - 1)
    fields.tm_mday = CInt(time.day)
    fields.tm_hour = CInt(time.hour)
    fields.tm_min = CInt(time.minute)
    fields.tm_sec = CInt(time.second)
    // The library's own weekday and day of the year; it treats a leap second as the next day.
    var known = fields
    known.tm_sec = min(known.tm_sec, 59)
    _ = timegm(&known)
    fields.tm_wday = known.tm_wday
    fields.tm_yday = known.tm_yday
    var text = [CChar](repeating: 0, count: 4096)
    let count = strftime_l(&text, text.count, format, &fields, locale)
    return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  @Test(
    "Each time format gives the expected string",
    arguments: [
      ("", ""), ("plain é", "plain é"), ("%Y-%m-%d", "2019-08-31"), ("%-d.%-m.%y", "31.8.19"),
      ("%A, %e %B %Y, %H:%M:%S", "Saturday, 31 August 2019, 09:15:02"),
      ("%k|%l|%_m|%0e", " 9| 9| 8|31"),
      ("%-I:%M %p %P", "9:15 AM am"), ("100%%", "100%"), ("%G-W%V-%u", "2019-W35-6"),
      ("%S.%f|%-f|%_f", "02.000000|0|000000"),
    ])
  func examples(format: String, expected: String) throws {
    let time = try #require(
      CivilTime(year: 2019, month: 8, day: 31, hour: 9, minute: 15, second: 2))
    #expect(try TimeFormat(format).text(of: time) == expected)
    #expect(try TimeFormat(format).source == format)
  }

  @Test(
    "Names of months and days, even abbreviated and in any case, have numbers; other words do not"
  )
  func names() {
    #expect(["January", "may", "Sept.", "DEC"].map(CivilTime.month) == [1, 5, 9, 12])
    #expect(["Monday", "thurs", "Sat.", "SUN"].map(CivilTime.weekday) == [1, 4, 6, 7])
    for word in [
      "", "ma", "Ju.", "Marche", "Januar y", "Mayday", "1", "Mon day", "Moon", "Sunny", "Marc",
      "Janua", "Satu", "Marc.",
    ] {
      #expect(CivilTime.month(named: word) == nil && CivilTime.weekday(named: word) == nil)
    }
  }

  @Test("Years are written with at least four digits")
  func years() throws {
    let format = try TimeFormat("%Y|%-Y|%C|%y|%F|%G")
    let times: [(Int, String)] = [
      (800, "0800|800|08|00|0800-07-01|0800"), (0, "0000|0|00|00|0000-07-01|0000"),
      (-1, "-0001|-1|-01|99|-0001-07-01|-0001"), (12_345, "12345|12345|123|45|12345-07-01|12345"),
    ]
    for (year, expected) in times {
      #expect(format.text(of: try #require(CivilTime(year: year, month: 7, day: 1))) == expected)
    }
  }

  @Test("Any time that seconds can represent can be written")
  func extremes() throws {
    let format = try TimeFormat(Self.letters.map { "%\($0)" }.joined())
    for seconds in [Int64.min, .min + 1, .max, .max - 86_400] {
      #expect(!format.text(of: CivilTime(secondsSince1970: seconds)).isEmpty)
    }
  }

  @Test(
    "The error about an unknown letter in a time format names that letter and the known ones",
    arguments: [
      ("%Q", "Q"), ("%Z", "Z"), ("%z", "z"), ("%s", "s"), ("%-", ""), ("a %", ""), ("%--d", "-"),
      ("%E%Y", "E"), ("%\u{1B}", "\u{1B}"), ("%é", "é"), ("%c", "c"), ("%5Y", "5"),
    ])
  func unknown(format: String, letter: String) throws {
    let error = try #require(throws: TimeFormatError.self) { try TimeFormat(format) }
    #expect(error.letter == letter)
    let text = error.description
    #expect(text.contains(letter.isEmpty ? "nothing follows the %" : "there is no %"))
    #expect(!text.contains("\u{1B}"))
    for letter in Self.letters { #expect(text.contains("%\(letter)")) }
  }

  @Test("The message about an unknown letter lists only letters that exist")
  func message() throws {
    let error = try #require(throws: TimeFormatError.self) { try TimeFormat("%Y %Q") }
    #expect(error.description.hasPrefix("there is no %Q; the letters are %Y %y %C %m "))
    let listed = try #require(error.description.split(separator: "are ").last)
    for letter in listed.split(separator: " ") {
      #expect(try !TimeFormat(String(letter)).text(of: CivilTime(secondsSince1970: 0)).isEmpty)
    }
  }
}
