internal import SheetLayout
internal import SheetModel
internal import SheetPictures

/// Puts groups of pictures into matrices.
struct MatrixSorting {
  let axes: MatrixAxes
  let order: ImageOrder
  /// Whether every group has the columns of all groups, because groups are sections, one below
  /// another.
  let sharesColumns: Bool
  /// The maximum number of pictures in each row; nil if none is given.
  var rowLimit: Int?
  /// The maximum number of pictures in a row without columns, if no limit is given.
  var usualRowLimit = Int.max

  /// A picture with its row and column.
  private struct Located {
    /// The index of the picture in its group.
    let index: Int
    let row: AxisValue
    let column: AxisValue
  }

  /// The row and column of a picture.
  private struct Values {
    /// The row and the column; each is nil if the picture has none.
    var row, column: AxisValue?
    /// Whether the picture is beyond the limit of a row without columns.
    var isBeyondLimit = false
  }

  /// Finds rows and columns.
  ///
  /// - Parameters:
  ///   - groups: The pictures of each group, in order.
  ///   - notes: The notes, to which further notes are added.
  /// - Returns: For each group a matrix, which may be empty, and the indices of its pictures in
  ///   their group, row by row.
  /// - Throws: ``ContactSheetError/clash(_:)`` if the settings treat clashes as errors, and
  ///   ``ContactSheetError/noSample(_:of:example:)`` for a malformed sample of rows or columns.
  func matrices(
    of groups: [[PictureFacts]], _ notes: inout MatrixNotes
  ) throws(ContactSheetError) -> [(shown: [Int], matrix: PictureMatrix)] {
    var shownRows = ShownAxis("row", of: axes, isOfColumns: axes.isTransposed)
    var shownColumns = ShownAxis("column", of: axes, isOfColumns: !axes.isTransposed)
    let needsFolders = axes.rows.template == nil || axes.columns.template == nil
    let folders =
      needsFolders
      ? FolderColumns(groups.joined().map(\.picture), exactlyAsGiven: order.key == .given) : nil
    var rowsHaveNoColumns = false
    if let folders, areFoldersUseless(groups, folders) {
      let areShared = !isSampled && areNamesShared(groups)
      shownColumns.showsNames = !axes.isTransposed && areShared
      shownRows.showsNames = axes.isTransposed && areShared
      rowsHaveNoColumns = !areShared && axes.clashPolicy == .first
      notes.areAxesEqual = !areShared && !rowsHaveNoColumns
    }
    let limit = rowLimit ?? (rowsHaveNoColumns ? usualRowLimit : nil)
    if rowsHaveNoColumns {
      notes.sequence = MatrixNotes.Sequence(
        line: axes.isTransposed ? "column" : "row", limit: limit, isGiven: rowLimit != nil)
    }
    let values = values(
      of: groups, &shownRows, &shownColumns, folders, hasColumns: !rowsHaveNoColumns, limit: limit)
    // Which of the listed entries are values depends on all pictures.
    try shownRows.findWanted()
    try shownColumns.findWanted()
    let cellLimit = rowsHaveNoColumns ? nil : rowLimit
    var located = zip(groups, values).map {
      locate($0, $1, shownRows, shownColumns, limit: cellLimit, &notes)
    }
    if fitsOneRow(located) { located = located.map { $0.map(inOneRow) } }
    var rowsOfGroups = located.map { shownRows.lines(of: $0.map(\.row), order) }
    if shownRows.isSampled {
      for (index, rows) in rowsOfGroups.enumerated() {
        located[index].removeAll { rows.position(of: $0.row) == nil }
      }
    }
    let allColumns =
      sharesColumns ? shownColumns.lines(of: located.joined().map(\.column), order) : nil
    let columnsOfGroups = located.map {
      allColumns ?? shownColumns.lines(of: $0.map(\.column), order)
    }
    if shownColumns.isSampled {
      for (index, columns) in columnsOfGroups.enumerated() {
        located[index].removeAll { columns.position(of: $0.column) == nil }
        // Rows without pictures in these columns are left out.
        if shownRows.isSampled { continue }
        rowsOfGroups[index] = shownRows.lines(of: located[index].map(\.row), order)
      }
    }
    var results: [(shown: [Int], matrix: PictureMatrix)] = []
    for (place, pictures) in groups.enumerated() {
      let (rows, columns, group) = (rowsOfGroups[place], columnsOfGroups[place], located[place])
      let cells = try cells(
        of: group, pictures, in: rows, columns, &shownRows, &shownColumns, &notes)
      let ordered = cells.sorted { $0.key < $1.key }
      var ofRows = [[PictureFacts]](repeating: [], count: rows.headings.count)
      var ofColumns = [[PictureFacts]](repeating: [], count: columns.headings.count)
      if shownRows.hasAggregates || shownColumns.hasAggregates {
        for (place, items) in ordered {
          ofRows[place.row] += items.map { pictures[$0] }
          ofColumns[place.column] += items.map { pictures[$0] }
        }
      }
      results.append(
        (
          ordered.flatMap(\.value),
          PictureMatrix(
            rows: shownRows.headings(of: rows, summarizing: ofRows), named: rows.headings,
            columns: shownColumns.headings(of: columns, summarizing: ofColumns),
            named: columns.headings,
            places: ordered.flatMap { repeatElement($0.key, count: $0.value.count) },
            sharedEnd: axes.columns.template == nil && !shownColumns.showsNames
              && !shownRows.showsNames && !rowsHaveNoColumns ? folders?.sharedEnd : nil)
        ))
    }
    shownRows.noteEmptyLines(in: &notes)
    shownColumns.noteEmptyLines(in: &notes)
    return results
  }

  /// The row and column of each picture, which are also added to the axes.
  ///
  /// Without columns, the position of a picture in its row takes the place of its column.
  private func values(
    of groups: [[PictureFacts]], _ rows: inout ShownAxis, _ columns: inout ShownAxis,
    _ folders: FolderColumns?, hasColumns: Bool, limit: Int?
  ) -> [[Values]] {
    var values: [[Values]] = []
    for group in groups {
      var counts: [[AxisValue.Identity]: Int] = [:]
      var found: [Values] = []
      found.reserveCapacity(group.count)
      for picture in group {
        var own = Values(
          row: rows.value(of: picture, folders),
          column: !hasColumns && !axes.isTransposed ? nil : columns.value(of: picture, folders))
        if !hasColumns, let row = axes.isTransposed ? own.column : own.row {
          let position = counts[row.identity, default: 0]
          counts[row.identity] = position + 1
          own.isBeyondLimit = position >= limit ?? .max
          let place = AxisValue(position: position)
          if axes.isTransposed { own.row = place } else { own.column = place }
        }
        found.append(own)
      }
      values.append(found)
    }
    return values
  }

  /// The pictures in each cell of a group's matrix; also records which rows and columns have
  /// pictures.
  ///
  /// - Throws: ``ContactSheetError/clash(_:)`` if the settings treat a second picture in a cell as
  ///   an error.
  private func cells(
    of group: [Located], _ pictures: [PictureFacts], in rows: AxisLines, _ columns: AxisLines,
    _ shownRows: inout ShownAxis, _ shownColumns: inout ShownAxis, _ notes: inout MatrixNotes
  ) throws(ContactSheetError) -> [Matrix.Place: [Int]] {
    var cells: [Matrix.Place: [Int]] = [:]
    for picture in group {
      guard let row = rows.position(of: picture.row),
        let column = columns.position(of: picture.column)
      else { continue }
      let (rowHeading, columnHeading) = (rows.headings[row].text, columns.headings[column].text)
      shownRows.filled.insert(rows.names[row])
      shownColumns.filled.insert(columns.names[column])
      let place = Matrix.Place(row: row, column: column)
      if axes.clashPolicy != .stack, let first = cells[place]?[0] {
        let clash = MatrixClash(
          shownFile: pictures[first].picture.name,
          hiddenFile: pictures[picture.index].picture.name, row: rowHeading,
          column: columnHeading)
        if axes.clashPolicy == .fail { throw .clash(clash) }
        notes.clashes.append(clash)
      } else {
        cells[place, default: []].append(picture.index)
      }
    }
    return cells
  }

  /// Whether folders, which are columns by default, are useless beside rows that have a template.
  ///
  /// Folders are useless if each row has pictures in only one folder, and either hides some of its
  /// pictures, or is a folder itself.
  private func areFoldersUseless(_ groups: [[PictureFacts]], _ folders: FolderColumns) -> Bool {
    guard let body = axes.rows.template?.body, axes.columns == MatrixAxis() else { return false }
    var columnOfRow: [[AxisValue.Identity]: [AxisValue.Identity]] = [:]
    var hidesPictures = false
    for group in groups {
      var filled: Set<[AxisValue.Identity]> = []
      for picture in group {
        guard let row = axes.rows.value(of: picture)?.identity,
          let column = folders.column(of: picture.picture)?.identity
        else { continue }
        if let other = columnOfRow[row], other != column { return false }
        columnOfRow[row] = column
        if !filled.insert(row).inserted { hidesPictures = axes.clashPolicy == .first }
      }
    }
    if hidesPictures { return true }
    let isFolder = body.isToken && body.fields.first?.key == FactKey("folder")
    return isFolder && columnOfRow.count > 1
      && Set(columnOfRow.values).count == columnOfRow.count
  }

  /// Whether each row shows a random sample of its pictures, so that few rows show the same names.
  private var isSampled: Bool {
    guard case .shuffle = order.key else { return false }
    return rowLimit != nil && axes.clashPolicy == .first
  }

  /// Whether a single row can show all pictures of a group side by side, while the default rows
  /// would hold only one picture each.
  private func fitsOneRow(_ groups: [[Located]]) -> Bool {
    guard axes.rows == MatrixAxis(), axes.columns.template != nil else { return false }
    return groups.contains { $0.count > 1 }
      && groups.allSatisfy { group in
        Set(group.map(\.row.identity)).count == group.count
          && Set(group.map(\.column.identity)).count == group.count
      }
  }

  /// The picture in the only row or, if rows are shown as columns, in the only column.
  private func inOneRow(_ picture: Located) -> Located {
    let only = AxisValue(Fact(""), of: [], keepsLines: false)
    return axes.isTransposed
      ? Located(index: picture.index, row: picture.row, column: only)
      : Located(index: picture.index, row: only, column: picture.column)
  }

  /// Whether at least half of the pictures have the same name as a picture in another row.
  ///
  /// Numbered pictures of different kinds have some names in common by chance, which is no reason
  /// for columns.
  private func areNamesShared(_ groups: [[PictureFacts]]) -> Bool {
    var known: [String: (row: [AxisValue.Identity], count: Int, isShared: Bool)] = [:]
    var total = 0
    for picture in groups.joined() {
      guard let row = axes.rows.value(of: picture)?.identity else { continue }
      total += 1
      let name = PathText(picture.picture.source.name).stem
      var found = known[name] ?? (row, 0, false)
      found.count += 1
      if found.row != row { found.isShared = true }
      known[name] = found
    }
    var shared = 0
    for (_, found) in known where found.isShared { shared += found.count }
    return shared > 0 && 2 * shared >= total
  }

  /// The pictures of a group with a requested row and column.
  ///
  /// A limit counts the cells of a row that have pictures; a picture in one of the counted cells is
  /// not left out, because it shares that cell or clashes with another picture.
  private func locate(
    _ group: [PictureFacts], _ values: [Values], _ rows: ShownAxis, _ columns: ShownAxis,
    limit: Int?, _ notes: inout MatrixNotes
  ) -> [Located] {
    var located: [Located] = []
    located.reserveCapacity(group.count)
    var filled: [[AxisValue.Identity]: Set<[AxisValue.Identity]>] = [:]
    for (index, picture) in group.enumerated() {
      guard let row = values[index].row, let column = values[index].column else {
        notes.withoutPlace.append(picture.picture.name)
        continue
      }
      guard rows.wants(row), columns.wants(column) else {
        notes.unwanted.append(picture.picture.name)
        continue
      }
      var isBeyondLimit = values[index].isBeyondLimit
      if let limit {
        let (line, place) = axes.isTransposed ? (column, row) : (row, column)
        if filled[line.identity]?.contains(place.identity) != true {
          isBeyondLimit = filled[line.identity]?.count ?? 0 >= limit
          if !isBeyondLimit { filled[line.identity, default: []].insert(place.identity) }
        }
      }
      if isBeyondLimit {
        notes.beyondLimit += 1
        continue
      }
      located.append(Located(index: index, row: row, column: column))
    }
    return located
  }
}
