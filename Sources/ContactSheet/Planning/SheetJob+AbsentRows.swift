internal import SheetFiles
internal import SheetPictures
internal import SheetPlanning
internal import SystemPackage

extension SheetJob {
  /// How rows of the table are shown as pictures that do not exist; nil if they are left out.
  ///
  /// A picture exists even if patterns, lists or named files leave it out, so all images are searched
  /// for in the given folders, and in the folders of named and listed files.
  func absentRows(_ found: FoundImages, _ formats: FormatTable) -> AbsentRows? {
    if missing == nil { return nil }
    var folders = inputs.compactMap { input -> FilePath? in
      if case .path(let path) = input, (try? path.stat().type) == .directory { path } else { nil }
    }
    folders += Array(Set(found.images.compactMap(\.folder?.input)).subtracting(folders))
      .sortedNaturally()
    var known: Set<FileIdentity> = []
    folders = folders.filter { FileIdentity($0).map { known.insert($0).inserted } ?? false }
    let names = folders.map { FoundFolder(name: $0.name(below: $0), input: $0) }
    let besides = Set(found.images.lazy.filter { $0.folder == nil }.map(\.path.folder))
    return AbsentRows(in: folders + besides, given: names) {
      [search, folders] in
      var all = PictureSearch()
      (all.isRecursive, all.followsLinks) = (search.isRecursive, search.followsLinks)
      all.takesHidden = true
      let given = ImageFinder(search: all, formats: formats, includesUnreadableFormats: true)
      all.isRecursive = false
      let beside = ImageFinder(search: all, formats: formats, includesUnreadableFormats: true)
      return folders.flatMap(given.paths) + besides.flatMap(beside.paths)
    }
  }
}

extension ImageFinder {
  /// The paths of the images in a folder; none if it cannot be read.
  fileprivate func paths(in folder: FilePath) -> [FilePath] {
    var others = FoundImages()
    let images = try? FolderSearch(finder: self).images(in: folder, input: 0, &others)
    return (images ?? []).map(\.path)
  }
}
