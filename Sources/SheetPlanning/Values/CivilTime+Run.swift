package import SheetFacts
internal import SheetFiles

extension CivilTime {
  /// The date and time that are used for the sheets of this run.
  ///
  /// If the environment variable `SOURCE_DATE_EPOCH` is set and not empty, it is the time, in
  /// seconds since 1970. A run can then be reproduced. Otherwise the current time is used.
  ///
  /// Source: reproducible-builds.org, "SOURCE_DATE_EPOCH specification".
  ///
  /// - Throws: ``PlanningError/sourceDate(_:)`` if the variable is not a whole number.
  package static func ofRun() throws(PlanningError) -> CivilTime {
    try stated() ?? CivilTime(secondsSince1970: currentSeconds())
  }

  /// The time that `SOURCE_DATE_EPOCH` states; nil if it is unset or empty.
  ///
  /// - Throws: ``PlanningError/sourceDate(_:)`` if the variable is not a whole number.
  package static func stated() throws(PlanningError) -> CivilTime? {
    try stated(by: environmentVariable("SOURCE_DATE_EPOCH"))
  }

  static func stated(by sourceDate: String?) throws(PlanningError) -> CivilTime? {
    guard let sourceDate, !sourceDate.isEmpty else { return nil }
    let digits =
      sourceDate.utf8.first == UInt8(ascii: "-") ? sourceDate.dropFirst() : sourceDate[...]
    guard digits.utf8.allSatisfy(\.isDigit), let seconds = Int64(sourceDate) else {
      throw .sourceDate(sourceDate)
    }
    return CivilTime(secondsSince1970: seconds)
  }
}
