public import SheetLayout
internal import SheetPlans

/// Equal cells in rows and columns; a last row that is not full is aligned left.
public struct GridLayout: Layout, Equatable {
  /// `grid`.
  public static let name = "grid"

  /// Which sizes and ratios are given; the rest follows from the number of pictures.
  public var sizing: GridSizing
  /// How to find rows and columns that ``shape`` does not give.
  ///
  /// Nil for those that show pictures largest on a sheet of a given size, in cells of their ratio,
  /// with equal gaps and in the middle; where cells have to fill the sheet, because of their ratio or
  /// of the style, and on any other sheet, for `GridSearch.compact`.
  public var search: GridSearch?
  /// The given rows, columns or both; nil to search for both.
  ///
  /// If both are given, every page of several has as many cells; a single page ends below its last
  /// row, unless the height of the sheet is given.
  public var shape: GridShape?

  /// Creates a grid; without arguments, of cells as the pictures need them on a sheet of about 3:2.
  public init(
    _ sizing: GridSizing = .automatic(cellRatio: .automatic, sheetRatio: 1.5),
    search: GridSearch? = nil, shape: GridShape? = nil
  ) {
    self.sizing = sizing
    self.search = search
    self.shape = shape
  }

  /// Equal cells; those whose size is given, or follows from that of the sheet, have room for
  /// furniture in it.
  public var traits: LayoutTraits {
    var traits = LayoutTraits()
    (traits.hasEqualCells, traits.takesSpans) = (true, true)
    if case .exactly(let columns, let rows) = shape {
      traits.pageGrid = PageGrid(rows: rows, columns: columns)
    }
    switch sizing {
    case .automatic(let cellRatio, _):
      traits.widthFollowsFromPictures = true
      traits.widensForLabels = cellRatio == .automatic
      traits.isUnsized = shape == nil
    case .largestPicture:
      traits.widthFollowsFromPictures = true
    case .cell:
      traits.widthFollowsFromPictures = true
      traits.furnitureOutside = .labels
    case .sheet(let size, _):
      traits.pageHeight = size.height
      traits.furnitureOutside = showsLargest ? .all : .labels
      traits.widthFollowsFromPictures = keepsRatio
    case .width:
      traits.furnitureOutside = .labels
    }
    return traits
  }

  /// Determines the rows, the columns and the cell of a full page.
  public func fitted(to space: LayoutSpace) throws(LayoutError) -> FittedLayout {
    if case .exactly(let columns, let rows) = shape, space.isSinglePage, traits.pageHeight == nil,
      !space.hasSpans || space.rows(inColumns: columns) <= rows
    {
      return try GridLayout(sizing, search: search, shape: .columns(columns)).fitted(to: space)
    }
    if !keepsRatio, try dividesSections(of: space) { return try fittedLargestSections(to: space) }
    if space.hasSpans || space.pages.contains(where: { $0.count > 1 }) {
      return keepsRatio ? try fittedLargestSections(to: space) : try fittedSections(to: space)
    }
    if keepsRatio { return try fittedKeepingRatio(to: space) }
    if let (layout, space) = try divided(space) { return try layout.fitted(to: space) }
    func fullPage(_ measure: GridSizing.Measure) throws(LayoutError) -> AspectGrid {
      try grid(measure, itemCount: space.picturesPerPage, gap: space.gap)
    }
    let (needed, reducedCell) = try sizing.measure(in: space) { (measure) throws(LayoutError) in
      var size = try fullPage(measure).size
      size.height += space.headingRoom
      return size
    }
    let measure = limited(needed, in: space)
    let full = try fullPage(measure)
    return try FittedLayout(
      of: space, idealCellRatio: measure.cellRatio, reducedCell: reducedCell
    ) { parts throws(LayoutError) in
      try space.stacked(parts) { range throws(LayoutError) in
        if range.count == full.itemCount { return full.arrangement }
        return try AspectGrid(
          itemCount: range.count, cell: full.cell, shape: shapeOfLastPage(full), gap: space.gap
        ).arrangement
      }
    }
  }

  /// The fewest pages, filled evenly, whose cells keep the side that pictures have on a page, with
  /// their columns; nil where the pages that are given do.
  private func divided(
    _ space: LayoutSpace
  ) throws(LayoutError) -> (layout: GridLayout, space: LayoutSpace)? {
    guard case .sheet = sizing, shape == nil, space.sections == nil, let side = space.sideOnPage
    else { return nil }
    let measure = try sizing.measure(in: space).measure
    let groups = space.groups
    let largest = groups.reduce(1) { max($0, $1.items.count) }
    func columns(_ count: Int) -> Int? {
      guard let grid = try? grid(measure, itemCount: count, gap: space.gap),
        grid.cell.hasLongerSide(side)
      else { return nil }
      return grid.columns
    }
    for pages in 1...largest {
      let most = (largest - 1) / pages + 1
      guard let columns = columns(most) ?? (most == 1 ? 1 : nil) else { continue }
      guard pages > 1 else { return nil }
      var space = space
      space.pages = groups.flatMap { group in
        let count = group.items.count
        return group.pages(
          of: countsSharingRows(count, columns: columns, pages: (count - 1) / most + 1))
      }
      return (GridLayout(sizing, search: search, shape: .columns(columns)), space)
    }
    return nil
  }

  /// The measure with the cells' ratio raised until rows are no higher than a given page.
  func limited(_ measure: GridSizing.Measure, in space: LayoutSpace) -> GridSizing.Measure {
    guard case .width(let width, let cellRatio, let sheetRatio) = measure,
      case .columns(let columns) = shape, let pageHeight = space.pageHeight,
      case let height = Double(pageHeight - space.edges.vertical) - space.headingRoom, height > 0
    else { return measure }
    let cellWidth = (width - Double(columns - 1) * space.gap.width) / Double(columns)
    let lowest = cellWidth / height
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
    let search = search ?? .compact
    func filling(_ size: Size, gap: Size) throws(LayoutError) -> AspectGrid {
      if let shape {
        return try AspectGrid(itemCount: itemCount, filling: size, shape: shape, gap: gap)
      }
      return try AspectGrid(
        itemCount: itemCount, filling: size, cellRatio: measure.cellRatio, gap: gap, search: search)
    }
    func cells(_ cell: Size, _ shape: GridShape) throws(LayoutError) -> AspectGrid {
      try AspectGrid(itemCount: itemCount, cell: cell, shape: shape, gap: gap)
    }
    switch measure {
    case .cell(let cell, let sheetRatio):
      if let shape { return try cells(cell, shape) }
      return try AspectGrid(
        itemCount: itemCount, cell: cell, sheetRatio: sheetRatio, gap: gap, search: search)
    case .sheet(let size, _):
      return try filling(size, gap: gap)
    case .width(let width, let cellRatio, let sheetRatio):
      // Finds the columns first; the height then follows from the ratio of cells.
      let sheet = Size(width: width, height: width / sheetRatio)
      let columns = try filling(sheet, gap: shape == nil ? gap : .zero).columns
      let cellWidth = (width - Double(columns - 1) * gap.width) / Double(columns)
      let cell = Size(width: cellWidth, height: cellWidth / cellRatio)
      return try cells(cell, shape ?? .columns(columns))
    }
  }
}
