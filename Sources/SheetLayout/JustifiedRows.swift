/// Rows that fill the width exactly, of items that keep their ratios.
///
/// Where rows break is decided for the whole list at once: of all ways to break it,
/// the one whose row heights have the least sum of squared deviations from the height
/// asked for. A row of several items is not made longer once it is less than
/// half as tall, so that very wide pictures do not pile up in a single low row.
public struct JustifiedRows: Equatable, Sendable {
  /// What becomes of a last row with too few items to fill the width.
  ///
  /// Raw values are the names used on the command line.
  public enum LastRow: String, CaseIterable, Hashable, Sendable {
    /// It keeps the height asked for and stands at the left.
    case left
    /// It keeps the height asked for and stands in the middle.
    case center
    /// It fills the width like all others, and may become very tall.
    case justified
  }

  /// The width of every full row.
  public let width: Double
  /// The height that rows should come near to.
  public let rowHeight: Double
  /// The distance between neighbours in a row, and between rows.
  public let gap: Size
  /// What becomes of a last row with too few items.
  public let lastRow: LastRow
  /// The share of the width from which on a last row at the height asked
  /// for counts as full and is brought to the width.
  public let fullShare: Double

  /// Creates rows of a width.
  ///
  /// - Throws: A ``LayoutError`` for a width or height that is not above zero, a
  ///   negative gap, and a share outside 0…1.
  public init(
    width: Double, rowHeight: Double, gap: Size = .zero, lastRow: LastRow = .left,
    fullShare: Double = 0.75
  ) throws(LayoutError) {
    try check(width, positive: .sheetWidth)
    try check(rowHeight, positive: .rowHeight)
    try check(gap: gap)
    guard fullShare >= 0, fullShare <= 1 else { throw .notAShare(fullShare) }
    self.width = width
    self.rowHeight = rowHeight
    self.gap = gap
    self.lastRow = lastRow
    self.fullShare = fullShare
  }
}

extension JustifiedRows {
  /// Stands items in rows.
  ///
  /// - Parameter ratios: Width divided by height of every item.
  /// - Returns: An arrangement of the sheet's width, with every row as a strip.
  /// - Throws: A ``LayoutError`` for a ratio that cannot be.
  /// - Complexity: O(n · k), where k is the number of items in the longest row
  ///   looked at, about twice that of the longest row made.
  public func arrangement(ofRatios ratios: [Double]) throws(LayoutError) -> Arrangement {
    for ratio in ratios { try check(ratio, ratio: .pictureRatio) }
    var frames: [Rect] = []
    frames.reserveCapacity(ratios.count)
    var strips: [Strip] = []
    var y = 0.0
    for items in bestRows(ratios) {
      let row = JustifiedRow(
        ratios: ratios[items], of: self, isLast: items.upperBound == ratios.count)
      var x = row.isLoose && lastRow == .center ? (width - row.naturalWidth) / 2 : 0
      for ratio in ratios[items] {
        let frame = Rect(x: x, y: y, width: ratio * row.height, height: row.height)
        frames.append(frame)
        x = frame.maxX + gap.width
      }
      strips.append(Strip(items: items, minY: y, maxY: y + row.height))
      y += row.height + gap.height
    }
    return Arrangement(
      size: strips.last.map { Size(width: width, height: $0.maxY) } ?? .zero, frames: frames,
      strips: strips, rows: strips.count)
  }

  /// The items of every row: a shortest path from the first item to past the
  /// last one, where a row is a step and its deviation the length of the step.
  private func bestRows(_ ratios: [Double]) -> [Range<Int>] {
    var total = [0.0]
    var startOfRow = [0]
    for end in 1..<(ratios.count + 1) {
      var row = JustifiedRow(of: self, isLast: end == ratios.count)
      var best = Double.infinity
      var bestStart = end - 1
      for start in stride(from: end - 1, through: 0, by: -1) {
        guard row.mayGrow(by: ratios[start], without: ratios[end - 1]) else { break }
        row.add(ratios[start])
        let candidate = total[start] + row.deviation
        if candidate < best {
          best = candidate
          bestStart = start
        }
      }
      total.append(best)
      startOfRow.append(bestStart)
    }
    var rows: [Range<Int>] = []
    var end = ratios.count
    while end > 0 {
      rows.append(startOfRow[end]..<end)
      end = startOfRow[end]
    }
    return rows.reversed()
  }
}
