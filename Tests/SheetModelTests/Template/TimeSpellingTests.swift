import TestSupport
import Testing

@testable import SheetModel

/// Times as cameras, scanners and programs spell them.
@Suite struct TimeSpellingTests {
  private static let dates =
    ["2024:05:06", "2024-05-06", "2024/05/06", "2024.05.06", "2024 05 06"]
    + ["2024:5:6", "2024: 5: 6", "20240506", "2024\0" + "05\0" + "06"]
  private static let times = ["07:08:09", "7:8:9", " 7: 8: 9", "07-08-09", "07.08.09", "070809"]
  private static let gaps = [" ", "T", "t", ":", "\0", "  ", "-", "_"]
  private static let fractions = [("", 0), (".123", 123_000), (",5", 500_000), (".0000019", 1)]
  private static let zones = ["", "Z", " Z", "+01:00", "-0800", " +5:30", "+02:00 DST", "\0", "  "]

  @Test(
    "Any date, separator, time, fraction and zone can be combined", arguments: dates)
  func spellings(date: String) throws {
    for gap in Self.gaps {
      for time in Self.times {
        for (fraction, microsecond) in Self.fractions {
          for zone in Self.zones {
            let text = date + gap + time + fraction + zone
            var expected = try #require(
              CivilTime(year: 2024, month: 5, day: 6, hour: 7, minute: 8, second: 9))
            expected.microsecond = microsecond
            if CivilTime(exif: text) != expected {
              Issue.record(
                "\(text.debugDescription) is \(String(describing: CivilTime(exif: text)))")
            }
          }
        }
      }
    }
  }

  @Test(
    "Missing parts default to the first month, day or second, and trailing text is ignored",
    arguments: [
      ("2019", "2019-01-01 00:00:00.0"), ("2019:08", "2019-08-01 00:00:00.0"),
      ("2019-08-31", "2019-08-31 00:00:00.0"), ("2019:08:31   :  :  ", "2019-08-31 00:00:00.0"),
      ("2019:08:31 09", "2019-08-31 09:00:00.0"), ("2019:08:31 09:15", "2019-08-31 09:15:00.0"),
      ("2019-08-31T09:15+02:00", "2019-08-31 09:15:00.0"),
      ("2019-08-31T09:15-0230", "2019-08-31 09:15:00.0"),
      ("2019-08-31+02:00", "2019-08-31 00:00:00.0"), ("20190831", "2019-08-31 00:00:00.0"),
      ("201908310915", "2019-08-31 09:15:00.0"), ("20190831T091522Z", "2019-08-31 09:15:22.0"),
      ("20190831 091522+0200", "2019-08-31 09:15:22.0"),
      ("20190831091522.25", "2019-08-31 09:15:22.25"),
      ("2019:08:31 09:15:22 x", "2019-08-31 09:15:22.0"),
      (" 2019:08:31 09:15:22", "2019-08-31 09:15:22.0"),
      ("2019:08:31 09:15:22.", "2019-08-31 09:15:22.0"),
      ("2019:08:31 09:15:22:999", "2019-08-31 09:15:22.0"),
      ("Saturday, 2019-08-31", "2019-08-31 00:00:00.0"),
    ])
  func parts(text: String, expected: String) throws {
    let time = try #require(CivilTime(exif: text))
    #expect(try TimeFormat("%F %T.%-f").text(of: time) == expected)
  }

  @Test(
    "A date alone has no time of day, but midnight is a time of day",
    arguments: [
      ("2019-08-31", false), ("20190831", false), ("2019:08:31   :  :  ", false),
      ("2019-08-31+02:00", false), ("2019", false), ("2019:08:31 00:00:00", true),
      ("2019-08-31T00:00", true), ("201908310000", true),
    ])
  func days(text: String, hasTimeOfDay: Bool) throws {
    #expect(try #require(CivilTime(exif: text)).hasTimeOfDay == hasTimeOfDay)
  }

  @Test(
    "A fraction stored apart from a time is ignored if it is not digits or the time has its own"
  )
  func fractions() throws {
    let (time, exact) = (
      try #require(CivilTime(exif: "2023:08:13 09:26:39")),
      try #require(CivilTime(exif: "2023:08:13 09:26:39.5"))
    )
    for (digits, expected) in [
      ("05", "050000"), ("50 ", "500000"), (" 9", "900000"), ("123456789", "123456"),
      ("", "000000"),
      ("x", "000000"), (String(repeating: "9", count: 1000), "999999"), (nil, "000000"),
    ] {
      #expect(try TimeFormat("%f").text(of: time.with(fraction: digits)) == expected)
      #expect(exact.with(fraction: digits) == exact)
    }
  }

  @Test("A number of seconds keeps its microseconds, and is never rounded up to the next second")
  func seconds() throws {
    for microsecond in [0, 1, 50_000, 499_999, 920_000, 999_999] {
      for second in [-3.0e9, -1, 0, 1.7e9, 3.2e9] {
        let time = CivilTime(nearest: second + Double(microsecond) / 1e6)
        #expect(time.microsecond == microsecond && Double(time.secondsSince1970) == second)
        #expect(CivilTime(nearest: try #require(Fact(time).number)) == time)
      }
    }
    #expect(CivilTime(nearest: 0.999_999_9) == CivilTime(nearest: 0.999_999))
    for extreme in [-.greatestFiniteMagnitude, .greatestFiniteMagnitude, -0x1p63, 0x1p63, 1e300] {
      #expect(CivilTime(nearest: extreme).microsecond == 0)
    }
  }
}
