/// The measures of a row to which items are added one by one.
struct JustifiedRow {
  private let rows: JustifiedRows
  private let isLast: Bool
  private var count = 0
  /// The widths of the items at the requested height, without gaps, and at half of it.
  private var widthAtHeight = 0.0
  private var widthAtHalf = 0.0
  /// The height of the tallest item at the requested height of the row.
  private var tallest = 0.0
  /// The items that have their maximum width when the row is filled; no other item reaches its
  /// maximum.
  private var largest: [LayoutItem] = []
  private var largestWidth = 0.0
  /// The ratios of the other items.
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
    // A row that takes more items only gets lower: an item that left `largest` does not return.
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

  /// Whether an item may be added at one end.
  ///
  /// The row must fill the width at half the requested height or more. The item may take the place
  /// of the one at the other end for this. If items keep their sizes, the row must have room for
  /// one more.
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
  /// They fill it at no height, or the row is the last one, and is far from full.
  var isLoose: Bool {
    heightAlone == nil && filledHeight == .infinity
      || heightAlone == nil && isLast && rows.lastRow != .justified
        && naturalWidth < JustifiedRows.fullShare * rows.width
  }

  var naturalWidth: Double { widthAtHeight + gaps }

  /// The height that is given to the items, of which some may be lower.
  var itemHeight: Double { isLoose ? rows.rowHeight : filledHeight }

  /// The height of the row as it is laid out.
  var height: Double { isLoose ? tallest : filledHeight }

  /// The cost of the row in a set of breaks.
  ///
  /// It is infinite if the gaps leave no room for the items, or if several items are too low.
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
