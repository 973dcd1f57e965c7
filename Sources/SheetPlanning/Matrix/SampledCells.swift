package import SheetModel
internal import SheetPictures

// A sample of all pictures leaves gaps in a matrix, where a sample of its rows or columns is meant.

extension MatrixSorting {
  /// Creates the sorting of a job.
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
  /// - Returns: The note; nil if there are no such cells.
  package func noteOnSampledCells(of pictures: [PictureFacts]) -> Note? {
    guard let axes = layout.traits.axes, let (setting, sampleText) = sample.setting,
      let emptyCount = emptyCellCount(of: pictures, in: axes), emptyCount > 0
    else { return nil }
    var whole = self
    whole.sample = .all
    guard let usualCount = whole.emptyCellCount(of: pictures, in: axes), usualCount < emptyCount
    else { return nil }
    let (rows, columns) = axes.isTransposed ? ("columns", "rows") : ("rows", "columns")
    let remedies: [Remedy] = [
      axes.columns.values == nil ? "\(.columnValues, sampleText) chooses whole \(columns)" : nil,
      axes.rows.values == nil ? "\(.rowValues, sampleText) chooses whole \(rows)" : nil,
    ].compactMap(\.self)
    return Note(
      .sampledCells,
      (emptyCount == 1 ? "a cell of the matrix is" : "\(emptyCount) cells of the matrix are")
        + " empty, because \(emptyCount == 1 ? "its image is" : "their images are") left out",
      remedy: axes.areSampled
        ? "leave out \(setting)"
        : remedies.joined("and").map { "instead of \(setting), \($0)" },
      [.count: emptyCount])
  }

  /// The number of empty cells in a matrix of the sample; nil if it has no columns, or is an error.
  private func emptyCellCount(of pictures: [PictureFacts], in axes: MatrixAxes) -> Int? {
    var notes = MatrixNotes()
    let members = groups(of: pictures).map(\.members)
    guard let found = try? MatrixSorting(self, by: axes).matrices(of: members, &notes),
      notes.sequence == nil
    else { return nil }
    return Note.emptyCells(of: found.map(\.matrix))?.measures[.count] ?? 0
  }
}
