/// Equal columns of items that keep their ratios, each item on the column that is
/// shortest so far.
///
/// Of columns equally short the leftmost one is taken.
public struct MasonryColumns: Equatable, Sendable {
  /// The width of the sheet, which the columns fill.
  public let width: Double
  /// The number of columns, at least one.
  public let count: Int
  /// The distance between neighbouring columns, and between items in a column.
  public let gap: Size
  /// The width of every column.
  public let columnWidth: Double

  /// Divides a width into a number of columns.
  ///
  /// - Throws: A ``LayoutError`` for a width or number that is not above zero, a
  ///   negative gap, and gaps that leave no room for columns.
  public init(width: Double, count: Int, gap: Size = .zero) throws(LayoutError) {
    try check(width, positive: .sheetWidth)
    try check(count, positive: .columns)
    try check(gap: gap)
    guard count <= LayoutError.maximumColumns else { throw .tooManyColumns(Double(count)) }
    let columnWidth = (width - Double(count - 1) * gap.width) / Double(count)
    guard columnWidth > 0 else { throw .gapTooLarge(gap.width, sheetWidth: width) }
    self.width = width
    self.count = count
    self.gap = gap
    self.columnWidth = columnWidth
  }

  /// Divides a width into as many columns as fit, at least one.
  ///
  /// - Parameters:
  ///   - width: The width of the sheet.
  ///   - minimumColumnWidth: The least width of a column; only a single column
  ///     may be narrower.
  ///   - gap: The distance between neighbouring columns, and between items in
  ///     a column.
  /// - Throws: A ``LayoutError`` for a width that is not above zero and a
  ///   negative gap.
  public init(
    width: Double, minimumColumnWidth: Double, gap: Size = .zero
  ) throws(LayoutError) {
    try check(width, positive: .sheetWidth)
    try check(minimumColumnWidth, positive: .trackMinimum)
    try check(gap: gap)
    try self.init(
      width: width,
      count: columnsThatFit(in: width, minimum: minimumColumnWidth, spacing: gap.width), gap: gap)
  }
}

extension MasonryColumns {
  /// Stands items in the columns.
  ///
  /// - Parameter ratios: Width divided by height of every item.
  /// - Returns: An arrangement of the sheet's width, as tall as the tallest column.
  /// - Throws: A ``LayoutError`` for a ratio that cannot be.
  /// - Complexity: O(n · log ``count``)
  public func arrangement(ofRatios ratios: [Double]) throws(LayoutError) -> Arrangement {
    for ratio in ratios { try check(ratio, ratio: .pictureRatio) }
    var frames: [Rect] = []
    frames.reserveCapacity(ratios.count)
    var columns = ShortestColumn(count: count)
    for ratio in ratios {
      let frame = Rect(
        x: Double(columns.index) * (columnWidth + gap.width), y: columns.height,
        width: columnWidth, height: columnWidth / ratio)
      columns.grow(to: frame.maxY + gap.height)
      frames.append(frame)
    }
    let strips = strips(frames)
    return Arrangement(
      size: strips.last.map { Size(width: width, height: $0.maxY) } ?? .zero, frames: frames,
      strips: strips, columns: count)
  }

  /// The runs of items between heights that no item crosses.
  ///
  /// Each item is on the shortest column, so none begins above the one before it.
  private func strips(_ frames: [Rect]) -> [Strip] {
    var strips: [Strip] = []
    var start = 0
    var bottom = 0.0
    for (index, frame) in frames.enumerated() {
      if index > start, frame.minY >= bottom - ShortestColumn.resolution {
        strips.append(Strip(items: start..<index, minY: frames[start].minY, maxY: bottom))
        start = index
      }
      bottom = max(bottom, frame.maxY)
    }
    if start < frames.count {
      strips.append(Strip(items: start..<frames.count, minY: frames[start].minY, maxY: bottom))
    }
    return strips
  }
}
