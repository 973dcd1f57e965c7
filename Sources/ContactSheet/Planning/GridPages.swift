internal import SheetLayout

/// A grid that has the same cells on every page.
///
/// Rows and columns are settled for a full page. A last page that is not full keeps them
/// where the sheet's size or shape was given, and ends below its last row where it was not.
struct GridPages {
  let sizing: ResolvedGridSizing
  let search: GridSearch
  let shape: GridShape?
  let gap: Size

  /// A function that arranges the pictures of one page.
  func arranger(
    fullPage: Int
  ) throws(SheetError) -> (Range<Int>) throws(SheetError) -> Arrangement {
    let full = try translating(SheetError.layout) { () throws(LayoutError) in
      try grid(itemCount: fullPage)
    }
    return { range throws(SheetError) in
      if range.count == full.itemCount { return full.arrangement }
      return try translating(SheetError.layout) { () throws(LayoutError) in
        try AspectGrid(
          itemCount: range.count, cell: full.cell, shape: lastShape(full), gap: gap
        ).arrangement
      }
    }
  }

  /// Rows and columns of a page that is not full.
  private func lastShape(_ full: AspectGrid) -> GridShape {
    let fixed = GridShape.exactly(columns: full.columns, rows: full.rows)
    if case .exactly = shape { return fixed }
    if case .sheet = sizing { return fixed }
    return .columns(full.columns)
  }

  private func grid(itemCount: Int) throws(LayoutError) -> AspectGrid {
    switch (sizing, shape) {
    case (.cell(let cell, _), let shape?):
      return try AspectGrid(itemCount: itemCount, cell: cell, shape: shape, gap: gap)
    case (.cell(let cell, let sheetRatio), nil):
      return try AspectGrid(
        itemCount: itemCount, cell: cell, sheetRatio: sheetRatio, gap: gap, search: search)
    case (.sheet(let size, _), let shape?):
      return try AspectGrid(itemCount: itemCount, filling: size, shape: shape, gap: gap)
    case (.sheet(let size, let cellRatio), nil):
      return try AspectGrid(
        itemCount: itemCount, filling: size, cellRatio: cellRatio, gap: gap, search: search)
    case (.width(let width, let cellRatio, let sheetRatio), let shape):
      // Settles the columns; the height then follows from cells that keep their ratio.
      let size = Size(width: width, height: width / sheetRatio)
      let grid =
        if let shape {
          try AspectGrid(itemCount: itemCount, filling: size, shape: shape)
        } else {
          try AspectGrid(
            itemCount: itemCount, filling: size, cellRatio: cellRatio, gap: gap, search: search)
        }
      let cellWidth = (width - Double(grid.columns - 1) * gap.width) / Double(grid.columns)
      return try AspectGrid(
        itemCount: itemCount, cell: Size(width: cellWidth, height: cellWidth / cellRatio),
        shape: shape ?? .columns(grid.columns), gap: gap)
    }
  }
}

/// A ``GridSizing`` in numbers, edges taken off.
enum ResolvedGridSizing {
  case cell(Size, sheetRatio: Double)
  case sheet(Size, cellRatio: Double)
  case width(Double, cellRatio: Double, sheetRatio: Double)

  /// Width divided by height that a cell should have.
  var idealCellRatio: Double {
    switch self {
    case .cell(let cell, _): cell.width / cell.height
    case .sheet(_, let cellRatio), .width(_, let cellRatio, _): cellRatio
    }
  }
}

extension GridSizing {
  /// The numbers for `pictures` on a sheet, of which `edges` are taken.
  func resolved(
    for pictures: [ProbedPicture], edges: PixelInsets
  ) throws(SheetError) -> ResolvedGridSizing {
    switch self {
    case .cell(let cell, let sheetRatio):
      return .cell(
        Size(width: Double(cell.width), height: Double(cell.height)), sheetRatio: sheetRatio)
    case .largestPicture(let sheetRatio):
      let sizes = pictures.compactMap(\.size)
      return .cell(
        Size(
          width: Double(sizes.map(\.width).max() ?? 1),
          height: Double(sizes.map(\.height).max() ?? 1)),
        sheetRatio: sheetRatio)
    case .sheet(let sheet, let cellRatio):
      return .sheet(
        Size(
          width: try room(in: sheet.width, edges: edges.horizontal),
          height: try room(in: sheet.height, edges: edges.vertical)),
        cellRatio: cellRatio.value(for: pictures))
    case .width(let width, let cellRatio, let sheetRatio):
      return .width(
        try room(in: width, edges: edges.horizontal),
        cellRatio: cellRatio.value(for: pictures), sheetRatio: sheetRatio)
    }
  }
}
