internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
package import SystemPackage

/// A table of pictures from a file, with one picture in each row.
///
/// The file is CSV according to RFC 4180, separated by commas, semicolons or tabs, whichever its
/// first line uses. It is UTF-8, UTF-16 with a byte order mark, or else Windows-1252. Without a
/// heading, a row has a path and a label. The first row is a heading in three cases: one of its
/// fields is `path` or a synonym of it; one column names pictures in the rows below the first; or
/// columns are named like parts of pictures' names. In the last case, these columns identify the
/// pictures. A column called `path` or a synonym gives way to another column if it names no
/// pictures and the other does. In a table with semicolons, columns of numbers may have decimal
/// commas. Each column is a fact, named by its heading. A `label` column contains labels, which are
/// shown if there is no label template. A column named `weight`, `focus`, `span`, `crop`, `orient`,
/// `border`, `cell-background` or `copies` sets the property of that name. Empty rows, and empty
/// columns at the end of a row, are ignored. Spaces around a field are kept only inside quotation
/// marks.
///
/// In a label, `\n`, or a line break inside quotation marks, starts a new line, and `\\` is a
/// backslash. Braces have no special meaning.
package struct PictureTable: Equatable, Sendable {
  struct Row: Equatable, Sendable {
    /// The picture's path as written; empty if parts of file names identify pictures.
    var path: FilePath
    /// The label; empty for a picture that should not have one, nil in a table without labels.
    var label: String?
    /// The weight of the picture in a collage; nil if unset.
    var weight: Double?
    /// The focal point of the picture; nil if unset.
    var focus: Focus?
    /// The cells, or the row, that the picture takes up; nil if unset.
    var span: PictureRoom?
    /// The part of the picture that is shown; nil if unset.
    var crop: PictureArea?
    /// How far the picture is rotated; nil if unset.
    var turn: Sheet.Turn?
    /// The line around the picture; nil if unset, or if the field cannot be read as a line.
    var border: PictureBorder?
    /// The background of the cell; nil if unset, or if the field cannot be read as a background.
    var cellBackground: Backdrop?
    /// How many times the picture is shown; nil if unset.
    var copies: Int?
    /// The fields of the row, column by column.
    var fields: [String]

    /// The maximum number of lines of a label, far more than a sheet shows.
    static let maximumLines = 1000

    /// The field in a column; nil if empty.
    func field(_ column: Int) -> String? {
      column < fields.count && !fields[column].isEmpty ? fields[column] : nil
    }
  }

  /// Where a table comes from.
  package enum Source: Equatable, Sendable {
    /// A file, which is read when the sheet is planned.
    case file(FilePath)
    /// Standard input, which is read when the sheet is planned.
    case standardInput
    /// A table that has already been read.
    case table(PictureTable)

    /// The table, which is read if necessary.
    ///
    /// - Parameters:
    ///   - parts: The names that templates give to the parts of pictures' names.
    ///   - stems: The names of the pictures without extensions.
    /// - Returns: The table.
    /// - Throws: ``PictureTableError``, which names the file, and the line if a row is to blame.
    package func table(
      parts: [String] = [], stems: () -> Set<String> = { [] }
    ) throws(PictureTableError) -> PictureTable {
      switch self {
      case .file(let path): try PictureTable(contentsOf: path, parts: parts, stems: stems)
      // The paths in the table are relative to the working folder, and messages call the table `-`.
      case .standardInput:
        try PictureTable(path: "-", parts: parts, stems: stems) { () throws(ContentsError) in
          try FileDescriptor.standardInput.contents(atMost: maximumSize)
        }
      case .table(let table): table
      }
    }

    /// The file to be read; nil if there is none.
    package var file: FilePath? { if case .file(let path) = self { path } else { nil } }
  }

  /// The maximum size of a table in bytes, generous even for a sheet of hundreds of thousands of
  /// pictures.
  package static let maximumSize = 64 << 20

  /// The path of the table; `-` for standard input.
  package let path: FilePath
  /// The text in UTF-8; fields are read from it on demand, since even a field of one byte would
  /// take sixteen as a `String`.
  var text: [UInt8]
  let separator: UInt8
  /// The offset of the heading; nil if there is none.
  var heading: Int?
  /// The offset at which the rows begin.
  var body: Int
  let layout: TableColumns
  /// The columns whose values are numbers with decimal commas.
  private let commaColumns: Set<Int>

  /// The fields of the first row if there is no heading, for messages; otherwise empty.
  private var firstRow: [String] = []

  /// The number of lines in the label with the most lines (at least 1); 0 in a table without
  /// labels.
  let lineCount: Int
  /// Whether any field has line breaks.
  private(set) var hasLines = false
  /// The note on the first field of the `border` column that cannot be read as a border; nil if
  /// there is none.
  private(set) var noteOnBorders: Note?
  /// The note on the first field of the `cell-background` column that cannot be read as a
  /// background; nil if there is none.
  private(set) var noteOnCellBackgrounds: Note?
  /// The offsets of the rows of pictures that do not exist, in a table that has been reduced to the
  /// rows that are used.
  var absentRows: [Int] = []
  /// The note on rows that are not empty, but have no path; nil if there are none.
  private(set) var noteOnRowsWithoutPath: Note?

  /// Calls `take` with the path in each row, as written, and the offsets of the row's bytes.
  ///
  /// Rows without a path are included only if `all` is true.
  func forEachRow(all: Bool = false, _ take: (_ path: String, _ bytes: Range<Int>) -> Void) {
    var reader = TableRows(text[body...], separator: separator)
    // All rows have already been read once, so none has an error.
    while !reader.isAtEnd, let path = try? reader.field(at: layout.path ?? 0) ?? "",
      let bytes = try? reader.endRow()
    {
      if all || !path.isEmpty { take(path, bytes) }
    }
  }

  func row(at offset: Int) -> Row {
    var reader = TableRows(text[offset...], separator: separator)
    let row = try? reader.next().map { fields throws(TableRowError) in try Row(fields, layout) }
    return row ?? Row(path: "", fields: [])
  }

  /// The fields of the row at an offset, as they are written.
  func fields(ofRowAt offset: Int) -> [String] {
    var reader = TableRows(text[offset...], separator: separator)
    return ((try? reader.next()) ?? nil) ?? []
  }

  /// The text in a column of the row at an offset; nil if it is empty.
  func field(_ column: Int, ofRowAt offset: Int) -> String? {
    var reader = TableRows(text[offset...], separator: separator)
    let field = (try? reader.field(at: column)).flatMap { $0.isEmpty ? nil : $0 }
    return field.map { withPoint($0, in: column) }
  }

  /// The text of a field, with a decimal point if its column contains numbers with decimal commas.
  func withPoint(_ field: String, in column: Int) -> String {
    commaColumns.contains(column) ? field.replacing(",", with: ".") : field
  }

  /// The headings of the columns; a column without one has an empty heading.
  var columns: [String] {
    guard let heading else { return TableColumns.standard }
    var reader = TableRows(text[heading...], separator: separator)
    return ((try? reader.next()) ?? []).droppingEmptyEnd
  }

  /// The note on the column that names the pictures although another column has the heading of a
  /// column of paths; nil if there is no such column, or if this is to be expected.
  var noteOnPathColumn: Note? {
    guard let misleading = layout.misleading, case let columns = columns,
      let name = columns[safe: layout.path], let other = columns[safe: misleading]
    else { return nil }
    return Note(
      .otherPathColumn, about: .path(path),
      "the column '\(name.shortPrintable)' of \(path.quoted) names the images, because no value of "
        + "'\(other.shortPrintable)' does")
  }

  /// Whether the table contains only facts, and neither labels nor other properties of pictures.
  var isOfFactsAlone: Bool { heading != nil && layout.properties.isEmpty }

  /// Whether the columns have names, and one is called `label`, but none sets another property of
  /// pictures.
  var hasOnlyLabels: Bool { heading != nil && Array(layout.properties.keys) == ["label"] }

  /// Whether a column says how many times pictures are shown.
  var hasCopies: Bool { layout.properties["copies"] != nil }

  func identifiesPictures(_ column: Int) -> Bool { layout.identifiesPictures(column) }

  /// Whether parts of file names identify the pictures.
  var isOfParts: Bool { layout.path == nil }

  /// Reads a table from a regular file; never waits for a pipe or a device.
  ///
  /// Columns named like parts of pictures' names can identify the pictures.
  ///
  /// - Throws: ``PictureTableError``, which names the file, and the line if a row is to blame.
  package init(
    contentsOf path: FilePath, parts: [String] = [], stems: () -> Set<String> = { [] }
  ) throws(PictureTableError) {
    try self.init(path: path, parts: parts, stems: stems) { () throws(ContentsError) in
      try path.contents(atMost: Self.maximumSize)
    }
  }

  /// Creates a table from what `contents` reads; errors name the file `path`.
  fileprivate init(
    path: FilePath, parts: [String], stems: () -> Set<String>,
    _ contents: () throws(ContentsError) -> [UInt8]
  ) throws(PictureTableError) {
    let bytes: [UInt8]
    do { bytes = try contents() } catch {
      switch error {
      case .notARegularFile, .system(.isDirectory): throw .notFile(path)
      case .system(let error): throw .unreadable(path, error)
      case .tooLarge: throw .tooLarge(path)
      }
    }
    try self.init(bytes, path: path, parts: parts, stems: stems)
  }

  init(
    _ bytes: [UInt8], path: FilePath, parts: [String] = [], stems: () -> Set<String> = { [] }
  ) throws(PictureTableError) {
    self.path = path
    text = bytes.tableText
    if text.startsLikeJSON { throw .json(path) }
    var table = TableRows(of: text)
    separator = table.separator
    (heading, body) = (nil, table.row.upperBound)
    var lineCount = 0
    var layout: TableColumns?
    var commas = DecimalCommas(isPossible: separator == UInt8(ascii: ";"))
    var rowsBelowFirst: TableRows?
    var pathless = Occurrences<Int>()
    do throws(TableRowError) {
      while let fields = try table.next() {
        guard fields.contains(where: { !$0.isEmpty }) else { continue }
        if layout == nil, let columns = table.columns(heading: fields, parts: parts, stems: stems) {
          (layout, heading, body) = (columns, table.start, table.row.upperBound)
          layout?.hasDecimalCommas = separator == UInt8(ascii: ";")
          continue
        }
        let columns = layout ?? TableColumns()
        if layout == nil { (firstRow, rowsBelowFirst) = (fields.droppingEmptyEnd, table) }
        layout = columns
        let row = try Row(fields, columns)
        if columns.path != nil, row.path.isEmpty { pathless.add(table.start) }
        commas.add(fields)
        hasLines = hasLines || table.hasLines
        if noteOnBorders == nil, row.border == nil,
          let field = fields[safe: columns.properties["border"]], !field.isEmpty
        {
          let line = text[..<table.start].lineNumber
          noteOnBorders = Self.note(
            onValue: field, of: "border", "sets borders", "is not a border",
            "a border such as '3 red'", inLine: line, of: path)
        }
        if noteOnCellBackgrounds == nil, row.cellBackground == nil,
          let field = fields[safe: columns.properties["cell-background"]], !field.isEmpty
        {
          let line = text[..<table.start].lineNumber
          noteOnCellBackgrounds = Self.note(
            onValue: field, of: "cell-background", "sets the backgrounds of cells",
            "is not a background", RuleForm.cellBackground.values, inLine: line, of: path)
        }
        lineCount = max(lineCount, row.label.map { $0.utf8.count(where: \.isLineEnd) + 1 } ?? 0)
      }
    } catch {
      (self.lineCount, commaColumns) = (0, [])
      self.layout = layout ?? TableColumns()
      var error = error
      if case .columns(let count, nil) = error {
        let nearest = rowsBelowFirst?.nearestColumn(under: firstRow, stems())
        error = .columns(count, nearest: nearest)
      }
      throw .row(
        path, line: text[..<table.start].lineNumber, error,
        column: self.layout.column(of: error, at: table.column),
        of: error.isOfColumns ? firstRow : columns)
    }
    self.layout = layout ?? TableColumns()
    commaColumns = commas.columns.subtracting(self.layout.withMeaning)
    self.lineCount = self.layout.properties["label"] == nil ? 0 : max(1, lineCount)
    if let first = pathless.first {
      noteOnRowsWithoutPath = noteOnRows(
        withoutPath: pathless.count, firstLine: text[..<first].lineNumber)
    }
  }

  private func noteOnRows(withoutPath count: Int, firstLine line: Int) -> Note {
    let place = Self.place(layout.path, of: columns)
    return Note(
      .unmatchedRows, about: .path(path),
      count == 1
        ? "a row of \(path.quoted) is not used, because it names no image: line \(line)\(place)"
        : "\(count) rows of \(path.quoted) are not used, because they name no image; the first is line \(line)\(place)",
      [.count: count])
  }

  /// The note on a field that is not a valid value for its column.
  private static func note(
    onValue field: String, of column: String, _ effect: String, _ fault: String, _ value: String,
    inLine line: Int, of path: FilePath
  ) -> Note {
    Note(
      .unreadValues, about: .path(path),
      "the column '\(column)' of \(path.quoted) \(effect), but '\(field.shortPrintable)' in line \(line) \(fault)",
      remedy: "write \(value), or give the column another name")
  }
}

/// The columns of a table with semicolons that contain only numbers, at least one of them with a
/// decimal comma.
private struct DecimalCommas {
  let isPossible: Bool
  private var others: Set<Int> = []
  private var withCommas: Set<Int> = []

  init(isPossible: Bool) { self.isPossible = isPossible }

  var columns: Set<Int> { withCommas.subtracting(others) }

  mutating func add(_ fields: [String]) {
    guard isPossible else { return }
    for (column, field) in fields.enumerated() where !field.isEmpty && !others.contains(column) {
      let number = field.replacing(",", with: ".", maxReplacements: 1)
      if field.contains(".") || Double(decimal: number) == nil {
        others.insert(column)
      } else if number != field {
        withCommas.insert(column)
      }
    }
  }
}

extension [UInt8] {
  /// Whether the text begins with a JSON object, or with an array of JSON objects.
  fileprivate var startsLikeJSON: Bool {
    let start = lazy.filter { $0 > UInt8(ascii: " ") }.prefix(2)
    return start.elementsEqual("[{".utf8) || start.elementsEqual("{\"".utf8)
  }

  /// The text of a table in UTF-8, without a byte order mark.
  var tableText: [UInt8] { Array(String(ofTextFile: self).utf8) }

  /// The separator of a table: a tab if its first line has one, else its first comma or semicolon.
  ///
  /// Separators within quotation marks are part of a field.
  var firstSeparator: UInt8 {
    var isQuoted = false
    var found: UInt8?
    for byte in drop(while: \.isLineEnd) {
      if byte.isLineEnd { break }
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == UInt8(ascii: "\t") { return byte }
      if found == nil, ",;".utf8.contains(byte) { found = byte }
    }
    return found ?? UInt8(ascii: ",")
  }
}

extension ArraySlice<UInt8> {
  /// The number of the line that starts after the bytes, counted from 1.
  var lineNumber: Int {
    var (number, last) = (1, UInt8(0))
    for byte in self {
      let endsPair = byte == UInt8(ascii: "\n") && last == UInt8(ascii: "\r")
      if byte.isLineEnd, !endsPair { number += 1 }
      last = byte
    }
    return number
  }
}

extension PictureTable {
  /// The end of a message about a column, whose index is counted from 0.
  static func place(_ column: Int?, of columns: [String]) -> String {
    column.map { " (column \($0 + 1) of \(names(columns)))" }
      ?? " (the columns are \(names(columns)))"
  }

  private static func names(_ columns: [String]) -> String {
    let names = columns.prefix(12).map { $0.isEmpty ? "''" : $0.shortPrintable }
    let more = columns.count > 12 ? ["\(columns.count - 12) more"] : []
    return (names + more).joined(separator: ", ")
  }

  /// The end of a message about a missing column.
  var columnNote: String {
    if heading == nil {
      return "; the table \(path.quoted) has no column names, because its first row is "
        + Self.names(firstRow)
    }
    return "; the table \(path.quoted) has the columns \(Self.names(columns))"
  }

  /// The error, with the names of all columns if a fact is unknown.
  ///
  /// A token that differs from the name of a column only in case means the column, even if a fact
  /// has that name as well.
  func naming(_ error: TemplateError) -> TemplateError {
    let written = error.unknownToken?.name.lowercased()
    let meant = columns.first { !PictureTokens.isFree($0) && $0.lowercased() == written }
    return (meant.map { error.meaning("column:\($0)") } ?? error).ending(with: columnNote)
  }
}
