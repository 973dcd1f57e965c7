package import SheetModel

/// How pictures are divided among pages, and in which order they fill a page.
package struct Paging: Equatable, Sendable {
  /// The number of pictures on every page except the last; nil if unlimited.
  package var picturesPerPage: Int?
  /// The number of pages, for each group if groups start new pages; nil if unset.
  ///
  /// There may be fewer pages if there are few pictures. If this is set, ``picturesPerPage`` is
  /// ignored.
  package var pageCount: Int?
  /// The minimum longer side in pixels of pictures on pages with a given size; nil for a single
  /// page.
  ///
  /// If even the largest picture is smaller, the minimum is the longer side of that picture.
  ///
  /// The minimum applies if neither the number of pages nor the number of pictures, rows or columns
  /// on them is given.
  package var minimumPictureSide: Int?
  /// The maximum height of a page in pixels, including margins; nil if unlimited.
  ///
  /// Pages break between tiles.
  package var maximumHeight: Int?
  /// The minimum height of a page in pixels, including margins; nil for none.
  package var minimumHeight: Int?
  /// Whether pages without a given size are divided if they would have more than 100 million pixels
  /// even with cells of 128 pixels.
  package var isDividedIfLarge = false
  /// What groups have in common; nil if there are no groups.
  package var groupKey: GroupKey?
  /// How a group starts: on a new page, or as a section.
  package var groupBreak = Sheet.GroupBreak.page
  /// The order in which pictures fill a page.
  package var readingOrder = Sheet.ReadingOrder.rows
  /// The number of the cell on the first page that the first picture goes into, from 1; ignored
  /// with sections and in layouts without such cells.
  ///
  /// The empty cells before that cell count as pictures wherever a number of pictures decides the
  /// layout.
  package var firstCell = 1

  /// Creates a paging with everything on one page, row by row.
  package init() {}

  /// Whether neither a number of pages, a number of pictures per page nor a page height is given.
  var isUnlimited: Bool {
    picturesPerPage == nil && pageCount == nil && maximumHeight == nil && minimumHeight == nil
  }

  /// Whether groups are sections, which follow each other on a page.
  var hasSections: Bool { groupKey != nil && groupBreak == .section }

  /// The height of every page; nil if pages differ in height.
  var pageHeight: Int? { minimumHeight == maximumHeight ? maximumHeight : nil }
}

extension Sheet.ReadingOrder {
  /// The item at each position on a page; positions are counted row by row.
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
