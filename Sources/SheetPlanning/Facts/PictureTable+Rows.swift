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
    guard let path, !path.isEmpty else { throw .noPath }
    self.path = FilePath(path)
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
    self.fields = fields
  }
}

extension PictureTable {
  /// Finds the rows for pictures with these paths.
  ///
  /// A row matches the pictures with its path as written. If there are no such pictures, its path
  /// is taken relative to the table's folder; if there are still none, the row matches the picture
  /// that ``WrittenPaths`` finds by part of its path. Paths are compared after resolving `.` and
  /// `x/..` lexically. If several rows match a picture, the first one is used.
  ///
  /// - Parameter pictures: The paths as given; for pictures in folders, the folders as given
  ///   followed by the rest.
  /// - Returns: The table without rows that match no picture; the offset of each picture's row in
  ///   it, nil if it has none; and a note about the rows left out, with the reason for the first of
  ///   them.
  /// - Complexity: O((pictures + rows) log pictures)
  func matched(_ pictures: [FilePath]) -> (table: PictureTable, rows: [Int?], note: Note?) {
    var known = WrittenPaths(pictures)
    let folder = path.folder
    var kept = self
    (kept.text, kept.heading) = (Array(text[(heading ?? body)..<body]), heading.map { _ in 0 })
    kept.body = kept.text.count
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
      useless?.count += 1
      if useless == nil {
        let (line, place) = (
          text[..<bytes.lowerBound].lineNumber, Self.place(layout.path, of: columns)
        )
        useless = (1, "line \(line), \(written.quoted)\(meant.reason)\(place)")
      }
    }
    return (kept, known.expanded(found), useless.map { note($0.count, $0.first) })
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
