/// A number of columns that a grid may have on all of its pages and in all sections, with its score.
///
/// Every grid takes its columns from the list of ``GridColumns`` and compares them by this score,
/// whatever is given: cells, a width, a page, sections.
package struct GridCandidate: Equatable, Sendable {
  /// The number of columns.
  package let columns: Int
  /// The number of rows of the fullest page.
  package let rows: Int
  /// What decides first; less is better.
  ///
  /// Where a ratio is given, half the logarithm of the factor to it, and more for empty cells that
  /// count. Where cells shall be large, the negative logarithm of their width.
  package let cost: Double
  /// The number of cells without an item; it decides between equal costs.
  package var empty = 0
  /// The factor by which the ratio of the block differs from the page's; at least 1.
  package var factor = 1.0
  /// The number of columns and rows together; it decides last.
  package var lines = 0
}

extension [GridCandidate] {
  /// The candidate with the best score.
  ///
  /// Among those that cost little more than the least, the fewest empty cells decide, then the
  /// block whose ratio is nearest to the page's, then the fewest columns and rows together, and last
  /// the order of the list.
  ///
  /// - Parameter tolerance: The difference from the least cost that is ignored.
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
