internal import SheetFiles
internal import SheetModel
internal import SheetPictures

/// The indices of columns with a special meaning.
struct TableColumns: Equatable {
  static let standard = ["path", "label"]
  /// Names that a column of paths may have, ignoring case and punctuation between words, as in
  /// `Image Name`.
  ///
  /// The first of these names that the table has is used.
  static let pathNames = fileNames + pictureNames
  private static let fileNames =
    ["path", "sourcefile", "file", "filename", "filepath"]
    + ["datei", "dateiname", "dateipfad", "fichier", "nomdufichier"]
  /// Names that a column of something else may also have, such as titles or products.
  private static let pictureNames =
    ["image", "img", "picture", "photo"].flatMap { [$0, "\($0)path", "\($0)file", "\($0)name"] }
    + ["bild", "foto"].flatMap { [$0, "\($0)datei", "\($0)name"] } + ["name"]

  static let propertyNames = [
    "label", "weight", "focus", "span", "crop", "orient", "border", "cell-background", "copies",
  ]

  /// Whether a heading names the columns.
  var areNamed = false
  var count = 2
  /// The column of paths; nil if parts of file names identify the pictures.
  var path: Int? = 0
  /// Whether the heading of the column of paths is a word that may also mean something else.
  private(set) var isPathDoubtful = false
  /// The column that has the heading of a column of paths although ``path`` is another column; nil
  /// if there is no such column, or if this is to be expected.
  private(set) var misleading: Int?
  /// The columns named like parts of file names, if these identify the pictures; otherwise empty.
  var keys: [Int] = []
  /// The first column for each property of a picture.
  var properties = ["label": 1]
  /// Whether numbers may have decimal commas.
  var hasDecimalCommas = false

  /// The columns of a table without a heading.
  init() {}

  /// The columns named by a heading; nil if the row is not a heading, or has fewer columns than
  /// `least`.
  init?(heading fields: [String], least: Int = 2) {
    let columns = Self.columns(named: fields)
    count = fields.droppingEmptyEnd.count
    guard count >= least, let name = Self.pathNames.first(where: { columns[$0] != nil }),
      let path = columns[name], path.count == 1
    else { return nil }
    (self.path, areNamed) = (path[0], true)
    isPathDoubtful = !Self.fileNames.contains(name)
    properties = Self.properties(columns)
  }

  /// The columns of a heading, some of which are named like parts of file names; nil if none is.
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

  /// These columns of a heading, with a column of paths other than the one that the heading names.
  fileprivate func replacingPath(
    with path: Int, under fields: [String], isUnusual: Bool
  ) -> TableColumns {
    var columns = TableColumns(heading: fields, path: path)
    columns.misleading = isUnusual ? self.path : nil
    return columns
  }

  /// The indices of the columns with each name, which is in lower case and without punctuation.
  private static func columns(named fields: [String]) -> [String: [Int]] {
    Dictionary(grouping: fields.indices) { plainName(fields[$0]) }
  }

  /// The name of a column, in lower case and without punctuation.
  private static func plainName(_ field: String) -> String {
    field.lowercased().filter { $0.isLetter || $0.isDigit }
  }

  /// Names for a column of paths that no column of a heading has yet, for messages.
  static func freePathNames(in heading: [String]) -> [String] {
    let taken = Set(heading.map(plainName))
    return shownPathNames.filter { !taken.contains(plainName($0)) }
  }

  /// The names of a column of paths that messages suggest.
  static let shownPathNames = [
    "path", "SourceFile", "file", "filename", "image", "img_path", "picture", "name",
  ]

  private static func properties(_ columns: [String: [Int]]) -> [String: Int] {
    var properties: [String: Int] = [:]
    for name in propertyNames { properties[name] = columns[plainName(name)]?.first }
    return properties
  }

  /// The columns whose values must have a particular form.
  var withMeaning: Set<Int> { Set(properties.values).union(path.map { [$0] } ?? []) }

  func identifiesPictures(_ column: Int) -> Bool { column == path || keys.contains(column) }

  /// The column that caused an error in a row; nil if the error is about the whole row.
  func column(of error: TableRowError, at read: Int) -> Int? {
    switch error {
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
  ///   - parts: The names that templates give to the parts of pictures' names.
  ///   - stems: The names of the pictures without extensions.
  /// - Returns: The columns.
  func columns(
    heading fields: [String], parts: [String], stems: () -> Set<String> = { [] }
  ) -> TableColumns? {
    let joined = TableColumns(heading: fields, parts: Array(Set(parts)))
    if let named = TableColumns(heading: fields) {
      // A column called `image` may be a part of file names, like the columns beside it.
      let isPart = joined.map { $0.keys.count > 1 && $0.keys.contains { $0 == named.path } }
      if isPart == true { return joined }
      return columns(under: fields, insteadOf: named, stems) ?? named
    }
    if let path = columnOfNames(under: fields) { return TableColumns(heading: fields, path: path) }
    if let joined { return joined }
    return columnOfStems(under: fields, stems).map { TableColumns(heading: fields, path: $0) }
  }

  /// The columns of a heading whose column of paths names no pictures, with the column that does
  /// instead; nil if the column of paths does name pictures, or if no other column does.
  private func columns(
    under heading: [String], insteadOf named: TableColumns, _ stems: () -> Set<String>
  ) -> TableColumns? {
    guard let path = named.path else { return nil }
    let (tested, others) = (testedRows(), Set(heading.indices).subtracting(named.withMeaning))
    let names = tested.map { $0[safe: path] ?? "" }.filter { !$0.isEmpty }
    guard !others.isEmpty, !tested.isEmpty, !names.contains(where: \.isNameOfPicture) else {
      return nil
    }
    let stems = PictureStems(stems())
    guard !names.contains(where: { stems.contain($0) || stems.haveNumber($0) }) else { return nil }
    if let counts = counts(of: stems, under: heading), counts.matches[path] == 0,
      let column = counts.most(among: others)
    {
      return named.replacingPath(
        with: column, under: heading,
        isUnusual: !named.isPathDoubtful || counts.matches[column] < counts.fields[column])
    }
    // A column called `name` may contain titles, and another column the names of pictures that do
    // not exist.
    guard named.isPathDoubtful, !names.isEmpty else { return nil }
    return tested.columnNaming(others, \.isNameOfPicture).map {
      named.replacingPath(with: $0, under: heading, isUnusual: false)
    }
  }

  /// The column in which at least half of the next rows name pictures without their extensions, if
  /// the row above them looks like a heading.
  ///
  /// Nil if there is no such column, or if two columns name equally many pictures.
  private func columnOfStems(under heading: [String], _ stems: () -> Set<String>) -> Int? {
    let heading = heading.droppingEmptyEnd
    guard heading.count > 1, heading.allSatisfy({ Double($0) == nil && !$0.contains(".") }) else {
      return nil
    }
    let tested = testedRows()
    // Two columns may be paths and labels without a heading, unless the second contains only
    // numbers from the second row on.
    let areNumbers = tested.allSatisfy {
      Double(($0[safe: 1] ?? "").replacing(",", with: ".")) != nil
    }
    guard !tested.isEmpty, heading.count > 2 || areNumbers else { return nil }
    let stems = PictureStems(stems())
    let columns = Set(heading.indices.filter { !stems.contain(heading[$0]) })
    return counts(of: stems, under: heading)?.most(among: columns)
  }

  /// Counts the fields that name pictures in the columns of the next rows; nil if there are no
  /// pictures.
  private func counts(of stems: PictureStems, under heading: [String]) -> FieldCounts? {
    if stems.isEmpty { return nil }
    var (rows, counts) = (self, FieldCounts(columns: heading.count))
    while counts.rows < NearestColumn.mostRows, let fields = try? rows.next() {
      counts.add(fields, where: stems.contain)
    }
    return counts
  }

  /// The column that names pictures in the next rows, if no field of the heading is the name of a
  /// picture.
  ///
  /// Nil if there is no such column, or if two columns name equally many pictures.
  func columnOfNames(under heading: [String]) -> Int? {
    guard heading.count > 1, !heading.contains(where: \.isNameOfPicture) else { return nil }
    return testedRows().columnNaming(Set(heading.indices), \.isNameOfPicture)
  }

  /// The column in which the largest number of the remaining rows name a picture; nil if no row
  /// names one.
  func nearestColumn(under heading: [String], _ stems: Set<String>) -> NearestColumn? {
    var (rows, counts) = (self, FieldCounts(columns: heading.count))
    let stems = PictureStems(stems)
    while counts.rows < NearestColumn.mostRows, let fields = try? rows.next() {
      counts.add(fields) { $0.isNameOfPicture || stems.contain($0) }
    }
    guard let most = counts.matches.max(), most > 0,
      let column = counts.matches.firstIndex(of: most)
    else { return nil }
    return NearestColumn(
      column: column, name: heading[column], count: most, rows: counts.rows,
      areAllRows: counts.rows < NearestColumn.mostRows || rows.isAtEnd,
      freeNames: TableColumns.freePathNames(in: heading))
  }

  /// The next rows that are not empty, up to the number that is examined to find a column of names.
  private func testedRows() -> [[String]] {
    var (rows, tested) = (self, [[String]]())
    while tested.count < 100, let fields = try? rows.next() {
      if !fields.allSatisfy(\.isEmpty) { tested.append(fields) }
    }
    return tested
  }
}

/// How many fields of each column in a table name pictures.
private struct FieldCounts {
  /// The number of rows that are not empty.
  private(set) var rows = 0
  /// For each column, the number of fields that are not empty.
  private(set) var fields: [Int]
  /// For each column, the number of fields that name pictures.
  private(set) var matches: [Int]

  init(columns: Int) {
    fields = Array(repeating: 0, count: columns)
    matches = fields
  }

  mutating func add(_ row: [String], where namesPicture: (String) -> Bool) {
    if row.allSatisfy(\.isEmpty) { return }
    rows += 1
    for (column, field) in row.prefix(fields.count).enumerated() where !field.isEmpty {
      fields[column] += 1
      if namesPicture(field) { matches[column] += 1 }
    }
  }

  /// The column that names pictures in at least half of the rows, and in more rows than any other
  /// of these columns does; nil if there is none.
  func most(among columns: Set<Int>) -> Int? {
    guard let most = columns.map({ matches[$0] }).max(), most > 0, most * 2 >= rows else {
      return nil
    }
    return columns.filter { matches[$0] == most }.only
  }
}

/// The names of pictures without folders and extensions.
private struct PictureStems {
  /// The names in lower case.
  private let folded: Set<String>

  init(_ stems: Set<String>) { folded = Set(stems.map { $0.lowercased() }) }

  var isEmpty: Bool { folded.isEmpty }

  /// Whether a field is the last number in one of the names, as 2 is the last number in IMG_0002.
  func haveNumber(_ field: String) -> Bool {
    guard let number = Int(field), field.utf8.allSatisfy(\.isDigit) else { return false }
    return folded.contains { stem in
      let digits = stem.utf8.reversed().drop { !$0.isDigit }.prefix(while: \.isDigit)
      return Int(String(decoding: digits.reversed(), as: UTF8.self)) == number
    }
  }

  /// Whether a field names one of the pictures, in upper or lower case, with or without its folder
  /// and extension.
  func contain(_ field: String) -> Bool {
    let name = field.lowercased()
    if folded.contains(name) { return true }
    if name.isNameOfPicture { return folded.contains(PathText(name).stem) }
    return name.utf8.contains(UInt8(ascii: "/")) && folded.contains(PathText(name).name)
  }
}

extension [[String]] {
  /// The column in which every field that is not empty meets a condition, if at least half of the
  /// rows have such a field.
  ///
  /// If there are several such columns, it is the one with the most fields, or nil if two have
  /// equally many.
  fileprivate func columnNaming(_ columns: Set<Int>, _ names: (String) -> Bool) -> Int? {
    var counts = columns.reduce(into: [Int: Int]()) { $0[$1] = 0 }
    for fields in self {
      for (column, field) in fields.enumerated() where !field.isEmpty {
        guard let count = counts[column] else { continue }
        counts[column] = names(field) ? count + 1 : nil
      }
    }
    guard let most = counts.values.max(), most > 0, most * 2 >= count else { return nil }
    return counts.filter { $0.value == most }.only?.key
  }
}

extension String {
  /// Whether this is the name of a file with the extension of a picture.
  fileprivate var isNameOfPicture: Bool {
    FormatTable.standard.named(Array(utf8)[...])?.kind == .picture
  }
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
