internal import SheetLayout

extension LayoutChoice {
  /// Where pictures stand on a sheet, margins left out.
  ///
  /// Sizes of sheets are given with their margins; what is left is filled.
  func arrangement(
    of sources: [ProbedImage], gap: Gap, margin: Int
  ) throws(SheetError) -> Arrangement {
    switch self {
    case .grid(let sizing, let search):
      try sizing.arrangement(
        of: sources, gap: Size(gap), margin: margin, search: search)
    case .tiered(let layers, let extent):
      try Self.tiered(layers, extent, itemCount: sources.count, gap: gap, margin: margin)
    }
  }

  private static func tiered(
    _ layers: [TierLayer], _ extent: Extent, itemCount: Int, gap: Gap, margin: Int
  ) throws(SheetError) -> Arrangement {
    let width = try room(in: extent.width, margin: margin)
    return try translating(SheetError.layout) { () throws(LayoutError) in
      try TieredGrid(
        itemCount: itemCount, width: width,
        height: extent.height.map { Double($0 - 2 * margin) }, layers: layers,
        gap: Double(gap.horizontal)
      ).arrangement
    }
  }
}

extension GridSizing {
  fileprivate func arrangement(
    of sources: [ProbedImage], gap: Size, margin: Int, search: GridSearch
  ) throws(SheetError) -> Arrangement {
    switch self {
    case .cell(let cell, let sheetRatio):
      return try translating(SheetError.layout) { () throws(LayoutError) in
        try AspectGrid(
          itemCount: sources.count,
          cell: Size(width: Double(cell.width), height: Double(cell.height)),
          sheetRatio: sheetRatio, gap: gap, search: search
        ).arrangement
      }

    case .sheet(let sheet, let cellRatio):
      let room = Size(
        width: try room(in: sheet.width, margin: margin),
        height: try room(in: sheet.height, margin: margin))
      return try translating(SheetError.layout) { () throws(LayoutError) in
        try AspectGrid(
          itemCount: sources.count, filling: room, cellRatio: cellRatio.value(for: sources),
          gap: gap, search: search
        ).arrangement
      }

    case .width(let width, let cellRatio, let sheetRatio):
      let width = try room(in: width, margin: margin)
      let ratio = cellRatio.value(for: sources)
      return try translating(SheetError.layout) { () throws(LayoutError) in
        let grid = try AspectGrid(
          itemCount: sources.count, filling: Size(width: width, height: width / sheetRatio),
          cellRatio: ratio, gap: gap, search: search)
        // The search settled the columns; the height now follows from the cells.
        return try AspectGrid(
          itemCount: sources.count,
          cell: Size(width: grid.cell.width, height: grid.cell.width / ratio),
          shape: .columns(grid.columns), gap: gap
        ).arrangement
      }
    }
  }
}

/// What margins leave of one side of a sheet, in pixels.
private func room(in side: Int, margin: Int) throws(SheetError) -> Double {
  guard side > 2 * margin else { throw .marginTooLarge(margin) }
  return Double(side - 2 * margin)
}

extension Size {
  fileprivate init(_ gap: Gap) {
    self.init(width: Double(gap.horizontal), height: Double(gap.vertical))
  }
}
