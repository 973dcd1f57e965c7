internal import SheetFiles
internal import SheetPictures
internal import SystemPackage

/// The files of which one or more pages are pictures.
struct PagedFiles {
  private var known = WrittenPaths([])
  /// The indices of the pictures that are pages of each file.
  private(set) var pages: [[Int]] = []

  /// Finds the pictures that are pages of files.
  init(_ pictures: [FilePath]) {
    var paths: [FilePath] = []
    var indices: [FilePath: Int] = [:]
    for (index, picture) in pictures.enumerated() {
      guard let (file, _) = picture.pageInBrackets else { continue }
      let path = file.withoutDots
      if let known = indices[path] {
        pages[known].append(index)
      } else {
        indices[path] = paths.count
        paths.append(path)
        pages.append([index])
      }
    }
    if !paths.isEmpty { known = WrittenPaths(paths) }
  }

  /// The file that a path means, by its index in ``pages``.
  mutating func find(_ written: FilePath, in folder: FilePath) -> WrittenPaths.Meaning {
    pages.isEmpty ? .none : known.find(written, in: folder)
  }
}
