import SheetText
import Testing

@testable import SheetPlanning

@Suite struct RunTimeTests {
  @Test(
    "SOURCE_DATE_EPOCH is the time of the run, 0 included",
    arguments: [
      ("0", "1970-01-01 00:00"), ("1795269900", "2026-11-21 14:05"), ("007", "1970-01-01 00:00"),
      ("-86400", "1969-12-31 00:00"),
    ])
  func given(text: String, expected: String) throws {
    #expect(try CivilTime.ofRun(sourceDate: text).minuteText == expected)
  }

  @Test(
    "What is not a whole number is refused by name",
    arguments: [
      " ", "now", "1.0", "1e9", "+1", "-", "--1", " 1", "1\n", "0x10", "٣",
      "9223372036854775808",
    ])
  func refused(text: String) throws {
    let error = try #require(throws: SourceDateError.notWhole(text)) {
      try CivilTime.ofRun(sourceDate: text)
    }
    #expect("\(error)".contains("SOURCE_DATE_EPOCH") && "\(error)".contains("'\(text.printable)'"))
  }

  @Test("Without it, or where it is empty, the time is now", arguments: [nil, ""])
  func now(sourceDate: String?) throws {
    #expect(try CivilTime.ofRun(sourceDate: sourceDate).year >= 2026)
  }
}
