internal import SheetLayout
internal import SheetModel

// The columns of a grid, for every rule of its cells, and the cell that follows.
extension GridLayout {
  /// The longer side of cells on a sheet of a width alone, in pixels, unless all pictures are
  /// smaller.
  private static let legibleSide = 150
  /// The largest ratio of the sides of cells that take the pictures' ratio.
  private static let largestRatio = 32.0

  var givenRows: Int? { shape?.rows }

  /// The rule of cells on the pages of a request, and the size of cells that are smaller than
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
      // Sections that cannot fill one page of paper with legible cells take several, where cells
      // keep their ratio.
      guard let side = request.sideOnPage,
        (try? grid(rule, in: request))?.cell.hasLongerSide(side) != true
      else { break }
      return (.keepingRatio(try page(in: request)), nil)
    case .width(let width, let cellRatio):
      // Rows are no higher than a given page.
      guard case .columns(let columns) = shape, let pageHeight = request.pageHeight,
        case let height = Double(pageHeight - request.edges.vertical) - request.headingRoom,
        height > 0
      else { break }
      let lowest = rule.width(inColumns: columns, request.gap) / height
      return (.width(width, cellRatio: max(cellRatio, lowest)), reducedCell)
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
      largestWidth: largest, outerDecoration: request.outset.size)
  }

  /// Columns and cells for all pages, whose sections share rows if they fit a row together.
  ///
  /// Without headings, the sections of a page are a grid of the rows that they need together.
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

  /// The columns of a given shape; for a number of rows, the fewest that suffice.
  ///
  /// - Parameters:
  ///   - shape: The shape.
  ///   - request: The pictures.
  ///   - width: The width of cells in a number of columns.
  /// - Returns: The columns.
  /// - Throws: ``LayoutError`` if a given number is not positive, or has no room for all items.
  func columns(
    of shape: GridShape, in request: LayoutRequest, ofWidth width: (Int) -> Double
  ) throws(LayoutError) -> Int {
    let columns = try shape.columns(forSections: request.sectionCounts)
    switch shape {
    case .rows(let rows) where request.hasSections:
      let most = request.sectionCounts.reduce(0) { max($0, $1.reduce(0, +)) }
      let spans = request.spanCounts
      // Sections may need more rows however many columns there are.
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

  /// The columns of cells of a given size that fit on a page of paper, or of the given ones.
  func columns(
    of cell: PixelSize, on page: PixelSize, in request: LayoutRequest
  ) throws(LayoutError) -> Int {
    let cell = Size(cell)
    let page = Size(
      width: try request.width(of: page.width), height: try request.height(of: page.height))
    let columns = Int(count(ofLength: cell.width, in: page.width, gap: request.gap.width))
    let rows = Int(
      count(
        ofLength: cell.height, in: page.height - request.headingRoom, gap: request.gap.height))
    var given = columns
    if case .columns(let number) = shape { given = number }
    if case .exactly(let number, _) = shape { given = number }
    guard columns > 0, rows > 0, 1...columns ~= given, 1...rows ~= givenRows ?? rows else {
      throw .noRoom(Shortage(page, gap: request.gap))
    }
    return given
  }

  /// The columns that the search finds, or the rows if it may leave some empty.
  private func bestShape(
    _ rule: CellRule, in request: LayoutRequest
  ) throws(LayoutError) -> GridShape {
    let isFilling = if case .filling = rule { true } else { false }
    // Only a sheet of a given height has empty rows. Elsewhere, every number of rows leads to a
    // compact number of columns.
    let givesRows = search == .byRows && isFilling && !request.hasSections
    let most = mostColumns(rule, in: request)
    let best = try best(
      rule, search == .byRows && !givesRows ? .compact : search, ofAtMost: most, in: request)
    if givesRows, let best { return .rows(best.rows) }
    // If no sheet near the ratio has room, the sheet grows in height.
    return .columns(best?.columns ?? max(request.leastColumns, most ?? 1))
  }

  /// The most columns of legible cells on a sheet of a width alone; nil on other sheets.
  private func mostColumns(_ rule: CellRule, in request: LayoutRequest) -> Int? {
    guard case .width(let width, let cellRatio) = rule else { return nil }
    let side =
      request.takesFactor
      ? request.sideNeeded(inCellsOf: cellRatio)
      : request.keptSide(Self.legibleSide) * min(1, cellRatio)
    let least = side + request.gap.width
    return Int(min(max(1, (width + request.gap.width) / least + 1e-9), 1e9))
  }

  /// The columns with the best score; nil if cells have no room.
  ///
  /// Cells that keep their ratio on a page are as large as possible. A page is filled by cells that
  /// come near to their ratio, as is a sheet of a width with the standard ratio. Cells of a size
  /// bring the sheet near to that ratio.
  private func best(
    _ rule: CellRule, _ search: GridSearch, ofAtMost most: Int?, in request: LayoutRequest
  ) throws(LayoutError) -> GridCandidate? {
    // Without sections, all pages have the grid of the fullest page.
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
    }
    func ratio(_ size: Size?) -> Double? {
      size.flatMap { $0.width > 0 && $0.height > 0 ? $0.width / $0.height : nil }
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
