/// How pictures are divided among pages, and in which direction they fill one.
public struct Paging: Equatable, Sendable {
  /// The number of pictures on every page but the last; nil for no such limit.
  public var picturesPerPage: Int?
  /// The height that no page exceeds, in pixels, margins included; nil for no such limit.
  ///
  /// Pages are cut where no tile is crossed.
  public var maximumHeight: Int?
  /// The height that no page falls short of, in pixels, margins included; nil for none.
  public var minimumHeight: Int?
  /// Whether every folder starts a new page.
  public var groupsByFolder = false
  /// The direction in which pictures follow each other.
  public var readingOrder = ReadingOrder.rows
  /// The pages that are rendered, counted from 1; nil for all.
  public var pages: ClosedRange<Int>?

  /// Everything on one page, row by row.
  public init() {}

  /// The height of every page, where that is settled.
  var pageHeight: Int? { minimumHeight == maximumHeight ? maximumHeight : nil }
}

/// The direction in which pictures follow each other on a page.
public enum ReadingOrder: String, CaseIterable, Sendable {
  /// From left to right, row by row.
  case rows
  /// From top to bottom, column by column. Cells are the same as row by row; a last row that
  /// is not full makes the columns at the right shorter by one.
  case columns
}

extension ReadingOrder {
  /// The item at each position of a page, positions being counted row by row.
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
