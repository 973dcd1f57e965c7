internal import SheetLayout
internal import SheetPictures
internal import SheetText

/// Puts groups of pictures into matrices.
struct MatrixSorting {
  let axes: MatrixAxes
  let order: ImageOrder
  /// Whether all groups have the columns that any of them has, as they stand under each other.
  let sharesColumns: Bool

  /// A picture with its row and column.
  private struct Located {
    /// Its place in its group.
    let index: Int
    let row: AxisValue
    let column: AxisValue
  }

  /// The matrix of each group, with the pictures that are shown in it.
  struct Result {
    /// The places of the shown pictures in their group, row by row.
    var shown: [Int]
    var matrix: PictureMatrix
  }

  /// Finds rows and columns.
  ///
  /// - Parameters:
  ///   - groups: The pictures of each group, in their order.
  ///   - notes: What was noticed.
  /// - Returns: A matrix for each group, which may be empty.
  /// - Throws: ``PlanningError/clash(_:)`` where that is the policy.
  func matrices(
    of groups: [[PictureFacts]], _ notes: inout MatrixNotes
  ) throws(PlanningError) -> [Result] {
    let (located, values, sharedEnd) = located(groups, &notes)
    let allColumns = columnLines(of: located.joined())
    var results: [Result] = []
    var filled: (rows: Set<String>, columns: Set<String>) = ([], [])
    for (pictures, group) in zip(groups, located) {
      let rows = lines(of: group.map(\.row), shownRows, areColumns: axes.isTransposed)
      let columns = sharesColumns ? allColumns : columnLines(of: group)
      var cells: [Matrix.Place: Int] = [:]
      for picture in group {
        guard let row = rows.position(of: picture.row),
          let column = columns.position(of: picture.column)
        else { continue }
        filled.rows.insert(rows.headings[row].text)
        filled.columns.insert(columns.headings[column].text)
        let place = Matrix.Place(row: row, column: column)
        if let first = cells[place] {
          let clash = MatrixClash(
            shown: pictures[first].picture.source.name,
            hidden: pictures[picture.index].picture.source.name, row: rows.headings[row].text,
            column: columns.headings[column].text)
          if axes.clashPolicy == .fail { throw .clash(clash) }
          notes.clashes.append(clash)
        } else {
          cells[place] = picture.index
        }
      }
      let ordered = cells.sorted { $0.key < $1.key }
      results.append(
        Result(
          shown: ordered.map(\.value),
          matrix: PictureMatrix(
            rows: rows.headings, columns: columns.headings, places: ordered.map(\.key),
            sharedEnd: sharedEnd)))
    }
    note(
      shownRows, "row", filled.rows, of: axes.isTransposed ? values.columns : values.rows, &notes)
    note(
      shownColumns, "column", filled.columns,
      of: axes.isTransposed ? values.rows : values.columns, &notes)
    return results
  }

  private var shownRows: MatrixAxis { axes.isTransposed ? axes.columns : axes.rows }
  private var shownColumns: MatrixAxis { axes.isTransposed ? axes.rows : axes.columns }

  /// The pictures of each group that have a row and a column which are wanted, the values that any
  /// have where some are wanted, and what the headings of folders leave out.
  private func located(
    _ groups: [[PictureFacts]], _ notes: inout MatrixNotes
  ) -> (
    groups: [[Located]], values: (rows: [AxisValue], columns: [AxisValue]), sharedEnd: String?
  ) {
    var values: (rows: [AxisValue], columns: [AxisValue]) = ([], [])
    let needsFolders = axes.rows.template == nil || axes.columns.template == nil
    let folders = needsFolders ? FolderColumns(groups.joined().map(\.picture)) : nil
    let wanted = [axes.rows, axes.columns].map { $0.values.map(AxisLines.init(listed:)) }
    let located = groups.map { group in
      var located: [Located] = []
      located.reserveCapacity(group.count)
      for (index, picture) in group.enumerated() {
        let row =
          axes.rows.template == nil
          ? folders?.row(of: picture.picture) : axes.rows.value(of: picture)
        let column =
          axes.columns.template == nil
          ? folders?.column(of: picture.picture) : axes.columns.value(of: picture)
        if let row, wanted[0] != nil { values.rows.append(row) }
        if let column, wanted[1] != nil { values.columns.append(column) }
        guard let row, let column else {
          notes.withoutPlace.append(picture.picture.source.name)
          continue
        }
        if wanted[0].map({ $0.position(of: row) == nil }) ?? false
          || wanted[1].map({ $0.position(of: column) == nil }) ?? false
        {
          notes.unwanted.append(picture.picture.source.name)
          continue
        }
        located.append(
          axes.isTransposed
            ? Located(index: index, row: column, column: row)
            : Located(index: index, row: row, column: column))
      }
      return located
    }
    return (located, values, axes.columns.template == nil ? folders?.sharedEnd : nil)
  }

  private func columnLines(of pictures: some Sequence<Located>) -> AxisLines {
    lines(of: pictures.map(\.column), shownColumns, areColumns: !axes.isTransposed)
  }

  /// The lines of an axis: those that are wanted, or those that pictures have.
  ///
  /// Folders, which are columns unless told otherwise, keep the order in which they were given.
  private func lines(
    of values: [AxisValue], _ axis: MatrixAxis, areColumns: Bool
  ) -> AxisLines {
    if let listed = axis.values { return AxisLines(listed: listed) }
    if areColumns, axis.template == nil { return AxisLines(of: values, .ofValues) }
    guard order.key == .auto else { return AxisLines(of: values, .ofPictures) }
    return AxisLines(of: values, order.isReversed ? .reversed : .ofValues)
  }

  /// Notes what is wanted of an axis and not there, which may be misspelt.
  private func note(
    _ axis: MatrixAxis, _ noun: String, _ filled: Set<String>, of values: [AxisValue],
    _ notes: inout MatrixNotes
  ) {
    for value in axis.values ?? [] where !filled.contains(value.oneLine) {
      let line = "\(noun) '\(value.shortPrintable)'"
      if notes.emptyLines.isEmpty {
        notes.existingLines = AxisLines(of: values, .ofValues).headings.map(\.text)
      }
      if !notes.emptyLines.contains(line) { notes.emptyLines.append(line) }
    }
  }
}
