internal import SheetLayout

extension SectionedGrid {
  /// A grid on a sheet whose size follows from it: of as many columns as bring it near to a ratio, with
  /// its headings, without leaving much of it empty.
  ///
  /// It minimises ½·|ln(a / r)| + 0.3·w + 2·w², where a is the ratio of the fullest page, r the one
  /// that is asked for, and w the share of its cells that are empty.
  ///
  /// - Parameters:
  ///   - cell: The cell.
  ///   - gap: The distance between cells.
  ///   - spacing: The heights of headings; nil without sections.
  ///   - sheetRatio: The ratio that is asked for.
  ///   - counts: The numbers of items of the sections of each page.
  ///   - leastColumns: The least number of columns.
  init(
    _ cell: Size, gap: Size, _ spacing: SectionSpacing?, nearestTo sheetRatio: Double,
    for counts: [[Int]], leastColumns: Int = 1
  ) {
    let totals = counts.map { $0.reduce(0, +) }
    let (all, most) = (totals.reduce(0, +), max(leastColumns, totals.max() ?? 1))
    func grid(_ columns: Int) -> SectionedGrid {
      SectionedGrid(columns: columns, cell: cell, gap: gap)
    }
    func cost(_ columns: Int) -> (cost: Double, distance: Double, isTooWide: Bool) {
      let (size, rows) = grid(columns).largestPage(counts, spacing)
      let empty = 1 - Double(all) / Double(rows * columns)
      let ratio = size.width / size.height / sheetRatio
      let distance = naturalLogarithm(max(ratio, 1 / ratio)) / 2
      return (distance + 0.3 * empty + 2 * empty * empty, distance, ratio > 1)
    }
    // The fullest page without any heading or gap, in rows that are all full: no page of so many
    // columns is lower, and so none is nearer to the ratio as long as this one is too narrow.
    func leastDistance(_ columns: Int) -> Double {
      let ratio = grid(columns).width * Double(columns) / (Double(most) * cell.height) / sheetRatio
      return ratio < 1 ? -naturalLogarithm(ratio) / 2 : 0
    }
    // The best costs no more than any other, and what is sure to cost more need not be tried.
    let limit = cost((0..<most).lastMeeting { leastDistance($0) > 0 } + 1).cost + 1e-9
    let first = max(leastColumns, (0..<most).lastMeeting { leastDistance($0) > limit } + 1)
    var best = (columns: first, cost: Double.infinity)
    for columns in first...most {
      let (cost, distance, isTooWide) = cost(columns)
      if cost < best.cost - 1e-12 { best = (columns, cost) }
      // More columns only make it wider.
      if isTooWide, distance > best.cost { break }
    }
    self = grid(best.columns)
  }
}
