package import SheetLayout
internal import SheetModel

/// How much room a picture has on a sheet.
package enum PictureRoom: Equatable, Sendable {
  /// A number of columns and rows of a grid.
  case cells(CellSpan)
  /// A row to itself.
  case row

  /// The valid numbers of columns and rows.
  package static let range = 1...20

  /// Whether the room is more than one cell.
  var isLargerThanCell: Bool { max(cells.columns, cells.rows) > 1 }

  /// Parses the room of a picture, such as `2x2` or `row`; nil if the text is malformed.
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

  /// Creates the room requested by a program; nil if it is out of range.
  init?(_ span: Sheet.Span) {
    switch span {
    case .row: self = .row
    case .span(let columns, let rows):
      guard Self.range.contains(columns), Self.range.contains(rows) else { return nil }
      self = .cells(CellSpan(columns: columns, rows: rows))
    }
  }

  /// The columns and rows of a grid; a row to itself is as wide as any grid.
  var cells: CellSpan {
    switch self {
    case .cells(let span): span
    case .row: CellSpan(columns: .max, rows: 1)
    }
  }
}

extension RuleForm<PictureRoom> {
  /// The extra room of pictures; the last match is used.
  package static let span = RuleForm(
    values: "columns and rows from 1 to 20, or 'row'",
    examples: ["best*=2x2", "{rating} >= 5=row"], effect: "sets a span",
    read: { PictureRoom(parsing: $0) })
}
