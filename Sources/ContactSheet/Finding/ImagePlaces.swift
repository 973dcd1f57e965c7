import SystemPackage

/// The places whose pictures were taken.
struct ImagePlaces {
  private var places: Set<FilePlace> = []
  private var folders: [FilePath: FileIdentity?] = [:]

  /// Notes a picture's place; false where one was there before.
  @discardableResult
  mutating func insert(_ image: FoundImage) -> Bool {
    let folder = image.path.folder
    let identity = folders[folder] ?? FileIdentity(folder)
    folders[folder] = identity
    guard let identity else { return true }
    return places.insert(FilePlace(folder: identity, name: Array(image.path.nameBytes))).inserted
  }
}
