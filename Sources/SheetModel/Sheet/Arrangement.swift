public import SheetLayout

extension Sheet {
  /// The frames of the pictures on a page, as a layout returns them.
  ///
  /// The static functions compute the built-in layouts from numbers alone, without files. Each
  /// throws ``ContactSheetError`` if a number is invalid or items do not fit.
  public struct Arrangement: Hashable, Sendable {
    /// The size of the page, without margins.
    public var size: Size
    /// The frame of each picture, in order.
    public var frames: [Rect]
    /// The number of rows; nil if there are none.
    public var rows: Int?
    /// The number of columns; nil if there are none.
    public var columns: Int?

    /// Creates an arrangement of frames.
    public init(size: Size, frames: [Rect]) { (self.size, self.frames) = (size, frames) }
  }
}

extension Sheet.Arrangement {
  /// Equal cells that fill an area, with an aspect ratio close to the given one.
  public static func grid(
    _ count: Int, filling size: Sheet.Size, ratio: Double, gap: Sheet.Size = .zero,
    search: Sheet.GridSearch = .compact
  ) throws -> Sheet.Arrangement {
    try arranged { () throws(LayoutError) in
      try SheetLayout.Arrangement(
        gridOf: count, filling: size, cellRatio: ratio, gap: gap,
        search: search)
    }
  }

  /// Rows of roughly the same height that fill the width, with items that keep their aspect ratios.
  public static func rows(
    _ ratios: [Double], width: Double, height: Double, gap: Sheet.Size = .zero,
    lastRow: Sheet.LastRow = .left
  ) throws -> Sheet.Arrangement {
    try arranged { () throws(LayoutError) in
      try JustifiedRows(width: width, rowHeight: height, gap: gap, lastRow: lastRow)
        .arrangement(of: ratios.map { LayoutItem(ratio: $0) })
    }
  }

  /// Columns without rows, with items that keep their aspect ratios.
  public static func masonry(
    _ ratios: [Double], width: Double, columns: Int, gap: Sheet.Size = .zero
  ) throws -> Sheet.Arrangement {
    try arranged { () throws(LayoutError) in
      try MasonryColumns(width: width, count: columns, gap: gap)
        .arrangement(of: ratios.map { LayoutItem(ratio: $0) })
    }
  }

  /// A page filled with items that keep their aspect ratios.
  ///
  /// If no height is given, it follows from the items.
  public static func collage(
    _ ratios: [Double], width: Double, height: Double? = nil, gap: Sheet.Size = .zero
  ) throws -> Sheet.Arrangement {
    try arranged { () throws(LayoutError) in
      try Collage(width: width, height: height, gap: gap)
        .arrangement(of: ratios.map { LayoutItem(ratio: $0) })
    }
  }

  /// Blocks of 1×1, 2×2 and 3×3 units.
  public static func tiered(
    _ count: Int, width: Double, layers: [Sheet.Tier] = Sheet.Tier.standard, gap: Double = 0
  ) throws -> Sheet.Arrangement {
    try arranged { () throws(LayoutError) in
      try TieredGrid(
        itemCount: count, width: width, layers: layers, gap: gap
      ).arrangement
    }
  }

  private static func arranged(
    _ arrange: () throws(LayoutError) -> SheetLayout.Arrangement
  ) throws -> Sheet.Arrangement {
    do {
      let found = try arrange()
      var arrangement = Sheet.Arrangement(size: found.size, frames: found.frames)
      (arrangement.rows, arrangement.columns) = (found.rows, found.columns)
      return arrangement
    } catch {
      throw ContactSheetError(
        error.isAboutRoom ? .noRoom : .invalidValue, "cannot arrange the items: \(error)")
    }
  }
}
