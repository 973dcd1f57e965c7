internal import SheetFiles
package import SheetModel
package import SystemPackage

/// Reads the rows of a table in UTF-8 according to RFC 4180.
///
/// A field may be in quotation marks; inside, quotation marks are doubled, and line breaks are part
/// of the field. Elsewhere a quotation mark is an ordinary character. Spaces around a field are
/// kept only inside quotation marks. A line ends with a line feed, a carriage return, or both.
///
/// It works on bytes: a comma before a combining mark is still a comma, although in a `String` the
/// two are a single character.
struct TableRows {
  /// The maximum number of fields in a row, which may all be empty.
  static let maximumWidth = 1 << 20

  /// The offset at which the current row starts.
  private(set) var start: Int
  /// The index of the column read last.
  private(set) var column = 0

  private var rest: ArraySlice<UInt8>
  private let separator: UInt8
  private let width: Int

  /// Creates a reader for a table whose fields are separated by `separator`.
  init(_ bytes: ArraySlice<UInt8>, separator: UInt8, maximumWidth: Int = maximumWidth) {
    (rest, self.separator, width) = (bytes, separator, maximumWidth)
    start = bytes.startIndex
  }

  /// The offsets of the current row, as far as it has been read.
  var row: Range<Int> { start..<rest.startIndex }
  var isAtEnd: Bool { rest.isEmpty }

  /// The fields of the next row; nil at the end.
  mutating func next() throws(TableRowError) -> [String]? {
    guard !isAtEnd else { return nil }
    (start, column) = (rest.startIndex, 0)
    var fields = [try field()]
    while try moveToNextField() { fields.append(try field()) }
    takeLineEnd()
    return fields
  }

  /// Skips the rest of a row.
  ///
  /// Returns the offsets of the whole row.
  mutating func endRow() throws(TableRowError) -> Range<Int> {
    while try moveToNextField() { _ = try bytes() }
    takeLineEnd()
    return row
  }

  /// The field at an index of the next row; nil if the row ends before it.
  mutating func field(at index: Int) throws(TableRowError) -> String? {
    (start, column) = (rest.startIndex, 0)
    while column < index {
      _ = try bytes()
      guard try moveToNextField() else { return nil }
    }
    return try field()
  }

  private mutating func moveToNextField() throws(TableRowError) -> Bool {
    guard rest.first == separator else { return false }
    rest.removeFirst()
    column += 1
    if column == width { throw .tooWide }
    return true
  }

  /// Reads a field, up to the separator or line break after it.
  private mutating func field() throws(TableRowError) -> String {
    let bytes = try bytes()
    guard !bytes.contains(0) else { throw .holdsNUL }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func bytes() throws(TableRowError) -> [UInt8] {
    skipSpaces()
    return rest.first == Self.quotationMark ? try quoted() : plain()
  }

  private mutating func plain() -> [UInt8] {
    let field = rest.prefix { $0 != separator && !$0.isLineEnd }
    rest = rest[field.endIndex...]
    let end = field.lastIndex { $0 != Self.space }.map { $0 + 1 } ?? field.startIndex
    return Array(field[..<end])
  }

  private mutating func quoted() throws(TableRowError) -> [UInt8] {
    var field: [UInt8] = []
    rest.removeFirst()
    while let byte = rest.first {
      if byte.isLineEnd {
        field += takeLineEnd()
        continue
      }
      rest.removeFirst()
      if byte == Self.quotationMark {
        guard rest.first == Self.quotationMark else {
          skipSpaces()
          guard rest.first.map({ $0 == separator || $0.isLineEnd }) ?? true else {
            throw .textAfterQuotation
          }
          return field
        }
        rest.removeFirst()
      }
      field.append(byte)
    }
    throw .openQuotation
  }

  private mutating func skipSpaces() {
    rest = rest.drop { $0 == Self.space }
  }

  /// Reads a line break, if there is one.
  @discardableResult
  private mutating func takeLineEnd() -> ArraySlice<UInt8> {
    guard rest.first?.isLineEnd == true else { return [] }
    let isPair = rest.starts(with: [UInt8(ascii: "\r"), UInt8(ascii: "\n")])
    let end = rest.prefix(isPair ? 2 : 1)
    rest = rest[end.endIndex...]
    return end
  }

  private static let quotationMark = UInt8(ascii: "\"")
  private static let space = UInt8(ascii: " ")
}

extension UInt8 {
  /// Whether this is a line feed or a carriage return.
  var isLineEnd: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}

/// Why a table of labels cannot be used.
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
  /// The row that starts on this line is invalid, possibly in a particular column, counted from 0.
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
  /// Whether these are all rows of the table.
  let areAllRows: Bool
  /// The names that would make it the column of paths, and that no column has.
  let freeNames: [String]

  /// The maximum number of rows that are examined.
  static let mostRows = 10_000
}

/// An error in a row of a table of labels.
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
        + " in the first row, parse file names into parts named like columns, or put "
        + "quotation marks around a label that contains the separator"
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
