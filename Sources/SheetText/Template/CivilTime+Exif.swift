extension CivilTime {
  /// The time in a text of Exif, such as `2019:08:31 09:15:22`; nil where it states none.
  ///
  /// Hyphens may stand for the colons of the day, and seconds may be missing, as some programs
  /// write them; spaces and NULs may follow. Blanks and zeros, by which cameras say that they do
  /// not know, are no time, and neither are days that no month has.
  ///
  /// Source: Exif 2.32 (CIPA DC-008), 4.6.4, DateTime.
  public init?(exif text: String) {
    var rest = text.utf8[...]
    func digits(_ count: Int) -> Int? {
      let digits = rest.prefix(count)
      guard digits.count == count, digits.allSatisfy(\.isDigit) else { return nil }
      rest = rest.dropFirst(count)
      return digits.reduce(0) { 10 * $0 + Int($1) - 0x30 }
    }
    func separator(_ separators: String) -> Bool {
      guard let first = rest.first, separators.utf8.contains(first) else { return false }
      rest = rest.dropFirst()
      return true
    }
    guard let year = digits(4), separator(":-"), let month = digits(2), separator(":-"),
      let day = digits(2), separator(" "), let hour = digits(2), separator(":"),
      let minute = digits(2)
    else { return nil }
    let hasSeconds = separator(":")
    guard let second = hasSeconds ? digits(2) : 0, rest.allSatisfy({ $0 == 0x20 || $0 == 0 })
    else { return nil }
    self.init(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
  }
}
