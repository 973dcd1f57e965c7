/// The reason why a sheet could not be planned or written.
///
/// The description is a complete message: what failed, why, and what to do about it, if anything.
public struct ContactSheetError: Error, Sendable {
  // The contents are stored by reference to keep the functions that throw this error cheap, since
  // few calls fail.
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
  ///   - code: What went wrong, for programs.
  ///   - text: The message, `cannot VERB THING: reason`.
  ///   - remedy: What to do; nil if nothing helps, or if the text already says it.
  ///   - cause: The underlying error, for callers that need more than the message.
  package init(
    _ code: Code, _ text: String, remedy: Remedy? = nil, cause: (any Error)? = nil
  ) {
    contents = Contents(code, text, remedy, cause)
  }

  /// What went wrong, for programs.
  public var code: Code { contents.code }
  /// What went wrong and why, for people; the wording may change in any version.
  public var text: String { contents.text }
  /// What to do, in terms of the properties of a sheet, with values written as in options; nil if
  /// the text already says it, or if nothing is known to help.
  public var remedy: String? { advice?.description }

  /// The remedy, whose settings are spelled as properties for programs and as options for the
  /// command.
  package var advice: Remedy? { contents.advice }
  /// The underlying error, or anything else a caller may need besides the message; nil if there is
  /// nothing more.
  package var cause: (any Error)? { contents.cause }

  /// A kind of failure, identified by a stable name; later versions may add kinds.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the kind.
    public let rawValue: String

    /// Creates a code from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The value of a property is invalid.
    public static let invalidValue = Code(rawValue: "invalidValue")
    /// An input is missing or cannot be searched.
    public static let inputNotFound = Code(rawValue: "inputNotFound")
    /// There are no pictures, or none that meet the conditions.
    public static let noPictures = Code(rawValue: "noPictures")
    /// A required picture, or every picture, cannot be read.
    public static let unreadablePicture = Code(rawValue: "unreadablePicture")
    /// A picture has changed since the sheet was planned.
    public static let changedPicture = Code(rawValue: "changedPicture")
    /// There is no room for the pictures on the sheet.
    public static let noRoom = Code(rawValue: "noRoom")
    /// A page exceeds the maximum number of pixels.
    public static let tooLarge = Code(rawValue: "tooLarge")
    /// Two pictures belong in the same cell of a matrix.
    public static let clash = Code(rawValue: "clash")
    /// A layout defined by the program failed.
    public static let layoutFailed = Code(rawValue: "layoutFailed")
    /// There is nothing to compare in the two folders.
    public static let notComparable = Code(rawValue: "notComparable")
    /// A plan cannot be read or used.
    public static let invalidPlan = Code(rawValue: "invalidPlan")
    /// The plan does not have a requested page.
    public static let noSuchPage = Code(rawValue: "noSuchPage")
    /// The name of an output is invalid, or two outputs have the same name.
    public static let outputName = Code(rawValue: "outputName")
    /// An output would replace a picture, or a file that contactsheet did not create.
    public static let wouldOverwrite = Code(rawValue: "wouldOverwrite")
    /// The format of an output cannot hold the sheet.
    public static let unsupportedFormat = Code(rawValue: "unsupportedFormat")
    /// A font is not installed, or lacks a character.
    public static let missingFont = Code(rawValue: "missingFont")
    /// A required library is not installed.
    public static let missingLibrary = Code(rawValue: "missingLibrary")
    /// A file cannot be written.
    public static let notWritten = Code(rawValue: "notWritten")
    /// Some files were replaced and could not be restored.
    public static let partlyReplaced = Code(rawValue: "partlyReplaced")
    /// The system ran out of memory, file descriptors or threads.
    public static let systemLimit = Code(rawValue: "systemLimit")
    /// Anything else.
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
  /// The message, with the remedy.
  public var description: String { "\(Note(self))" }
}

extension Note {
  /// The note that reports the error.
  package init(_ error: ContactSheetError) {
    self.init(.failure, as: .error, error.text, remedy: error.advice)
  }
}
