internal import SystemPackage

extension [SortablePicture] {
  /// The pictures of each folder together, folders in the order of their first pictures.
  func groupedByFolder() -> [[SortablePicture]] {
    var groups: [[SortablePicture]] = []
    var positions: [FilePath: Int] = [:]
    for picture in self {
      let folder = picture.facts.path.folder
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
