package import SheetModel
internal import SheetPlanning

extension ContactSheetError {
  /// The error as the library throws it; the error of a cancelled task is left unchanged.
  static func caught(_ error: any Error) -> any Error {
    error is CancellationError ? error : ContactSheetError(error)
  }

  /// Converts an error of any kind to one that the library throws, with the same message.
  package init(_ error: any Error) {
    self =
      error as? ContactSheetError ?? (error as? SettingError).map(Self.init)
      ?? Self(.other, "\(error)", cause: error)
  }
}
