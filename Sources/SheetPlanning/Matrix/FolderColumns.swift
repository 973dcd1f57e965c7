internal import SheetFiles
internal import SheetModel
internal import SheetPictures
internal import SystemPackage

/// Folders that are the columns of a matrix whose rows are the paths below them.
///
/// The columns are the given folders or, if there is only one, its subfolders. For pictures that
/// are given individually or in a list, they are the pictures' folders.
struct FolderColumns {
  /// Whether columns are the subfolders of the only given folder, because some of these contain
  /// pictures.
  private let areSubfolders: Bool
  private var columns: [FilePath: AxisValue] = [:]
  /// The ending shared by all folder paths, which is left out of their names; nil if there is none.
  private(set) var sharedEnd: String?

  /// Collects the folders of all pictures of a sheet.
  ///
  /// Given folders are in the order of the inputs, either exactly as given or sorted naturally.
  /// Subfolders are in natural order. Pictures that do not exist do not decide which folders are
  /// columns, but such a picture below a given folder may be in a column of its own.
  init(_ pictures: [SheetPicture], exactlyAsGiven: Bool) {
    let existing = pictures.lazy.filter { !$0.isAbsent }
    let given = existing.first?.inputFolder
    areSubfolders =
      given.map { given in
        existing.allSatisfy { $0.inputFolder == given }
          && existing.contains { Self.path(of: $0, below: given).contains(Self.slash) }
      } ?? false
    var places: [FilePath: Int] = [:]
    for (index, picture) in pictures.enumerated() {
      guard let folder = location(of: picture)?.folder else { continue }
      if picture.isAbsent, picture.inputFolder == nil { continue }
      // Pictures from other sources come after all files.
      let place =
        picture.isFoundFile
        ? (exactlyAsGiven ? picture.input : picture.place) : Int.max - pictures.count + index
      places[folder] = min(places[folder] ?? place, place)
    }
    let working = FilePath.workingFolder
    let paths = places.keys.map { $0.absolute(in: working) }
    let folders = FolderNames(of: paths)
    sharedEnd = folders.sharedEnd
    for ((folder, place), path) in zip(places, paths) {
      columns[folder] = AxisValue(
        folders.names[path] ?? "", identity: path.string,
        order: areSubfolders ? SortValue(.natural(path)) : SortValue(Double(place)))
    }
  }

  /// The column of a picture; nil if it is not in one of the subfolders that are columns.
  func column(of picture: SheetPicture) -> AxisValue? {
    location(of: picture)?.folder.flatMap { columns[$0] }
  }

  /// The row of a picture; nil if it is not in one of the subfolders that are columns.
  func row(of picture: SheetPicture) -> AxisValue? {
    location(of: picture).map { location in
      var path = location.path
      let name = path.lastIndex(of: Self.slash).map { $0 + 1 } ?? 0
      // A leading dot marks a hidden file, not an extension.
      if let dot = path[name...].dropFirst().lastIndex(of: UInt8(ascii: ".")) {
        path.removeSubrange(dot...)
      }
      let text = String(decoding: path, as: UTF8.self)
      return AxisValue(
        text, identity: text, order: SortValue(.natural(FilePath(bytes: path), filesFirst: true)))
    }
  }

  /// The folder that may be the column of a picture, and the picture's path below that folder.
  ///
  /// Nil if the picture is not in one of the subfolders that are columns; the folder is nil if it
  /// is unknown where the picture would be.
  private func location(of picture: SheetPicture) -> (folder: FilePath?, path: [UInt8])? {
    guard let folder = picture.inputFolder else {
      let path = FilePath(picture.source.name)
      if picture.lacksFolder { return areSubfolders ? nil : (nil, Array(path.nameBytes)) }
      return (path.folder, Array(path.nameBytes))
    }
    let path = Self.path(of: picture, below: folder)
    guard areSubfolders else { return (folder, path) }
    guard let end = path.firstIndex(of: Self.slash) else { return nil }
    return (folder.appending(nameBytes: path[..<end]), Array(path[(end + 1)...]))
  }

  private static let slash = UInt8(ascii: "/")

  private static func path(of picture: SheetPicture, below folder: FilePath) -> [UInt8] {
    Array((picture.path ?? FilePath(picture.source.name)).bytes(below: folder))
  }
}
