/// A row in the making: what its items come to at the width they must fill.
struct JustifiedRow {
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

  /// Whether an item may join at one end: only if the row, as it is or with the
  /// item at its other end let go, is at least half as tall as asked for.
  func mayGrow(by ratio: Double, without other: Double) -> Bool {
    let least = 0.5 * rows.rowHeight
    return count == 0 || filledHeight(ratioSum) >= least
      || filledHeight(ratioSum + ratio - other) >= least
  }

  /// Whether the row is the last one and too short to be brought to the width.
  var isLoose: Bool {
    isLast && rows.lastRow != .justified && naturalWidth < rows.fullShare * rows.width
  }

  /// The width at the height asked for.
  var naturalWidth: Double {
    ratioSum * rows.rowHeight + gaps
  }

  /// The height of the row as it is laid out.
  var height: Double {
    isLoose ? rows.rowHeight : filledHeight(ratioSum)
  }

  /// How far off the row is: the square of the relative difference between its height
  /// and the one asked for, infinite where the gaps leave nothing for the items.
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
