internal import SheetLayout

// Sections on pages of a given size, whose cells keep their ratio: in one number of columns, cells are
// as large as they can be without needing more pages.
extension GridLayout {
  /// How often the width of cells is halved between one that fits and one that does not.
  private static let halvings = 16

  /// Pages of sections whose cells keep their ratio.
  func fittedLargestSections(to space: LayoutSpace) throws(LayoutError) -> FittedLayout {
    let grid = try largestGrid(in: space)
    // The room of the first heading has been taken off.
    let page = Size(width: grid.page.width, height: grid.page.height + space.headingRoom)
    var space = space
    let isDivided = shape == nil && space.minimumSide != nil || space.pageCount != nil
    let least = grid.width(ofLongerSide: isDivided ? Double(space.minimumSide ?? 0) : 0)
    let kept = min(least, grid.largestWidth)
    if isDivided {
      space.pages = space.sections == nil ? space.groups.map { [$0] } : [space.groups]
    }
    let counts = space.sectionCounts

    func sections(_ columns: Int, _ width: Double) -> SectionedGrid {
      SectionedGrid(
        columns: columns, cell: Size(width: width, height: width / grid.ratio), gap: grid.gap,
        rows: givenRows)
    }
    func pageCount(_ columns: Int, _ width: Double) -> Int {
      if space.hasSpans {
        return sections(columns, width).pageCount(of: space, height: page.height)
      }
      return counts.reduce(0) {
        $0 + sections(columns, width).pageCount($1, space.sections, height: page.height)
      }
    }
    func widest(_ columns: Int) -> Double {
      min(
        (page.width - Double(columns - 1) * grid.gap.width) / Double(columns), grid.largestWidth,
        grid.ratio * grid.page.height)
    }
    let fullest = counts.reduce(0) { max($0, $1.reduce(0, +)) }
    let leastColumns = space.leastColumns
    var candidates = leastColumns...max(leastColumns, fullest)
    if let shape {
      let columns = try columns(of: shape, in: space)
      candidates = columns...columns
    } else if kept > 0 {
      let most = min(grid.most(ofWidth: kept).columns, fullest)
      candidates = leastColumns...max(leastColumns, most)
    }
    let mostColumns = candidates.upperBound
    let allowed =
      space.pageCount.map { $0 * space.pages.count }
      ?? (kept > 0
        ? pageCount(mostColumns, min(kept, widest(mostColumns))) : space.pages.count)

    var best = (columns: candidates.lowerBound, width: 0.0)
    if space.hasSpans, case .exactly(let columns, let rows) = shape {
      best.width = grid.width(columns: columns, rows: rows)
      candidates = columns...columns
    }
    for columns in candidates {
      let limit = widest(columns)
      if limit <= best.width { break }
      if pageCount(columns, limit) <= allowed {
        best = (columns, limit)
        continue
      }
      let fitting = border(between: best.width, and: limit, steps: Self.halvings) {
        pageCount(columns, $0) <= allowed
      }.meeting
      if fitting > best.width { best = (columns, fitting) }
    }
    let cell = Size(
      width: best.width.rounded(.down), height: (best.width / grid.ratio).rounded(.down))
    guard cell.width >= 1, cell.height >= 1 else {
      if page.height < space.headingRoom + 1 {
        throw .headingsTooTall(space.headingRoom, limit: page.height)
      }
      throw .cellsTooSmall(Size(width: best.width, height: best.width / grid.ratio))
    }
    let found = SectionedGrid(columns: best.columns, cell: cell, gap: grid.gap, rows: givenRows)
    var placed = PlacedPictures()
    var pages = try space.pages.map { parts throws(LayoutError) in
      let sections = try found.page(parts, in: space, height: page.height, &placed)
      return try sections.pages(maximumHeight: page.height)
    }[...]
    let block = pages.joined().reduce(0) { max($0, $1.arrangement.size.height) }
    let start = Point(
      x: ((page.width - found.width) / 2).rounded(.down),
      y: space.sections == nil ? ((page.height - block) / 2).rounded(.down) : 0)
    var layout = try FittedLayout(of: space, idealCellRatio: grid.ratio) { _, _ in
      pages.removeFirst().map {
        Page(items: $0.items, arrangement: $0.arrangement.moved(by: start, onto: page))
      }
    }
    layout.take(placed, cell: cell)
    return layout
  }
}

extension SectionedGrid {
  /// The number of pages of a height that sections of some numbers of items take, where pages are cut
  /// between rows.
  fileprivate func pageCount(
    _ counts: [Int], _ spacing: SectionSpacing?, height limit: Double
  ) -> Int {
    let (room, above) = (spacing?.room ?? 0, spacing?.above ?? 0)
    if room + cell.height > limit + 1e-6 { return Self.tooManyPages }
    var (count, y) = (0, Double.infinity)
    for items in SectionPart.counts(inBandsOf: counts, columns: columns) {
      for row in 0..<(items - 1) / columns + 1 {
        let end = y + (row == 0 ? above + room : gap.height) + cell.height
        if end <= limit + 1e-6 {
          y = end
        } else {
          count += 1
          y = room + cell.height
        }
      }
    }
    return count
  }
}
