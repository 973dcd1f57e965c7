/// The reason why there is no plan or no sheet.
///
/// Its description is a complete message: the fault, the reason, and the remedy if there is one.
public struct ContactSheetError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The fault, for programs.
  public let code: Code
  /// The message, for people; its words may change in any version.
  public let description: String

  package init(_ code: Code, _ description: String) {
    (self.code, self.description) = (code, description)
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
