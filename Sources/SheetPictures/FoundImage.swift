package import SheetFiles
public import SystemPackage

/// A picture that was found: its path and what the file system says about it.
public struct FoundImage: Equatable, Sendable {
  /// The path as it was given, or below a folder as that was given.
  public let path: FilePath
  /// The size of the file in bytes; 0 where there is none.
  public let size: Int64
  /// The time of the last modification, since the start of 1970 in UTC; zero where there is no
  /// file.
  public let modified: Duration

  package let identity: FileIdentity?
  /// The place of the argument or the line of a list that led to the picture, among all of them.
  package let input: Int
  /// The place of that input, or another where arguments are in a shell's alphabetical order.
  package var place: Int
  /// The path below the input folder that led to the picture, or the name of that folder for what is
  /// right in it; nil where no folder did.
  package let folder: String?

  package init(path: FilePath, status: Stat?, input: Int = 0, folder: String? = nil) {
    self.path = path
    self.folder = folder
    self.input = input
    place = input
    size = status?.size ?? 0
    modified = status?.modified ?? .zero
    identity = status.map(FileIdentity.init)
  }
}
