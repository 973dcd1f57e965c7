internal import SheetLayout

// Grids with sections, or with pictures that take up several cells, whose cells keep their ratio on
// pages of a given size.
extension GridLayout {
  /// The columns and the largest cells on as few pages as possible.
  func sectionGrid(
    on page: LargestGrid, in request: LayoutRequest
  ) throws(LayoutError) -> CellGrid {
    let given = try shape.map { (shape) throws(LayoutError) in
      try self.columns(of: shape, in: request) { page.width(columns: $0, rows: 1) }
    }
    var search = SectionCells(
      page: page, request: request, columns: given, rows: givenRows,
      kept: page.width(ofLongerSide: keptSide(in: request)))
    let (columns, width): (Int, Double)
    if request.hasSpans, case .exactly(let across, let down) = shape,
      case let least = page.width(columns: across, rows: down), least > 0
    {
      (columns, width) = (across, search.width(inColumns: across, from: least) ?? least)
    } else if let best = search.best() {
      (columns, width) = best
    } else {
      throw .noRoom(Shortage(page.page, gap: page.gap))
    }
    // In whole pixels, so that all cells and all gaps are equal.
    let cell = Size(width: width.rounded(.down), height: (width / page.ratio).rounded(.down))
    guard cell.width >= 1, cell.height >= 1 else {
      throw .cellsTooSmall(Size(width: width, height: width / page.ratio))
    }
    return search.grid(columns, of: cell)
  }
}

/// The search for the columns with the largest cells where there is no formula.
///
/// Numbers of columns are scored as in any grid. But headings, sections that share rows, pictures
/// with several cells and the rules about page breaks determine how many pages cells of a given
/// width take up. So each width is found by bisection, dividing pages to count them. That takes
/// time in proportion to the number of pictures, so columns that cannot be the best are ruled out
/// by an upper bound on the width of their cells.
private struct SectionCells {
  /// The number of bisection steps between a width of cells that fits and one that does not.
  private static let halvings = 16

  private let page: LargestGrid
  private let request: LayoutRequest
  /// The given number of rows on every page; nil if there is none.
  private let rows: Int?
  /// The minimum width of cells, respected if any candidate reaches it.
  private let kept: Double
  /// The numbers of columns to try.
  private let columns: ClosedRange<Int>
  private let counts: [[Int]]
  private let spans: [CellSpan: Int]
  /// The number of pages that cells may take up.
  private var allowed = 1
  /// The rows of the bands for the number of columns tried last; they are the same for any width.
  private var bands = (columns: 0, rows: [[SectionPart]]())

  init(
    page: LargestGrid, request: LayoutRequest, columns given: Int?, rows: Int?, kept: Double
  ) {
    (self.page, self.request, self.rows) = (page, request, rows)
    self.kept = min(kept, page.largestWidth)
    (counts, spans) = (request.sectionCounts, request.spanCounts)
    let fewest = request.leastColumns
    var most = max(fewest, counts.reduce(0) { max($0, $1.reduce(0, +)) })
    if kept > 0 { most = max(fewest, min(page.most(ofWidth: self.kept).columns, most)) }
    columns = given.map { $0...$0 } ?? fewest...most
    most = columns.upperBound
    if let pageCount = request.pageCount {
      allowed = pageCount * request.pages.count
    } else if kept > 0 {
      allowed = self.pageCount(most, min(self.kept, page.width(columns: most, rows: 1)))
    } else {
      allowed = request.pages.count
    }
  }

  /// The grid with this many columns and cells of this size.
  func grid(_ columns: Int, of cell: Size) -> CellGrid {
    CellGrid(
      columns: columns, cell: cell, gap: request.gap, rows: rows,
      largestWidth: page.width(columns: columns, rows: 1))
  }

  /// The number of pages that cells of the given width take up.
  private mutating func pageCount(_ columns: Int, _ width: Double) -> Int {
    let grid = grid(columns, of: Size(width: width, height: width / page.ratio))
    if bands.columns != columns {
      bands = (
        columns,
        request.rowsOfBands(inColumns: columns, ofWidth: page.width(columns: columns, rows: 1))
      )
    }
    return grid.pageCount(
      of: request, rows: bands.rows, height: page.page.height + request.headingRoom)
  }

  /// The maximum width of cells on the allowed number of pages; nil if it is below `lower`.
  mutating func width(inColumns columns: Int, from lower: Double) -> Double? {
    UnitSearch(lower...max(bound(columns), lower), steps: Self.halvings).largest {
      $0 == 0 || pageCount(columns, $0) <= allowed
    }
  }

  /// The width that cells cannot exceed, given the rows for which a page must have room.
  private func bound(_ columns: Int) -> Double {
    let cells = spans.cells(inColumns: columns, rows: rows)
    return page.width(columns: columns, rows: ((cells - 1) / columns) / allowed + 1)
  }

  /// The columns with the best score, and the width of their cells; nil if there is no room.
  mutating func best() -> (columns: Int, width: Double)? {
    var widest = 0.0
    let bounded = columns.map { (columns: $0, bound: bound($0)) }.filter { $0.bound > 0 }
    // Tries the largest bound first, until no other number of columns can have wider cells.
    for (columns, bound) in bounded.sorted(by: { $0.bound > $1.bound }) {
      if bound <= widest { break }
      widest = width(inColumns: columns, from: widest) ?? widest
    }
    if widest == 0 { return nil }
    // All candidates that are left have nearly the widest cells. Among them, the number of empty
    // cells decides first.
    let lower = max(widest * (1 - LargestGrid.tolerance), widest < kept ? 0 : kept * (1 - 1e-9))
    let items = counts.joined().reduce(0, +)
    func trial(_ columns: Int) -> (columns: Int, rows: Int, empty: Int) {
      let lines = request.lines(
        of: counts, inColumns: columns, ofWidth: page.width(columns: columns, rows: 1))
      let rows = lines.reduce(0) { $0 + $1.rows }
      return (columns, rows, columns * rows - items)
    }
    var found: [(candidate: GridCandidate, width: Double)] = []
    func find(_ trial: (columns: Int, rows: Int, empty: Int), _ width: Double?) {
      guard let width else { return }
      let candidate = page.candidate(
        columns: trial.columns, rows: (trial.rows - 1) / allowed + 1, empty: trial.empty,
        width: width)
      if let candidate { found.append((candidate, width)) }
    }
    let trials = bounded.filter { $0.bound >= lower }.map { trial($0.columns) }
    for trial in trials.sorted(by: { ($0.empty, $0.columns) < ($1.empty, $1.columns) }) {
      if let fewest = found.first?.candidate.empty, fewest < trial.empty { break }
      find(trial, width(inColumns: trial.columns, from: lower))
    }
    var best = page.best(of: found.map(\.candidate), least: kept)
    if let candidate = best,
      let lowest = page.widthToReplace(candidate, widest: widest, least: kept)
    {
      for (columns, bound) in bounded where columns > candidate.columns && bound >= lowest {
        find(trial(columns), width(inColumns: columns, from: lowest))
      }
      let wider = found.map(\.candidate).filter { $0.columns > candidate.columns }
      best = page.best(of: wider, fillingPageWith: lowest) ?? best
    }
    return found.first { $0.candidate == best }.map { ($0.candidate.columns, $0.width) }
  }
}

extension LayoutRequest {
  /// The width at which cells of a given ratio hold every picture, with the decoration inside the
  /// cell.
  func sideNeeded(inCellsOf ratio: Double) -> Double {
    pictures.compactMap(\.self).reduce(1) { width, picture in
      let height = Double(picture.height + inset.vertical)
      return max(width, Double(picture.width + inset.horizontal), height * ratio)
    }
  }

  /// The width at which cells of a given ratio show every picture, and short labels, at full size.
  ///
  /// Infinite if small pictures are enlarged, or if no picture can be read.
  func widthNeeded(inCellsOf ratio: Double) -> Double {
    guard keepsSmall else { return .infinity }
    let own = pictures.compactMap(\.self).map {
      max(Double($0.width), Double($0.height) * ratio)
    }.max()
    return own.map { max($0, Double(labelWidth)) } ?? .infinity
  }
}
