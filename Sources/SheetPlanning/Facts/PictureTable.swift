internal import SheetFiles
internal import SheetLayout
internal import SheetText
public import SystemPackage

/// What a file says of pictures, with a picture in each row.
///
/// The file is UTF-8, with or without a byte order mark, and CSV according to RFC 4180, or
/// tab-separated if its first line contains a tab. A row has a path and a label, unless the first row
/// is a heading: one of its fields is `path`, in any case. Each column is a fact by its heading; a
/// `label` replaces that of a template, a `weight` is one, and so are a `focus` and a `span`. Empty rows, and empty
/// columns at the end of a row, are ignored. Spaces around a field count only inside quotation marks.
///
/// In a label, `\n`, or a line break inside quotation marks, starts a new line, and `\\` is a
/// backslash. Braces have no special meaning.
public struct PictureTable: Equatable, Sendable {
  /// A row of the table.
  struct Row: Equatable, Sendable {
    /// The picture's path as written.
    var path: FilePath
    /// The label; empty for a picture that should have none, nil in a table without labels.
    var label: String?
    /// How much the picture counts in a collage; nil where the table does not say.
    var weight: Double?
    /// What matters most in the picture; nil where the table does not say.
    var focus: Focus?
    /// How much room the picture has; nil where the table does not say.
    var span: PictureSpan.Room?
    /// The line that the row starts on, from 1.
    var line: Int
    /// What stands in each column.
    var fields: [String]

    /// What stands in a column; nil for nothing.
    func field(_ column: Int) -> String? {
      column < fields.count && !fields[column].isEmpty ? fields[column] : nil
    }
  }

  /// Where a table comes from.
  public enum Source: Equatable, Sendable {
    /// A file, which is read when the sheet is planned.
    case file(FilePath)
    /// Standard input, which is read when the sheet is planned.
    case standardInput
    /// A table that has been read.
    case table(PictureTable)

    /// The table, which is read if necessary.
    package func table() throws(PictureTableError) -> PictureTable {
      switch self {
      case .file(let path): try PictureTable(contentsOf: path)
      case .standardInput: try .readingStandardInput()
      case .table(let table): table
      }
    }

    /// The file that is read; nil for none.
    package var file: FilePath? { if case .file(let path) = self { path } else { nil } }
  }

  /// The maximum size of a table in bytes, generous even for a sheet of hundreds of thousands of
  /// pictures.
  public static let maximumSize = 64 << 20

  /// The path of the table; `-` for one from standard input.
  public let path: FilePath
  let rows: [Row]
  /// The headings of the columns, also of those that have none.
  let columns: [String]
  /// The places of columns by their headings, of which the first of several counts: a table may have a
  /// million of them.
  let places: [String: Int]
  /// Whether there is a column of labels.
  private let hasLabels: Bool

  /// The number of lines of the longest label, at least 1; 0 without labels.
  var lineCount: Int {
    guard hasLabels else { return 0 }
    return rows.reduce(1) {
      max($0, ($1.label ?? "").split(separator: "\n", omittingEmptySubsequences: false).count)
    }
  }

  /// Reads a table from a regular file; never waits for a pipe or a device.
  ///
  /// - Throws: ``PictureTableError``, which names the file, and the line if a row is at fault.
  public init(contentsOf path: FilePath) throws(PictureTableError) {
    try self.init(path: path) { () throws(ContentsError) in
      try path.contents(atMost: Self.maximumSize)
    }
  }

  /// Reads a table from standard input to its end.
  ///
  /// Its paths are relative to the working directory.
  ///
  /// - Throws: ``PictureTableError``, which calls standard input `-`.
  public static func readingStandardInput() throws(PictureTableError) -> PictureTable {
    try PictureTable(path: "-") { () throws(ContentsError) in
      try FileDescriptor.standardInput.contents(atMost: maximumSize)
    }
  }

  /// Reads a table from what is at `path`.
  private init(
    path: FilePath, _ contents: () throws(ContentsError) -> [UInt8]
  ) throws(PictureTableError) {
    let bytes: [UInt8]
    do { bytes = try contents() } catch {
      switch error {
      case .notARegularFile, .system(.isDirectory): throw .notFile(path)
      case .system(let error): throw .unreadable(path, error)
      case .tooLarge: throw .tooLarge(path)
      }
    }
    try self.init(bytes, path: path)
  }

  /// Reads a table from the bytes of the file at `path`.
  init(_ bytes: [UInt8], path: FilePath) throws(PictureTableError) {
    self.path = path
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    let isTabbed = text.prefix { !$0.isLineEnd }.contains(UInt8(ascii: "\t"))
    var table = TableRows(text, separator: UInt8(ascii: isTabbed ? "\t" : ","))
    var rows: [Row] = []
    var columns = TableColumns.standard
    var isFirst = true
    do throws(TableRowError) {
      while let fields = try table.next() {
        guard fields.contains(where: { !$0.isEmpty }) else { continue }
        defer { isFirst = false }
        if isFirst, let heading = TableColumns(heading: fields) {
          columns = heading
          continue
        }
        rows.append(try Row(fields, columns, line: table.line))
      }
    } catch {
      throw .row(path, line: table.line, error)
    }
    self.rows = rows
    hasLabels = columns.label != nil
    self.columns = columns.names
    places = Dictionary(columns.names.enumerated().map { ($1, $0) }) { first, _ in first }
  }
}

/// What stands in which column of a table, counted from 0.
private struct TableColumns {
  let names: [String]
  let path: Int
  let label: Int?
  let weight: Int?
  let focus: Int?
  let span: Int?

  static let standard = TableColumns(names: ["path", "label"], path: 0)

  private init(names: [String], path: Int) {
    func column(_ name: String) -> Int? { names.firstIndex { $0.lowercased() == name } }
    (self.names, self.path) = (names, path)
    (label, weight) = (column("label"), column("weight"))
    (focus, span) = (column("focus"), column("span"))
  }

  /// The columns that a heading names; nil for a row that is none.
  init?(heading fields: [String]) {
    let names = Array(fields.reversed().drop(while: \.isEmpty).reversed())
    let paths = names.indices.filter { names[$0].lowercased() == "path" }
    guard names.count > 1, paths.count == 1 else { return nil }
    self.init(names: names, path: paths[0])
  }
}

extension PictureTable.Row {
  /// Takes what columns hold from the fields of a row.
  fileprivate init(_ fields: [String], _ columns: TableColumns, line: Int) throws(TableRowError) {
    let (path, label) = (fields[safe: columns.path], fields[safe: columns.label])
    if columns.label != nil, label == nil { throw .noLabel }
    guard fields.dropFirst(columns.names.count).allSatisfy(\.isEmpty) else {
      throw .columns(fields.count)
    }
    guard let path, !path.isEmpty else { throw .noPath }
    self.path = FilePath(path)
    do throws(TemplateError) {
      self.label = try label.map { (label) throws(TemplateError) in
        try String(unescaping: label)
          .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
          .map { String($0).oneLine }.joined(separator: "\n")
      }
    } catch {
      throw .label(error)
    }
    func value<Value>(
      _ column: Int?, _ name: String, _ form: String, _ read: (String) -> Value?
    ) throws(TableRowError) -> Value? {
      guard let text = fields[safe: column], !text.isEmpty else { return nil }
      guard let value = read(text) else { throw .value(text, of: name, form: form) }
      return value
    }
    weight = try value(columns.weight, "weight", "a number from 0.01 to 100") {
      Double(decimal: $0).flatMap { PictureWeight.range.contains($0) ? $0 : nil }
    }
    focus = try value(
      columns.focus, "focus", "two numbers from 0 to 1, such as \"0.3,0.4\"", Focus.init(parsing:))
    span = try value(
      columns.span, "span", "columns and rows from 1 to 20, such as 2x2, or row",
      PictureSpan.Room.init(parsing:))
    self.line = line
    self.fields = Array(fields.prefix(columns.names.count))
  }
}

/// The rows of a table for some pictures.
struct MatchedRows {
  /// The place of each picture's row in the table; nil if the table does not mention it.
  let rows: [Int?]
  /// The note on rows that no picture has, with the reason for the first; nil if all rows have one.
  let note: Note?
}

extension PictureTable {
  /// The rows for pictures with these names.
  ///
  /// A row is for the pictures with its path as written. If there are none, its path is taken
  /// relative to the table's folder. If there are none either and it is just a file name, the row
  /// is for the picture of that name, provided that there is only one. Paths are compared after
  /// resolving `.` and `x/..` lexically. If several rows match a picture, the first one counts.
  ///
  /// - Parameter pictures: The paths as given, or below folders as given.
  /// - Returns: The row of each picture, and a note on rows that no picture has.
  /// - Complexity: O(pictures + rows)
  func matched(_ pictures: [FilePath]) -> MatchedRows {
    let byPath = Dictionary(grouping: pictures.indices) { pictures[$0].lexicallyNormalized() }
    let byName = Dictionary(grouping: pictures.indices) { pictures[$0].nameBytes }
    let folder = path.folder

    var found = [Int?](repeating: nil, count: pictures.count)
    var useless: (count: Int, first: String)?
    for (place, row) in rows.enumerated() {
      let namesakes = row.path.isFileName ? byName[row.path.nameBytes] ?? [] : []
      let meant =
        byPath[row.path.lexicallyNormalized()]
        ?? byPath[folder.pushing(row.path).lexicallyNormalized()]
        ?? (namesakes.count == 1 ? namesakes : [])
      let free = meant.filter { found[$0] == nil }
      for index in free { found[index] = place }
      guard free.isEmpty else { continue }
      let reason =
        !meant.isEmpty
        ? ", whose picture has an earlier row"
        : namesakes.count > 1 ? ", the name of \(namesakes.count) pictures: write its path" : ""
      let first = useless?.first ?? "line \(row.line), \(row.path.quoted)\(reason)"
      useless = ((useless?.count ?? 0) + 1, first)
    }
    return MatchedRows(rows: found, note: useless.map { note($0.count, $0.first) })
  }

  private func note(_ count: Int, _ first: String) -> Note {
    Note(
      .unmatchedRows, about: path.string,
      count == 1
        ? "a row of \(path.quoted) matches no picture: \(first)"
        : "\(count) rows of \(path.quoted) match no picture; the first is \(first)",
      [.count: count])
  }
}

extension [String] {
  /// The text at an index; nil beyond the end, and for no index.
  fileprivate subscript(safe index: Int?) -> String? {
    index.flatMap { indices.contains($0) ? self[$0] : nil }
  }
}

extension FilePath {
  /// Whether the path is a single name, without a folder.
  fileprivate var isFileName: Bool { isRelative && components.count == 1 }
}
