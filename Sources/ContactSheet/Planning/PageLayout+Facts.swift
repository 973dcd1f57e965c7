internal import SheetLayout

extension PageLayout {
  /// Which item of a page stands at each position, positions being counted row by row.
  ///
  /// - Throws: ``SheetError/noColumnOrder`` for a layout whose cells are not all equal.
  func items(on page: Page) throws(SheetError) -> [Int] {
    guard paging.readingOrder == .columns else { return Array(0..<page.items.count) }
    guard hasEqualCells, let columns = page.arrangement.columns else { throw .noColumnOrder }
    return paging.readingOrder.items(count: page.items.count, columns: columns)
  }

  private var hasEqualCells: Bool {
    switch choice {
    case .grid: true
    case .columns(_, _, let cellRatio): cellRatio != nil
    case .tiered, .rows, .masonry: false
    }
  }

  /// The ratio that the cells of `pictures` are to come near to; nil for layouts without one.
  func idealCellRatio(for pictures: [ProbedPicture]) throws(SheetError) -> Double? {
    guard case .grid(let sizing, _, _) = choice else { return nil }
    return try sizing.resolved(for: pictures, edges: edges).idealCellRatio
  }

  /// What a plan says of the rows and columns of a page.
  func gridFacts(of page: Page, idealCellRatio: Double?) -> GridFacts? {
    guard let rows = page.arrangement.rows, let columns = page.arrangement.columns
    else { return nil }
    var cell: Size?
    if case .grid = choice { cell = page.arrangement.frames.first?.size }
    return GridFacts(rows: rows, columns: columns, cell: cell, idealCellRatio: idealCellRatio)
  }

  /// The columns of a layout by tracks; empty for others.
  func tracks() throws(SheetError) -> [Column] {
    switch choice {
    case .columns(let tracks, let width, _), .masonry(let tracks, let width):
      try solved(tracks, width: width).columns
    case .grid, .tiered, .rows:
      []
    }
  }

  /// The alignments that tracks state, by the first column of pixels, margins aside, of the
  /// cells that they hold for.
  ///
  /// Pixels, because the edges of a cell and of its column may differ in the last bits.
  func statedAlignments() throws(SheetError) -> [Int: Alignment] {
    var alignments: [Int: Alignment] = [:]
    for column in try tracks() {
      guard let alignment = column.alignment else { continue }
      let area = Rect(x: column.x, y: 0, width: column.width, height: 0)
      alignments[area.snapped.x] = alignment
    }
    return alignments
  }
}
