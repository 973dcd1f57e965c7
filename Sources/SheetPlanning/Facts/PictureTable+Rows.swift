internal import SheetFiles
internal import SheetLayout
internal import SheetModel
internal import SystemPackage

extension PictureTable.Row {
  /// Takes the values of columns from the fields of a row.
  init(_ fields: [String], _ columns: TableColumns) throws(TableRowError) {
    let (path, label) = (fields[safe: columns.path], fields[safe: columns.properties["label"]])
    if columns.properties["label"] != nil, label == nil { throw .noLabel }
    guard fields.dropFirst(columns.count).allSatisfy(\.isEmpty) else {
      throw columns.areNamed
        ? .surplus(fields.count, columns: columns.count) : .columns(fields.count)
    }
    guard path?.isEmpty == false || columns.path == nil else { throw .noPath }
    self.path = FilePath(path ?? "")
    if let label {
      let text: String
      do { text = try String(unescaping: label) } catch { throw .label(error) }
      let lines = text.split(
        maxSplits: Self.maximumLines, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      guard lines.count <= Self.maximumLines else { throw .longLabel }
      self.label = lines.map { String($0).oneLine }.joined(separator: "\n")
    }
    func value<Value>(
      _ name: String, _ form: String, _ read: (String) -> Value?
    ) throws(TableRowError) -> Value? {
      guard let text = fields[safe: columns.properties[name]], !text.isEmpty else { return nil }
      guard let value = read(text) else { throw .value(text, of: name, form: form) }
      return value
    }
    weight = try value("weight", "a number from 0.01 to 100") {
      // In a table with semicolons, a number may have a decimal comma.
      let text = columns.hasDecimalCommas ? $0.replacing(",", with: ".") : $0
      return Double(decimal: text).flatMap { PictureWeight.range.contains($0) ? $0 : nil }
    }
    focus = try value(
      "focus", "two numbers from 0 to 1, such as \"0.3,0.4\"", Focus.init(parsing:))
    span = try value(
      "span", "columns and rows from 1 to 20, such as 2x2, or the word row",
      PictureRoom.init(parsing:))
    crop = try value("crop", "left, top, width and height, such as \"420,180,96,64\"") {
      PictureArea(parsing: $0[...])
    }
    turn = try value("orient", RuleForm.turn.values) { Sheet.Turn(parsing: $0) }
    // A column with this name may contain something else, such as `yes` and `no`.
    border = fields[safe: columns.properties["border"]].flatMap { PictureBorder(parsing: $0) }
    self.fields = fields
  }
}

extension PictureTable {
  /// Finds the rows for pictures with these paths.
  ///
  /// A row matches the pictures with its path as written. If there are no such pictures, its path
  /// is taken relative to the table's folder; if there are still none, the row matches the picture
  /// that ``WrittenPaths`` finds by part of its path. Paths are compared after resolving `.` and
  /// `x/..` lexically. If several rows match a picture, the first one is used. A row with the path
  /// of a file whose pages are pictures matches all pages that have no row of their own.
  ///
  /// In a table whose columns are named like parts of names, a row matches all pictures that have
  /// its values.
  ///
  /// - Parameters:
  ///   - pictures: The paths as given; for pictures in folders, the folders as given followed by the
  ///     rest.
  ///   - parts: For each picture, the parts of its name; empty unless parts identify pictures.
  /// - Returns: The table without rows that match no picture; the offset of each picture's row in
  ///   it, nil if it has none; and a note about the rows left out, with the reason for the first of
  ///   them.
  /// - Complexity: O((pictures + rows) log pictures)
  func matched(
    _ pictures: [FilePath], parts: [[String: String]] = []
  ) -> (table: PictureTable, rows: [Int?], note: Note?) {
    if isOfParts { return matched(parts: parts) }
    var known = WrittenPaths(pictures)
    var files = PagedFiles(pictures)
    let folder = path.folder
    var kept = withoutRows
    var found = [Int?](repeating: nil, count: pictures.count)
    var useless: (count: Int, first: String)?
    forEachRow { path, bytes in
      let written = FilePath(path)
      let meant = known.find(written, in: folder)
      if case .one(let place) = meant, found[place] == nil {
        found[place] = kept.text.count
        kept.text += text[bytes]
        return
      }
      if files.take(written, in: folder, row: kept.text.count) {
        kept.text += text[bytes]
        return
      }
      useless?.count += 1
      if useless == nil {
        let (line, place) = (
          text[..<bytes.lowerBound].lineNumber, Self.place(layout.path, of: columns)
        )
        useless = (1, "line \(line), \(written.quoted)\(meant.reason)\(place)")
      }
    }
    for (place, row) in files.rows where found[place] == nil { found[place] = row }
    return (kept, known.expanded(found), useless.map { note($0.count, $0.first) })
  }

  /// Finds the rows for pictures with these parts of their names.
  ///
  /// Values agree if their texts or their numbers are equal.
  private func matched(
    parts: [[String: String]]
  ) -> (table: PictureTable, rows: [Int?], note: Note?) {
    typealias Value = AxisValue.Identity
    let names = layout.keys.map { columns[$0] }
    var pictures: [[Value]: [Int]] = [:]
    for (index, parts) in parts.enumerated() {
      let values = names.compactMap { name in parts[name].map { Value(Fact(reading: $0)) } }
      if values.count == names.count { pictures[values, default: []].append(index) }
    }
    var (kept, found) = (withoutRows, [Int?](repeating: nil, count: parts.count))
    var useless: (count: Int, first: String)?
    var reader = TableRows(text[body...], separator: separator)
    // All rows have already been read once, so none has an error.
    while let fields = try? reader.next() {
      if fields.allSatisfy(\.isEmpty) { continue }
      let texts = layout.keys.map { withPoint(fields[safe: $0] ?? "", in: $0) }
      let key = texts.map { Value(Fact(reading: $0)) }
      let places = pictures[key] ?? []
      // The first row applies to all pictures with these parts.
      if let first = places.first, found[first] == nil {
        for place in places { found[place] = kept.text.count }
        pictures[key] = [first]
        kept.text += text[reader.row]
        continue
      }
      useless?.count += 1
      if useless == nil {
        let written = zip(names, texts).map { "\($0.shortPrintable) '\($1.shortPrintable)'" }
        let reason = (places.first.map { .one($0) } ?? WrittenPaths.Meaning.none).reason
        useless = (
          1,
          "line \(text[..<reader.row.lowerBound].lineNumber), \(written.joined(separator: ", "))"
            + reason
        )
      }
    }
    return (kept, found, useless.map { note($0.count, $0.first) })
  }

  /// The table with only its heading.
  private var withoutRows: PictureTable {
    var table = self
    (table.text, table.heading) = (Array(text[(heading ?? body)..<body]), heading.map { _ in 0 })
    table.body = table.text.count
    return table
  }

  private func note(_ count: Int, _ first: String) -> Note {
    Note(
      .unmatchedRows, about: .path(path),
      count == 1
        ? "a row of \(path.quoted) is not used: \(first)"
        : "\(count) rows of \(path.quoted) are not used; the first is \(first)",
      [.count: count])
  }
}

/// The files of which several pages, or one, are pictures, and the rows that match them.
private struct PagedFiles {
  private var known = WrittenPaths([])
  /// The pictures that are pages of each file.
  private var pages: [[Int]] = []
  /// The offsets of the rows of files that have one.
  private var rowOffsets: [Int: Int] = [:]

  /// Finds the pages among pictures.
  init(_ pictures: [FilePath]) {
    var files: [FilePath: [Int]] = [:]
    for (index, picture) in pictures.enumerated() {
      if let (file, _) = picture.pageInBrackets { files[file, default: []].append(index) }
    }
    if files.isEmpty { return }
    let paths = Array(files.keys)
    known = WrittenPaths(paths)
    pages = paths.map { files[$0] ?? [] }
  }

  /// Takes a row if its path means a file that has no row yet; returns whether it does.
  mutating func take(_ written: FilePath, in folder: FilePath, row: Int) -> Bool {
    guard !pages.isEmpty, case .one(let file) = known.find(written, in: folder),
      rowOffsets[file] == nil
    else { return false }
    rowOffsets[file] = row
    return true
  }

  /// The pages of files that have a row, with its offset.
  var rows: [(page: Int, row: Int)] {
    rowOffsets.flatMap { file, row in pages[file].map { ($0, row) } }
  }
}
