/// A number of columns that a grid may have on all pages and in all sections, with its score.
///
/// Every grid takes its candidates from ``GridColumns`` and compares them by this score, whatever
/// is given: cells, a width, a page, or sections.
package struct GridCandidate: Equatable, Sendable {
  /// The number of columns.
  package let columns: Int
  /// The number of rows of the fullest page.
  package let rows: Int
  /// The main criterion; lower is better.
  ///
  /// If a ratio is given, the cost is half the logarithm of the factor by which the ratio is
  /// missed, plus a penalty for empty cells if the search counts them. If cells should be large,
  /// the cost is the negative logarithm of their width.
  package let cost: Double
  /// The number of empty cells; it breaks ties in cost.
  package var empty = 0
  /// The factor by which the block's ratio differs from the page's; at least 1.
  package var factor = 1.0
  /// The number of columns plus the number of rows; the last tie-breaker.
  package var lines = 0
  /// The total length that the block leaves empty at the two sides of its page; 0 without a page.
  package var rest = 0.0
}

extension [GridCandidate] {
  /// The candidate with the best score.
  ///
  /// Among candidates whose cost is close to the lowest, the one with the fewest empty cells wins.
  /// Ties go to the block whose ratio is nearest to the page's, then to the lowest sum of columns
  /// and rows, and finally to the first in the list.
  ///
  /// - Parameter tolerance: How far above the lowest cost a candidate's cost may be to count as
  ///   equal.
  /// - Returns: The candidate; nil if there is none.
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
