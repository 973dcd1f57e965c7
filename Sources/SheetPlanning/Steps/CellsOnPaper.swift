internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans

// Part of step 3 of planning: gaps and margins that are not given become narrower if a page of
// paper then holds more cells of a fixed size.

extension SheetJob {
  /// The job with narrower gaps and margins, so that a page of paper holds more cells of a fixed
  /// size; nil if it would hold no more.
  ///
  /// Margins shrink first, only as far as necessary, and not below what printers need. Gaps stay
  /// wide enough to cut between cells, and for shadows.
  func holdingMoreCells(than spacing: PageSpacing) -> SheetJob? {
    guard let grid = layout as? GridLayout, case .cellOnPage(let cell, let size) = grid.sizing,
      let perInch = pagePixelsPerInch, spacing.sections == nil
    else { return nil }
    let page = RequestedSize.Page(size, perInch: perInch)
    let keepsGap = !gapMayShrink || spacing.overhang != PixelInsets(0)
    let leastGap = keepsGap ? .max : page.pixels(Sheet.Paper.leastGap)
    let leastMargin = marginMayShrink ? page.pixels(Sheet.Paper.leastMargin) : .max
    var across = CellsOnSide(
      room: size.width - spacing.edges.horizontal, cell: cell.width,
      distance: Int(spacing.gap.width), gap: gap.horizontal, margin: margin.horizontal)
    var down = CellsOnSide(
      room: size.height - spacing.edges.vertical, cell: cell.height,
      distance: Int(spacing.gap.height), gap: gap.vertical, margin: margin.vertical)
    let holdsMore = [
      across.narrow(for: grid.shape?.columns, toGap: leastGap, margin: leastMargin),
      down.narrow(for: grid.shape?.rows, toGap: leastGap, margin: leastMargin),
    ]
    if holdsMore == [false, false] { return nil }
    if gap.horizontal == gap.vertical {
      // Cells are equally far apart in both directions.
      let narrower = min(across.gap, down.gap)
      (across.gap, down.gap) = (narrower, narrower)
    }
    var job = self
    job.gap = PixelSpacing(horizontal: across.gap, vertical: down.gap) ?? gap
    job.margin = PixelSpacing(horizontal: across.margin, vertical: down.margin) ?? margin
    return job
  }
}

extension PageMetrics {
  /// The note that cells of the given size would take up fewer pages without margins or gaps, or on
  /// paper turned by 90°.
  ///
  /// Nil if they would not, if the number of pictures on a page is given, or if there are titles or
  /// other text.
  ///
  /// A given margin is respected, because it is probably intended; a gap may be given out of habit.
  func noteOnFewCells(on sheet: LaidOutSheet) -> Note? {
    guard sheet.pages.count > 1, let grid = job.layout as? GridLayout, grid.shape == nil,
      case .cellOnPage(let cell, let size) = grid.sizing, let perInch = job.pagePixelsPerInch,
      spacing.sections == nil, pageTexts.room == PixelInsets(0), let shown = sheet.pages[0].grid,
      job.paging.pageCount == nil, job.paging.picturesPerPage == nil,
      job.marginMayShrink || job.margins == PixelInsets(0)
    else { return nil }
    let page = RequestedSize.Page(size, perInch: perInch)
    let gap = (across: Int(spacing.gap.width), down: Int(spacing.gap.height))
    // What is drawn between cells, such as labels, stays if gaps and margins shrink.
    let drawn = (across: gap.across - job.gap.horizontal, down: gap.down - job.gap.vertical)
    let edges = (
      across: spacing.edges.horizontal - 2 * job.margin.horizontal,
      down: spacing.edges.vertical - 2 * job.margin.vertical
    )
    let number = shown.columns * shown.rows
    let least = job.gapMayShrink ? page.pixels(Sheet.Paper.leastGap) : nil
    let narrow = least.map { (across: drawn.across + $0, down: drawn.down + $0) } ?? gap
    let leastMargin = job.marginMayShrink ? page.pixels(Sheet.Paper.leastMargin) : 0
    let turnedSize = size.turned(beside: job.binding)
    var exact = grid.exactCells
    exact?.edges = .zero
    let hasGap = job.gap.horizontal > 0 || job.gap.vertical > 0
    // The simplest change comes first.
    let ways: [(isTurned: Bool, noMargin: Bool, noGap: Bool)] = [
      (true, false, false), (false, true, false), (false, false, true), (false, true, true),
      (true, true, false), (true, job.marginMayShrink, true),
    ].filter { (job.marginMayShrink || !$0.noMargin) && (hasGap || !$0.noGap) }
    let counts = ways.map { isTurned, noMargin, noGap in
      guard let paper = isTurned ? turnedSize : size else { return 0 }
      let margin = noMargin ? 0 : leastMargin
      let gap = noGap ? drawn : isTurned ? narrow : gap
      let room = Size(
        width: Double(max(0, paper.width - 2 * margin - edges.across)),
        height: Double(max(0, paper.height - 2 * margin - edges.down)))
      // Exact lengths decide how many cells fit if the gap and the margin are each either given or
      // left out.
      let isExact = (noGap || !job.gapMayShrink) && (noMargin || !job.marginMayShrink)
      var cells = (isExact ? exact : nil) ?? ExactCells(Size(cell))
      if noGap { cells = cells.touching }
      if isTurned { cells = cells.onTurnedPage }
      let most = cells.fitting(
        in: room, gap: Size(width: Double(gap.across), height: Double(gap.down)))
      return most.columns * most.rows
    }
    guard let most = counts.max(), most > number,
      pageCount(of: sheet, holding: most) < sheet.pages.count,
      let (isTurned, noMargin, noGap) = zip(ways, counts).first(where: { $1 == most })?.0
    else { return nil }
    // Only sizes that are written as paper have a word for the other orientation.
    let orientation = size.width + job.binding > size.height ? "portrait" : "landscape"
    let turning: Remedy? =
      isTurned && job.paper == nil ? "in \(orientation) orientation" : nil
    let settings: [Remedy?] = [
      isTurned ? job.paper.map { "\(.paper, $0.turned)" } : nil,
      noMargin ? "\(.margin, "0")" : nil, noGap ? "\(.gap, "0")" : nil,
    ]
    let changes: Remedy? = settings.compactMap(\.self).joined("and").map { "with \($0)" }
    let way = [turning, changes].compactMap(\.self)
    return Note(
      .fewCells, "a page holds \(number.counted("image")) of this size",
      remedy: way.joined(nil).map { "\($0), it holds \(most)" }, [.count: number])
  }

  /// The number of pages that the groups of a sheet take if each page has this many cells.
  private func pageCount(of sheet: LaidOutSheet, holding cells: Int) -> Int {
    var groups: Set<Range<Int>> = []
    var count = 0
    for page in sheet.pages {
      let items = page.group().items
      guard groups.insert(items).inserted else { continue }
      let empty = count == 0 ? job.paging.firstCell - 1 : 0
      count += (items.count + empty - 1) / cells + 1
    }
    return count
  }
}

/// The lengths of cells, gaps and margins along one side of a page, in pixels.
private struct CellsOnSide {
  /// The length for cells and gaps between the usual margins.
  let room: Int
  let cell: Int
  /// The distance between cells: the gap, and the room for what is drawn outside cells.
  let distance: Int
  var gap, margin: Int

  /// Narrows the margin and then the gap, so that there is room for more cells.
  ///
  /// - Parameters:
  ///   - number: The number of cells that suffices; nil for as many as possible.
  ///   - leastGap: The minimum gap, unless the gap is narrower already.
  ///   - leastMargin: The minimum margin, unless the margin is narrower already.
  /// - Returns: Whether there is room for more cells.
  mutating func narrow(for number: Int?, toGap leastGap: Int, margin leastMargin: Int) -> Bool {
    let least = (gap: min(gap, leastGap), margin: min(margin, leastMargin))
    let (length, drawn) = (room + 2 * margin, distance - gap)
    func count(_ gap: Int, _ margin: Int) -> Int {
      max(0, length - 2 * margin + drawn + gap) / (cell + drawn + gap)
    }
    let most = min(number ?? .max, count(least.gap, least.margin))
    if most <= count(gap, margin) { return false }
    let space = length - most * cell - (most - 1) * drawn
    margin = min(margin, max(least.margin, (space - (most - 1) * gap) / 2))
    if most > 1 { gap = min(gap, (space - 2 * margin) / (most - 1)) }
    return true
  }
}
