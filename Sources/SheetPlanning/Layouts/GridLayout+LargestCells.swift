internal import SheetLayout

// On a sheet of a given size, cells may keep a ratio. The rest of the sheet goes to its margins,
// and gaps are equal.
extension GridLayout {
  /// The largest ratio of the sides of cells that take the pictures' ratio.
  private static let largestRatio = 32.0
  /// The number of halvings between a width of cells that fits and a width that does not.
  private static let halvings = 16

  /// The grid of cells that keep their ratio, on pages of a size.
  private func largestGrid(in space: LayoutRequest) throws(LayoutError) -> LargestGrid {
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
      outerFurniture: space.outset.size)
  }

  /// Pages of cells that keep their ratio, all with one grid in the middle.
  func fittedLargest(to given: LayoutRequest) throws(LayoutError) -> FittedLayout {
    let largest = try largestGrid(in: given)
    // The room of the first heading was subtracted before.
    let height = largest.page.height + given.headingRoom
    var space = given
    let isDivided = shape == nil && space.minimumSide != nil || space.pageCount != nil
    let least = largest.width(
      ofLongerSide: isDivided ? space.minimumSide.map(space.keptSide) ?? 0 : 0)
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
      of: CellGrid(
        columns: columns, cell: cell, gap: space.gap, rows: rows,
        largestWidth: largest.width(columns: columns, rows: 1)), in: space,
      ratio: largest.ratio, height: height, width: largest.page.width)
  }

  /// The columns with the largest pictures of sections, on as few pages as possible, and the width
  /// of their cells.
  private func widest(
    in space: LayoutRequest, _ largest: LargestGrid, least: Double, height: Double
  ) throws(LayoutError) -> (columns: Int, width: Double) {
    let counts = space.sectionCounts
    var bands = (columns: 0, rows: [[SectionPart]]())
    func pageCount(_ columns: Int, _ width: Double) -> Int {
      if bands.columns != columns {
        let width = largest.width(columns: columns, rows: 1)
        bands = (columns, space.rowsOfBands(inColumns: columns, ofWidth: width))
      }
      return CellGrid(
        columns: columns, cell: Size(width: width, height: width / largest.ratio),
        gap: space.gap, rows: givenRows, largestWidth: largest.width(columns: columns, rows: 1)
      ).pageCount(of: space, rows: bands.rows, height: height)
    }
    let kept = min(least, largest.largestWidth)
    let fewest = space.leastColumns
    var columns = fewest...max(fewest, counts.reduce(0) { max($0, $1.reduce(0, +)) })
    if let shape {
      let given = try self.columns(of: shape, in: space) { largest.width(columns: $0, rows: 1) }
      columns = given...given
    } else if kept > 0 {
      columns = fewest...max(fewest, min(largest.most(ofWidth: kept).columns, columns.upperBound))
    }
    let most = columns.upperBound
    let allowed =
      space.pageCount.map { $0 * space.pages.count }
      ?? (kept > 0
        ? pageCount(most, min(kept, largest.width(columns: most, rows: 1))) : space.pages.count)
    let spans = space.spanCounts
    /// The maximum width of cells, by the rows that a page must have room for.
    func bound(_ columns: Int) -> Double {
      let cells = spans.cells(inColumns: columns, rows: givenRows)
      return largest.width(columns: columns, rows: ((cells - 1) / columns) / allowed + 1)
    }
    /// The largest width that fits; nil if it is below a width.
    func width(_ columns: Int, from lower: Double) -> Double? {
      let search = UnitSearch(lower...max(bound(columns), lower), steps: Self.halvings)
      return search.largest { $0 == 0 || pageCount(columns, $0) <= allowed }
    }
    var widest = 0.0
    if space.hasSpans, case .exactly(let columns, let rows) = shape {
      let given = largest.width(columns: columns, rows: rows)
      if given > 0 { return (columns, width(columns, from: given) ?? given) }
    }
    // Placing pictures takes time for each of them. So columns are tried in the order in which they
    // may be best, until no other can be.
    let bounded = columns.map { (columns: $0, bound: bound($0)) }.filter { $0.bound > 0 }
    for (columns, bound) in bounded.sorted(by: { $0.bound > $1.bound }) {
      if bound <= widest { break }
      widest = width(columns, from: widest) ?? widest
    }
    let lower = max(widest * (1 - LargestGrid.tolerance), widest < kept ? 0 : kept * (1 - 1e-9))
    let candidates = bounded.lazy.filter { widest > 0 && $0.bound >= lower }.map { columns, _ in
      let limit = largest.width(columns: columns, rows: 1)
      let rows = space.lines(of: counts, inColumns: columns, ofWidth: limit).reduce(0) {
        $0 + $1.rows
      }
      return (columns: columns, rows: rows, empty: columns * rows - counts.joined().reduce(0, +))
    }
    for (_, equal) in Dictionary(grouping: candidates, by: \.empty).sorted(by: { $0.key < $1.key })
    {
      let found = equal.compactMap { columns, rows, empty in
        width(columns, from: lower).flatMap { width in
          largest.candidate(
            columns: columns, rows: (rows - 1) / allowed + 1, empty: empty, width: width
          ).map { (candidate: $0, width: width) }
        }
      }
      let best = largest.best(of: found.map(\.candidate), least: kept)
      if let found = found.first(where: { $0.candidate == best }) {
        return (found.candidate.columns, found.width)
      }
    }
    throw .noRoom(Shortage(largest.page, gap: largest.gap))
  }
}

extension SectionPart {
  /// The part, divided among pages with some of its items each.
  func pages(of counts: [Int]) -> [[SectionPart]] {
    var start = items.lowerBound
    return counts.map { count in
      defer { start += count }
      return [part(start..<start + count)]
    }
  }
}

extension LayoutRequest {
  /// The width in cells of a ratio that shows every picture at its own size, and short labels.
  ///
  /// Infinite if small pictures are enlarged, or none can be read.
  fileprivate func widthNeeded(inCellsOf ratio: Double) -> Double {
    guard keepsSmall else { return .infinity }
    let own = pictures.compactMap(\.self).map {
      max(Double($0.width), Double($0.height) * ratio)
    }.max()
    return own.map { max($0, Double(labelWidth)) } ?? .infinity
  }

  /// All pictures of each group or section, on any pages.
  var groups: [SectionPart] {
    pages.joined().reduce(into: []) { groups, part in
      if let last = groups.last, last.section == part.section {
        groups[groups.count - 1].items = last.items.lowerBound..<part.items.upperBound
      } else {
        groups.append(part)
      }
    }
  }
}
