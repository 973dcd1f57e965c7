internal import SheetFiles
internal import SheetModel
internal import SheetPictures

/// The indices of columns with a special meaning.
struct TableColumns: Equatable {
  static let standard = ["path", "label"]
  /// Names of a column of paths, ignoring case and punctuation between words, as in `Image Name`.
  ///
  /// The first name that the table has is used.
  static let pathNames =
    ["path", "sourcefile", "file", "filename", "filepath"]
    + ["image", "img", "picture", "photo"].flatMap { [$0, "\($0)path", "\($0)file", "\($0)name"] }
    + ["name"]

  static let propertyNames = ["label", "weight", "focus", "span", "crop", "orient", "border"]

  /// Whether a heading names the columns.
  var areNamed = false
  var count = 2
  /// The column of paths; nil if parts of names identify the pictures.
  var path: Int? = 0
  /// The columns named like parts of names, if these identify the pictures; otherwise empty.
  var keys: [Int] = []
  /// The first column for each property of a picture.
  var properties = ["label": 1]
  /// Whether numbers may have decimal commas.
  var hasDecimalCommas = false

  /// The columns of a table without a heading.
  init() {}

  /// The columns named by a heading; nil if the row is not a heading.
  init?(heading fields: [String]) {
    let columns = Self.columns(named: fields)
    count = fields.droppingEmptyEnd.count
    guard count > 1, let path = Self.pathNames.lazy.compactMap({ columns[$0] }).first,
      path.count == 1
    else { return nil }
    (self.path, areNamed) = (path[0], true)
    properties = Self.properties(columns)
  }

  /// The columns of a heading, some of which are named like parts of names; nil if none is.
  init?(heading fields: [String], parts: [String]) {
    self.init()
    count = fields.droppingEmptyEnd.count
    var rest = parts
    keys = fields.indices.filter { index in
      guard let place = rest.firstIndex(of: fields[index]) else { return false }
      rest.remove(at: place)
      return true
    }
    guard count > 1, !keys.isEmpty else { return nil }
    (path, areNamed) = (nil, true)
    properties = Self.properties(Self.columns(named: fields))
  }

  /// The columns of a table whose header row has no known name for the column of paths.
  init(heading fields: [String], path: Int) {
    self.init()
    count = fields.droppingEmptyEnd.count
    (self.path, areNamed) = (path, true)
    properties = Self.properties(Self.columns(named: fields))
  }

  /// The columns with each name, in lower case and without punctuation.
  private static func columns(named fields: [String]) -> [String: [Int]] {
    Dictionary(grouping: fields.indices) { index in
      fields[index].lowercased().filter { $0.isLetter || $0.isDigit }
    }
  }

  private static func properties(_ columns: [String: [Int]]) -> [String: Int] {
    columns.filter { propertyNames.contains($0.key) }.compactMapValues(\.first)
  }

  /// The columns whose values must have a particular form.
  var withMeaning: Set<Int> { Set(properties.values).union(path.map { [$0] } ?? []) }

  /// Whether a column identifies the pictures.
  func identifiesPictures(_ column: Int) -> Bool { column == path || keys.contains(column) }

  /// The column that caused an error in a row, if the row was read as far as a column.
  func column(of error: TableRowError, at read: Int) -> Int? {
    switch error {
    case .noPath: path
    case .label, .longLabel: properties["label"]
    case .value(_, let name, _): properties[name]
    case .noLabel, .columns, .surplus, .tooWide: nil
    case .holdsNUL, .openQuotation, .textAfterQuotation: read
    }
  }
}

extension TableRows {
  /// The columns of the row read last, if it is a heading; otherwise nil.
  ///
  /// - Parameters:
  ///   - fields: The fields of the row.
  ///   - parts: The names of parts of pictures' names.
  ///   - stems: The names of the pictures without extensions.
  /// - Returns: The columns.
  func columns(
    heading fields: [String], parts: [String], stems: () -> Set<String> = { [] }
  ) -> TableColumns? {
    let joined = TableColumns(heading: fields, parts: Array(Set(parts)))
    if let named = TableColumns(heading: fields) {
      // A column called `image` may be a part of names, like the columns beside it.
      let isPart = joined.map { $0.keys.count > 1 && $0.keys.contains { $0 == named.path } }
      return isPart == true ? joined : named
    }
    if let path = columnOfNames(under: fields) { return TableColumns(heading: fields, path: path) }
    if let joined { return joined }
    return columnOfStems(under: fields, stems).map { TableColumns(heading: fields, path: $0) }
  }

  /// The column whose values in all of the next rows are pictures' names without extensions, if
  /// the row looks like a heading; nil if there is no such column, or several.
  private func columnOfStems(under heading: [String], _ stems: () -> Set<String>) -> Int? {
    let heading = heading.droppingEmptyEnd
    guard heading.count > 1, heading.allSatisfy({ Double($0) == nil && !$0.contains(".") }) else {
      return nil
    }
    var (rows, tested) = (self, [[String]]())
    while tested.count < Self.testedRows, let fields = try? rows.next() {
      if !fields.allSatisfy(\.isEmpty) { tested.append(fields) }
    }
    // Two columns may be paths and labels without a heading, unless only the rest are numbers.
    let areNumbers = tested.allSatisfy {
      Double(($0[safe: 1] ?? "").replacing(",", with: ".")) != nil
    }
    guard !tested.isEmpty, heading.count > 2 || areNumbers, case let stems = stems(), !stems.isEmpty
    else { return nil }
    let columns = heading.indices.filter { column in
      !stems.contains(heading[column])
        && tested.allSatisfy { stems.contains($0[safe: column] ?? "") }
    }
    return columns.count == 1 ? columns[0] : nil
  }

  /// The column that names pictures in all of the next rows, if the heading names no such column;
  /// nil if there is no column with names of pictures, or if there are several.
  func columnOfNames(under heading: [String]) -> Int? {
    func isPicture(_ field: String) -> Bool {
      FormatTable.standard.named(Array(field.utf8)[...])?.kind == .picture
    }
    guard heading.count > 1, !heading.contains(where: isPicture) else { return nil }
    var (rows, columns) = (self, Set(heading.indices))
    var count = 0
    while count < Self.testedRows, let fields = try? rows.next() {
      if fields.allSatisfy(\.isEmpty) { continue }
      columns.formIntersection(fields.indices.filter { isPicture(fields[$0]) })
      count += 1
    }
    return count > 0 && columns.count == 1 ? columns.first : nil
  }

  /// How many rows are examined to find a column of names.
  private static let testedRows = 100
}

extension [String] {
  /// The fields without empty ones at the end.
  var droppingEmptyEnd: [String] {
    Array(self[..<((lastIndex { !$0.isEmpty } ?? -1) + 1)])
  }

  /// The text at an index; nil beyond the end, or if the index is nil.
  subscript(safe index: Int?) -> String? {
    index.flatMap { indices.contains($0) ? self[$0] : nil }
  }
}
