public import SheetLayout

/// Equal cells in rows and columns; the last row is packed to the left.
public struct GridLayout: Layout, Equatable {
  /// `grid`.
  public static let name = "grid"

  /// What is given for the grid; the rest follows from the number of pictures.
  public var sizing: GridSizing
  /// How rows and columns are searched where ``shape`` does not settle them.
  public var search: GridSearch
  /// The rows, the columns or both; nil where they are searched.
  ///
  /// With both, every page of several has as many cells. A single page ends below its last row,
  /// unless the sheet's height is given.
  public var shape: GridShape?

  /// Creates a grid; without arguments, of cells of 256 by 256 pixels on a sheet of about 3:2.
  public init(
    _ sizing: GridSizing = .cell(PixelSize(width: 256, height: 256), sheetRatio: 1.5),
    search: GridSearch = .compact, shape: GridShape? = nil
  ) {
    self.sizing = sizing
    self.search = search
    self.shape = shape
  }

  /// True.
  public var hasEqualCells: Bool { true }

  /// The product of columns and rows where both are given.
  public var cellsPerPage: Int? {
    if case .exactly(let columns, let rows) = shape { columns * rows } else { nil }
  }

  /// The height of a sheet of a given size.
  public var pageHeight: Int? {
    if case .sheet(let size, _) = sizing { size.height } else { nil }
  }

  /// The room for labels: furniture is inside cells whose size was given or searched for, and
  /// beyond them where they are as large as a picture.
  public func outset(for furniture: CellFurniture) -> PixelInsets {
    if case .largestPicture = sizing { return furniture.insets }
    return furniture.labelInsets
  }

  /// Settles rows, columns and the cell for a full page.
  public func fitted(to space: LayoutSpace) throws(SheetError) -> FittedLayout {
    let isSinglePage = space.pictures.count == space.picturesPerPage
    if case .exactly(let columns, _) = shape, isSinglePage, pageHeight == nil {
      return try GridLayout(sizing, search: search, shape: .columns(columns)).fitted(to: space)
    }
    let measure = limited(try sizing.measure(in: space), in: space)
    let full = try translating(SheetError.layout) { () throws(LayoutError) in
      try grid(measure, itemCount: space.picturesPerPage, gap: space.gap)
    }
    return FittedLayout(idealCellRatio: measure.cellRatio) { range throws(LayoutError) in
      if range.count == full.itemCount { return full.arrangement }
      return try AspectGrid(
        itemCount: range.count, cell: full.cell, shape: shapeOfLastPage(full), gap: space.gap
      ).arrangement
    }
  }

  /// A measure by which no row is higher than pages of a given height.
  private func limited(_ measure: GridSizing.Measure, in space: LayoutSpace) -> GridSizing.Measure {
    guard case .width(let width, let cellRatio, let sheetRatio) = measure,
      case .columns(let columns) = shape, let pageHeight = space.pageHeight,
      pageHeight > space.edges.vertical
    else { return measure }
    let cellWidth = (width - Double(columns - 1) * space.gap.width) / Double(columns)
    let lowest = cellWidth / Double(pageHeight - space.edges.vertical)
    return .width(width, cellRatio: max(cellRatio, lowest), sheetRatio: sheetRatio)
  }

  /// The rows and columns of a page that is not full, whose cells are those of a full one.
  ///
  /// It keeps them where the sheet's size or shape was given, and ends below its last row where it
  /// was not.
  private func shapeOfLastPage(_ full: AspectGrid) -> GridShape {
    let fixed = GridShape.exactly(columns: full.columns, rows: full.rows)
    if case .exactly = shape { return fixed }
    if case .sheet = sizing { return fixed }
    return .columns(full.columns)
  }

  private func grid(
    _ measure: GridSizing.Measure, itemCount: Int, gap: Size
  ) throws(LayoutError) -> AspectGrid {
    switch (measure, shape) {
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

  /// A sizing in numbers, edges taken off.
  fileprivate enum Measure {
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

  fileprivate func measure(in space: LayoutSpace) throws(SheetError) -> Measure {
    switch self {
    case .cell(let cell, let sheetRatio):
      return .cell(
        Size(width: Double(cell.width), height: Double(cell.height)), sheetRatio: sheetRatio)
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
          width: try space.width(of: sheet.width), height: try space.height(of: sheet.height)),
        cellRatio: cellRatio.value(for: space.pictures))
    case .width(let width, let cellRatio, let sheetRatio):
      return .width(
        try space.width(of: width), cellRatio: cellRatio.value(for: space.pictures),
        sheetRatio: sheetRatio)
    }
  }
}

/// Width divided by height of equal cells.
public enum CellRatio: Equatable, Sendable {
  /// The median ratio of the pictures.
  case automatic
  /// A ratio that was asked for.
  case fixed(AspectRatio)

  /// The ratio to aim at for `pictures`; those that could not be read are nil and do not count.
  ///
  /// Ratios are compared as factors, so the median of an even number is the geometric mean of the
  /// two in the middle. 1 where no picture can be read.
  func value(for pictures: [PixelSize?]) -> Double {
    switch self {
    case .fixed(let ratio):
      return ratio.value
    case .automatic:
      let ratios = pictures.filter { $0 != nil }.map(\.ratio).sorted()
      guard !ratios.isEmpty else { return 1 }
      let upper = ratios[ratios.count / 2]
      let lower = ratios[(ratios.count - 1) / 2]
      return (lower * upper).squareRoot()
    }
  }
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
