/// Rows that fill the width exactly, with items that keep their ratios.
///
/// Row breaks are chosen for the whole list at once, minimising the total cost. A row that fills
/// the width costs the square of its relative deviation from the requested height. A row that does
/// not, such as a short last one, costs the square of the empty fraction of the width. So the last
/// row does not end up with a single item if other breaks spread the items evenly. No item is added
/// to a row if that would make the row less than half as tall as requested, so very wide pictures
/// do not pile up in one short row.
///
/// Items that reach their maximum size keep that size. A row with only such items may be unable to
/// fill the width; it is then placed like a short last row.
package struct JustifiedRows: Equatable, Sendable {

  /// The width of every full row.
  package var width: Double
  /// The requested height of rows.
  package let rowHeight: Double
  /// The distance between neighbours in a row, and between rows.
  package let gap: Size
  /// How to lay out a last row whose items do not fill the width.
  package let lastRow: LastRow
  /// Whether every item is shown at its maximum size, unless that is wider than a row.
  package let keepsSizes: Bool
  /// The height below which no row of several items is reduced to fill the width.
  package var minimumHeight = 0.0

  /// The fraction of the width that a last row at the requested height must exceed to be scaled to
  /// the full width.
  package var fullShare = 0.75

  /// Creates rows of a width.
  ///
  /// - Throws: A ``LayoutError`` for a width or height that is not above zero, and for a negative
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
  /// The total width of items in one row of the requested height; infinite if one of them stands
  /// alone.
  package func length(of items: [LayoutItem]) -> Double {
    if items.contains(where: \.isAlone) { return .infinity }
    return items.reduce(-gap.width) { $0 + min($1.ratio * rowHeight, $1.maximumWidth) + gap.width }
  }

  /// Arranges items in rows.
  ///
  /// - Parameters:
  ///   - items: The items in their order.
  ///   - alignment: The position of items shorter than their row; nil if their frames are as tall as
  ///     the row.
  /// - Returns: An arrangement of the sheet's width, with every row as a strip.
  /// - Throws: A ``LayoutError`` if an item is invalid.
  /// - Complexity: O(n · k), with k about twice the maximum number of items in a row; O(n · k²) if
  ///   small items share rows with large ones.
  package func arrangement(
    of items: [LayoutItem], alignment: Alignment? = .center
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
        frames.append(alignment.map { place.aligned(size, $0) } ?? place)
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
  /// Each step of the path is a row, and its length is the row's cost.
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
  /// Whether the row that ends before this item is the last one, or the last before an item that
  /// stands alone.
  fileprivate func endRow(at end: Int) -> Bool { end == count || self[end].isAlone }
}

/// The measurements of a row as items are added one by one.
struct JustifiedRow {
  private let rows: JustifiedRows
  private let isLast: Bool
  private var count = 0
  /// The total width of the items, without gaps, at the requested height and at half of it.
  private var widthAtHeight = 0.0
  private var widthAtHalf = 0.0
  /// The height of the tallest item at the requested height of the row.
  private var tallest = 0.0
  /// The items at their maximum width when the row is filled; no other item reaches its maximum.
  private var largest: [LayoutItem] = []
  private var largestWidth = 0.0
  /// The sum of the ratios of the items that are not in `largest`.
  private var ratioSum = 0.0
  /// The height of an item that stands alone; nil in other rows.
  private var heightAlone: Double?

  init(of rows: JustifiedRows, isLast: Bool) { (self.rows, self.isLast) = (rows, isLast) }

  init(_ items: some Sequence<LayoutItem>, of rows: JustifiedRows, isLast: Bool) {
    self.init(of: rows, isLast: isLast)
    for item in items { add(item) }
  }

  mutating func add(_ item: LayoutItem) {
    count += 1
    if item.isAlone {
      heightAlone = min(rows.width / item.ratio, rows.width * 2 / 3, item.maximumHeight)
    }
    widthAtHeight += item.width(inRowOf: rows.rowHeight)
    widthAtHalf += item.width(inRowOf: rows.rowHeight / 2)
    tallest = max(tallest, min(rows.rowHeight, item.maximumHeight))
    if item.maximumWidth.isFinite {
      largest.append(item)
      largestWidth += item.maximumWidth
    } else {
      ratioSum += item.ratio
    }
    // Adding items only makes the row lower, so an item removed from `largest` is never added
    // again.
    while filledHeight < .infinity,
      let index = largest.indices.max(by: { largest[$0].maximumHeight < largest[$1].maximumHeight }
      ),
      largest[index].maximumHeight > filledHeight
    {
      let item = largest.remove(at: index)
      largestWidth = largest.isEmpty ? 0 : largestWidth - item.maximumWidth
      ratioSum += item.ratio
    }
  }

  /// Whether an item may be added at one end of the row.
  ///
  /// The row must then fill the width at half the requested height or more, if necessary without
  /// the item at the other end. If items keep their sizes, the row must have room for one more.
  func mayGrow(by item: LayoutItem, without other: LayoutItem) -> Bool {
    if rows.keepsSizes {
      let width = naturalWidth + rows.gap.width + item.width(inRowOf: rows.rowHeight)
      return count == 0 || width <= rows.width + 1e-6
    }
    let half = rows.rowHeight / 2
    let width = widthAtHalf + gaps
    return count == 0 || width <= rows.width
      || width + item.width(inRowOf: half) - other.width(inRowOf: half) <= rows.width
  }

  /// Whether the row keeps the requested height because its items do not fill the width.
  ///
  /// Either they would not fill it at any height, or the row is the last one and far from full.
  var isLoose: Bool {
    heightAlone == nil && filledHeight == .infinity
      || heightAlone == nil && isLast && rows.lastRow != .justified
        && naturalWidth < rows.fullShare * rows.width
  }

  var naturalWidth: Double { widthAtHeight + gaps }

  /// The height given to the items, some of which may be shorter.
  var itemHeight: Double { isLoose ? rows.rowHeight : filledHeight }

  /// The height of the row in the layout.
  var height: Double { isLoose ? tallest : filledHeight }

  /// The cost of the row when choosing breaks.
  ///
  /// Infinite if the gaps leave no room for the items, or if several items would be too short.
  var cost: Double {
    if isLoose {
      let emptyShare = 1 - naturalWidth / rows.width
      return emptyShare * emptyShare
    }
    guard filledHeight > 0, count == 1 || filledHeight >= rows.minimumHeight else {
      return .infinity
    }
    let deviation = filledHeight / rows.rowHeight - 1
    return deviation * deviation
  }

  private var gaps: Double { Double(count - 1) * rows.gap.width }

  /// The height at which the items fill the width; infinite if no height does.
  private var filledHeight: Double {
    if let heightAlone { return heightAlone }
    let free = rows.width - gaps - largestWidth
    if ratioSum > 0 { return free / ratioSum }
    return free > 0 ? .infinity : -.infinity
  }
}

/// How to lay out a last row that does not fill the width.
///
/// Raw values are the names used on the command line.
public enum LastRow: String, CaseIterable, Hashable, Sendable {
  /// Keeps the requested height and is left-aligned.
  case left
  /// Keeps the requested height and is centred.
  case center
  /// Fills the width like all other rows if its items allow that, and may become very tall.
  case justified
}
