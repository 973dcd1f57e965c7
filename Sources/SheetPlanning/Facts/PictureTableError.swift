internal import SheetFiles
package import SheetModel
package import SystemPackage

/// Why a table of pictures cannot be used.
///
/// Descriptions are complete messages that name the file.
package enum PictureTableError: Error, Equatable, Sendable {
  /// The file cannot be read.
  case unreadable(FilePath, Errno)
  /// The path is a folder, a pipe or a device.
  case notFile(FilePath)
  /// The file is larger than ``PictureTable/maximumSize`` bytes.
  case tooLarge(FilePath)
  /// The file is JSON.
  case json(FilePath)
  /// The row that starts on this line is invalid; if one column is to blame, its index is given,
  /// counted from 0.
  case row(FilePath, line: Int, TableRowError, column: Int?, of: [String])
}

/// The column in which more rows name a picture than in any other, although not all rows do.
package struct NearestColumn: Equatable, Sendable {
  /// The index, counted from 0.
  let column: Int
  /// The field in the first row.
  let name: String
  /// How many rows name a picture in this column.
  let count: Int
  /// How many rows were examined.
  let rows: Int
  /// Whether all rows of the table were examined.
  let areAllRows: Bool
  /// The headings that would make this the column of paths, except those that columns already have.
  let freeNames: [String]

  /// The maximum number of rows that are examined.
  static let mostRows = 10_000
}

/// An error in a row of a table of pictures.
package enum TableRowError: Error, Equatable, Sendable {
  /// The row has more than 2²⁰ fields.
  case tooWide
  /// The row contains a NUL character, which neither a path nor a label may contain.
  case holdsNUL
  /// A quotation mark is not closed.
  case openQuotation
  /// A closing quotation mark is followed by more text.
  case textAfterQuotation
  /// There is only one column.
  case noLabel
  /// The table has this many columns, more than two, and no heading; one column may name some of
  /// the pictures.
  case columns(Int, nearest: NearestColumn? = nil)
  /// The row has this many fields, more than the table has columns.
  case surplus(Int, columns: Int)
  /// The label has an unknown escape.
  case label(TemplateError)
  /// The label has more than 1,000 lines.
  case longLabel
  /// A field does not have the form its column requires.
  case value(String, of: String, form: String)
}

extension PictureTableError: CustomStringConvertible {
  /// A complete message with the file, the line and what to do.
  package var description: String {
    switch self {
    case .unreadable(let path, .noSuchFileOrDirectory):
      "cannot read the table \(path.quoted): it does not exist; correct the name"
    case .unreadable(let path, let error): "cannot read the table \(path.quoted): \(error)"
    case .notFile(let path):
      "cannot read the table \(path.quoted): it is not a regular file; use - for standard input"
    case .json(let path):
      "cannot read the table \(path.quoted): it is JSON; save it as CSV, with the columns in the first row"
    case .tooLarge(let path):
      "cannot read the table \(path.quoted): "
        + "\(ContentsError.tooLarge(limit: PictureTable.maximumSize)); keep only the rows of this sheet's images"
    case .row(let path, let line, let error, let column, let columns):
      "cannot read \(path.quoted), line \(line): \(error)\(PictureTable.place(column, of: columns))"
    }
  }
}

extension TableRowError {
  /// Whether the error is that none of several columns names the pictures.
  var isOfColumns: Bool { if case .columns = self { true } else { false } }
}

extension NearestColumn: CustomStringConvertible {
  /// A clause: the column, and how many rows name an image in it.
  package var description: String {
    let column = name.isEmpty ? "column \(column + 1)" : "'\(name.shortPrintable)'"
    return "\(column) names an image in \(count) of "
      + (areAllRows ? "" : "the first ") + rows.counted("row")
  }
}

extension TableRowError: CustomStringConvertible {
  /// A fragment: what is wrong in the row, and what to do.
  package var description: String {
    switch self {
    case .tooWide:
      "there are more than a million columns; keep those that the sheet shows"
    case .holdsNUL:
      "the row contains a NUL character, as a workbook does; save the table as CSV in UTF-8"
    case .openQuotation:
      "a quotation mark is not closed; write \"\" for one that is part of the text"
    case .textAfterQuotation:
      "more text follows a closing quotation mark; write \"\" for one that is part of the text"
    case .noLabel:
      "there is no second column; separate path and label with a comma, a semicolon or a tab"
    case .columns(let count, let nearest):
      "none of the \(count) columns names the images; \(nearest.map { "\($0); call that column" } ?? "if one should, call it") "
        + (nearest?.freeNames ?? TableColumns.shownPathNames).listed("or")
        + " in the first row, extract facts with the names of the columns from file names, or "
        + "put quotation marks around a label that contains the separator"
    case .surplus(let count, let columns):
      "there are \(count) fields, but \(columns) columns; put quotation marks around a value that "
        + "contains the separator"
    case .label(let error): "the label, \(error)"
    case .longLabel:
      "the label has more than \(PictureTable.Row.maximumLines) lines; shorten it"
    case .value(let text, let column, let form):
      "the \(column == "copies" ? "number of copies" : column) is '\(text.shortPrintable)'; write \(form)"
    }
  }
}
