/// A part of a list of items that is laid out on a sheet of its own.
public struct Page: Equatable, Sendable {
  /// The items on the page, as counted in the whole list.
  public var items: Range<Int>
  /// Where they stand on the page; items and frames are counted from the page's first.
  public var arrangement: Arrangement

  /// Creates a page of items that stand somewhere.
  public init(items: Range<Int>, arrangement: Arrangement) {
    self.items = items
    self.arrangement = arrangement
  }
}

extension Page {
  /// The items of every page, so many to each and what is left to the last, for layouts
  /// that arrange every page on its own.
  ///
  /// - Throws: ``LayoutError/notPositive(_:_:)`` for the number of items per page.
  public static func ranges(
    itemCount: Int, itemsPerPage: Int
  ) throws(LayoutError) -> [Range<Int>] {
    try check(itemsPerPage, positive: .itemsPerPage)
    return stride(from: 0, to: itemCount, by: itemsPerPage).map { start in
      start..<start + min(itemsPerPage, itemCount - start)
    }
  }
}
