/// The reason why there is no plan or no sheet.
///
/// Its description is a complete message: the fault, the reason, and the remedy if there is one.
public struct ContactSheetError: Error, Sendable {
  // Functions that throw it return a single reference, to stay cheap: few calls fail.
  private let contents: Contents

  private final class Contents: Sendable {
    let code: Code
    let text: String
    let advice: Remedy?
    let cause: (any Error)?

    init(_ code: Code, _ text: String, _ advice: Remedy?, _ cause: (any Error)?) {
      (self.code, self.text, self.advice, self.cause) = (code, text, advice, cause)
    }
  }

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: The fault, for programs.
  ///   - text: The message, `cannot VERB THING: reason`.
  ///   - remedy: What to do; nil if nothing helps, or if the text ends with it.
  ///   - cause: The error behind it, for callers that need more than the message.
  package init(
    _ code: Code, _ text: String, remedy: Remedy? = nil, cause: (any Error)? = nil
  ) {
    contents = Contents(code, text, remedy, cause)
  }

  /// The fault, for programs.
  public var code: Code { contents.code }
  /// The fault and the reason, for people; the words may change in any version.
  public var text: String { contents.text }
  /// What to do, in terms of the properties of a sheet, with values as options have them; nil if the
  /// text says it, or nothing is known to help.
  public var remedy: String? { advice?.description }

  /// The remedy, with settings that a program and the command each spell in their own way.
  package var advice: Remedy? { contents.advice }
  /// The error behind it, or what a caller may have to know besides the message; nil if there is
  /// nothing more to know.
  package var cause: (any Error)? { contents.cause }

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
    /// Two pictures belong in the same cell of a matrix.
    public static let clash = Code(rawValue: "clash")
    /// A layout that the program defines failed.
    public static let layoutFailed = Code(rawValue: "layoutFailed")
    /// Two folders have nothing to compare.
    public static let notComparable = Code(rawValue: "notComparable")
    /// A plan or manifest cannot be read or used.
    public static let invalidPlan = Code(rawValue: "invalidPlan")
    /// The plan has no page with a requested number.
    public static let noSuchPage = Code(rawValue: "noSuchPage")
    /// The names of outputs are wrong, or two outputs have the same name.
    public static let outputName = Code(rawValue: "outputName")
    /// An output would replace a picture, or a file of another kind.
    public static let wouldOverwrite = Code(rawValue: "wouldOverwrite")
    /// The format of an output cannot hold the sheet.
    public static let unsupportedFormat = Code(rawValue: "unsupportedFormat")
    /// A font is not installed, or lacks a character.
    public static let missingFont = Code(rawValue: "missingFont")
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

extension ContactSheetError: Hashable {
  /// Whether two errors have the same code, text and remedy; their causes may differ.
  public static func == (one: Self, other: Self) -> Bool {
    (one.code, one.text, one.advice) == (other.code, other.text, other.advice)
  }

  /// Hashes the code and the text.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(text)
  }
}

extension ContactSheetError: CustomStringConvertible {
  /// The message and the remedy.
  public var description: String { "\(Note(self))" }
}

extension Note {
  /// The note on a failure.
  package init(_ error: ContactSheetError) {
    self.init(.failure, as: .error, error.text, remedy: error.advice)
  }
}
