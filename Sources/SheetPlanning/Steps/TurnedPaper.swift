internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans

// Paper whose orientation is not given, and which would suit grids better in the other orientation.

extension SheetJob {
  /// The job of a grid on its paper turned by 90°; nil if the paper cannot be turned, or if its
  /// orientation is given.
  fileprivate var onTurnedPaper: SheetJob? {
    guard let paper, !paper.statesOrientation, paper.millimetres.width != paper.millimetres.height,
      var grid = layout as? GridLayout, let page = grid.turnPage(beside: binding)
    else { return nil }
    var job = self
    job.layout = grid
    job.paper = paper.turned
    (job.paging.minimumHeight, job.paging.maximumHeight) = (page.height, page.height)
    return job
  }
}

extension PixelSize {
  /// The page turned by 90°, with the binding at its side again; nil if the binding takes up the
  /// whole page.
  ///
  /// Neither the original size nor the result includes the binding.
  func turned(beside binding: Int) -> PixelSize? {
    height > binding ? PixelSize(width: height - binding, height: width + binding) : nil
  }
}

extension GridLayout {
  /// Turns the page by 90°, and returns its new size without the binding; nil if the size of pages
  /// is not given, or if the binding takes up the whole page.
  fileprivate mutating func turnPage(beside binding: Int) -> PixelSize? {
    guard let page = pageSize?.turned(beside: binding) else { return nil }
    switch sizing {
    case .sheet(_, let cellRatio): sizing = .sheet(page, cellRatio: cellRatio)
    case .cellOnPage(let cell, _):
      (sizing, exactCells) = (.cellOnPage(cell, page: page), exactCells?.onTurnedPage)
    case .automatic, .cell, .largestPicture, .width: return nil
    }
    return page
  }
}

extension SheetPlanner {
  /// The pictures laid out on pages.
  ///
  /// For cells whose size is given in a unit of length on paper, the paper is turned by 90° if
  /// fewer pages are then needed, or if only turned paper has room for the cells.
  func laidOutOnPaper(
    _ grouped: GroupedPictures, comparing comparison: PlannedComparison?, _ notes: inout [Note]
  ) throws -> LaidOut {
    guard job.cellsAreExact, let paper = job.paper, let turned = job.onTurnedPaper else {
      return try laidOut(grouped, comparing: comparison)
    }
    let usual: LaidOut
    do { usual = try laidOut(grouped, comparing: comparison) } catch {
      // If neither page has room, the error is about the one that was asked for.
      guard let other = try? with(turned).laidOut(grouped, comparing: comparison) else {
        throw error
      }
      notes.append(
        Note(
          .paperOrientation,
          "the paper is in \(paper.turned.orientationName) orientation, which has room for cells of this size"
        ))
      return other
    }
    let (pages, most) = (usual.sheet.pages.count, usual.sheet.pages[0].items.count)
    guard pages > 1, (turned.layout as? GridLayout)?.mightHold(more: most) == true,
      let other = try? with(turned).laidOut(grouped, comparing: comparison),
      other.sheet.pages.count < pages
    else { return usual }
    let count = other.sheet.pages.count
    notes.append(
      Note(
        .paperOrientation,
        "the paper is in \(paper.turned.orientationName) orientation, which takes \(count.counted("page")) "
          + "instead of \(pages)",
        remedy: "\(.paper, paper.statingOrientation) keeps it in \(paper.orientationName)",
        [.count: count]))
    return other
  }

  /// The factor by which the sides of pictures must grow for a note that suggests turning paper.
  private static let leastGrowth = 1.15

  /// The note that pictures in given columns and rows would be much larger on turned paper; nil if
  /// they would not.
  func noteOnLargerPictures(
    than sheet: LaidOutSheet, _ metrics: PageMetrics, of grouped: GroupedPictures,
    comparing comparison: PlannedComparison?
  ) -> Note? {
    guard metrics.traits.pageGrid != nil, !metrics.traits.statesCells,
      let turned = job.onTurnedPaper, let paper = turned.paper,
      metrics.mightGrow(on: sheet, by: Self.leastGrowth),
      let other = try? with(turned).laidOut(grouped, comparing: comparison)
    else { return nil }
    let covered = metrics.coveredPixels(of: sheet)
    let growth = (other.metrics.coveredPixels(of: other.sheet) / covered).squareRoot()
    guard covered > 0, growth >= Self.leastGrowth else { return nil }
    let percent = Int(((growth - 1) * 100).rounded())
    return Note(
      .paperOrientation,
      "images would be \(percent) % larger in \(paper.orientationName) orientation",
      remedy: "\(.paper, paper) turns the paper")
  }
}

extension PageMetrics {
  /// Whether the same number of cells of the same ratio would be larger by a factor on the page
  /// turned by 90°.
  ///
  /// This check is quick, but does not take into account how cells use the space that is left.
  fileprivate func mightGrow(on sheet: LaidOutSheet, by factor: Double) -> Bool {
    guard let grid = traits.pageGrid, let page = sheet.pages.first,
      let size = (job.layout as? GridLayout)?.pageSize,
      let turned = size.turned(beside: job.binding), let ratio = page.layout.idealCellRatio
    else { return false }
    func width(on page: PixelSize) -> Double {
      let content = Size(
        width: Double(page.width - spacing.edges.horizontal),
        height: Double(page.height - spacing.edges.vertical))
      let cell = content.cell(columns: grid.columns, rows: grid.rows, gap: spacing.gap)
      return min(cell.width, ratio * cell.height)
    }
    return width(on: turned) >= factor * width(on: size)
  }
}

extension GridLayout {
  /// Whether a page would hold more than `count` of its cells without margins and gaps.
  fileprivate func mightHold(more count: Int) -> Bool {
    guard case .cellOnPage(let cell, let page) = sizing else { return false }
    let exact = (exactCells ?? ExactCells(Size(cell))).touching
    let most = exact.fitting(in: Size(page), gap: .zero)
    return most.columns * most.rows > count
  }

  /// The size of a page without its binding; nil if it is not given.
  fileprivate var pageSize: PixelSize? {
    switch sizing {
    case .sheet(let page, _), .cellOnPage(_, let page): page
    case .automatic, .cell, .largestPicture, .width: nil
    }
  }
}
