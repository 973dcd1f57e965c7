internal import SheetText
public import SystemPackage

/// Labels for pictures, from a file with a path and a label in each row.
///
/// The file is UTF-8, with or without a byte order mark, and CSV according to RFC 4180, or
/// tab-separated if its first line contains a tab. A first row of `path` and `label`, in any case,
/// is a heading. Empty rows, and empty columns at the end of a row, are ignored. Spaces around a
/// path or a label count only inside quotation marks.
///
/// In a label, `\n`, or a line break inside quotation marks, starts a new line, and `\\` is a
/// backslash. Braces have no special meaning.
public struct LabelTable: Equatable, Sendable {
  /// A row of the table.
  struct Row: Equatable, Sendable {
    /// The picture's path as written.
    var path: FilePath
    /// The label; empty for a picture that should have none.
    var label: String
    /// The line that the row starts on, from 1.
    var line: Int
  }

  /// The maximum size of a table in bytes, generous even for a sheet of hundreds of thousands of
  /// pictures.
  public static let maximumSize = 64 << 20

  /// The path of the table; `-` for one from standard input.
  public let path: FilePath
  let rows: [Row]

  /// The number of lines of the longest label, at least 1.
  var lineCount: Int {
    rows.reduce(1) {
      max($0, $1.label.split(separator: "\n", omittingEmptySubsequences: false).count)
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
    do {
      bytes = try descriptor.beginning(upTo: Self.maximumSize + 1)
    } catch {
      throw .unreadable(path, error)
    }
    guard bytes.count <= Self.maximumSize else { throw .tooLarge(path) }
    try self.init(bytes, path: path)
  }

  /// Reads a table from the bytes of the file at `path`.
  init(_ bytes: [UInt8], path: FilePath) throws(LabelTableError) {
    self.path = path
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    let isTabbed = text.prefix { !$0.isLineEnd }.contains(UInt8(ascii: "\t"))
    var table = TableRows(text, separator: UInt8(ascii: isTabbed ? "\t" : ","))
    var rows: [Row] = []
    var isFirst = true
    do throws(LabelRowError) {
      while let fields = try table.next() {
        guard fields.contains(where: { !$0.isEmpty }) else { continue }
        defer { isFirst = false }
        if isFirst, fields.map({ $0.lowercased() }) == ["path", "label"] { continue }
        rows.append(try Row(fields, line: table.line))
      }
    } catch {
      throw .row(path, line: table.line, error)
    }
    self.rows = rows
  }
}

extension LabelTable.Row {
  /// Takes a path and a label from the fields of a row.
  fileprivate init(_ fields: [String], line: Int) throws(LabelRowError) {
    guard fields.count >= 2 else { throw .noLabel }
    guard fields[2...].allSatisfy(\.isEmpty) else { throw .columns(fields.count) }
    guard !fields[0].isEmpty else { throw .noPath }
    path = FilePath(fields[0])
    do throws(TemplateError) {
      label = try String(unescaping: fields[1])
        .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        .map { String($0).oneLine }.joined(separator: "\n")
    } catch {
      throw .label(error)
    }
    self.line = line
  }
}

/// The labels of pictures according to a table.
public struct MatchedLabels: Equatable, Sendable {
  /// The label of each picture: empty if it should have none, nil if the table does not mention
  /// it.
  public let labels: [String?]
  /// A message with the number of rows that label no picture and the reason for the first; nil if
  /// all rows label one.
  public let warning: String?
}

extension LabelTable {
  /// The labels for pictures with these paths.
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

    var labels = [String?](repeating: nil, count: pictures.count)
    var useless: (count: Int, first: String)?
    for row in rows {
      let namesakes = row.path.isFileName ? byName[row.path.nameBytes] ?? [] : []
      let meant =
        byPath[row.path.lexicallyNormalized()]
        ?? byPath[folder.pushing(row.path).lexicallyNormalized()]
        ?? (namesakes.count == 1 ? namesakes : [])
      let free = meant.filter { labels[$0] == nil }
      for index in free { labels[index] = row.label }
      guard free.isEmpty else { continue }
      let reason =
        !meant.isEmpty
        ? ", whose picture has a label from an earlier row"
        : namesakes.count > 1 ? ", the name of \(namesakes.count) pictures: write its path" : ""
      let first = useless?.first ?? "line \(row.line), \(row.path.quoted)\(reason)"
      useless = ((useless?.count ?? 0) + 1, first)
    }
    return MatchedLabels(labels: labels, warning: useless.map { warning($0.count, $0.first) })
  }

  private func warning(_ count: Int, _ first: String) -> String {
    count == 1
      ? "a row of \(path.quoted) labels no picture: \(first)"
      : "\(count) rows of \(path.quoted) label no picture; the first is \(first)"
  }
}

extension FilePath {
  /// Whether the path is a single name, without a folder.
  fileprivate var isFileName: Bool { isRelative && components.count == 1 }
}
