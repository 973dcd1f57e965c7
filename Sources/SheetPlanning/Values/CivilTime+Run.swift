internal import SheetFiles
public import SheetText

extension CivilTime {
  /// The date and time that are used for the sheets of this run.
  ///
  /// Where the environment variable `SOURCE_DATE_EPOCH` is set and not empty, it is that many
  /// seconds after the start of 1970, so that a run can be reproduced; otherwise it is the current
  /// time.
  ///
  /// Source: reproducible-builds.org, "SOURCE_DATE_EPOCH specification".
  ///
  /// - Throws: ``SourceDateError`` for a variable that is not a whole number.
  public static func ofRun() throws(SourceDateError) -> CivilTime {
    try ofRun(sourceDate: environmentVariable("SOURCE_DATE_EPOCH"))
  }

  /// The time that `SOURCE_DATE_EPOCH` states; nil where it is not set, or empty.
  ///
  /// - Throws: ``SourceDateError`` for a variable that is not a whole number.
  package static func stated() throws(SourceDateError) -> CivilTime? {
    let sourceDate = environmentVariable("SOURCE_DATE_EPOCH")
    return sourceDate?.isEmpty ?? true ? nil : try ofRun(sourceDate: sourceDate)
  }

  /// The time given by `sourceDate`, or the current time where it is nil or empty.
  static func ofRun(sourceDate: String?) throws(SourceDateError) -> CivilTime {
    guard let sourceDate, !sourceDate.isEmpty else {
      return CivilTime(secondsSince1970: currentSeconds())
    }
    let digits =
      sourceDate.utf8.first == UInt8(ascii: "-") ? sourceDate.dropFirst() : sourceDate[...]
    guard digits.utf8.allSatisfy(\.isDigit), let seconds = Int64(sourceDate) else {
      throw .notWhole(sourceDate)
    }
    return CivilTime(secondsSince1970: seconds)
  }
}

/// The reason why the environment does not say which time to use.
public enum SourceDateError: Error, Equatable, Sendable {
  /// `SOURCE_DATE_EPOCH` is not a whole number of seconds, or too far from 1970.
  case notWhole(String)
}

extension SourceDateError: CustomStringConvertible {
  /// What is wrong, and the remedy.
  public var description: String {
    switch self {
    case .notWhole(let text):
      "cannot use SOURCE_DATE_EPOCH: '\(text.shortPrintable)' is not a whole number of seconds since "
        + "1970, such as 1700000000; correct it or unset it"
    }
  }
}
