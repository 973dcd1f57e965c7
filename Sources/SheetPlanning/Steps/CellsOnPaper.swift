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
  /// The note that a page of paper would hold more cells of the given size without margins and
  /// gaps, or turned by 90°; nil if neither is true, if all pictures are on one page, or if there
  /// are titles or other texts.
  func noteOnFewCells(on sheet: LaidOutSheet) -> Note? {
    guard sheet.pages.count > 1, let grid = job.layout as? GridLayout, grid.shape == nil,
      case .cellOnPage(let cell, let size) = grid.sizing, let perInch = job.pagePixelsPerInch,
      spacing.sections == nil, pageTexts.room == PixelInsets(0), let shown = sheet.pages[0].grid
    else { return nil }
    let page = RequestedSize.Page(size, perInch: perInch)
    let gap = (across: Int(spacing.gap.width), down: Int(spacing.gap.height))
    // What is drawn between cells, such as labels, stays if gaps and margins shrink.
    let drawn = (across: gap.across - job.gap.horizontal, down: gap.down - job.gap.vertical)
    let edges = (
      across: spacing.edges.horizontal - 2 * job.margin.horizontal,
      down: spacing.edges.vertical - 2 * job.margin.vertical
    )
    func count(
      _ paper: PixelSize?, margin: Int, gap: (across: Int, down: Int), _ exact: ExactCells? = nil
    ) -> Int {
      guard let paper else { return 0 }
      let room = Size(
        width: Double(max(0, paper.width - 2 * margin - edges.across)),
        height: Double(max(0, paper.height - 2 * margin - edges.down)))
      let most = (exact ?? ExactCells(Size(cell)))
        .fitting(in: room, gap: Size(width: Double(gap.across), height: Double(gap.down)))
      return most.columns * most.rows
    }
    let number = shown.columns * shown.rows
    guard job.marginMayShrink else { return nil }
    let least = job.gapMayShrink ? page.pixels(Sheet.Paper.leastGap) : nil
    let narrow = least.map { (across: drawn.across + $0, down: drawn.down + $0) } ?? gap
    let turnedSize = size.turned(beside: job.binding)
    // Exact lengths decide how many cells fit if gaps and margins are both given.
    var exact = grid.exactCells
    exact?.edges = .zero
    let touching = exact?.touching
    // Only paper has a word for the other orientation.
    let turned: Remedy =
      if let paper = job.paper {
        "with \(.paper, paper.turned)"
      } else {
        "in \(size.width + job.binding > size.height ? "portrait" : "landscape") orientation"
      }
    // The simplest way comes first.
    var ways: [(remedy: (Int) -> Remedy, count: Int)] = [
      (
        { "\(turned), it holds \($0)" },
        count(turnedSize, margin: page.pixels(Sheet.Paper.leastMargin), gap: narrow)
      ),
      (
        { "with \(.margin, "0"), it holds \($0)" },
        count(size, margin: 0, gap: gap, job.gapMayShrink ? nil : exact)
      ),
    ]
    if job.gapMayShrink {
      ways += [
        (
          { "with \(.margin, "0") and \(.gap, "0"), it holds \($0)" },
          count(size, margin: 0, gap: drawn, touching)
        ),
        (
          {
            "\(turned), \(job.paper == nil ? "with " : "")\(.margin, "0") and \(.gap, "0"), it holds \($0)"
          },
          count(turnedSize, margin: 0, gap: drawn, touching?.onTurnedPage)
        ),
      ]
    }
    let most = ways.reduce(number) { max($0, $1.count) }
    guard most > number, let way = ways.first(where: { $0.count == most }) else { return nil }
    let remedy = way.remedy(most)
    return Note(
      .fewCells, "a page holds \(number.counted("image")) of this size", remedy: remedy,
      [.count: number])
  }
}

/// The cells along one side of a page, in pixels.
private struct CellsOnSide {
  /// The length for cells and gaps between the usual margins.
  let room: Int
  let cell: Int
  /// The distance between cells, which is the gap and what is drawn beyond cells.
  let distance: Int
  var gap, margin: Int

  /// Narrows the margin and then the gap, so that there is room for more cells.
  ///
  /// - Parameters:
  ///   - number: The number of cells that suffices; nil for as many as possible.
  ///   - leastGap: The minimum gap, unless the gap is narrower already.
  ///   - leastMargin: The minimum margin, unless the margin is narrower already.
  /// - Returns: Whether there is room for more.
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
