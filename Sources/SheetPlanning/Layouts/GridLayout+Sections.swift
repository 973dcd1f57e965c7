internal import SheetLayout

/// The columns and the cell that all sections of a grid have.
struct SectionedGrid {
  let columns: Int
  let cell: Size
  let gap: Size
  /// The most rows of a page, where they are given and pictures take several cells.
  var rows: Int?

  /// The width of a page.
  var width: Double { Double(columns) * (cell.width + gap.width) - gap.width }

  /// The size of the largest of some pages by the numbers of items of their sections, and the rows of
  /// all.
  func largestPage(
    _ pages: [[Int]], _ spacing: SectionSpacing?
  ) -> (size: Size, rows: Int) {
    var (highest, allRows) = (0.0, 0)
    for counts in pages {
      let (bands, rows) = SectionPart.lines(ofSections: counts, columns: columns)
      let headings = spacing?.height(ofSections: bands) ?? 0
      let height = headings + Double(rows) * cell.height + Double(rows - bands) * gap.height
      highest = max(highest, height)
      allRows += rows
    }
    return (Size(width: width, height: highest), allRows)
  }
}

extension GridLayout {
  /// Columns and cells for pages of sections, which share rows where they fit one together.
  ///
  /// Headings left aside, the sections of a page are a grid of the rows that they need together.
  func sectionedGrid(
    _ measure: GridSizing.Measure, in space: LayoutSpace
  ) throws(LayoutError) -> SectionedGrid {
    let counts = space.sectionCounts
    if shape == nil, search == nil, case .cell(let cell, let sheetRatio) = measure {
      return SectionedGrid(
        cell, gap: space.gap, space.sections, nearestTo: sheetRatio, for: counts,
        leastColumns: space.leastColumns)
    }
    let columns =
      if let shape {
        try columns(of: shape, in: space)
      } else {
        // No number of columns leaves room for cells, then; one tells why.
        max(
          space.leastColumns,
          (search ?? .compact).columns(nearestTo: measure.target, forSections: counts) { columns in
            ratio(of: measure, counts, columns, in: space)
          } ?? 1)
      }
    let cells = space.cellCounts(inColumns: columns, rows: givenRows)
    return SectionedGrid(
      columns: columns, cell: try cell(measure, cells, columns, in: space), gap: space.gap,
      rows: givenRows)
  }

  /// The columns of a given shape; for a number of rows, the fewest that need no more.
  func columns(of shape: GridShape, in space: LayoutSpace) throws(LayoutError) -> Int {
    let columns = try shape.columns(forSections: space.sectionCounts)
    guard case .rows(let rows) = shape, space.hasSpans else { return columns }
    let most = space.sectionCounts.reduce(0) { max($0, $1.reduce(0, +)) }
    // Sections may need more rows however many columns there are.
    return (columns...max(columns, most)).first { space.rows(inColumns: $0, of: rows) <= rows }
      ?? columns
  }

  /// What is compared with the target of a measure, for a number of columns; nil where gaps leave no
  /// room for cells.
  private func ratio(
    of measure: GridSizing.Measure, _ counts: [[Int]], _ columns: Int, in space: LayoutSpace
  ) -> Double? {
    let rows = GridShape.rows(ofSections: counts, inColumns: columns)
    let shape = GridShape.exactly(columns: columns, rows: rows)
    switch measure {
    case .cell(let cell, _):
      let grid = try? AspectGrid(
        itemCount: rows * columns, cell: cell, shape: shape, gap: space.gap)
      return grid.map { $0.size.width / $0.size.height }
    case .width(let width, _, let sheetRatio):
      let size = Size(width: width, height: width / sheetRatio)
      let grid = try? AspectGrid(
        itemCount: rows * columns, filling: size, shape: shape, gap: space.gap)
      return grid.map { $0.cell.width / $0.cell.height }
    case .sheet:
      return (try? cell(measure, counts, columns, in: space)).map { $0.width / $0.height }
    }
  }

  /// The cell for a number of columns; on sheets of a given size, the one of the page that has room
  /// for the lowest.
  private func cell(
    _ measure: GridSizing.Measure, _ counts: [[Int]], _ columns: Int, in space: LayoutSpace
  ) throws(LayoutError) -> Size {
    func width(of sheet: Double) -> Double {
      (sheet - Double(columns - 1) * space.gap.width) / Double(columns)
    }
    let (cell, sheet): (Size, Size)
    switch measure {
    case .cell(let given, _): return given
    case .width(let sheetWidth, let cellRatio, _):
      let width = width(of: sheetWidth)
      cell = Size(width: width, height: width / cellRatio)
      sheet = Size(width: sheetWidth, height: sheetWidth)
    case .sheet(let size, _):
      // The room of the first heading has been taken off.
      sheet = Size(width: size.width, height: size.height + space.headingRoom)
      let heights = try counts.map { [sheet] counts throws(LayoutError) in
        let (bands, needed) = SectionPart.lines(ofSections: counts, columns: columns)
        let rows = max(needed, givenRows ?? 0)
        let content = try space.content(of: sheet, underHeadings: bands).height
        return (content - Double(rows - bands) * space.gap.height) / Double(rows)
      }
      cell = Size(width: width(of: sheet.width), height: heights.reduce(.infinity, min))
    }
    guard cell.width > 0, cell.height > 0 else {
      throw .noRoom(
        Shortage(width: sheet.width, height: sheet.height, gap: space.gap))
    }
    return cell
  }

  /// Whether cells that fill one page would be smaller than pictures are on paper: then sections are
  /// cut into pages, whose cells keep the ratio.
  func dividesSections(of space: LayoutSpace) throws(LayoutError) -> Bool {
    guard case .sheet = sizing, shape == nil, space.sections != nil || space.hasSpans,
      let side = space.sideOnPage
    else { return false }
    let measure = try sizing.measure(in: space).measure
    let grid = try? sectionedGrid(measure, in: space)
    return grid?.cell.hasLongerSide(side) != true
  }

  var givenRows: Int? {
    switch shape {
    case .rows(let rows), .exactly(_, let rows): rows
    case .columns, nil: nil
    }
  }

  /// A fitted grid whose pages have several sections.
  func fittedSections(to space: LayoutSpace) throws(LayoutError) -> FittedLayout {
    func largestPage(_ grid: SectionedGrid) -> Size {
      let counts = space.cellCounts(inColumns: grid.columns, rows: grid.rows)
      return grid.largestPage(counts, space.sections).size
    }
    let (needed, reducedCell) = try sizing.measure(in: space) { (measure) throws(LayoutError) in
      largestPage(try sectionedGrid(measure, in: space))
    }
    let measure = limited(needed, in: space)
    let grid = try sectionedGrid(measure, in: space)
    let fixedHeight: Double? =
      switch (measure, shape) {
      case (.sheet(let size, _), _): size.height + space.headingRoom
      // As in montage, pages of so many rows and columns have one size.
      case (_, .exactly(_, let rows)) where space.hasSpans:
        space.headingRoom + Double(rows) * (grid.cell.height + grid.gap.height) - grid.gap.height
      case (_, .exactly): largestPage(grid).height
      default: nil
      }
    var placed = PlacedPictures()
    var layout = try FittedLayout(
      of: space, idealCellRatio: measure.cellRatio, reducedCell: reducedCell
    ) { parts, maximumHeight throws(LayoutError) in
      let limit = space.hasSpans ? fixedHeight ?? maximumHeight : maximumHeight
      var page = try grid.page(parts, in: space, height: limit, &placed)
      let fixedSize = fixedHeight.map { Size(width: page.size.width, height: $0) }
      if let fixedSize, !space.hasSpans { page = page.moved(by: .zero, onto: fixedSize) }
      let pages =
        try limit.map { (limit) throws(LayoutError) in try page.pages(maximumHeight: limit) }
        ?? [Page(items: 0..<page.frames.count, arrangement: page)]
      guard let fixedSize, space.hasSpans else { return pages }
      return pages.map {
        Page(items: $0.items, arrangement: $0.arrangement.moved(by: .zero, onto: fixedSize))
      }
    }
    layout.take(placed, cell: grid.cell)
    return layout
  }
}
