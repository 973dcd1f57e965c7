/// Rows that fill the width exactly, of items that keep their ratios.
///
/// Row breaks are chosen for the whole list at once: of all possible breaks, those of the lowest
/// cost. A row that fills the width costs the square of the relative difference between its height
/// and the requested one. A row that does not, such as a short last one, costs the square of the
/// share of the width that it leaves empty; so the last row is not of one item where other breaks
/// spread the items evenly. A row of several items takes no more once it is less than half as tall
/// as requested, so that very wide pictures do not pile up in a single low row.
///
/// Items that are as large as they may be stand in their row at that size. A row of nothing else
/// may be unable to fill the width; then it stands as a short last row does.
public struct JustifiedRows: Equatable, Sendable {
  /// The treatment of a last row with too few items to fill the width.
  ///
  /// Raw values are the names used on the command line.
  public enum LastRow: String, CaseIterable, Hashable, Sendable {
    /// It keeps the requested height and stands at the left.
    case left
    /// It keeps the requested height and is centred.
    case center
    /// It fills the width like all other rows where its items can, and may become very tall.
    case justified
  }

  /// The width of every full row.
  public let width: Double
  /// The requested height of rows.
  public let rowHeight: Double
  /// The distance between neighbours in a row, and between rows.
  public let gap: Size
  /// The treatment of a last row with too few items.
  public let lastRow: LastRow
  /// Whether every item stands at the largest size that it takes, unless it is wider than a row alone.
  public let keepsSizes: Bool
  /// The height that no row of several items falls below to fill the width.
  public var minimumHeight = 0.0

  /// A last row that takes at least this share of the width at the requested height counts as
  /// full and is scaled to fill it.
  static let fullShare = 0.75

  /// Creates rows of a width.
  ///
  /// - Throws: A ``LayoutError`` for a width or height that is not above zero and for a negative
  ///   gap.
  public init(
    width: Double, rowHeight: Double, gap: Size = .zero, lastRow: LastRow = .left,
    keepsSizes: Bool = false
  ) throws(LayoutError) {
    try check(width, positive: .sheetWidth)
    try check(rowHeight, positive: .rowHeight)
    try check(gap: gap)
    self.width = width
    self.rowHeight = rowHeight
    self.gap = gap
    self.lastRow = lastRow
    self.keepsSizes = keepsSizes
  }
}

extension JustifiedRows {
  /// The width of items in one row of the requested height; infinite where one stands alone.
  public func length(of items: [LayoutItem]) -> Double {
    if items.contains(where: \.isAlone) { return .infinity }
    return items.reduce(-gap.width) { $0 + min($1.ratio * rowHeight, $1.maximumWidth) + gap.width }
  }

  /// Arranges items in rows.
  ///
  /// - Parameters:
  ///   - items: The items in their order.
  ///   - alignment: Where items stand that are lower than their row.
  /// - Returns: An arrangement of the sheet's width, with every row as a strip.
  /// - Throws: A ``LayoutError`` for an impossible item.
  /// - Complexity: O(n · k), where k is the number of items in the longest row that is
  ///   considered, about twice that of the longest row in the result; O(n · k²) where small items
  ///   share rows with large ones.
  public func arrangement(
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

  /// The items of every row, found as a shortest path from before the first item to after the
  /// last one, where each step is a row and its length the cost of the row.
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
  /// Whether the row that ends ahead of an item is the last, or the last before one that stands alone.
  fileprivate func endRow(at end: Int) -> Bool { end == count || self[end].isAlone }
}

extension JustifiedRows {
  /// Rows of one height for sections that are broken on their own, whose blocks together come as
  /// near to a size as they can without being larger.
  ///
  /// With k rows a block is about k² times as tall as with one, so few heights can be met exactly.
  /// The row height is searched until the next larger one makes the blocks too tall. Rows of that
  /// height are then made narrower until they fit, and whichever blocks cover more of the size win.
  ///
  /// - Parameters:
  ///   - size: The size to fill, without headings and the gaps around them.
  ///   - sections: The items of each section.
  ///   - gap: The distance between neighbours in a row, and between rows.
  ///   - lastRow: The treatment of the last row of each section.
  /// - Returns: Rows of a width that is at most that of the size.
  /// - Throws: A ``LayoutError`` for a side that is not above zero, an impossible item, and gaps
  ///   that leave no room for rows.
  public static func filling(
    _ size: Size, withSections sections: [[LayoutItem]], gap: Size = .zero, lastRow: LastRow = .left
  ) throws(LayoutError) -> JustifiedRows {
    try check(size.width, positive: .sheetWidth)
    try check(size.height, positive: .sheetHeight)
    for items in sections { try check(items) }
    let search = SizeSearch(size: size, sections: sections, gap: gap, lastRow: lastRow)
    let (held, over) = try search.rowHeights()
    guard let held else {
      if let narrow = try search.narrowed(over, beyond: 1 / 1024) { return narrow }
      throw .noRoom(Shortage(size, gap: gap))
    }
    let rows = try search.rows(held)
    let coverage = try search.blockHeight(rows) / size.height
    guard held < over, coverage < 1 else { return rows }
    return try search.narrowed(over, beyond: coverage) ?? rows
  }
}

extension JustifiedRows {
  /// Rows of sections that are broken on their own and together cover a size: all fill its width, and
  /// their heights are scaled alike, so that frames no longer have the ratios of their items.
  ///
  /// Of the blocks that are a little too low for the size and those that are a little too high, the
  /// nearer ones are taken, compared as factors. How far an item may grow does not count.
  ///
  /// - Parameters:
  ///   - size: The size to cover, without headings and the gaps around them.
  ///   - sections: The items of each section.
  ///   - gap: The distance between neighbours in a row, and between rows.
  /// - Returns: The rows, whose height is that before scaling, and the frames of each section.
  /// - Throws: A ``LayoutError`` for a side that is not above zero, an impossible item, and gaps
  ///   that leave no room for rows.
  public static func covering(
    _ size: Size, withSections sections: [[LayoutItem]], gap: Size = .zero
  ) throws(LayoutError) -> (rows: JustifiedRows, sections: [Arrangement]) {
    try check(size.width, positive: .sheetWidth)
    try check(size.height, positive: .sheetHeight)
    let free = sections.map { $0.map(\.free) }
    for items in free { try check(items) }
    let search = SizeSearch(size: size, sections: free, gap: gap, lastRow: .justified)
    let (held, over) = try search.rowHeights()
    var best: (rows: JustifiedRows, blocks: [Arrangement], factor: Double)?
    for height in [held, over].compactMap(\.self) {
      let rows = try search.rows(height)
      let blocks = try free.map { items throws(LayoutError) in try rows.arrangement(of: items) }
      guard let factor = blocks.factor(toHeight: size.height, gap: gap.height) else { continue }
      if let best, max(best.factor, 1 / best.factor) <= max(factor, 1 / factor) { continue }
      best = (rows, blocks, factor)
    }
    guard let best else { throw .noRoom(Shortage(size, gap: gap)) }
    return (best.rows, best.blocks.map { $0.rowsScaled(by: best.factor, gap: gap.height) })
  }
}

extension LayoutItem {
  /// The item where it takes any width; alone, it fills that of rows.
  fileprivate var free: LayoutItem {
    var item = LayoutItem(ratio: isAlone ? max(ratio, 1.5) : ratio)
    item.isAlone = isAlone
    return item
  }
}

extension [Arrangement] {
  /// The factor by which the heights of rows differ from those that fill a height; nil where gaps
  /// leave no room.
  fileprivate func factor(toHeight height: Double, gap: Double) -> Double? {
    let rows = reduce(0) { $1.strips.reduce($0) { $0 + $1.height } }
    let gaps = reduce(0) { $0 + $1.strips.count - 1 }
    let free = height - Double(gaps) * gap
    return rows > 0 && free > 0 ? free / rows : nil
  }
}

extension Arrangement {
  /// The same rows with other heights, and the same gaps between them.
  fileprivate func rowsScaled(by factor: Double, gap: Double) -> Arrangement {
    var scaled = self
    var y = 0.0
    for (index, strip) in strips.enumerated() {
      let height = strip.height * factor
      scaled.strips[index] = Strip(items: strip.items, minY: y, maxY: y + height)
      for item in strip.items {
        let frame = frames[item]
        scaled.frames[item] = Rect(x: frame.minX, y: y, width: frame.width, height: height)
      }
      y += height + gap
    }
    scaled.size.height = y - gap
    return scaled
  }
}

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
  /// The items that are as wide as they get when the row is filled; no other is shown larger.
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
    // A row that takes more items only gets lower: what has left the largest does not come back.
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

  /// Whether an item may be added at one end: only if the row, as it is or with the item in
  /// place of the one at its other end, fills the width at half the requested height or more; where
  /// items keep their sizes, if it has room for one more.
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

  /// Whether the row keeps the requested height because its items do not fill the width: at no
  /// height, or in the last row not well.
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

  /// What the row adds to the cost of a set of breaks; infinite where the gaps leave no room for
  /// the items, or several are too low.
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

  /// The height at which the items fill the width; infinite where they do at none.
  private var filledHeight: Double {
    if let heightAlone { return heightAlone }
    let free = rows.width - gaps - largestWidth
    if ratioSum > 0 { return free / ratioSum }
    return free > 0 ? .infinity : -.infinity
  }
}

private struct SizeSearch {
  let size: Size
  let sections: [[LayoutItem]]
  let gap: Size
  let lastRow: JustifiedRows.LastRow

  /// Rows of a height at the whole width, or of both made smaller by a factor.
  func rows(_ height: Double, scaledBy factor: Double = 1) throws(LayoutError) -> JustifiedRows {
    try JustifiedRows(
      width: size.width * factor, rowHeight: height * factor, gap: gap, lastRow: lastRow)
  }

  func blockHeight(_ rows: JustifiedRows) throws(LayoutError) -> Double {
    try sections.map { items throws(LayoutError) in
      try rows.arrangement(of: items).size.height
    }.reduce(0, +)
  }

  private func fits(_ rows: JustifiedRows) throws(LayoutError) -> Bool {
    try blockHeight(rows) <= size.height + 1e-6
  }

  /// A row height whose block fits, and a slightly larger one whose block does not.
  ///
  /// They are equal where even rows as high as the size fit, and the first is nil where no height
  /// was found that does.
  func rowHeights() throws(LayoutError) -> (held: Double?, over: Double) {
    let ratios = sections.joined().reduce(0) { $0 + $1.ratio }
    let guess = min(size.height, (size.width * size.height / max(ratios, 1e-9)).squareRoot())
    var (held, over) = (guess, guess)
    while try fits(rows(over)) {
      if over == size.height { return (over, over) }
      held = over
      over = min(over * 1.25, size.height)
    }
    if over == guess {
      repeat {
        held /= 1.25
        guard held > guess / 4096 else { return (nil, guess) }
      } while try !fits(rows(held))
    }
    let found = try border(between: held, and: over, by: .geometric, steps: 12) {
      (height) throws(LayoutError) in try fits(rows(height))
    }
    return (found.meeting, found.failing)
  }

  /// Rows of a height, made smaller as little as it takes to fit; nil where that takes the factor
  /// `beyond` or less.
  func narrowed(_ height: Double, beyond: Double) throws(LayoutError) -> JustifiedRows? {
    try largestFraction(over: beyond, steps: 16) { (factor) throws(LayoutError) in
      try fits(rows(height, scaledBy: factor))
    }.map { (factor) throws(LayoutError) in try rows(height, scaledBy: factor) }
  }
}
