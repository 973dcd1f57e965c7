internal import SheetLayout
internal import SheetModel

// The columns of a grid, for every rule about its cells, and the resulting cell.
extension GridLayout {
  /// The minimum longer side of cells, in pixels, on a sheet of which only the width is given,
  /// unless all pictures are smaller.
  private static let legibleSide = 150
  /// The maximum ratio of the longer side to the shorter side of cells that have the pictures'
  /// ratio.
  private static let largestRatio = 32.0

  var givenRows: Int? { shape?.rows }

  /// The rule about cells on the pages of a request, and the size of cells if they are smaller than
  /// pictures need.
  func cellRule(
    in request: LayoutRequest
  ) throws(LayoutError) -> (rule: CellRule, reducedCell: PixelSize?) {
    if keepsRatio { return (.keepingRatio(try page(in: request)), nil) }
    let (rule, reducedCell) = try sizing.cellRule(in: request) { (rule) throws(LayoutError) in
      try grid(rule, in: request).largestPage(of: request).size
    }
    switch rule {
    case .filling where shape == nil && (request.sections != nil || request.hasSpans):
      // Sections that do not fit on one page of paper with legible cells take up several pages, on
      // which cells keep their ratio.
      guard let side = request.sideOnPage,
        (try? grid(rule, in: request))?.cell.hasLongerSide(side) != true
      else { break }
      return (.keepingRatio(try page(in: request)), nil)
    case .width(let width, let cellRatio):
      // Rows must be no taller than a given page.
      guard case .columns(let columns) = shape, let pageHeight = request.pageHeight,
        case let height = Double(pageHeight - request.edges.vertical) - request.headingRoom,
        height > 0
      else { break }
      let lowest = rule.width(inColumns: columns, request.gap) / height
      let usual = CellRule.width(width, cellRatio: max(cellRatio, lowest))
      let lower = ratioForFewerPages(usual, in: request)
      return (lower.map { .width(width, cellRatio: $0) } ?? usual, reducedCell)
    case .size, .filling, .keepingRatio: break
    }
    return (rule, reducedCell)
  }

  /// The page on which cells keep their ratio.
  ///
  /// The rest of the page goes to its margins, and gaps are equal.
  private func page(in request: LayoutRequest) throws(LayoutError) -> LargestGrid {
    guard case .sheet(let sheet, let cellRatio) = sizing else {
      preconditionFailure("cells keep their ratio on a sheet of a given size")
    }
    var ratio = cellRatio.value(for: request.pictures)
    var largest = Double.infinity
    if cellRatio == .automatic, keepsRatio {
      ratio = min(max(ratio, 1 / Self.largestRatio), Self.largestRatio)
      largest = request.widthNeeded(inCellsOf: ratio)
    }
    return try LargestGrid(
      page: try request.content(ofPage: sheet), gap: request.gap, ratio: ratio,
      largestWidth: largest, outerDecoration: request.outset.size,
      sideRoom: request.sideRoom(onPage: sheet))
  }

  /// Columns and cells for all pages, whose sections share a row if they fit side by side.
  ///
  /// Without headings, the sections of a page form a grid with the rows that they need together.
  func grid(_ rule: CellRule, in request: LayoutRequest) throws(LayoutError) -> CellGrid {
    guard let shape else {
      return try with(bestShape(rule, in: request)).grid(rule, in: request)
    }
    func width(_ columns: Int) -> Double { rule.width(inColumns: columns, request.gap) }
    let columns = try self.columns(of: shape, in: request, ofWidth: width)
    let lines = request.lines(inColumns: columns, of: givenRows, ofWidth: width(columns))
    let cell = try rule.cell(
      inColumns: columns, lines, leastRows: givenRows ?? 0, in: request)
    return CellGrid(columns: columns, cell: cell, gap: request.gap, rows: givenRows)
  }

  /// The number of columns for a given shape; if only rows are given, the fewest columns that
  /// suffice.
  ///
  /// - Parameters:
  ///   - shape: The shape.
  ///   - request: The pictures.
  ///   - width: Returns the width of cells in this many columns.
  /// - Returns: The number of columns.
  /// - Throws: ``LayoutError`` if a given number is not positive, or leaves no room for all items.
  func columns(
    of shape: GridShape, in request: LayoutRequest, ofWidth width: (Int) -> Double
  ) throws(LayoutError) -> Int {
    let columns = try shape.columns(forSections: request.sectionCounts)
    switch shape {
    case .rows(let rows) where request.hasSections:
      let most = request.sectionCounts.reduce(0) { max($0, $1.reduce(0, +)) }
      let spans = request.spanCounts
      // Sections may need more rows than given, however many columns there are.
      return (columns...max(columns, most)).first {
        spans.cells(inColumns: $0, rows: rows) <= $0 * rows * request.pages.count
          && request.rows(inColumns: $0, of: rows, ofWidth: width($0)) <= rows
      } ?? columns
    case .exactly(_, let rows)
    where !request.hasSections && request.rows(inColumns: columns) > rows:
      throw .tooManyItems(request.picturesPerPage, columns: columns, rows: rows)
    default: return columns
    }
  }

  /// The grid of cells with a given size on a page of paper: the given number of columns, or else
  /// as many as fit.
  ///
  /// Cells and gaps have their exact lengths if ``ExactCells/keepsPlaces`` is true; otherwise their
  /// lengths are whole pixels.
  func cells(
    of cell: PixelSize, on page: PixelSize, in request: LayoutRequest
  ) throws(LayoutError) -> CellGrid {
    let room = try request.content(ofPage: page)
    let kept = exactCells.flatMap { $0.keepsPlaces ? $0 : nil }
    let cells = kept ?? ExactCells(Size(cell))
    let most = cells.fitting(in: room, gap: request.gap)
    let columns = shape?.columns ?? most.columns
    let rows = givenRows ?? most.rows
    guard 1...max(1, most.columns) ~= columns, 1...max(1, most.rows) ~= rows, most.columns > 0,
      most.rows > 0
    else {
      throw .cellsTooLarge(
        shortage(most, columns: columns, rows: rows, of: cell, room: room, in: request))
    }
    if kept == nil { return CellGrid(columns: columns, cell: Size(cell), gap: request.gap) }
    let spaced = cells.spaced(columns: columns, rows: rows, in: room, gap: request.gap)
    return CellGrid(columns: columns, cell: spaced.cell, gap: spaced.gap)
  }

  /// Why a page has no room for columns and rows of cells with a given size.
  private func shortage(
    _ most: (columns: Int, rows: Int), columns: Int, rows: Int, of cell: PixelSize, room: Size,
    in request: LayoutRequest
  ) -> CellShortage {
    let exact = exactCells ?? ExactCells(Size(cell))
    if most.columns < max(1, columns) {
      return CellShortage(
        max(1, columns), .wide, exact.cell.width, gap: request.gap.width + exact.gap.width,
        room: room.width + exact.page.width - exact.edges.width,
        edges: request.edges.horizontal > 0 ? .margins : .none)
    }
    let hasTexts = request.hasPageTexts || request.headingRoom > 0
    return CellShortage(
      max(1, rows), .high, exact.cell.height, gap: request.gap.height + exact.gap.height,
      room: room.height + exact.page.height - exact.edges.height,
      edges: hasTexts ? .marginsAndTexts : request.edges.vertical > 0 ? .margins : .none)
  }

  /// The columns found by the search, or the rows if the search may leave rows empty.
  private func bestShape(
    _ rule: CellRule, in request: LayoutRequest
  ) throws(LayoutError) -> GridShape {
    let isFilling = if case .filling = rule { true } else { false }
    // Only a sheet with a given height has empty rows. Otherwise no row is empty, and the compact
    // search finds the same grids.
    let givesRows = search == .byRows && isFilling && !request.hasSections
    let most = mostColumns(rule, in: request)
    let best = try best(
      rule, search == .byRows && !givesRows ? .compact : search, ofAtMost: most, in: request)
    if givesRows, let best { return .rows(best.rows) }
    // If no sheet close to the ratio has room, the sheet grows in height.
    return .columns(best?.columns ?? max(request.leastColumns, most ?? 1))
  }

  /// The maximum number of columns with legible cells on a sheet of which only the width is given;
  /// nil for other sheets.
  private func mostColumns(_ rule: CellRule, in request: LayoutRequest) -> Int? {
    guard case .width(let width, let cellRatio) = rule else { return nil }
    let side =
      request.takesFactor
      ? request.sideNeeded(inCellsOf: cellRatio)
      : request.keptSide(Self.legibleSide) * min(1, cellRatio)
    let least = side + request.gap.width
    return Int(min(max(1, (width + request.gap.width) / least + 1e-9), 1e9))
  }

  /// The columns with the best score; nil if there is no room for cells.
  ///
  /// Cells that keep their ratio on a page are as large as possible. Cells that fill a page come
  /// close to their ratio. So do cells on a sheet of which only the width is given, which is
  /// assumed to have the standard ratio. Cells with a given size bring the sheet close to that
  /// ratio.
  private func best(
    _ rule: CellRule, _ search: GridSearch, ofAtMost most: Int?, in request: LayoutRequest
  ) throws(LayoutError) -> GridCandidate? {
    // Without sections, all pages have the same grid as the fullest page.
    let counts = request.hasSections ? request.sectionCounts : [[request.picturesPerPage]]
    var columns = GridColumns(
      for: counts, search: search,
      in: request.leastColumns...max(request.leastColumns, most ?? .max))
    let gap = request.gap
    if request.hasSections {
      columns.linesOfPages = { columns in
        request.lines(
          of: counts, inColumns: columns, ofWidth: rule.width(inColumns: columns, gap))
      }
      // Columns that stay empty would be a blank strip beside all sections.
      let largestSection = counts.joined().reduce(1, max)
      columns.isUsable = { columns in
        columns <= largestSection
          || request.fills(
            columns, with: counts, ofWidth: rule.width(inColumns: columns, gap))
      }
    }
    func ratio(_ size: Size?) -> Double? {
      guard let size, size.width > 0, size.height > 0 else { return nil }
      return size.width / size.height
    }
    switch rule {
    case .size(let cell):
      let countsEmpty = request.hasSections
      if countsEmpty { columns.search = .byColumns }
      return try columns.nearest(
        to: GridSizing.sheetRatio, .sheetRatio, countsEmpty: countsEmpty
      ) {
        ratio(
          CellGrid(columns: $0.columns, cell: cell, gap: gap)
            .largestPage($0.lines, countsEmpty ? request.sections : nil).size)
      }
    case .width(let width, let cellRatio):
      let sheet = Size(width: width, height: width / GridSizing.sheetRatio)
      return try columns.nearest(to: cellRatio, .cellRatio) {
        ratio(sheet.cell(columns: $0.columns, rows: $0.rows, gap: gap))
      }
    case .filling(_, let cellRatio):
      return try columns.nearest(to: cellRatio, .cellRatio) {
        ratio(
          try? rule.cell(
            inColumns: $0.columns, $0.lines, leastRows: givenRows ?? 0, in: request))
      }
    case .keepingRatio(let page):
      columns.search = .compact
      return columns.largest(on: page)
    }
  }
}
