import SheetModel

/// Time formats, and times as they are written in Exif data and in file names.
enum TimeTarget: FuzzTarget {
  static let name = "times"

  static func seeds() -> [[UInt8]] {
    [
      "%A, %e %B %Y, %H:%M:%S", "%-d/%_m/%0e%%", "2019:08:31 09:15:22",
      "2000-02-29T23:59:01.5+01:00", "Sat, 31 Aug 2019 09:15:22 +0200", "May 1, 2019 9:15 PM",
      "IMG_20240315_101112345", "Screenshot 2024-03-15 at 10.11.12 PM",
    ].map {
      Array($0.utf8)
    }
  }

  static func check(_ bytes: [UInt8]) {
    let text = String(bytes)
    if let time = CivilTime(exif: text) {
      let back = CivilTime(secondsSince1970: time.secondsSince1970)
      expect(
        back.with(fraction: time.microsecond.digits(6)) == time || time.second == 60
          || !time.hasTimeOfDay && back.dayText == time.dayText,
        "\(time) differs from \(back)")
      expect(CivilTime(exif: text + "Z") == time, "\(time) depends on its zone")
    }
    if let time = CivilTime(text: text) {
      expect(1...9999 ~= time.year, "\(time) has no year of four digits")
    }
    if let time = CivilTime(inName: text) {
      expect(1990...2099 ~= time.year, "\(time) is not from 1990 to 2099")
    }
    var seconds: Int64 = 0
    for byte in bytes.prefix(8) { seconds = seconds << 8 | Int64(byte) }
    let time = CivilTime(secondsSince1970: seconds)
    expect(time.secondsSince1970 == seconds, "\(time) is not \(seconds) seconds")
    do {
      let format = try TimeFormat(text)
      let doubled = try TimeFormat(text + "%%" + text)
      expect(
        doubled.text(of: time) == format.text(of: time) + "%" + format.text(of: time),
        "a format depends on what precedes it")
    } catch {
      expect(text.utf8.contains(UInt8(ascii: "%")), "a text without a percent sign is not a format")
    }
  }
}
