public import SheetLayout
public import SheetPlans

/// Equal cells in rows and columns; a last row that is not full is aligned left.
public struct GridLayout: Layout, Equatable {
  /// `grid`.
  public static let name = "grid"

  /// Which sizes and ratios are given; the rest follows from the number of pictures.
  public var sizing: GridSizing
  /// Whether cells fill a sheet of a given size because of the style.
  ///
  /// Otherwise they have the pictures' ratio and equal gaps, and stand in the middle.
  private var fillsSheet = false
  /// The given rows, columns or both; nil to search for both.
  ///
  /// If both are given, every page of several has as many cells; a single page ends below its last
  /// row, unless the height of the sheet is given.
  public var shape: GridShape?

  /// Creates a grid; without arguments, of cells as the pictures need them on a sheet of about 3:2.
  public init(
    _ sizing: GridSizing = .automatic(cellRatio: .automatic, sheetRatio: 1.5),
    shape: GridShape? = nil
  ) {
    self.sizing = sizing
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
    case .sheet(let size, let cellRatio):
      traits.pageHeight = size.height
      traits.furnitureOutside = keepsRatio && cellRatio == .automatic ? .all : .labels
      traits.widthFollowsFromPictures = keepsRatio
    case .width:
      traits.furnitureOutside = .labels
    }
    return traits
  }

  /// Cells that are seen, and cells that pictures cover, fill a sheet of a given size.
  public func suited(to style: TileStyle) -> GridLayout {
    var layout = self
    layout.fillsSheet =
      style.scaling.covers || style.cellColor != nil || style.furniture.frame != nil
    return layout
  }

  /// Whether cells keep their ratio: that of the pictures if nothing fills the sheet, or one that is
  /// asked for together with columns and rows.
  private var keepsRatio: Bool {
    guard case .sheet(_, let ratio) = sizing else { return false }
    if ratio == .automatic { return !fillsSheet }
    if case .exactly = shape { return true }
    return false
  }

  /// Determines the rows, the columns and the cell of a full page.
  public func fitted(to space: LayoutSpace) throws(LayoutError) -> FittedLayout {
    if case .exactly(let columns, let rows) = shape, space.isSinglePage, traits.pageHeight == nil,
      !space.hasSpans || space.rows(inColumns: columns) <= rows
    {
      return try withColumns(columns).fitted(to: space)
    }
    let isDivided = try dividesSections(of: space)
    if keepsRatio || isDivided { return try fittedLargest(to: space) }
    if let (columns, space) = try divided(space) {
      return try withColumns(columns).fitted(to: space)
    }
    let (needed, reducedCell) = try sizing.measure(in: space) { (measure) throws(LayoutError) in
      try self.grid(measure, in: space).largestPage(of: space).size
    }
    let measure = limited(needed, in: space)
    let grid = try self.grid(measure, in: space)
    let height: Double? =
      switch (measure, shape) {
      case (.sheet(let size, _), _): size.height + space.headingRoom
      // As in montage, pages of so many rows and columns have one size.
      case (_, .exactly(_, let rows)) where space.hasSpans:
        grid.height(ofRows: rows, space.sections)
      case (_, .exactly): grid.largestPage(of: space).size.height
      default: nil
      }
    return try pages(
      of: grid, in: space, ratio: measure.cellRatio, reducedCell: reducedCell, height: height)
  }

  private func withColumns(_ columns: Int) -> GridLayout {
    var layout = self
    layout.shape = .columns(columns)
    return layout
  }

  /// Pages of a grid, which are cut between its rows.
  ///
  /// All have a height, or each ends under its last row. With a width, the grid stands in the middle of
  /// a sheet, or at its top.
  private func pages(
    of grid: CellGrid, in space: LayoutSpace, ratio: Double, reducedCell: PixelSize? = nil,
    height: Double?, width: Double? = nil, isAtTop: Bool = false
  ) throws(LayoutError) -> FittedLayout {
    let full = grid.largestPage(of: space)
    let limit = [height, space.maximumFrameHeight].compactMap(\.self).min()
    var placed = PlacedPictures()
    var pages = try space.pages.map { parts throws(LayoutError) in
      var page = try grid.page(parts, in: space, height: limit, &placed)
      if !space.hasSections, height != nil || parts[0].items.count == space.picturesPerPage {
        (page.rows, page.size.height) = (full.rows, full.size.height)
      }
      return try limit.map { (limit) throws(LayoutError) in try page.pages(maximumHeight: limit) }
        ?? [Page(items: 0..<page.frames.count, arrangement: page)]
    }[...]
    var start = Point.zero
    if let width, let height {
      start.x = ((width - grid.width) / 2).rounded(.down)
      if !isAtTop {
        let block = pages.joined().reduce(0) { max($0, $1.arrangement.size.height) }
        start.y = ((height - block) / 2).rounded(.down)
      }
    }
    var layout = try FittedLayout(of: space, idealCellRatio: ratio, reducedCell: reducedCell) {
      _, maximumHeight in
      pages.removeFirst().map { page in
        guard let height, height <= maximumHeight ?? .infinity else { return page }
        let size = Size(width: width ?? page.arrangement.size.width, height: height)
        return Page(items: page.items, arrangement: page.arrangement.moved(by: start, onto: size))
      }
    }
    layout.take(placed, cell: grid.cell)
    return layout
  }
}

// Cells that follow from a sheet, or of which the sheet follows.
extension GridLayout {
  private var givenRows: Int? {
    switch shape {
    case .rows(let rows), .exactly(_, let rows): rows
    case .columns, nil: nil
    }
  }

  /// The columns of a given shape; for a number of rows, the fewest that need no more.
  private func columns(of shape: GridShape, in space: LayoutSpace) throws(LayoutError) -> Int {
    let columns = try shape.columns(forSections: space.sectionCounts)
    switch shape {
    case .rows(let rows) where space.hasSpans:
      let most = space.sectionCounts.reduce(0) { max($0, $1.reduce(0, +)) }
      // Sections may need more rows however many columns there are.
      return (columns...max(columns, most)).first { space.rows(inColumns: $0, of: rows) <= rows }
        ?? columns
    case .exactly(_, let rows) where !space.hasSections && space.rows(inColumns: columns) > rows:
      throw .tooManyItems(space.picturesPerPage, columns: columns, rows: rows)
    default: return columns
    }
  }

  /// Columns and cells for all pages, whose sections share rows where they fit one together.
  ///
  /// Headings left aside, the sections of a page are a grid of the rows that they need together.
  private func grid(
    _ measure: GridSizing.Measure, in space: LayoutSpace
  ) throws(LayoutError) -> CellGrid {
    var columns = space.leastColumns
    if let shape {
      columns = try self.columns(of: shape, in: space)
    } else if let best = try best(measure, in: space) {
      columns = best.columns
    } else if case .width(let width, _, let ratio) = measure, !space.hasSections {
      throw .noRoom(Shortage(Size(width: width, height: width / ratio), gap: space.gap))
    }
    let cells = space.cellCounts(inColumns: columns, rows: givenRows)
    return CellGrid(
      columns: columns, cell: try cell(measure, cells, columns, in: space), gap: space.gap,
      rows: givenRows)
  }

  /// The columns that bring the sheet, or its cells, nearest to the ratio that is asked for; nil if gaps
  /// leave no room for cells.
  private func best(
    _ measure: GridSizing.Measure, in space: LayoutSpace
  ) throws(LayoutError) -> GridCandidate? {
    // Without sections, all pages have the grid of the fullest.
    let counts = space.hasSections ? space.sectionCounts : [[space.picturesPerPage]]
    var (countsEmpty, quantity) = (false, LayoutError.Quantity.cellRatio)
    if case .cell = measure { (countsEmpty, quantity) = (space.hasSections, .sheetRatio) }
    return try .nearest(
      to: measure.target, quantity, forSections: counts, leastColumns: space.leastColumns,
      countsEmpty: countsEmpty
    ) { columns, rows in
      let size: Size?
      switch measure {
      case .cell(let cell, _):
        size =
          CellGrid(columns: columns, cell: cell, gap: space.gap)
          .largestPage(counts, countsEmpty ? space.sections : nil).size
      case .width(let width, _, let sheetRatio):
        size = Size(width: width, height: width / sheetRatio)
          .cell(columns: columns, rows: rows, gap: space.gap)
      case .sheet: size = try? cell(measure, counts, columns, in: space)
      }
      return size.flatMap { $0.width > 0 && $0.height > 0 ? $0.width / $0.height : nil }
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
    let (cell, sheet): (Size, Shortage)
    switch measure {
    case .cell(let given, _): return given
    case .width(let sheetWidth, let cellRatio, _):
      let width = width(of: sheetWidth)
      cell = Size(width: width, height: width / cellRatio)
      sheet = Shortage(width: sheetWidth, gap: space.gap)
    case .sheet(let size, _):
      // The room of the first heading has been taken off.
      let whole = Size(width: size.width, height: size.height + space.headingRoom)
      sheet = Shortage(whole, gap: space.gap)
      let heights = try counts.map { counts throws(LayoutError) in
        let (bands, needed) = SectionPart.lines(ofSections: counts, columns: columns)
        let rows = max(needed, givenRows ?? 0)
        let content = try space.content(of: whole, underHeadings: bands).height
        return (content - Double(rows - bands) * space.gap.height) / Double(rows)
      }
      cell = Size(width: width(of: whole.width), height: heights.reduce(.infinity, min))
    }
    guard cell.width > 0, cell.height > 0 else { throw .noRoom(sheet) }
    return cell
  }

  /// Whether cells that fill one page would be smaller than pictures are on paper: then sections are
  /// cut into pages, whose cells keep the ratio.
  private func dividesSections(of space: LayoutSpace) throws(LayoutError) -> Bool {
    guard case .sheet = sizing, shape == nil, space.sections != nil || space.hasSpans,
      let side = space.sideOnPage
    else { return false }
    let measure = try sizing.measure(in: space).measure
    return (try? grid(measure, in: space))?.cell.hasLongerSide(side) != true
  }

  /// The fewest pages, filled evenly, whose cells keep the side that pictures have on a page, with
  /// their columns; nil if the pages that are given do.
  private func divided(
    _ space: LayoutSpace
  ) throws(LayoutError) -> (columns: Int, space: LayoutSpace)? {
    guard case .sheet = sizing, shape == nil, space.sections == nil, !space.hasSpans,
      let side = space.sideOnPage
    else { return nil }
    let measure = try sizing.measure(in: space).measure
    let groups = space.groups
    let largest = groups.reduce(1) { max($0, $1.items.count) }
    var divided = space
    func columns(_ count: Int) -> Int? {
      divided.pages = [[SectionPart(items: 0..<count)]]
      guard let grid = try? grid(measure, in: divided), grid.cell.hasLongerSide(side) else {
        return nil
      }
      return grid.columns
    }
    for pages in 1...largest {
      let most = (largest - 1) / pages + 1
      guard let columns = columns(most) ?? (most == 1 ? 1 : nil) else { continue }
      guard pages > 1 else { return nil }
      divided.pages = groups.flatMap { group in
        let count = group.items.count
        return group.pages(
          of: countsSharingRows(count, columns: columns, pages: (count - 1) / most + 1))
      }
      return (columns, divided)
    }
    return nil
  }

  /// The measure with the cells' ratio raised until rows are no higher than a given page.
  private func limited(
    _ measure: GridSizing.Measure, in space: LayoutSpace
  ) -> GridSizing.Measure {
    guard case .width(let width, let cellRatio, let sheetRatio) = measure,
      case .columns(let columns) = shape, let pageHeight = space.pageHeight,
      case let height = Double(pageHeight - space.edges.vertical) - space.headingRoom, height > 0
    else { return measure }
    let cellWidth = (width - Double(columns - 1) * space.gap.width) / Double(columns)
    let lowest = cellWidth / height
    return .width(width, cellRatio: max(cellRatio, lowest), sheetRatio: sheetRatio)
  }
}

// On a sheet of a given size, cells may keep a ratio: then they leave something of the sheet, which
// goes to its margins, and gaps are equal.
extension GridLayout {
  /// The most that the sides of cells which take the pictures' ratio differ, as a factor.
  private static let largestRatio = 32.0
  /// How often the width of cells is halved between one that fits and one that does not.
  private static let halvings = 16

  /// The grid of cells that keep their ratio, on pages of a size.
  private func largestGrid(in space: LayoutSpace) throws(LayoutError) -> LargestGrid {
    guard case .sheet(let sheet, let cellRatio) = sizing else {
      preconditionFailure("cells keep their ratio on a sheet of a given size")
    }
    let page = Size(
      width: try space.width(of: sheet.width),
      height: try space.height(of: sheet.height) - space.headingRoom)
    var ratio = cellRatio.value(for: space.pictures)
    var largest = Double.infinity
    if cellRatio == .automatic, keepsRatio {
      ratio = min(max(ratio, 1 / Self.largestRatio), Self.largestRatio)
      largest = space.widthNeeded(inCellsOf: ratio)
    }
    return try LargestGrid(
      page: page, gap: space.gap, ratio: ratio, largestWidth: largest,
      beyond: Size(
        width: Double(space.outset.horizontal), height: Double(space.outset.vertical)))
  }

  /// Pages of cells that keep their ratio, all with one grid in the middle, or at the top where sections
  /// have headings.
  private func fittedLargest(to given: LayoutSpace) throws(LayoutError) -> FittedLayout {
    let largest = try largestGrid(in: given)
    // The room of the first heading had been taken off.
    let height = largest.page.height + given.headingRoom
    var space = given
    let isDivided = shape == nil && space.minimumSide != nil || space.pageCount != nil
    let least = largest.width(ofLongerSide: isDivided ? Double(space.minimumSide ?? 0) : 0)
    let groups = space.groups
    if isDivided {
      space.pages = space.sections == nil ? groups.map { [$0] } : [groups]
    }
    let (columns, width): (Int, Double)
    var (rows, cellHeight) = (givenRows, 0.0)
    let isCut = space.hasSections || !keepsRatio
    if isCut {
      (columns, width) = try widest(in: space, largest, least: least, height: height)
      cellHeight = (width / largest.ratio).rounded(.down)
    } else {
      let paged = largest.paged(
        groups: space.pages.map { $0[0].items.count }, keeping: least, pageCount: space.pageCount,
        shape: shape)
      guard let paged else { throw .noRoom(Shortage(largest.page, gap: largest.gap)) }
      (columns, width, rows) = (paged.columns, paged.cell.width, paged.rows)
      let highest = largest.page.cell(columns: columns, rows: paged.rows, gap: largest.gap).height
      cellHeight = min((width.rounded(.down) / largest.ratio).rounded(), highest.rounded(.down))
      if isDivided { space.pages = zip(groups, paged.pages).flatMap { $0.pages(of: $1) } }
    }
    // In whole pixels, all cells and all gaps are equal.
    let cell = Size(width: width.rounded(.down), height: cellHeight)
    guard cell.width >= 1, cell.height >= 1 else {
      throw .cellsTooSmall(Size(width: width, height: width / largest.ratio))
    }
    return try pages(
      of: CellGrid(columns: columns, cell: cell, gap: space.gap, rows: rows), in: space,
      ratio: largest.ratio, height: height, width: largest.page.width,
      isAtTop: isCut && space.sections != nil)
  }

  /// The columns that show pictures of sections largest on no more pages than are needed, and the width
  /// of their cells.
  private func widest(
    in space: LayoutSpace, _ largest: LargestGrid, least: Double, height: Double
  ) throws(LayoutError) -> (columns: Int, width: Double) {
    let counts = space.sectionCounts
    var bands = (columns: 0, rows: [[SectionPart]]())
    func pageCount(_ columns: Int, _ width: Double) -> Int {
      if bands.columns != columns { bands = (columns, space.rowsOfBands(inColumns: columns)) }
      return CellGrid(
        columns: columns, cell: Size(width: width, height: width / largest.ratio),
        gap: space.gap, rows: givenRows
      ).pageCount(of: space, rows: bands.rows, height: height)
    }
    let kept = min(least, largest.largestWidth)
    let fewest = space.leastColumns
    var columns = fewest...max(fewest, counts.reduce(0) { max($0, $1.reduce(0, +)) })
    if let shape {
      let given = try self.columns(of: shape, in: space)
      columns = given...given
    } else if kept > 0 {
      columns = fewest...max(fewest, min(largest.most(ofWidth: kept).columns, columns.upperBound))
    }
    let most = columns.upperBound
    let allowed =
      space.pageCount.map { $0 * space.pages.count }
      ?? (kept > 0
        ? pageCount(most, min(kept, largest.width(columns: most, rows: 1))) : space.pages.count)
    var found: [(candidate: GridCandidate, width: Double)] = []
    var widest = 0.0
    if space.hasSpans, case .exactly(let columns, let rows) = shape {
      widest = largest.width(columns: columns, rows: rows)
    }
    for columns in columns {
      let limit = largest.width(columns: columns, rows: 1)
      let lower = found.isEmpty ? widest : widest * (1 - LargestGrid.tolerance)
      if !found.isEmpty {
        if limit <= lower { break }
        if pageCount(columns, lower) > allowed { continue }
      }
      var width = max(limit, lower)
      if pageCount(columns, width) > allowed {
        width =
          border(between: lower, and: width, steps: Self.halvings) {
            pageCount(columns, $0) <= allowed
          }.meeting
      }
      let rows = counts.reduce(0) { $0 + SectionPart.lines(ofSections: $1, columns: columns).rows }
      let candidate = largest.candidate(
        columns: columns, rows: (rows - 1) / allowed + 1,
        empty: columns * rows - counts.joined().reduce(0, +), width: width)
      guard let candidate else { continue }
      widest = max(widest, width)
      found.append((candidate, width))
    }
    let best = largest.best(of: found.map(\.candidate), least: kept)
    guard let best, let width = found.first(where: { $0.candidate == best })?.width else {
      throw .noRoom(Shortage(largest.page, gap: largest.gap))
    }
    return (best.columns, width)
  }
}

extension SectionPart {
  /// The part on pages that have some of its items each.
  func pages(of counts: [Int]) -> [[SectionPart]] {
    var start = items.lowerBound
    return counts.map { count in
      defer { start += count }
      return [part(start..<start + count)]
    }
  }
}

extension LayoutSpace {
  /// The width in cells of a ratio that shows every picture at its own size, or short labels;
  /// infinite if small pictures are enlarged, or none can be read.
  fileprivate func widthNeeded(inCellsOf ratio: Double) -> Double {
    guard keepsSmall else { return .infinity }
    let own = pictures.compactMap(\.self).map {
      max(Double($0.width), Double($0.height) * ratio)
    }.max()
    return own.map { max($0, Double(labelWidth)) } ?? .infinity
  }

  /// All pictures of each group or section, whatever pages they are on.
  fileprivate var groups: [SectionPart] {
    pages.joined().reduce(into: []) { groups, part in
      if let last = groups.last, last.section == part.section {
        groups[groups.count - 1].items = last.items.lowerBound..<part.items.upperBound
      } else {
        groups.append(part)
      }
    }
  }
}
