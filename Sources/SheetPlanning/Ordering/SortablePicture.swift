internal import SheetFiles
internal import SheetLayout
package import SheetPictures
internal import SystemPackage

/// A picture with the facts that it can be sorted and grouped by.
package struct SortablePicture: Sendable {
  /// The picture.
  package let picture: SheetPicture
  /// What it is sorted by.
  package let facts: SortFacts

  /// Joins what was found and what was probed.
  package init(_ found: FoundImage, _ picture: SheetPicture) {
    self.picture = picture
    facts = SortFacts(found, width: picture.size?.width, height: picture.size?.height)
  }
}

extension SheetJob {
  /// Pictures in the order of the sheet, in groups that start pages; none is empty.
  package func groups(of files: [SortablePicture], _ sources: [SheetPicture]) -> [[SheetPicture]] {
    let sorted = order.sorted(files, by: \.facts)
    let groups = paging.groupsByFolder ? sorted.groupedByFolder() : [sorted]
    var pictures = groups.map { $0.map(\.picture) }.filter { !$0.isEmpty }
    if !sources.isEmpty {
      if pictures.isEmpty || paging.groupsByFolder { pictures.append([]) }
      pictures[pictures.count - 1] += sources
    }
    return pictures
  }
}

extension [SortablePicture] {
  /// Groups the pictures by folder; folders are in the order of their first pictures.
  ///
  /// Existing folders are compared by device and inode, others by path.
  func groupedByFolder() -> [[SortablePicture]] {
    var groups: [[SortablePicture]] = []
    var positions: [Folder: Int] = [:]
    var folders: [FilePath: Folder] = [:]
    for picture in self {
      let path = picture.facts.path.folder
      let folder = folders[path] ?? FileIdentity(path).map(Folder.existing) ?? .missing(path)
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
}
