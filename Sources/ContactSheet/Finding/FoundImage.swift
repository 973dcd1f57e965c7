public import SystemPackage

/// A picture that was found: its path and what the file system says of it.
public struct FoundImage: Equatable, Sendable {
  /// The path, as it was given, or below the folder as that was given.
  public let path: FilePath
  /// The file's size in bytes; 0 where nothing is there.
  public let size: Int64
  /// The time of the last modification, since the start of 1970 in UTC; zero where
  /// nothing is there.
  public let modified: Duration

  let identity: FileIdentity?

  init(path: FilePath, status: Stat?) {
    self.path = path
    size = status?.size ?? 0
    modified = status?.modified ?? .zero
    identity = status.map(FileIdentity.init)
  }
}

/// What an ``ImageFinder`` found.
public struct FoundImages: Equatable, Sendable {
  /// The pictures, in the order of the inputs; the pictures of one folder, with its
  /// subfolders, in natural order.
  public internal(set) var images: [FoundImage] = []
  /// The files in folders that are the output or a page of an earlier run of it.
  public internal(set) var ownPages: [FilePath] = []
  /// The folders that were given and hold no pictures to take.
  public internal(set) var emptyFolders: [EmptyFolder] = []
}
