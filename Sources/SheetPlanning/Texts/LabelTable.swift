internal import SheetFiles
internal import SheetText
public import SystemPackage

/// Labels for pictures, and their weights, from a file with a picture in each row.
///
/// The file is UTF-8, with or without a byte order mark, and CSV according to RFC 4180, or
/// tab-separated if its first line contains a tab. A row has a path and a label, unless the first row
/// is a heading: `path` and `label`, `weight` or both, in any case and order. Empty rows, and empty columns at the end of a row, are ignored. Spaces around a
/// path or a label count only inside quotation marks.
///
/// In a label, `\n`, or a line break inside quotation marks, starts a new line, and `\\` is a
/// backslash. Braces have no special meaning.
public struct LabelTable: Equatable, Sendable {
  /// A row of the table.
  struct Row: Equatable, Sendable {
    /// The picture's path as written.
    var path: FilePath
    /// The label; empty for a picture that should have none, nil in a table without labels.
    var label: String?
    /// How much the picture counts in a collage; nil where the table does not say.
    var weight: Double?
    /// The line that the row starts on, from 1.
    var line: Int
  }

  /// Where a table comes from.
  public enum Source: Equatable, Sendable {
    /// A file, which is read when the sheet is planned.
    case file(FilePath)
    /// Standard input, which is read when the sheet is planned.
    case standardInput
    /// A table that has been read.
    case table(LabelTable)

    /// The table, which is read if necessary.
    package func table() throws(LabelTableError) -> LabelTable {
      switch self {
      case .file(let path): try LabelTable(contentsOf: path)
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

  /// Whether there is a column of weights.
  let hasWeights: Bool
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
  /// - Throws: ``LabelTableError``, which names the file, and the line if a row is at fault.
  public init(contentsOf path: FilePath) throws(LabelTableError) {
    do {
      let file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
      self = try file.closeAfter {
        guard try file.stat().type == .regular else { throw LabelTableError.notFile(path) }
        return try LabelTable(reading: file, path: path)
      }
    } catch let error as LabelTableError {
      throw error
    } catch {
      throw .unreadable(path, Errno(error))
    }
  }

  /// Reads a table from standard input to its end.
  ///
  /// Its paths are relative to the working directory.
  ///
  /// - Throws: ``LabelTableError``, which calls standard input `-`.
  public static func readingStandardInput() throws(LabelTableError) -> LabelTable {
    try LabelTable(reading: .standardInput, path: "-")
  }

  /// Reads a table from an open file to its end; errors call it `path`.
  private init(reading descriptor: FileDescriptor, path: FilePath) throws(LabelTableError) {
    let bytes: [UInt8]
    do throws(ContentsError) {
      bytes = try descriptor.contents(atMost: Self.maximumSize)
    } catch {
      switch error {
      case .system(let error): throw .unreadable(path, error)
      case .tooLarge: throw .tooLarge(path)
      }
    }
    try self.init(bytes, path: path)
  }

  /// Reads a table from the bytes of the file at `path`.
  init(_ bytes: [UInt8], path: FilePath) throws(LabelTableError) {
    self.path = path
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    let isTabbed = text.prefix { !$0.isLineEnd }.contains(UInt8(ascii: "\t"))
    var table = TableRows(text, separator: UInt8(ascii: isTabbed ? "\t" : ","))
    var rows: [Row] = []
    var columns = LabelColumns.standard
    var isFirst = true
    do throws(LabelRowError) {
      while let fields = try table.next() {
        guard fields.contains(where: { !$0.isEmpty }) else { continue }
        defer { isFirst = false }
        if isFirst, let heading = LabelColumns(heading: fields) {
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
    hasWeights = columns.weight != nil
  }
}

/// What stands in which column of a table, counted from 0.
private struct LabelColumns {
  var path = 0
  var label: Int? = 1
  var weight: Int?
  var count = 2

  /// A path and a label.
  static let standard = LabelColumns()

  private init() {}

  /// The columns that a heading names; nil for a row that is none.
  init?(heading fields: [String]) {
    let names = Array(fields.map { $0.lowercased() }.reversed().drop(while: \.isEmpty).reversed())
    guard Set(names).count == names.count, names.count > 1,
      names.allSatisfy(["path", "label", "weight"].contains),
      let path = names.firstIndex(of: "path")
    else { return nil }
    self.path = path
    label = names.firstIndex(of: "label")
    weight = names.firstIndex(of: "weight")
    count = names.count
  }
}

extension LabelTable.Row {
  /// Takes what columns hold from the fields of a row.
  fileprivate init(_ fields: [String], _ columns: LabelColumns, line: Int) throws(LabelRowError) {
    let (path, label, weight) = (
      fields[safe: columns.path], fields[safe: columns.label], fields[safe: columns.weight]
    )
    if columns.label != nil, label == nil { throw .noLabel }
    guard fields.dropFirst(columns.count).allSatisfy(\.isEmpty) else {
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
    if let weight, !weight.isEmpty {
      guard let value = Double(weight), PictureWeight.range.contains(value) else {
        throw .weight(weight)
      }
      self.weight = value
    }
    self.line = line
  }
}

/// The labels of pictures according to a table.
public struct MatchedLabels: Equatable, Sendable {
  /// The label of each picture: empty if it should have none, nil if the table does not mention
  /// it.
  public let labels: [String?]
  /// The weight of each picture; nil if the table has none for it.
  let weights: [Double?]
  /// A message with the number of rows that label no picture and the reason for the first; nil if
  /// all rows label one.
  public let warning: String?
}

extension LabelTable {
  /// The labels for pictures with these names.
  ///
  /// A row labels the pictures with its path as written. If there are none, its path is taken
  /// relative to the table's folder. If there are none either and it is just a file name, the row
  /// labels the picture of that name, provided that there is only one. Paths are compared after
  /// resolving `.` and `x/..` lexically. If several rows match a picture, the first one counts.
  ///
  /// - Parameter pictures: The paths as given, or below folders as given.
  /// - Returns: A label or nil for each picture, and a warning about rows that label none.
  /// - Complexity: O(pictures + rows)
  public func labels(for pictures: [FilePath]) -> MatchedLabels {
    let byPath = Dictionary(grouping: pictures.indices) { pictures[$0].lexicallyNormalized() }
    let byName = Dictionary(grouping: pictures.indices) { pictures[$0].nameBytes }
    let folder = path.folder

    var found = [Row?](repeating: nil, count: pictures.count)
    var useless: (count: Int, first: String)?
    for row in rows {
      let namesakes = row.path.isFileName ? byName[row.path.nameBytes] ?? [] : []
      let meant =
        byPath[row.path.lexicallyNormalized()]
        ?? byPath[folder.pushing(row.path).lexicallyNormalized()]
        ?? (namesakes.count == 1 ? namesakes : [])
      let free = meant.filter { found[$0] == nil }
      for index in free { found[index] = row }
      guard free.isEmpty else { continue }
      let reason =
        !meant.isEmpty
        ? ", whose picture has a label from an earlier row"
        : namesakes.count > 1 ? ", the name of \(namesakes.count) pictures: write its path" : ""
      let first = useless?.first ?? "line \(row.line), \(row.path.quoted)\(reason)"
      useless = ((useless?.count ?? 0) + 1, first)
    }
    return MatchedLabels(
      labels: found.map { $0?.label }, weights: found.map { $0?.weight },
      warning: useless.map { warning($0.count, $0.first) })
  }

  private func warning(_ count: Int, _ first: String) -> String {
    count == 1
      ? "a row of \(path.quoted) labels no picture: \(first)"
      : "\(count) rows of \(path.quoted) label no picture; the first is \(first)"
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
