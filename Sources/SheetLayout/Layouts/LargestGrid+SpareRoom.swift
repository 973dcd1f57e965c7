// The room that cells of one ratio leave on a page.

extension LargestGrid {
  /// The width or height of a cell grows only if it would become more than this many times as long.
  private static let leastGrowth = 1.01

  /// A cell in a grid of this many columns and rows, enlarged into the room left on the page, as
  /// far as that makes an item larger.
  ///
  /// A cell of the fair ratio reaches the edges of the page in one direction only. In the other
  /// direction, the cell grows until the tallest or the widest item fills it, or until the page is
  /// full. No item becomes smaller.
  ///
  /// - Parameters:
  ///   - cell: The cell in whole pixels; it must fit the page.
  ///   - columns: The number of columns.
  ///   - rows: The number of rows.
  ///   - items: The items of all pages.
  /// - Returns: The cell in whole pixels, at least as wide and as tall as the given one.
  package func enlarged(_ cell: Size, columns: Int, rows: Int, for items: [LayoutItem]) -> Size {
    let room = page.cell(columns: columns, rows: rows, gap: gap)
    var (height, width) = (cell.height, cell.width)
    for item in items { height = max(height, item.size(inColumnOf: cell.width).height) }
    height = side(cell.height, needing: height, of: room.height)
    for item in items { width = max(width, item.width(inRowOf: height)) }
    return Size(width: side(cell.width, needing: width, of: room.width), height: height)
  }

  /// The width or height of a cell, enlarged to what an item needs, in whole pixels; unchanged if
  /// that would only regain what rounding took away.
  private func side(_ own: Double, needing needed: Double, of room: Double) -> Double {
    let large = min(needed.rounded(), room.rounded(.down))
    return large > own * Self.leastGrowth ? large : own
  }
}
