public import SheetLayout

/// Equal cells in rows and columns; a last row that is not full is aligned left.
public struct GridLayout: Layout, Equatable {
  /// `grid`.
  public static let name = "grid"

  /// Which sizes and ratios are given; the rest follows from the number of pictures.
  public var sizing: GridSizing
  /// How to find rows and columns that ``shape`` does not give.
  public var search: GridSearch
  /// The given rows, columns or both; nil to search for both.
  ///
  /// If both are given, every page of several has as many cells; a single page ends below its last
  /// row, unless the height of the sheet is given.
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

  /// The product of columns and rows if both are given.
  public var cellsPerPage: Int? {
    if case .exactly(let columns, let rows) = shape { columns * rows } else { nil }
  }

  /// The height of a sheet of a given size.
  public var pageHeight: Int? {
    if case .sheet(let size, _) = sizing { size.height } else { nil }
  }

  /// Only the room for labels, since other furniture takes room inside cells; but all furniture if
  /// frames are as large as the largest picture.
  public func outset(for furniture: CellFurniture) -> PixelInsets {
    if case .largestPicture = sizing { return furniture.insets }
    return furniture.labelInsets
  }

  /// Determines the rows, the columns and the cell of a full page.
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

  /// The measure with the cells' ratio raised until rows are no higher than a given page.
  private func limited(_ measure: GridSizing.Measure, in space: LayoutSpace) -> GridSizing.Measure {
    guard case .width(let width, let cellRatio, let sheetRatio) = measure,
      case .columns(let columns) = shape, let pageHeight = space.pageHeight,
      pageHeight > space.edges.vertical
    else { return measure }
    let cellWidth = (width - Double(columns - 1) * space.gap.width) / Double(columns)
    let lowest = cellWidth / Double(pageHeight - space.edges.vertical)
    return .width(width, cellRatio: max(cellRatio, lowest), sheetRatio: sheetRatio)
  }

  /// The shape of a page that is not full, with cells as on a full page.
  ///
  /// If the sheet's size or shape is given, it has as many rows and columns as a full page;
  /// otherwise it ends below its last row.
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
      // Finds the columns first; the height then follows from the ratio of cells.
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

/// Which sizes and ratios of a grid are given; the rest follows from the number of pictures.
public enum GridSizing: Equatable, Sendable {
  /// The cell's size in pixels, and the sheet ratio to aim at.
  case cell(PixelSize, sheetRatio: Double)
  /// Cells as wide as the widest picture and as high as the highest, and a sheet ratio to aim at.
  case largestPicture(sheetRatio: Double)
  /// The sheet's size in pixels, margins included, and the cell ratio to aim at.
  case sheet(PixelSize, cellRatio: CellRatio)
  /// The sheet's width in pixels, margins included, the exact cell ratio, and the sheet ratio to
  /// aim at.
  case width(Int, cellRatio: CellRatio, sheetRatio: Double)

  /// A sizing in numbers, without the edges of the sheet.
  fileprivate enum Measure {
    case cell(Size, sheetRatio: Double)
    case sheet(Size, cellRatio: Double)
    case width(Double, cellRatio: Double, sheetRatio: Double)

    /// Width divided by height of a cell, exactly or as an aim.
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
  /// A given ratio.
  case fixed(AspectRatio)

  /// The ratio for `pictures`, among which nil stands for one that could not be read.
  ///
  /// The median of an even number of ratios is the geometric mean of the middle two, because ratios
  /// compare as factors. It is 1 if no picture can be read.
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

  /// `auto`, or the ratio as written.
  public var description: String {
    switch self {
    case .automatic: "auto"
    case .fixed(let ratio): "\(ratio)"
    }
  }
}
