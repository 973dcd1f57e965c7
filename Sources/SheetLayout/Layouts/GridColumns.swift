/// The numbers of columns that a grid may have, each with the rows that its pages then need.
package struct GridColumns {
  /// A number of columns that is tried, and its rows.
  package struct Trial {
    /// The number of columns.
    package fileprivate(set) var columns = 0
    /// The bands and the rows of each page.
    package fileprivate(set) var lines: [SectionPart.Lines] = []
    /// The number of rows of the fullest page.
    package fileprivate(set) var rows = 0
    /// The number of rows of all pages.
    package fileprivate(set) var allRows = 0
  }

  /// The numbers of items of the sections of each page, all at least one.
  ///
  /// Sections that fit one row together share it.
  package var pages: [[Int]]
  /// The numbers to try.
  ///
  /// Rows that are tried apply to every page. With sections, compact columns are those that save a
  /// row.
  package var search: GridSearch
  /// The least and the greatest number of columns.
  ///
  /// There are at most as many as the fullest page has items, unless the least number is greater.
  package var range: ClosedRange<Int>
  /// The lines of each page in some columns; nil if sections have no gaps.
  package var linesOfPages: ((_ columns: Int) -> [SectionPart.Lines])?

  /// Creates a list for pages of sections; without further arguments, of compact columns.
  package init(
    for pages: [[Int]], search: GridSearch = .compact, in range: ClosedRange<Int> = 1...Int.max,
    lines linesOfPages: ((_ columns: Int) -> [SectionPart.Lines])? = nil
  ) {
    (self.pages, self.search, self.range) = (pages, search, range)
    self.linesOfPages = linesOfPages
  }

  /// Tries one number after the other until there is none, or `isEnough` says so.
  ///
  /// It makes no list, because there may be as many trials as pictures.
  private func tryEach(until isEnough: (Trial) -> Bool) {
    let most = pages.reduce(1) { max($0, $1.reduce(0, +)) }
    let numbers =
      search == .byRows
      ? 1...most : range.lowerBound...max(range.lowerBound, min(range.upperBound, most))
    // A single block has few compact numbers, so that the others are passed over at once.
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

  /// The columns whose ratio is nearest to a target, compared as factors.
  ///
  /// - Parameters:
  ///   - target: The target ratio.
  ///   - quantity: Its name in errors.
  ///   - countsEmpty: Whether a fraction w of empty cells costs 0.3·w + 2·w².
  ///   - ratio: The ratio of some columns; nil if they have no room. It rises or falls with the
  ///     columns.
  /// - Returns: The first of equal candidates; nil if none has room.
  /// - Throws: A ``LayoutError`` for a target that no two lengths have.
  package func nearest(
    to target: Double, _ quantity: LayoutError.Quantity, countsEmpty: Bool = false,
    ratio: (Trial) -> Double?
  ) throws(LayoutError) -> GridCandidate? {
    try check(target, ratio: quantity)
    let all = countsEmpty ? Double(pages.joined().reduce(0, +)) : 0
    var candidates: [GridCandidate] = []
    var (first, least) = (0.0, Double.infinity)
    tryEach { trial in
      guard let ratio = ratio(trial) else { return false }
      let factor = ratio / target
      let distance = naturalLogarithm(max(factor, 1 / factor)) / 2
      let empty = countsEmpty ? 1 - all / Double(trial.allRows * trial.columns) : 0
      let cost = distance + 0.3 * empty + 2 * empty * empty
      candidates.append(GridCandidate(columns: trial.columns, rows: trial.rows, cost: cost))
      if candidates.count == 1 { first = ratio }
      // After the target, more columns only increase the distance.
      if distance > least, (ratio > first) == (factor > 1) { return true }
      least = min(least, cost)
      return false
    }
    return candidates.best(within: 1e-12)
  }

  /// The columns with the largest cells that keep a ratio on a page.
  ///
  /// Only compact columns have to be tried: more columns with as many rows have smaller cells, and
  /// leave more of them empty.
  ///
  /// - Parameters:
  ///   - page: The page and its cells.
  ///   - least: The width that cells have if any candidate's have it.
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
    return page.best(of: candidates, least: least)
  }
}
