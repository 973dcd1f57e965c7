public import SheetRendering
public import SheetText
public import SystemPackage

/// Why no sheet was made, where neither the job nor the pictures are at fault.
///
/// Descriptions are complete messages that name the file or the numbers.
public enum SheetError: Error, Equatable, Sendable {
  /// The pictures could not be found.
  case notFound(FindError)
  /// Nobody said where the sheet goes: neither the request nor a manifest.
  case noOutput
  /// The sheet, or a plan of some of its pages, has no page of this number, but those that are known.
  case noSuchPage(Int, known: [Int])
  /// More than one page would go to standard output.
  case pagesToStandardOutput(Int)
  /// More than one page would go to one pipe or device.
  case pagesToStream(Int, FilePath)
  /// Two pages would go to the same file.
  case samePage(String)
  /// The name of a sheet has a token for groups, the second, and pages are not of one such group each.
  case nothingGroups(FilePath, String)
  /// The name of a sheet has braces that are nearly a token for groups.
  case unknownNameToken(FilePath, String, nearest: String)
  /// A document would go to the same place as a page or another document.
  case sameOutput(DocumentKind, String)
  /// The sheet was to go to a file of a format that is not written.
  case formatNotWritten(FilePath, format: String)
  /// A page cannot be written in the format of its file.
  case notInFormat(SheetOutput, format: String, FormatProblem)
  /// A file holds several pages, and would not be written as a whole, by one run.
  case oneFile(SheetOutput, Division)
  /// A document shows pages, and they are no pictures.
  case pagesNotShown(DocumentKind, SheetOutput, format: String)
  /// The sheet would replace a file that is not a contact sheet.
  case notASheet(FilePath)
  /// A document would replace a file that is not of its kind.
  case notADocument(DocumentKind, FilePath)
  /// The texts cannot be set in the requested font.
  case font(TextProblem)
  /// The folder from which the paths of a plan count cannot be used.
  case noRoot(FilePath, reason: String)
  /// A picture of a plan is not below the folder from which the paths of the plan count.
  case pictureOutsideRoot(FilePath, root: FilePath)
  /// A plan would have a page written outside of the folder from which its paths count.
  case pageOutsideRoot(FilePath, root: FilePath)
  /// A path is not UTF-8, so a manifest cannot contain it.
  case notText(FilePath)
  /// The name of a sheet has a character at which make or ninja stops, so no depfile can hold it.
  case notInRule(FilePath)
  /// The sheet goes to standard output, so a document has no name for it.
  case sheetWithoutName(DocumentKind)
  /// A plan cannot be rendered.
  case plan(FilePath, ManifestError)
  /// The sheet could not be written.
  case notWritten(OutputError)

  /// What would divide a file of several pages.
  public enum Division: Equatable, Sendable {
    /// Tasks that write some pages each.
    case tasks
    /// A selection of the pages of a plan.
    case selection
    /// Plans of one page each, which are rendered one by one.
    case plans
  }
}

extension SheetError: CustomStringConvertible {
  /// A complete message: what is wrong, and what helps where there is one remedy.
  public var description: String {
    switch self {
    case .notFound(let error): "\(error)"
    case .noOutput: "there is no place for the sheet; name a file"
    case .noSuchPage(let number, let known):
      "there is no page \(number); "
        + (known.elementsEqual(1...max(known.count, 1))
          ? "the sheet has \(known.count == 1 ? "one page" : "\(known.count) pages")"
          : "the plan has page \(known.map { "\($0)" }.listed("and"))")
    case .pagesToStandardOutput(let count):
      "\(count) pages cannot go to standard output"
    case .pagesToStream(let count, let path):
      "\(count) pages cannot go to \(path.quoted), which is a pipe or device"
    case .samePage(let name):
      "two pages cannot both go to \(FilePath(name).quoted)"
    case .nothingGroups(let path, let token):
      "\(path.quoted) is a name for the sheet of each \(token), and the pages are not of one \(token) "
        + "each"
    case .unknownNameToken(let path, let word, let nearest):
      "there is no token {\(word.shortPrintable)} in the name \(path.quoted), perhaps {\(nearest)} is meant"
    case .sameOutput(let kind, let name):
      "the \(kind.name) and another output cannot both go to \(FilePath(name).quoted)"
    case .formatNotWritten(let path, let format):
      "cannot write \(path.quoted): sheets are \(SheetFormat.names) files, not \(format); name it "
        + SheetFormat.all.map { path.withSuffix(of: $0).quoted }.listed("or")
    case .notInFormat(let output, let format, let problem):
      "cannot write \(output.quoted) as a \(format): \(problem)"
    case .oneFile(let output, .tasks):
      "\(output.quoted) holds all pages, and several tasks cannot write one file; give each "
        + "page a file of its own, as in sheet-%d.pdf"
    case .oneFile(let output, .selection):
      "\(output.quoted) holds all pages of the plan, and would have only the selected ones; "
        + "name a file for these"
    case .oneFile(let output, .plans):
      "\(output.quoted) holds all pages, and a plan of one page would replace them all; give "
        + "each page a file of its own, as in sheet-%d.pdf"
    case .pagesNotShown(let kind, let output, let format):
      "\(kind.noun) shows pictures, and \(output.quoted) is \(format)"
    case .notASheet(let path):
      "\(path.quoted) exists and is not a contact sheet, so it is not replaced"
    case .notADocument(let kind, let path):
      "\(path.quoted) exists and is not \(kind.noun) of a contact sheet, so it is not replaced"
    case .font(let problem): "\(problem)"
    case .noRoot(let path, let reason):
      "\(path.quoted), from which the paths of the plan count, cannot be used: \(reason)"
    case .pictureOutsideRoot(let path, let root):
      "the picture \(path.quoted) is outside of \(root.quoted), and a plan with a root reads nothing "
        + "elsewhere"
    case .pageOutsideRoot(let path, let root):
      "the plan names the page \(path.quoted), which is outside of \(root.quoted), and a plan with a "
        + "root writes nothing elsewhere"
    case .notText(let path):
      "\(path.quoted) is not UTF-8, so no manifest can hold it"
    case .notInRule(let path):
      "make or ninja stops at the name of \(path.quoted), so no depfile can hold it"
    case .sheetWithoutName(let kind):
      "the sheet goes to standard output, so \(kind.noun) has no name for it"
    case .plan(let path, let error): "cannot render the plan \(path.quoted): \(error)"
    case .notWritten(let error): "\(error)"
    }
  }
}
