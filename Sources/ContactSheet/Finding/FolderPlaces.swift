internal import SheetFiles
internal import SheetPictures
internal import SystemPackage

/// Finds the location of a file, however its path is written.
struct FolderPlaces {
  /// The identities of the folders looked up so far; nil for a folder that does not exist.
  private var folders: [FilePath: FileIdentity?] = [:]

  /// The location of a file; nil if its folder does not exist.
  mutating func place(of path: FilePath) -> FilePlace? {
    let folder = path.folder
    let identity = folders[folder] ?? FileIdentity(folder)
    folders[folder] = identity
    return identity.map { FilePlace(folder: $0, name: Array(path.nameBytes)) }
  }
}

/// The locations of the pictures found so far.
struct ImagePlaces {
  private var places: Set<FilePlace> = []
  private var folders = FolderPlaces()

  /// Adds the location of a picture; returns false if it was already there.
  ///
  /// Once a page of a file has been added, the file counts as added, too.
  @discardableResult
  mutating func insert(_ image: FoundImage) -> Bool {
    guard let place = folders.place(of: image.path) else { return true }
    let isNew = places.insert(place).inserted
    guard let page = image.page else { return isNew }
    let ofPage = FilePlace(folder: place.folder, name: Array(image.path.page(page).nameBytes))
    return places.insert(ofPage).inserted
  }
}
