/// A number of columns that a grid may have, on all of its pages and in all sections.
package struct GridCandidate: Equatable, Sendable {
  /// The number of columns.
  package let columns: Int
  /// The number of rows of the fullest page.
  package let rows: Int
  /// The logarithm of the factor between the ratio and the target, or a similar measure.
  package let cost: Double
  /// The number of cells without an item; it decides between equal costs.
  package var empty = 0
  /// The factor by which the ratio of the block differs from the page's; at least 1.
  package var factor = 1.0
  /// The number of columns and rows together; it decides last.
  package var lines = 0
}

extension [GridCandidate] {
  /// The best of candidates.
  ///
  /// Of the candidates that cost little more than the least, it has the fewest empty cells. Of
  /// equal ones, the ratio of its block is nearest to the page's. Then its columns and rows are the
  /// fewest together. If none of these decides, it is the first.
  ///
  /// - Parameter tolerance: The difference from the least cost that is ignored.
  /// - Returns: The first of equal ones; nil if there is none.
  package func best(within tolerance: Double) -> GridCandidate? {
    let least = reduce(.infinity) { Swift.min($0, $1.cost) }
    var best = filter { $0.cost <= least + tolerance }
    let fewestEmpty = best.reduce(.max) { Swift.min($0, $1.empty) }
    best = best.filter { $0.empty == fewestEmpty }
    let nearest = best.reduce(.infinity) { Swift.min($0, $1.factor) }
    best = best.filter { $0.factor <= nearest * 1.01 }
    return best.min { $0.lines < $1.lines }
  }
}

extension GridCandidate {
  /// The candidate whose ratio is nearest to a target, compared as factors.
  ///
  /// If empty cells count, all columns are tried, whatever the search. Each then costs
  /// 0.3·w + 2·w² more for the fraction w of empty cells, and half the logarithm.
  ///
  /// - Parameters:
  ///   - target: The target ratio.
  ///   - quantity: Its name in errors.
  ///   - pages: The numbers of items of the sections of each page, all at least one. Sections that fit
  ///     one row together share it.
  ///   - leastColumns: The least number of columns.
  ///   - mostColumns: The greatest number of columns; at least `leastColumns`.
  ///   - search: Which numbers of columns or rows to try. Rows that are tried apply to every page.
  ///     With sections, compact columns are those that save a row.
  ///   - countsEmpty: Whether empty cells count.
  ///   - linesOfPages: The lines of each page in some columns; nil if sections have no gaps.
  ///   - ratio: The ratio of some columns with the lines of each page; nil if they have no room. It
  ///     rises or falls with the columns.
  /// - Returns: The first of equal candidates; nil if none has room.
  /// - Throws: A ``LayoutError`` for a target that no two lengths have.
  package static func nearest(
    to target: Double, _ quantity: LayoutError.Quantity, forSections pages: [[Int]],
    leastColumns: Int = 1, mostColumns: Int = .max, search: GridSearch = .compact,
    countsEmpty: Bool = false,
    lines linesOfPages: ((_ columns: Int) -> [SectionPart.Lines])? = nil,
    ratio: (_ columns: Int, _ lines: [SectionPart.Lines]) -> Double?
  ) throws(LayoutError) -> GridCandidate? {
    try check(target, ratio: quantity)
    let totals = pages.map { $0.reduce(0, +) }
    let all = Double(totals.reduce(0, +))
    var (candidates, lines): ([GridCandidate], [SectionPart.Lines]) = ([], [])
    var (rowsBefore, first, least) = (Int.max, 0.0, Double.infinity)
    let most = totals.max() ?? 1
    let numbers =
      search == .byRows ? 1...most : leastColumns...max(leastColumns, min(mostColumns, most))
    for number in numbers {
      let columns = search == .byRows ? (most - 1) / number + 1 : number
      lines.removeAll(keepingCapacity: true)
      var (rows, allRows) = (0, 0)
      if let linesOfPages {
        lines = linesOfPages(columns)
      } else {
        for counts in pages {
          lines.append(SectionPart.lines(ofSections: counts, columns: columns))
        }
      }
      for index in lines.indices {
        if search == .byRows { lines[index].rows = number }
        (rows, allRows) = (max(rows, lines[index].rows), allRows + lines[index].rows)
      }
      defer { rowsBefore = allRows }
      guard search != .compact || countsEmpty || allRows < rowsBefore,
        let ratio = ratio(columns, lines)
      else { continue }
      let factor = ratio / target
      let distance = naturalLogarithm(max(factor, 1 / factor)) / 2
      let empty = countsEmpty ? 1 - all / Double(allRows * columns) : 0
      let cost = distance + 0.3 * empty + 2 * empty * empty
      candidates.append(GridCandidate(columns: columns, rows: rows, cost: cost))
      if candidates.count == 1 { first = ratio }
      // After the target, more columns only increase the distance.
      if distance > least, (ratio > first) == (factor > 1) { break }
      least = min(least, cost)
    }
    return candidates.best(within: 1e-12)
  }
}

/// The number of rows, of columns or of both that a grid must have.
package enum GridShape: Hashable, Sendable {
  /// This many columns, even if there are fewer items, and as many rows as the items need.
  case columns(Int)
  /// This many rows, even if there are fewer items, and as many columns as the items need.
  case rows(Int)
  /// This many columns and rows, which together must hold all items.
  case exactly(columns: Int, rows: Int)

  /// The number of columns for all sections of some pages, which may share rows.
  ///
  /// For a number of rows, the fewest columns that need no more on any page.
  ///
  /// - Throws: ``LayoutError/notPositive(_:_:)`` for a given number.
  package func columns(forSections pages: [[Int]]) throws(LayoutError) -> Int {
    switch self {
    case .columns(let columns), .exactly(let columns, _):
      try check(columns, positive: .columns)
      return columns
    case .rows(let rows):
      try check(rows, positive: .rows)
      let enough = max(1, pages.map { $0.reduce(0, +) }.max() ?? 1)
      return (0..<enough).lastMeeting { Self.rows(ofSections: pages, inColumns: $0) > rows } + 1
    }
  }

  /// The largest number of rows of a page; sections that fit one row together share it.
  package static func rows(ofSections pages: [[Int]], inColumns columns: Int) -> Int {
    pages.reduce(0) { max($0, SectionPart.lines(ofSections: $1, columns: columns).rows) }
  }
}
