public import SystemPackage

/// Why the pictures for a sheet could not be gathered.
///
/// Descriptions name the file and stand alone: `'pics' does not exist`.
public enum FindError: Error, Equatable, Sendable {
  /// Nothing is at a path that was given as an argument.
  case missing(FilePath)
  /// The system does not let a path be looked at.
  case unreadable(FilePath, Errno)
  /// A folder cannot be listed.
  case unreadableFolder(FilePath, Errno)
  /// A list of paths cannot be read.
  case unreadableList(PathList.Source, Errno)
  /// A list of lines holds a NUL.
  case listHoldsNUL(PathList.Source)
  /// A pipe, device or socket was named as a picture.
  case notAFile(FilePath)
  /// A picture would be overwritten by the sheet.
  case inputIsOutput(FilePath)
  /// There is not one picture. The folders that were looked into say what they hold;
  /// there are none where only lists were given, or everything was excluded.
  case noImages([EmptyFolder])
}

extension FindError: CustomStringConvertible {
  /// What is wrong, with the file's name and what helps.
  public var description: String {
    switch self {
    case .missing(let path): "\(path.quoted) does not exist"
    case .unreadable(let path, let error): "cannot read \(path.quoted): \(error)"
    case .unreadableFolder(let path, let error):
      "cannot read the folder \(path.quoted): \(error)"
    case .unreadableList(let source, let error): "cannot read the list \(source): \(error)"
    case .listHoldsNUL(let source):
      "the list \(source) holds NUL characters"
    case .notAFile(let path):
      "\(path.quoted) is a pipe or device; a picture is read twice, so save it to a file first"
    case .inputIsOutput(let path):
      "\(path.quoted) is both an input and the output"
    case .noImages(let folders):
      folders.isEmpty
        ? "no pictures: the lists are empty or --include and --exclude leave nothing"
        : folders.map(\.description).joined(separator: "; ")
    }
  }
}

extension PathList.Source: CustomStringConvertible {
  /// The list's file between quotation marks, or `on standard input`.
  public var description: String {
    switch self {
    case .file(let path): path.quoted
    case .descriptor(.standardInput): "on standard input"
    case .descriptor(let descriptor): "on descriptor \(descriptor.rawValue)"
    }
  }
}
