internal import SheetLayout

/// A layout with all that arranging a list of pictures takes.
struct PageLayout {
  let choice: LayoutChoice
  let gap: Spacing
  let margin: Spacing
  let paging: Paging

  /// The pages of a list of pictures, at least one; items are counted in the list.
  func pages(of pictures: [ProbedPicture]) throws(SheetError) -> [Page] {
    let ranges = try translating(SheetError.layout) { () throws(LayoutError) in
      try Page.ranges(
        itemCount: pictures.count, itemsPerPage: picturesPerPage ?? max(1, pictures.count))
    }
    let arranger = try arranger(for: pictures, fullPage: ranges.first?.count ?? 0)
    var pages: [Page] = []
    for range in ranges {
      let arrangement = try arranger(range)
      guard let limit = paging.maximumHeight else {
        pages.append(Page(items: range, arrangement: arrangement))
        continue
      }
      guard limit > 2 * margin.vertical else {
        throw .pageTooLow(height: limit, margin: margin.vertical)
      }
      let height = Double(limit - 2 * margin.vertical)
      let cut = try translating(SheetError.layout) { () throws(LayoutError) in
        try arrangement.pages(.height(height))
      }
      pages += cut.map { page in
        let first = range.lowerBound + page.items.lowerBound
        return Page(items: first..<first + page.items.count, arrangement: page.arrangement)
      }
    }
    return pages
  }

  private var picturesPerPage: Int? {
    if case .grid(_, _, .exactly(let columns, let rows)) = choice {
      let cells = columns * rows
      return min(cells, paging.picturesPerPage ?? cells)
    }
    return paging.picturesPerPage
  }

  /// Arranges the pictures of one page.
  private typealias Arranger = (Range<Int>) throws(SheetError) -> Arrangement

  private func arranger(
    for pictures: [ProbedPicture], fullPage: Int
  ) throws(SheetError) -> Arranger {
    switch choice {
    case .grid(let sizing, let search, let shape):
      let grid = GridPages(
        sizing: try sizing.resolved(for: pictures, margin: margin), search: search, shape: shape,
        gap: Size(gap))
      return try grid.arranger(fullPage: fullPage)

    case .tiered(let layers, let extent):
      let width = try room(in: extent.width, margin: margin.horizontal)
      let height = extent.height.map { Double($0 - 2 * margin.vertical) }
      return arranging { range throws(LayoutError) in
        try TieredGrid(
          itemCount: range.count, width: width, height: height, layers: layers,
          gap: Double(gap.horizontal)
        ).arrangement
      }

    case .columns(let tracks, let width, let cellRatio):
      let columns = try solved(tracks, width: width)
      let ratio = cellRatio?.value(for: pictures)
      return arranging { range throws(LayoutError) in
        try columns.arrangement(
          ofRatios: ratio.map { Array(repeating: $0, count: range.count) }
            ?? pictures[range].map(\.cellRatio),
          rowGap: Double(gap.vertical))
      }

    case .rows(let height, let width, let lastRow):
      let width = try room(in: width, margin: margin.horizontal)
      return arranging { range throws(LayoutError) in
        try JustifiedRows(
          width: width, rowHeight: Double(height), gap: Size(gap), lastRow: lastRow
        ).arrangement(ofRatios: pictures[range].map(\.cellRatio))
      }

    case .masonry(let tracks, let width):
      let columns = try solved(tracks, width: width)
      let masonry = try masonry(in: columns)
      return arranging { range throws(LayoutError) in
        var arrangement = try masonry.arrangement(ofRatios: pictures[range].map(\.cellRatio))
        let distance = Point(x: columns.columns[0].x, y: 0)
        arrangement.frames = arrangement.frames.map { $0.moved(by: distance) }
        arrangement.size.width = columns.width
        return arrangement
      }
    }
  }

  /// Masonry as wide as columns, which must be equal and equally far apart.
  private func masonry(in solved: SolvedColumns) throws(SheetError) -> MasonryColumns {
    let columns = solved.columns
    let widths = columns.map(\.width)
    let gaps = zip(columns, columns.dropFirst()).map { $1.x - $0.x - $0.width }
    guard widths.allSatisfy({ abs($0 - widths[0]) < 0.001 }),
      gaps.allSatisfy({ abs($0 - gaps[0]) < 0.001 })
    else { throw .unequalColumns(widths) }
    // The difference of two edges that touch may be negative in the last bits.
    let gap = Size(width: max(0, gaps.first ?? 0), height: Double(gap.vertical))
    return try translating(SheetError.layout) { () throws(LayoutError) in
      try MasonryColumns(
        width: widths[0] * Double(columns.count) + gap.width * Double(gaps.count),
        count: columns.count, gap: gap)
    }
  }

  private func arranging(
    _ body: @escaping (Range<Int>) throws(LayoutError) -> Arrangement
  ) -> Arranger {
    { range throws(SheetError) in
      try translating(SheetError.layout) { () throws(LayoutError) in try body(range) }
    }
  }

  /// The columns of tracks on a sheet of `width` pixels, margins included.
  func solved(_ tracks: [ColumnTrack], width: Int) throws(SheetError) -> SolvedColumns {
    let width = try room(in: width, margin: margin.horizontal)
    return try translating(SheetError.layout) { () throws(LayoutError) in
      try ColumnTracks(tracks, spacing: Double(gap.horizontal)).columns(width: width)
    }
  }
}

/// What margins leave of one side of a sheet, in pixels.
func room(in side: Int, margin: Int) throws(SheetError) -> Double {
  guard side > 2 * margin else { throw .marginTooLarge(margin) }
  return Double(side - 2 * margin)
}

extension Size {
  init(_ spacing: Spacing) {
    self.init(width: Double(spacing.horizontal), height: Double(spacing.vertical))
  }
}

extension ProbedPicture {
  /// Width divided by height; 1 where the picture could not be read.
  var ratio: Double {
    size.map { Double($0.width) / Double($0.height) } ?? 1
  }

  /// The ratio of a cell that is made for the picture.
  ///
  /// A hairline gets a cell that it does not fill: one of its own ratio would be less than
  /// a pixel wide, or leave nothing of the rest of its row.
  fileprivate var cellRatio: Double { min(max(ratio, 1 / 32), 32) }
}
