/// Rows that fill the width exactly, of items that keep their ratios.
///
/// Row breaks are chosen for the whole list at once: of all possible breaks, those that minimise
/// the sum of squared deviations of the row heights from the requested one. A row of several
/// items takes no more once it is less than half as tall, so that very wide pictures do not pile
/// up in a single low row.
public struct JustifiedRows: Equatable, Sendable {
  /// The treatment of a last row with too few items to fill the width.
  ///
  /// Raw values are the names used on the command line.
  public enum LastRow: String, CaseIterable, Hashable, Sendable {
    /// It keeps the requested height and stands at the left.
    case left
    /// It keeps the requested height and is centred.
    case center
    /// It fills the width like all other rows, and may become very tall.
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

  /// A last row that takes at least this share of the width at the requested height counts as
  /// full and is scaled to fill it.
  fileprivate static let fullShare = 0.75

  /// Creates rows of a width.
  ///
  /// - Throws: A ``LayoutError`` for a width or height that is not above zero and for a negative
  ///   gap.
  public init(
    width: Double, rowHeight: Double, gap: Size = .zero, lastRow: LastRow = .left
  ) throws(LayoutError) {
    try check(width, positive: .sheetWidth)
    try check(rowHeight, positive: .rowHeight)
    try check(gap: gap)
    self.width = width
    self.rowHeight = rowHeight
    self.gap = gap
    self.lastRow = lastRow
  }
}

extension JustifiedRows {
  /// Arranges items in rows.
  ///
  /// - Parameter ratios: Width divided by height of every item.
  /// - Returns: An arrangement of the sheet's width, with every row as a strip.
  /// - Throws: A ``LayoutError`` for an impossible ratio.
  /// - Complexity: O(n · k), where k is the number of items in the longest row that is
  ///   considered, about twice that of the longest row in the result.
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

  /// The items of every row, found as a shortest path from before the first item to after the
  /// last one, where each step is a row and its length the deviation of the row.
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

/// The measures of a row to which items are added one by one.
private struct JustifiedRow {
  private let rows: JustifiedRows
  private let isLast: Bool
  private var ratioSum = 0.0
  private var count = 0

  /// An empty row.
  init(of rows: JustifiedRows, isLast: Bool) {
    self.rows = rows
    self.isLast = isLast
  }

  /// A row of items with these ratios.
  init(ratios: some Sequence<Double>, of rows: JustifiedRows, isLast: Bool) {
    self.init(of: rows, isLast: isLast)
    for ratio in ratios { add(ratio) }
  }

  mutating func add(_ ratio: Double) {
    ratioSum += ratio
    count += 1
  }

  /// Whether an item may be added at one end: only if the row, as it is or with the item in
  /// place of the one at its other end, has at least half the requested height.
  func mayGrow(by ratio: Double, without other: Double) -> Bool {
    let minimum = 0.5 * rows.rowHeight
    return count == 0 || filledHeight(ratioSum) >= minimum
      || filledHeight(ratioSum + ratio - other) >= minimum
  }

  /// Whether this is the last row and too short to be scaled to the width.
  var isLoose: Bool {
    isLast && rows.lastRow != .justified && naturalWidth < JustifiedRows.fullShare * rows.width
  }

  /// The width at the requested height.
  var naturalWidth: Double {
    ratioSum * rows.rowHeight + gaps
  }

  /// The height of the row as it is laid out.
  var height: Double {
    isLoose ? rows.rowHeight : filledHeight(ratioSum)
  }

  /// The square of the relative difference between the height of the row and the requested one;
  /// infinite where the gaps leave no room for the items.
  var deviation: Double {
    let height = height
    guard height > 0 else { return .infinity }
    let difference = height / rows.rowHeight - 1
    return difference * difference
  }

  private var gaps: Double {
    Double(count - 1) * rows.gap.width
  }

  private func filledHeight(_ ratioSum: Double) -> Double {
    (rows.width - gaps) / ratioSum
  }
}
