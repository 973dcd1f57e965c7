package import SheetModel
internal import SheetPlanning

extension ContactSheetError {
  /// The error as the library throws it; the error of a cancelled task stays as it is.
  static func caught(_ error: any Error) -> any Error {
    error is CancellationError ? error : ContactSheetError(error)
  }

  /// An error as the library throws it, with the message of an error of another kind.
  package init(_ error: any Error) {
    self =
      error as? ContactSheetError ?? (error as? SettingError).map(Self.init)
      ?? Self(.other, "\(error)", cause: error)
  }
}
