import TestSupport
import Testing

@testable import SheetModel

/// Dates that phones, messaging apps and screenshot tools write into names.
@Suite struct DatesInNamesTests {
  /// The date and the time in a name, as in a listing; nil if there is no date.
  private static func text(_ name: String) -> String? {
    CivilTime(inName: name).map { time in
      guard time.hasTimeOfDay else { return time.dayText }
      let second = "\(time.minuteText):\(time.second.digits(2))"
      return time.microsecond == 0 ? second : "\(second).\(time.microsecond.digits(6))"
    }
  }

  @Test(
    "A date, and a time if there is one, is read from names given by phones, apps and screenshot tools",
    arguments: [
      ("IMG_20240315_101112", "2024-03-15 10:11:12"),
      ("20240315_101112", "2024-03-15 10:11:12"),
      ("PXL_20240315_101112345", "2024-03-15 10:11:12.345000"),
      ("PXL_20240315_101112345.PORTRAIT", "2024-03-15 10:11:12.345000"),
      ("VID_20240315_101112", "2024-03-15 10:11:12"),
      ("IMG_20240315_101112_HDR", "2024-03-15 10:11:12"),
      ("IMG_20240315_101112~2", "2024-03-15 10:11:12"),
      ("IMG20240315", "2024-03-15"), ("20240315", "2024-03-15"),
      ("IMG-20240315-WA0003", "2024-03-15"), ("VID-20240315-WA0010", "2024-03-15"),
      ("WhatsApp Image 2024-03-15 at 10.11.12", "2024-03-15 10:11:12"),
      ("WhatsApp Image 2024-03-15 at 10.11.12 (1)", "2024-03-15 10:11:12"),
      ("WhatsApp Image 2024-03-15 at 12.11.12 AM", "2024-03-15 00:11:12"),
      ("WhatsApp Image 2024-03-15 at 10.11.12 PM", "2024-03-15 22:11:12"),
      ("Screenshot 2024-03-15 at 12.11.12\u{202F}PM", "2024-03-15 12:11:12"),
      ("Screenshot 2024-03-15 at 1.11.12 PM", "2024-03-15 13:11:12"),
      ("Screenshot_20240315-101112", "2024-03-15 10:11:12"),
      ("Screenshot_20240315-101112_Chrome", "2024-03-15 10:11:12"),
      ("Screenshot_2024-03-15-10-11-12-345_com.app", "2024-03-15 10:11:12"),
      ("Screenshot from 2024-03-15 10-11-12", "2024-03-15 10:11:12"),
      ("Bildschirmfoto 2024-03-15 um 10.11.12", "2024-03-15 10:11:12"),
      ("Capture d’écran 2024-03-15 à 10.11.12", "2024-03-15 10:11:12"),
      ("Skärmavbild 2024-03-15 kl. 10.11.12", "2024-03-15 10:11:12"),
      ("signal-2024-03-15-101112", "2024-03-15 10:11:12"),
      ("signal-2024-03-15-10-11-12-345", "2024-03-15 10:11:12"),
      ("photo_2024-03-15_10-11-12", "2024-03-15 10:11:12"),
      ("photo_2024-03-15_10-11-12 (2)", "2024-03-15 10:11:12"),
      ("2024-03-15T10-11-12", "2024-03-15 10:11:12"), ("20240315T101112Z", "2024-03-15 10:11:12"),
      ("WP_20240315_10_11_12_Pro", "2024-03-15 10:11:12"), ("WP_20240315_001", "2024-03-15"),
      ("2024.03.15 garden", "2024-03-15"), ("garden 2024_03_15", "2024-03-15"),
      ("2024-02-29", "2024-02-29"), ("IMG_20240315_251112", "2024-03-15"),
      ("IMG_20240315_1011", "2024-03-15"), ("20240315 and 20250607_101112", "2024-03-15"),
      ("99999999 20240315", "2024-03-15"),
    ])
  func dates(name: String, expected: String) { #expect(Self.text(name) == expected) }

  @Test(
    "Serial numbers, codes and impossible dates are not taken for dates",
    arguments: [
      "", "IMG_4021", "DSC04068", "12345678", "19891231", "21000101", "20241301", "20240230",
      "20230229", "20240001", "20240100", "120240315", "202403151", "20240315101112",
      "2024-03-1", "2024-3-15", "2024-03-155", "12024-03-15", "2024-03_15", "2024-0315",
      "a1b20240315", "5f20240315ab", "20240315ab", "d41d8c20240315f98e", "2024", "202403",
      "15-03-2024",
      "spheres_064spp", "1/2024", "٢٠٢٤-٠٣-١٥", "2024/03/15",
    ])
  func others(name: String) { #expect(Self.text(name) == nil) }

  @Test("Valid dates and times are read from names of every form, and invalid ones are not")
  func everyForm() {
    var random = SeededGenerator(seed: 91)
    for _ in 0..<2000 {
      let (year, month, day) = (
        Int.random(in: 1985...2105, using: &random), Int.random(in: 0...13, using: &random),
        Int.random(in: 0...32, using: &random)
      )
      let clock = [24, 62, 62].map { Int.random(in: 0...$0, using: &random).digits(2) }
      let date = CivilTime(year: year, month: month, day: day)
      let isDate = 1990...2099 ~= year && date != nil
      let isTime = clock[0] < "24" && clock[1] < "60" && clock[2] < "60"
      let expected =
        isDate
        ? isTime ? "\(date?.dayText ?? "") \(clock.joined(separator: ":"))" : date?.dayText : nil
      let parts = [year.digits(4), month.digits(2), day.digits(2)]
      let (compact, dashed) = (parts.joined(), parts.joined(separator: "-"))
      for name in [
        "IMG_\(compact)_\(clock.joined())", "\(dashed) at \(clock.joined(separator: "."))",
        "x-\(dashed)-\(clock.joined())", "\(dashed)_\(clock.joined(separator: "-")) (1)",
      ] {
        #expect(Self.text(name) == expected, "\(name)")
      }
    }
  }

  @Test("No name makes the reader crash, wherever the name ends")
  func hostile() {
    let whole = Array("Screenshot 2024-03-15 at 10.11.12\u{202F}PM 20240315_101112345".utf8)
    for end in 0...whole.count {
      _ = CivilTime(inName: String(decoding: whole[..<end], as: UTF8.self))
      _ = CivilTime(inName: String(decoding: whole[end...], as: UTF8.self))
    }
    var random = SeededGenerator(seed: 92)
    for _ in 0..<5000 {
      let scalars = (0..<Int.random(in: 0...30, using: &random)).map { _ in
        Array("0123456789-_. TtaAPpMmé\u{202F}").randomElement(using: &random) ?? "0"
      }
      if let time = CivilTime(inName: String(scalars)) { #expect(1990...2099 ~= time.year) }
    }
    #expect(CivilTime(inName: String(repeating: "2024-", count: 20_000)) == nil)
  }

  @Test(
    "A date without a time is formatted without hours, or not at all if the format has no date",
    arguments: [
      ("%Y-%m-%d", "2024-03-15"), ("%-d %B %Y, %H:%M", "15 March 2024"),
      ("%H:%M", "none"), ("%H:%M on %-d %B", "15 March"), ("%FT%T", "2024-03-15"),
      ("%a %b %d %T %Y", "Fri Mar 15 2024"), ("on %A at %I %p.", "on Friday"),
      ("(%d.%m.)", "(15.03.)"), ("at %R h", "none"), ("%%", "none"), ("%d%n%H", "15"),
    ])
  func formats(format: String, expected: String) throws {
    let day = Fact(try #require(CivilTime(inName: "IMG-20240315-WA0003")))
    #expect(day.text == "2024-03-15" && day.instant == nil && day.number == 1_710_460_800)
    let template = try SomeTemplate("{modified:\(format)|none}")
    #expect(template.text(from: [FactKey("modified"): day]) == expected)
  }
}
