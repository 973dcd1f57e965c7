internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SheetPlans
internal import SheetText

extension ContactSheetError {
  init(_ error: any Error) {
    self = error as? ContactSheetError ?? Self(Code(error), "\(error)")
  }

  /// The error as the library throws it; a cancelled task's error stays as it is.
  static func caught(_ error: any Error) -> any Error {
    error is CancellationError ? error : ContactSheetError(error)
  }
}

extension ContactSheetError.Code {
  /// The code of an error of the library's modules.
  init(_ error: any Error) {
    switch error {
    case let error as SheetError: self.init(error)
    case let error as FindError: self.init(error)
    case let error as PlanningError: self.init(error)
    case let error as PictureError: self.init(error)
    case let error as OutputError: self.init(error)
    case is ManifestError: self = .invalidPlan
    case is LayoutError: self = .noRoom
    case is TemplateError, is LengthError, is SettingError: self = .invalidValue
    default: self = .other
    }
  }

  // Without a default, so that a new case needs a decision.

  private init(_ error: SheetError) {
    switch error {
    case .noSuchPage: self = .noSuchPage
    case .noOutput, .pagesToStandardOutput, .pagesToStream, .samePage, .nothingGroups,
      .unknownNameToken, .sameOutput, .oneFile, .notInRule, .sheetWithoutName:
      self = .outputName
    case .formatNotWritten, .notInFormat, .pagesNotShown: self = .unsupportedFormat
    case .notASheet, .notADocument: self = .wouldOverwrite
    case .tooManyBytes: self = .tooLarge
    case .font(.pangoMissing): self = .missingLibrary
    case .font: self = .noRoom
    case .noRoot, .pictureOutsideRoot, .pageOutsideRoot, .plan: self = .invalidPlan
    }
  }

  private init(_ error: FindError) {
    switch error {
    case .missing, .brokenLink, .unreadable, .unreadableFolder, .unreadableList, .listTooLong,
      .listHoldsNUL, .listIsPicture, .notAFile, .outsideWorkingFolder:
      self = .inputNotFound
    case .inputIsOutput, .pictureIsOutput: self = .wouldOverwrite
    case .noFolderBefore, .fileBefore, .nothingFits, .severalMatches, .noMasks, .unusableMask,
      .comparedWithItself, .nothingInCommon:
      self = .notComparable
    case .noImages, .onlyOutput: self = .noPictures
    }
  }

  private init(_ error: PlanningError) {
    switch error {
    case .layout, .pageTooLow: self = .noRoom
    case .noColumnOrder, .sourceDate, .table, .template, .condition: self = .invalidValue
    case .tooLarge: self = .tooLarge
    case .noneChosen, .emptyMatrix: self = .noPictures
    case .clash: self = .clash
    }
  }

  private init(_ error: PictureError) {
    switch error {
    case .unreadable, .nothingReadable: self = .unreadablePicture
    case .unplanned, .changed, .changedColors: self = .changedPicture
    case .tooManyOpenFiles: self = .systemLimit
    }
  }

  private init(_ error: OutputError) {
    switch error {
    case .folderMissing, .notAFolder, .folderNotWritable, .isFolder, .notConfined, .noSpace,
      .system:
      self = .notWritten
    case .partlyReplaced: self = .partlyReplaced
    }
  }
}
