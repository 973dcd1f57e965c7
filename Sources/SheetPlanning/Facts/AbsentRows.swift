internal import SheetFiles
package import SheetModel
internal import SheetPictures
package import SystemPackage

/// How rows of a table are shown as pictures that do not exist.
package struct AbsentRows: Sendable {
  /// The text in the cells of the pictures.
  let text: String
  /// The folders in which the inputs are, or which are inputs.
  let folders: [FilePath]
  /// Finds the images that exist in and beside the inputs, whether or not they are on the sheet.
  let findImages: @Sendable () -> [FilePath]

  /// Creates a way to show rows.
  ///
  /// - Parameters:
  ///   - text: The text in the cells of the pictures.
  ///   - folders: The folders in which the inputs are, or which are inputs; paths in rows may be
  ///     relative to them.
  ///   - findImages: Finds the images that exist in and beside the inputs, whether or not they are
  ///     on the sheet; called at most once, and only if a row names none of the sheet's images.
  package init(
    showing text: String, in folders: [FilePath] = [],
    findImages: @escaping @Sendable () -> [FilePath] = { [] }
  ) {
    (self.text, self.folders, self.findImages) = (text, folders, findImages)
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

extension PictureTable {
  /// The pictures that do not exist, in the order of their rows.
  ///
  /// - Parameters:
  ///   - paths: The paths of the pictures; empty for rows without a path.
  ///   - rows: How they are shown.
  /// - Returns: The pictures.
  func absentPictures(at paths: [FilePath], _ rows: AbsentRows) -> [SheetPicture] {
    zip(paths, absentRows).enumerated().map { index, row in
      let (path, offset) = row
      return SheetPicture(
        absent: path.isEmpty ? words(ofRowAt: offset) : path.string, showing: rows.text, row: index)
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
