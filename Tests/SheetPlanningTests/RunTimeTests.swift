import SheetModel
import Testing

@testable import SheetPlanning

@Suite struct RunTimeTests {
  @Test(
    "SOURCE_DATE_EPOCH is the time of the run, even if it is 0",
    arguments: [
      ("0", "1970-01-01 00:00"), ("1795269900", "2026-11-21 14:05"), ("007", "1970-01-01 00:00"),
      ("-86400", "1969-12-31 00:00"),
    ])
  func given(text: String, expected: String) throws {
    #expect(try CivilTime.stated(by: text)?.minuteText == expected)
  }

  @Test(
    "A value that is not a whole number is refused with an error that names the variable",
    arguments: [
      " ", "now", "1.0", "1e9", "+1", "-", "--1", " 1", "1\n", "0x10", "٣",
      "9223372036854775808",
    ])
  func refused(text: String) throws {
    let error = try #require(throws: ContactSheetError.sourceDate(text)) {
      try CivilTime.stated(by: text)
    }
    #expect("\(error)".contains("SOURCE_DATE_EPOCH") && "\(error)".contains("'\(text.printable)'"))
  }

  @Test("If SOURCE_DATE_EPOCH is missing or empty, no time is given", arguments: [nil, ""])
  func unstated(sourceDate: String?) throws {
    #expect(try CivilTime.stated(by: sourceDate) == nil)
    if try CivilTime.stated() == nil { #expect(try CivilTime.ofRun().year >= 2026) }
  }
}
