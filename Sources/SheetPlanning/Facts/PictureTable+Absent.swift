internal import SheetModel
internal import SheetPictures
internal import SystemPackage

extension PictureTable {
  /// The pictures that do not exist, in the order of their rows.
  ///
  /// - Parameter text: The text in their cells.
  /// - Returns: The pictures.
  func absentPictures(showing text: String) -> [SheetPicture] {
    absentRows.enumerated().map { index, offset in
      SheetPicture(absent: absentName(ofRowAt: offset), showing: text, row: index)
    }
  }

  /// The path in a row or, if the row has none, its other fields.
  private func absentName(ofRowAt offset: Int) -> String {
    let row = row(at: offset)
    if !row.path.isEmpty { return row.path.string }
    let fields = row.fields.filter { !$0.isEmpty }.map(\.withoutSlashes)
    // A single field could be the name of another picture.
    return fields.count == 1 ? "row \(fields[0])" : fields.joined(separator: ", ")
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
