public import SheetLayout

/// A layout with what it needs to know.
public enum LayoutChoice: Equatable, Sendable {
  /// Equal cells in rows and columns; the last row is packed to the left.
  ///
  /// A `shape` settles rows, columns or both; without one, they are searched for.
  /// With both, every page has as many cells.
  case grid(GridSizing, search: GridSearch = .compact, shape: GridShape? = nil)
  /// Blocks of 1×1, 2×2 and 3×3 units on a sheet of `width` pixels.
  ///
  /// A `height` beyond the content's makes the sheet taller, a smaller one is ignored. On pages
  /// that all have one height, blocks are made smaller where the largest would be higher, and
  /// stand in the middle of the width.
  case tiered([TierLayer] = TierLayer.standard, Extent)
  /// Columns by tracks. Rows are as tall as their tallest picture, or cells have a ratio.
  case columns([ColumnTrack], width: Int, cellRatio: CellRatio? = nil)
  /// Rows of about `height` pixels that fill the width, of pictures that keep their ratios.
  case rows(height: Int, width: Int, lastRow: JustifiedRows.LastRow = .left)
  /// Equal columns by tracks, each picture on the shortest of them.
  case masonry([ColumnTrack], width: Int)
}

extension LayoutChoice {
  /// Cells of 256 by 256 pixels on a sheet of about 3:2.
  public static let standard = LayoutChoice.grid(
    .cell(PixelSize(width: 256, height: 256), sheetRatio: 1.5))
}

/// What is given for a grid; the rest follows from the number of pictures.
public enum GridSizing: Equatable, Sendable {
  /// The cell's size in pixels, and the ratio that the sheet should come near to.
  case cell(PixelSize, sheetRatio: Double)
  /// Cells as large as the widest and the tallest picture.
  case largestPicture(sheetRatio: Double)
  /// The sheet's width and height, and the ratio that the cells should come near to.
  case sheet(PixelSize, cellRatio: CellRatio)
  /// The sheet's width and the cells' ratio, which is kept; the sheet comes near to
  /// `sheetRatio`.
  case width(Int, cellRatio: CellRatio, sheetRatio: Double)
}

/// Width divided by height of the cells of a grid.
public enum CellRatio: Equatable, Sendable {
  /// The median ratio of the pictures.
  case automatic
  /// A ratio that was asked for.
  case fixed(AspectRatio)
}

extension CellRatio: LosslessStringConvertible {
  /// Parses `auto` or an ``AspectRatio``.
  public init?(_ text: String) {
    if text == "auto" {
      self = .automatic
    } else if let ratio = AspectRatio(text) {
      self = .fixed(ratio)
    } else {
      return nil
    }
  }

  /// `auto`, or the ratio as it was written.
  public var description: String {
    switch self {
    case .automatic: "auto"
    case .fixed(let ratio): "\(ratio)"
    }
  }
}
