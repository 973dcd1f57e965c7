/// Rows that fill the width exactly, of items that keep their ratios.
///
/// Row breaks are chosen for the whole list at once, with the lowest cost of all possible breaks. A
/// row that fills the width costs the square of its relative difference from the requested height.
/// A row that does not, such as a short last one, costs the square of the width's empty fraction.
/// So the last row is not of one item if other breaks spread the items evenly. A row of several
/// items takes no more once it is less than half as tall as requested. So very wide pictures do not
/// pile up in a single low row.
///
/// Items at their maximum size stand in their row at that size. A row of nothing else may be unable
/// to fill the width; then it stands as a short last row does.
package struct JustifiedRows: Equatable, Sendable {
  /// The treatment of a last row with too few items to fill the width.
  ///
  /// Raw values are the names used on the command line.
  package enum LastRow: String, CaseIterable, Hashable, Sendable {
    /// It keeps the requested height and stands at the left.
    case left
    /// It keeps the requested height and is centred.
    case center
    /// It fills the width like all other rows if its items can, and may become very tall.
    case justified
  }

  /// The width of every full row.
  package var width: Double
  /// The requested height of rows.
  package let rowHeight: Double
  /// The distance between neighbours in a row, and between rows.
  package let gap: Size
  /// The treatment of a last row with too few items.
  package let lastRow: LastRow
  /// Whether every item stands at the largest size that it takes, unless it is wider than a row alone.
  package let keepsSizes: Bool
  /// The height that no row of several items falls below to fill the width.
  package var minimumHeight = 0.0

  /// The fraction of the width from which a last row, at the requested height, is scaled to fill
  /// it.
  static let fullShare = 0.75

  /// Creates rows of a width.
  ///
  /// - Throws: A ``LayoutError`` for a width or height that is not above zero and for a negative
  ///   gap.
  package init(
    width: Double, rowHeight: Double, gap: Size = .zero, lastRow: LastRow = .left,
    keepsSizes: Bool = false
  ) throws(LayoutError) {
    try check(width, positive: .sheetWidth)
    try check(rowHeight, positive: .rowHeight)
    try check(gap: gap)
    (self.width, self.rowHeight, self.gap, self.lastRow) = (width, rowHeight, gap, lastRow)
    self.keepsSizes = keepsSizes
  }
}

extension JustifiedRows {
  /// The width of items in one row of the requested height; infinite if one stands alone.
  package func length(of items: [LayoutItem]) -> Double {
    if items.contains(where: \.isAlone) { return .infinity }
    return items.reduce(-gap.width) { $0 + min($1.ratio * rowHeight, $1.maximumWidth) + gap.width }
  }

  /// Arranges items in rows.
  ///
  /// - Parameters:
  ///   - items: The items in their order.
  ///   - alignment: The position of items that are lower than their row.
  /// - Returns: An arrangement of the sheet's width, with every row as a strip.
  /// - Throws: A ``LayoutError`` for an impossible item.
  /// - Complexity: O(n · k), with k about twice the most items in a row of the result. O(n · k²) if
  ///   small items share rows with large ones.
  package func arrangement(
    of items: [LayoutItem], alignment: Alignment = .center
  ) throws(LayoutError) -> Arrangement {
    try check(items)
    var frames: [Rect] = []
    frames.reserveCapacity(items.count)
    var strips: [Strip] = []
    var y = 0.0
    for range in bestRows(items) {
      let row = JustifiedRow(items[range], of: self, isLast: items.endRow(at: range.upperBound))
      var x = row.isLoose && lastRow == .center ? (width - row.naturalWidth) / 2 : 0
      if items[range.lowerBound].isAlone {
        x = (width - items[range.lowerBound].width(inRowOf: row.itemHeight)) / 2
      }
      for item in items[range] {
        let itemWidth = item.width(inRowOf: row.itemHeight)
        let place = Rect(x: x, y: y, width: itemWidth, height: row.height)
        let size = Size(width: itemWidth, height: itemWidth / item.ratio)
        frames.append(place.aligned(size, alignment))
        x = place.maxX + gap.width
      }
      strips.append(Strip(items: range, minY: y, maxY: y + row.height))
      y += row.height + gap.height
    }
    return Arrangement(
      size: strips.last.map { Size(width: width, height: $0.maxY) } ?? .zero, frames: frames,
      strips: strips, rows: strips.count)
  }

  /// The items of every row, found as a shortest path from before the first item to after the last.
  ///
  /// Each step is a row, and its length is the cost of the row.
  private func bestRows(_ items: [LayoutItem]) -> [Range<Int>] {
    var total = [0.0]
    var startOfRow = [0]
    for end in 1..<(items.count + 1) {
      var row = JustifiedRow(of: self, isLast: items.endRow(at: end))
      var best = Double.infinity
      var bestStart = end - 1
      for start in stride(from: end - 1, through: 0, by: -1) {
        let isAlone = items[start].isAlone || items[end - 1].isAlone
        guard start == end - 1 || !isAlone,
          row.mayGrow(by: items[start], without: items[end - 1])
        else { break }
        row.add(items[start])
        let candidate = total[start] + row.cost
        if candidate < best {
          best = candidate
          bestStart = start
        }
      }
      total.append(best)
      startOfRow.append(bestStart)
    }
    var rows: [Range<Int>] = []
    var end = items.count
    while end > 0 {
      rows.append(startOfRow[end]..<end)
      end = startOfRow[end]
    }
    return rows.reversed()
  }
}

extension [LayoutItem] {
  /// Whether the row that ends before an item is the last, or the last before an item that stands
  /// alone.
  fileprivate func endRow(at end: Int) -> Bool { end == count || self[end].isAlone }
}
