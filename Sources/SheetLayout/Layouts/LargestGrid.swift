/// Equal cells of one ratio on pages of one size, in the columns that show pictures largest.
///
/// Cells keep the ratio and the gaps; what they leave of a page is for its edges.
public struct LargestGrid: Equatable, Sendable {
  /// How much smaller than the largest cells others may be that leave fewer cells empty.
  package static let tolerance = 0.02

  /// The size of a page, without its edges.
  public let page: Size
  /// The distance between neighbouring cells.
  public let gap: Size
  /// The width of a cell divided by its height.
  public let ratio: Double
  /// The width that no cell exceeds.
  public let largestWidth: Double
  /// What is drawn of cells beyond them, such as labels, which is in the gaps and beyond the page.
  public let beyond: Size

  /// Creates a grid for pages of a size.
  ///
  /// - Throws: A ``LayoutError`` for a side of the page that is not above zero, a negative gap, and a
  ///   ratio or a largest width that is not above zero. The largest width may be infinite.
  public init(
    page: Size, gap: Size = .zero, ratio: Double, largestWidth: Double = .infinity,
    beyond: Size = .zero
  ) throws(LayoutError) {
    try check(page.width, positive: .sheetWidth)
    try check(page.height, positive: .sheetHeight)
    try check(gap: gap)
    try check(ratio, ratio: .cellRatio)
    guard largestWidth > 0 else { throw .notPositive(.cellWidth, largestWidth) }
    (self.page, self.gap, self.ratio) = (page, gap, ratio)
    (self.largestWidth, self.beyond) = (largestWidth, beyond)
  }
}

/// How many columns and rows pages have, and how many items are on each.
public struct PagedGrid: Equatable, Sendable {
  /// The number of columns of all pages.
  public let columns: Int
  /// The number of rows of the fullest page.
  public let rows: Int
  /// The size of every cell.
  public let cell: Size
  /// The numbers of items on the pages of each group.
  public let pages: [[Int]]
}

extension LargestGrid {
  /// The width of cells in some columns and rows; not above zero where gaps leave no room.
  public func width(columns: Int, rows: Int) -> Double {
    let cell = page.cell(columns: columns, rows: rows, gap: gap)
    return min(cell.width, ratio * cell.height, largestWidth)
  }

  /// The size of cells in some columns and rows.
  public func cell(columns: Int, rows: Int) -> Size {
    let width = width(columns: columns, rows: rows)
    return Size(width: width, height: width / ratio)
  }

  /// The most columns and the most rows whose cells have a width; at least one of each.
  public func most(ofWidth width: Double) -> (columns: Int, rows: Int) {
    let width = min(width, largestWidth)
    // An exact fit counts, whatever the last bits of sums are.
    func count(_ side: Double, _ length: Double, _ gap: Double) -> Int {
      max(1, wholePixel((side + gap) / (length + gap) - 0.5 + 1e-9))
    }
    return (
      count(page.width, width, gap.width), count(page.height, width / ratio, gap.height)
    )
  }

  /// The width of a cell whose longer side has a length.
  public func width(ofLongerSide side: Double) -> Double { side * min(1, ratio) }

  /// The columns and rows that show some items on a page largest; nil where there is no room.
  ///
  /// Of those whose cells are nearly as wide as can be, and not under `least` if others are not, the
  /// ones that leave fewest cells empty, then those of a block whose ratio is nearest to the page's,
  /// then the fewest together.
  public func columnsAndRows(of count: Int, least: Double = 0) -> (columns: Int, rows: Int)? {
    let all = (1...max(1, count)).compactMap { columns in
      let rows = (count - 1) / columns + 1
      return candidate(columns: columns, rows: rows, empty: columns * rows - count)
    }
    return best(of: all, least: least).map { ($0.columns, $0.rows) }
  }

  /// Some columns and rows whose cells have a width, by default the largest; nil if they have none.
  package func candidate(
    columns: Int, rows: Int, empty: Int, width: Double? = nil
  ) -> GridCandidate? {
    let width = width ?? self.width(columns: columns, rows: rows)
    guard width > 0 else { return nil }
    let (across, down) = (Double(columns), Double(rows))
    let block = Size(
      width: across * width + (across - 1) * gap.width + beyond.width,
      height: down * width / ratio + (down - 1) * gap.height + beyond.height)
    let factor =
      block.width / block.height * (page.height + beyond.height) / (page.width + beyond.width)
    return GridCandidate(
      columns: columns, rows: rows, cost: -naturalLogarithm(width), empty: empty,
      factor: max(factor, 1 / factor), lines: columns + rows)
  }

  /// The best of candidates; none whose cells are narrower than `least` if others are not.
  package func best(of candidates: [GridCandidate], least: Double) -> GridCandidate? {
    // Exact sums may differ from `least` by their last bits.
    let most = least > 0 ? 1e-9 - naturalLogarithm(least) : .infinity
    let kept = candidates.filter { $0.cost <= most }
    return (kept.isEmpty ? candidates : kept).best(
      within: 1e-12 - naturalLogarithm(1 - Self.tolerance))
  }

  /// Divides groups into pages that all have the same grid.
  ///
  /// Rows are shared evenly among the pages of a group, and earlier ones have one more where they do
  /// not come out even, so that only the last row of a group is short.
  ///
  /// - Parameters:
  ///   - groups: The numbers of items of the groups, each of which starts a page; all at least one.
  ///   - least: The width that cells keep, unless a page has one; a page has as many items as let
  ///     them. Zero for one page.
  ///   - pageCount: The number of pages of each group instead; nil where `least` decides.
  ///   - shape: The columns or rows that are given; nil for those that show items largest.
  /// - Returns: The pages; nil where there is no room for cells.
  public func paged(
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

/// The numbers of items on pages that share the rows of all items evenly, earlier ones taking one more
/// where they do not come out even.
package func countsSharingRows(_ items: Int, columns: Int, pages: Int) -> [Int] {
  let all = (items - 1) / columns + 1
  var rest = items
  return (0..<pages).map { page in
    let taken = min(rest, (all / pages + (page < all % pages ? 1 : 0)) * columns)
    rest -= taken
    return taken
  }
}
