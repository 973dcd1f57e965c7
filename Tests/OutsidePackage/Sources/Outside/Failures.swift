import ContactSheet

/// The status of a response to a request whose sheet could not be made.
func status(for error: ContactSheetError) -> Int {
  switch error.code {
  case .invalidValue, .invalidPlan, .layoutFailed, .noSuchPage, .outputName, .noRoom, .clash: 400
  case .inputNotFound, .noPictures: 404
  case .changedPicture, .wouldOverwrite: 409
  case .tooLarge: 413
  case .unreadablePicture, .unsupportedFormat, .notComparable: 422
  case .missingFont, .missingLibrary: 501
  case .systemLimit: 503
  case .notWritten, .partlyReplaced: 507
  case .other: 500
  // Later versions of the library may have more.
  default: 500
  }
}

/// The errors of several sheets, with what to do about them.
struct FailureList {
  private(set) var failures: [ContactSheetError] = []
  /// The codes of errors that are not reported.
  var ignored: Set<ContactSheetError.Code> = [ContactSheetError.Code(rawValue: "noPictures")]

  /// Adds an error unless it repeats the last one.
  mutating func add(_ failure: ContactSheetError) {
    guard !ignored.contains(failure.code) else { return }
    if let last = failures.last, last == failure { return }
    failures.append(failure)
  }

  /// The errors as JSON objects of an API.
  var problems: [[String: String]] {
    failures.map { failure in
      ["type": failure.code.rawValue, "title": failure.text, "hint": failure.remedy ?? ""]
    }
  }

  /// The errors for people.
  var text: String { failures.map(\.description).joined(separator: "\n") }
}
