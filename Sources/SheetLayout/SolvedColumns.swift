/// A column of a sheet.
public struct Column: Equatable, Sendable {
  /// The left edge; negative where wider columns stand out of the sheet.
  public var x: Double
  /// The distance between the edges; zero where nothing was left.
  public var width: Double
  /// Where an item smaller than its cell stands, or nil where the track does not say.
  public var alignment: Alignment?

  /// Creates a column from its left edge and its width.
  public init(x: Double, width: Double, alignment: Alignment? = nil) {
    self.x = x
    self.width = width
    self.alignment = alignment
  }
}

/// Columns whose places and widths are known.
public struct SolvedColumns: Equatable, Sendable {
  /// The columns from left to right, at least one.
  public let columns: [Column]
  /// The width of the sheet.
  public let width: Double
  /// The width the columns were worked out for: that of the sheet, or more where
  /// they stand out of it.
  public let gridWidth: Double

  init(columns: [Column], width: Double, gridWidth: Double) {
    self.columns = columns
    self.width = width
    self.gridWidth = gridWidth
  }
}

extension SolvedColumns {
  /// Stands items in rows, each as wide as its column.
  ///
  /// A row is as tall as its tallest item. For cells of one shape whatever the
  /// items, repeat a ratio.
  ///
  /// - Parameters:
  ///   - ratios: Width divided by height of every item.
  ///   - rowGap: The distance between rows.
  /// - Returns: An arrangement of the sheet's width, with every row as a strip.
  /// - Throws: A ``LayoutError`` for a ratio or gap that cannot be.
  public func arrangement(
    ofRatios ratios: [Double], rowGap: Double = 8
  ) throws(LayoutError) -> Arrangement {
    for ratio in ratios { try check(ratio, ratio: .pictureRatio) }
    return try arrangement(itemCount: ratios.count, rowGap: rowGap) { item, width in
      Size(width: width, height: width / ratios[item])
    }
  }

  /// Stands items of given sizes in rows.
  ///
  /// An item wider than its column is shrunk to it in proportion. A row is as tall
  /// as its tallest item; smaller ones stand by the alignment of their column, in the
  /// middle where it has none.
  ///
  /// - Parameters:
  ///   - sizes: The size of every item.
  ///   - rowGap: The distance between rows.
  /// - Returns: An arrangement of the sheet's width, with every row as a strip.
  /// - Throws: A ``LayoutError`` for a size or gap that cannot be.
  public func arrangement(
    ofSizes sizes: [Size], rowGap: Double = 8
  ) throws(LayoutError) -> Arrangement {
    for size in sizes {
      try check(size.width, positive: .pictureWidth)
      try check(size.height, positive: .pictureHeight)
    }
    return try arrangement(itemCount: sizes.count, rowGap: rowGap) { item, width in
      let size = sizes[item]
      guard size.width > width else { return size }
      return Size(width: width, height: size.height * width / size.width)
    }
  }

  private func arrangement(
    itemCount: Int, rowGap: Double, size: (_ item: Int, _ columnWidth: Double) -> Size
  ) throws(LayoutError) -> Arrangement {
    try check(rowGap, notNegative: .verticalGap)
    var frames: [Rect] = []
    frames.reserveCapacity(itemCount)
    var strips: [Strip] = []
    var y = 0.0
    for start in stride(from: 0, to: itemCount, by: columns.count) {
      let items = start..<start + min(columns.count, itemCount - start)
      let sizes = zip(items, columns).map { item, column in size(item, column.width) }
      let height = sizes.reduce(0) { max($0, $1.height) }
      for (size, column) in zip(sizes, columns) {
        let cell = Rect(x: column.x, y: y, width: column.width, height: height)
        frames.append(cell.aligned(size, column.alignment ?? .center))
      }
      strips.append(Strip(items: items, minY: y, maxY: y + height))
      y += height + rowGap
    }
    return Arrangement(
      size: strips.last.map { Size(width: width, height: $0.maxY) } ?? .zero, frames: frames,
      strips: strips, rows: strips.count, columns: columns.count)
  }
}
