package import SheetModel

/// The division of pictures among pages, and the order in which they fill a page.
package struct Paging: Equatable, Sendable {
  /// The number of pictures on every page but the last; nil if unlimited.
  package var picturesPerPage: Int?
  /// The number of pages, for each group if groups start pages; nil if unset.
  ///
  /// Fewer pictures make fewer pages. ``picturesPerPage`` has no effect beside it.
  package var pageCount: Int?
  /// The minimum longer side in pixels of pictures on pages of a given size; nil if there is one
  /// page.
  ///
  /// The largest picture may need less.
  ///
  /// It decides if neither the number of pages nor of their pictures, rows or columns is given.
  package var minimumPictureSide: Int?
  /// The maximum height of a page in pixels, including margins; nil if unlimited.
  ///
  /// Pages are cut between tiles.
  package var maximumHeight: Int?
  /// The minimum height of a page in pixels, including margins; nil if there is none.
  package var minimumHeight: Int?
  /// Whether pages of unset size are divided if cells of 128 would give over 100 million pixels.
  package var isDividedIfLarge = false
  /// The key of groups; nil if there are none.
  package var groupKey: GroupKey?
  /// The start of a group: a new page, or a section.
  package var groupBreak = Sheet.GroupBreak.page
  /// The order in which pictures fill a page.
  package var readingOrder = Sheet.ReadingOrder.rows

  /// Everything on one page, row by row.
  package init() {}

  /// Whether neither the number of pages or their pictures nor the height of a page is given.
  var isUnlimited: Bool {
    picturesPerPage == nil && pageCount == nil && maximumHeight == nil && minimumHeight == nil
  }

  /// Whether groups are sections, which follow each other on a page.
  var hasSections: Bool { groupKey != nil && groupBreak == .section }

  /// The height of every page; nil if pages differ in height.
  var pageHeight: Int? { minimumHeight == maximumHeight ? maximumHeight : nil }
}

extension Sheet.ReadingOrder {
  /// The item at each position of a page; positions are counted row by row.
  func items(count: Int, columns: Int) -> [Int] {
    guard self == .columns, columns > 1 else { return Array(0..<count) }
    var items = [Int](repeating: 0, count: count)
    var item = 0
    for column in 0..<min(columns, count) {
      for position in stride(from: column, to: count, by: columns) {
        items[position] = item
        item += 1
      }
    }
    return items
  }
}
