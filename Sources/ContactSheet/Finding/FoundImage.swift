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

  let identity: FileIdentity?
  /// The place of the argument or the line of a list that led to the picture, among all of them.
  let input: Int

  init(path: FilePath, status: Stat?, input: Int = 0) {
    self.path = path
    self.input = input
    size = status?.size ?? 0
    modified = status?.modified ?? .zero
    identity = status.map(FileIdentity.init)
  }
}

/// What an ``ImageFinder`` found.
public struct FoundImages: Equatable, Sendable {
  /// The pictures, in no particular order: ``ImageOrder`` sorts them.
  public internal(set) var images: [FoundImage] = []
  /// The files in folders that were left out as the output or a page of an earlier run.
  public internal(set) var ownPages: [FilePath] = []
  /// The files in folders that are not taken as pictures.
  public internal(set) var otherFiles = OtherFiles()
  /// The folders that were searched, subfolders too.
  public internal(set) var searchedFolders: [FilePath] = []
  /// The given folders in which no pictures were found.
  public internal(set) var emptyFolders: [EmptyFolder] = []
}

/// A folder in which no pictures were found, and what it contains instead.
public struct EmptyFolder: Equatable, Sendable {
  /// The folder, as it was given.
  public let path: FilePath
  /// The files whose names are not those of pictures that are read.
  public internal(set) var otherFiles = OtherFiles()
  /// The number of pictures that ``ImageFinder/include`` or ``ImageFinder/exclude`` left out.
  public internal(set) var filteredOut = 0
  /// The number of pictures that were left out because they are hidden.
  public internal(set) var hidden = 0
  /// The number of files that are the output or a page of an earlier run.
  public internal(set) var ownPages = 0
  /// The number of subfolders that were not searched.
  public internal(set) var subfolders = 0

  init(path: FilePath) {
    self.path = path
  }
}

extension EmptyFolder: CustomStringConvertible {
  /// What is there: `no PNG files in 'pics' (12 JPEG files, 1 other file; 3 hidden)`.
  public var description: String {
    var found: [String] = []
    if ownPages > 0 { found.append("\(ownPages.counted("file")) of the output itself") }
    if otherFiles.count > 0 { found.append(otherFiles.parts.joined(separator: ", ")) }
    if filteredOut > 0 { found.append("\(filteredOut) left out by patterns") }
    if hidden > 0 { found.append("\(hidden) hidden") }
    if subfolders > 0 { found.append("\(subfolders.counted("subfolder")) not searched") }
    if found.isEmpty { found.append("the folder is empty") }
    return "no \(PictureFormat.names) files in \(path.quoted) (\(found.joined(separator: "; ")))"
  }
}

/// What identifies a file under all its names.
struct FileIdentity: Hashable, Sendable {
  let device: DeviceID
  let inode: Inode

  init(_ status: Stat) {
    device = status.deviceID
    inode = status.inode
  }

  /// The identity of what `path` leads to, links followed; nil where there is nothing.
  init?(_ path: FilePath) {
    guard let status = try? path.stat() else { return nil }
    self.init(status)
  }
}

/// A name in a folder, whatever path leads to the folder.
///
/// Two hard links to one file are two places, since people see two files.
struct FilePlace: Hashable, Sendable {
  let folder: FileIdentity
  let name: [UInt8]
}

/// The places of pictures that are already on the list.
struct ImagePlaces {
  private var places: Set<FilePlace> = []
  private var folders: [FilePath: FileIdentity?] = [:]

  /// Adds the place of a picture; returns false if it was already there.
  @discardableResult
  mutating func insert(_ image: FoundImage) -> Bool {
    let folder = image.path.folder
    let identity = folders[folder] ?? FileIdentity(folder)
    folders[folder] = identity
    guard let identity else { return true }
    return places.insert(FilePlace(folder: identity, name: Array(image.path.nameBytes))).inserted
  }
}
