internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
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
      "span", "columns and rows from 1 to 20, such as 2x2, or the word 'row'",
      PictureRoom.init(parsing:))
    crop = try value("crop", "left, top, width and height, such as \"420,180,96,64\"") {
      PictureArea(parsing: $0[...])
    }
    turn = try value("orient", RuleForm.turn.values) { Sheet.Turn(parsing: $0) }
    copies = try value("copies", RuleForm.copies.values) {
      PictureCopies.number(columns.hasDecimalCommas ? $0.replacing(",", with: ".") : $0)
    }
    // Columns with these names may mean something else, and contain values such as `yes` and `no`.
    border = fields[safe: columns.properties["border"]].flatMap { PictureBorder(parsing: $0) }
    cellBackground = fields[safe: columns.properties["cell-background"]].flatMap {
      try? Backdrop(parsing: $0)
    }
    self.fields = fields
  }
}

extension PictureTable {
  /// Finds the rows for pictures with these paths.
  ///
  /// A row matches the pictures with its path as written. If there are no such pictures, its path
  /// is taken relative to the table's folder; if there are still none, the row matches the picture
  /// that ``WrittenPaths`` finds by part of its path. If that path fits several pictures, and
  /// another column has the names of folders, the row matches the picture in the folder named
  /// there. Paths are compared after resolving `.` and `x/..` lexically. If several rows match a
  /// picture, the first one is used. A row with the path of a file whose pages are pictures matches
  /// all pages that have no row of their own.
  ///
  /// In a table whose columns are named like parts of file names, a row matches all pictures that
  /// have its values.
  ///
  /// The rows of pictures that do not exist may be kept. These are the rows that are not empty but
  /// have no path, and the rows whose path means no picture, not even one that is not on the sheet.
  /// A row that could mean several pictures is not one of them. In a table that has already been
  /// reduced to the rows that are used, the rows of these pictures are kept without being matched
  /// again.
  ///
  /// - Parameters:
  ///   - pictures: The paths as given; for a picture in a given folder, the path of the folder as
  ///     given, followed by the rest.
  ///   - parts: For each picture, the parts of its name; empty unless parts identify pictures.
  ///   - absent: How the rows of pictures that do not exist are shown; nil to leave them out.
  /// - Returns: The table without rows that match no picture. The offset of each picture's row in
  ///   it; nil for a picture without a row. A note about the rows left out, with the reason for the
  ///   first of them. The paths of the pictures that do not exist, in the order of their rows;
  ///   empty for a row without a path. These paths include the folders if another column names
  ///   them.
  /// - Complexity: O((pictures + rows) log pictures)
  func matched(
    _ pictures: [FilePath], parts: [[String: String]] = [], absent: AbsentRows? = nil
  ) -> (table: PictureTable, rows: [Int?], note: Note?, absent: [FilePath]) {
    if isOfParts { return matched(parts: parts) }
    var known = WrittenPaths(pictures)
    var files = PagedFiles(pictures)
    var others = absent.map { OtherImages(for: $0, ofTableIn: path.folder) }
    var matches = self.matches(&known, &files, &others, of: pictures, folderColumn: nil)
    var remedy: Remedy?
    if matches.areAmbiguous, let row = matches.firstUseless {
      let folders = folderColumns(of: pictures, &known, &files)
      if let column = folders.only {
        matches = self.matches(&known, &files, &others, of: pictures, folderColumn: column)
      } else if let names = columnNames(identifying: row, folders) {
        let template = names.map { "{\($0)}" }.joined(separator: "/")
        remedy = "if '\(names[0])' names their folders, \(.parse, template) uses both columns"
      }
    }
    let useless =
      matches.reason.map { note(matches.uselessCount, $0, remedy) }
      ?? (pictures.isEmpty ? nil : noteIfAllAreAbsent(matches))
    return (matches.kept, known.expanded(matches.found), useless, matches.absent)
  }

  /// The pictures that rows match.
  private struct Matches {
    var kept: PictureTable
    /// For each picture, the offset of its row in ``kept``; nil if it has none.
    var found: [Int?]
    var uselessCount = 0
    /// The offset of the first row that is not used, and why it is not.
    var firstUseless: Int?
    var reason: String?
    /// Whether the path in a row fits several pictures.
    var areAmbiguous = false
    /// The paths of pictures that do not exist; empty for rows without a path.
    var absent: [FilePath] = []
    /// The offset of the first row of a picture that does not exist.
    var firstAbsent: Int?

    /// Keeps the row of a picture that does not exist.
    mutating func keepAbsent(_ row: ArraySlice<UInt8>, at path: FilePath = "") {
      if firstAbsent == nil { firstAbsent = row.startIndex }
      absent.append(path)
      kept.absentRows.append(kept.text.count)
      kept.text += row
    }
  }

  /// Matches rows with pictures by their paths and, if these fit several pictures, by the folder
  /// that a column names.
  private func matches(
    _ known: inout WrittenPaths, _ files: inout PagedFiles, _ others: inout OtherImages?,
    of pictures: [FilePath], folderColumn: Int?
  ) -> Matches {
    let folder = path.folder
    var rowsOfFiles: [Int: Int] = [:]
    var matches = Matches(kept: withoutRows, found: [Int?](repeating: nil, count: pictures.count))
    var knownAbsent = absentRows[...]
    forEachRow(all: others != nil || !absentRows.isEmpty) { path, bytes in
      if knownAbsent.first == bytes.lowerBound {
        knownAbsent.removeFirst()
        matches.keepAbsent(text[bytes])
        return
      }
      if path.isEmpty {
        if others != nil, fields(ofRowAt: bytes.lowerBound).contains(where: { !$0.isEmpty }) {
          matches.keepAbsent(text[bytes])
        }
        return
      }
      let plain = FilePath(path)
      var written = plain
      var meant = known.find(written, in: folder)
      var file = files.find(written, in: folder)
      func inFolder() -> FilePath? {
        folderColumn.flatMap { field($0, ofRowAt: bytes.lowerBound) }
          .map { FilePath($0).pushing(plain) }
      }
      if case .several = meant.unless(file), let path = inFolder() {
        written = path
        (meant, file) = (known.find(written), files.find(written, in: ""))
      }
      if case .one(let place) = meant, matches.found[place] == nil {
        matches.found[place] = matches.kept.text.count
        matches.kept.text += text[bytes]
        return
      }
      if case .one(let index) = file, rowsOfFiles[index] == nil {
        rowsOfFiles[index] = matches.kept.text.count
        matches.kept.text += text[bytes]
        return
      }
      meant = meant.unless(file)
      var reason = meant.reason
      if others != nil, meant == .none {
        let path = inFolder() ?? plain
        if others?.contain(path, besides: known) == false {
          matches.keepAbsent(text[bytes], at: path)
          return
        }
        reason = ", which exists, but matches no image of the sheet"
      }
      if case .several = meant { matches.areAmbiguous = true }
      matches.uselessCount += 1
      if matches.firstUseless == nil {
        let (line, place) = (
          text[..<bytes.lowerBound].lineNumber, Self.place(layout.path, of: columns)
        )
        matches.firstUseless = bytes.lowerBound
        matches.reason = "line \(line), \(written.quoted)\(reason)\(place)"
      }
    }
    for (index, row) in rowsOfFiles {
      for page in files.pages[index] where matches.found[page] == nil { matches.found[page] = row }
    }
    return matches
  }

  /// The note that all rows of a table are shown as pictures that do not exist; nil if some rows
  /// have pictures, or if earlier matching has already found the rows without pictures.
  private func noteIfAllAreAbsent(_ matches: Matches) -> Note? {
    guard absentRows.isEmpty, let first = matches.firstAbsent,
      matches.found.allSatisfy({ $0 == nil })
    else { return nil }
    let count = matches.absent.count
    let line = text[..<first].lineNumber
    let written = matches.absent.first.flatMap { $0.isEmpty ? nil : ", \($0.quoted)" } ?? ""
    let place = "line \(line)\(written)\(Self.place(layout.path, of: columns))"
    return Note(
      .unmatchedRows, about: .path(path),
      count == 1
        ? "the only row of \(path.quoted) is shown as missing, because it names no image: \(place)"
        : "all \(count) rows of \(path.quoted) are shown as missing, because they name no image; the "
          + "first is \(place)",
      remedy: TableColumns.freePathNames(in: columns).contains("path")
        ? "if another column names the images, call it path" : nil, [.count: count])
  }

  /// The columns that name the pictures' folders in all rows whose paths fit several pictures.
  private func folderColumns(
    of pictures: [FilePath], _ known: inout WrittenPaths, _ files: inout PagedFiles
  ) -> [Int] {
    let folder = path.folder
    var candidates: [Int]?
    var folders: Set<String>?
    forEachRow { path, bytes in
      if candidates?.isEmpty == true { return }
      let (written, start) = (FilePath(path), bytes.lowerBound)
      let meant = known.find(written, in: folder).unless(files.find(written, in: folder))
      guard case .several = meant else { return }
      let names =
        folders
        ?? Set(pictures.compactMap { $0.removingLastComponent().lastComponent?.string })
      folders = names
      let fields = fields(ofRowAt: start)
      let all = candidates ?? columns.indices.filter { mayNameFolders($0) }
      candidates = all.filter { column in
        column < fields.count && names.contains(withPoint(fields[column], in: column))
      }
    }
    return candidates ?? []
  }

  private func mayNameFolders(_ column: Int) -> Bool {
    column != layout.path && !layout.properties.values.contains(column)
  }

  /// The names of the two columns by which a template may identify pictures: a column of folders,
  /// and the column of paths.
  ///
  /// Nil if there is no column of folders, or if the names cannot be parts of file names.
  private func columnNames(identifying row: Int, _ folderColumns: [Int]) -> [String]? {
    let columns = columns
    guard let path = columns[safe: layout.path] else { return nil }
    let fields = fields(ofRowAt: row)
    let word = columns.indices.first { column in
      mayNameFolders(column) && column < fields.count && !fields[column].isEmpty
        && Double(decimal: withPoint(fields[column], in: column)) == nil
    }
    guard let folder = (folderColumns.first ?? word).map({ columns[$0] }) else { return nil }
    let names = [folder, path]
    return names.allSatisfy { $0.isFactName && PictureTokens.isFree($0) } ? names : nil
  }

  /// Finds the rows for pictures with these parts of their names.
  ///
  /// Values agree if their text or their numbers are equal.
  private func matched(
    parts: [[String: String]]
  ) -> (table: PictureTable, rows: [Int?], note: Note?, absent: [FilePath]) {
    typealias Value = AxisValue.Identity
    let names = layout.keys.map { columns[$0] }
    var pictures: [[Value]: [Int]] = [:]
    for (index, parts) in parts.enumerated() {
      let values = names.compactMap { name in parts[name].map { Value(Fact(reading: $0)) } }
      if values.count == names.count { pictures[values, default: []].append(index) }
    }
    var (kept, found) = (withoutRows, [Int?](repeating: nil, count: parts.count))
    var useless = Occurrences<(row: Int, texts: [String], place: Int?)>()
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
      useless.add((reader.row.lowerBound, texts, places.first))
    }
    let noteOnUseless = useless.first.map { row, texts, place in
      let written = zip(names, texts).map { "\($0.shortPrintable) '\($1.shortPrintable)'" }
      let reason = (place.map { .one($0) } ?? WrittenPaths.Meaning.none).reason
      let line = text[..<row].lineNumber
      return note(useless.count, "line \(line), \(written.joined(separator: ", "))\(reason)")
    }
    return (kept, found, noteOnUseless, [])
  }

  /// The table with only its heading.
  private var withoutRows: PictureTable {
    var table = self
    (table.text, table.heading) = (Array(text[(heading ?? body)..<body]), heading.map { _ in 0 })
    table.body = table.text.count
    table.absentRows = []
    return table
  }

  private func note(_ count: Int, _ first: String, _ remedy: Remedy? = nil) -> Note {
    Note(
      .unmatchedRows, about: .path(path),
      count == 1
        ? "a row of \(path.quoted) is not used: \(first)"
        : "\(count) rows of \(path.quoted) are not used; the first is \(first)",
      remedy: remedy, [.count: count])
  }
}

extension WrittenPaths.Meaning {
  /// What a path in a row means: the only picture that it fits, or else a file whose pages are
  /// pictures, if it fits one.
  fileprivate func unless(_ file: WrittenPaths.Meaning) -> WrittenPaths.Meaning {
    if case .one = self { return self }
    return file == .none ? self : file
  }
}
