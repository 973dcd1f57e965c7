public import SystemPackage

/// Where a sheet goes.
public enum SheetOutput: Equatable, Sendable {
  /// To a file, or to several that are named after it; see ``OutputNames``.
  case file(FilePath)
  /// To standard output.
  case standardOutput

  /// The names of the pages; nil where they have none.
  var names: OutputNames? {
    switch self {
    case .file(let path): OutputNames(path)
    case .standardOutput: nil
    }
  }

  /// Finds what would keep a sheet from being written, before there is anything to write.
  func check() throws(OutputError) {
    if let names { try OutputFile.check(names.path) }
  }

  /// The error that `error` is for this output.
  func error(_ error: Errno) -> OutputError {
    OutputError(error, output: names?.path ?? "-")
  }

  /// Opens the output of one page.
  func opened(page: Int, of count: Int) throws(OutputError) -> OutputFile {
    guard let names else { return OutputFile(writingTo: .standardOutput) }
    return try OutputFile(names.path(page: page, of: count))
  }
}
