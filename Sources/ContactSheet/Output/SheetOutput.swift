public import SystemPackage

/// Where a sheet or a manifest goes.
public enum SheetOutput: Hashable, Sendable {
  /// To a file, or to several that are named after it; see ``OutputNames``.
  case file(FilePath)
  /// To standard output.
  case standardOutput
}

extension SheetOutput {
  /// The names of the pages; nil where they have none.
  var names: OutputNames? {
    if case .file(let path) = self { OutputNames(path) } else { nil }
  }

  /// The outputs of so many pages; a pipe or device takes any page.
  func pages(_ count: Int) -> [SheetOutput] {
    guard let names, !isStream else { return Array(repeating: self, count: count) }
    return (0..<count).map { .file(names.path(page: $0 + 1, of: count)) }
  }

  private var isStream: Bool {
    switch (try? ResolvedOutput(self))?.target {
    case .stream, .standardOutput: true
    case .file, nil: false
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
