package import SheetLayout
package import SheetPlans

/// Equal cells in rows and columns; a last row that is not full is aligned left.
package struct GridLayout: Layout, Equatable {
  /// `grid`.
  package static let name = "grid"

  /// The given sizes and ratios; the rest follows from the number of pictures.
  package var sizing: GridSizing
  /// Whether cells fill a sheet of a given size because of the style.
  ///
  /// Otherwise they have a ratio and equal gaps, and stand in the middle.
  private var fillsSheet = false
  /// The columns and rows to try if no shape is given.
  ///
  /// On a sheet of a given size, the cells of any search but the compact one fill the sheet and only
  /// come close to a given ratio, as in SwiftUI.
  package var search: GridSearch
  /// The given rows, columns or both; nil to search for both.
  ///
  /// If both are given, every page of several has that many cells. A single page ends below its
  /// last row, unless the height of the sheet is given.
  package var shape: GridShape?

  /// Creates a grid, by default of cells as pictures need them, on a sheet of about 3:2.
  package init(
    _ sizing: GridSizing = .automatic(cellRatio: .automatic), search: GridSearch = .compact,
    shape: GridShape? = nil
  ) { (self.sizing, self.search, self.shape) = (sizing, search, shape) }

  /// Equal cells, with room for furniture if their size is given or follows from the sheet's.
  package var traits: LayoutTraits {
    var traits = LayoutTraits()
    (traits.hasEqualCells, traits.takesSpans) = (true, true)
    if case .exactly(let columns, let rows) = shape {
      traits.pageGrid = PageGrid(rows: rows, columns: columns)
    }
    switch sizing {
    case .automatic(let cellRatio):
      traits.widthFollowsFromPictures = true
      traits.widensForLabels = cellRatio == .automatic
      traits.isUnsized = shape == nil
    case .largestPicture:
      traits.widthFollowsFromPictures = true
    case .cell:
      traits.widthFollowsFromPictures = true
      traits.furnitureOutside = .labels
    case .cellOnPage(_, let page):
      (traits.pageHeight, traits.marksCuts) = (page.height, true)
      traits.furnitureOutside = .labels
    case .sheet(let size, let cellRatio):
      traits.pageHeight = size.height
      traits.furnitureOutside = keepsRatio && cellRatio == .automatic ? .all : .labels
      traits.widthFollowsFromPictures = keepsRatio
    case .width:
      traits.furnitureOutside = .labels
    }
    return traits
  }

  /// Cells that are visible, and cells that pictures cover, fill a sheet of a given size.
  package func suited(to style: TileStyle) -> GridLayout {
    var layout = self
    layout.fillsSheet =
      style.scaling.covers || style.cellColor != nil || style.furniture.frame != nil
    return layout
  }

  /// Whether cells keep their ratio on a sheet of a given size.
  ///
  /// It is the given ratio in a compact grid, or the pictures' ratio if nothing fills the sheet.
  var keepsRatio: Bool {
    guard case .sheet(_, let ratio) = sizing else { return false }
    return ratio == .automatic ? !fillsSheet : search == .compact
  }

  /// Determines the rows, the columns and the cell of a full page.
  package func fitted(to space: LayoutRequest) throws(LayoutError) -> FittedLayout {
    if case .exactly(let columns, let rows) = shape, space.isSinglePage, traits.pageHeight == nil,
      !space.hasSpans || space.rows(inColumns: columns) <= rows
    {
      return try with(.columns(columns)).fitted(to: space)
    }
    if case .cellOnPage(let cell, let page) = sizing {
      return try fitted(to: space, of: cell, on: page)
    }
    if keepsRatio { return try fittedLargest(to: space) }
    if case .sheet = sizing, shape == nil, let side = space.sideOnPage {
      let measure = try sizing.measure(in: space).measure
      if space.sections != nil || space.hasSpans {
        let cell = try? grid(measure, in: space).cell
        if cell?.hasLongerSide(side) != true { return try fittedLargest(to: space) }
      } else if let (shape, space) = divided(space, measure, cellsOf: side) {
        return try with(shape).fitted(to: space)
      }
    }
    let (needed, reducedCell) = try sizing.measure(in: space) { (measure) throws(LayoutError) in
      try self.grid(measure, in: space).largestPage(of: space).size
    }
    let measure = limited(needed, in: space)
    let grid = try self.grid(measure, in: space)
    let height: Double? =
      switch (measure, shape) {
      case (.sheet(let size, _), _): size.height + space.headingRoom
      // As in montage, pages of given rows and columns have one size.
      case (_, .exactly(_, let rows)) where space.hasSpans:
        grid.height(ofRows: rows, space.sections)
      case (_, .exactly): grid.largestPage(of: space).size.height
      default: nil
      }
    return try pages(
      of: grid, in: space, ratio: measure.cellRatio, reducedCell: reducedCell, height: height)
  }

  /// Pages of as many cells of a size as fit, all with one grid in the middle.
  private func fitted(
    to space: LayoutRequest, of cell: PixelSize, on page: PixelSize
  ) throws(LayoutError) -> FittedLayout {
    let cell = Size(cell)
    let page = Size(
      width: try space.width(of: page.width), height: try space.height(of: page.height))
    let most = (
      columns: Int(count(ofLength: cell.width, in: page.width, gap: space.gap.width)),
      rows: Int(
        count(
          ofLength: cell.height, in: page.height - space.headingRoom, gap: space.gap.height))
    )
    let given = shape.map {
      switch $0 {
      case .exactly(let columns, let rows): (columns, rows)
      case .columns(let columns): (columns, most.rows)
      case .rows(let rows): (most.columns, rows)
      }
    }
    let (columns, rows) = given ?? most
    guard 1...max(most.columns, 1) ~= columns, 1...max(most.rows, 1) ~= rows, most.columns > 0,
      most.rows > 0
    else { throw .noRoom(Shortage(page, gap: space.gap)) }
    return try pages(
      of: CellGrid(columns: columns, cell: cell, gap: space.gap), in: space,
      ratio: cell.width / cell.height, height: page.height, width: page.width)
  }

  /// The grid with the given columns or rows.
  func with(_ shape: GridShape) -> GridLayout {
    var layout = self
    layout.shape = shape
    return layout
  }

  /// Pages of a grid, which are cut between its rows.
  ///
  /// All have a height, or each ends under its last row. With a width, the grid stands in the middle of
  /// a sheet.
  func pages(
    of grid: CellGrid, in space: LayoutRequest, ratio: Double, reducedCell: PixelSize? = nil,
    height: Double?, width: Double? = nil
  ) throws(LayoutError) -> FittedLayout {
    let full = grid.largestPage(of: space)
    let limit = [height, space.maximumFrameHeight].compactMap(\.self).min()
    var placed = PlacedPictures()
    var pages = try space.pages.map { parts throws(LayoutError) in
      var page = try grid.page(parts, in: space, height: limit, &placed)
      if !space.hasSections, height != nil || parts[0].items.count == space.picturesPerPage {
        (page.rows, page.size.height) = (full.rows, full.size.height)
      }
      return try limit.map { (limit) throws(LayoutError) in
        try page.pages(maximumHeight: limit, leastRows: space.leastRowsAtCuts)
      } ?? [Page(items: 0..<page.frames.count, arrangement: page)]
    }[...]
    var start = Point.zero
    if let width, let height {
      // Sections side by side may take more than the grid.
      let widest = pages.joined().reduce(grid.width) { max($0, $1.arrangement.size.width) }
      start.x = max(0, ((width - widest) / 2).rounded(.down))
      let block = pages.joined().reduce(0) { max($0, $1.arrangement.size.height) }
      start.y = ((height - block) / 2).rounded(.down)
    }
    var layout = try FittedLayout(of: space) { _, maximumHeight in
      pages.removeFirst().map { page in
        guard let height, height <= maximumHeight ?? .infinity else { return page }
        let size = Size(width: width ?? page.arrangement.size.width, height: height)
        return Page(items: page.items, arrangement: page.arrangement.moved(by: start, onto: size))
      }
    }
    (layout.idealCellRatio, layout.reducedCell) = (ratio, reducedCell)
    if !placed.order.isEmpty {
      (layout.order, layout.reducedSpans, layout.cell) = (placed.order, placed.reduced, grid.cell)
    }
    return layout
  }
}
