internal import SheetFiles
package import SheetModel
package import SheetPictures
package import SystemPackage

/// What is needed to show the rows of a table whose pictures do not exist: the folders in which
/// these pictures would be, and the images that do exist.
package struct AbsentRows: Sendable {
  /// The folders that are inputs or contain inputs.
  let folders: [FilePath]
  /// The folders that are inputs, with their names.
  let given: [FoundFolder]
  /// Finds the images that exist in and beside the inputs, whether or not they are on the sheet.
  let findImages: @Sendable () -> [FilePath]

  /// Creates the settings for showing rows whose pictures do not exist.
  ///
  /// - Parameters:
  ///   - folders: The folders that are inputs or contain inputs; paths in rows may be relative to
  ///     them.
  ///   - given: The folders that are inputs, with their names.
  ///   - findImages: Finds the images that exist in and beside the inputs, whether or not they are
  ///     on the sheet; called at most once, and only if a row names none of the sheet's images.
  package init(
    in folders: [FilePath] = [], given: [FoundFolder] = [],
    findImages: @escaping @Sendable () -> [FilePath] = { [] }
  ) {
    (self.folders, self.given) = (folders, given)
    self.findImages = findImages
  }
}

/// The images that exist, but are not on the sheet.
struct OtherImages {
  private let rows: AbsentRows
  private let tableFolder: FilePath
  private var images: WrittenPaths?

  init(for rows: AbsentRows, ofTableIn folder: FilePath) {
    (self.rows, tableFolder) = (rows, folder)
  }

  /// Whether a path in a row, which names none of the sheet's pictures, names another image or is
  /// the path of a file.
  mutating func contain(_ written: FilePath, besides pictures: WrittenPaths) -> Bool {
    var images = images ?? WrittenPaths(rows.findImages().filter { !pictures.contain($0) })
    defer { self.images = images }
    // A page of a file counts as existing if the file exists.
    for path in [written, written.pageInBrackets?.file].compactMap(\.self) {
      if images.find(path, in: tableFolder) != .none { return true }
      // All images directly in the folders of the inputs have been found already.
      let folders = path.components.count > 1 ? rows.folders : []
      for folder in [tableFolder, ""] + folders
      where (try? folder.pushing(path).stat().type) == .regular {
        return true
      }
    }
    return false
  }
}

/// Where pictures that do not exist would be.
private struct AbsentPlaces {
  /// A given folder, or a folder below one: its path, and its name and input.
  typealias Place = (path: FilePath, folder: FoundFolder)

  private let given: [(folder: FoundFolder, path: FilePath)]
  private let workingFolder = FilePath.workingFolder
  private let tableFolder: FilePath
  /// The folders found so far, by their paths as written in rows; nil for a folder outside the
  /// given ones.
  private var known: [FilePath: Place?] = [:]

  init(for rows: AbsentRows, ofTableIn tableFolder: FilePath) {
    self.tableFolder = tableFolder
    given = rows.given.map { [workingFolder] in ($0, $0.input.absolute(in: workingFolder)) }
  }

  /// The only given folder; nil if there are several, or none.
  var only: Place? { given.only.map { ($0.folder.input, $0.folder) } }

  /// The folder that a row names; nil if it is neither a given folder nor below one.
  ///
  /// If only one folder is given, any other relative path is taken as relative to that folder,
  /// unless the path begins with `..`.
  mutating func place(of written: FilePath) -> Place? {
    if let place = known[written] { return place }
    let place = newPlace(of: written)
    known[written] = .some(place)
    return place
  }

  private func newPlace(of written: FilePath) -> Place? {
    for path in [written, tableFolder.pushing(written)] {
      let path = path.absolute(in: workingFolder)
      for (folder, parent) in given where path.starts(with: parent) {
        let below = path.components.dropFirst(parent.components.count)
        return place(of: FilePath(root: nil, below), below: folder)
      }
    }
    let path = written.withoutDots
    return path.isEmpty || path.isInside ? only.map { place(of: path, below: $0.folder) } : nil
  }

  private func place(of path: FilePath, below folder: FoundFolder) -> Place {
    path.isEmpty
      ? (folder.input, folder)
      : (folder.input.pushing(path), FoundFolder(name: path.string, input: folder.input))
  }
}

extension FilePath {
  /// Whether a normalised path is relative, is not empty, and does not begin with `..`.
  fileprivate var isInside: Bool { isRelative && components.first?.kind == .regular }
}

extension PictureTable {
  /// The pictures that do not exist, in the order of their rows.
  ///
  /// - Parameters:
  ///   - paths: The path of each picture, which is empty if its row has no path.
  ///   - rows: What is needed to show their rows.
  /// - Returns: The pictures.
  func absentPictures(at paths: [FilePath], _ rows: AbsentRows) -> [SheetPicture] {
    var places = AbsentPlaces(for: rows, ofTableIn: path.folder)
    return zip(paths, absentRows).enumerated().map { index, row in
      let (path, offset) = row
      var (name, place) = (path.string, AbsentPlaces.Place?.none)
      var namesFolder = false
      if path.isEmpty {
        (name, place) = (words(ofRowAt: offset), places.only)
      } else if path.lastComponent?.kind == .regular {
        let folder = path.removingLastComponent().withoutDots
        place = places.place(of: path.removingLastComponent())
        if place != nil { name = path.lastComponent?.string ?? name }
        namesFolder = folder.isInside || folder.isAbsolute
      }
      return SheetPicture(
        absent: place?.path.pushing(FilePath(name)).string ?? name, row: index, in: place?.folder,
        hasFolder: place != nil || namesFolder)
    }
  }

  /// The fields of a row without a path, which serve as the name of its picture.
  private func words(ofRowAt offset: Int) -> String {
    let fields = fields(ofRowAt: offset).filter { !$0.isEmpty }.map(\.withoutSlashes)
    // A single field could be the name of another picture.
    return fields.count == 1 ? "row \(fields[0])" : fields.joined(separator: ", ")
  }
}

extension SheetJob {
  /// Checks that rows whose pictures do not exist can be shown, if that was requested.
  ///
  /// - Throws: ``ContactSheetError/missingRows(of:columns:)``.
  package func checkMissing(_ table: PictureTable?) throws(ContactSheetError) {
    guard missing != nil, let table, table.isOfParts else { return }
    throw .missingRows(of: table.path, columns: table.layout.keys.map { table.columns[$0] })
  }
}

extension String {
  /// The text on one line, changed so that no part of it can be taken for the name of a folder.
  fileprivate var withoutSlashes: String {
    // Scalars are replaced, because a slash and a combining mark after it are a single character.
    var scalars = UnicodeScalarView()
    for scalar in oneLine.unicodeScalars { scalars.append(scalar == "/" ? "-" : scalar) }
    return String(scalars)
  }
}
