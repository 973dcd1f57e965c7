public import SheetLayout

/// Columns by tracks, as in SwiftUI's `LazyVGrid`.
///
/// Rows are as tall as their tallest picture, unless all cells have the same ratio.
public struct ColumnLayout: Layout, Equatable {
  /// `columns`.
  public static let name = "columns"

  /// The tracks from left to right; at least one.
  public var tracks: [ColumnTrack]
  /// The width of the sheet in pixels, margins included.
  public var width: Int
  /// The ratio of all cells; nil if each cell has its picture's.
  public var cellRatio: CellRatio?

  /// Creates a layout with these tracks.
  public init(_ tracks: [ColumnTrack], width: Int, cellRatio: CellRatio? = nil) {
    self.tracks = tracks
    self.width = width
    self.cellRatio = cellRatio
  }

  /// Whether all cells have the same ratio.
  public var hasEqualCells: Bool { cellRatio != nil }

  /// All furniture if frames have the ratios of pictures, else only the room for labels.
  public func outset(for furniture: CellFurniture) -> PixelInsets {
    cellRatio == nil ? furniture.insets : furniture.labelInsets
  }

  /// Solves the tracks and determines the ratio of cells.
  public func fitted(to space: LayoutSpace) throws(SheetError) -> FittedLayout {
    let columns = try tracks.solved(onSheetOf: width, in: space)
    let ratio = cellRatio?.value(for: space.pictures)
    return FittedLayout(columns: columns.columns) { range throws(LayoutError) in
      try columns.arrangement(
        of: ratio.map { Array(repeating: LayoutItem(ratio: $0), count: range.count) }
          ?? space.items(range),
        rowGap: space.gap.height, alignment: space.style.alignment)
    }
  }
}

extension [ColumnTrack] {
  /// The columns of these tracks on a sheet of `width` pixels, margins included.
  func solved(onSheetOf width: Int, in space: LayoutSpace) throws(SheetError) -> SolvedColumns {
    let width = try space.width(of: width)
    return try translating(SheetError.layout) { () throws(LayoutError) in
      try ColumnTracks(self, spacing: space.gap.width).columns(width: width)
    }
  }
}
