package import SheetLayout
package import SheetModel
internal import SheetPictures

/// The rows and columns of a group of pictures, and the cell of each picture.
package struct PictureMatrix: Sendable {
  /// The headings of the rows, from top to bottom.
  package let rows: [Fact]
  /// The headings of the columns, from left to right.
  package let columns: [Fact]
  /// The places of the pictures, in order, row by row; several pictures may share a place.
  package internal(set) var places: [Matrix.Place] {
    didSet { fullestCell = Self.longestRun(in: places) }
  }
  /// The number of pictures in the fullest cell.
  private(set) var fullestCell: Int
  /// The texts of empty cells.
  package var notes: [Matrix.Place: String] = [:]
  /// The parts to show of pictures that are not shown whole.
  package var parts: [Matrix.Place: PixelRect] = [:]
  /// The ending shared by all folders' paths, which is left out of headings; nil if there is none.
  var sharedEnd: String?

  /// Creates a matrix.
  package init(
    rows: [Fact], columns: [Fact], places: [Matrix.Place], sharedEnd: String? = nil
  ) {
    (self.rows, self.columns, self.places, self.sharedEnd) = (rows, columns, places, sharedEnd)
    fullestCell = Self.longestRun(in: places)
  }

  private static func longestRun(in places: [Matrix.Place]) -> Int {
    var (longest, length) = (0, 0)
    for index in places.indices {
      length = index > 0 && places[index] == places[index - 1] ? length + 1 : 1
      longest = max(longest, length)
    }
    return longest
  }

  /// The tokens for the heading of a row or column in label templates.
  static let (rowKey, columnKey) = (FactKey("row"), FactKey("column"))

  /// The pictures of each non-empty cell in these rows and columns.
  func stacks(in rows: Range<Int>, _ columns: Range<Int>) -> [Range<Int>] {
    func start(of row: Int) -> Int {
      (0..<places.count + 1).lastMeeting { places[$0 - 1].row < row }
    }
    var stacks: [Range<Int>] = []
    for index in start(of: rows.lowerBound)..<start(of: rows.upperBound)
    where columns.contains(places[index].column) {
      if let last = stacks.last, places[last.lowerBound] == places[index] {
        stacks[stacks.count - 1] = last.lowerBound..<index + 1
      } else {
        stacks.append(index..<index + 1)
      }
    }
    return stacks
  }

  /// Whether each picture shares its cell.
  var areStacked: [Bool] {
    stacks(in: rows.indices, columns.indices).flatMap {
      repeatElement($0.count > 1, count: $0.count)
    }
  }

  func cell(at place: Matrix.Place) -> MatrixCell {
    MatrixCell(
      place: place,
      headings: [Self.rowKey: rows[place.row], Self.columnKey: columns[place.column]],
      part: parts[place])
  }
}

struct MatrixCell: Equatable {
  let place: Matrix.Place
  /// The headings of its row and column.
  let headings: [FactKey: Fact]
  /// The part of the picture that is shown; nil for the whole picture.
  let part: PixelRect?
}

/// Puts groups of pictures into matrices.
struct MatrixSorting {
  let axes: MatrixAxes
  let order: ImageOrder
  /// Whether every group has the columns of all groups, because groups are stacked.
  let sharesColumns: Bool

  /// A picture with its row and column.
  private struct Located {
    /// The index of the picture in its group.
    let index: Int
    let row: AxisValue
    let column: AxisValue
  }

  /// Finds rows and columns.
  ///
  /// - Parameters:
  ///   - groups: The pictures of each group, in order.
  ///   - notes: The notes, to which further notes are added.
  /// - Returns: For each group a matrix, which may be empty, and the indices of its pictures in
  ///   their group, row by row.
  /// - Throws: ``ContactSheetError/clash(_:)`` if the settings treat that as an error.
  func matrices(
    of groups: [[PictureFacts]], _ notes: inout MatrixNotes
  ) throws(ContactSheetError) -> [(shown: [Int], matrix: PictureMatrix)] {
    var shownRows = ShownAxis("row", of: axes, isOfColumns: axes.isTransposed)
    var shownColumns = ShownAxis("column", of: axes, isOfColumns: !axes.isTransposed)
    let needsFolders = axes.rows.template == nil || axes.columns.template == nil
    let folders =
      needsFolders
      ? FolderColumns(groups.joined().map(\.picture), exactlyAsGiven: order.key == .given) : nil
    if let folders, hasFoldersTwice(groups, folders) {
      shownColumns.showsNames = !axes.isTransposed && areNamesShared(groups)
      shownRows.showsNames = axes.isTransposed && areNamesShared(groups)
      notes.areAxesEqual = !shownColumns.showsNames && !shownRows.showsNames
    }
    let values = groups.map { group in
      group.map { picture in
        (
          row: shownRows.value(of: picture, folders),
          column: shownColumns.value(of: picture, folders)
        )
      }
    }
    // Which of the listed texts are values depends on all pictures.
    shownRows.findWanted()
    shownColumns.findWanted()
    var located = zip(groups, values).map { locate($0, $1, shownRows, shownColumns, &notes) }
    if fitsOneRow(located) { located = located.map { $0.map(inOneRow) } }
    let allColumns =
      sharesColumns ? shownColumns.lines(of: located.joined().map(\.column), order) : nil
    var results: [(shown: [Int], matrix: PictureMatrix)] = []
    for (pictures, group) in zip(groups, located) {
      let rows = shownRows.lines(of: group.map(\.row), order)
      let columns = allColumns ?? shownColumns.lines(of: group.map(\.column), order)
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
            rows: shownRows.headings(of: rows, summarizing: ofRows),
            columns: shownColumns.headings(of: columns, summarizing: ofColumns),
            places: ordered.flatMap { repeatElement($0.key, count: $0.value.count) },
            sharedEnd: axes.columns.template == nil && !shownColumns.showsNames
              && !shownRows.showsNames ? folders?.sharedEnd : nil)
        ))
    }
    shownRows.noteEmptyLines(in: &notes)
    shownColumns.noteEmptyLines(in: &notes)
    return results
  }

  /// Whether rows are folders because of their template, and columns are the same folders by
  /// default, so that each row would have pictures in only one column.
  private func hasFoldersTwice(_ groups: [[PictureFacts]], _ folders: FolderColumns) -> Bool {
    guard let body = axes.rows.template?.body, body.isToken,
      body.fields.first?.key == FactKey("folder"), axes.columns == MatrixAxis()
    else { return false }
    var columnOfRow: [[AxisValue.Identity]: [AxisValue.Identity]] = [:]
    for picture in groups.joined() {
      guard let row = axes.rows.value(of: picture)?.identity,
        let column = folders.column(of: picture.picture)?.identity
      else { continue }
      if let other = columnOfRow[row], other != column { return false }
      columnOfRow[row] = column
    }
    return columnOfRow.count > 1 && Set(columnOfRow.values).count == columnOfRow.count
  }

  /// Whether a single row has a cell for each picture of a group, and rows, which nobody chose,
  /// would have one picture each.
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

  /// Whether pictures in different rows have the same name.
  private func areNamesShared(_ groups: [[PictureFacts]]) -> Bool {
    var rowOfName: [String: [AxisValue.Identity]] = [:]
    for picture in groups.joined() {
      guard let row = axes.rows.value(of: picture)?.identity else { continue }
      let name = PathText(picture.picture.source.name).stem
      if let other = rowOfName[name], other != row { return true }
      rowOfName[name] = row
    }
    return false
  }

  /// The pictures of a group with a requested row and column.
  private func locate(
    _ group: [PictureFacts], _ values: [(row: AxisValue?, column: AxisValue?)], _ rows: ShownAxis,
    _ columns: ShownAxis, _ notes: inout MatrixNotes
  ) -> [Located] {
    var located: [Located] = []
    located.reserveCapacity(group.count)
    for (index, picture) in group.enumerated() {
      guard let row = values[index].row, let column = values[index].column else {
        notes.withoutPlace.append(picture.picture.name)
        continue
      }
      guard rows.wants(row), columns.wants(column) else {
        notes.unwanted.append(picture.picture.name)
        continue
      }
      located.append(Located(index: index, row: row, column: column))
    }
    return located
  }
}

/// An axis with the rows or columns shown by a sheet, and the values of its pictures.
private struct ShownAxis {
  /// What a line of the axis is called.
  private let noun: String
  private let axis: MatrixAxis
  /// Whether it is the axis of columns, which are folders by default.
  private let isOfColumns: Bool
  /// Whether columns are the names of pictures, because rows are their folders.
  var showsNames = false
  /// The requested lines; nil if they follow from the pictures.
  private var wanted: AxisLines?
  /// The values of pictures, if lines are requested.
  private var values: [AxisValue] = []
  /// The names of lines with pictures.
  var filled: Set<String> = []

  init(_ noun: String, of axes: MatrixAxes, isOfColumns: Bool) {
    (self.noun, self.isOfColumns) = (noun, isOfColumns)
    axis = isOfColumns ? axes.columns : axes.rows
  }

  /// Finds the requested lines, once the values of all pictures are known.
  mutating func findWanted() {
    wanted = axis.values.map { listed in
      // A template that is a single token adds no words, so values are shown as listed.
      let isToken = axis.template?.body.isToken == true
      return AxisLines(listed: listed, of: values, keepsValues: isToken)
        .withoutRepetitions(in: values)
    }
  }

  /// The value of a picture; nil if it has none.
  mutating func value(of picture: PictureFacts, _ folders: FolderColumns?) -> AxisValue? {
    let value =
      if axis.template != nil {
        axis.value(of: picture)
      } else {
        showsNames
          ? AxisValue(nameOf: picture.picture)
          : isOfColumns
            ? folders?.column(of: picture.picture) : folders?.row(of: picture.picture)
      }
    if let value, axis.values != nil { values.append(value) }
    return value
  }

  func wants(_ value: AxisValue) -> Bool { wanted.map { $0.position(of: value) != nil } ?? true }

  /// The requested lines, or those that pictures have.
  ///
  /// Folders that are columns keep the order in which they were given.
  func lines(of values: [AxisValue], _ order: ImageOrder) -> AxisLines {
    if let wanted { return wanted }
    if isOfColumns, axis.template == nil { return AxisLines(of: values, .ofValues) }
    guard order.key == .auto else { return AxisLines(of: values, .ofPictures) }
    return AxisLines(of: values, order.isReversed ? .reversed : .ofValues)
  }

  /// Whether headings summarise their pictures.
  var hasAggregates: Bool { axis.template?.body.hasAggregates == true }

  /// The headings of lines, with aggregates over their pictures.
  ///
  /// A heading that is listed with a value stands for the first token. Rows and columns without
  /// pictures, or with an empty heading, have no aggregates.
  func headings(of lines: AxisLines, summarizing pictures: [[PictureFacts]]) -> [Fact] {
    guard hasAggregates, let template = axis.template else { return lines.headings }
    let keys = template.keys.filter { $0.aggregate != nil }
    let named = template.keys.first { $0.aggregate == nil }
    return lines.headings.enumerated().map { index, heading in
      guard let first = pictures[index].first, lines.listedHeadings[index] != "" else {
        return heading
      }
      let common = pictures[index].common(keys)
      return Fact(
        template.statedLines { key in
          if key == named, let listed = lines.listedHeadings[index] { return Fact(listed) }
          return key.aggregate == nil ? first.fact(key) : common[key]
        })
    }
  }

  /// Adds a note about missing requested lines, which may be misspelt.
  func noteEmptyLines(in notes: inout MatrixNotes) {
    for value in wanted?.names ?? [] where !filled.contains(value) {
      let line = "\(noun) '\(value.shortPrintable)'"
      if notes.emptyLines.isEmpty {
        notes.existingLines = AxisLines(of: values, .ofValues).headings.map(\.text)
      }
      if !notes.emptyLines.contains(line) { notes.emptyLines.append(line) }
    }
  }
}
