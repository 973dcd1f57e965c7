package import SheetModel
internal import SheetPictures
internal import SystemPackage

extension PictureTable {
  /// The pictures that do not exist, in the order of their rows.
  ///
  /// - Parameters:
  ///   - paths: The paths of the pictures; empty for rows without a path.
  ///   - text: The text in their cells.
  /// - Returns: The pictures.
  func absentPictures(at paths: [FilePath], showing text: String) -> [SheetPicture] {
    zip(paths, absentRows).enumerated().map { index, row in
      let (path, offset) = row
      return SheetPicture(
        absent: path.isEmpty ? words(ofRowAt: offset) : path.string, showing: text, row: index)
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
