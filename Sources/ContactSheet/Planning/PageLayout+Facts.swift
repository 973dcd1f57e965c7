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

  /// What a plan says of its rows and columns.
  func gridFacts(of page: Page, _ pictures: [ProbedPicture]) throws(SheetError) -> GridFacts? {
    guard let rows = page.arrangement.rows, let columns = page.arrangement.columns
    else { return nil }
    switch choice {
    case .grid(let sizing, _, _):
      let ratio = try sizing.resolved(for: pictures, margin: margin).idealCellRatio
      return GridFacts(
        rows: rows, columns: columns, cell: page.arrangement.frames.first?.size,
        idealCellRatio: ratio)
    case .columns, .tiered, .rows, .masonry:
      return GridFacts(rows: rows, columns: columns, cell: nil, idealCellRatio: nil)
    }
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
