/// Groups divided among pages that all have the same grid.
///
/// The rows of a group are shared evenly among its pages; earlier pages may have one more. So only
/// the last row of a group can be short.
package struct EvenPages: Equatable, Sendable {
  /// The number of columns on every page.
  package let columns: Int
  /// The number of rows of the fullest page, empty ones included.
  package let rows: Int
  /// The numbers of items on the pages of each group.
  package let counts: [[Int]]

  /// Divides groups among pages; nil if there is no room.
  ///
  /// - Parameters:
  ///   - groups: The numbers of items of the groups, each of which starts a new page; all at least
  ///     one.
  ///   - most: The maximum number of items on a page.
  ///   - pageCount: The number of pages for each group, which replaces `most`; nil if `most`
  ///     decides. A group has no more pages than items, and few enough columns to leave a row for
  ///     each page.
  ///   - keepsColumns: Whether the number of columns is given. A group then has at most as many
  ///     pages as it has rows.
  ///   - grid: Returns the columns of the fullest page for its number of items, and the minimum
  ///     number of rows of every page; nil if there is no room.
  /// - Throws: The errors of `grid`.
  package init?<Failure>(
    of groups: [Int], itemsPerPage most: Int, pageCount: Int? = nil, keepsColumns: Bool = false,
    grid: (_ items: Int) throws(Failure) -> (columns: Int, rows: Int)?
  ) throws(Failure) {
    func quotient(_ count: Int, _ divisor: Int) -> Int { (count - 1) / divisor + 1 }
    var groups = groups.map { (items: $0, pages: min($0, pageCount ?? quotient($0, most))) }
    let fullest = groups.reduce(1) { max($0, quotient($1.items, $1.pages)) }
    guard var (columns, rows) = try grid(fullest) else { return nil }
    if keepsColumns {
      groups = groups.map { ($0.items, min($0.pages, quotient($0.items, columns))) }
    }
    columns = groups.reduce(columns) { columns, group in
      // The largest number of columns that leaves at least as many rows as pages.
      group.pages == 1 ? columns : min(columns, max(1, (group.items - 1) / (group.pages - 1)))
    }
    for group in groups { rows = max(rows, quotient(quotient(group.items, columns), group.pages)) }
    (self.columns, self.rows) = (columns, rows)
    counts = groups.map { [columns] items, pages in
      let all = quotient(items, columns)
      var rest = items
      return (0..<pages).map { page in
        let taken = min(rest, (all / pages + (page < all % pages ? 1 : 0)) * columns)
        rest -= taken
        return taken
      }
    }
  }

  /// The number of groups whose last row has a single item, below rows of at least three items.
  package var loneItemCount: Int {
    guard columns > 2 else { return 0 }
    return counts.count { group in
      let items = group.reduce(0, +)
      return items > columns && items % columns == 1
    }
  }
}
