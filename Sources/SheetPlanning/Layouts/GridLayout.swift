package import SheetLayout
internal import SheetModel
package import SheetPlans

/// Equal cells in rows and columns; a short last row is left-aligned or centred.
package struct GridLayout: Layout, Equatable {
  /// `grid`.
  package static let name = "grid"

  /// The given sizes and ratios; the rest follows from the number of pictures.
  package var sizing: GridSizing
  /// Whether cells fill a sheet with a given size because of the style.
  ///
  /// Otherwise cells keep a ratio, have equal gaps, and are centred.
  private var fillsSheet = false
  /// The columns and rows to try if no shape is given.
  ///
  /// On a sheet with a given size, only the compact search keeps a given ratio; with any other
  /// search, cells fill the sheet and only come close to the ratio, as in SwiftUI.
  package var search: GridSearch
  /// The given rows, columns or both; nil to search for both.
  ///
  /// If both are given, each of several pages has that many cells. A single page ends below its
  /// last row, unless the height of the sheet is given.
  package var shape: GridShape?
  /// Whether short last rows are centred, including those of sections and of pages; ignored if
  /// cells are to be cut out, because a straight cut would go through centred pictures.
  package var centersLastRow = false
  /// The exact lengths of cells on a page of paper; nil if the size of cells is not given in a unit
  /// of paper.
  package var exactCells: ExactCells?

  /// Creates a grid, by default with cells sized for the pictures, on a sheet of about 3:2.
  package init(
    _ sizing: GridSizing = .automatic(cellRatio: .automatic), search: GridSearch = .compact,
    shape: GridShape? = nil, centersLastRow: Bool = false
  ) {
    (self.sizing, self.search, self.shape) = (sizing, search, shape)
    self.centersLastRow = centersLastRow
  }

  /// Equal cells, with room for decoration if their size is given or follows from the size of the
  /// sheet.
  package var traits: LayoutTraits {
    var traits = LayoutTraits()
    (traits.hasEqualCells, traits.takesSpans, traits.fillsCellsInOrder) = (true, true, true)
    if case .exactly(let columns, let rows) = shape {
      traits.pageGrid = PageGrid(rows: rows, columns: columns)
    }
    traits.statesColumns = shape != nil
    traits.hasSquareCells = sizing.givenRatio == 1
    switch sizing {
    case .automatic(let cellRatio):
      traits.widthFollowsFromPictures = true
      traits.widensForLabels = cellRatio == .automatic
      traits.isUnsized = shape == nil
    case .largestPicture:
      traits.widthFollowsFromPictures = true
    case .cell:
      (traits.widthFollowsFromPictures, traits.statesCells) = (true, true)
      traits.decorationOutside = .labels
    case .cellOnPage(_, let page):
      (traits.pageHeight, traits.marksCuts, traits.statesCells) = (page.height, true, true)
      traits.decorationOutside = .labels
    case .sheet(let size, let cellRatio):
      traits.pageHeight = size.height
      traits.decorationOutside = keepsRatio && cellRatio == .automatic ? .all : .labels
      traits.widthFollowsFromPictures = keepsRatio
    case .width(_, let cellRatio):
      traits.decorationOutside = cellRatio == .automatic ? .all : .labels
    }
    return traits
  }

  /// Visible cells, and cells covered by pictures, fill a sheet with a given size.
  package func adapted(to style: TileStyle) -> GridLayout {
    var layout = self
    layout.fillsSheet =
      style.scaling.covers || style.cellColor != nil || style.decoration.frame != nil
    return layout
  }

  /// Multiplies a given size of cells by the factors, and changes a given ratio accordingly.
  package func enlargingCells(by growth: Size) -> GridLayout {
    var layout = self
    switch sizing {
    case .automatic(let ratio): layout.sizing = .automatic(cellRatio: ratio.enlarged(by: growth))
    case .cell(let cell): layout.sizing = .cell(cell.enlarged(by: growth))
    case .cellOnPage(let cell, let page):
      layout.sizing = .cellOnPage(cell.enlarged(by: growth), page: page)
      layout.exactCells?.cell.width *= growth.width
      layout.exactCells?.cell.height *= growth.height
    case .largestPicture: break
    case .sheet(let size, let ratio):
      layout.sizing = .sheet(size, cellRatio: ratio.enlarged(by: growth))
    case .width(let width, let ratio):
      layout.sizing = .width(width, cellRatio: ratio.enlarged(by: growth))
    }
    return layout
  }

  /// Whether cells keep their ratio on a sheet with a given size.
  ///
  /// Cells keep a given ratio if the search is compact, and the pictures' ratio unless the style
  /// makes cells fill the sheet.
  var keepsRatio: Bool {
    guard case .sheet(_, let ratio) = sizing else { return false }
    return ratio == .automatic ? !fillsSheet : search == .compact
  }

  /// Chooses the columns and the cell for all pages, and places the pictures.
  package func pages(for request: LayoutRequest) throws(LayoutError) -> ArrangedPages {
    if case .exactly(let columns, let rows) = shape, request.isSinglePage,
      traits.pageHeight == nil, !request.hasSpans || request.rows(inColumns: columns) <= rows
    {
      return try with(.columns(columns)).pages(for: request)
    }
    var (layout, request) = (self, request)
    let (rule, reducedCell) = try cellRule(in: request)
    let divides = choosesPages(of: request, rule)
    if divides { request.pages = request.pagesOfGroups }
    var grid: CellGrid
    if case .keepingRatio(let page) = rule, request.hasSections || !keepsRatio {
      grid = try sectionGrid(on: page, in: request)
    } else if case .cellOnPage(let cell, let page) = sizing {
      grid = try cells(of: cell, on: page, in: request)
    } else {
      if divides {
        let pages = try evenPages(of: request, rule)
        layout.shape = .exactly(columns: pages.columns, rows: pages.rows)
        request.divide(by: pages.counts)
      }
      if let taller = withFurtherRow(rule, in: request) {
        (layout, request.pages) = (taller.layout, taller.pages)
      }
      grid = layout.enlarged(try layout.grid(rule, in: request), rule, in: request)
    }
    grid.centersLastRow = centersLastRow && !traits.marksCuts
    return try pages(
      of: grid, in: request, ratio: rule.cellRatio, reducedCell: reducedCell,
      size: try pageSize(of: grid, rule, in: request))
  }

  /// The size of every page, without edges: the height if it is the same for all pages, and the
  /// width if the grid is centred on the page.
  private func pageSize(
    of grid: CellGrid, _ rule: CellRule, in request: LayoutRequest
  ) throws(LayoutError) -> (width: Double?, height: Double?) {
    // The room for the first heading was already subtracted.
    switch (sizing, rule, shape) {
    case (.cellOnPage(_, let page), _, _):
      return (try request.width(of: page.width), try request.height(of: page.height))
    case (_, .keepingRatio(let page), _):
      return (page.page.width, page.page.height + request.headingRoom)
    case (_, .filling(let page, _), _): return (nil, page.height + request.headingRoom)
    // As in montage, pages with given rows and columns all have the same size.
    case (_, _, .exactly(_, let rows)):
      return (
        nil,
        request.hasSpans
          ? grid.height(ofRows: rows, request.sections)
          : grid.largestPage(of: request).size.height
      )
    default: return (nil, nil)
    }
  }

  /// The grid with the given columns or rows.
  func with(_ shape: GridShape) -> GridLayout {
    var layout = self
    layout.shape = shape
    return layout
  }

  /// Pages of a grid, divided between its rows.
  ///
  /// All pages have the given height, or each ends below its last row. If a width is given too, the
  /// grid is centred on the page.
  private func pages(
    of grid: CellGrid, in request: LayoutRequest, ratio: Double, reducedCell: PixelSize?,
    size: (width: Double?, height: Double?)
  ) throws(LayoutError) -> ArrangedPages {
    let (width, height) = size
    let full = grid.largestPage(of: request)
    let limit = [height, request.maximumFrameHeight].compactMap(\.self).min()
    let (hasSections, fullCount) = (request.hasSections, request.picturesPerPage)
    var placed = PlacedPictures()
    var pages = try request.pages.map { parts throws(LayoutError) in
      var page = try grid.page(parts, in: request, height: limit, &placed)
      if !hasSections, height != nil || parts[0].items.count == fullCount {
        (page.rows, page.size.height) = (full.rows, full.size.height)
      }
      return try limit.map { (limit) throws(LayoutError) in
        try page.pages(maximumHeight: limit, leastRows: request.leastRowsAtCuts)
      } ?? [Page(items: 0..<page.frames.count, arrangement: page)]
    }[...]
    var start = Point.zero
    if let width, let height {
      // Sections side by side may be wider than the grid.
      let widest = pages.joined().reduce(grid.width) { max($0, $1.arrangement.size.width) }
      start.x = max(0, (width - widest) / 2)
      let block = pages.joined().reduce(0) { max($0, $1.arrangement.size.height) }
      start.y = (height - block) / 2
      if exactCells?.keepsPlaces != true {
        (start.x, start.y) = (start.x.rounded(.down), start.y.rounded(.down))
      }
    }
    var layout = try ArrangedPages(of: request) { _, maximumHeight in
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
