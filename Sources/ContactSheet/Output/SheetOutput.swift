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

/// Why a file could not be written.
///
/// Descriptions name the file and stand alone:
/// `cannot write 'out/sheet.png': the folder 'out' does not exist; create it first`.
public enum OutputError: Error, Equatable, Sendable {
  /// The folder for the file does not exist.
  case folderMissing(output: FilePath, folder: FilePath)
  /// What should be the file's folder is a file.
  case notAFolder(output: FilePath, folder: FilePath)
  /// No file can be made in the folder.
  case folderNotWritable(output: FilePath, folder: FilePath, Errno)
  /// The output is a folder.
  case isFolder(FilePath)
  /// There is no space left for the file.
  case noSpace(FilePath)
  /// The system refused, for another reason.
  case system(FilePath, Errno)

  /// The error that `error` is for the file at `output`.
  init(_ error: Errno, output: FilePath) {
    switch error {
    case .noSpace, .diskQuotaExceeded: self = .noSpace(output)
    case .isDirectory: self = .isFolder(output)
    default: self = .system(output, error)
    }
  }
}

extension OutputError: CustomStringConvertible {
  /// What is wrong, with the file's name and what helps.
  public var description: String {
    switch self {
    case .folderMissing(let output, let folder):
      "cannot write \(output.quoted): the folder \(folder.quoted) does not exist; create it first"
    case .notAFolder(let output, let folder):
      "cannot write \(output.quoted): \(folder.quoted) is not a folder"
    case .folderNotWritable(let output, let folder, let error):
      "cannot write \(output.quoted): no file can be made in the folder \(folder.quoted): \(error)"
    case .isFolder(let output):
      "cannot write \(output.quoted): it is a folder; name a file in it"
    case .noSpace(let output): "cannot write \(output.quoted): no space left for it"
    case .system(let output, let error): "cannot write \(output.quoted): \(error)"
    }
  }
}
