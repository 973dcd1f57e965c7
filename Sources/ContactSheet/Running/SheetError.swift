internal import SheetFiles
package import SheetLayout
internal import SheetModel
package import SheetPlans
package import SheetRendering
package import SheetText
package import SystemPackage

/// The reason why no sheet was made, if neither the job nor the pictures are at fault.
///
/// Descriptions are complete messages that name the file or the numbers.
package enum SheetError: Error, Equatable, Sendable {
  /// Neither the request nor a manifest states the destination of the sheet.
  case noOutput
  /// The sheet, or a plan of some of its pages, has no page of this number. The known pages follow.
  case noSuchPage(Int, known: [Int])
  /// More than one page would go to standard output.
  case pagesToStandardOutput(Int)
  /// More than one page would go to one pipe or device.
  case pagesToStream(Int, FilePath)
  /// Two pages would go to one file.
  case samePage(String)
  /// The name of a sheet has a token for groups, the second value.
  ///
  /// Pages are not of one group each.
  case nothingGroups(FilePath, String)
  /// The name of a sheet has a misspelt token for groups.
  case unknownNameToken(FilePath, String, nearest: String)
  /// A document would go to the place of a page or another document.
  case sameOutput(DocumentKind, String)
  /// The sheet was to go to a file of a format that is not written.
  case formatNotWritten(FilePath, format: String)
  /// A page cannot be written in the format of its file.
  case notInFormat(SheetOutput, format: String, FormatProblem)
  /// A file has too many bytes at the lowest quality; `page` is the size of its first page.
  case tooManyBytes(
    SheetOutput, Int, SheetQuality, limit: ByteLimit, page: PixelSize, pixelsPerInch: Int?)
  /// A file holds several pages, and would not be written as a whole, by one run.
  case oneFile(SheetOutput, Division)
  /// A document shows pages, which are not pictures.
  case pagesNotShown(DocumentKind, SheetOutput, format: String)
  /// The sheet would replace a file that is not a contact sheet.
  case notASheet(FilePath)
  /// A document would replace a file that is not of its kind.
  case notADocument(DocumentKind, FilePath)
  /// The texts cannot be set in the requested font.
  case font(TextProblem)
  /// The folder to which the paths of a plan are relative cannot be used.
  case noRoot(FilePath, reason: String)
  /// A picture of a plan is not below the folder to which the plan's paths are relative.
  case pictureOutsideRoot(FilePath, root: FilePath)
  /// A plan would write a page outside of the folder to which its paths are relative.
  case pageOutsideRoot(FilePath, root: FilePath)
  /// The name of a sheet has a character at which make or ninja stops, so no depfile can hold it.
  case notInRule(FilePath)
  /// The sheet goes to standard output, so a document has no name for it.
  case sheetWithoutName(DocumentKind)
  /// A plan cannot be rendered.
  case plan(FilePath, ManifestError)

  /// A division of a file of several pages.
  package enum Division: Equatable, Sendable {
    /// Tasks that write some pages each.
    case tasks
    /// A selection of the pages of a plan.
    case selection
    /// Plans of one page each, which are rendered one by one.
    case plans
  }
}

extension SheetError: CustomStringConvertible {
  /// A complete message: the fault and, if there is one remedy, the remedy.
  package var description: String {
    switch self {
    case .noOutput: "cannot write the sheet: it has no destination; name a file"
    case .noSuchPage(let number, let known):
      "cannot render page \(number): "
        + (known.elementsEqual(1...max(known.count, 1))
          ? "the sheet has \(known.count == 1 ? "one page" : "\(known.count) pages")"
          : "the plan has page \(known.map { "\($0)" }.listed("and"))") + "; choose another"
    case .pagesToStandardOutput(let count):
      "cannot write \(count) pages to standard output: it takes one"
    case .pagesToStream(let count, let path):
      "cannot write \(count) pages to \(path.quoted): it is a pipe or device"
    case .samePage(let name):
      "cannot write \(FilePath(name).quoted): two pages would go there"
    case .nothingGroups(let path, let token):
      "cannot name the sheets \(path.quoted): there would be one for each \(token), and pages do "
        + "not have one \(token) each"
    case .unknownNameToken(let path, let word, let nearest):
      "cannot name the sheets \(path.quoted): there is no token {\(word.shortPrintable)}; write "
        + "{\(nearest)} if that is meant"
    case .sameOutput(let kind, let name):
      "cannot write the \(kind.name) to \(FilePath(name).quoted): another output goes there"
    case .formatNotWritten(let path, let format):
      "cannot write \(path.quoted): sheets are \(SheetFormat.names) files, not \(format); name it "
        + SheetFormat.all.map { path.withSuffix(of: $0).quoted }.listed("or")
    case .notInFormat(let output, let format, let problem):
      "cannot write \(output.quoted) as a \(format): \(problem)"
    case .tooManyBytes(let output, let bytes, let quality, let limit, _, _):
      "cannot write \(output.quoted) in \(limit): "
        + (quality.level.map { "at quality \($0), it has " } ?? "it has ")
        + "\(ByteCount(UInt64(bytes)))"
    case .oneFile(let output, .tasks):
      "cannot write \(output.quoted): it holds all pages, and several tasks cannot write one file; give each "
        + "page a file of its own, as in sheet-%d.pdf"
    case .oneFile(let output, .selection):
      "cannot write \(output.quoted): it holds all pages of the plan, and would have only the selected "
        + "ones"
    case .oneFile(let output, .plans):
      "cannot write \(output.quoted): it holds all pages, and a plan of one page would replace them "
        + "all; give each page a file of its own, as in sheet-%d.pdf"
    case .pagesNotShown(let kind, let output, let format):
      "cannot write \(kind.noun): it shows pictures, and \(output.quoted) is \(format)"
    case .notASheet(let path):
      "cannot write \(path.quoted): it exists and is not a contact sheet"
    case .notADocument(let kind, let path):
      "cannot write \(path.quoted): it exists and is not \(kind.noun) of a contact sheet"
    case .font(let problem): "\(problem)"
    case .noRoot(let path, let reason):
      "cannot use the root \(path.quoted): \(reason)"
    case .pictureOutsideRoot(let path, let root):
      "cannot read \(path.quoted): it is outside of \(root.quoted), and a plan with a root reads "
        + "nothing elsewhere"
    case .pageOutsideRoot(let path, let root):
      "cannot write \(path.quoted): it is outside of \(root.quoted), and a plan with a root writes "
        + "nothing elsewhere"
    case .notInRule(let path):
      "cannot list \(path.quoted) in a depfile: make or ninja stops at its name"
    case .sheetWithoutName(let kind):
      "cannot write \(kind.noun): the sheet goes to standard output, and has no name"
    case .plan(let path, let error): "cannot render the plan \(path.quoted): \(error)"
    }
  }
}
