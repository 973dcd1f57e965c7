internal import SheetText
public import SystemPackage

/// Labels for pictures from a file: a path and a label in each row.
///
/// The file is CSV as RFC 4180 has it, or the same with tabs where there is a tab in its first
/// line, in UTF-8, perhaps after a byte order mark. A first row of `path` and `label`, in capitals
/// or small letters, is a heading. Empty rows and empty columns at the end of a row are passed
/// over. Spaces around a path or a label count only between quotation marks.
///
/// In a label, `\n` or a line end between quotation marks starts a new line, and `\\` is a
/// backslash. Braces are braces.
public struct LabelTable: Equatable, Sendable {
  /// A row of the table.
  struct Row: Equatable, Sendable {
    /// The picture's path as it was written.
    var path: FilePath
    /// The label; empty for a picture that is to have none.
    var label: String
    /// The line that the row starts in, from 1.
    var line: Int
  }

  /// The most bytes that a table may have, which is some hundred for each picture of the largest
  /// sheet that anyone looks at.
  public static let largestSize = 64 << 20

  /// The path of the table; `-` for one from standard input.
  public let path: FilePath
  let rows: [Row]

  /// The number of lines of the longest label, at least 1.
  var lineCount: Int {
    rows.reduce(1) {
      max($0, $1.label.split(separator: "\n", omittingEmptySubsequences: false).count)
    }
  }

  /// Reads a table from a regular file; what else is there is not waited for.
  ///
  /// - Throws: ``LabelTableError``, which names the file, and the line where one is at fault.
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
  /// Its paths are seen from the working directory.
  ///
  /// - Throws: ``LabelTableError``, which calls standard input `-`.
  public static func readingStandardInput() throws(LabelTableError) -> LabelTable {
    try LabelTable(reading: .standardInput, path: "-")
  }

  /// Reads a table from the rest of what is open, and names it `path`.
  private init(reading descriptor: FileDescriptor, path: FilePath) throws(LabelTableError) {
    let bytes: [UInt8]
    do {
      bytes = try descriptor.beginning(upTo: Self.largestSize + 1)
    } catch {
      throw .unreadable(path, error)
    }
    guard bytes.count <= Self.largestSize else { throw .tooLarge(path) }
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

/// The labels that a table has for pictures.
public struct MatchedLabels: Equatable, Sendable {
  /// The label of each picture, empty where it is to have none; nil where the table says nothing
  /// of it.
  public let labels: [String?]
  /// How many rows were of no use, and why the first was not; nil where all were.
  public let warning: String?
}

extension LabelTable {
  /// The labels for pictures with these paths.
  ///
  /// A row is for the pictures whose path is the row's as it is written; where there are none,
  /// for those whose path is the row's seen from the table's folder; and where there are none
  /// either, a row that is just a file name is for the picture of that name if there is only one.
  /// Paths are compared as text, without `.` and `x/..`. Of several rows for one picture the first
  /// holds.
  ///
  /// - Parameter pictures: The paths as they were given, or below folders as these were given.
  /// - Returns: As many labels as there are pictures, and what is wrong with the table, if anything.
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
