extension MasonryColumns {
  /// The share of a column that an item has at most; it may be the last one in it, so that all of it
  /// is under the others.
  private static let largestShare = 0.5
  /// How many times as tall as its column is wide an item may be in any case.
  private static let tallestRatio = 2.0

  /// The same items, where none is so tall that a column of its own makes the sheet taller for all.
  ///
  /// An item has at most half the height that columns would have if they were equally tall: so a
  /// strip shares its column with others, and is shown whole. Items may be as tall as twice the width
  /// of a column in any case, and as tall as the median of all.
  ///
  /// - Throws: A ``LayoutError`` for an impossible item.
  public func shortened(_ items: [LayoutItem]) throws(LayoutError) -> [LayoutItem] {
    try check(items)
    guard count > 1, items.count > 1 else { return items }
    let heights = items.map { $0.size(inColumnOf: columnWidth).height + gap.height }.sorted()
    let limit = max(
      Self.largestShare * evenHeight(heights) - gap.height, heights[items.count / 2] - gap.height,
      Self.tallestRatio * columnWidth)
    return items.map { item in
      guard item.size(inColumnOf: columnWidth).height > limit else { return item }
      var item = item
      item.maximumWidth = limit * item.ratio
      return item
    }
  }

  /// The height that equally tall columns have of items that take no larger share than they may, by
  /// the heights of items in ascending order; 0 where there are too few items for it.
  private func evenHeight(_ heights: [Double]) -> Double {
    var lower = heights.reduce(0, +)
    // Where k items have their largest share, the others fill what is left of the columns.
    for (taller, height) in heights.reversed().enumerated() {
      let left = Double(count) - Self.largestShare * Double(taller)
      guard left > 0 else { return 0 }
      let even = lower / left
      if Self.largestShare * even >= height { return even }
      lower -= height
    }
    return 0
  }
}
