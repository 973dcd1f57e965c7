public import SystemPackage

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
