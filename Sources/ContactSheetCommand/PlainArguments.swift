internal import ContactSheet
internal import SystemPackage

/// Arguments that say what goes onto the sheet and where the sheet goes, and nothing of how it
/// looks, as most do.
///
/// They are read without the argument parser: to make that of all options, the Swift runtime looks
/// up some hundred conformances, which takes longer than to make a small sheet. They mean what they
/// mean to ``ContactSheetCommand``, which is asked about all others, and about wrong ones.
struct PlainArguments: Equatable {
  /// Folders and files, at least one.
  private(set) var paths: [String] = []
  /// Where the sheet goes; nil where that is not said.
  private(set) var output: String?
  private(set) var isRecursive = false
  private(set) var isDryRun = false
  private(set) var isQuiet = false
  private(set) var isVerbose = false

  /// Reads arguments; nil for those that the parser has to read.
  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "-r", "--recursive": isRecursive = true
      case "--dry-run": isDryRun = true
      case "-q", "--quiet": isQuiet = true
      case "-v", "--verbose": isVerbose = true
      case "-o", "--output":
        guard output == nil, let path = rest.popFirst(), path == "-" || path.isPath else {
          return nil
        }
        output = path
      default:
        guard argument.isPath else { return nil }
        paths.append(argument)
      }
    }
    guard !paths.isEmpty, !(isQuiet && isVerbose), RawArguments.firstInvalid == nil else {
      return nil
    }
  }

  /// The run that is asked for; what is not said is as the library has it.
  ///
  /// - Throws: ``FolderNameError``.
  func sheetRun(_ messages: Messages) throws -> SheetRun {
    var job = SheetJob(
      inputs: paths.map { .path(FilePath($0)) },
      output: try OutputOptions.destination(output ?? OutputOptions.standard))
    job.finder.isRecursive = isRecursive
    let workers = Processors.available
    return SheetRun(
      plan: { [job] in try await job.plan(workers: workers) }, workers: workers,
      isDryRun: isDryRun, progress: .auto, messages: messages)
  }

  /// Makes the sheet, and says how it went.
  ///
  /// - Throws: `ExitCode` where not all went well.
  func run() async throws {
    let messages = messages
    try await SheetRun.make(saying: messages) { try sheetRun(messages) }
  }

  /// What is told of the run.
  var messages: Messages { Messages(isQuiet: isQuiet, isVerbose: isVerbose) }
}

extension String {
  /// Whether an argument is neither an option nor a list on standard input.
  fileprivate var isPath: Bool { !isEmpty && !hasPrefix("-") }
}
