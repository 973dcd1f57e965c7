internal import SheetLayout
internal import SheetPlans

// On paper, a matrix may be narrower than its page: its rows are then less tall, and take up fewer
// pages.

extension ArrangedPages {
  /// The smallest share of its width to which a matrix shrinks to save a page if the number of pages
  /// is not given.
  private static let leastShare = 0.85
  /// The maximum number of pictures for which a layout with fewer pages is sought although the
  /// number of pages is not given: the matrix is laid out again for each width.
  private static let mostPictures = 500
  /// The number of widths that are tried before the one that fits is refined.
  private static let steps = 64

  /// A narrower matrix, in the middle of its pages, that takes up no more pages than requested, or
  /// at least one page fewer than usual.
  ///
  /// If there is none, returns these pages.
  ///
  /// Of several evenly spaced widths, the widest that fits is used, and then refined. Bisection
  /// alone would not work: where headings or labels wrap, a matrix may take up more pages at one
  /// width than at both a larger and a smaller one.
  ///
  /// - Parameters:
  ///   - matrix: The layout of these pages, whose matrices are as wide as a page.
  ///   - space: The pictures.
  /// - Returns: The pages.
  func onFewerPages(of matrix: MatrixLayout, in space: LayoutRequest) -> ArrangedPages {
    guard space.pagePixelsPerInch != nil, case .sheet(let extent) = matrix.sizing,
      extent.height == nil, !isOverSeveralPages,
      let fullWidth = pages.first?.arrangement.size.width,
      space.pageCount != nil || space.pictures.count <= Self.mostPictures
    else { return self }
    let limit = space.pageCount ?? mostPagesOfGroup - 1
    guard limit > 0, mostPagesOfGroup > limit else { return self }
    let edges = space.edges.horizontal
    let full = extent.width - edges
    let least = space.pageCount == nil ? Int(Self.leastShare * Double(full)) : 1
    var fewest = mostPagesOfGroup
    /// The matrix at a width; nil if it takes up too many pages.
    func fitting(_ width: Int) -> ArrangedPages? {
      guard let extent = PixelExtent(width: width + edges) else { return nil }
      var layout = matrix
      layout.sizing = .sheet(extent)
      guard let pages = try? MatrixPages(layout, in: space).arranged(), !pages.isOverSeveralPages
      else { return nil }
      fewest = min(fewest, pages.mostPagesOfGroup)
      return pages.mostPagesOfGroup <= limit ? pages : nil
    }
    let step = max(1, (full - least) / Self.steps)
    for width in stride(from: full - step, through: least, by: -step) {
      guard var found = fitting(width) else { continue }
      _ = (width..<width + step).lastMeeting { wider in
        guard let pages = fitting(wider) else { return false }
        found = pages
        return true
      }
      found.center(onWidth: fullWidth)
      return found
    }
    var usual = self
    usual.fewestPages = fewest
    return usual
  }

  /// The number of pages of the group that has the most.
  var mostPagesOfGroup: Int {
    pages.reduce(into: [:]) { $0[$1.group, default: 0] += 1 }.values.max() ?? 0
  }
}
