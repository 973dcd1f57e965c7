public import SheetLayout

/// Equal columns; each picture goes below the shortest so far.
public struct MasonryLayout: Layout, Equatable {
  /// `masonry`.
  public static let name = "masonry"

  /// The tracks from left to right, whose columns must have equal width and spacing.
  public var tracks: [ColumnTrack]
  /// The width of the sheet in pixels, margins included.
  public var width: Int

  /// Creates a masonry layout.
  public init(_ tracks: [ColumnTrack], width: Int) {
    self.tracks = tracks
    self.width = width
  }

  /// All furniture, since frames have the ratios of pictures.
  public func outset(for furniture: CellFurniture) -> PixelInsets { furniture.insets }

  /// Solves the tracks.
  ///
  /// - Throws: ``SheetError/unequalColumns(_:)``, and what all layouts throw.
  public func fitted(to space: LayoutSpace) throws(SheetError) -> FittedLayout {
    let columns = try tracks.solved(onSheetOf: width, in: space)
    let masonry = try masonry(in: columns.columns, rowGap: space.gap.height)
    let alignments = columns.columns.map { $0.alignment ?? space.style.alignment }
    return FittedLayout(columns: columns.columns) { range throws(LayoutError) in
      try masonry.arrangement(of: space.items(range), alignments: alignments)
        .moved(right: columns.columns[0].x, onWidth: columns.width)
    }
  }

  /// Masonry of the same width as `columns`, which must have equal width and spacing.
  private func masonry(
    in columns: [Column], rowGap: Double
  ) throws(SheetError) -> MasonryColumns {
    let widths = columns.map(\.width)
    let gaps = zip(columns, columns.dropFirst()).map { $1.x - $0.x - $0.width }
    guard widths.allSatisfy({ abs($0 - widths[0]) < 0.001 }),
      gaps.allSatisfy({ abs($0 - gaps[0]) < 0.001 })
    else { throw .unequalColumns(widths) }
    // For columns that touch, rounding can make the gap slightly negative.
    let gap = Size(width: max(0, gaps.first ?? 0), height: rowGap)
    return try translating(SheetError.layout) { () throws(LayoutError) in
      try MasonryColumns(
        width: widths[0] * Double(columns.count) + gap.width * Double(gaps.count),
        count: columns.count, gap: gap)
    }
  }
}
