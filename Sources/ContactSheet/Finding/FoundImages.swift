internal import SheetText
public import SystemPackage

/// What an ``ImageFinder`` found.
struct FoundImages: Equatable, Sendable {
  /// The pictures, in no particular order: ``ImageOrder`` sorts them.
  var images: [FoundImage] = []
  /// The files in folders that were left out as the output or a page of an earlier run.
  var ownPages: [FilePath] = []
  /// The files in folders that are not taken as pictures.
  var otherFiles = OtherFiles()
  /// The folders that were searched, subfolders too.
  var searchedFolders: [FilePath] = []
  /// The given folders in which no pictures were found.
  var emptyFolders: [EmptyFolder] = []
}

/// A folder in which no pictures were found, and what it contains instead.
public struct EmptyFolder: Equatable, Sendable {
  /// The folder, as it was given.
  public let path: FilePath
  /// The files whose names are not those of pictures that are read.
  public internal(set) var otherFiles = OtherFiles()
  /// The number of pictures that `PictureSearch` left out.
  public internal(set) var filteredOut = 0
  /// The number of pictures that were left out because they are hidden.
  public internal(set) var hidden = 0
  /// The number of files that are the output or a page of an earlier run.
  public internal(set) var ownPages = 0
  /// The number of subfolders that were not searched.
  public internal(set) var subfolders = 0
}

extension EmptyFolder: CustomStringConvertible {
  /// What is there: `no pictures in 'pics' (12 GIF files, 1 other file; 3 hidden)`.
  public var description: String {
    var found: [String] = []
    if ownPages > 0 { found.append("\(ownPages.counted("file")) of the output itself") }
    if otherFiles.count > 0 { found.append(otherFiles.parts.listed()) }
    if filteredOut > 0 { found.append("\(filteredOut) left out by patterns") }
    if hidden > 0 { found.append("\(hidden) hidden") }
    if subfolders > 0 { found.append("\(subfolders.counted("subfolder")) not searched") }
    if found.isEmpty { found.append("the folder is empty") }
    let notFound = "no pictures in \(path.quoted) (\(found.joined(separator: "; ")))"
    let remedy = otherFiles.missingLibraries.isEmpty ? nil : otherFiles.leftOut
    return [notFound, remedy].compactMap(\.self).joined(separator: "; ")
  }
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
