/// Equal cells with a fixed ratio on pages of a fixed size, in the number of columns that shows
/// pictures largest.
///
/// Cells keep their ratio and gaps; the rest of the page is left at its edges.
package struct LargestGrid: Equatable, Sendable {
  /// The fraction by which cells may be smaller than the largest possible ones if fewer cells are
  /// then empty.
  package static let tolerance = 0.02
  /// The fraction by which cells may be smaller than the largest possible ones in order to fill a
  /// page that the largest cells would leave empty at the sides.
  package static let widthTolerance = 0.1
  /// The fraction by which cells may become smaller so that no item is alone in its row.
  package static let loneItemTolerance = 0.05

  /// The size of a page, without its margins.
  package let page: Size
  /// The distance between neighbouring cells.
  package let gap: Size
  /// The width of a cell divided by its height.
  package let ratio: Double
  /// The maximum width of a cell.
  package let largestWidth: Double
  /// The decoration outside cells, such as labels, which lies in the gaps and beyond the page.
  package let outerDecoration: Size
  /// The maximum total width that a grid leaves empty at its two sides, unless no grid fills the
  /// page.
  package let sideRoom: Double

  /// Creates a grid for pages of one size.
  ///
  /// - Throws: A ``LayoutError`` if the page's width or height, the ratio or the largest width is
  ///   not above zero, or if a gap is negative. The largest width may be infinite.
  package init(
    page: Size, gap: Size = .zero, ratio: Double, largestWidth: Double = .infinity,
    outerDecoration: Size = .zero, sideRoom: Double = .infinity
  ) throws(LayoutError) {
    try check(page.width, positive: .sheetWidth)
    try check(page.height, positive: .sheetHeight)
    try check(gap: gap)
    try check(ratio, ratio: .cellRatio)
    guard largestWidth > 0 else { throw .notPositive(.cellWidth, largestWidth) }
    (self.page, self.gap, self.ratio) = (page, gap, ratio)
    (self.largestWidth, self.outerDecoration) = (largestWidth, outerDecoration)
    self.sideRoom = sideRoom
  }
}

extension LargestGrid {
  /// The width of the cells in a grid of this many columns and rows; not above zero if gaps leave
  /// no room.
  package func width(columns: Int, rows: Int) -> Double {
    let cell = page.cell(columns: columns, rows: rows, gap: gap)
    return min(cell.width, ratio * cell.height, largestWidth)
  }

  /// The largest numbers of columns and rows for cells of this width; each at least one.
  package func most(ofWidth width: Double) -> (columns: Int, rows: Int) {
    let width = min(width, largestWidth)
    func number(_ side: Double, _ length: Double, _ gap: Double) -> Int {
      max(1, wholePixel(count(ofLength: length, in: side, gap: gap)))
    }
    return (
      number(page.width, width, gap.width), number(page.height, width / ratio, gap.height)
    )
  }

  /// The width of a cell whose longer side has this length.
  package func width(ofLongerSide side: Double) -> Double { side * min(1, ratio) }

  /// The candidate with this many columns and rows, with cells of the given width or of the largest
  /// possible width; nil if there is no room.
  package func candidate(
    columns: Int, rows: Int, empty: Int, width: Double? = nil
  ) -> GridCandidate? {
    let width = width ?? self.width(columns: columns, rows: rows)
    guard width > 0 else { return nil }
    let (across, down) = (Double(columns), Double(rows))
    let block = Size(
      width: across * width + (across - 1) * gap.width,
      height: down * width / ratio + (down - 1) * gap.height)
    func drawnRatio(_ size: Size) -> Double {
      (size.width + outerDecoration.width) / (size.height + outerDecoration.height)
    }
    let factor = drawnRatio(block) / drawnRatio(page)
    return GridCandidate(
      columns: columns, rows: rows, cost: -naturalLogarithm(width), empty: empty,
      factor: max(factor, 1 / factor), lines: columns + rows,
      rest: page.width - block.width)
  }

  /// The best candidate, with cells at least `least` wide if any candidate has such cells.
  package func best(of candidates: [GridCandidate], least: Double) -> GridCandidate? {
    let most = highestCost(ofWidth: least)
    let kept = candidates.filter { $0.cost <= most }
    return (kept.isEmpty ? candidates : kept).best(
      within: 1e-12 - naturalLogarithm(1 - Self.tolerance))
  }

  /// The width that cells need, in grids with more columns, to replace a candidate that leaves the
  /// sides of its page empty; nil if nothing should replace it.
  ///
  /// Such cells are at most a little smaller than the largest possible ones. Pictures at their full
  /// size are not made smaller to fill a page.
  ///
  /// - Parameters:
  ///   - candidate: The candidate with the best score.
  ///   - widest: The width of the largest possible cells.
  ///   - least: The minimum width of cells, unless the candidate's are narrower.
  /// - Returns: The width.
  package func widthToReplace(
    _ candidate: GridCandidate, widest: Double, least: Double
  ) -> Double? {
    guard leavesSides(candidate), widest < largestWidth * 0.999 else { return nil }
    let lowest = widest * (1 - Self.widthTolerance)
    return candidate.cost <= highestCost(ofWidth: least) ? max(lowest, least) : lowest
  }

  /// The best of the candidates that fill the width of the page with cells at least this wide; nil
  /// if none does.
  package func best(of candidates: [GridCandidate], fillingPageWith lowest: Double)
    -> GridCandidate?
  {
    let most = highestCost(ofWidth: lowest)
    return best(of: candidates.filter { $0.cost <= most && !leavesSides($0) }, least: 0)
  }

  private func leavesSides(_ candidate: GridCandidate) -> Bool {
    // Rounding may take part of a pixel from each cell.
    candidate.rest + Double(candidate.columns) > sideRoom
  }

  /// The highest cost that cells of this width may have.
  ///
  /// Rounding may make even an exact fit differ in its last bits.
  private func highestCost(ofWidth width: Double) -> Double {
    width > 0 ? 1e-9 - naturalLogarithm(width) : .infinity
  }

  /// Divides groups among as few pages as possible while keeping cells wide enough, and fills these
  /// pages evenly.
  ///
  /// - Parameters:
  ///   - groups: The number of items in each group, each of which starts a new page; all at least
  ///     one.
  ///   - least: The minimum width of cells, unless a page has only one cell; each page has as many
  ///     items as this width allows. Zero if there is one page.
  ///   - pageCount: The number of pages for each group, which replaces `least`; nil if `least`
  ///     decides.
  ///   - shape: The required columns or rows; nil to choose the numbers at which items are largest.
  /// - Returns: The pages; nil if there is no room for cells.
  /// - Throws: ``LayoutError/notPositive(_:_:)`` if a number of the shape is not positive.
  package func evenPages(
    of groups: [Int], keeping least: Double = 0, pageCount: Int? = nil, shape: GridShape? = nil
  ) throws(LayoutError) -> EvenPages? {
    let most = most(ofWidth: least)
    let itemsPerPage = least > 0 ? most.columns * most.rows : .max
    let pages = try EvenPages(
      of: groups, itemsPerPage: itemsPerPage, pageCount: pageCount,
      keepsColumns: shape?.columns != nil
    ) { (items) throws(LayoutError) in
      if let shape { return (try shape.columns(forSections: [[items]]), shape.rows ?? 1) }
      let best = GridColumns(for: [[items]]).largest(on: self, least: least)
      return best.map { ($0.columns, 1) }
    }
    guard let pages, width(columns: pages.columns, rows: pages.rows) > 0 else { return nil }
    if shape != nil { return pages }
    return withoutLoneItem(
      pages, of: groups, itemsPerPage: itemsPerPage, keeping: least, pageCount: pageCount) ?? pages
  }

  /// The same number of pages with one column more or fewer, so that fewer groups end with a row of
  /// a single item.
  ///
  /// Nil if there is no such row, or if cells would become too small, or would leave the sides of
  /// the page empty.
  private func withoutLoneItem(
    _ pages: EvenPages, of groups: [Int], itemsPerPage: Int, keeping least: Double,
    pageCount: Int?
  ) -> EvenPages? {
    let count = pages.loneItemCount
    guard count > 0 else { return nil }
    let own = width(columns: pages.columns, rows: pages.rows)
    let lowest = max(own * (1 - Self.loneItemTolerance), min(own, least))
    var best: (pages: EvenPages, width: Double)?
    for columns in [pages.columns - 1, pages.columns + 1] {
      let other = EvenPages(
        of: groups, itemsPerPage: itemsPerPage, pageCount: pageCount
      ) { _ in (columns, 1) }
      guard let other, other.columns == columns, other.loneItemCount < count,
        other.counts.map(\.count) == pages.counts.map(\.count)
      else { continue }
      let width = width(columns: columns, rows: other.rows)
      guard width >= lowest * (1 - 1e-9), width > best?.width ?? 0,
        let candidate = candidate(columns: columns, rows: other.rows, empty: 0, width: width),
        !leavesSides(candidate)
      else { continue }
      best = (other, width)
    }
    return best?.pages
  }
}
