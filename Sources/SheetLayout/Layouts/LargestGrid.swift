/// Equal cells of one ratio on pages of one size, in the columns that show pictures largest.
///
/// Cells keep the ratio and the gaps; the rest of the page goes to its edges.
package struct LargestGrid: Equatable, Sendable {
  /// The fraction by which cells may be smaller than the largest to leave fewer cells empty.
  package static let tolerance = 0.02

  /// The size of a page, without its edges.
  package let page: Size
  /// The distance between neighbouring cells.
  package let gap: Size
  /// The width of a cell divided by its height.
  package let ratio: Double
  /// The width that no cell exceeds.
  package let largestWidth: Double
  /// The furniture outside of cells, such as labels, in the gaps and beyond the page.
  package let outerFurniture: Size

  /// Creates a grid for pages of a size.
  ///
  /// - Throws: A ``LayoutError`` if a side, a ratio or a largest width is not above zero, or a gap
  ///   is negative. The largest width may be infinite.
  package init(
    page: Size, gap: Size = .zero, ratio: Double, largestWidth: Double = .infinity,
    outerFurniture: Size = .zero
  ) throws(LayoutError) {
    try check(page.width, positive: .sheetWidth)
    try check(page.height, positive: .sheetHeight)
    try check(gap: gap)
    try check(ratio, ratio: .cellRatio)
    guard largestWidth > 0 else { throw .notPositive(.cellWidth, largestWidth) }
    (self.page, self.gap, self.ratio) = (page, gap, ratio)
    (self.largestWidth, self.outerFurniture) = (largestWidth, outerFurniture)
  }
}

/// The numbers of columns and rows of pages, and of items on each page.
package struct PagedGrid: Equatable, Sendable {
  /// The number of columns of all pages.
  package let columns: Int
  /// The number of rows of the fullest page.
  package let rows: Int
  /// The size of every cell.
  package let cell: Size
  /// The numbers of items on the pages of each group.
  package let pages: [[Int]]
}

extension LargestGrid {
  /// The width of cells in some columns and rows; not above zero if gaps leave no room.
  package func width(columns: Int, rows: Int) -> Double {
    let cell = page.cell(columns: columns, rows: rows, gap: gap)
    return min(cell.width, ratio * cell.height, largestWidth)
  }

  /// The size of cells in some columns and rows.
  package func cell(columns: Int, rows: Int) -> Size {
    let width = width(columns: columns, rows: rows)
    return Size(width: width, height: width / ratio)
  }

  /// The largest numbers of columns and of rows whose cells have a width; each at least one.
  package func most(ofWidth width: Double) -> (columns: Int, rows: Int) {
    let width = min(width, largestWidth)
    func number(_ side: Double, _ length: Double, _ gap: Double) -> Int {
      max(1, wholePixel(count(ofLength: length, in: side, gap: gap)))
    }
    return (
      number(page.width, width, gap.width), number(page.height, width / ratio, gap.height)
    )
  }

  /// The width of a cell whose longer side has a length.
  package func width(ofLongerSide side: Double) -> Double { side * min(1, ratio) }

  /// The columns and rows that show some items on a page largest; nil if there is no room.
  ///
  /// Candidates have cells nearly as wide as possible, and at least `least` wide if any are. Of
  /// these, the fewest empty cells decide, then the block's ratio nearest to the page's. Last, the
  /// fewest columns and rows together decide.
  package func columnsAndRows(of count: Int, least: Double = 0) -> (columns: Int, rows: Int)? {
    let all = (1...max(1, count)).compactMap { columns in
      let rows = (count - 1) / columns + 1
      return candidate(columns: columns, rows: rows, empty: columns * rows - count)
    }
    return best(of: all, least: least).map { ($0.columns, $0.rows) }
  }

  /// The candidate of some columns and rows, whose cells have a width or the largest one; nil if
  /// there is no room.
  package func candidate(
    columns: Int, rows: Int, empty: Int, width: Double? = nil
  ) -> GridCandidate? {
    let width = width ?? self.width(columns: columns, rows: rows)
    guard width > 0 else { return nil }
    let (across, down) = (Double(columns), Double(rows))
    let block = Size(
      width: across * width + (across - 1) * gap.width + outerFurniture.width,
      height: down * width / ratio + (down - 1) * gap.height + outerFurniture.height)
    let factor =
      block.width / block.height * (page.height + outerFurniture.height)
      / (page.width + outerFurniture.width)
    return GridCandidate(
      columns: columns, rows: rows, cost: -naturalLogarithm(width), empty: empty,
      factor: max(factor, 1 / factor), lines: columns + rows)
  }

  /// The best of candidates; its cells are at least `least` wide if any candidate's are.
  package func best(of candidates: [GridCandidate], least: Double) -> GridCandidate? {
    // Exact sums may differ from `least` in their last bits.
    let most = least > 0 ? 1e-9 - naturalLogarithm(least) : .infinity
    let kept = candidates.filter { $0.cost <= most }
    return (kept.isEmpty ? candidates : kept).best(
      within: 1e-12 - naturalLogarithm(1 - Self.tolerance))
  }

  /// Divides groups into pages that all have one grid.
  ///
  /// Rows are shared evenly among the pages of a group; earlier pages may have one more. So only
  /// the last row of a group is short.
  ///
  /// - Parameters:
  ///   - groups: The numbers of items of the groups, each of which starts a page; all at least one.
  ///   - least: The width that cells keep, unless a page has one cell; a page has as many items as
  ///     allow it. Zero if there is one page.
  ///   - pageCount: The number of pages of each group instead; nil if `least` decides.
  ///   - shape: The given columns or rows; nil if the largest items decide.
  /// - Returns: The pages; nil if there is no room for cells.
  package func paged(
    groups: [Int], keeping least: Double = 0, pageCount: Int? = nil, shape: GridShape? = nil
  ) -> PagedGrid? {
    let most = most(ofWidth: least)
    let mostPerPage = least > 0 ? most.columns * most.rows : .max
    func quotient(_ count: Int, _ divisor: Int) -> Int { (count - 1) / divisor + 1 }
    let counts = groups.map { (items: $0, pages: min($0, pageCount ?? quotient($0, mostPerPage))) }
    let fullest = counts.reduce(1) { max($0, quotient($1.items, $1.pages)) }
    var (columns, givenRows): (Int, Int)
    switch shape {
    case .exactly(let across, let down): (columns, givenRows) = (across, down)
    case .columns(let across): (columns, givenRows) = (across, 1)
    case .rows(let down): (columns, givenRows) = (quotient(fullest, down), down)
    case nil:
      guard let best = columnsAndRows(of: fullest, least: least) else { return nil }
      (columns, givenRows) = (best.columns, 1)
    }
    while columns > 1, counts.contains(where: { quotient($0.items, columns) < $0.pages }) {
      columns -= 1
    }
    let rows = counts.reduce(givenRows) { max($0, quotient(quotient($1.items, columns), $1.pages)) }
    let cell = cell(columns: columns, rows: rows)
    guard cell.width > 0 else { return nil }
    let pages = counts.map { [columns] items, pages in
      countsSharingRows(items, columns: columns, pages: pages)
    }
    return PagedGrid(columns: columns, rows: rows, cell: cell, pages: pages)
  }
}

/// The numbers of items on pages that share all rows evenly; earlier pages may have one row more.
package func countsSharingRows(_ items: Int, columns: Int, pages: Int) -> [Int] {
  let all = (items - 1) / columns + 1
  var rest = items
  return (0..<pages).map { page in
    let taken = min(rest, (all / pages + (page < all % pages ? 1 : 0)) * columns)
    rest -= taken
    return taken
  }
}
