internal import SheetFiles
package import SheetModel
package import SheetPictures
package import SystemPackage

/// How rows of a table are shown as pictures that do not exist.
package struct AbsentRows: Sendable {
  /// The text in the cells of the pictures.
  let text: String
  /// The folders in which the inputs are, or which are inputs.
  let folders: [FilePath]
  /// The given folders, each with the name of pictures directly in it.
  let given: [FoundFolder]
  /// Finds the images that exist in and beside the inputs, whether or not they are on the sheet.
  let findImages: @Sendable () -> [FilePath]

  /// Creates a way to show rows.
  ///
  /// - Parameters:
  ///   - text: The text in the cells of the pictures.
  ///   - folders: The folders in which the inputs are, or which are inputs; paths in rows may be
  ///     relative to them.
  ///   - given: The folders that are inputs, with their names.
  ///   - findImages: Finds the images that exist in and beside the inputs, whether or not they are
  ///     on the sheet; called at most once, and only if a row names none of the sheet's images.
  package init(
    showing text: String, in folders: [FilePath] = [], given: [FoundFolder] = [],
    findImages: @escaping @Sendable () -> [FilePath] = { [] }
  ) {
    (self.text, self.folders, self.given) = (text, folders, given)
    self.findImages = findImages
  }
}

/// The images that exist, whether or not they are on the sheet.
struct ExistingImages {
  private let rows: AbsentRows
  private let tableFolder: FilePath
  private lazy var images = WrittenPaths(rows.findImages())

  /// Creates a search for the images that rows of a table name.
  init(for rows: AbsentRows, ofTableIn folder: FilePath) {
    (self.rows, tableFolder) = (rows, folder)
  }

  /// Whether a path in a row means any of the images, or is that of a file.
  mutating func contain(_ written: FilePath) -> Bool {
    // A page exists if its file does.
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
  private let given: [(folder: FoundFolder, path: FilePath)]
  private let workingFolder = FilePath.workingFolder
  private let tableFolder: FilePath

  init(for rows: AbsentRows, ofTableIn tableFolder: FilePath) {
    self.tableFolder = tableFolder
    given = rows.given.map { [workingFolder] in ($0, $0.input.absolute(in: workingFolder)) }
  }

  /// The path of a picture, and its folder if that is a given folder or below one.
  ///
  /// A path that leads to no given folder is taken relative to the only one. If there are several, the
  /// path is as it is written.
  func place(of written: FilePath) -> (path: FilePath, folder: FoundFolder?) {
    for path in [written, tableFolder.pushing(written)] {
      let path = path.absolute(in: workingFolder)
      for (folder, parent) in given where path.starts(with: parent) && path != parent {
        let below = path.components.dropFirst(parent.components.count)
        return place(of: FilePath(root: nil, below), below: folder)
      }
    }
    let path = written.withoutDots
    guard let (folder, _) = given.only, path.isInside else { return (written, nil) }
    return place(of: path, below: folder)
  }

  /// The path of a picture, or what stands for its name, in the only given folder; nil if there are
  /// several.
  func place(named name: String) -> (path: FilePath, folder: FoundFolder?)? {
    given.only.map { ($0.folder.input.pushing(FilePath(name)), $0.folder) }
  }

  private func place(
    of path: FilePath, below folder: FoundFolder
  ) -> (path: FilePath, folder: FoundFolder?) {
    let subfolder = path.removingLastComponent()
    return (
      folder.input.pushing(path),
      subfolder.isEmpty ? folder : FoundFolder(name: subfolder.string, input: folder.input)
    )
  }
}

extension FilePath {
  /// Whether a path without dots is relative, and does not climb above its start.
  fileprivate var isInside: Bool { isRelative && components.first?.kind == .regular }
}

extension PictureTable {
  /// The pictures that do not exist, in the order of their rows.
  ///
  /// - Parameters:
  ///   - paths: The paths of the pictures; empty for rows without a path.
  ///   - rows: How they are shown.
  /// - Returns: The pictures.
  func absentPictures(at paths: [FilePath], _ rows: AbsentRows) -> [SheetPicture] {
    let places = AbsentPlaces(for: rows, ofTableIn: path.folder)
    return zip(paths, absentRows).enumerated().map { index, row in
      let (path, offset) = row
      if path.isEmpty {
        let words = words(ofRowAt: offset)
        let place = places.place(named: words)
        return SheetPicture(
          absent: place?.path.string ?? words, showing: rows.text, row: index, in: place?.folder,
          hasFolder: place != nil)
      }
      let place = places.place(of: path)
      let plain = path.withoutDots
      let namesFolder = plain.components.count > 1 && (plain.isInside || plain.isAbsolute)
      return SheetPicture(
        absent: place.path.string, showing: rows.text, row: index, in: place.folder,
        hasFolder: place.folder != nil || namesFolder)
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
  /// Checks that rows of the table can be shown as pictures that do not exist, if that is asked for.
  ///
  /// - Throws: ``ContactSheetError/missingRows(of:columns:)``.
  package func checkMissing(_ table: PictureTable?) throws(ContactSheetError) {
    guard missing != nil, let table, table.isOfParts else { return }
    throw .missingRows(of: table.path, columns: table.layout.keys.map { table.columns[$0] })
  }
}

extension String {
  /// The text on one line, in which no part can be taken for the name of a folder.
  fileprivate var withoutSlashes: String {
    // By scalars: a slash followed by a combining mark is one character.
    var scalars = UnicodeScalarView()
    for scalar in oneLine.unicodeScalars { scalars.append(scalar == "/" ? "-" : scalar) }
    return String(scalars)
  }
}
