internal import Glibc
public import SheetText

extension CivilTime {
  /// The time that this run's sheets are dated with.
  ///
  /// Where the environment has `SOURCE_DATE_EPOCH`, it is that many seconds after the start of
  /// 1970, so that a run gives the same sheet at any time; else, or where that is empty, it is now.
  ///
  /// Source: reproducible-builds.org, "SOURCE_DATE_EPOCH specification".
  ///
  /// - Throws: ``SourceDateError`` for a variable that is not a whole number.
  public static func ofRun() throws(SourceDateError) -> CivilTime {
    try ofRun(sourceDate: unsafe getenv("SOURCE_DATE_EPOCH").map { unsafe String(cString: $0) })
  }

  /// The time that `sourceDate` is, or now where it is nil or empty.
  static func ofRun(sourceDate: String?) throws(SourceDateError) -> CivilTime {
    guard let sourceDate, !sourceDate.isEmpty else {
      return CivilTime(secondsSince1970: Int64(time(nil)))
    }
    let digits =
      sourceDate.utf8.first == UInt8(ascii: "-") ? sourceDate.dropFirst() : sourceDate[...]
    guard digits.utf8.allSatisfy(\.isDigit), let seconds = Int64(sourceDate) else {
      throw .notWhole(sourceDate)
    }
    return CivilTime(secondsSince1970: seconds)
  }
}

/// Why the environment does not say when a run is.
public enum SourceDateError: Error, Equatable, Sendable {
  /// `SOURCE_DATE_EPOCH` is not a whole number of seconds, or too far from 1970.
  case notWhole(String)
}

extension SourceDateError: CustomStringConvertible {
  /// What is wrong, and what helps.
  public var description: String {
    switch self {
    case .notWhole(let text):
      "SOURCE_DATE_EPOCH must be a whole number of seconds since 1970, such as 1700000000, but is "
        + "'\(text.printable)'; correct it or unset it"
    }
  }
}
