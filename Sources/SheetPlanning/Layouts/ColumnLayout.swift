package import SheetLayout
package import SheetModel
package import SheetPlans

/// Columns defined by tracks, as in SwiftUI's `LazyVGrid`.
///
/// Rows are as tall as their tallest picture, or all cells have the same ratio or the same height.
package struct ColumnLayout: Layout, Equatable {
  /// `columns`.
  package static let name = "columns"

  /// The tracks from left to right, of which there must be at least one; nil if columns follow from
  /// the pictures.
  ///
  /// Columns are then at least 240 pixels wide, or as wide as the widest picture if that is
  /// narrower. On pages of the same size, their width is at least a fifth of the page's shorter
  /// side.
  package var tracks: [ColumnTrack]?
  /// The size of the sheet in pixels, including margins; without a height it is as tall as its
  /// rows.
  ///
  /// With a height, all cells on a page are equally tall.
  package var extent: PixelExtent
  /// The ratio of all cells; nil if each cell has the ratio of its picture, or if the sheet has a
  /// height.
  package var cellRatio: Sheet.CellRatio?
  /// Whether the width of the sheet is given; otherwise the sheet ends at the last column that is
  /// used, unless there are tracks.
  package var isWidthGiven: Bool

  /// Creates a layout from tracks.
  package init(
    _ tracks: [ColumnTrack]? = nil, extent: PixelExtent = .standard,
    cellRatio: Sheet.CellRatio? = nil, isWidthGiven: Bool = true
  ) {
    (self.tracks, self.extent, self.cellRatio) = (tracks, extent, cellRatio)
    self.isWidthGiven = isWidthGiven
  }

  /// Changes a given cell ratio by the factors for width and height.
  package func enlargingCells(by growth: Size) -> ColumnLayout {
    var layout = self
    layout.cellRatio = cellRatio?.enlarged(by: growth)
    return layout
  }

  /// Cells with the same ratio or height, or frames with the ratios of pictures.
  package var traits: LayoutTraits {
    let hasEqualCells = cellRatio != nil || extent.height != nil
    return LayoutTraits(
      decorationOutside: hasEqualCells ? .labels : .all, hasEqualCells: hasEqualCells,
      fillsCellsInOrder: true, framesHavePictureRatios: !hasEqualCells,
      cutsUnusedWidth: !isWidthGiven && tracks == nil,
      pageHeight: extent.height,
      isUnsized: tracks == nil && extent == .standard, statesCells: tracks?.areFixed == true)
  }

  /// Solves the tracks, and determines the ratio or height of cells.
  package func pages(for space: LayoutRequest) throws(LayoutError) -> ArrangedPages {
    let columns = try space.columns(tracks, onSheetOf: extent.width)
    if let height = extent.height {
      let size = Size(width: columns.width, height: try space.height(of: height))
      return try pages(for: space, in: columns, filling: size)
    }
    let ratio = cellRatio?.value(for: space.pictures)
    return try ArrangedPages(of: space, columns: columns.columns) { parts throws(LayoutError) in
      try space.stacked(parts) { parts throws(LayoutError) in
        let range = parts.items
        return try columns.arrangement(
          of: ratio.map { Array(repeating: LayoutItem(ratio: $0), count: range.count) }
            ?? items(range, of: space, in: columns),
          rowGap: space.gap.height, alignment: space.frameAlignment)
      }
    }
  }

  /// The cells of pictures with their own ratios.
  ///
  /// Cells that stay empty are as tall as the first picture, so they do not make its row taller.
  private func items(
    _ range: Range<Int>, of space: LayoutRequest, in columns: SolvedColumns
  ) -> [LayoutItem] {
    var items = space.items(range)
    let empty = space.emptyCells
    guard empty > range.lowerBound, range.contains(empty) else { return items }
    let first = empty - range.lowerBound
    var cell = items[first]
    let width = columns.columns[first % columns.columns.count].width
    cell.maximumWidth = min(cell.maximumWidth, max(1, width))
    for index in 0..<first { items[index] = cell }
    return items
  }

  /// Columns on a sheet with a given size; all cells on all pages are equally tall.
  private func pages(
    for space: LayoutRequest, in columns: SolvedColumns, filling size: Size
  ) throws(LayoutError) -> ArrangedPages {
    let gap = space.gap.height
    // Without sections, every page has as many rows as the fullest page.
    let least = space.sections == nil ? space.picturesPerPage : 0
    func rows(_ count: Int) -> Int {
      (max(count, least) + columns.columns.count - 1) / columns.columns.count
    }
    let cellHeight = try space.pages.map { parts throws(LayoutError) in
      let rowCount = parts.reduce(0) { $0 + rows($1.items.count) }
      let content = try space.content(of: size, underHeadings: parts.count).height
      return (content - Double(rowCount - parts.count) * gap) / Double(rowCount)
    }.reduce(Double.infinity, min)
    guard cellHeight > 0 else {
      throw .noRoom(Shortage(height: size.height, gap: Size(width: 0, height: gap)))
    }
    return try ArrangedPages(of: space, columns: columns.columns) { parts throws(LayoutError) in
      try space.stacked(parts) { parts in
        columns.arrangement(
          itemCount: parts.items.count, cellHeight: cellHeight, rows: rows(parts.items.count),
          rowGap: gap)
      }.moved(by: .zero, onto: size)
    }
  }
}
