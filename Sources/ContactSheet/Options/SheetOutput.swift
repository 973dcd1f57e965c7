public import SystemPackage

/// Where a sheet or a manifest goes.
public enum SheetOutput: Hashable, Sendable {
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

  /// Finds what would keep the output from being written, before there is anything to write.
  func check() throws(OutputError) {
    if let names { try OutputFile.check(names.path) }
  }

  /// The output of one page of several; a pipe or device takes any page.
  func page(_ number: Int, of count: Int) -> SheetOutput {
    guard let names, !isStream else { return self }
    return .file(names.path(page: number, of: count))
  }

  /// Opens the output; a file takes its place only when it is committed.
  func opened() throws(OutputError) -> OutputFile {
    switch self {
    case .file(let path): try OutputFile(path)
    case .standardOutput: OutputFile(writingTo: .standardOutput)
    }
  }

  /// The error that `error` is for this output.
  func error(_ error: Errno) -> OutputError {
    switch self {
    case .file(let path): OutputError(error, output: path)
    case .standardOutput: OutputError(error, output: "-")
    }
  }

  /// What a message may show of the output.
  public var printableName: String {
    switch self {
    case .file(let path): path.printable
    case .standardOutput: "-"
    }
  }

  /// What the manifest calls the output.
  var name: String {
    switch self {
    case .file(let path): path.string
    case .standardOutput: "-"
    }
  }
}
