/// The numbers of columns that a grid may have, each with the number of rows its pages then need.
package struct GridColumns {
  /// A number of columns to try, and the rows it needs.
  package struct Trial {
    /// The number of columns.
    package fileprivate(set) var columns = 0
    /// The numbers of bands and rows on each page.
    package fileprivate(set) var lines: [SectionPart.Lines] = []
    /// The number of rows of the fullest page.
    package fileprivate(set) var rows = 0
    /// The total number of rows on all pages.
    package fileprivate(set) var allRows = 0
  }

  /// The number of items in each section of each page; all at least one.
  ///
  /// Sections that fit side by side into one row share it.
  package var pages: [[Int]]
  /// Which numbers of columns to try.
  ///
  /// A number of rows applies to every page. With sections, a number of columns is compact if one
  /// column fewer would need another row.
  package var search: GridSearch
  /// The smallest and largest number of columns.
  ///
  /// The largest is the number of items on the fullest page, unless the smallest is larger.
  package var range: ClosedRange<Int>
  /// The numbers of bands and rows on each page, given a number of columns; nil if sections have no
  /// gaps.
  package var linesOfPages: ((_ columns: Int) -> [SectionPart.Lines])?

  /// Whether ``nearest(to:_:countsEmpty:ratio:)`` may return a number of columns; nil if it may
  /// return any.
  ///
  /// Called only for the best candidates.
  package var isUsable: ((_ columns: Int) -> Bool)?

  /// Prepares to try numbers of columns for pages of sections; by default, only compact ones.
  package init(
    for pages: [[Int]], search: GridSearch = .compact, in range: ClosedRange<Int> = 1...Int.max,
    lines linesOfPages: ((_ columns: Int) -> [SectionPart.Lines])? = nil
  ) {
    (self.pages, self.search, self.range) = (pages, search, range)
    self.linesOfPages = linesOfPages
  }

  /// Tries one number of columns after another until none is left, or until `isEnough` returns
  /// true.
  ///
  /// No list is built, because there may be as many trials as pictures.
  private func tryEach(until isEnough: (Trial) -> Bool) {
    let most = pages.reduce(1) { max($0, $1.reduce(0, +)) }
    let numbers =
      search == .byRows
      ? 1...most : range.lowerBound...max(range.lowerBound, min(range.upperBound, most))
    // A single block has few compact numbers of columns, so all other numbers can be skipped at
    // once.
    let isBlock = search == .compact && linesOfPages == nil && pages.map(\.count) == [1]
    var (trial, rowsBefore) = (Trial(), Int.max)
    var number = numbers.lowerBound
    while number <= numbers.upperBound {
      trial.columns = search == .byRows ? (most - 1) / number + 1 : number
      if let linesOfPages {
        trial.lines = linesOfPages(trial.columns)
      } else {
        trial.lines.removeAll(keepingCapacity: true)
        for counts in pages {
          trial.lines.append(SectionPart.lines(ofSections: counts, columns: trial.columns))
        }
      }
      (trial.rows, trial.allRows) = (0, 0)
      for index in trial.lines.indices {
        if search == .byRows { trial.lines[index].rows = number }
        trial.rows = max(trial.rows, trial.lines[index].rows)
        trial.allRows += trial.lines[index].rows
      }
      let savesRow = trial.allRows < rowsBefore
      rowsBefore = trial.allRows
      if savesRow || search != .compact, isEnough(trial) { return }
      if !isBlock {
        number += 1
      } else if trial.rows == 1 {
        return
      } else {
        number = (most - 1) / (trial.rows - 1) + 1
      }
    }
  }

  /// The number of columns whose ratio differs from a target by the smallest factor.
  ///
  /// - Parameters:
  ///   - target: The target ratio.
  ///   - quantity: What to call the target in errors.
  ///   - countsEmpty: Whether empty cells are penalised: a fraction w of them costs 0.3·w + 2·w².
  ///   - ratio: The ratio for a number of columns; nil if there is no room. The ratio must increase
  ///     or decrease monotonically with the number of columns.
  /// - Returns: The first of equally good candidates; nil if there is room for none of them.
  /// - Throws: A ``LayoutError`` for a target that is not the ratio of two valid lengths.
  package func nearest(
    to target: Double, _ quantity: LayoutError.Quantity, countsEmpty: Bool = false,
    ratio: (Trial) -> Double?
  ) throws(LayoutError) -> GridCandidate? {
    try check(target, ratio: quantity)
    let all = countsEmpty ? Double(pages.joined().reduce(0, +)) : 0
    var candidates: [GridCandidate] = []
    var (first, least): (Double?, Double) = (nil, .infinity)
    /// The best usable candidate; better candidates that are not usable are removed.
    func best() -> GridCandidate? {
      while let best = candidates.best(within: 1e-12) {
        if isUsable?(best.columns) ?? true { return best }
        candidates.removeAll { $0.columns == best.columns }
      }
      return nil
    }
    tryEach { trial in
      guard let ratio = ratio(trial) else { return false }
      let start = first ?? ratio
      first = start
      let factor = ratio / target
      let distance = naturalLogarithm(max(factor, 1 / factor)) / 2
      let empty = countsEmpty ? 1 - all / Double(trial.allRows * trial.columns) : 0
      let cost = distance + 0.3 * empty + 2 * empty * empty
      candidates.append(GridCandidate(columns: trial.columns, rows: trial.rows, cost: cost))
      // Past the target, more columns only increase the distance.
      if distance > least, (ratio > start) == (factor > 1) {
        least = best()?.cost ?? .infinity
        if distance > least { return true }
      }
      least = min(least, cost)
      return false
    }
    return best()
  }

  /// The number of columns that gives the largest cells of a fixed ratio on a page.
  ///
  /// Compact numbers are tried first: more columns for the same number of rows give smaller cells,
  /// more of which are empty. If the best of them leaves the sides of the page empty, wider grids
  /// with any number of columns are tried as well; at most a quarter of their cells may be empty.
  ///
  /// - Parameters:
  ///   - page: The page and its cells.
  ///   - least: The minimum width of cells, respected if any candidate reaches it.
  /// - Returns: The first of equal candidates; nil if there is no room.
  package func largest(on page: LargestGrid, least: Double = 0) -> GridCandidate? {
    let all = pages.joined().reduce(0, +)
    var candidates: [GridCandidate] = []
    tryEach { trial in
      let candidate = page.candidate(
        columns: trial.columns, rows: trial.rows, empty: trial.columns * trial.allRows - all)
      if let candidate { candidates.append(candidate) }
      return false
    }
    guard let best = page.best(of: candidates, least: least) else { return nil }
    let widest = candidates.reduce(0) {
      max($0, page.width(columns: $1.columns, rows: $1.rows))
    }
    guard let lowest = page.widthToReplace(best, widest: widest, least: least),
      best.columns < (pages.map { $0.reduce(0, +) }.max() ?? 0)
    else { return best }
    var wider = self
    (wider.search, wider.range) = (.byColumns, best.columns + 1...Int.max)
    candidates = []
    wider.tryEach { trial in
      // More columns make cells narrower, however many rows there are.
      if page.width(columns: trial.columns, rows: 1) < lowest { return true }
      let cells = trial.columns * trial.allRows
      let candidate = page.candidate(
        columns: trial.columns, rows: trial.rows, empty: cells - all)
      // A page with more empty cells than this does not count as filled.
      if let candidate, 4 * candidate.empty <= cells { candidates.append(candidate) }
      return false
    }
    return page.best(of: candidates, fillingPageWith: lowest) ?? best
  }
}
