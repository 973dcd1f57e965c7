internal import SheetFiles
internal import SheetPictures
internal import SystemPackage

/// The files of which several pages, or one, are pictures, and the rows that match them.
struct PagedFiles {
  private var known = WrittenPaths([])
  /// The pictures that are pages of each file.
  private var pages: [[Int]] = []
  /// The offsets of the rows of files that have one.
  private var rowOffsets: [Int: Int] = [:]

  /// Finds the pages among pictures.
  init(_ pictures: [FilePath]) {
    var files: [FilePath: [Int]] = [:]
    for (index, picture) in pictures.enumerated() {
      if let (file, _) = picture.pageInBrackets { files[file, default: []].append(index) }
    }
    if files.isEmpty { return }
    let paths = Array(files.keys)
    known = WrittenPaths(paths)
    pages = paths.map { files[$0] ?? [] }
  }

  /// Takes a row if its path means a file that has no row yet; returns whether it does.
  mutating func take(_ written: FilePath, in folder: FilePath, row: Int) -> Bool {
    guard !pages.isEmpty, case .one(let file) = known.find(written, in: folder),
      rowOffsets[file] == nil
    else { return false }
    rowOffsets[file] = row
    return true
  }

  /// The pages of files that have a row, with its offset.
  var rows: [(page: Int, row: Int)] {
    rowOffsets.flatMap { file, row in pages[file].map { ($0, row) } }
  }
}
