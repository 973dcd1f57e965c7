internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SheetPlans
internal import SheetText

/// The reason why there is no plan or no sheet.
///
/// Its description is a complete message: the fault, the reason, and the remedy if there is one.
public struct ContactSheetError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The fault, for programs.
  public let code: Code
  /// The message, for people; its words may change in any version.
  public let description: String

  init(_ code: Code, _ description: String) {
    (self.code, self.description) = (code, description)
  }

  init(_ error: any Error) {
    self = error as? ContactSheetError ?? Self(Code(error), "\(error)")
  }

  /// The error as the library throws it; a cancelled task's error stays as it is.
  static func caught(_ error: any Error) -> any Error {
    error is CancellationError ? error : ContactSheetError(error)
  }

  /// A fault, by a name that keeps its meaning; later versions add names.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// Creates a code from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A value of a property is wrong.
    public static let invalidValue = Code(rawValue: "invalidValue")
    /// An input is missing or cannot be searched.
    public static let inputNotFound = Code(rawValue: "inputNotFound")
    /// There is no picture, or none that meets the conditions.
    public static let noPictures = Code(rawValue: "noPictures")
    /// A picture that is needed, or every picture, cannot be read.
    public static let unreadablePicture = Code(rawValue: "unreadablePicture")
    /// A picture has changed since the sheet was planned.
    public static let changedPicture = Code(rawValue: "changedPicture")
    /// Pictures have no room on the sheet.
    public static let noRoom = Code(rawValue: "noRoom")
    /// A page exceeds the maximum number of pixels.
    public static let tooLarge = Code(rawValue: "tooLarge")
    /// Two pictures are for one cell of a matrix.
    public static let clash = Code(rawValue: "clash")
    /// A layout that the program defines failed.
    public static let layoutFailed = Code(rawValue: "layoutFailed")
    /// Two folders have nothing to compare.
    public static let notComparable = Code(rawValue: "notComparable")
    /// A plan or manifest cannot be read or used.
    public static let invalidPlan = Code(rawValue: "invalidPlan")
    /// The plan has no page with a requested number.
    public static let noSuchPage = Code(rawValue: "noSuchPage")
    /// The names of outputs are wrong, or two outputs have one name.
    public static let outputName = Code(rawValue: "outputName")
    /// An output would replace a picture, or a file of another kind.
    public static let wouldOverwrite = Code(rawValue: "wouldOverwrite")
    /// The format of an output cannot hold the sheet.
    public static let unsupportedFormat = Code(rawValue: "unsupportedFormat")
    /// A library that is needed is not installed.
    public static let missingLibrary = Code(rawValue: "missingLibrary")
    /// A file cannot be written.
    public static let notWritten = Code(rawValue: "notWritten")
    /// Some files were replaced, and could not be restored.
    public static let partlyReplaced = Code(rawValue: "partlyReplaced")
    /// The system lacks memory, descriptors or threads.
    public static let systemLimit = Code(rawValue: "systemLimit")
    /// None of the other codes.
    public static let other = Code(rawValue: "other")
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
    case is TemplateError, is LengthError: self = .invalidValue
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

/// A value of a property that is parsed.
///
/// - Throws: ``ContactSheetError`` if parsing throws or gives nil.
func value<Value>(_ name: String, _ parse: () throws -> Value?) throws -> Value {
  let reason: String
  do {
    if let value = try parse() { return value }
    reason = "its notation is wrong; write it as the guide shows"
  } catch {
    reason = "\(error)"
  }
  throw ContactSheetError(.invalidValue, "cannot use \(name): \(reason)")
}

/// The values of texts; an error shows the text under its noun.
func values<Value>(
  _ texts: [String], _ noun: String, _ parse: (String) throws -> Value?
) throws -> [Value] {
  try texts.map { text in try value("the \(noun) '\(text)'") { try parse(text) } }
}

/// The value of a text; nil if there is no text.
func value<Value>(
  _ text: String?, _ noun: String, _ parse: (String) throws -> Value?
) throws -> Value? {
  try values([text].compactMap(\.self), noun, parse).first
}

/// A number that is in its range.
///
/// - Throws: ``ContactSheetError`` if it is not.
func checked<Number: Comparable>(
  _ number: Number, _ range: ClosedRange<Number>, _ name: String
) throws -> Number {
  guard range.contains(number) else {
    throw ContactSheetError(
      .invalidValue,
      "cannot use \(name) \(number): it is out of range; choose one from \(range.lowerBound) to "
        + "\(range.upperBound)")
  }
  return number
}
