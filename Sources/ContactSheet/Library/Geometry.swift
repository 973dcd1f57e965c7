internal import SheetLayout
internal import SheetModel

extension Sheet {
  /// A width and a height in pixels, not rounded.
  public struct Size: Hashable, Sendable {
    /// The width.
    public var width: Double
    /// The height.
    public var height: Double

    /// No extent.
    public static let zero = Size(width: 0, height: 0)

    /// Creates a size.
    public init(width: Double, height: Double) { (self.width, self.height) = (width, height) }
  }

  /// An area of a sheet in pixels, from the top left corner.
  public struct Rect: Hashable, Sendable {
    /// The left edge.
    public var x: Double
    /// The top edge.
    public var y: Double
    /// The width.
    public var width: Double
    /// The height.
    public var height: Double

    /// The horizontal centre.
    public var midX: Double { x + width / 2 }
    /// The vertical centre.
    public var midY: Double { y + height / 2 }
    /// The right edge.
    public var maxX: Double { x + width }
    /// The bottom edge.
    public var maxY: Double { y + height }

    /// Creates an area.
    public init(x: Double, y: Double, width: Double, height: Double) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    init(_ rect: PixelRect) {
      self.init(
        x: Double(rect.x), y: Double(rect.y), width: Double(rect.width),
        height: Double(rect.height))
    }
  }

  /// The frames of pictures on a page: the result of a layout.
  ///
  /// Its functions are the geometry of the library's layouts alone, without files.
  /// Each throws ``ContactSheetError`` if a number is wrong, or items have no room.
  public struct Arrangement: Hashable, Sendable {
    /// The size of the page, without margins.
    public var size: Size
    /// The frame of each picture, in their order.
    public var frames: [Rect]
    /// The number of rows; nil if there are none.
    public var rows: Int?
    /// The number of columns; nil if there are none.
    public var columns: Int?

    /// Creates an arrangement of frames.
    public init(size: Size, frames: [Rect]) { (self.size, self.frames) = (size, frames) }

    /// Equal cells that fill a size and come near to a ratio of width to height.
    public static func grid(
      _ count: Int, filling size: Size, ratio: Double, gap: Size = .zero,
      search: GridSearch = .compact
    ) throws -> Arrangement {
      try arranged { () throws(LayoutError) in
        try SheetLayout.Arrangement(
          gridOf: count, filling: size.size, cellRatio: ratio, gap: gap.size,
          search: search.word())
      }
    }

    /// Rows of about a height that keep ratios of width to height and fill a width.
    public static func rows(
      _ ratios: [Double], width: Double, height: Double, gap: Size = .zero,
      lastRow: LastRow = .left
    ) throws -> Arrangement {
      try arranged { () throws(LayoutError) in
        try JustifiedRows(width: width, rowHeight: height, gap: gap.size, lastRow: lastRow.word())
          .arrangement(of: ratios.map { LayoutItem(ratio: $0) })
      }
    }

    /// Columns without rows, which keep ratios of width to height.
    public static func masonry(
      _ ratios: [Double], width: Double, columns: Int, gap: Size = .zero
    ) throws -> Arrangement {
      try arranged { () throws(LayoutError) in
        try MasonryColumns(width: width, count: columns, gap: gap.size)
          .arrangement(of: ratios.map { LayoutItem(ratio: $0) })
      }
    }

    /// A page filled by items that keep their ratios of width to height.
    ///
    /// Without a height, it follows from the items.
    public static func collage(
      _ ratios: [Double], width: Double, height: Double? = nil, gap: Size = .zero
    ) throws -> Arrangement {
      try arranged { () throws(LayoutError) in
        try Collage(width: width, height: height, gap: gap.size)
          .arrangement(of: ratios.map { LayoutItem(ratio: $0) })
      }
    }

    /// Blocks of 1×1, 2×2 and 3×3 units.
    public static func tiered(
      _ count: Int, width: Double, layers: [Tier] = Tier.standard, gap: Double = 0
    ) throws -> Arrangement {
      try arranged { () throws(LayoutError) in
        try TieredGrid(
          itemCount: count, width: width, layers: layers.map { $0.word() }, gap: gap
        ).arrangement
      }
    }

    private static func arranged(
      _ arrange: () throws(LayoutError) -> SheetLayout.Arrangement
    ) throws -> Arrangement {
      do {
        let found = try arrange()
        var arrangement = Arrangement(
          size: Size(width: found.size.width, height: found.size.height),
          frames: found.frames.map {
            Rect(x: $0.minX, y: $0.minY, width: $0.width, height: $0.height)
          })
        (arrangement.rows, arrangement.columns) = (found.rows, found.columns)
        return arrangement
      } catch {
        throw ContactSheetError(.noRoom, "cannot arrange the items: \(error)")
      }
    }
  }
}

extension Sheet.Size {
  fileprivate var size: SheetLayout.Size { SheetLayout.Size(width: width, height: height) }
}
