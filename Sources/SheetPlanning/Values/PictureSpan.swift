package import SheetFacts
internal import SheetFiles
package import SheetLayout

/// The extra room of some pictures.
package struct PictureSpan: Equatable, Sendable {
  /// Room on a sheet.
  package enum Room: Equatable, Sendable {
    /// Some columns and rows of a grid.
    case cells(CellSpan)
    /// A row of its own.
    case row

    /// The valid numbers of columns and rows.
    package static let range = 1...20

    /// Creates a room from a text such as `2x2` or `row`; nil if it is malformed.
    package init?(parsing text: some StringProtocol) {
      if text == "row" {
        self = .row
        return
      }
      let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
      guard sides.count == 2, let columns = sides[0], let rows = sides[1],
        Self.range.contains(columns), Self.range.contains(rows)
      else { return nil }
      self = .cells(CellSpan(columns: columns, rows: rows))
    }

    /// The columns and rows of a grid; a row of its own is as wide as any grid.
    var cells: CellSpan {
      switch self {
      case .cells(let span): span
      case .row: CellSpan(columns: .max, rows: 1)
      }
    }
  }

  /// The pictures that have the room.
  package let pictures: PictureSelector
  /// The room that these pictures have.
  package let room: Room

  /// Creates a span from a text such as `IMG_12*=2x2`, or with a condition, `{rating} >= 5=row`.
  ///
  /// - Throws: `TemplateError` if there is a brace before the room and the text is not a condition.
  /// - Returns: Nil if the text is malformed.
  package init?(parsing text: String) throws(TemplateError) {
    guard let sign = text.lastIndex(of: "="), sign > text.startIndex,
      let room = Room(parsing: text[text.index(after: sign)...])
    else { return nil }
    pictures = try PictureSelector(String(text[..<sign]))
    self.room = room
  }
}
