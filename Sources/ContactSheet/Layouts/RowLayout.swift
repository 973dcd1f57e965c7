public import SheetLayout

/// Justified rows: pictures of about the same height, which keep their ratios and fill the width.
public struct RowLayout: Layout, Equatable {
  /// `rows`.
  public static let name = "rows"

  /// The row height to aim at, in pixels.
  public var height: Int
  /// The width of the sheet in pixels, margins included.
  public var width: Int
  /// What to do with a last row that does not fill the width.
  public var lastRow: JustifiedRows.LastRow

  /// Creates a layout of justified rows.
  public init(height: Int, width: Int, lastRow: JustifiedRows.LastRow = .left) {
    self.height = height
    self.width = width
    self.lastRow = lastRow
  }

  /// All furniture, since frames have the ratios of pictures.
  public func outset(for furniture: CellFurniture) -> PixelInsets { furniture.insets }

  /// Determines the width of rows.
  public func fitted(to space: LayoutSpace) throws(SheetError) -> FittedLayout {
    let width = try space.width(of: width)
    return FittedLayout { range throws(LayoutError) in
      try JustifiedRows(
        width: width, rowHeight: Double(height), gap: space.gap, lastRow: lastRow
      ).arrangement(of: space.items(range), alignment: space.style.alignment)
    }
  }
}
