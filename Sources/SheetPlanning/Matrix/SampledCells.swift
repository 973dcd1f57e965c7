internal import SheetLayout
package import SheetModel
internal import SheetPictures

// A sample of all pictures leaves gaps in a matrix. What users usually want is a sample of its rows
// or columns.

extension MatrixSorting {
  init(_ job: SheetJob, by axes: MatrixAxes) {
    self.init(
      axes: axes, order: job.order, sharesColumns: job.paging.hasSections,
      rowLimit: job.paging.groupKey == nil && axes.rows.template != nil ? job.groupLimit : nil)
  }
}

extension SheetJob {
  /// The note about the cells of a matrix that are empty because a sample leaves out their pictures.
  ///
  /// - Parameter pictures: All pictures, before the sample is taken.
  /// - Returns: The note; nil if there are no such cells, or if no sample of rows or columns would
  ///   be smaller than the matrix.
  package func noteOnSampledCells(of pictures: [PictureFacts]) -> Note? {
    // Finding the order by likeness two more times would take far too long.
    guard order.key != .likeness, let axes = layout.traits.axes, let (setting, _) = sample.setting,
      let shown = filledCells(of: pictures, in: axes), shown.haveGaps
    else { return nil }
    var whole = self
    whole.sample = .all
    guard let all = whole.filledCells(of: pictures, in: axes) else { return nil }
    // Cells that have no picture even without the sample do not count.
    let count = all.cells.count { shown.leaveEmpty($0) }
    let remedy: Remedy? =
      axes.areSampled
      ? "leave out \(setting)"
      : sample.remedies(choosingLinesOf: all, axes).joined(nil, by: ", or ")
        .map { "instead of \(setting), \($0)" }
    guard count > 0, let remedy else { return nil }
    return Note(
      .sampledCells,
      (count == 1 ? "a cell of the matrix is" : "\(count) cells of the matrix are")
        + " empty, because \(count == 1 ? "its image is" : "their images are") left out",
      remedy: remedy, [.count: count])
  }

  /// The cells with pictures; nil if the matrix has no columns, or cannot be made.
  private func filledCells(of pictures: [PictureFacts], in axes: MatrixAxes) -> FilledCells? {
    var notes = MatrixNotes()
    let groups = groups(of: pictures)
    guard
      let found = try? MatrixSorting(self, by: axes).matrices(of: groups.map(\.members), &notes),
      notes.sequence == nil
    else { return nil }
    var filled = FilledCells()
    for (group, (_, matrix)) in zip(groups, found) { filled.add(matrix, of: group.name) }
    return filled
  }
}

/// The cells with pictures in the matrices of all groups.
private struct FilledCells {
  struct Cell: Hashable { let group, row, column: String }
  struct Line: Hashable { let group, name: String }

  private(set) var cells: Set<Cell> = []
  private(set) var rows: Set<Line> = []
  private(set) var columns: Set<Line> = []
  /// The number of rows and columns of the largest matrix.
  private(set) var (mostRows, mostColumns) = (0, 0)
  /// Whether there are cells without pictures.
  private(set) var haveGaps = false

  mutating func add(_ matrix: PictureMatrix, of group: String) {
    let places = Set(matrix.places)
    let (rowPlaces, columnPlaces) = (Set(places.map(\.row)), Set(places.map(\.column)))
    for row in rowPlaces { rows.insert(Line(group: group, name: matrix.rowNames[row])) }
    for column in columnPlaces {
      columns.insert(Line(group: group, name: matrix.columnNames[column]))
    }
    for place in places {
      cells.insert(
        Cell(
          group: group, row: matrix.rowNames[place.row], column: matrix.columnNames[place.column]))
    }
    mostRows = max(mostRows, rowPlaces.count)
    mostColumns = max(mostColumns, columnPlaces.count)
    haveGaps = haveGaps || places.count < rowPlaces.count * columnPlaces.count
  }

  /// Whether a cell is in a row and a column with pictures, but has none itself.
  func leaveEmpty(_ cell: Cell) -> Bool {
    !cells.contains(cell) && rows.contains(Line(group: cell.group, name: cell.row))
      && columns.contains(Line(group: cell.group, name: cell.column))
  }
}

extension PictureSample {
  /// The largest number of pictures that are shown, if that is given.
  private var count: Int? {
    switch self {
    case .all, .every: nil
    case .first(let count), .spread(let count): count
    }
  }

  /// The sample of rows or columns with `length` pictures each that shows at least as many pictures
  /// as this sample.
  private func sample(ofLinesOf length: Int) -> PictureSample {
    switch self {
    case .all, .every: self
    case .first(let count): .first((count + length - 1) / length)
    case .spread(let count): .spread((count + length - 1) / length)
    }
  }

  /// The samples of whole columns and of whole rows that show about as many pictures as this one.
  ///
  /// A sample is left out if it would be the whole matrix, or if the values of its axis are listed.
  fileprivate func remedies(choosingLinesOf all: FilledCells, _ axes: MatrixAxes) -> [Remedy] {
    func remedy(
      _ setting: Setting, _ axis: MatrixAxis, _ lines: String, of most: Int, each length: Int
    ) -> Remedy? {
      guard axis.values == nil, most > 1 else { return nil }
      let sample = sample(ofLinesOf: length)
      if let count = sample.count, count >= most { return nil }
      return sample.setting.map { "\(setting, $0.text) chooses whole \(lines)" }
    }
    // The same rows or columns are chosen in each group.
    let rows = ("rows", all.mostRows, all.columns.count)
    let columns = ("columns", all.mostColumns, all.rows.count)
    let (ofRows, ofColumns) = axes.isTransposed ? (columns, rows) : (rows, columns)
    return [
      remedy(.columnValues, axes.columns, ofColumns.0, of: ofColumns.1, each: ofColumns.2),
      remedy(.rowValues, axes.rows, ofRows.0, of: ofRows.1, each: ofRows.2),
    ].compactMap(\.self)
  }
}
