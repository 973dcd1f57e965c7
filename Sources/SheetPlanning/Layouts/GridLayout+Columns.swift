internal import SheetLayout

// Cells that follow from a sheet, or determine it.
extension GridLayout {
  /// The longer side of cells on a sheet of a width alone, in pixels, unless all pictures are
  /// smaller.
  private static let legibleSide = 150

  var givenRows: Int? {
    switch shape {
    case .rows(let rows), .exactly(_, let rows): rows
    case .columns, nil: nil
    }
  }

  /// The columns of a given shape.
  ///
  /// For a number of rows, they are the fewest columns that suffice.
  ///
  /// - Parameters:
  ///   - shape: The shape.
  ///   - space: The pictures.
  ///   - width: The width of cells in a number of columns.
  /// - Returns: The columns.
  /// - Throws: ``LayoutError`` if a given number is not positive, or has no room for all items.
  func columns(
    of shape: GridShape, in space: LayoutRequest, ofWidth width: (Int) -> Double
  ) throws(LayoutError) -> Int {
    let columns = try shape.columns(forSections: space.sectionCounts)
    switch shape {
    case .rows(let rows) where space.hasSections:
      let most = space.sectionCounts.reduce(0) { max($0, $1.reduce(0, +)) }
      let spans = space.spanCounts
      // Sections may need more rows however many columns there are.
      return (columns...max(columns, most)).first {
        spans.cells(inColumns: $0, rows: rows) <= $0 * rows * space.pages.count
          && space.rows(inColumns: $0, of: rows, ofWidth: width($0)) <= rows
      } ?? columns
    case .exactly(_, let rows) where !space.hasSections && space.rows(inColumns: columns) > rows:
      throw .tooManyItems(space.picturesPerPage, columns: columns, rows: rows)
    default: return columns
    }
  }

  /// Columns and cells for all pages, whose sections share rows if they fit a row together.
  ///
  /// Without headings, the sections of a page are a grid of the rows that they need together.
  func grid(
    _ measure: GridSizing.Measure, in space: LayoutRequest
  ) throws(LayoutError) -> CellGrid {
    guard let shape else { return try with(found(measure, in: space)).grid(measure, in: space) }
    let columns = try self.columns(of: shape, in: space) { measure.width(inColumns: $0, space.gap) }
    let lines = space.lines(
      inColumns: columns, of: givenRows, ofWidth: measure.width(inColumns: columns, space.gap))
    return CellGrid(
      columns: columns, cell: try cell(measure, lines, columns, in: space), gap: space.gap,
      rows: givenRows)
  }

  /// The columns that the search finds, or the rows if it may leave some empty.
  private func found(
    _ measure: GridSizing.Measure, in space: LayoutRequest
  ) throws(LayoutError) -> GridShape {
    let isSheet = if case .sheet = measure { true } else { false }
    // Only a sheet of a given height has empty rows. Elsewhere, every number of rows leads to a
    // compact number of columns.
    let givesRows = search == .byRows && isSheet && !space.hasSections
    let most = mostColumns(measure, in: space)
    let best = try best(
      measure, search == .byRows && !givesRows ? .compact : search, ofAtMost: most, in: space)
    if givesRows, let best { return .rows(best.rows) }
    // If no sheet near the ratio has room, the sheet grows in height.
    return .columns(best?.columns ?? max(space.leastColumns, most ?? 1))
  }

  /// The most columns of legible cells on a sheet of a width alone; nil on other sheets.
  private func mostColumns(_ measure: GridSizing.Measure, in space: LayoutRequest) -> Int? {
    guard case .width(let width, let cellRatio) = measure else { return nil }
    let least = space.keptSide(Self.legibleSide) * min(1, cellRatio) + space.gap.width
    return Int(min(max(1, (width + space.gap.width) / least + 1e-9), 1e9))
  }

  /// The columns that bring the sheet, or its cells, nearest to the given ratio; nil if cells have
  /// no room.
  private func best(
    _ measure: GridSizing.Measure, _ search: GridSearch, ofAtMost mostColumns: Int?,
    in space: LayoutRequest
  ) throws(LayoutError) -> GridCandidate? {
    // Without sections, all pages have the grid of the fullest page.
    let counts = space.hasSections ? space.sectionCounts : [[space.picturesPerPage]]
    var (countsEmpty, quantity) = (false, LayoutError.Quantity.cellRatio)
    if case .cell = measure { (countsEmpty, quantity) = (space.hasSections, .sheetRatio) }
    return try .nearest(
      to: measure.target, quantity, forSections: counts, leastColumns: space.leastColumns,
      mostColumns: mostColumns ?? .max, search: search, countsEmpty: countsEmpty,
      lines: !space.hasSections
        ? nil
        : { columns in
          space.lines(
            of: counts, inColumns: columns, ofWidth: measure.width(inColumns: columns, space.gap))
        }
    ) { columns, lines in
      let size: Size?
      switch measure {
      case .cell(let cell):
        size =
          CellGrid(columns: columns, cell: cell, gap: space.gap)
          .largestPage(lines, countsEmpty ? space.sections : nil).size
      case .width(let width, _):
        size = Size(width: width, height: width / GridSizing.sheetRatio)
          .cell(columns: columns, rows: lines.map(\.rows).max() ?? 0, gap: space.gap)
      case .sheet: size = try? cell(measure, lines, columns, in: space)
      }
      return size.flatMap { $0.width > 0 && $0.height > 0 ? $0.width / $0.height : nil }
    }
  }

  /// The cell for a number of columns.
  ///
  /// On sheets of a given size, it is the cell of the page with the lowest cells.
  private func cell(
    _ measure: GridSizing.Measure, _ lines: [SectionPart.Lines], _ columns: Int,
    in space: LayoutRequest
  ) throws(LayoutError) -> Size {
    let (cell, sheet): (Size, Shortage)
    let width = measure.width(inColumns: columns, space.gap)
    switch measure {
    case .cell(let given): return given
    case .width(let sheetWidth, let cellRatio):
      cell = Size(width: width, height: width / cellRatio)
      sheet = Shortage(width: sheetWidth, gap: space.gap)
    case .sheet(let size, _):
      // The room of the first heading was subtracted before.
      let whole = Size(width: size.width, height: size.height + space.headingRoom)
      sheet = Shortage(whole, gap: space.gap)
      let heights = try lines.map { (bands, needed) throws(LayoutError) in
        let rows = max(needed, givenRows ?? 0)
        let content = try space.content(of: whole, underHeadings: bands).height
        return (content - Double(rows - bands) * space.gap.height) / Double(rows)
      }
      cell = Size(width: width, height: heights.reduce(.infinity, min))
    }
    guard cell.width > 0, cell.height > 0 else { throw .noRoom(sheet) }
    return cell
  }

  /// The fewest pages, filled evenly, whose cells have the side that pictures keep on a page.
  ///
  /// Nil if the given pages suffice.
  func divided(
    _ space: LayoutRequest, _ measure: GridSizing.Measure, cellsOf side: Double
  ) -> (shape: GridShape, space: LayoutRequest)? {
    let groups = space.groups
    let largest = groups.reduce(1) { max($0, $1.items.count) }
    var divided = space
    func grid(_ count: Int) -> (columns: Int, rows: Int?)? {
      divided.pages = [[SectionPart(items: 0..<count)]]
      guard let grid = try? self.grid(measure, in: divided), grid.cell.hasLongerSide(side) else {
        return nil
      }
      return (grid.columns, grid.rows)
    }
    for pages in 1...largest {
      let most = (largest - 1) / pages + 1
      guard let (columns, rows) = grid(most) ?? (most == 1 ? (1, nil) : nil) else { continue }
      guard pages > 1 else { return nil }
      divided.pages = groups.flatMap { group in
        let count = group.items.count
        return group.pages(
          of: countsSharingRows(count, columns: columns, pages: (count - 1) / most + 1))
      }
      return (rows.map(GridShape.rows) ?? .columns(columns), divided)
    }
    return nil
  }

  /// The measure with the cells' ratio raised until rows are no higher than a given page.
  func limited(
    _ measure: GridSizing.Measure, in space: LayoutRequest
  ) -> GridSizing.Measure {
    guard case .width(let width, let cellRatio) = measure,
      case .columns(let columns) = shape, let pageHeight = space.pageHeight,
      case let height = Double(pageHeight - space.edges.vertical) - space.headingRoom, height > 0
    else { return measure }
    let lowest = measure.width(inColumns: columns, space.gap) / height
    return .width(width, cellRatio: max(cellRatio, lowest))
  }
}
