/// How pictures are divided among pages, and in which order they fill a page.
public struct Paging: Equatable, Sendable {
  /// The number of pictures on every page but the last; nil for no limit.
  public var picturesPerPage: Int?
  /// The number of pages, of each group where groups start pages; nil where something else decides.
  ///
  /// Fewer pictures make fewer pages. ``picturesPerPage`` has no effect beside it.
  public var pageCount: Int?
  /// The longer side in pixels that pictures keep on pages of a given size, or as much of it as the
  /// largest picture needs; nil for one page.
  ///
  /// It decides where neither the number of pages nor of their pictures, rows or columns is given.
  public var minimumPictureSide: Int?
  /// The maximum height of a page in pixels, including margins; nil for no limit.
  ///
  /// Pages are cut between tiles.
  public var maximumHeight: Int?
  /// The minimum height of a page in pixels, including margins; nil for none.
  public var minimumHeight: Int?
  /// Whether pages are divided that would have more than 100 million pixels with cells of 128, where
  /// nothing says how large cells and pages are.
  public var isDividedIfLarge = false
  /// What pictures have in common that are a group; nil for no groups.
  public var groupKey: GroupKey?
  /// Where a group starts.
  public var groupBreak = GroupBreak.page
  /// The order in which pictures fill a page.
  public var readingOrder = ReadingOrder.rows

  /// Everything on one page, row by row.
  public init() {}

  /// Whether neither the number of pages or their pictures nor the height of a page is given.
  var isUnlimited: Bool {
    picturesPerPage == nil && pageCount == nil && maximumHeight == nil && minimumHeight == nil
  }

  /// Whether groups are sections, which follow each other on a page.
  var hasSections: Bool { groupKey != nil && groupBreak == .section }

  /// The height of every page where all have the same; otherwise nil.
  var pageHeight: Int? { minimumHeight == maximumHeight ? maximumHeight : nil }
}

/// Where a group of pictures starts.
public enum GroupBreak: String, CaseIterable, Sendable {
  /// On a new page.
  case page
  /// Below the group before it, under a heading of its own.
  case section
}

/// The order in which pictures fill a page.
public enum ReadingOrder: String, CaseIterable, Sendable {
  /// From left to right, row by row.
  case rows
  /// From top to bottom, column by column. The cells are the same as row by row: where the last row
  /// is not full, the columns at the right have one picture less.
  case columns
}

extension ReadingOrder {
  /// The item at each position of a page, where positions are counted row by row.
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
