internal import SheetLayout

/// A layout with all that arranging a list of pictures takes.
struct PageLayout {
  let choice: LayoutChoice
  let paging: Paging
  /// What stands around pictures in their cells.
  let furniture: CellFurniture
  /// What cells take beyond the frames that the layout gives them: the room for labels, and
  /// where frames have the ratios of pictures, for all that stands around pictures.
  let outset: PixelInsets
  /// The distance of the layout's frames from the edges of a page.
  let edges: PixelInsets

  private let gap: Size

  /// Creates a layout.
  ///
  /// - Parameters:
  ///   - choice: How cells are arranged.
  ///   - gap: The space between cells.
  ///   - margin: The space around all cells and texts.
  ///   - paging: How pictures are divided among pages.
  ///   - room: What stands around pictures in their cells.
  ///   - texts: What texts take at the top and at the foot of a page.
  init(
    choice: LayoutChoice, gap: Spacing, margin: Spacing, paging: Paging,
    room: CellFurniture = CellFurniture(), texts: PixelInsets = PixelInsets(0)
  ) {
    self.choice = choice
    self.paging = paging
    furniture = room
    let outset = choice.outset(for: room)
    self.outset = outset
    // Frames lie as far apart as their cells, which are larger, want it.
    self.gap = Size(
      width: Double(gap.horizontal + outset.horizontal),
      height: Double(gap.vertical + outset.vertical))
    edges = PixelInsets(
      top: margin.vertical + texts.top + outset.top, left: margin.horizontal + outset.left,
      bottom: margin.vertical + texts.bottom + outset.bottom,
      right: margin.horizontal + outset.right)
  }

  /// The pages of a list of pictures, at least one; items are counted in the list.
  func pages(of pictures: [ProbedPicture]) throws(SheetError) -> [Page] {
    let ranges = try translating(SheetError.layout) { () throws(LayoutError) in
      try Page.ranges(
        itemCount: pictures.count, itemsPerPage: picturesPerPage ?? max(1, pictures.count))
    }
    if let limit = paging.maximumHeight, limit <= edges.vertical {
      throw .pageTooLow(height: limit, taken: edges.vertical)
    }
    let arranger = try arranger(for: pictures, fullPage: ranges.first?.count ?? 0)
    var pages: [Page] = []
    for range in ranges {
      let arrangement = try arranger(range)
      guard let limit = paging.maximumHeight else {
        pages.append(Page(items: range, arrangement: arrangement))
        continue
      }
      let height = Double(limit - edges.vertical)
      let cut = try translating(SheetError.layout) { () throws(LayoutError) in
        try arrangement.pages(maximumHeight: height)
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
        sizing: try sizing.resolved(for: pictures, edges: edges), search: search, shape: shape,
        gap: gap)
      return try grid.arranger(fullPage: fullPage)

    case .tiered(let layers, let extent):
      let width = try room(in: extent.width, edges: edges.horizontal)
      let height = extent.height.map { Double($0 - edges.vertical) }
      let widest = paging.pageHeight.map {
        TieredGrid.width(of: layers, gap: gap.width, fitting: Double($0 - edges.vertical))
      }
      let blocks = min(width, widest ?? width)
      return arranging { range throws(LayoutError) in
        try TieredGrid(
          itemCount: range.count, width: blocks, height: height, layers: layers,
          gap: gap.width
        ).arrangement.moved(right: (width - blocks) / 2, onWidth: width)
      }

    case .columns(let tracks, let width, let cellRatio):
      let columns = try solved(tracks, width: width)
      let ratio = cellRatio?.value(for: pictures)
      return arranging { range throws(LayoutError) in
        try columns.arrangement(
          ofRatios: ratio.map { Array(repeating: $0, count: range.count) }
            ?? pictures[range].map(\.cellRatio),
          rowGap: gap.height)
      }

    case .rows(let height, let width, let lastRow):
      let width = try room(in: width, edges: edges.horizontal)
      return arranging { range throws(LayoutError) in
        try JustifiedRows(
          width: width, rowHeight: Double(height), gap: gap, lastRow: lastRow
        ).arrangement(ofRatios: pictures[range].map(\.cellRatio))
      }

    case .masonry(let tracks, let width):
      let columns = try solved(tracks, width: width)
      let masonry = try masonry(in: columns)
      return arranging { range throws(LayoutError) in
        try masonry.arrangement(ofRatios: pictures[range].map(\.cellRatio))
          .moved(right: columns.columns[0].x, onWidth: columns.width)
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
    let gap = Size(width: max(0, gaps.first ?? 0), height: gap.height)
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
    let width = try room(in: width, edges: edges.horizontal)
    return try translating(SheetError.layout) { () throws(LayoutError) in
      try ColumnTracks(tracks, spacing: gap.width).columns(width: width)
    }
  }
}

/// What the edges leave of one side of a sheet, in pixels.
func room(in side: Int, edges: Int) throws(SheetError) -> Double {
  guard side > edges else { throw .edgesTooWide(edges, side: side) }
  return Double(side - edges)
}

extension LayoutChoice {
  /// What cells with `room` take beyond the frames of the layout.
  ///
  /// Cells whose size is given or searched for have furniture within, and labels beyond it.
  /// Tiers are squares, within which all has to stay.
  fileprivate func outset(for room: CellFurniture) -> PixelInsets {
    switch self {
    case .tiered:
      return PixelInsets(0)
    case .columns(_, _, nil), .rows, .masonry, .grid(.largestPicture, _, _):
      return room.insets
    case .grid, .columns:
      var unlabelled = room
      unlabelled.label = nil
      let (with, without) = (room.insets, unlabelled.insets)
      return PixelInsets(
        top: with.top - without.top, left: 0, bottom: with.bottom - without.bottom, right: 0)
    }
  }
}

extension Arrangement {
  /// The same frames further to the right, on a sheet of another width.
  fileprivate func moved(right distance: Double, onWidth width: Double) -> Arrangement {
    var moved = self
    moved.frames = frames.map { $0.moved(by: Point(x: distance, y: 0)) }
    moved.size.width = width
    return moved
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
