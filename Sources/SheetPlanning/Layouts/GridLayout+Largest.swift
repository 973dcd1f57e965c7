internal import SheetLayout
public import SheetPlans

// On a sheet of a given size, cells may keep a ratio: then they leave something of the sheet, which
// goes to its margins, and gaps are equal.
extension GridLayout {
  /// The most that the sides of cells which take the pictures' ratio differ, as a factor.
  private static let largestRatio = 32.0

  /// Whether cells keep their ratio: that of the pictures, where no shape is asked for, or one that is
  /// asked for together with columns and rows.
  var keepsRatio: Bool {
    guard case .sheet(_, let ratio) = sizing else { return false }
    if ratio == .automatic { return search == nil }
    if case .exactly = shape { return true }
    return false
  }

  /// Whether cells have the pictures' ratio.
  var showsLargest: Bool {
    guard case .sheet(_, .automatic) = sizing else { return false }
    return keepsRatio
  }

  /// Cells that are seen, and cells that pictures cover, fill a sheet of a given size.
  public func suited(to style: TileStyle) -> GridLayout {
    guard style.scaling.covers || style.cellColor != nil || style.furniture.frame != nil
    else { return self }
    var layout = self
    layout.search = search ?? .compact
    return layout
  }

  /// The grid of cells that keep their ratio, on pages of a size.
  func largestGrid(in space: LayoutSpace) throws(LayoutError) -> LargestGrid {
    guard case .sheet(let sheet, let cellRatio) = sizing else {
      preconditionFailure("cells keep their ratio on a sheet of a given size")
    }
    let page = Size(
      width: try space.width(of: sheet.width),
      height: try space.height(of: sheet.height) - space.headingRoom)
    var ratio = cellRatio.value(for: space.pictures)
    var largest = Double.infinity
    if showsLargest {
      ratio = min(max(ratio, 1 / Self.largestRatio), Self.largestRatio)
      largest = space.widthNeeded(inCellsOf: ratio)
    }
    return try LargestGrid(
      page: page, gap: space.gap, ratio: ratio, largestWidth: largest,
      beyond: Size(
        width: Double(space.outset.horizontal), height: Double(space.outset.vertical)))
  }

  /// Pages of cells that keep their ratio, all with one grid in the middle; a page that is not full
  /// begins at its top.
  func fittedKeepingRatio(to space: LayoutSpace) throws(LayoutError) -> FittedLayout {
    let grid = try largestGrid(in: space)
    var space = space
    let paged = try self.paged(&space, grid)
    let cell = try wholeCell(paged, grid)
    let block = Size(
      width: Double(paged.columns) * (cell.width + grid.gap.width) - grid.gap.width,
      height: Double(paged.rows) * (cell.height + grid.gap.height) - grid.gap.height)
    let start = Point(
      x: ((grid.page.width - block.width) / 2).rounded(.down),
      y: ((grid.page.height - block.height) / 2).rounded(.down))
    let shape = GridShape.exactly(columns: paged.columns, rows: paged.rows)
    let page = Size(width: grid.page.width, height: grid.page.height + space.headingRoom)
    return try FittedLayout(of: space, idealCellRatio: grid.ratio) { parts throws(LayoutError) in
      try space.stacked(parts) { range throws(LayoutError) in
        try AspectGrid(itemCount: range.count, cell: cell, shape: shape, gap: grid.gap).arrangement
      }.moved(by: start, onto: page)
    }
  }

  /// The columns and rows of pages, which are divided anew where cells or their number decide.
  private func paged(
    _ space: inout LayoutSpace, _ grid: LargestGrid
  ) throws(LayoutError) -> PagedGrid {
    let isDivided = shape == nil && space.minimumSide != nil || space.pageCount != nil
    let groups = isDivided ? space.groups : space.pages.map { $0[0] }
    let least = isDivided ? space.minimumSide.map(Double.init) : nil
    let paged = grid.paged(
      groups: groups.map(\.items.count), keeping: grid.width(ofLongerSide: least ?? 0),
      pageCount: space.pageCount, shape: shape)
    guard let paged, paged.cell.width > 0 else {
      throw .noRoom(Shortage(grid.page, gap: grid.gap))
    }
    if isDivided { space.pages = zip(groups, paged.pages).flatMap { $0.pages(of: $1) } }
    return paged
  }

  /// The cell in whole pixels, so that all cells and all gaps are equal.
  private func wholeCell(
    _ paged: PagedGrid, _ grid: LargestGrid
  ) throws(LayoutError) -> Size {
    let rows = Double(paged.rows)
    let highest = (grid.page.height - (rows - 1) * grid.gap.height) / rows
    let width = paged.cell.width.rounded(.down)
    let height = min((width / grid.ratio).rounded(), highest.rounded(.down))
    guard width >= 1, height >= 1 else { throw .cellsTooSmall(paged.cell) }
    return Size(width: width, height: height)
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
  /// infinite where small pictures are enlarged, or none can be read.
  fileprivate func widthNeeded(inCellsOf ratio: Double) -> Double {
    guard keepsSmall else { return .infinity }
    let own = pictures.compactMap(\.self).map {
      max(Double($0.width), Double($0.height) * ratio)
    }.max()
    return own.map { max($0, Double(labelWidth)) } ?? .infinity
  }

  /// All pictures of each group or section, whatever pages they are on.
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
