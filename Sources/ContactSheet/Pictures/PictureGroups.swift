internal import SystemPackage

extension [SortablePicture] {
  /// The pictures of each folder together, folders in the order of their first pictures.
  ///
  /// A folder is the same whichever path leads to it; one that is not there is its path.
  func groupedByFolder() -> [[SortablePicture]] {
    var groups: [[SortablePicture]] = []
    var positions: [Folder: Int] = [:]
    var folders: [FilePath: Folder] = [:]
    for picture in self {
      let path = picture.facts.path.folder
      let folder = folders[path] ?? Folder(path)
      folders[path] = folder
      if let position = positions[folder] {
        groups[position].append(picture)
      } else {
        positions[folder] = groups.count
        groups.append([picture])
      }
    }
    return groups
  }
}

private enum Folder: Hashable {
  case existing(FileIdentity)
  case missing(FilePath)

  init(_ path: FilePath) {
    self = FileIdentity(path).map(Folder.existing) ?? .missing(path)
  }
}
