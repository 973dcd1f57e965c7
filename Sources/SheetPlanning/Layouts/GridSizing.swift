public import SheetLayout

/// What is given for a grid; the rest follows from the number of pictures.
public enum GridSizing: Equatable, Sendable {
  /// Cells as the pictures need them, and the ratio that the sheet should come near to.
  ///
  /// The nominal cell has the ratio, and the area of 256 by 256 pixels. Pictures are scaled to it,
  /// and the cell is as wide and as high as four of five of them then need, but at least 64 pixels
  /// where any of them is; larger ones are made to fit. A single picture has a cell of its own size,
  /// up to 1,024 pixels on its longer side. Where the sheet would be larger than allowed, the area
  /// shrinks, down to that of 16 by 16 pixels. A fixed ratio is kept.
  case automatic(cellRatio: CellRatio, sheetRatio: Double)
  /// The cell's size in pixels, and the ratio that the sheet should come near to.
  case cell(PixelSize, sheetRatio: Double)
  /// Cells as large as the widest and the tallest picture.
  case largestPicture(sheetRatio: Double)
  /// The sheet's width and height, and the ratio that the cells should come near to.
  case sheet(PixelSize, cellRatio: CellRatio)
  /// The sheet's width and the cells' ratio, which is kept; the sheet comes near to
  /// `sheetRatio`.
  case width(Int, cellRatio: CellRatio, sheetRatio: Double)

  /// A sizing in numbers, edges and the heading at the top of a page taken off.
  enum Measure {
    case cell(Size, sheetRatio: Double)
    case sheet(Size, cellRatio: Double)
    case width(Double, cellRatio: Double, sheetRatio: Double)

    /// Width divided by height that a cell should have.
    var cellRatio: Double {
      switch self {
      case .cell(let cell, _): cell.width / cell.height
      case .sheet(_, let cellRatio), .width(_, let cellRatio, _): cellRatio
      }
    }
  }

  /// The sizing in numbers.
  ///
  /// - Parameters:
  ///   - space: What the grid is fitted to.
  ///   - isHeld: Whether a full page is within the limit; asked where the cell may shrink.
  /// - Returns: The sizing, with the largest cell that is within the limit.
  /// - Throws: ``PlanningError`` where edges leave nothing of the sheet.
  func measure(
    in space: LayoutSpace, isHeld: (Measure) throws(LayoutError) -> Bool
  ) throws(LayoutError) -> Measure {
    switch self {
    case .automatic(let cellRatio, let sheetRatio):
      let cell = try NeededCell(ratio: cellRatio, in: space).largest {
        (cell) throws(LayoutError) in
        try isHeld(.cell(Size(cell), sheetRatio: sheetRatio))
      }
      return .cell(Size(cell), sheetRatio: sheetRatio)
    case .cell(let cell, let sheetRatio):
      return .cell(Size(cell), sheetRatio: sheetRatio)
    case .largestPicture(let sheetRatio):
      let sizes = space.pictures.compactMap(\.self)
      return .cell(
        Size(
          width: Double(sizes.map(\.width).max() ?? 1),
          height: Double(sizes.map(\.height).max() ?? 1)),
        sheetRatio: sheetRatio)
    case .sheet(let sheet, let cellRatio):
      return .sheet(
        Size(
          width: try space.width(of: sheet.width),
          height: try space.height(of: sheet.height) - space.headingRoom),
        cellRatio: cellRatio.value(for: space.pictures))
    case .width(let width, let cellRatio, let sheetRatio):
      return .width(
        try space.width(of: width), cellRatio: cellRatio.value(for: space.pictures),
        sheetRatio: sheetRatio)
    }
  }
}

extension Size {
  /// A size in whole pixels.
  fileprivate init(_ size: PixelSize) {
    self.init(width: Double(size.width), height: Double(size.height))
  }
}
