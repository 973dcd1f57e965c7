internal import SheetLayout
internal import SheetPlans

// A sheet for which nobody has asked for a size is one that programs open and people send.

extension PixelCount {
  /// The most pixels of a page for which nobody has asked for a size: a PNG of photographs then has
  /// about 190 MB.
  static let usual = PixelCount(100_000_000)
}

extension SheetPlanner {
  /// The longer side that cells keep, if pictures need as much, however large their sheet is.
  static let leastCellSide = 128

  /// Whether no option says how large cells, pages or the sheet may be.
  private var isUnsized: Bool {
    traits.isUnsized && job.paging.isUnlimited && job.maximumPixels == .standard
  }

  /// Arranges the pictures of a space, which is asked for with at most so many on a page; where nobody
  /// has asked for a size, cells shrink, and pages are divided.
  func fitted(
    _ space: (_ picturesPerPage: Int?) throws(PlanningError) -> LayoutSpace
  ) throws(PlanningError) -> FittedLayout {
    guard isUnsized else { return try arranged(try space(nil)) }
    var usual = try space(nil)
    let count = usual.pictures.count
    (usual.maximumPixels, usual.cellSides) = (.usual, Self.leastCellSide...Int.max)
    var fitted = try arranged(usual)
    let reducedCell = fitted.reducedCell
    while let page = fitted.excessivePage(in: usual) {
      guard job.paging.isDividedIfLarge, traits.axes == nil, page.count > 1 else {
        var allowed = try space(nil)
        allowed.cellSides = 0...Self.leastCellSide
        fitted = try arranged(allowed)
        fitted.reducedCell = fitted.reducedCell ?? reducedCell
        return fitted
      }
      let most = max(1, min(page.count - 1, Int(Double(page.count) / page.excess)))
      let pages = (count + most - 1) / most
      usual = try space((count + pages - 1) / pages)
      (usual.maximumPixels, usual.cellSides) = (.usual, Self.leastCellSide...Self.leastCellSide)
      fitted = try arranged(usual)
      (fitted.reducedCell, fitted.isDivided) = (reducedCell, true)
    }
    fitted.maximumPixels = .usual
    return fitted
  }

  /// Arranges the pictures of a space; what has no room is told of the whole sheet.
  private func arranged(_ space: LayoutSpace) throws(PlanningError) -> FittedLayout {
    do throws(LayoutError) {
      return try job.layout.fitted(to: space)
    } catch {
      let edges = space.edges
      throw .layout(
        error.counting(
          edges: Size(width: Double(edges.horizontal), height: Double(edges.vertical))))
    }
  }
}

extension FittedLayout {
  /// How many times as many pixels as a space allows the largest page has, and the number of its
  /// pictures; nil where all pages are within the limit.
  fileprivate func excessivePage(in space: LayoutSpace) -> (excess: Double, count: Int)? {
    pages.map { page in
      let size = page.arrangement.size
      let pixels =
        (size.width + Double(space.edges.horizontal))
        * (size.height + Double(space.edges.vertical))
      return (excess: pixels / Double(space.maximumPixels.value), count: page.items.count)
    }.filter { $0.excess > 1 }.max { $0.excess < $1.excess }
  }
}
