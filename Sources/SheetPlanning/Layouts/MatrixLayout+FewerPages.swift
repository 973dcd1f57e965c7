internal import SheetLayout
internal import SheetPlans

// On paper, a matrix may be narrower than its page: its rows are then less tall, and take fewer
// pages.

extension MatrixLayout {
  /// The smallest share of its width to which a matrix shrinks to save a page if the number of pages
  /// is not given.
  private static let leastShare = 0.85
  /// The number of pictures above which no page is saved, because every width takes a layout.
  private static let mostPictures = 500

  /// The widest matrix that takes no more pages than requested, or at least one page less than
  /// usual.
  ///
  /// - Parameters:
  ///   - usual: The pages of a matrix as wide as the page.
  ///   - space: The pictures, on paper.
  /// - Returns: The pages, with the matrix in the middle of their width; nil if `usual` has no more
  ///   pages than requested, or if no width saves a page.
  func onFewerPages(than usual: ArrangedPages, in space: LayoutRequest) -> ArrangedPages? {
    guard space.pagePixelsPerInch != nil, case .sheet(let extent) = sizing, extent.height == nil,
      !usual.isOverSeveralPages, let width = usual.pages.first?.arrangement.size.width,
      space.pageCount != nil || space.pictures.count <= Self.mostPictures
    else { return nil }
    let limit = space.pageCount ?? usual.mostPagesOfGroup - 1
    guard limit > 0, usual.mostPagesOfGroup > limit else { return nil }
    let edges = space.edges.horizontal
    let full = extent.width - edges
    let least = space.pageCount == nil ? Int(Self.leastShare * Double(full)) : 1
    func narrower(_ width: Int) -> ArrangedPages? {
      guard let extent = PixelExtent(width: width + edges) else { return nil }
      var layout = self
      layout.sizing = .sheet(extent)
      return try? MatrixPages(layout, in: space).arranged()
    }
    var (low, high) = (least, full - 1)
    var found: ArrangedPages?
    while low <= high {
      let middle = found == nil && space.pageCount == nil && low == least ? low : (low + high) / 2
      switch narrower(middle) {
      case let pages? where !pages.isOverSeveralPages && pages.mostPagesOfGroup <= limit:
        (found, low) = (pages, middle + 1)
      // A narrower matrix would not save a page either.
      case _? where middle == least && space.pageCount == nil: return nil
      case let pages? where !pages.isOverSeveralPages: high = middle - 1
      // Columns would continue on other pages, or have no room.
      case _: low = middle + 1
      }
    }
    found?.center(onWidth: width)
    return found
  }
}

extension ArrangedPages {
  /// The number of pages of the group that has the most.
  var mostPagesOfGroup: Int {
    pages.reduce(into: [:]) { $0[$1.group, default: 0] += 1 }.values.max() ?? 0
  }
}
